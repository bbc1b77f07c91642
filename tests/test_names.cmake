# Fails when a test name under ROOT holds `;` or `\`. With Catch2 v2 ctest cannot pass such a name
# on, and would run nothing or something else.
cmake_minimum_required(VERSION 3.16...4.0)

file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/*_test.cpp")
set(found FALSE)
foreach(source IN LISTS sources)
  file(READ "${ROOT}/${source}" code)
  # `;` and brackets would cut CMake's list of matches elsewhere than between two matches.
  string(ASCII 1 semicolon)
  string(REPLACE ";" "${semicolon}" code "${code}")
  string(REGEX REPLACE "[][]" "|" code "${code}")
  string(REGEX MATCHALL "(TEST_CASE|SCENARIO)[A-Z_]*\\([^\"()]*(\"[^\"]*\"[ \n]*)+" cases
         "${code}")
  foreach(case IN LISTS cases)
    if(case MATCHES "[\\${semicolon}]")
      string(REPLACE "${semicolon}" ";" case "${case}")
      message(NOTICE "${source}: ${case}")
      set(found TRUE)
    endif()
  endforeach()
endforeach()
if(found)
  message(FATAL_ERROR "a test name must not hold `;` or `\\`")
endif()
