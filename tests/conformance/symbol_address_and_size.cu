// Addresses and sizes of device and constant symbols. Rows R-090, R-091, L-023.
#include "check.h"

struct Item {
  char c;
  double d;
};

__device__ float array[33];
__device__ Item item;
__constant__ short small[5] = {1, 2, 3, 4, 5};
static __device__ int hidden = 3;
namespace inside {
__device__ int scoped = 4;
}

__global__ void addresses(void** out) {
  out[0] = array;
  out[1] = &item;
  out[2] = &hidden;
  out[3] = &inside::scoped;
}

__global__ void increment(int* p) {
  *p += 1;
}

template <class T> static void* addressOf(const T& symbol, size_t wantSize) {
  void* address = nullptr;
  size_t size = 0;
  CUDA_CHECK(cudaGetSymbolAddress(&address, symbol));
  CUDA_CHECK(cudaGetSymbolSize(&size, symbol));
  EXPECT_EQ(size, wantSize);
  CHECK(address != nullptr);
  return address;
}

int main() {
  Buffer<void*> out(4);
  addresses<<<1, 1>>>(out.device());
  out.download();
  EXPECT_EQ(addressOf(array, sizeof(float) * 33), out[0]);
  EXPECT_EQ(addressOf(item, sizeof(Item)), out[1]);
  EXPECT_EQ(addressOf(hidden, sizeof(int)), out[2]);
  EXPECT_EQ(addressOf(inside::scoped, sizeof(int)), out[3]);
  short values[5];
  CUDA_CHECK(
      cudaMemcpy(values, addressOf(small, sizeof values), sizeof values, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ_AT(i, values[i], i + 1);
  increment<<<1, 1>>>(static_cast<int*>(out[2]));
  int value = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&value, hidden, sizeof value));
  EXPECT_EQ(value, 4);
  return ok();
}
