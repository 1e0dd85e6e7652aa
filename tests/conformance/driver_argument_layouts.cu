// Arguments in one buffer: each at the next offset that its alignment on the device allows, and
// structures with vectors inside. The preferences for caches. Rows D-059 to D-061, D-068, D-069.
// nvcc: -lcuda
#include <stddef.h>
#include <string.h>

#include "driver.h"

struct Inner {
  float first;
  float4 second; // 12 bytes of padding before it
};
static_assert(offsetof(Inner, second) == 16 && alignof(Inner) == 16 && sizeof(Inner) == 32);

extern "C" __global__ void sum(char a, double b, char c, float4 d, short e, Inner f, long long g,
                               char h, double* out) {
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d.x + 10 * d.y + 100 * d.z + 1000 * d.w;
  out[4] = e;
  out[5] = f.first + f.second.x + f.second.w;
  out[6] = static_cast<double>(g);
  out[7] = h;
}

template <class T> static void pack(char* buffer, size_t& offset, const T& value) {
  offset = (offset + alignof(T) - 1) / alignof(T) * alignof(T);
  memcpy(buffer + offset, &value, sizeof value);
  offset += sizeof value;
}

int main() {
  usePrimaryContext();
  double* out;
  CUDA_CHECK(cudaMalloc(&out, 8 * sizeof(double)));
  cudaFunction_t function;
  CUDA_CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(sum)));

  alignas(16) char buffer[256] = {};
  size_t size = 0;
  pack(buffer, size, static_cast<char>(1));
  pack(buffer, size, 2.5);
  EXPECT_EQ(size, 16u);
  pack(buffer, size, static_cast<char>(3));
  pack(buffer, size, make_float4(4, 5, 6, 7));
  EXPECT_EQ(size, 48u);
  pack(buffer, size, static_cast<short>(-8));
  pack(buffer, size, Inner{9, {10, 0, 0, 11}});
  EXPECT_EQ(size, 96u);
  pack(buffer, size, -12345678901LL);
  pack(buffer, size, static_cast<char>(13));
  pack(buffer, size, out);
  EXPECT_EQ(size, 120u);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  // The offsets are the compiler's own.
  for (size_t index = 0; index < 9; ++index) {
    static const size_t offsets[] = {0, 8, 16, 32, 48, 64, 96, 104, 112};
    static const size_t sizes[] = {1, 8, 1, 16, 2, 32, 8, 1, 8};
    size_t at = 0, bytes = 0;
    DRIVER_CHECK(cuFuncGetParamInfo(function, index, &at, &bytes));
    EXPECT_EQ_AT(index, at, offsets[index]);
    EXPECT_EQ_AT(index, bytes, sizes[index]);
  }

  for (CUfunc_cache preference : {CU_FUNC_CACHE_PREFER_NONE, CU_FUNC_CACHE_PREFER_SHARED,
                                  CU_FUNC_CACHE_PREFER_L1, CU_FUNC_CACHE_PREFER_EQUAL}) {
    DRIVER_CHECK(cuFuncSetCacheConfig(function, preference));
    CUDA_CHECK(cudaMemset(out, 0, 8 * sizeof(double)));
    DRIVER_CHECK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
    double host[8];
    CUDA_CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    static const double expected[] = {1, 2.5, 3, 7654, -8, 30, -12345678901.0, 13};
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ_AT(i, host[i], expected[i]);
  }
  CUDA_CHECK(cudaFree(out));
  return ok();
}
