// Provenance: which composite calls a node came from.
#pragma once

#include <calque/ir/argument_view.hpp>
#include <calque/ir/function.hpp>
#include <calque/ir/names.hpp>
#include <calque/ir/use_list.hpp>

#include <cstdint>
#include <string>

namespace calque {

namespace detail {

/// One opened call, as a graph keeps it. Its operands lie among the uses of nodes, but in no list
/// of users.
struct CallSite {
  /// The call that this call itself came from; 0 for one that its author wrote.
  std::uint32_t parent = 0;
  std::uint32_t function = 0;
  /// What the call's node was called.
  Name name;
  bool was_node = false;
  std::uint32_t first_operand = 0;
  std::uint32_t shape = 0;
  /// The text of the rewriting rule that opened it; `no_index` if none did.
  std::uint32_t rule = no_index;
};

}  // namespace detail

/// The call whose body a node was recorded from; false for a node that its author wrote. It refers
/// to the graph and is valid until the graph is compacted or destroyed.
template <class D>
class Origin {
 public:
  constexpr Origin(const detail::Store<D>& store, std::uint32_t site)
      : store_(&store), site_(site) {}

  constexpr explicit operator bool() const { return site_ != 0; }
  /// The composite that was called.
  constexpr const Function<D>& function() const { return store_->functions[site().function]; }
  /// The name of the call's node; empty for a call that was opened while tracing.
  constexpr std::string name() const {
    std::string text;
    if (site().was_node) store_->names.append_to(text, site().name);
    return text;
  }
  /// The arguments of the call, as they were when it was opened; erased nodes among them are still
  /// readable, those that were dropped by `compact()` or left out of a copy are None.
  constexpr ArgumentView<D> args() const { return split().positional; }
  constexpr KeywordsView<D> kwargs() const { return split().keywords; }
  /// The call that the call itself came from.
  constexpr Origin parent() const { return {*store_, site().parent}; }

  friend constexpr bool operator==(const Origin&, const Origin&) = default;

 private:
  constexpr const detail::CallSite& site() const { return store_->site(site_); }
  constexpr detail::SplitArguments<D> split() const {
    return detail::split_arguments(detail::OperandSource<D>(*store_, site().first_operand),
                                   store_->shapes.leaves(site().shape),
                                   store_->tokens(site().shape));
  }

  const detail::Store<D>* store_;
  std::uint32_t site_;
};

}  // namespace calque
