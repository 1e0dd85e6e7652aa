// Intrinsics in single precision: with -use_fast_math denormals are flushed to zero.
// nvcc: -use_fast_math
constexpr bool kFlushes = true;
#include "float_flush.h"

int main() {
  expectAllIntrinsics();
  puts("ok");
}
