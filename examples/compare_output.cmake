# Runs PROGRAM, keeps what it prints in the file ACTUAL and fails unless that equals the file
# EXPECTED byte for byte.
cmake_minimum_required(VERSION 3.16...4.0)

execute_process(COMMAND "${PROGRAM}" OUTPUT_FILE "${ACTUAL}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  file(READ "${ACTUAL}" printed)
  message(NOTICE "${printed}")
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()

execute_process(COMMAND "${CMAKE_COMMAND}" -E compare_files "${EXPECTED}" "${ACTUAL}"
                RESULT_VARIABLE differs OUTPUT_QUIET ERROR_QUIET)
if(differs)
  execute_process(COMMAND diff -u "${EXPECTED}" "${ACTUAL}")
  message(FATAL_ERROR "the output changed; if it should have:\n cp ${ACTUAL} ${EXPECTED}")
endif()
