// nvPTXCompiler.h: PTX to cubins that the driver loads.
#include "nvPTXCompiler.h"

#include "cuda.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#ifdef HEDDLE_LIBRARY_DIRECTORY
// As our nvcc says it in programs.
extern "C" const char heddleLibraryDirectory[];
extern "C" const char heddleLibraryDirectory[] = HEDDLE_LIBRARY_DIRECTORY;
#endif

namespace {

const std::string kKernel = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

struct PtxCompilerTest : testing::Test {
  nvPTXCompilerHandle compiler = nullptr;
  void create(const std::string& text) {
    ASSERT_EQ(nvPTXCompilerCreate(&compiler, text.size(), text.c_str()), NVPTXCOMPILE_SUCCESS);
  }
  nvPTXCompileResult compile(std::vector<const char*> options) {
    return nvPTXCompilerCompile(compiler, static_cast<int>(options.size()), options.data());
  }
  std::string log(bool errors) {
    size_t size = 0;
    EXPECT_EQ(
        (errors ? nvPTXCompilerGetErrorLogSize : nvPTXCompilerGetInfoLogSize)(compiler, &size),
        NVPTXCOMPILE_SUCCESS);
    std::string text(size + 1, '?');
    EXPECT_EQ((errors ? nvPTXCompilerGetErrorLog : nvPTXCompilerGetInfoLog)(compiler, text.data()),
              NVPTXCOMPILE_SUCCESS);
    EXPECT_EQ(text.back(), '\0');
    text.pop_back();
    return text;
  }
  void TearDown() override {
    EXPECT_EQ(nvPTXCompilerDestroy(&compiler), NVPTXCOMPILE_SUCCESS);
    EXPECT_EQ(compiler, nullptr);
  }
};

TEST_F(PtxCompilerTest, TheDriverLoadsWhatItMakes) {
  create(kKernel);
  size_t size = 0;
  EXPECT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size),
            NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
  ASSERT_EQ(compile({"--gpu-name=sm_90", "--verbose"}), NVPTXCOMPILE_SUCCESS) << log(true);
  EXPECT_EQ(log(true), "");
  EXPECT_NE(log(false).find("Compiling entry function 'k' for 'sm_90'"), std::string::npos);
  ASSERT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size), NVPTXCOMPILE_SUCCESS);
  std::vector<char> cubin(size);
  ASSERT_EQ(nvPTXCompilerGetCompiledProgram(compiler, cubin.data()), NVPTXCOMPILE_SUCCESS);
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  CUcontext context;
  ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  CUmodule module;
  ASSERT_EQ(cuModuleLoadData(&module, cubin.data()), CUDA_SUCCESS);
  CUfunction function;
  EXPECT_EQ(cuModuleGetFunction(&function, module, "k"), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
}

// Each block size is code of its own, so a cubin without any is smaller than the PTX and one of
// them.
TEST_F(PtxCompilerTest, NativeCodeIsMadeForTheBlockSizesThatAreNamed) {
  create(kKernel);
  auto sizeFor = [&](const char* sizes) {
    size_t size = 0;
    EXPECT_EQ(compile({"--gpu-name=sm_90", sizes}), NVPTXCOMPILE_SUCCESS) << log(true);
    EXPECT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size), NVPTXCOMPILE_SUCCESS);
    return size;
  };
  const size_t none = sizeFor("--block-sizes=none");
  EXPECT_LT(none, sizeFor("--block-sizes=64"));
  EXPECT_LT(sizeFor("--block-sizes=64"), sizeFor("--block-sizes=64,96"));
  EXPECT_EQ(compile({"--gpu-name=sm_90", "--block-sizes=nothing"}),
            NVPTXCOMPILE_ERROR_COMPILATION_FAILURE)
      << log(true);
}

// As nvcc writes the launches of a source into its PTX.
TEST_F(PtxCompilerTest, NativeCodeIsMadeForTheBlocksThatAreLaunched) {
  create(kKernel +
         "// heddle.launched k 64 1 1\n// heddle.launched k 8 4 1\n"
         "// heddle.launched k 2048 1 1\n// heddle.launched k\n// heddle.launched j 1 1 1\n");
  auto sizeFor = [&](std::vector<const char*> options) {
    size_t size = 0;
    options.push_back("--gpu-name=sm_90");
    EXPECT_EQ(compile(options), NVPTXCOMPILE_SUCCESS) << log(true);
    EXPECT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size), NVPTXCOMPILE_SUCCESS);
    return size;
  };
  const size_t both = sizeFor({});
  EXPECT_LT(sizeFor({"--block-sizes=none"}), both);
  EXPECT_EQ(sizeFor({"--block-sizes=64"}), both);
  EXPECT_EQ(sizeFor({"--native-code-budget=10", "--split-compile=3"}), both);
  EXPECT_EQ(sizeFor({"--native-code-budget=9.5", "--split-compile=3"}), both);
  EXPECT_EQ(sizeFor({"--native-code-budget=0"}), sizeFor({"--block-sizes=none"}));
  EXPECT_EQ(sizeFor({"--native-code-budget=0.000001"}), sizeFor({"--block-sizes=none"}));
}

// A kernel that takes some seconds to optimise on any processor, and less than one to compile
// quickly. It is launched with 64 threads.
std::string largeKernel() {
  std::string text = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry large(.param .u64 out) {
  .reg .b32 %r<10>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
)";
  for (unsigned i = 0; i < 1500; ++i) {
    const std::string value = "%r" + std::to_string(2 + i % 8);
    text += "  mad.lo.u32 " + value + ", %r1, " + std::to_string(2 * i + 3) + ", %r1;\n";
    text += "  xor.b32 %r1, %r1, " + value + ";\n";
    text += "  shf.l.wrap.b32 %r1, %r1, %r1, " + std::to_string(i % 31 + 1) + ";\n";
  }
  return text + "  st.global.u32 [%rd1], %r1;\n  ret;\n}\n// heddle.launched large 64 1 1\n";
}

TEST_F(PtxCompilerTest, WhereTimeIsShortKernelsAreCompiledQuickly) {
  const std::string trace = testing::TempDir() + "heddle-ptxas-" + std::to_string(getpid());
  unsetenv("HEDDLE_JIT");
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  setenv("HEDDLE_DUMP", "form", 1);
  setenv("HEDDLE_TRACE_FILE", trace.c_str(), 1);
  create(largeKernel());
  ASSERT_EQ(compile({"--gpu-name=sm_90", "--native-code-budget=1"}), NVPTXCOMPILE_SUCCESS);
  size_t size = 0;
  ASSERT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size), NVPTXCOMPILE_SUCCESS);
  std::vector<char> cubin(size);
  ASSERT_EQ(nvPTXCompilerGetCompiledProgram(compiler, cubin.data()), NVPTXCOMPILE_SUCCESS);
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  CUcontext context;
  ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  CUmodule module;
  ASSERT_EQ(cuModuleLoadData(&module, cubin.data()), CUDA_SUCCESS);
  CUfunction function;
  ASSERT_EQ(cuModuleGetFunction(&function, module, "large"), CUDA_SUCCESS);
  CUdeviceptr out = 0;
  ASSERT_EQ(cuMemAlloc(&out, sizeof(unsigned)), CUDA_SUCCESS);
  void* parameters[] = {&out};
  testing::internal::CaptureStderr();
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), ""); // no kernel is compiled
  std::stringstream traced;
  traced << std::ifstream(trace).rdbuf();
  EXPECT_NE(traced.str().find(R"("code":"quick")"), std::string::npos);
  EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
  unlink(trace.c_str());
}

TEST_F(PtxCompilerTest, WhatIsWrongIsSaid) {
  create(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n  bogus;\n}\n");
  EXPECT_EQ(compile({"-arch=sm_90"}), NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  EXPECT_NE(log(true).find("ptxas application ptx input, line 5; error"), std::string::npos);
  size_t size = 0;
  EXPECT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size),
            NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
  EXPECT_EQ(compile({"--no-such-option"}), NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  EXPECT_EQ(log(true), "ptxas fatal   : Unknown option '--no-such-option'\n");
  EXPECT_EQ(nvPTXCompilerCompile(nullptr, 0, nullptr), NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
}

TEST_F(PtxCompilerTest, AVersionFromTheFuture) {
  create(".version 99.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }\n");
  EXPECT_EQ(compile({"-arch=sm_90"}), NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION);
  unsigned major = 0, minor = 9;
  EXPECT_EQ(nvPTXCompilerGetVersion(&major, &minor), NVPTXCOMPILE_SUCCESS);
  EXPECT_EQ(major, 13u);
  EXPECT_EQ(minor, 0u);
}

} // namespace
