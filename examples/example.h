// What the examples share: checks that say what failed, and the closing line.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK_CUDA(call)                                                                           \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess) {                                                                    \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                           \
                   cudaGetErrorString(error));                                                     \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

// Remembers a condition that does not hold, and says so. The program goes on to its other checks.
#define EXPECT(condition) example::expect((condition), #condition, __FILE__, __LINE__)

namespace example {

inline int failures = 0;

// Says the first ten failures only: a wrong kernel fails for each element.
inline void expect(bool holds, const char* condition, const char* file, int line) {
  if (holds)
    return;
  if (++failures <= 10)
    std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
}

} // namespace example

// The closing line of an example, and its exit status.
inline int report(bool passed = true) {
  passed = passed && example::failures == 0;
  std::puts(passed ? "PASSED" : "FAILED");
  return passed ? 0 : 1;
}
