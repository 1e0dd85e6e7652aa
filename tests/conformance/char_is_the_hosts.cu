// Plain char is signed or unsigned as it is on the host, in kernels too: what both compute with it
// is the same.
// Row H-162.
#include "check.h"

#include <climits>

template <typename T> struct IsSigned {
  static constexpr bool value = T(-1) < T(0);
};

__host__ __device__ inline int look(const char* text, int i) {
  const char c = text[i];
  return c < 0 ? c * 2 : c + (c >> 1);
}

__global__ void run(const char* text, int* out, int* facts) {
  const int i = threadIdx.x;
  out[i] = look(text, i);
  if (i == 0) {
    facts[0] = CHAR_MIN;
    facts[1] = IsSigned<char>::value;
    facts[2] = IsSigned<wchar_t>::value;
    facts[3] = '\xff';
  }
}

int main() {
  const int n = 256;
  Buffer<char> text(n);
  Buffer<int> out(n), facts(4);
  for (int i = 0; i < n; ++i)
    text[i] = static_cast<char>(i);
  text.upload();
  run<<<1, n>>>(text.device(), out.device(), facts.device());
  out.download();
  facts.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, out[i], look(&text[0], i));
  EXPECT_EQ(facts[0], CHAR_MIN);
  EXPECT_EQ(facts[1], int(IsSigned<char>::value));
  EXPECT_EQ(facts[2], int(IsSigned<wchar_t>::value));
  EXPECT_EQ(facts[3], int('\xff'));
  return ok();
}
