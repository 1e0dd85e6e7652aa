// A grid-stride loop covers a half-open range whatever the launch size. Row L-012.
#include "check.h"

__global__ void scale(const int* in, int* out, int begin, int end) {
  for (int i = begin + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x)
    out[i] += 3 * in[i] + 1;
}

int main() {
  const int n = 5000;
  const int ranges[][2] = {{0, n}, {0, 0}, {17, 18}, {100, 4999}, {4999, 5000}, {1, 1}};
  const int launches[][2] = {{1, 1}, {1, 7}, {3, 33}, {40, 128}, {100, 100}};
  Buffer<int> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = i * 7 - 1000;
  in.upload();
  for (auto& range : ranges) {
    for (auto& launch : launches) {
      CUDA_CHECK(cudaMemset(out.device(), 0, n * sizeof(int)));
      scale<<<launch[0], launch[1]>>>(in.device(), out.device(), range[0], range[1]);
      out.download();
      for (int i = 0; i < n; ++i)
        EXPECT_EQ_AT(i, out[i], i >= range[0] && i < range[1] ? 3 * in[i] + 1 : 0);
    }
  }
  return ok();
}
