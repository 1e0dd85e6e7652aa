// What the examples share: a check of runtime calls that ends the program with a message.
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

// The closing line of an example, and its exit status.
inline int report(bool passed) {
  std::puts(passed ? "PASSED" : "FAILED");
  return passed ? 0 : 1;
}
