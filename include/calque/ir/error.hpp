// The exceptions of calque. A text starts with the culprit in lower case, goes on with `note:` and
// the remedy, and ends with the listing around the place.
#pragma once

#include <stdexcept>
#include <string>

namespace calque {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A refused edit or a graph that breaks an invariant.
class GraphError : public Error {
 public:
  using Error::Error;
};

/// What tracing cannot do: branch on a proxy, mix two graphs, record without a tracer.
class TraceError : public Error {
 public:
  using Error::Error;
};

/// A failure while a graph runs; the exception that caused it is nested in it.
class ExecutionError : public Error {
 public:
  using Error::Error;
};

namespace detail {

template <class E>
[[noreturn]] inline void fail(const std::string& text) {
  throw E(text);
}

}  // namespace detail

}  // namespace calque
