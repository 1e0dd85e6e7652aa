// Source compiled at run time, loaded and run by the driver (rows P-023, D-041).
#include "source.h"

#include "cuda.h"
#include <gtest/gtest.h>

namespace {

class NvrtcRun : public testing::Test {
protected:
  void SetUp() override {
    CUdevice device;
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context_, device), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context_), CUDA_SUCCESS);
  }
  void TearDown() override { cuDevicePrimaryCtxRelease(0); }

  // Runs `name` with 32 threads over 32 integers and returns them.
  std::vector<int> run(const void* image, const std::string& name) {
    CUmodule module;
    CUfunction function;
    CUdeviceptr memory = 0;
    std::vector<int> values(32, -1);
    EXPECT_EQ(cuModuleLoadData(&module, image), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleGetFunction(&function, module, name.c_str()), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&memory, values.size() * sizeof(int)), CUDA_SUCCESS);
    void* parameters[] = {&memory};
    EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr),
              CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyDtoH(values.data(), memory, values.size() * sizeof(int)), CUDA_SUCCESS);
    cuMemFree(memory);
    cuModuleUnload(module);
    return values;
  }

  CUcontext context_ = nullptr;
};

} // namespace

TEST_F(NvrtcRun, P023_templateKernelFromPtxAndFromCubin) {
  Source source{"template <int n> __global__ void k(int* a) {\n"
                "  __shared__ int s[32];\n"
                "  s[threadIdx.x] = threadIdx.x * n;\n"
                "  __syncthreads();\n"
                "  a[threadIdx.x] = s[31 - threadIdx.x];\n"
                "}\n"};
  source.expressions = {"k<7>"};
  Compiled compiled = compile(source);
  ASSERT_EQ(compiled.status, NVRTC_SUCCESS) << compiled.log;
  std::vector<int> fromPtx = run(compiled.ptx.c_str(), compiled.names["k<7>"]);
  std::vector<int> fromCubin = run(compiled.cubin.data(), compiled.names["k<7>"]);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(fromPtx[i], (31 - i) * 7);
  EXPECT_EQ(fromPtx, fromCubin);
}

TEST_F(NvrtcRun, P023_deviceDefaultAndInitialisedVariables) {
  Compiled compiled = compile({"int table[] = {1, 2, 3, 4};\n"
                               "int pick(int i) { return table[i % 4]; }\n"
                               "extern \"C\" __global__ void k(int* a) { a[threadIdx.x] = "
                               "pick(threadIdx.x); }\n",
                               {"-default-device", "-arch=sm_75"}});
  ASSERT_EQ(compiled.status, NVRTC_SUCCESS) << compiled.log;
  std::vector<int> values = run(compiled.ptx.c_str(), "k");
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i % 4 + 1);
}

TEST_F(NvrtcRun, P023_unoptimisedCodeRuns) {
  Compiled compiled =
      compile({"struct Sum { int total; __device__ void add(int i) { total += i; } };\n"
               "extern \"C\" __global__ void k(int* a) { Sum s{0};\n"
               "  for (int i = 0; i <= threadIdx.x; ++i) s.add(i);\n"
               "  a[threadIdx.x] = s.total; }\n",
               {"-G", "-arch=sm_90"}});
  ASSERT_EQ(compiled.status, NVRTC_SUCCESS) << compiled.log;
  std::vector<int> values = run(compiled.ptx.c_str(), "k");
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i * (i + 1) / 2);
}

TEST_F(NvrtcRun, P023_kernelsLaunchKernels) {
  Source source{"template <class T> __global__ void child(T* a, T factor) {\n"
                "  a[threadIdx.x] = threadIdx.x * factor;\n"
                "}\n"
                "extern \"C\" __global__ void k(int* a) {\n"
                "  if (threadIdx.x == 0) child<<<1, 32, 0, cudaStreamTailLaunch>>>(a, 5);\n"
                "}\n"};
  Compiled refused = compile(source);
  EXPECT_EQ(refused.status, NVRTC_ERROR_COMPILATION);
  EXPECT_NE(refused.log.find("requires separate compilation mode"), std::string::npos);
  source.options.push_back("-rdc=true");
  Compiled compiled = compile(source);
  ASSERT_EQ(compiled.status, NVRTC_SUCCESS) << compiled.log;
  std::vector<int> values = run(compiled.ptx.c_str(), "k");
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i * 5);
}
