# Running out of memory, mappings, threads and files, and wrong arguments. A library that makes
# calls of the system fail is preloaded, which does not go together with sanitizers.
if(HEDDLE_SANITIZE)
  return()
endif()
add_library(inject_failures SHARED inject_failures.cpp)
target_link_libraries(inject_failures PRIVATE heddle_options ${CMAKE_DL_LIBS})
set_target_properties(inject_failures PROPERTIES CXX_VISIBILITY_PRESET default
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)

# heddle_add_running_out(name LINK library... SOURCES file...)
function(heddle_add_running_out name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE heddle_options ${arg_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endfunction()

heddle_add_running_out(failures SOURCES failures.cpp scenarios.cpp LINK cuda)
heddle_add_running_out(random_calls SOURCES random_calls.cpp
  LINK cudart cuda heddle_headers_ir heddle_headers_runtime)
# A template for each of 1,200 functions, whose speed does not matter: the optimiser would take longer than all else.
target_compile_options(random_calls PRIVATE -O0)

set(settings HEDDLE_MEMORY=1G HEDDLE_WORKERS=2 HEDDLE_QUIET=1 CUDA_CACHE_DISABLE=1)
set(preloaded ${settings} LD_PRELOAD=$<TARGET_FILE:inject_failures>)
function(heddle_add_running_out_test name environment)
  add_test(NAME hostile.${name} COMMAND ${ARGN})
  set_tests_properties(hostile.${name} PROPERTIES LABELS hostile TIMEOUT 600
    ENVIRONMENT "${environment}" WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
# The numbers bound the time. Without --most each call of the system fails once, and
# `random_calls 100000` is a long run.
heddle_add_running_out_test(failures "${preloaded}" failures --most=40)
heddle_add_running_out_test(failures_cold "${preloaded}" failures --cold --most=3)
heddle_add_running_out_test(random_calls "${settings}" random_calls 10000)
heddle_add_running_out_test(random_calls_leaks "${preloaded}" random_calls 4000 1 leaks)
heddle_add_running_out_test(random_calls_with_failures "${preloaded}" random_calls 5000 100001)
