// Copies of one to three dimensions in streams of device code. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

// Rows of 1024 bytes: one for each kind.
__global__ void copies(unsigned char* bytes, const unsigned char* source, int* errors) {
  cudaStream_t stream;
  int failed = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess;
  failed += cudaMemcpyAsync(bytes, source, 1000, cudaMemcpyDeviceToDevice, stream) != cudaSuccess;
  failed += cudaMemcpy2DAsync(bytes + 1024, 64, source, 32, 32, 16, cudaMemcpyDeviceToDevice,
                              stream) != cudaSuccess;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = {const_cast<unsigned char*>(source), 16, 16, 4};
  copy.dstPtr = {bytes + 2048, 32, 32, 8};
  copy.extent = {16, 4, 4};
  copy.kind = cudaMemcpyDeviceToDevice;
  failed += cudaMemcpy3DAsync(&copy, stream) != cudaSuccess;
  failed += cudaStreamDestroy(stream) != cudaSuccess;
  *errors = failed;
}

int main() {
  Buffer<int> errors(1);
  Buffer<unsigned char> bytes(3072), source(1024);
  for (int i = 0; i < 1024; ++i)
    source[i] = static_cast<unsigned char>(i * 7 + 1);
  source.upload();
  copies<<<1, 1>>>(bytes.device(), source.device(), errors.device());
  bytes.download();
  errors.download();
  EXPECT_EQ(errors[0], 0);
  for (int i = 0; i < 1024; ++i) {
    EXPECT_EQ_AT(i, bytes[i], i < 1000 ? source[i] : 0);
    int x = i % 64, y = i / 64;
    EXPECT_EQ_AT(i, bytes[1024 + i], x < 32 ? source[32 * y + x] : 0);
    int column = i % 32, row = i / 32 % 8, slice = i / 256;
    bool inside = column < 16 && row < 4;
    EXPECT_EQ_AT(i, bytes[2048 + i], inside ? source[64 * slice + 16 * row + column] : 0);
  }
  return ok();
}
