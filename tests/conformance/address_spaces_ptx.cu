// isspacep and cvta for constants and for parameters: the address of a constant is none of global
// memory, while that of a parameter is both.

// nvcc: -std=c++17 -arch=sm_90 -lcuda
#include "driver.h"

#include <string>

enum { Global = 1, Shared = 2, Local = 4, Const = 8, Param = 16 };

#define ASK(space, bit)                                                                            \
  asm volatile("{\n.reg .pred p;\nisspacep." space " p, %1;\nselp.u32 %0, " #bit ", 0, p;\n}"      \
               : "=r"(answer)                                                                      \
               : "l"(address));                                                                    \
  spaces |= answer

__device__ unsigned spacesOf(const void* pointer) {
  const auto address = reinterpret_cast<unsigned long long>(pointer);
  unsigned answer, spaces = 0;
  ASK("global", 1);
  ASK("shared", 2);
  ASK("local", 4);
  ASK("const", 8);
  ASK("param", 16);
  return spaces;
}

// As spacesOf(), in a function of its own.
__device__ __noinline__ unsigned spacesInCall(const void* pointer) {
  return spacesOf(pointer);
}

__constant__ int few[4] = {1, 2, 3, 4};
__constant__ int many[4000] = {5, 6, 7, 8};
__device__ int variable[4];

__device__ unsigned long long toConst(const void* pointer) {
  unsigned long long converted;
  asm volatile("cvta.to.const.u64 %0, %1;" : "=l"(converted) : "l"(pointer));
  return converted;
}

__global__ void answer(unsigned* out, int zero) {
  __shared__ int shared[4];
  int local[4] = {zero, zero + 1, zero + 2, zero + 3};
  shared[0] = zero;
  // Each thread asks for addresses of its own.
  const unsigned thread = threadIdx.x;
  out += thread * 16;
  out[0] = spacesOf(few + thread % 4);
  out[1] = spacesInCall(&many[3999 - thread]);
  out[2] = spacesOf(variable + thread % 4);
  out[3] = spacesInCall(shared + thread % 4);
  out[4] = spacesOf(local + (thread + zero) % 4);
  out[5] = spacesInCall(nullptr);
  out[6] = spacesOf(out);
  unsigned loaded;
  const unsigned long long constant = toConst(many + thread % 4);
  asm volatile("ld.const.u32 %0, [%1];" : "=r"(loaded) : "l"(constant));
  out[7] = loaded;
  const void* back;
  asm volatile("cvta.const.u64 %0, %1;" : "=l"(back) : "l"(constant));
  out[8] = back == many + thread % 4;
  out[9] = unsigned(toConst(many + 100) - toConst(many));
  out[10] = (__isConstant(few) ? 1 : 0) | (__isGlobal(few) ? 2 : 0) |
            (__isConstant(variable) ? 4 : 0) | (__isGlobal(variable) ? 8 : 0) |
            (__isGridConstant(variable) ? 16 : 0);
}

static void constants() {
  constexpr int kThreads = 64;
  Buffer<unsigned> out(kThreads * 16);
  answer<<<1, kThreads>>>(out.device(), 0);
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int thread = 0; thread < kThreads; ++thread) {
    const unsigned* const found = out.host() + thread * 16;
    EXPECT_EQ_AT(thread, found[0], unsigned(Const));
    EXPECT_EQ_AT(thread, found[1], unsigned(Const));
    EXPECT_EQ_AT(thread, found[2], unsigned(Global));
    EXPECT_EQ_AT(thread, found[3], unsigned(Shared));
    EXPECT_EQ_AT(thread, found[4], unsigned(Local));
    EXPECT_EQ_AT(thread, found[5], unsigned(Global));
    EXPECT_EQ_AT(thread, found[6], unsigned(Global));
    EXPECT_EQ_AT(thread, found[7], unsigned(5 + thread % 4));
    EXPECT_EQ_AT(thread, found[8], 1u);
    EXPECT_EQ_AT(thread, found[9], 400u);
    EXPECT_EQ_AT(thread, found[10], 1u | 8u);
  }
}

// out[0]: the spaces of byte `offset` from the parameter `values`. out[1] and out[2]: the word
// there by its generic address, and by its address in the space of parameters.
static const std::string kParameterPtx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry ask(.param .align 8 .b8 values[256], .param .u64 out, .param .u64 offset)
{
  .reg .pred %p<8>;
  .reg .b32 %r<16>;
  .reg .b64 %d<8>;
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [offset];
  mov.b64 %d2, values;
  cvta.param.u64 %d3, %d2;
  add.s64 %d3, %d3, %d1;
  isspacep.global %p0, %d3;
  isspacep.shared %p1, %d3;
  isspacep.local %p2, %d3;
  isspacep.const %p3, %d3;
  isspacep.param %p4, %d3;
  selp.u32 %r0, 1, 0, %p0;
  selp.u32 %r1, 2, 0, %p1;
  selp.u32 %r2, 4, 0, %p2;
  selp.u32 %r3, 8, 0, %p3;
  selp.u32 %r4, 16, 0, %p4;
  or.b32 %r0, %r0, %r1;
  or.b32 %r0, %r0, %r2;
  or.b32 %r0, %r0, %r3;
  or.b32 %r0, %r0, %r4;
  st.global.u32 [%d0], %r0;
  setp.ge.u64 %p5, %d1, 256;
  @%p5 ret;
  ld.u32 %r5, [%d3];
  st.global.u32 [%d0+4], %r5;
  cvta.to.param.u64 %d4, %d3;
  ld.param.u32 %r6, [%d4];
  st.global.u32 [%d0+8], %r6;
  ret;
}
)";

static void parameters() {
  CUmodule module;
  CUfunction ask;
  DRIVER_CHECK(cuModuleLoadData(&module, kParameterPtx.c_str()));
  DRIVER_CHECK(cuModuleGetFunction(&ask, module, "ask"));
  struct {
    unsigned words[64];
  } values;
  for (unsigned i = 0; i < 64; ++i)
    values.words[i] = 100 + i;
  Buffer<unsigned> out(3);
  unsigned* place = out.device();
  for (unsigned long long offset : {0ull, 20ull, 252ull, 65536ull}) {
    void* arguments[] = {&values, &place, &offset};
    DRIVER_CHECK(cuLaunchKernel(ask, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
    DRIVER_CHECK(cuCtxSynchronize());
    out.download();
    const bool isInside = offset < sizeof values;
    EXPECT_EQ_AT(offset, out.host()[0], isInside ? unsigned(Global | Param) : unsigned(Global));
    if (!isInside)
      continue;
    EXPECT_EQ_AT(offset, out.host()[1], unsigned(100 + offset / 4));
    EXPECT_EQ_AT(offset, out.host()[2], unsigned(100 + offset / 4));
  }
  DRIVER_CHECK(cuModuleUnload(module));
}

int main() {
  constants();
  parameters();
  return ok();
}
