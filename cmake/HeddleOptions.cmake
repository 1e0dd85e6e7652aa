# Compiler settings that every target of the project shares.

option(HEDDLE_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(HEDDLE_SANITIZE_THREADS "With HEDDLE_SANITIZE: ThreadSanitizer instead" OFF)
option(HEDDLE_FUZZ "Instrument everything for libFuzzer, see tests/fuzz; with HEDDLE_SANITIZE" OFF)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  # Precompiled headers carry time stamps; without these settings ccache never hits.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE})
endif()

add_library(heddle_options INTERFACE)
target_compile_options(heddle_options INTERFACE -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # ccache needs reproducible precompiled headers.
  target_compile_options(heddle_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>)
  add_link_options(-fuse-ld=lld)
endif()
if(HEDDLE_SANITIZE AND HEDDLE_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(HEDDLE_SANITIZE)
  # LLVM has no type information for vptr; and function looks for a type's mark in front of whatever
  # is called, where compiled kernels have none.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr,function
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY
    TEST_INCLUDE_FILES ${CMAKE_SOURCE_DIR}/cmake/SanitizedTests.cmake)
endif()

if(HEDDLE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# For calls of clang that are no compilations of CMake's: what it is told when it compiles for
# another machine.
set(heddle_clang_target)
if(CMAKE_C_COMPILER_TARGET)
  list(APPEND heddle_clang_target --target=${CMAKE_C_COMPILER_TARGET})
endif()
if(CMAKE_SYSROOT)
  list(APPEND heddle_clang_target --sysroot=${CMAKE_SYSROOT})
endif()

# LLVM: one shared library, as Debian ships it.
add_library(heddle_llvm INTERFACE)
# Its headers precompiled, for targets of many sources.
add_library(heddle_llvm_precompiled INTERFACE)
find_package(LLVM 19.1 CONFIG HINTS /usr/lib/llvm-19/lib/cmake/llvm)
if(LLVM_FOUND)
  separate_arguments(LLVM_DEFINITIONS_SEPARATED NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_include_directories(heddle_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
  target_compile_options(heddle_llvm INTERFACE ${LLVM_DEFINITIONS_SEPARATED})
  target_link_libraries(heddle_llvm INTERFACE LLVM)
  target_link_directories(heddle_llvm INTERFACE ${LLVM_LIBRARY_DIRS})
  target_precompile_headers(heddle_llvm_precompiled INTERFACE
    <llvm/IR/IRBuilder.h> <llvm/IR/Module.h> <llvm/IR/Function.h> <llvm/IR/Instructions.h>
    <llvm/IR/IntrinsicInst.h> <llvm/IR/PassManager.h> <llvm/Support/raw_ostream.h>
    <llvm/Support/Error.h> <string> <vector> <memory> <map> <unordered_map>)
endif()
