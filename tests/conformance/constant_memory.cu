// Constant memory: with initialisers, filled from the host, indexed by the same and by different
// values in a warp. Rows L-025, R-088, R-089, T-039.
#include "check.h"

struct Settings {
  float scale;
  int offsets[3];
};

__constant__ float table[256];
__constant__ Settings settings = {2.5f, {10, 20, 30}};
__constant__ int single = 7;
__device__ __constant__ double pair[2] = {0.5, -0.25};

__global__ void run(float* out) {
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += table[i];
  out[t] = sum + table[(t * 3) % 256] * settings.scale + settings.offsets[t % 3] + single +
           static_cast<float>(pair[t & 1]);
}

static void check(const float* values, float scale, int single) {
  Buffer<float> out(300);
  run<<<1, 300>>>(out.device());
  out.download();
  float sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += values[i];
  for (int t = 0; t < 300; ++t)
    EXPECT_EQ_AT(t, out[t],
                 sum + values[t * 3 % 256] * scale + 10 * (t % 3 + 1) + single +
                     (t & 1 ? -0.25f : 0.5f));
}

int main() {
  float values[256] = {};
  check(values, 2.5f, 7); // memory without an initialiser starts at zero
  for (int i = 0; i < 256; ++i)
    values[i] = static_cast<float>(i - 100);
  CUDA_CHECK(cudaMemcpyToSymbol(table, values, sizeof values));
  check(values, 2.5f, 7);
  int changed = 11;
  CUDA_CHECK(cudaMemcpyToSymbol(single, &changed, sizeof changed));
  float scale = 4;
  CUDA_CHECK(cudaMemcpyToSymbol(settings, &scale, sizeof scale));
  check(values, 4, 11);
  Settings back;
  CUDA_CHECK(cudaMemcpyFromSymbol(&back, settings, sizeof back));
  EXPECT_EQ(back.scale, 4.0f);
  EXPECT_EQ(back.offsets[2], 30);
  return ok();
}
