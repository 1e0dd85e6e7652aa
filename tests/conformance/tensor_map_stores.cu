// Tensor copies from shared memory to a tensor: plain ones, reductions, and in im2col mode. What
// lies outside of the tensor is not written.
// nvcc: -std=c++17 -gencode arch=compute_90a,code=sm_90a -lcuda
#include "tensor_copy.h"

#include <cuda_fp16.h>

enum class Operation { Store, Add, Min, Max, Inc, Dec, And, Or, Xor, StorePixels };

#define STORE(NAME, MODE)                                                                          \
  asm volatile("cp." NAME "async.bulk.tensor.3d.global.shared::cta" MODE                           \
               ".bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(map),                                 \
               "r"(sharedAddress(from)), AT(0), AT(1), AT(2)                                       \
               : "memory")

__device__ void store(const CUtensorMap* map, const BoxPosition& at, void* from,
                      Operation operation) {
  switch (operation) {
  case Operation::Store:
    STORE("", ".tile");
    break;
  case Operation::Add:
    STORE("reduce.", ".add.tile");
    break;
  case Operation::Min:
    STORE("reduce.", ".min");
    break;
  case Operation::Max:
    STORE("reduce.", ".max");
    break;
  case Operation::Inc:
    STORE("reduce.", ".inc");
    break;
  case Operation::Dec:
    STORE("reduce.", ".dec");
    break;
  case Operation::And:
    STORE("reduce.", ".and");
    break;
  case Operation::Or:
    STORE("reduce.", ".or");
    break;
  case Operation::Xor:
    STORE("reduce.", ".xor");
    break;
  case Operation::StorePixels:
    STORE("", ".im2col_no_offs");
    break;
  }
  asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void storeBox(const __grid_constant__ CUtensorMap map, BoxPosition at,
                         Operation operation, const unsigned char* in, unsigned bytes) {
  extern __shared__ __align__(1024) unsigned char area[];
  for (unsigned i = 0; i < bytes; ++i)
    area[i] = in[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  store(&map, at, area, operation);
}

constexpr unsigned kExtents[3] = {16, 3, 2}, kBox[3] = {8, 2, 2};
constexpr unsigned kElements = 96, kBoxElements = 32;

// Puts the box at (8, 2, 0), so that half of it is outside of the tensor.
template <class T, class Combine>
static void check(CUtensorMapDataType type, Operation operation, T first, T second,
                  Combine combine) {
  T tensor[kElements], box[kBoxElements], *deviceTensor, *deviceBox;
  for (unsigned i = 0; i < kElements; ++i)
    tensor[i] = first + static_cast<T>(i % 7);
  for (unsigned i = 0; i < kBoxElements; ++i)
    box[i] = second + static_cast<T>(i % 5);
  CUDA_CHECK(cudaMalloc(&deviceTensor, sizeof tensor));
  CUDA_CHECK(cudaMalloc(&deviceBox, sizeof box));
  CUDA_CHECK(cudaMemcpy(deviceTensor, tensor, sizeof tensor, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(deviceBox, box, sizeof box, cudaMemcpyHostToDevice));
  CUtensorMap map;
  const cuuint64_t extents[] = {kExtents[0], kExtents[1], kExtents[2]};
  const cuuint64_t strides[] = {16 * sizeof(T), 48 * sizeof(T)};
  const cuuint32_t boxExtents[] = {kBox[0], kBox[1], kBox[2]}, steps[] = {1, 1, 1};
  DRIVER_CHECK(cuTensorMapEncodeTiled(&map, type, 3, deviceTensor, extents, strides, boxExtents,
                                      steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  storeBox<<<1, 1, kAreaBytes>>>(map, BoxPosition{{8, 2, 0}}, operation,
                                 reinterpret_cast<unsigned char*>(deviceBox), sizeof box);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (unsigned z = 0; z < 2; ++z)
    for (unsigned x = 8; x < 16; ++x) {
      T& element = tensor[(z * 3 + 2) * 16 + x];
      element = combine(element, box[z * 16 + x - 8]);
    }
  T after[kElements];
  CUDA_CHECK(cudaMemcpy(after, deviceTensor, sizeof after, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < kElements; ++i)
    EXPECT_EQ_AT(i, after[i] == tensor[i], true);
  CUDA_CHECK(cudaFree(deviceTensor));
  CUDA_CHECK(cudaFree(deviceBox));
}

template <class T> static void arithmetic(CUtensorMapDataType type, T first, T second) {
  check<T>(type, Operation::Store, first, second, [](T, T b) { return b; });
  check<T>(type, Operation::Add, first, second, [](T a, T b) { return a + b; });
}
template <class T> static void extremes(CUtensorMapDataType type, T first, T second) {
  check<T>(type, Operation::Min, first, second, [](T a, T b) { return a < b ? a : b; });
  check<T>(type, Operation::Max, first, second, [](T a, T b) { return a < b ? b : a; });
}
template <class T> static void bitwise(CUtensorMapDataType type, T first, T second) {
  check<T>(type, Operation::And, first, second, [](T a, T b) { return a & b; });
  check<T>(type, Operation::Or, first, second, [](T a, T b) { return a | b; });
  check<T>(type, Operation::Xor, first, second, [](T a, T b) { return a ^ b; });
}

static void halves() {
  const __half first = __float2half(1.5f), second = __float2half(3);
  auto sum = [](__half a, __half b) { return __float2half(__half2float(a) + __half2float(b)); };
  check<__half>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, Operation::Add, first, second, sum);
  auto least = [](__half a, __half b) { return __half2float(a) < __half2float(b) ? a : b; };
  check<__half>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, Operation::Min, first, second, least);
}

// Six pixels of eight channels from pixel (2, 1) on, in images of 4 x 3 pixels.
static void pixels() {
  unsigned short box[48], after[2 * 4 * 16], *deviceTensor, *deviceBox;
  for (unsigned i = 0; i < 48; ++i)
    box[i] = static_cast<unsigned short>(1000 + i);
  CUDA_CHECK(cudaMalloc(&deviceTensor, sizeof after));
  CUDA_CHECK(cudaMalloc(&deviceBox, sizeof box));
  CUDA_CHECK(cudaMemset(deviceTensor, 0, sizeof after));
  CUDA_CHECK(cudaMemcpy(deviceBox, box, sizeof box, cudaMemcpyHostToDevice));
  CUtensorMap map;
  const cuuint64_t extents[] = {16, 4, 2}, strides[] = {32, 128};
  const int corner[] = {0};
  const cuuint32_t steps[] = {1, 1, 1};
  DRIVER_CHECK(cuTensorMapEncodeIm2col(
      &map, CU_TENSOR_MAP_DATA_TYPE_UINT16, 3, deviceTensor, extents, strides, corner, corner, 8, 6,
      steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  storeBox<<<1, 1, kAreaBytes>>>(map, BoxPosition{{8, 2, 0}}, Operation::StorePixels,
                                 reinterpret_cast<unsigned char*>(deviceBox), sizeof box);
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpy(after, deviceTensor, sizeof after, cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 128; ++i) {
    const unsigned pixel = i / 16, channel = i % 16;
    const bool isWritten = pixel >= 2 && channel >= 8;
    EXPECT_EQ_AT(i, after[i], isWritten ? 1000 + (pixel - 2) * 8 + channel - 8 : 0);
  }
}

int main() {
  arithmetic<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 0xfffffffcu, 2);
  extremes<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 3, 5);
  bitwise<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 0x1234, 0x0ff1);
  check<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, Operation::Inc, 0, 3,
                  [](unsigned a, unsigned b) { return a >= b ? 0 : a + 1; });
  check<unsigned>(CU_TENSOR_MAP_DATA_TYPE_UINT32, Operation::Dec, 0, 3,
                  [](unsigned a, unsigned b) { return a == 0 || a > b ? b : a - 1; });
  arithmetic<int>(CU_TENSOR_MAP_DATA_TYPE_INT32, -3, 2);
  extremes<int>(CU_TENSOR_MAP_DATA_TYPE_INT32, -3, -1);
  arithmetic<unsigned long long>(CU_TENSOR_MAP_DATA_TYPE_UINT64, 1ull << 40, 7);
  extremes<unsigned long long>(CU_TENSOR_MAP_DATA_TYPE_UINT64, 1ull << 40, (1ull << 40) + 2);
  bitwise<unsigned long long>(CU_TENSOR_MAP_DATA_TYPE_UINT64, 1ull << 40, ~0ull << 3);
  extremes<long long>(CU_TENSOR_MAP_DATA_TYPE_INT64, -3, -1);
  arithmetic<float>(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 0.5f, 1024);
  arithmetic<double>(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 0.5, 1e10);
  halves();
  pixels();
  puts("ok");
}
