// Makes an older libstdc++ assert as version 14 does: through functions that are for the host
// alone.
#pragma once
#include_next <bits/c++config.h>

#if _GLIBCXX_RELEASE < 13
namespace std {
extern "C++" __attribute__((noreturn)) void __glibcxx_assert_fail(const char*, int, const char*,
                                                                  const char*) noexcept;
__attribute__((__always_inline__, __visibility__("default"))) inline void __glibcxx_assert_fail() {}
} // namespace std

#undef __glibcxx_assert
#ifdef _GLIBCXX_ASSERTIONS
#define __glibcxx_assert(condition)                                                                \
  do {                                                                                             \
    if (__builtin_expect(!bool(condition), false))                                                 \
      std::__glibcxx_assert_fail(__FILE__, __LINE__, __PRETTY_FUNCTION__, #condition);             \
  } while (false)
#else
#define __glibcxx_assert(condition)                                                                \
  do {                                                                                             \
    if (std::__is_constant_evaluated())                                                            \
      if (__builtin_expect(!bool(condition), false))                                               \
        std::__glibcxx_assert_fail();                                                              \
  } while (false)
#endif
#endif
