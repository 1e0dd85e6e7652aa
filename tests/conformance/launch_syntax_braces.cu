// Braced dim3 values inside the launch brackets. Row P-013, L-066.
#include "check.h"

__global__ void shape(unsigned* out) {
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0 && blockIdx.x + blockIdx.y + blockIdx.z == 0) {
    out[0] = gridDim.x;
    out[1] = gridDim.y;
    out[2] = gridDim.z;
    out[3] = blockDim.x;
    out[4] = blockDim.y;
    out[5] = blockDim.z;
  }
  atomicAdd(&out[6], 1u);
}

static void expectShape(Buffer<unsigned>& out, dim3 grid, dim3 block) {
  out.download();
  const unsigned want[7] = {grid.x,
                            grid.y,
                            grid.z,
                            block.x,
                            block.y,
                            block.z,
                            grid.x * grid.y * grid.z * block.x * block.y * block.z};
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ_AT(i, out[i], want[i]);
  CUDA_CHECK(cudaMemset(out.device(), 0, 7 * sizeof(unsigned)));
}

int main() {
  Buffer<unsigned> out(7);
  shape<<<{2, 3}, {4}>>>(out.device());
  expectShape(out, dim3(2, 3, 1), dim3(4, 1, 1));
  shape<<<{1, 2, 3}, {4, 5, 6}>>>(out.device());
  expectShape(out, dim3(1, 2, 3), dim3(4, 5, 6));
  shape<<<2, {8, 2}>>>(out.device());
  expectShape(out, dim3(2, 1, 1), dim3(8, 2, 1));
  shape<<<dim3{2, 2, 1}, 5, 0, 0>>>(out.device());
  expectShape(out, dim3(2, 2, 1), dim3(5, 1, 1));
  return ok();
}
