// The registry that every wrapped function enrols into, for those who know a function by name.
//
// It is the library's one piece of global state: filled before main and while libraries are loaded,
// only read afterwards.
#pragma once

#include <calque/ir/error.hpp>
#include <calque/ir/function.hpp>

#include <string>
#include <string_view>

namespace calque {

namespace detail {

/// One entry, linked into a list that exists before any dynamic initialisation. Never throws.
class Enrolment {
 public:
  explicit Enrolment(const FunctionInfo& info) : info_(&info), next_(head_) { head_ = this; }

  const FunctionInfo& info() const { return *info_; }
  const Enrolment* next() const { return next_; }
  static const Enrolment* head() { return head_; }

 private:
  static inline constinit const Enrolment* head_ = nullptr;

  const FunctionInfo* info_;
  const Enrolment* next_;
};

}  // namespace detail

/// The wrapped function of a qualified name; null if there is none. Refused: a name that two
/// different callables bear. O(enrolled functions).
inline const FunctionInfo* find_function(std::string_view name) {
  const FunctionInfo* found = nullptr;
  for (const auto* entry = detail::Enrolment::head(); entry != nullptr; entry = entry->next()) {
    const FunctionInfo& info = entry->info();
    if (info.name != name) continue;
    if (found != nullptr && found->callable != info.callable) {
      detail::fail<TraceError>("two functions are wrapped as " + std::string(name) + ":\n  " +
                               std::string(found->callable) + "\n  " + std::string(info.callable));
    }
    found = &info;
  }
  return found;
}

/// Calls `visit(info)` for every enrolled function, in no particular order.
template <class Visit>
void for_each_function(const Visit& visit) {
  for (const auto* entry = detail::Enrolment::head(); entry != nullptr; entry = entry->next()) {
    visit(entry->info());
  }
}

}  // namespace calque
