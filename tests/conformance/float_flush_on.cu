// Intrinsics in single precision: with -ftz=true denormals are flushed to zero.
// nvcc: -ftz=true
constexpr bool kFlushes = true;
#include "float_flush.h"

int main() {
  expectAllIntrinsics();
  puts("ok");
}
