// Device printf formats as the host's C library does. Rows L-344, L-346, L-348.
#include <string.h>

#include "capture.h"

#define LINES(print)                                                                               \
  print("plain\n");                                                                                \
  print("%d|%5d|%-5d|%05d|%+d|%i\n", 42, 42, 42, 42, 42, -7);                                      \
  print("%u|%x|%X|%#x|%o|%#o\n", 4000000000u, 48879, 48879, 48879, 8, 8);                          \
  print("%c%c%c|%%|%s|%10s|%-6s|%.2s\n", 'a', 'b', 'c', "text", "right", "left", "cut");           \
  print("%f|%.2f|%10.3f|%-10.1f|%+.0f|%e|%.3E|%g|%G\n", 3.14159, 2.5, -1.25, 9.75, 7.0, 12345.678, \
        0.00012, 1e-10, 1e20);                                                                     \
  print("%lld|%llu|%llx|%ld|%lu\n", -1234567890123LL, 18446744073709551615ULL,                     \
        0xabcdef0123456789ULL, -5000000000L, 5000000000UL);                                        \
  print("%hd|%5.3d|%f\n", static_cast<short>(-3), 7, static_cast<double>(0.5f));                   \
  print("%d %f %d %s %lld %c\n", 1, 2.5, 3, "four", 5LL, '6');

__global__ void device() {
  LINES(printf)
}

int main() {
  static Capture capture(stdout);
  device<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  const char* got = capture.finish();
  static char want[8192];
  size_t length = 0;
#define APPEND(...) length += snprintf(want + length, sizeof want - length, __VA_ARGS__)
  LINES(APPEND)
  if (strcmp(got, want) != 0)
    fprintf(stderr, "got:\n%s\nexpected:\n%s\n", got, want);
  CHECK(strcmp(got, want) == 0);
  return ok();
}
