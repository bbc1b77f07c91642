// Everything that every user may want: include this one, or the parts that you need.
#pragma once

#include <calque/config.hpp>
#include <calque/fwd.hpp>
#include <calque/ir/body_effects.hpp>
#include <calque/ir/equality.hpp>
#include <calque/ir/graph.hpp>
#include <calque/ir/normalized_arguments.hpp>
#include <calque/ir/structural_hash.hpp>
#include <calque/ir/verify.hpp>
#include <calque/module/graph_module.hpp>
#include <calque/module/symbolic_trace.hpp>
#include <calque/passes/canonical_order.hpp>
#include <calque/passes/dead_code.hpp>
#include <calque/passes/inline.hpp>
#include <calque/passes/topological_sort.hpp>
#include <calque/run/interpreter.hpp>
#include <calque/text/code.hpp>
#include <calque/text/listing.hpp>
#include <calque/text/tabular.hpp>
#include <calque/trace/library.hpp>
#include <calque/trace/math.hpp>
#include <calque/trace/operators.hpp>
#include <calque/trace/tracer.hpp>
#include <calque/trace/wrap.hpp>
