// The ten promises of walking while editing, in the order in which node_list.hpp prints them.
#include <calque/ir/verify.hpp>

#include "support/catch.hpp"
#include "support/expect.hpp"
#include "support/hand_made.hpp"

#include <initializer_list>

using calque::GraphError;
using support::error_of;
using support::f;
using support::g;
using support::h;
using support::names_of;
using support::Untyped;
using support::UntypedGraph;
using support::UntypedNode;

namespace {

/// A graph of placeholders `a b c ...`, found by their letters.
struct Letters {
  UntypedGraph graph;
  std::vector<UntypedNode*> all;

  explicit Letters(std::string_view letters) {
    for (const char& letter : letters) all.push_back(&graph.placeholder({&letter, 1}));
  }
  UntypedNode& operator[](char letter) {
    for (UntypedNode* node : all) {
      if (node->name() == std::string(1, letter)) return *node;
    }
    throw std::out_of_range("no such letter");
  }
  void erase(std::string_view letters) {
    for (const char letter : letters) graph.erase_node((*this)[letter]);
  }
  UntypedNode& insert_before(char letter, std::string_view name) {
    const auto here = graph.inserting_before((*this)[letter]);
    return graph.placeholder(name);
  }
  UntypedNode& insert_after(char letter, std::string_view name) {
    const auto here = graph.inserting_after((*this)[letter]);
    return graph.placeholder(name);
  }
  std::string order() const { return names_of(graph.nodes()); }
};

/// Walks a range, calls `edit` at the node of that name, once, and gives the names visited.
template <class Range, class Edit>
std::string walk(const Range& range, std::string_view at, const Edit& edit) {
  std::string visited;
  bool done = false;
  for (auto& node : range) {
    if (!visited.empty()) visited += ' ';
    visited += node.name();
    if (node.name() != at || done) continue;
    done = true;
    edit();
  }
  return visited;
}

}  // namespace

// 1. Creating nodes never invalidates references, iterators or ranges.

TEST_CASE("promise 1: references stay valid while many nodes are created", "[ir][iteration]") {
  UntypedGraph graph;
  auto& first = graph.placeholder("first");
  const UntypedNode* const address = &first;
  for (int i = 0; i < 3000; ++i) graph.call_function(f, {first});
  CHECK(&*graph.nodes().begin() == address);
  CHECK(first.name() == "first");
  CHECK(first.users().size() == 3000);
}

TEST_CASE("promise 1: an iterator and a range made earlier see nodes created since",
          "[ir][iteration]") {
  Letters letters("ab");
  const auto nodes = letters.graph.nodes();
  auto it = nodes.begin();
  ++it;
  for (int i = 0; i < 1000; ++i) letters.graph.placeholder("more");
  CHECK(it->name() == "b");
  ++it;
  CHECK(it->name() == "more");
  CHECK(nodes.size() == 1002);
}

TEST_CASE("promise 1: a walk goes on through nodes appended at the end", "[ir][iteration]") {
  Letters letters("ab");
  CHECK(walk(letters.graph.nodes(), "b", [&] {
          letters.graph.placeholder("c");
          letters.graph.placeholder("d");
        }) == "a b c d");
}

// 2. A node inserted after the current one is visited, one inserted before it is not.

TEST_CASE("promise 2: a node inserted after the current one is visited", "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.nodes(), "b", [&] { letters.insert_after('b', "n"); }) == "a b n c");
}

TEST_CASE("promise 2: a node inserted further behind is visited", "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.nodes(), "a", [&] { letters.insert_before('c', "n"); }) == "a b n c");
}

TEST_CASE("promise 2: a node inserted before the current one is not visited", "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.nodes(), "b", [&] { letters.insert_before('b', "n"); }) == "a b c");
  CHECK(letters.order() == "a n b c");
}

TEST_CASE("promise 2: a reversed walk visits what is inserted before the current node",
          "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.reversed_nodes(), "b", [&] { letters.insert_before('b', "n"); }) ==
        "c b n a");
}

TEST_CASE("promise 2: a reversed walk does not visit what is inserted after the current node",
          "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.reversed_nodes(), "b", [&] { letters.insert_after('b', "n"); }) ==
        "c b a");
  CHECK(letters.order() == "a b n c");
}

// 3. After erasing the current node the walk goes on with the node that followed it.

TEST_CASE("promise 3: the current node may be erased", "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.nodes(), "b", [&] { letters.erase("b"); }) == "a b c");
  CHECK(letters.order() == "a c");
}

TEST_CASE("promise 3: the first and the last node may be erased while current",
          "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.nodes(), "a", [&] { letters.erase("a"); }) == "a b c");
  CHECK(walk(letters.graph.nodes(), "c", [&] { letters.erase("c"); }) == "b c");
  CHECK(letters.order() == "b");
}

TEST_CASE("promise 3: every node may be erased while current", "[ir][iteration]") {
  Letters forward("abcd");
  for (auto& node : forward.graph.nodes()) forward.graph.erase_node(node);
  CHECK(forward.graph.size() == 0);
  CHECK(forward.graph.nodes().empty());
  Letters backward("abcd");
  for (auto& node : backward.graph.reversed_nodes()) backward.graph.erase_node(node);
  CHECK(backward.graph.size() == 0);
}

TEST_CASE("promise 3: current, next and previous may be erased in any order", "[ir][iteration]") {
  for (const char* erased : {"bcd", "bdc", "cbd", "cdb", "dbc", "dcb"}) {
    CAPTURE(erased);
    Letters forward("abcde");
    CHECK(walk(forward.graph.nodes(), "c", [&] { forward.erase(erased); }) == "a b c e");
    CHECK(forward.order() == "a e");
    Letters backward("abcde");
    CHECK(walk(backward.graph.reversed_nodes(), "c", [&] { backward.erase(erased); }) ==
          "e d c a");
    CHECK(backward.order() == "a e");
  }
}

TEST_CASE("promise 3: everything behind the current node may be erased", "[ir][iteration]") {
  Letters forward("abcd");
  CHECK(walk(forward.graph.nodes(), "b", [&] { forward.erase("bcd"); }) == "a b");
  Letters backward("abcd");
  CHECK(walk(backward.graph.reversed_nodes(), "c", [&] { backward.erase("abc"); }) == "d c");
}

TEST_CASE("promise 3: what is put into the gap of the erased node is not visited",
          "[ir][iteration]") {
  Letters forward("abc");
  CHECK(walk(forward.graph.nodes(), "b", [&] {
          forward.erase("b");
          forward.insert_before('c', "n");
        }) == "a b c");
  CHECK(forward.order() == "a n c");
  Letters backward("abc");
  CHECK(walk(backward.graph.reversed_nodes(), "b", [&] {
          backward.erase("b");
          backward.insert_after('a', "n");
        }) == "c b a");
}

TEST_CASE("promise 3: what is inserted behind the follower of the erased node is visited",
          "[ir][iteration]") {
  Letters letters("abc");
  CHECK(walk(letters.graph.nodes(), "b", [&] {
          letters.erase("b");
          letters.insert_after('c', "n");
        }) == "a b c n");
}

TEST_CASE("promise 3: a node replaced by others that use its inputs is left behind",
          "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  auto& second = graph.call_function(f, {first});
  graph.output({second});
  std::string visited;
  for (auto& node : graph.nodes()) {
    visited += node.name() + ' ';
    if (!node.is_call() || !node.calls(f)) continue;
    const auto here = graph.inserting_before(node);
    auto& opened = graph.call_function(g, {node.operand(0)});
    node.replace_all_uses_with(opened);
    graph.erase_node(node);
  }
  CHECK(visited == "x f f_1 output ");
  support::expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %g : [num_users=1] = call_function[target=__main__.g](args = (%x,), kwargs = {})
    %g_1 : [num_users=1] = call_function[target=__main__.g](args = (%g,), kwargs = {})
    return g_1
)");
}

// 4. Any other erased node is not visited.

TEST_CASE("promise 4: an erased node ahead is not visited", "[ir][iteration]") {
  Letters forward("abcd");
  CHECK(walk(forward.graph.nodes(), "a", [&] { forward.erase("b"); }) == "a c d");
  CHECK(walk(forward.graph.nodes(), "a", [&] { forward.erase("d"); }) == "a c");
  Letters backward("abcd");
  CHECK(walk(backward.graph.reversed_nodes(), "d", [&] { backward.erase("cb"); }) == "d a");
}

TEST_CASE("promise 4: a node created and erased during the walk is not visited",
          "[ir][iteration]") {
  Letters letters("ab");
  CHECK(walk(letters.graph.nodes(), "a", [&] {
          auto& brief = letters.insert_after('a', "brief");
          letters.graph.erase_node(brief);
        }) == "a b");
}

// 5. After moving the current node the walk goes on from the place that it left.

TEST_CASE("promise 5: the current node may be moved to the front or to the back",
          "[ir][iteration]") {
  Letters to_front("abcd");
  CHECK(walk(to_front.graph.nodes(), "c", [&] { to_front['a'].prepend(to_front['c']); }) ==
        "a b c d");
  CHECK(to_front.order() == "c a b d");
  Letters to_back("abcd");
  CHECK(walk(to_back.graph.nodes(), "b", [&] { to_back['d'].append(to_back['b']); }) ==
        "a b c d b");
  CHECK(to_back.order() == "a c d b");
}

TEST_CASE("promise 5: in a reversed walk the current node may be moved", "[ir][iteration]") {
  Letters to_back("abcd");
  CHECK(walk(to_back.graph.reversed_nodes(), "b", [&] { to_back['d'].append(to_back['b']); }) ==
        "d c b a");
  Letters to_front("abcd");
  CHECK(walk(to_front.graph.reversed_nodes(), "c", [&] { to_front['a'].prepend(to_front['c']); }) ==
        "d c b a c");
}

TEST_CASE("promise 5: a pass that hoists to the front visits each node once", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  std::vector<UntypedNode*> constants;
  UntypedNode* sum = &x;
  for (int i = 0; i < 3; ++i) {
    constants.push_back(&graph.get_attr("k"));
    sum = &graph.call_function(f, {*sum, *constants.back()});
  }
  std::string visited;
  for (auto& node : graph.nodes()) {
    visited += node.name() + ' ';
    if (node.op() == calque::Opcode::get_attr) graph.nodes().begin()->prepend(node);
  }
  CHECK(visited == "x k f k_1 f_1 k_2 f_2 ");
  CHECK(names_of(graph.nodes()) == "k_2 k_1 k x f f_1 f_2");
  CHECK(calque::verify(graph).empty());
}

TEST_CASE("promise 5: a pass that sinks to the back in a reversed walk ends", "[ir][iteration]") {
  Letters letters("abcd");
  std::string visited;
  for (auto& node : letters.graph.reversed_nodes()) {
    visited += node.name() + ' ';
    letters.graph.reversed_nodes().begin()->append(node);
  }
  CHECK(visited == "d c b a ");
  CHECK(letters.order() == "d c b a");
}

TEST_CASE("promise 5: a follower that was moved away is not followed", "[ir][iteration]") {
  Letters to_back("abcd");
  CHECK(walk(to_back.graph.nodes(), "a", [&] { to_back['d'].append(to_back['b']); }) ==
        "a c d b");
  Letters to_front("abcd");
  CHECK(walk(to_front.graph.nodes(), "b", [&] { to_front['a'].prepend(to_front['c']); }) ==
        "a b d");
  Letters reversed("abcd");
  CHECK(walk(reversed.graph.reversed_nodes(), "d", [&] { reversed['a'].prepend(reversed['c']); }) ==
        "d b a c");
}

TEST_CASE("promise 5: a moved node and then its follower are both left behind",
          "[ir][iteration]") {
  Letters forward("abcdef");
  CHECK(walk(forward.graph.nodes(), "c", [&] {
          forward['a'].prepend(forward['c']);
          forward['a'].prepend(forward['d']);
        }) == "a b c e f");
  CHECK(forward.order() == "c d a b e f");
  Letters backward("abcdef");
  CHECK(walk(backward.graph.reversed_nodes(), "d", [&] {
          backward['f'].append(backward['d']);
          backward['f'].append(backward['c']);
        }) == "f e d b a");
}

TEST_CASE("promise 5: the walk follows the first of several moves of the current node",
          "[ir][iteration]") {
  Letters letters("abcdef");
  CHECK(walk(letters.graph.nodes(), "b", [&] {
          letters['e'].append(letters['b']);
          letters['a'].prepend(letters['b']);
          letters['c'].append(letters['b']);
        }) == "a b c b d e f");
  CHECK(letters.order() == "a c b d e f");
}

TEST_CASE("promise 5: a node that comes back to where it was is where it was", "[ir][iteration]") {
  Letters letters("abcd");
  CHECK(walk(letters.graph.nodes(), "b", [&] {
          letters['d'].append(letters['b']);
          letters['a'].append(letters['b']);
        }) == "a b c d");
}

TEST_CASE("promise 5: the current node may be moved and then erased", "[ir][iteration]") {
  Letters forward("abcde");
  CHECK(walk(forward.graph.nodes(), "b", [&] {
          forward['e'].append(forward['b']);
          forward.erase("b");
        }) == "a b c d e");
  Letters backward("abcde");
  CHECK(walk(backward.graph.reversed_nodes(), "d", [&] {
          backward['a'].prepend(backward['d']);
          backward.erase("d");
        }) == "e d c b a");
}

TEST_CASE("promise 5: moved and erased nodes in a row are passed over", "[ir][iteration]") {
  Letters letters("abcdefg");
  CHECK(walk(letters.graph.nodes(), "b", [&] {
          letters.erase("b");
          letters['a'].prepend(letters['c']);
          letters.erase("d");
          letters['a'].prepend(letters['e']);
          letters.erase("e");
        }) == "a b f g");
  CHECK(letters.order() == "c a f g");
}

TEST_CASE("promise 5: the follower of an erased node may be moved", "[ir][iteration]") {
  Letters forward("abcdef");
  CHECK(walk(forward.graph.nodes(), "b", [&] {
          forward.erase("b");
          forward['f'].append(forward['c']);
        }) == "a b d e f c");
  Letters backward("abcdef");
  CHECK(walk(backward.graph.reversed_nodes(), "e", [&] {
          backward.erase("e");
          backward['a'].prepend(backward['d']);
        }) == "f e c b a d");
}

TEST_CASE("promise 5: moving a node to where it stands is no move", "[ir][iteration]") {
  Letters letters("abc");
  const std::uint64_t version = letters.graph.version();
  CHECK(walk(letters.graph.nodes(), "b", [&] {
          letters['b'].prepend(letters['b']);
          letters['b'].append(letters['b']);
          letters['c'].prepend(letters['b']);
          letters['a'].append(letters['b']);
        }) == "a b c");
  CHECK(letters.order() == "a b c");
  CHECK(letters.graph.version() == version);
}

TEST_CASE("promise 5: an end of the graph may be the place that was left", "[ir][iteration]") {
  Letters forward("abc");
  CHECK(walk(forward.graph.nodes(), "c", [&] { forward['a'].prepend(forward['c']); }) == "a b c");
  Letters backward("abc");
  CHECK(walk(backward.graph.reversed_nodes(), "a", [&] { backward['c'].append(backward['a']); }) ==
        "c b a");
}

// 6. Any number of walks may be open at once.

TEST_CASE("promise 6: walks nest and edit under each other", "[ir][iteration]") {
  Letters letters("abcd");
  std::string visited;
  for (auto& outer : letters.graph.nodes()) {
    visited += outer.name();
    for (auto& inner : letters.graph.reversed_nodes()) {
      visited += inner.name();
      if (outer.name() == "b" && inner.name() != "d") letters.graph.erase_node(inner);
    }
    visited += ' ';
  }
  CHECK(visited == "adcba bdcba dd ");
}

TEST_CASE("promise 6: several iterators stand on one erased node", "[ir][iteration]") {
  Letters letters("abcd");
  auto forward = letters.graph.nodes().begin();
  ++forward;
  auto same = forward;
  auto backward = letters.graph.reversed_nodes().begin();
  ++backward;
  ++backward;
  letters.erase("b");
  letters.erase("c");
  CHECK((++forward)->name() == "d");
  CHECK((same++)->name() == "b");
  CHECK(same->name() == "d");
  CHECK((++backward)->name() == "a");
}

TEST_CASE("promise 6: iterators that stand on a node before and after its move part",
          "[ir][iteration]") {
  Letters letters("abcd");
  auto before = letters.graph.nodes().begin();
  ++before;
  letters['d'].append(letters['b']);
  auto after = letters.graph.nodes().begin();
  for (int i = 0; i < 3; ++i) ++after;
  REQUIRE(&*before == &*after);
  CHECK((++before)->name() == "c");
  CHECK(++after == letters.graph.nodes().end());
}

TEST_CASE("promise 6: a const graph is walked in both directions", "[ir][iteration]") {
  const Letters letters("abc");
  CHECK(names_of(letters.graph.nodes()) == "a b c");
  CHECK(names_of(letters.graph.reversed_nodes()) == "c b a");
}

TEST_CASE("promise 6: next and prev lead on from erased and moved nodes", "[ir][iteration]") {
  Letters letters("abcde");
  letters.erase("cb");
  CHECK(letters['c'].next()->name() == "d");
  CHECK(letters['c'].prev()->name() == "a");
  CHECK(letters['a'].next()->name() == "d");
  letters['e'].append(letters['d']);
  CHECK(letters['d'].next() == nullptr);
  CHECK(letters['d'].prev()->name() == "e");
  CHECK(letters['c'].next()->name() == "e");
}

// 7. node.users() keeps the promises too.

TEST_CASE("promise 7: a user may cease to use the value while current", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  for (int i = 0; i < 3; ++i) graph.call_function(f, {x, x});
  std::string visited;
  for (auto& user : x.users()) {
    visited += user.name() + ' ';
    user.replace_input_with(x, y);
  }
  CHECK(visited == "f f_1 f_2 ");
  CHECK_FALSE(x.has_users());
  CHECK(names_of(y.users()) == "f f_1 f_2");
}

TEST_CASE("promise 7: a user that has ceased to use the value is not visited", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  auto& second = graph.call_function(g, {x});
  graph.call_function(h, {x});
  CHECK(walk(x.users(), "f", [&] { second.replace_input_with(x, 1); }) == "f h");
}

TEST_CASE("promise 7: erased users are not visited", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  auto& second = graph.call_function(g, {x});
  auto& third = graph.call_function(h, {x});
  CHECK(walk(x.users(), "f", [&] {
          graph.erase_node(second);
          graph.erase_node(first);
        }) == "f h");
  CHECK(walk(x.users(), "h", [&] { graph.erase_node(third); }) == "h");
}

TEST_CASE("promise 7: every user may be erased while current", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  for (int i = 0; i < 20; ++i) graph.call_function(f, {x, i, x});
  for (auto& user : x.users()) graph.erase_node(user);
  CHECK_FALSE(x.has_users());
  CHECK(names_of(graph.nodes()) == "x");
}

TEST_CASE("promise 7: users that come during the walk are visited at its end", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  graph.call_function(f, {x});
  CHECK(walk(x.users(), "f", [&] { graph.call_function(g, {x}); }) == "f f_1 g");
  CHECK(walk(x.users(), "g", [&] { graph.call_function(h, {x}); }) == "f f_1 g h");
}

TEST_CASE("promise 7: a user that comes while the last one goes is visited", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& only = graph.call_function(f, {x});
  CHECK(walk(x.users(), "f", [&] {
          graph.erase_node(only);
          graph.call_function(g, {x});
        }) == "f g");
}

TEST_CASE("promise 7: a user that gets a second use is visited once", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  auto& first = graph.call_function(f, {x, y});
  auto& second = graph.call_function(g, {x, y});
  CHECK(walk(x.users(), "f", [&] {
          second.replace_input_with(y, x);
          first.replace_input_with(y, x);
        }) == "f g");
}

TEST_CASE("promise 7: a user that goes and comes back before its turn is visited once",
          "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  graph.call_function(f, {x});
  auto& second = graph.call_function(g, {x});
  graph.call_function(h, {x});
  CHECK(walk(x.users(), "f", [&] {
          second.replace_input_with(x, y);
          second.replace_input_with(y, x);
        }) == "f h g");
}

TEST_CASE("promise 7: all uses may be replaced in the middle of the walk", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& y = graph.placeholder("y");
  for (int i = 0; i < 3; ++i) graph.call_function(f, {x});
  CHECK(walk(x.users(), "f", [&] { x.replace_all_uses_with(y); }) == "f");
  CHECK(walk(y.users(), "f_1", [&] { y.replace_all_uses_with(calque::Literal<Untyped>(1)); }) ==
        "f f_1");
}

TEST_CASE("promise 7: a node wrapped around the value becomes its one user", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  graph.call_function(f, {x});
  graph.call_function(f, {x, x});
  CHECK(walk(x.users(), "f", [&] {
          const auto here = graph.inserting_after(x);
          x.replace_all_uses_with(graph.call_function(g, {x}));
        }) == "f g");
  support::expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %g : [num_users=2] = call_function[target=__main__.g](args = (%x,), kwargs = {})
    %f : [num_users=0] = call_function[target=__main__.f](args = (%g,), kwargs = {})
    %f_1 : [num_users=0] = call_function[target=__main__.f](args = (%g, %g), kwargs = {})
)");
}

TEST_CASE("promise 7: moving users does not change their order as users", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  graph.call_function(g, {x});
  auto& third = graph.call_function(h, {x});
  CHECK(walk(x.users(), "f", [&] { third.append(first); }) == "f g h");
}

TEST_CASE("promise 7: the users of a node that is erased meanwhile end", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& only = graph.call_function(f, {x});
  CHECK(walk(x.users(), "f", [&] {
          graph.erase_node(only);
          graph.erase_node(x);
        }) == "f");
}

// 8. erase_node refuses before it changes anything; the texts are in bad_graphs_test.cpp.

TEST_CASE("promise 8: a refused erasure leaves an open walk as it was", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& first = graph.call_function(f, {x});
  graph.call_function(g, {first});
  auto& dead = graph.call_function(h, {first});
  graph.erase_node(dead);
  UntypedGraph other;
  auto& foreign = other.placeholder("y");
  int refused = 0;
  CHECK(walk(graph.nodes(), "f", [&] {
          for (UntypedNode* node : {&first, &x, &dead, &foreign}) {
            refused += error_of<GraphError>([&] { graph.erase_node(*node); }) !=
                       "nothing was thrown";
          }
        }) == "x f g");
  CHECK(refused == 4);
  CHECK(names_of(x.users()) == "f");
  CHECK(names_of(first.users()) == "g");
  CHECK(calque::verify(graph).empty());
}

// 9. An insertion point whose node is erased moves on to the next live node.

TEST_CASE("promise 9: an insertion point outlives the node it stands at", "[ir][iteration]") {
  Letters letters("abcd");
  {
    const auto here = letters.graph.inserting_before(letters['b']);
    letters.graph.placeholder("n");
    letters.erase("b");
    letters.graph.placeholder("n");
    letters.erase("c");
    letters.graph.placeholder("n");
  }
  letters.graph.placeholder("end");
  CHECK(letters.order() == "a n n_1 n_2 d end");
}

TEST_CASE("promise 9: an insertion point after an erased node stays in its place",
          "[ir][iteration]") {
  Letters letters("abc");
  const auto here = letters.graph.inserting_after(letters['b']);
  letters.erase("b");
  letters.graph.placeholder("n");
  letters.erase("c");
  letters.graph.placeholder("n");
  CHECK(letters.order() == "a n n_1");
}

TEST_CASE("promise 9: an insertion point does not follow a node that is moved",
          "[ir][iteration]") {
  Letters letters("abcd");
  const auto here = letters.graph.inserting_before(letters['b']);
  letters['d'].append(letters['b']);
  letters.graph.placeholder("n");
  CHECK(letters.order() == "a n c d b");
}

TEST_CASE("promise 9: the outer insertion point outlives its node under an inner one",
          "[ir][iteration]") {
  Letters letters("abcdef");
  {
    const auto outer = letters.graph.inserting_before(letters['c']);
    {
      const auto inner = letters.graph.inserting_before(letters['a']);
      letters.graph.placeholder("inner");
      letters.erase("dc");
    }
    letters.graph.placeholder("outer");
  }
  CHECK(letters.order() == "inner a b outer e f");
}

TEST_CASE("promise 9: the outer insertion point stays when its node is moved under an inner one",
          "[ir][iteration]") {
  Letters letters("abcd");
  {
    const auto outer = letters.graph.inserting_before(letters['b']);
    {
      const auto inner = letters.graph.inserting_before(letters['a']);
      letters['d'].append(letters['b']);
      letters['a'].prepend(letters['c']);
    }
    letters.graph.placeholder("outer");
  }
  CHECK(letters.order() == "c a outer d b");
}

TEST_CASE("promise 9: an insertion point in an emptied graph is its end", "[ir][iteration]") {
  Letters letters("a");
  const auto here = letters.graph.inserting_before(letters['a']);
  letters.erase("a");
  letters.graph.placeholder("n");
  letters.graph.placeholder("n");
  CHECK(letters.order() == "n n_1");
}

// 10. Only compact() and the end of the graph end a node's life.

TEST_CASE("promise 10: an erased node stays readable", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.call_function(f, {x, 2, "text"}, "dead");
  const calque::NodeId id = dead.id();
  graph.erase_node(dead);
  for (int i = 0; i < 2000; ++i) graph.call_function(g, {x});
  CHECK(dead.is_erased());
  CHECK(dead.name() == "dead");
  CHECK(dead.id() == id);
  CHECK(dead.op() == calque::Opcode::call_function);
  CHECK(dead.target() == "f");
  CHECK(dead.calls(f));
  CHECK(dead.args().size() == 3);
  CHECK(&dead.args()[0].node() == &x);
  CHECK(dead.operand(2).literal.text() == "text");
  CHECK_FALSE(dead.has_users());
  CHECK(dead.users().size() == 0);
  CHECK(&dead.graph().store() == &graph.store());
}

TEST_CASE("promise 10: nodes keep their addresses when the graph is moved", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& call = graph.call_function(f, {x});
  auto it = graph.nodes().begin();
  UntypedGraph moved = std::move(graph);
  CHECK(&*++it == &call);
  CHECK(&x.graph().store() == &moved.store());
  x.graph().call_function(g, {call});
  CHECK(names_of(moved.nodes()) == "x f g");
}

TEST_CASE("promise 10: compact gives the node for each former node", "[ir][iteration]") {
  UntypedGraph graph;
  auto& x = graph.placeholder("x");
  auto& dead = graph.call_function(f, {x});
  auto& live = graph.call_function(g, {x, 2.5});
  graph.output({live});
  graph.erase_node(dead);
  const std::uint32_t dead_slot = dead.slot();
  const std::uint32_t live_slot = live.slot();
  const std::uint64_t version = graph.version();
  auto nodes = graph.compact();
  CHECK(nodes.at_slot(dead_slot) == nullptr);
  REQUIRE(nodes.at_slot(live_slot) != nullptr);
  CHECK(nodes.at_slot(live_slot)->name() == "g");
  CHECK(graph.version() > version);
  support::expect_listing(graph, R"(
graph():
    %x : [num_users=1] = placeholder[target=x]
    %g : [num_users=1] = call_function[target=__main__.g](args = (%x, 2.5), kwargs = {})
    return g
)");
  CHECK(calque::verify(graph).empty());
}

TEST_CASE("promise 10: compact gives fresh ids and keeps names taken", "[ir][iteration]") {
  Letters letters("abc");
  letters.erase("b");
  letters.graph.compact();
  std::vector<std::uint32_t> ids;
  for (const auto& node : letters.graph.nodes()) ids.push_back(node.id().value);
  CHECK(ids == std::vector<std::uint32_t>{3, 4});
  CHECK(letters.graph.placeholder("b").name() == "b_1");
  letters.graph.compact();
  for (const auto& node : letters.graph.nodes()) CHECK(node.id().value >= 6);
}

TEST_CASE("promise 10: walks, moves and insertion work after compact", "[ir][iteration]") {
  Letters letters("abcde");
  letters['a'].prepend(letters['e']);
  letters.erase("b");
  letters.graph.compact();
  CHECK(letters.order() == "e a c d");
  CHECK(names_of(letters.graph.reversed_nodes()) == "d c a e");
  letters.graph.nodes().begin()->prepend(*letters.graph.reversed_nodes().begin());
  letters.graph.placeholder("n");
  CHECK(letters.order() == "d e a c n");
  CHECK(calque::verify(letters.graph).empty());
}
