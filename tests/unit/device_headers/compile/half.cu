// The 16-bit floating-point types.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class H, class H2> __device__ void common(H* h, H2* h2, int* i) {
  h[0] = __hadd(h[1], h[2]) + __hsub(h[1], h[2]) * __hmul(h[1], h[2]) / __hdiv(h[1], h[2]);
  h[0] += __hfma(h[1], h[2], h[3]) - __hneg(h[1]);
  h[0] = __habs(h[1]) + __hmax(h[1], h[2]) + __hmin(h[1], h[2]) + __hadd_sat(h[1], h[2]) +
         __hfma_sat(h[1], h[2], h[3]);
  h[0] += hsqrt(h[1]) + hrsqrt(h[1]) + hrcp(h[1]) + hexp(h[1]) + hlog(h[1]) + hsin(h[1]) +
          hcos(h[1]) + hfloor(h[1]) + hceil(h[1]) + htrunc(h[1]) + hrint(h[1]);
  h2[0] = __hadd2(h2[1], h2[2]) + __hmul2(h2[1], h2[2]) - __hfma2(h2[1], h2[2], h2[3]) +
          __h2div(h2[1], h2[2]) + h2sqrt(h2[1]) + __hneg2(h2[1]) + __heq2(h2[1], h2[2]);
  i[0] = __heq(h[1], h[2]) + __hltu(h[1], h[2]) + (h[1] < h[2]) + (h[1] == h[2]) +
         __hbge2(h2[1], h2[2]) + __hisnan(h[1]) + __hisinf(h[2]) + (h2[1] == h2[2]);
  h[0] += __hfma_relu(h[1], h[2], h[3]) + htanh_approx(h[1]) + h[1]++ + h[2]--;
  h2[0] = __hadd2_sat(h2[1], h2[2]) + __hcmadd(h2[1], h2[2], h2[3]) + __hgeu2(h2[1], h2[2]) +
          __hmax2_nan(h2[1], h2[2]) + h2tanh_approx(h2[1]) + __hisnan2(h2[1]);
  i[1] = (int)(__hlt2_mask(h2[1], h2[2]) ^ __hneu2_mask(h2[1], h2[2])) + __hbltu2(h2[1], h2[2]);
  h[1] = __shfl_down_sync(~0u, h[1], 1);
  h2[1] = __shfl_xor_sync(~0u, h2[1], 1);
  h[2] = __ldg(h + 4);
  h2[2] = __ldg(h2 + 4);
  atomicAdd(h, h[1]);
  atomicAdd(h2, h2[1]);
  h[3] = H(i[1]) + H(1.5f) + H(2.5);
  h2[3] = __lowhigh2highlow(h2[4]);
  i[2] = (int)(__low2float(h2[1]) + __high2float(h2[2]) + (float)h[4]);
}

__global__ void kernel(half* h, half2* h2, nv_bfloat16* b, nv_bfloat162* b2, float* f, float2* f2,
                       int* i) {
  common(h, h2, i);
  common(b, b2, i);
  h[0] = __float2half(f[0]);
  i[3] = __half2short_ru(h[1]) + __half2ushort_rd(h[1]) + __half2char_rz(h[1]) +
         __half2uchar_rz(h[1]) + __bfloat162short_rd(b[1]) + __bfloat162uchar_rz(b[1]);
  h[5] = __int2half_rz(i[0]) + __ull2half_ru(7) + CUDART_ONE_FP16;
  b[5] = __short2bfloat16_rd(3) + __ll2bfloat16_rz(i[0]) + CUDART_INF_BF16;
  h[1] =
      __float2half_rn(f[1]) + __float2half_rz(f[1]) + __float2half_ru(f[1]) + __float2half_rd(f[1]);
  f[0] = __half2float(h[2]) + __bfloat162float(b[2]);
  h2[0] = __floats2half2_rn(f[1], f[2]) + __float22half2_rn(f2[0]) + __halves2half2(h[1], h[2]) +
          __half2half2(h[1]) + __low2half2(h2[1]) + __high2half2(h2[1]) +
          __lows2half2(h2[1], h2[2]);
  f2[0] = __half22float2(h2[1]);
  f2[1] = __bfloat1622float2(b2[1]);
  b[0] = __float2bfloat16(f[1]) + __float2bfloat16_rz(f[1]) + __double2bfloat16(2.0);
  b2[0] = __floats2bfloat162_rn(f[1], f[2]);
  i[0] = __half2int_rn(h[1]) + __half2int_rz(h[1]) + __half2short_rz(h[1]) +
         __half_as_ushort(h[1]) + (int)__half2ull_ru(h[1]) + __bfloat162int_rn(b[1]);
  h[2] = __int2half_rn(i[1]) + __ushort2half_rn(3) + __short_as_half(4) + __low2half(h2[1]);
}

void host(half h) {
  kernel<<<1, 1>>>(&h, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  h = __float2half(2.0f) + half(1.0f);
}
