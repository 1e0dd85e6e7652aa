// A program of libnvvm, and a kernel made by it.
#pragma once

#include "cuda.h"
#include "nvvm.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace nvvm_test {

struct Compiled {
  nvvmResult result;
  std::string output; // without the zero behind it
  std::string log;
};

inline std::string libdevice() {
  std::ifstream file(LIBDEVICE_FILE, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline Compiled compile(std::string_view module,
                        std::vector<const char*> options = {"-arch=compute_90"},
                        const std::string& lazyModule = {}) {
  nvvmProgram program = nullptr;
  EXPECT_EQ(nvvmCreateProgram(&program), NVVM_SUCCESS);
  EXPECT_EQ(nvvmAddModuleToProgram(program, module.data(), module.size(), "source.ll"),
            NVVM_SUCCESS);
  if (!lazyModule.empty())
    EXPECT_EQ(nvvmLazyAddModuleToProgram(program, lazyModule.data(), lazyModule.size(), "lazy"),
              NVVM_SUCCESS);
  Compiled compiled;
  compiled.result = nvvmCompileProgram(program, static_cast<int>(options.size()), options.data());
  std::size_t bytes = 0;
  if (compiled.result == NVVM_SUCCESS) {
    EXPECT_EQ(nvvmGetCompiledResultSize(program, &bytes), NVVM_SUCCESS);
    compiled.output.resize(bytes);
    EXPECT_EQ(nvvmGetCompiledResult(program, compiled.output.data()), NVVM_SUCCESS);
    compiled.output.pop_back();
  }
  EXPECT_EQ(nvvmGetProgramLogSize(program, &bytes), NVVM_SUCCESS);
  compiled.log.resize(bytes);
  EXPECT_EQ(nvvmGetProgramLog(program, compiled.log.data()), NVVM_SUCCESS);
  compiled.log.pop_back();
  EXPECT_EQ(nvvmDestroyProgram(&program), NVVM_SUCCESS);
  EXPECT_EQ(program, nullptr);
  return compiled;
}

// Runs `kernel` of an image in one warp, over 32 values that it reads and overwrites.
template <class Value>
std::vector<Value> runInOneWarp(const std::string& image, const char* kernel,
                                std::vector<Value> values) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
  EXPECT_EQ(cuDeviceGet(&device, 0), CUDA_SUCCESS);
  EXPECT_EQ(cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleLoadData(&module, image.data()), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&function, module, kernel), CUDA_SUCCESS);
  const std::size_t bytes = values.size() * sizeof(Value);
  EXPECT_EQ(cuMemAlloc(&memory, bytes), CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyHtoD(memory, values.data(), bytes), CUDA_SUCCESS);
  void* arguments[] = {&memory};
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuMemcpyDtoH(values.data(), memory, bytes), CUDA_SUCCESS);
  EXPECT_EQ(cuMemFree(memory), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  EXPECT_EQ(cuDevicePrimaryCtxRelease(device), CUDA_SUCCESS);
  return values;
}

} // namespace nvvm_test
