// The two halves of a launch, as other compilers call them: a buffer for the parameters, laid out
// by the caller, and the launch. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void store(char tag, double value, int* out) {
  out[blockIdx.x] = static_cast<int>(value) + tag;
}

__global__ void parent(int* out, int* errors) {
  char* buffer = static_cast<char*>(
      cudaGetParameterBufferV2(reinterpret_cast<void*>(store), dim3(3), dim3(1), 0));
  if (!buffer) {
    *errors = 1;
    return;
  }
  buffer[0] = 5;
  *reinterpret_cast<double*>(buffer + 8) = 37.5;
  *reinterpret_cast<int**>(buffer + 16) = out;
  if (cudaLaunchDeviceV2(buffer, nullptr) != cudaSuccess)
    *errors = 2;
}

int main() {
  Buffer<int> out(3), errors(1);
  parent<<<1, 1>>>(out.device(), errors.device());
  out.download();
  errors.download();
  EXPECT_EQ(errors[0], 0);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ_AT(i, out[i], 42);
  return ok();
}
