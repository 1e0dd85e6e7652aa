// Intrinsics in single precision: without options denormals are kept.
constexpr bool kFlushes = false;
#include "float_flush.h"

int main() {
  expectAllIntrinsics();
  puts("ok");
}
