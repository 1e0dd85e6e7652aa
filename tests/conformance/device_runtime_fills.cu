// Fills of one to three dimensions in streams of device code. On an H200 with CUDA 13.0 they return
// success and leave the memory as it is, even at addresses that do not exist. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

// Rows of 1024 bytes: one for each kind.
__global__ void fills(unsigned char* bytes, int* errors) {
  cudaStream_t stream;
  int failed = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess;
  failed += cudaMemsetAsync(bytes, 0x11, 1000, stream) != cudaSuccess;
  failed += cudaMemset2DAsync(bytes + 1024, 64, 0x22, 32, 16, stream) != cudaSuccess;
  cudaPitchedPtr volume = {bytes + 2048, 32, 32, 8};
  failed += cudaMemset3DAsync(volume, 0x33, {16, 4, 4}, stream) != cudaSuccess;
  failed += cudaStreamDestroy(stream) != cudaSuccess;
  *errors = failed;
}

int main() {
  Buffer<int> errors(1);
  Buffer<unsigned char> bytes(3072);
  fills<<<1, 1>>>(bytes.device(), errors.device());
  bytes.download();
  errors.download();
  EXPECT_EQ(errors[0], 0);
  for (int i = 0; i < 1024; ++i) {
    EXPECT_EQ_AT(i, bytes[i], i < 1000 ? 0x11 : 0);
    EXPECT_EQ_AT(i, bytes[1024 + i], i % 64 < 32 ? 0x22 : 0);
    EXPECT_EQ_AT(i, bytes[2048 + i], i % 32 < 16 && i / 32 % 8 < 4 ? 0x33 : 0);
  }
  return ok();
}
