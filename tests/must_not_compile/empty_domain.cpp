// expect: a domain needs at least one type
#include <calque/ir/graph.hpp>

struct Nothing : calque::types<> {};
calque::Graph<Nothing> graph;
