// Conversions of floating-point numbers to integers of 8 and 16 bits, also of numbers that do not
// fit: they saturate at 32 bits, of which the lower ones are taken. So negative numbers become 0 in
// unsigned types.
#include "check.h"

constexpr int kValues = 14;

struct Narrow {
  int s8, u8, s16, u16;
};

template <class T> __global__ void convert(const T* values, Narrow* results) {
  const int i = threadIdx.x;
  results[i] = {static_cast<signed char>(values[i]), static_cast<unsigned char>(values[i]),
                static_cast<short>(values[i]), static_cast<unsigned short>(values[i])};
}

// As a conversion to 32 bits.
static long long saturated(double value, long long least, long long most) {
  return value <= double(least)  ? least
         : value >= double(most) ? most
                                 : static_cast<long long>(value);
}

template <class T> static void expectConversions() {
  const double values[kValues] = {0,   1.9, -1.9,     127.5, 128,  -129,  255.5,
                                  300, -5,  40000.25, 70000, 1e10, -1e10, -32769};
  Buffer<T> operands(kValues);
  for (int i = 0; i < kValues; ++i)
    operands[i] = static_cast<T>(values[i]);
  operands.upload();
  Buffer<Narrow> results(kValues);
  convert<<<1, kValues>>>(operands.device(), results.device());
  results.download();
  for (int i = 0; i < kValues; ++i) {
    const int whole = static_cast<int>(saturated(values[i], -2147483648ll, 2147483647ll));
    const unsigned natural = static_cast<unsigned>(saturated(values[i], 0, 4294967295ll));
    EXPECT_EQ_AT(i, results[i].s8, static_cast<signed char>(whole));
    EXPECT_EQ_AT(i, results[i].u8, static_cast<unsigned char>(natural));
    EXPECT_EQ_AT(i, results[i].s16, static_cast<short>(whole));
    EXPECT_EQ_AT(i, results[i].u16, static_cast<unsigned short>(natural));
  }
}

int main() {
  expectConversions<float>();
  expectConversions<double>();
  puts("ok");
}
