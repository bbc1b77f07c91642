// Forward declarations of the core types, and the only place where their defaults are written.
#pragma once

namespace calque {

template <class... Ts>
struct types;
struct Untyped;

template <class D>
class Node;
template <class D>
class Graph;
template <class D>
struct Function;
template <class D>
class Literal;
template <class D>
struct Operand;
template <class D>
class Arguments;
template <class D>
class ArgumentView;
template <class D>
class TracerBase;
template <class D>
class Tracer;
template <class D>
class GraphAppendingTracer;
template <class T, class D = T>
class Proxy;
template <class D>
class Interpreter;
template <class D>
class GraphModule;

namespace detail {
template <class D>
class Store;
}  // namespace detail

}  // namespace calque
