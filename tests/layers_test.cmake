# Tests layers.cmake on a tree with one violation of each kind, written to the folder TREE.
cmake_minimum_required(VERSION 3.16...4.0)

file(REMOVE_RECURSE "${TREE}")
function(header name)
  set(code "#pragma once\n")
  foreach(included IN LISTS ARGN)
    string(APPEND code "#include ${included}\n")
  endforeach()
  file(WRITE "${TREE}/calque/${name}" "${code}")
endfunction()

# These keep the rules.
header(config.hpp <cstdint>)
header(fwd.hpp <calque/config.hpp>)
header(ir/detail/pool.hpp <vector>)
header(ir/graph.hpp <calque/fwd.hpp> \"detail/pool.hpp\" "<string>  // a; [b")
header(passes/inline.hpp <calque/ir/graph.hpp> <memory>)
header(adapt/eigen.hpp <calque/passes/inline.hpp>)
header(module/module.hpp <calque/passes/inline.hpp> <calque/run/program.hpp>
                         <calque/trace/proxy.hpp>)
header(calque.hpp <calque/module/module.hpp>)
# These do not.
header(ir/upward.hpp <calque/trace/proxy.hpp>)
header(other/odd.hpp)
header(run/program.hpp <calque/passes/inline.hpp>)
header(text/code.hpp <calque/ir/detail/pool.hpp>)
header(trace/proxy.hpp <functional> \"../ir/detail/pool.hpp\" <calque/other/odd.hpp>)

set(expected "\
calque/ir/upward.hpp includes calque/trace/proxy.hpp, which is above it
calque/other/odd.hpp is in no layer
calque/run/program.hpp includes calque/passes/inline.hpp, which is beside it
calque/text/code.hpp includes calque/ir/detail/pool.hpp, which is a detail of ir/
calque/trace/proxy.hpp includes <functional>, which is too costly for trace/
calque/trace/proxy.hpp includes calque/ir/detail/pool.hpp, which is a detail of ir/
calque/trace/proxy.hpp includes calque/other/odd.hpp, which is in no layer
calque/ir/upward.hpp is not reached by calque.hpp
calque/text/code.hpp is not reached by calque.hpp
")

execute_process(
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${TREE}" -P "${CMAKE_CURRENT_LIST_DIR}/layers.cmake"
  RESULT_VARIABLE status ERROR_VARIABLE printed)
string(REGEX REPLACE "CMake Error at .*" "" findings "${printed}")
if(status EQUAL 0 OR NOT findings STREQUAL expected)
  message(FATAL_ERROR "layers.cmake should find\n${expected}\nbut it printed\n${printed}")
endif()
