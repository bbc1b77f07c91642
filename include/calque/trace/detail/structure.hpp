// How structures in traced code become arguments: shapes and their leaves.
#pragma once

#include <calque/trace/detail/bind.hpp>
#include <calque/trace/detail/record.hpp>
#include <calque/trace/structure.hpp>

#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace calque::detail {

template <class A>
struct Structure {
  static constexpr Token kind = Token::leaf;
};
template <class... A>
struct Structure<std::tuple<A...>> {
  static constexpr Token kind = Token::tuple;
};
template <class A, class B>
struct Structure<std::pair<A, B>> : Structure<std::tuple<A, B>> {};
template <class A, std::size_t N>
struct Structure<std::array<A, N>> {
  static constexpr Token kind = Token::list;
};
template <class A>
struct Structure<std::vector<A>> : Structure<std::array<A, 1>> {};
template <class... A>
struct Structure<List<A...>> : Structure<std::array<int, 1>> {};
template <class... A>
struct Structure<Dict<A...>> {
  static constexpr Token kind = Token::dict;
};
template <class A, class B, class C>
struct Structure<Slice<A, B, C>> {
  static constexpr Token kind = Token::slice;
};

template <class A>
inline constexpr bool is_structure = Structure<std::remove_cvref_t<A>>::kind != Token::leaf;

/// Visits the elements of a structure, one level.
template <class A, class Visit>
constexpr void for_each_element(const A& structure, const Visit& visit) {
  if constexpr (requires { structure.start; }) {
    visit(structure.start), visit(structure.stop), visit(structure.step);
  } else if constexpr (requires { structure.items; }) {
    for_each_element(structure.items, visit);
  } else if constexpr (requires { structure.begin(); }) {
    for (const auto& item : structure) visit(item);
  } else {
    std::apply([&](const auto&... item) { (visit(item), ...); }, structure);
  }
}

// The domain of a call is that of any proxy in it, however deep.
template <class... A, class... Rest>
struct DomainAmong<std::tuple<A...>, Rest...> : DomainAmong<A..., Rest...> {};
template <class A, class B, class... Rest>
struct DomainAmong<std::pair<A, B>, Rest...> : DomainAmong<A, B, Rest...> {};
template <class A, std::size_t N, class... Rest>
struct DomainAmong<std::array<A, N>, Rest...> : DomainAmong<A, Rest...> {};
template <class A, class... Rest>
struct DomainAmong<std::vector<A>, Rest...> : DomainAmong<A, Rest...> {};
template <class... A, class... Rest>
struct DomainAmong<List<A...>, Rest...> : DomainAmong<A..., Rest...> {};
template <class... A, class... Rest>
struct DomainAmong<Dict<A...>, Rest...> : DomainAmong<A..., Rest...> {};
template <class A, class B, class C, class... Rest>
struct DomainAmong<Slice<A, B, C>, Rest...> : DomainAmong<A, B, C, Rest...> {};

template <class... A>
inline constexpr bool has_proxy = requires { typename domain_among_t<A...>; };

/// Adds a proxy, a constant, or a structure of these, as one argument.
template <class D, class A>
constexpr void add_structure(Arguments<D>& arguments, Store<D>& store, const A& argument) {
  if constexpr (is_structure<A>) {
    Arguments<D> items;
    for_each_element(argument, [&](const auto& item) { add_structure(items, store, item); });
    arguments.nest(Structure<A>::kind, items);
  } else {
    static_assert(is_recordable<D, A>,
                  "what is traced is a proxy, a constant, or a tuple, array, vector, list, dict or "
                  "slice of these");
    arguments.add(argument_operand<D>(store, argument));
  }
}

/// The node that stands for the graph of all proxies in some arguments; null if all are constants.
template <class D, class A>
constexpr void find_node(const FunctionInfo& info, const A& argument, Node<D>*& found) {
  if constexpr (is_structure<A>) {
    for_each_element(argument, [&](const auto& item) { find_node(info, item, found); });
  } else if constexpr (is_proxy<A>) {
    Node<D>* const node = argument.node_or_null();
    if (node == nullptr) return;
    check_usable<D>(info, argument);
    if (found == nullptr) found = node;
    else if (&found->store() != &node->store()) refuse_two_graphs(info, *found, *node);
  }
}

/// Records a call with structures among its arguments, as it was written.
template <class D, class C, class... A>
constexpr Proxy<D> record_structured(const A&... arguments) {
  static_assert(is_untyped<D> && !C::is_composite,
                "tuples, lists, dicts and slices are arguments of primitives of the Untyped domain "
                "only");
  Node<D>* node = nullptr;
  (find_node(C::described, unnamed(arguments), node), ...);
  if (node == nullptr) {
    fail<TraceError>("cannot compute " + std::string(C::described.name) +
                     " of constants: the Untyped domain has no values");
  }
  TracerBase<D>& tracer = active_tracer(*node, C::described);
  Arguments<D> all;
  const auto add = [&](std::string_view name, const auto& argument) {
    if (!name.empty()) all.keyword(name);
    add_structure(all, node->store(), argument);
  };
  (add(argument_name<A>(), unnamed(arguments)), ...);
  const NodeDetails details{{}, {}, all.shape(), all.keywords()};
  return tracer.create_proxy(NodeSpec<D>(function_for<D, C>(), all.operands(), &details));
}

}  // namespace calque::detail
