// What the C library promises in device code: printf, malloc, free, memcpy, memset, assert, clock,
// and operators new and delete. printf becomes vprintf with a packed buffer in the compiler.
#ifndef HEDDLE_CRT_DEVICE_RUNTIME_H
#define HEDDLE_CRT_DEVICE_RUNTIME_H

#include "crt/device_macros.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern "C" {
__device__ int vprintf(const char*, const char*);
__device__ int printf(const char*, ...) __attribute__((format(printf, 1, 2)));
__device__ void __assertfail(const char* message, const char* file, unsigned int line,
                             const char* function, size_t charSize) __attribute__((noreturn));

#if !defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) // which defines it itself
// The host's assert macro calls this name.
__HEDDLE_DEVICE__ void __assert_fail(const char* message, const char* file, unsigned int line,
                                     const char* function) {
  __assertfail(message, file, line, function, sizeof(char));
}
#endif

__HEDDLE_DEVICE__ void* memcpy(void* to, const void* from, size_t bytes) {
  return __builtin_memcpy(to, from, bytes);
}
__HEDDLE_DEVICE__ void* memmove(void* to, const void* from, size_t bytes) {
  return __builtin_memmove(to, from, bytes);
}
__HEDDLE_DEVICE__ void* memset(void* to, int byte, size_t bytes) {
  return __builtin_memset(to, byte, bytes);
}

__HEDDLE_DEVICE__ clock_t clock(void) {
  unsigned int ticks;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(ticks)::"memory");
  return (clock_t)(int)ticks;
}
}

#if defined(__GLIBCXX__)
// Since version 13, assertions of libstdc++ call a function of the host when they fail: the first
// one in a constant expression, the second one with _GLIBCXX_ASSERTIONS. Functions of the library
// that are constexpr, and so part of device code, have such assertions, as std::complex and
// std::array do.
namespace std {
__HEDDLE_DEVICE__ void __glibcxx_assert_fail() {}
__HEDDLE_DEVICE__ void __glibcxx_assert_fail(const char* file, int line, const char* function,
                                             const char* condition) _GLIBCXX_NOEXCEPT {
  __assertfail(condition, file, static_cast<unsigned int>(line), function, sizeof(char));
}
} // namespace std
#endif

__HEDDLE_DEVICE__ long long int clock64(void) {
  long long int ticks;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(ticks)::"memory");
  return ticks;
}

// Also supplies operators new and delete for the device, through clang's wrapper of this header.
#include <new>

#endif
