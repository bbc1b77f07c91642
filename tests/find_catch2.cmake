# Makes Catch2 available, and the target calque_catch that brings it together with a main:
# an installed v3, else an installed v2, else v3 from the network.
option(CALQUE_TEST_OWN_MAIN "Catch2 v2: compile its main here (needed with -stdlib=libc++)" OFF)
mark_as_advanced(CALQUE_TEST_OWN_MAIN)

find_package(Catch2 3 QUIET CONFIG)
if(NOT Catch2_FOUND)
  find_package(Catch2 2.13.4 QUIET CONFIG)
endif()
if(NOT Catch2_FOUND)
  include(FetchContent)
  set(archive "${CMAKE_CURRENT_BINARY_DIR}/catch2-3.7.1.tar.gz")
  if(NOT FETCHCONTENT_SOURCE_DIR_CATCH2 AND NOT EXISTS "${archive}")
    # Downloaded here rather than by FetchContent, whose own failure is a page of curl's log.
    file(DOWNLOAD https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
         "${archive}.part" STATUS status TIMEOUT 60 INACTIVITY_TIMEOUT 10 TLS_VERIFY ON)
    list(GET status 0 code)
    if(NOT code EQUAL 0)
      file(REMOVE "${archive}.part")
      # CMake does not wrap a line that begins with a space.
      message(FATAL_ERROR "The tests need Catch2, which is neither installed nor downloadable:\n"
              " apt-get install catch2   (or configure with -DCALQUE_BUILD_TESTS=OFF)")
    endif()
    file(RENAME "${archive}.part" "${archive}")
  endif()
  FetchContent_Declare(Catch2 URL "${archive}")
  FetchContent_MakeAvailable(Catch2)
  list(APPEND CMAKE_MODULE_PATH "${catch2_SOURCE_DIR}/extras")
  # Our warnings are not for its headers.
  get_target_property(catch_includes Catch2 INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(Catch2 SYSTEM INTERFACE ${catch_includes})
endif()
include(Catch)

add_library(calque_catch INTERFACE)
if(TARGET Catch2::Catch2WithMain AND NOT CALQUE_TEST_OWN_MAIN)  # v3, and Debian's v2
  target_link_libraries(calque_catch INTERFACE Catch2::Catch2WithMain)
else()
  set(main "${CMAKE_CURRENT_BINARY_DIR}/catch_main.cpp")
  file(GENERATE OUTPUT "${main}"
       CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
  add_library(calque_catch_main STATIC "${main}")
  target_compile_features(calque_catch_main PUBLIC cxx_std_20)
  target_link_libraries(calque_catch_main PUBLIC Catch2::Catch2)
  target_link_libraries(calque_catch INTERFACE calque_catch_main)
endif()

# v2 succeeds when a name matches no test, so a name that was split badly would pass; v3 fails by
# itself and refuses the word.
set(catch_arguments "")
if(Catch2_VERSION AND Catch2_VERSION VERSION_LESS 3)
  set(catch_arguments EXTRA_ARGS -w NoTests)
endif()
