// Every intrinsic of device code, called once. Rows L-185 to L-250.
#include <cuda_runtime.h>

__global__ void rounded(float* f, double* d) {
  f[0] += __fadd_rn(f[1], f[2]) + __fsub_rn(f[1], f[2]) + __fmul_rn(f[1], f[2]) +
          __fdiv_rn(f[1], f[2]) + __fmaf_rn(f[1], f[2], f[3]) + __frcp_rn(f[1]) + __fsqrt_rn(f[2]);
  d[0] += __dadd_rn(d[1], d[2]) + __dsub_rn(d[1], d[2]) + __dmul_rn(d[1], d[2]) +
          __ddiv_rn(d[1], d[2]) + __fma_rn(d[1], d[2], d[3]) + __drcp_rn(d[1]) + __dsqrt_rn(d[2]);
  f[0] += __fadd_rz(f[1], f[2]) + __fsub_rz(f[1], f[2]) + __fmul_rz(f[1], f[2]) +
          __fdiv_rz(f[1], f[2]) + __fmaf_rz(f[1], f[2], f[3]) + __frcp_rz(f[1]) + __fsqrt_rz(f[2]);
  d[0] += __dadd_rz(d[1], d[2]) + __dsub_rz(d[1], d[2]) + __dmul_rz(d[1], d[2]) +
          __ddiv_rz(d[1], d[2]) + __fma_rz(d[1], d[2], d[3]) + __drcp_rz(d[1]) + __dsqrt_rz(d[2]);
  f[0] += __fadd_ru(f[1], f[2]) + __fsub_ru(f[1], f[2]) + __fmul_ru(f[1], f[2]) +
          __fdiv_ru(f[1], f[2]) + __fmaf_ru(f[1], f[2], f[3]) + __frcp_ru(f[1]) + __fsqrt_ru(f[2]);
  d[0] += __dadd_ru(d[1], d[2]) + __dsub_ru(d[1], d[2]) + __dmul_ru(d[1], d[2]) +
          __ddiv_ru(d[1], d[2]) + __fma_ru(d[1], d[2], d[3]) + __drcp_ru(d[1]) + __dsqrt_ru(d[2]);
  f[0] += __fadd_rd(f[1], f[2]) + __fsub_rd(f[1], f[2]) + __fmul_rd(f[1], f[2]) +
          __fdiv_rd(f[1], f[2]) + __fmaf_rd(f[1], f[2], f[3]) + __frcp_rd(f[1]) + __fsqrt_rd(f[2]);
  d[0] += __dadd_rd(d[1], d[2]) + __dsub_rd(d[1], d[2]) + __dmul_rd(d[1], d[2]) +
          __ddiv_rd(d[1], d[2]) + __fma_rd(d[1], d[2], d[3]) + __drcp_rd(d[1]) + __dsqrt_rd(d[2]);
  f[0] += __frsqrt_rn(f[1]) + __saturatef(f[2]) + __saturate(f[3]) + __fdividef(f[1], f[2]);
  f[0] += __expf(f[1]) + __exp10f(f[1]) + __logf(f[1]) + __log2f(f[1]) + __log10f(f[1]) +
          __powf(f[1], f[2]) + __sinf(f[1]) + __cosf(f[1]) + __tanf(f[1]) + __tanhf(f[1]);
  __sincosf(f[1], f + 4, f + 5);
}

__global__ void converted(float* f, double* d, int* i, unsigned* u, long long* l,
                          unsigned long long* ul) {
  i[0] += __float2int_rn(f[1]) + __double2int_rn(d[1]);
  u[0] += __float2uint_rn(f[1]) + __double2uint_rn(d[1]);
  l[0] += __float2ll_rn(f[1]) + __double2ll_rn(d[1]);
  ul[0] += __float2ull_rn(f[1]) + __double2ull_rn(d[1]);
  f[0] += __int2float_rn(i[1]) + __uint2float_rn(u[1]) + __ll2float_rn(l[1]) +
          __ull2float_rn(ul[1]) + __double2float_rn(d[1]);
  d[0] += __ll2double_rn(l[1]) + __ull2double_rn(ul[1]);
  i[0] += __float2int_rz(f[1]) + __double2int_rz(d[1]);
  u[0] += __float2uint_rz(f[1]) + __double2uint_rz(d[1]);
  l[0] += __float2ll_rz(f[1]) + __double2ll_rz(d[1]);
  ul[0] += __float2ull_rz(f[1]) + __double2ull_rz(d[1]);
  f[0] += __int2float_rz(i[1]) + __uint2float_rz(u[1]) + __ll2float_rz(l[1]) +
          __ull2float_rz(ul[1]) + __double2float_rz(d[1]);
  d[0] += __ll2double_rz(l[1]) + __ull2double_rz(ul[1]);
  i[0] += __float2int_ru(f[1]) + __double2int_ru(d[1]);
  u[0] += __float2uint_ru(f[1]) + __double2uint_ru(d[1]);
  l[0] += __float2ll_ru(f[1]) + __double2ll_ru(d[1]);
  ul[0] += __float2ull_ru(f[1]) + __double2ull_ru(d[1]);
  f[0] += __int2float_ru(i[1]) + __uint2float_ru(u[1]) + __ll2float_ru(l[1]) +
          __ull2float_ru(ul[1]) + __double2float_ru(d[1]);
  d[0] += __ll2double_ru(l[1]) + __ull2double_ru(ul[1]);
  i[0] += __float2int_rd(f[1]) + __double2int_rd(d[1]);
  u[0] += __float2uint_rd(f[1]) + __double2uint_rd(d[1]);
  l[0] += __float2ll_rd(f[1]) + __double2ll_rd(d[1]);
  ul[0] += __float2ull_rd(f[1]) + __double2ull_rd(d[1]);
  f[0] += __int2float_rd(i[1]) + __uint2float_rd(u[1]) + __ll2float_rd(l[1]) +
          __ull2float_rd(ul[1]) + __double2float_rd(d[1]);
  d[0] += __ll2double_rd(l[1]) + __ull2double_rd(ul[1]);
  d[0] += __int2double_rn(i[1]) + __uint2double_rn(u[1]) + __longlong_as_double(l[1]) +
          __hiloint2double(i[1], i[2]);
  f[0] += __int_as_float(i[1]) + __uint_as_float(u[1]);
  i[0] += __float_as_int(f[1]) + __double2hiint(d[1]) + __double2loint(d[1]);
  u[0] += __float_as_uint(f[1]);
  l[0] += __double_as_longlong(d[1]);
}

__global__ void integers(int* i, unsigned* u, long long* l, unsigned long long* ul, char4* c,
                         uchar4* uc, short2* s, ushort2* us) {
  i[0] = __popc(u[1]) + __popcll(ul[1]) + __clz(i[1]) + __clzll(l[1]) + __ffs(i[1]) +
         __ffsll(l[1]) + __mul24(i[1], i[2]) + __mulhi(i[1], i[2]) + __hadd(i[1], i[2]) +
         __rhadd(i[1], i[2]);
  u[0] = __brev(u[1]) + __byte_perm(u[1], u[2], u[3]) + __funnelshift_l(u[1], u[2], u[3]) +
         __funnelshift_lc(u[1], u[2], u[3]) + __funnelshift_r(u[1], u[2], u[3]) +
         __funnelshift_rc(u[1], u[2], u[3]) + __umul24(u[1], u[2]) + __umulhi(u[1], u[2]) +
         __sad(i[1], i[2], u[1]) + __usad(u[1], u[2], u[3]) + __uhadd(u[1], u[2]) +
         __urhadd(u[1], u[2]) + __fns(u[1], u[2], i[1]);
  l[0] = __mul64hi(l[1], l[2]);
  ul[0] = __umul64hi(ul[1], ul[2]) + __brevll(ul[1]);
  i[3] = __dp4a(i[1], i[2], i[3]) + __dp4a(c[0], c[1], i[1]) + __dp2a_lo(i[1], i[2], i[3]) +
         __dp2a_lo(s[0], c[1], i[3]) + __dp2a_hi(i[1], i[2], i[3]) + __dp2a_hi(s[0], c[1], i[3]);
  u[3] = __dp4a(u[1], u[2], u[3]) + __dp4a(uc[0], uc[1], u[1]) + __dp2a_lo(u[1], u[2], u[3]) +
         __dp2a_lo(us[0], uc[1], u[3]) + __dp2a_hi(u[1], u[2], u[3]) +
         __dp2a_hi(us[0], uc[1], u[3]);
  u[4] = __isGlobal(u) + __isShared(u) + __isConstant(u) + __isLocal(u);
  ul[4] = __cvta_generic_to_global(u) + __cvta_generic_to_shared(u) + __cvta_generic_to_local(u) +
          __cvta_generic_to_constant(u);
  *(int*)__cvta_global_to_generic(ul[5]) = 1;
  *(int*)__cvta_shared_to_generic(ul[6]) = 1;
  *(int*)__cvta_local_to_generic(ul[7]) = 1;
}

template <class T> __device__ void cached(T* p) {
  p[0] = __ldg(p + 1);
  p[1] = __ldca(p + 1);
  p[2] = __ldcg(p + 1);
  p[3] = __ldcs(p + 1);
  p[4] = __ldlu(p + 1);
  p[5] = __ldcv(p + 1);
  __stwb(p + 6, p[0]);
  __stcg(p + 7, p[0]);
  __stcs(p + 8, p[0]);
  __stwt(p + 9, p[0]);
}
__global__ void loads(void* p) {
  cached((char*)p);
  cached((signed char*)p);
  cached((unsigned char*)p);
  cached((short*)p);
  cached((unsigned short*)p);
  cached((int*)p);
  cached((unsigned*)p);
  cached((long*)p);
  cached((unsigned long*)p);
  cached((long long*)p);
  cached((unsigned long long*)p);
  cached((float*)p);
  cached((double*)p);
  cached((char2*)p);
  cached((char4*)p);
  cached((uchar2*)p);
  cached((uchar4*)p);
  cached((short2*)p);
  cached((short4*)p);
  cached((ushort2*)p);
  cached((ushort4*)p);
  cached((int2*)p);
  cached((int4*)p);
  cached((uint2*)p);
  cached((uint4*)p);
  cached((float2*)p);
  cached((float4*)p);
  cached((longlong2*)p);
  cached((ulonglong2*)p);
  cached((double2*)p);
}
