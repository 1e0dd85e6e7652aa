# The kinds of targets that the project has. Each sees the headers of its own layer and of those it
# links (HeddleLayers.cmake).

# The headers of include/, which CUDA programs include.
add_library(heddle_cuda_headers INTERFACE)
target_include_directories(heddle_cuda_headers INTERFACE ${CMAKE_SOURCE_DIR}/include)

# heddle_add_library(name [OBJECT] [LLVM] [SOURCES file...] [LINK library...]): a part of a layer for
# the layers above, as a static library; as objects, which a static library of the installation takes
# in whole, where it says OBJECT; and as headers alone where there are no sources.
function(heddle_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OBJECT;LLVM" "" "SOURCES;LINK")
  set(scope PUBLIC)
  if(arg_OBJECT)
    add_library(${name} OBJECT ${arg_SOURCES})
  elseif(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  if(arg_SOURCES)
    target_link_libraries(${name} PRIVATE heddle_options)
  endif()
  heddle_use_own_layer(${name} ${scope})
  target_link_libraries(${name} ${scope} ${arg_LINK})
  if(arg_LLVM)
    target_link_libraries(${name} ${scope} heddle_llvm)
    # A precompiled header costs as much as it saves in about three sources.
    list(LENGTH arg_SOURCES count)
    if(count GREATER_EQUAL 4)
      target_link_libraries(${name} PRIVATE heddle_llvm_precompiled)
    endif()
  endif()
endfunction()

# heddle_add_api_library(name SOVERSION number [VERSION number] [EXPORTS file] SOURCES file...
#   [LINK library...]): a shared library that programs link, with one of CUDA's APIs. EXPORTS is the
# version script with the symbols that are visible.
function(heddle_add_api_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOVERSION;VERSION;EXPORTS" "SOURCES;LINK")
  add_library(${name} SHARED ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE heddle_options heddle_api_options ${arg_LINK}
    INTERFACE heddle_cuda_headers)
  heddle_use_own_layer(${name} PRIVATE)
  set_target_properties(${name} PROPERTIES SOVERSION ${arg_SOVERSION})
  if(arg_VERSION)
    set_target_properties(${name} PROPERTIES VERSION ${arg_VERSION})
  endif()
  if(arg_EXPORTS)
    cmake_path(ABSOLUTE_PATH arg_EXPORTS)
    set_target_properties(${name} PROPERTIES LINK_DEPENDS ${arg_EXPORTS})
    target_link_options(${name} PRIVATE -Wl,--version-script=${arg_EXPORTS})
  endif()
  # A symbol that only the program could provide is an error here. The sanitizers' run-time library
  # does come with the program.
  if(NOT HEDDLE_SANITIZE)
    target_link_options(${name} PRIVATE -Wl,--no-undefined)
  endif()
endfunction()

# What every library with a CUDA API is compiled with: its headers, and without the sanitizer's check
# of enumerators, since a program may pass any number and the library is what checks it.
add_library(heddle_api_options INTERFACE)
target_link_libraries(heddle_api_options INTERFACE heddle_cuda_headers)
if(HEDDLE_SANITIZE)
  target_compile_options(heddle_api_options INTERFACE -fno-sanitize=enum)
endif()

# heddle_add_program(name SOURCES file... [LINK library...])
function(heddle_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE heddle_options ${arg_LINK})
  heddle_use_own_layer(${name} PRIVATE)
endfunction()

# heddle_add_unit_test(name SOURCES file... LINK library...): a GoogleTest program, its cases known
# to CTest. The compilation of tests is a third of that of the whole project: so GoogleTest and C++'s
# own headers are precompiled once for all of them, and they are optimised only as far as those need
# that compute much themselves.
find_package(GTest)
if(GTest_FOUND)
  add_executable(heddle_test_headers EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/tests/precompiled_headers.cpp)
  target_link_libraries(heddle_test_headers PRIVATE heddle_options GTest::gtest GTest::gtest_main)
  target_compile_options(heddle_test_headers PRIVATE -O1)
  target_precompile_headers(heddle_test_headers PRIVATE <gtest/gtest.h> <algorithm> <array> <atomic>
    <chrono> <filesystem> <fstream> <functional> <map> <memory> <numeric> <random> <set> <sstream>
    <string> <thread> <vector>)
endif()
function(heddle_add_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  include(GoogleTest)
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE heddle_options ${arg_LINK} GTest::gtest GTest::gtest_main)
  target_compile_options(${name} PRIVATE -O1)
  if(NOT heddle_llvm_precompiled IN_LIST arg_LINK)
    target_precompile_headers(${name} REUSE_FROM heddle_test_headers)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST)
endfunction()
