// cuda_fp8.h: conversions from and to e4m3 and e5m2 on the device are those of the host, and the
// types and vectors hold what they should.

// nvcc: -arch=sm_90
#include "check.h"
#include <cuda_fp8.h>

__host__ __device__ unsigned convert(unsigned bits) {
  const float f =
      static_cast<float>(static_cast<int>(bits * 2654435761u)) * (bits % 3 == 0   ? 1e-6f
                                                                  : bits % 3 == 1 ? 3e-7f
                                                                                  : 1e-11f);
  const unsigned a = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
  const unsigned b = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2);
  const unsigned c = __nv_cvt_double_to_fp8(f * 1.01, __NV_SATFINITE, __NV_E5M2);
  const __half_raw h = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(bits),
                                               bits & 256 ? __NV_E4M3 : __NV_E5M2);
  return a | b << 8 | c << 16 ^ static_cast<unsigned>(h.x) << 16;
}
__host__ __device__ unsigned types(unsigned i) {
  const __nv_fp8_e4m3 a(0.1f * i), b(static_cast<int>(i) - 600);
  const __nv_fp8_e5m2 c(__float2half(3.7f * i));
  const __nv_fp8x2_e4m3 d(make_float2(i * 0.5f, -1.0f * i));
  const float4 e = static_cast<float4>(__nv_fp8x4_e5m2(make_float4(i, 2.0f * i, -3.0f * i, 1e9f)));
  return static_cast<unsigned>(static_cast<float>(a) * 64) + static_cast<int>(b) * 1000u +
         c.__x * 77u + d.__x + static_cast<unsigned>(static_cast<int>(e.x + e.y * 3 + e.z * 5)) +
         static_cast<unsigned>(e.w);
}

__global__ void run(unsigned* out, unsigned* outTypes, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = convert(i);
    outTypes[i] = types(i % 1024);
  }
}

int main() {
  const unsigned n = 50000;
  Buffer<unsigned> out(n), outTypes(n);
  run<<<(n + 255) / 256, 256>>>(out.device(), outTypes.device(), n);
  out.download();
  outTypes.download();
  for (unsigned i = 0; i < n; ++i) {
    EXPECT_EQ_AT(i, out[i], convert(i));
    EXPECT_EQ_AT(i, outTypes[i], types(i % 1024));
  }
  EXPECT_EQ(__nv_fp8_e4m3(448.0f).__x, 0x7e);
  EXPECT_EQ(__nv_fp8_e4m3(1e9f).__x, 0x7e);
  EXPECT_EQ(__nv_fp8_e5m2(-57344.0f).__x, 0xfb);
  EXPECT_EQ(__nv_fp8_e4m3(1.0f).__x, 0x38);
  EXPECT_EQ(__nv_fp8_e4m3(0x1p-9f).__x, 0x01);
  EXPECT_EQ(__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3), 0x7f);
  EXPECT_EQ(__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2), 0x7c);
  EXPECT_EQ(__nv_fp8x2_e4m3(make_float2(1.0f, -2.0f)).__x, 0xc038);
  static_assert(sizeof(__nv_fp8_e4m3) == 1 && sizeof(__nv_fp8x2_e5m2) == 2 &&
                    alignof(__nv_fp8x4_e4m3) == 4,
                "layout");
  return ok();
}
