#include "limit.hpp"

namespace bench {
namespace {

bool is_binary(std::uint32_t op) { return op <= div; }

}  // namespace

void limit_chain(Records& records, std::uint32_t n) {
  std::uint32_t x = 2;
  records.push_back({constant, 0, 0, 0});
  records.push_back({constant, 1, 0, 0});
  records.push_back({input, 0, 0, 0});
  const auto last = [&] { return static_cast<std::uint32_t>(records.size() - 1); };
  for (std::uint32_t i = 0; i < n / 2; ++i) {
    records.push_back({mul, x, 0, 0});
    x = last();
    records.push_back({add, x, 1, 0});
    x = last();
  }
}

void limit_dag(Records& records, std::uint32_t n) {
  Random random(1);
  for (std::uint32_t i = 0; i < 8; ++i) records.push_back({input, i, 0, 0});
  for (std::uint32_t i = 8; i < n + 8; ++i) {
    const std::uint32_t a = random.below(i);
    const std::uint32_t b = random.below(i);
    records.push_back({i & 3u, a, b, 0});
  }
}

std::uint64_t limit_walk(const Records& records) {
  std::uint64_t sum = 0;
  for (const Record& record : records) sum += record.op * 31u + (record.a ^ record.b);
  return sum;
}

Records half_dead(std::uint32_t n) {
  Records records{{constant, 0, 0, 0}, {input, 0, 0, 0}, {input, 1, 0, 0}};
  std::uint32_t live = 1;
  std::uint32_t dead = 2;
  const auto last = [&] { return static_cast<std::uint32_t>(records.size() - 1); };
  for (std::uint32_t i = 0; i < n / 2; ++i) {
    records.push_back({mul, live, 0, 0});
    live = last();
    records.push_back({add, dead, live, 0});
    dead = last();
  }
  records.push_back({mul, live, 0, 0});
  return records;
}

Records limit_dead_code(const Records& records) {
  std::vector<std::uint8_t> live(records.size());
  live.back() = 1;
  for (std::size_t i = records.size(); i-- > 0;) {
    if (live[i] != 0 && is_binary(records[i].op)) live[records[i].a] = live[records[i].b] = 1;
  }
  std::vector<std::uint32_t> map(records.size());
  Records result;
  result.reserve(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (live[i] == 0) continue;
    Record record = records[i];
    if (is_binary(record.op)) {
      record.a = map[record.a];
      record.b = map[record.b];
    }
    map[i] = static_cast<std::uint32_t>(result.size());
    result.push_back(record);
  }
  return result;
}

Records limit_replace(const Records& records) {
  std::vector<std::uint32_t> forward(records.size());
  Records result;
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record record = records[i];
    if (is_binary(record.op)) {
      record.a = forward[record.a];
      record.b = forward[record.b];
    }
    if (is_binary(record.op) && i % 4 == 3) {
      forward[i] = record.a;
      continue;
    }
    forward[i] = static_cast<std::uint32_t>(result.size());
    result.push_back(record);
  }
  return result;
}

Records calls(std::uint32_t n) {
  Records records{{input, 0, 0, 0}, {input, 1, 0, 0}};
  std::uint32_t x = 0;
  for (std::uint32_t i = 0; i < n / 4; ++i) {
    records.push_back({call, x, 1, 0});
    x = static_cast<std::uint32_t>(records.size() - 1);
  }
  return records;
}

Records limit_inline(const Records& records) {
  std::vector<std::uint32_t> map(records.size());
  Records result;
  result.reserve(records.size() * 3);
  const auto last = [&] { return static_cast<std::uint32_t>(result.size() - 1); };
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record record = records[i];
    if (record.op == call) {
      const std::uint32_t a = map[record.a];
      const std::uint32_t b = map[record.b];
      result.push_back({mul, a, b, 0});
      result.push_back({add, last(), a, 0});
      result.push_back({sub, last(), b, 0});
    } else {
      if (is_binary(record.op)) {
        record.a = map[record.a];
        record.b = map[record.b];
      }
      result.push_back(record);
    }
    map[i] = last();
  }
  return result;
}

}  // namespace bench
