#ifndef HEDDLE_NVRTC_ASSERT_H
#define HEDDLE_NVRTC_ASSERT_H

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition)                                                                          \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif

#endif
