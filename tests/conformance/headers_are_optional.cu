// No include is needed for the runtime API, the built-in variables and the vector types; check.h is
// included only after they have been used. Rows P-010, P-011.
__global__ void run(int2* out) {
  out[threadIdx.x] = make_int2(threadIdx.x, blockDim.x);
}

static cudaError_t launch(int2* out) {
  run<<<1, 8>>>(out);
  return cudaGetLastError();
}

#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <vector_types.h>

#include "check.h"

int main() {
  Buffer<int2> out(8);
  CUDA_CHECK(launch(out.device()));
  out.download();
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ_AT(i, out[i].x, i);
    EXPECT_EQ_AT(i, out[i].y, 8);
  }
  return ok();
}
