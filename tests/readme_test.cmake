# The README shows the program of examples/hello.cpp and what it prints, word for word.
#   cmake -DROOT=<the project> -P readme_test.cmake
file(READ "${ROOT}/README.md" readme)
file(READ "${ROOT}/examples/hello.cpp" hello)
file(READ "${ROOT}/examples/expected/hello.txt" printed)

string(FIND "${hello}" "// [hello]\n" begin)
string(FIND "${hello}" "// [/hello]" end)
math(EXPR begin "${begin} + 11")
math(EXPR length "${end} - ${begin}")
string(SUBSTRING "${hello}" ${begin} ${length} program)

foreach(part IN ITEMS "```cpp\n${program}```" "```\n${printed}```")
  string(FIND "${readme}" "${part}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md lacks this block of examples/hello.cpp:\n${part}")
  endif()
endforeach()
