# Reads the includes of the headers in ROOT/calque and fails, with one line for each, on
# - an include that goes up a level, or sideways between folders of one level;
# - a header of x/detail/ included from outside folder x;
# - a public header that calque.hpp does not reach (adapt/ and `apart` are not meant to be reached);
# - a standard header in ir/ or trace/ that costs every user's file too much.
cmake_minimum_required(VERSION 3.16...4.0)

set(levels
  "config.hpp fwd.hpp"
  "ir"
  "trace text"
  "passes run views"
  "module adapt"
  "calque.hpp")

# Public headers that a user includes besides calque.hpp, because they bring threads or clocks.
set(apart module/read.hpp module/runtime_function.hpp)

set(costly ranges iostream ostream sstream regex chrono atomic memory thread mutex iomanip random
           filesystem functional unordered_map)

set(findings 0)
macro(report)
  message(NOTICE ${ARGN})
  math(EXPR findings "${findings} + 1")
endmacro()

# The folder of calque/folder/name.hpp is `folder`, that of calque/name.hpp its own name.
function(locate header folder_out level_out)
  string(REGEX REPLACE "^calque/([^/]+).*" "\\1" folder "${header}")
  set(level 0)
  foreach(folders IN LISTS levels)
    if(" ${folders} " MATCHES " ${folder} ")
      set(${folder_out} "${folder}" PARENT_SCOPE)
      set(${level_out} ${level} PARENT_SCOPE)
      return()
    endif()
    math(EXPR level "${level} + 1")
  endforeach()
  set(${folder_out} "${folder}" PARENT_SCOPE)
  set(${level_out} "none" PARENT_SCOPE)
endfunction()

# The names that a header includes, those of ours as calque/...
function(read_includes header out)
  file(READ "${ROOT}/${header}" code)
  string(REGEX REPLACE "[][;]" "" code "${code}")
  string(REGEX MATCHALL "(^|\n)[ \t]*#[ \t]*include[ \t]*[<\"][^>\"\n]+" lines "${code}")
  get_filename_component(here "${header}" DIRECTORY)
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*([<\"])(.*)$" "\\2" name "${line}")
    if(line MATCHES "\"" AND EXISTS "${ROOT}/${here}/${name}")
      get_filename_component(path "${ROOT}/${here}/${name}" ABSOLUTE)
      file(RELATIVE_PATH name "${ROOT}" "${path}")
    endif()
    list(APPEND names "${name}")
  endforeach()
  set(${out} "${names}" PARENT_SCOPE)
endfunction()

get_filename_component(ROOT "${ROOT}" ABSOLUTE)
file(GLOB_RECURSE headers RELATIVE "${ROOT}" "${ROOT}/calque/*.hpp")
foreach(header IN LISTS headers)
  locate("${header}" folder level)
  if(level STREQUAL "none")
    report("${header} is in no layer")
    continue()
  endif()
  read_includes("${header}" includes_of_${header})
  foreach(included IN LISTS includes_of_${header})
    if(included MATCHES "^calque/")
      locate("${included}" other_folder other_level)
      if(other_level STREQUAL "none")
        report("${header} includes ${included}, which is in no layer")
      elseif(other_level GREATER level)
        report("${header} includes ${included}, which is above it")
      elseif(other_level EQUAL level AND NOT level EQUAL 0 AND NOT other_folder STREQUAL folder)
        report("${header} includes ${included}, which is beside it")
      elseif(included MATCHES "/detail/" AND NOT other_folder STREQUAL folder)
        report("${header} includes ${included}, which is a detail of ${other_folder}/")
      endif()
    elseif(included IN_LIST costly AND folder MATCHES "^(ir|trace)$")
      report("${header} includes <${included}>, which is too costly for ${folder}/")
    endif()
  endforeach()
endforeach()

set(reached "")
set(next calque/calque.hpp)
while(next)
  list(APPEND reached ${next})
  set(further "")
  foreach(header IN LISTS next)
    list(APPEND further ${includes_of_${header}})
  endforeach()
  list(REMOVE_DUPLICATES further)
  list(REMOVE_ITEM further ${reached})
  set(next "${further}")
endwhile()
foreach(header IN LISTS headers)
  string(REGEX REPLACE "^calque/" "" name "${header}")
  if(name IN_LIST apart)
    if(header IN_LIST reached)
      report("${header} is listed as apart, but calque.hpp reaches it")
    endif()
  elseif(NOT header IN_LIST reached AND NOT name MATCHES "^adapt/|/detail/")
    report("${header} is not reached by calque.hpp")
  endif()
endforeach()

if(NOT headers)
  report("no headers in ${ROOT}/calque")
endif()
if(findings)
  message(FATAL_ERROR "${findings} violations of the layers")
endif()
