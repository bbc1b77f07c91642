// Measuring: thread CPU time, medians, and the CSV rows that calque_bench prints.
#pragma once

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline constexpr int repeats = 11;

/// CPU time of this thread in nanoseconds: what other processes do to a shared machine counts
/// least.
inline double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Keeps freed memory in the heap, so that repeats run on pages that are mapped already: on a
/// virtual machine the first touch of a page costs microseconds.
inline void warm_heap() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_TOP_PAD, 64 << 20);
}

template <class T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The time of `body(state)`, the making and the end of its state left out.
template <class Setup, class Body>
double time_of(const Setup& setup, const Body& body) {
  auto state = setup();
  const double begin = now();
  body(state);
  return now() - begin;
}

/// `metric,n,value,unit,ratio,to`
inline void row(std::string_view metric, std::size_t n, double value, std::string_view unit,
                double ratio, std::string_view to) {
  std::printf("%.*s,%zu,%.4g,%.*s,%.4g,%.*s\n", static_cast<int>(metric.size()), metric.data(), n,
              value, static_cast<int>(unit.size()), unit.data(), ratio,
              static_cast<int>(to.size()), to.data());
  std::fflush(stdout);
}

/// Measures ours and the limit in turn and prints a row for each: medians, per `count` units. Each
/// runs once unmeasured before it is measured, so that neither finds the other's data in the
/// caches.
template <class Ours, class Limit>
void compare(std::string_view metric, std::size_t n, double count, std::string_view unit,
             const Ours& ours, const Limit& limit) {
  std::vector<double> our_times, limit_times;
  for (int i = 0; i < repeats; ++i) {
    limit();
    limit_times.push_back(limit());
    ours();
    our_times.push_back(ours());
  }
  const double our_time = median(our_times) / count;
  const double limit_time = median(limit_times) / count;
  row(metric, n, our_time, unit, our_time / limit_time, "limit");
  row("limit_" + std::string(metric), n, limit_time, unit, 1, "limit");
}

/// Measures a job of one size and of a tenth of it in turn and prints the larger one's time for one
/// unit against the smaller one's: 1 where the job is linear.
template <class Job>
void scaling(std::string_view metric, std::size_t n, std::string_view unit, const Job& job) {
  std::vector<double> small_times, large_times;
  const std::size_t small = n / 10 > 0 ? n / 10 : 1;
  for (int i = 0; i < repeats; ++i) {
    small_times.push_back(job(small) / static_cast<double>(small));
    large_times.push_back(job(n) / static_cast<double>(n));
  }
  const double large = median(large_times);
  row(metric, n, large, unit, large / median(small_times), "a tenth");
}

}  // namespace bench
