// Guards of several comparisons around the edges where neighbouring threads part: exactly the
// threads that meet the guard do the work. Row H-010.
#include "check.h"

#include <utility>
#include <vector>

// The guards, of the thread's number, its row and a limit. Work enough stands behind each of them
// that compilers have a reason to ask first whether all threads of a warp go the same way.
enum Guard {
  Interior,       // 0 < i < n - 1, and the same of the row
  SignedInterior, // the same with signed numbers
  Below,
  NotBelow,
  Equal,
  NotEqual,
  Either,      // two conditions that different threads meet
  Descending,  // numbers that fall from thread to thread
  Wrapping,    // i - 1 < n, where the first number wraps around
  NearTop,     // numbers close to the largest one
  SignedEnds,  // numbers around the largest signed one
  EvenNumbers, // 2 * i
  Guards
};

__host__ __device__ bool meets(int guard, unsigned i, unsigned row, unsigned n) {
  const int s = static_cast<int>(i), r = static_cast<int>(row), m = static_cast<int>(n);
  switch (guard) {
  case Interior:
    return i > 0 && i < n - 1 && row > 0 && row < n - 1;
  case SignedInterior:
    return s > 0 && s < m - 1 && r > 0 && r < m - 1;
  case Below:
    return i < n && row < n;
  case NotBelow:
    return i >= n || row == n;
  case Equal:
    return i == n;
  case NotEqual:
    return i != n && row != n;
  case Either:
    return i < n || i > n + 7;
  case Descending:
    return 63 - i < n;
  case Wrapping:
    return i - 1 < n;
  case NearTop:
    return i + 0xffffffd0u < 0xfffffff0u + n;
  case SignedEnds:
    return static_cast<int>(i + 0x7fffffe0u) < static_cast<int>(0x7ffffff0u + n);
  default:
    return 2 * i < n && 2 * i + 1 != row;
  }
}

template <int guard>
__global__ void work(const float* in, float* out, unsigned n, unsigned firstRow) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = firstRow + threadIdx.y;
  const unsigned place = threadIdx.y * gridDim.x * blockDim.x + i;
  if (meets(guard, i, row, n)) {
    float sum = in[place];
    for (int k = 1; k <= 4; ++k)
      sum = sum * 0.5f + in[place + k] * in[place + 2 * k];
    out[place] = sum;
  }
}

template <int guard> void check() {
  constexpr unsigned kColumns = 64, kRows = 4, kCount = kColumns * kRows;
  std::vector<float> in(kCount + 8), expected(kCount), found(kCount);
  for (unsigned i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i % 7) - 2;
  float *deviceIn, *deviceOut;
  CUDA_CHECK(cudaMalloc(&deviceIn, in.size() * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&deviceOut, kCount * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(deviceIn, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  for (unsigned threads : {16u, 64u})
    for (unsigned firstRow : {0u, 61u})
      for (unsigned n = 0; n <= kColumns + 2; ++n) {
        CUDA_CHECK(cudaMemset(deviceOut, 0, kCount * sizeof(float)));
        work<guard><<<kColumns / threads, dim3(threads, kRows)>>>(deviceIn, deviceOut, n, firstRow);
        CUDA_CHECK(
            cudaMemcpy(found.data(), deviceOut, kCount * sizeof(float), cudaMemcpyDeviceToHost));
        unsigned wrong = 0;
        for (unsigned place = 0; place < kCount; ++place) {
          float sum = 0;
          if (meets(guard, place % kColumns, firstRow + place / kColumns, n)) {
            sum = in[place];
            for (unsigned k = 1; k <= 4; ++k)
              sum = sum * 0.5f + in[place + k] * in[place + 2 * k];
          }
          wrong += sum != found[place];
        }
        EXPECT_EQ(wrong, 0u);
      }
  CUDA_CHECK(cudaFree(deviceIn));
  CUDA_CHECK(cudaFree(deviceOut));
}

template <int... guard> void checkAll(std::integer_sequence<int, guard...>) {
  (check<guard>(), ...);
}

int main() {
  checkAll(std::make_integer_sequence<int, Guards>());
  return ok();
}
