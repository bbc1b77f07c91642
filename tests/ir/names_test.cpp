#include <calque/ir/names.hpp>

#include "support/catch.hpp"

using calque::Name;
using calque::NameTable;
using calque::Rules;

namespace {

std::string text_of(const NameTable& table, Name name) {
  std::string text;
  table.append_to(text, name);
  return text;
}

using Texts = std::vector<std::string>;

/// What a fresh table makes of these wishes, in order.
Texts created(Rules rules, const Texts& wanted) {
  NameTable table(rules);
  Texts names;
  for (const std::string& text : wanted) names.push_back(text_of(table, table.create(text)));
  return names;
}

struct Row {
  Texts wanted;
  Texts newest;
  Texts torch_1_13;
};

void check(const Row& row) {
  CHECK(created(Rules::newest, row.wanted) == row.newest);
  CHECK(created(Rules::torch_1_13, row.wanted) == row.torch_1_13);
}
void check(const Texts& wanted, const Texts& names) { check({wanted, names, names}); }

/// Makes names that are all taken back at the end, newest first.
class Trial {
 public:
  explicit Trial(NameTable& table) : table_(&table) { table.begin(); }
  Name create(const std::string& wanted) { return made_.emplace_back(table_->create(wanted)); }
  void end() {
    for (; !made_.empty(); made_.pop_back()) table_->take_back(made_.back());
    table_->commit();
  }

 private:
  NameTable* table_;
  std::vector<Name> made_;
};

}  // namespace

TEST_CASE("equal names are numbered from 1 on", "[ir][names]") {
  check({"x", "x", "x"}, {"x", "x_1", "x_2"});
}

TEST_CASE("a numbered wish takes the next number where it is taken", "[ir][names]") {
  check({"add", "add", "add_1", "add", "add_1"}, {"add", "add_1", "add_2", "add_3", "add_4"});
}

TEST_CASE("a number that is wished for is where counting goes on", "[ir][names]") {
  check({{"x_5", "x_5", "x", "x"}, {"x_5", "x_6", "x", "x_7"}, {"x_5", "x_6", "x", "x_1"}});
}

TEST_CASE("a later and smaller number sets the count back", "[ir][names]") {
  check({{"x_5", "x_3", "x_5", "x_3", "x"},
         {"x_5", "x_3", "x_4", "x_6", "x"},
         {"x_5", "x_3", "x_6", "x_4", "x"}});
}

TEST_CASE("a numbered name leaves the plain one free", "[ir][names]") {
  check({"x_1", "x", "x"}, {"x_1", "x", "x_2"});
}

TEST_CASE("only the last number of a name is its number", "[ir][names]") {
  check({{"x_1_2", "x_1_2", "x_1"}, {"x_1_2", "x_1_3", "x_1"}, {"x_1_2", "x_1_3", "x_1"}});
}

TEST_CASE("version 1.13 counts on from the number that was wished for", "[ir][names]") {
  check({{"x_7", "x_2", "x_7"}, {"x_7", "x_2", "x_3"}, {"x_7", "x_2", "x_8"}});
  check({{"x_1", "x_9", "x_1"}, {"x_1", "x_9", "x_10"}, {"x_1", "x_9", "x_2"}});
}

TEST_CASE("wished for names and automatic ones share their numbers", "[ir][names]") {
  check({"add_1", "add", "add", "add", "add_7", "add_7", "a b-c", "2x"},
        {"add_1", "add", "add_2", "add_3", "add_7", "add_8", "a_b_c", "_2x"});
}

TEST_CASE("builtins are never given without a number", "[ir][names]") {
  check({"sum", "max", "len", "len_1", "len"}, {"sum_1", "max_1", "len_1", "len_2", "len_3"});
}

TEST_CASE("keywords and torch's own words are never given without a number", "[ir][names]") {
  check({"if", "class", "inf", "nan", "torch", "device", "self", "if_1", "if"},
        {"if_1", "class_1", "inf_1", "nan_1", "torch_1", "device_1", "self", "if_2", "if_3"});
}

TEST_CASE("illegal characters become underscores and an empty name _unnamed", "[ir][names]") {
  check({"a.b", "a b", "1x", "", "a-b!c", "_", "__", "x__2", "$"},
        {"a_b", "a_b_1", "_1x", "_unnamed", "a_b_c", "_", "__", "x__2", "__1"});
}

TEST_CASE("a suffix with a leading zero belongs to the base", "[ir][names]") {
  check({"x_01", "x_1", "x_01", "x_007", "x_007"}, {"x_01", "x_1", "x_01_1", "x_007", "x_007_1"});
}

TEST_CASE("zero alone is a number", "[ir][names]") {
  check({"x_0", "x", "x_0", "x"}, {"x_0", "x", "x_1", "x_2"});
}

TEST_CASE("a suffix of more than nine digits belongs to the base", "[ir][names]") {
  check({"x_1234567890", "x_1234567890", "x", "x"},
        {"x_1234567890", "x_1234567890_1", "x", "x_1"});
  CHECK(created(Rules::newest, {"x_123456789", "x", "x"}) ==
        Texts{"x_123456789", "x", "x_123456790"});
}

TEST_CASE("names stay unique where counting passes nine digits", "[ir][names]") {
  const Texts names =
      created(Rules::newest, {"x_999999999", "x_999999999", "x_1000000000", "x_1000000000"});
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK(names[i] != names[j]);
  }
}

TEST_CASE("a name that starts with digits or is all digits stays legal", "[ir][names]") {
  CHECK(created(Rules::newest, {"1", "1_2", "12a", "_1", "_1"}) ==
        Texts{"_1", "_1_2", "_12a", "_1_3", "_1_4"});
}

TEST_CASE("is_legal accepts what a name may be", "[ir][names]") {
  for (const char* text : {"x", "_", "_1", "X9", "a_b", "x_01"}) CHECK(NameTable::is_legal(text));
  for (const char* text : {"", "1", "a.b", "a b", "a-b", "\xc3\xa4"}) {
    CHECK_FALSE(NameTable::is_legal(text));
  }
}

TEST_CASE("a name knows its base and its number", "[ir][names]") {
  NameTable table;
  const Name plain = table.create("add");
  const Name numbered = table.create("add");
  CHECK(plain.number == Name::no_number);
  CHECK(numbered.number == 1);
  CHECK(plain.base == numbered.base);
  CHECK(table.base_text(numbered) == "add");
  CHECK_FALSE(plain == numbered);
}

TEST_CASE("reserve takes a free name and refuses a taken one", "[ir][names]") {
  NameTable table;
  CHECK(table.reserve("x_1"));
  CHECK_FALSE(table.reserve("x_1"));
  CHECK(table.reserve("x"));
  CHECK_FALSE(table.reserve("x"));
  CHECK(text_of(table, table.create("x")) == "x_2");
}

TEST_CASE("reserve takes even a reserved word, once", "[ir][names]") {
  NameTable table;
  CHECK(table.reserve("if"));
  CHECK_FALSE(table.reserve("if"));
  CHECK(text_of(table, table.create("if")) == "if_1");
}

TEST_CASE("release_all frees every name but the reserved words", "[ir][names]") {
  NameTable table;
  table.create("x");
  table.create("x");
  table.create("if");
  table.release_all();
  CHECK(text_of(table, table.create("x")) == "x");
  CHECK(text_of(table, table.create("x")) == "x_1");
  CHECK(text_of(table, table.create("if")) == "if_1");
}

TEST_CASE("a copied table counts on for itself", "[ir][names]") {
  NameTable table;
  table.create("x");
  NameTable copy = table;
  CHECK(text_of(table, table.create("x")) == "x_1");
  CHECK(text_of(copy, copy.create("x")) == "x_1");
  CHECK(text_of(copy, copy.create("x")) == "x_2");
}

TEST_CASE("taking names back gives names and counters back", "[ir][names]") {
  NameTable table;
  for (const char* text : {"x", "x_5", "x_3", "y", "w", "w"}) table.create(text);
  NameTable untouched = table;
  Trial trial(table);
  for (const char* text : {"x", "x_5", "x_9", "x_8", "y", "z", "z", "if", "x", "w", "w", "w_9", "w",
                           "w_0", "y", "y_2", "y"}) {
    trial.create(text);
  }
  trial.end();
  for (const char* text : {"w", "w_9", "w", "x_9", "x", "x", "x_5", "x_20", "y", "y", "y_2", "z",
                           "z", "if", "if", "w_0"}) {
    CHECK(text_of(table, table.create(text)) == text_of(untouched, untouched.create(text)));
  }
}

TEST_CASE("taking back at random gives what was there", "[ir][names]") {
  for (const Rules rules : {Rules::newest, Rules::torch_1_13}) {
    std::uint32_t state = 1;
    const auto below = [&](std::uint32_t bound) {
      state = state * 1664525u + 1013904223u;
      return (state >> 16) % bound;
    };
    const auto wanted = [&] {
      const std::string base = std::array{"x", "y", "sum", "x_1"}[below(4)];
      return below(3) == 0 ? base + '_' + std::to_string(below(9)) : base;
    };
    NameTable table(rules);
    for (int round = 0; round < 300; ++round) {
      NameTable untouched = table;
      Trial trial(table);
      for (std::uint32_t i = below(12); i > 0; --i) trial.create(wanted());
      trial.end();
      for (std::uint32_t i = below(4); i > 0; --i) {
        const std::string text = wanted();
        REQUIRE(text_of(table, table.create(text)) == text_of(untouched, untouched.create(text)));
      }
      if (round % 20 == 0) table = NameTable(rules);
    }
  }
}

TEST_CASE("taking back under an inner mark keeps the outer names", "[ir][names]") {
  NameTable table;
  Trial outer(table);
  outer.create("x");
  Trial inner(table);
  inner.create("x");
  inner.end();
  CHECK(text_of(table, outer.create("x")) == "x_1");
  outer.end();
  CHECK(text_of(table, table.create("x")) == "x");
}

TEST_CASE("taking back under an outer mark takes committed inner names too", "[ir][names]") {
  NameTable table;
  Trial outer(table);
  table.begin();
  outer.create("x");
  outer.create("x_7");
  table.commit();
  outer.end();
  CHECK(text_of(table, table.create("x")) == "x");
  CHECK(text_of(table, table.create("x")) == "x_1");
}

TEST_CASE("taking back in the middle of taken numbers frees one again", "[ir][names]") {
  NameTable table;
  table.create("x_1");
  table.create("x_3");
  Trial trial(table);
  trial.create("x_2");
  trial.end();
  CHECK(text_of(table, table.create("x_2")) == "x_2");
  CHECK(text_of(table, table.create("x_1")) == "x_4");
}

TEST_CASE("200000 equal names step over one that was wished for", "[ir][names]") {
  NameTable table;
  CHECK(text_of(table, table.create("add_150000")) == "add_150000");
  CHECK(text_of(table, table.create("add_7")) == "add_7");
  CHECK(text_of(table, table.create("add")) == "add");
  Name last;
  std::uint32_t expected = 7;
  for (int i = 0; i < 200000; ++i) {
    last = table.create("add");
    ++expected;
    if (expected == 150000) ++expected;
    if (last.number != expected) break;
  }
  CHECK(last.number == expected);
  CHECK(text_of(table, last) == "add_200008");
}

TEST_CASE("200000 equal wishes for a taken number count on", "[ir][names]") {
  NameTable table(Rules::torch_1_13);
  table.create("add_1");
  Name last;
  for (int i = 0; i < 200000; ++i) last = table.create("add_1");
  CHECK(text_of(table, last) == "add_200001");
}

TEST_CASE("split_name finds the number at the end", "[ir][names]") {
  struct Case {
    std::string_view text;
    std::string_view base;
    std::uint32_t number;
  };
  const Case cases[] = {
      {"add", "add", Name::no_number}, {"add_1", "add", 1},
      {"add_0", "add", 0},             {"add_01", "add_01", Name::no_number},
      {"add1", "add1", Name::no_number}, {"_1", "_1", Name::no_number},
      {"__1", "_", 1},                 {"x_", "x_", Name::no_number},
      {"x_999999999", "x", 999999999}, {"x_1000000000", "x_1000000000", Name::no_number},
      {"x_1_2", "x_1", 2},             {"", "", Name::no_number},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto split = calque::detail::split_name(c.text);
    CHECK(split.base == c.base);
    CHECK(split.number == c.number);
  }
}

TEST_CASE("a set of numbers agrees with a plain list", "[ir][names]") {
  calque::detail::NumberSet set;
  std::vector<bool> model(64, false);
  std::uint32_t state = 12345;
  for (int step = 0; step < 5000; ++step) {
    state = state * 1664525u + 1013904223u;
    const std::uint32_t number = (state >> 16) % 60;
    if (model[number]) set.erase(number);
    else set.insert(number);
    model[number] = !model[number];
    const std::uint32_t from = (state >> 24) % 60;
    std::uint32_t free = from + 1;
    while (model[free]) ++free;
    REQUIRE(set.next_free(from) == free);
    REQUIRE(set.contains(number) == model[number]);
    REQUIRE(set.contains(from) == model[from]);
  }
}
