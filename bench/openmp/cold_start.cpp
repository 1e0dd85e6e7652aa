// A vector addition from process start to result.
#include <cstdio>
#include <vector>

int main() {
  constexpr int kCount = 1 << 16;
  std::vector<float> a(kCount, 1.0f), b(kCount, 2.0f), c(kCount);
#pragma omp parallel for simd
  for (int i = 0; i < kCount; ++i) {
    c[i] = a[i] + b[i];
  }
  for (const float value : c) {
    if (value != 3.0f) {
      return 1;
    }
  }
  std::puts("done");
  std::fflush(stdout); // what the libraries do at exit is not part of it
  return 0;
}
