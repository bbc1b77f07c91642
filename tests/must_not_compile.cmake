# Compiles SOURCE, which must fail and say the text of its first line, `// expect: <text>`.
cmake_minimum_required(VERSION 3.16...4.0)

file(READ "${SOURCE}" code)
if(NOT code MATCHES "^// expect: ([^\n]+)\n")
  message(FATAL_ERROR "${SOURCE}: the first line must be `// expect: <text>`")
endif()
set(expected "${CMAKE_MATCH_1}")

separate_arguments(flags UNIX_COMMAND "${FLAGS}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C "${COMPILER}" ${flags} -std=c++20 -fsyntax-only
          -fmessage-length=0 -I "${INCLUDE}" "${SOURCE}"
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, but must not")
endif()

# Only what the compiler says counts: the source lines that it quotes hold the text anyway.
string(REGEX MATCHALL "(error|note): [^\n]*" sentences "${output}")
string(FIND "${sentences}" "${expected}" position)
if(position EQUAL -1)
  message(NOTICE "${output}")
  message(FATAL_ERROR "${SOURCE} does not compile, but nothing above says\n ${expected}")
endif()
