// bin/nvlink: objects and archives of ours into a cubin that the driver loads.
#include "cuda.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct NvlinkTest : testing::Test {
  fs::path folder;
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "heddle-nvlink-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
  }
  int run(const std::string& command) {
    return std::system(("cd " + folder.string() + " && " + command + " > log 2>&1").c_str());
  }
  std::string read(const std::string& name) {
    std::ifstream file(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

// What the kernel k of a cubin stores.
int resultOf(const std::string& cubin) {
  EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
  CUcontext context = nullptr;
  EXPECT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  CUmodule module = nullptr;
  EXPECT_EQ(cuModuleLoadData(&module, cubin.data()), CUDA_SUCCESS);
  CUfunction function = nullptr;
  EXPECT_EQ(cuModuleGetFunction(&function, module, "k"), CUDA_SUCCESS);
  CUdeviceptr place = 0;
  EXPECT_EQ(cuMemAlloc(&place, sizeof(int)), CUDA_SUCCESS);
  void* arguments[] = {&place};
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
            CUDA_SUCCESS);
  int value = 0;
  EXPECT_EQ(cuMemcpyDtoH(&value, place, sizeof value), CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
  return value;
}

TEST_F(NvlinkTest, LinksObjectsAndLibraries) {
  write("a.cu", "extern __device__ int f(int);\n"
                "extern \"C\" __global__ void k(int* out) { *out = f(3); }\n");
  write("b.cu", "__device__ int f(int x) { return x + 1; }\n");
  ASSERT_EQ(run(HEDDLE_BIN "/nvcc -dc a.cu b.cu && ar rc libb.a b.o"), 0) << read("log");
  ASSERT_EQ(run(HEDDLE_BIN "/nvlink -arch=sm_90 a.o -L. -lb -o linked.cubin"), 0) << read("log");
  EXPECT_EQ(resultOf(read("linked.cubin")), 4);

  EXPECT_NE(run(HEDDLE_BIN "/nvlink -arch=sm_90 a.o -o alone.cubin"), 0);
  EXPECT_NE(read("log").find("_Z1fi"), std::string::npos) << read("log");
  EXPECT_NE(run(HEDDLE_BIN "/nvlink a.o b.o"), 0);
  EXPECT_EQ(read("log"), "nvlink fatal   : '-arch' must be specified\n");
}

// With -lto the function of the other object is inlined and gone. Without, it is there.
TEST_F(NvlinkTest, OptimisesLtoIrAsAWhole) {
  write("a.cu", "extern __device__ int f(int);\n"
                "extern \"C\" __global__ void k(int* out) { *out = f(3); }\n");
  write("b.cu", "__device__ int f(int x) { return x + 1; }\n");
  ASSERT_EQ(run(HEDDLE_BIN "/nvcc -dc -dlto a.cu b.cu"), 0) << read("log");
  ASSERT_EQ(run(HEDDLE_BIN "/nvlink -arch=sm_90 a.o b.o -o plain.cubin"), 0) << read("log");
  ASSERT_EQ(run(HEDDLE_BIN "/nvlink -arch=sm_90 -lto a.o b.o -o lto.cubin"), 0) << read("log");
  EXPECT_NE(read("plain.cubin").find("_Z1fi"), std::string::npos);
  EXPECT_EQ(read("lto.cubin").find("_Z1fi"), std::string::npos);
  EXPECT_EQ(resultOf(read("plain.cubin")), 4);
  EXPECT_EQ(resultOf(read("lto.cubin")), 4);
}

// What nvcc -dlto makes of several objects runs: functions, variables and static kernels of one
// name.
TEST_F(NvlinkTest, NvccLinksLtoIr) {
  write("a.cu", "#include <cstdio>\n"
                "extern __device__ int f(int);\nextern __device__ int shift;\n"
                "__managed__ int result;\nint runB();\n"
                "static __global__ void k() { result = f(3) + shift; }\n"
                "int main() {\n"
                "  k<<<1, 1>>>();\n  cudaDeviceSynchronize();\n"
                "  return result == 14 && runB() == 21 ? 0 : 1;\n}\n");
  write("b.cu", "__device__ int shift = 10;\n__device__ int f(int x) { return x + 1; }\n"
                "static __global__ void k(int* out) { *out = f(shift); }\n"
                "int runB() {\n  int twenty = 20, value = 0, *out;\n"
                "  cudaMemcpyToSymbol(shift, &twenty, sizeof twenty);\n"
                "  cudaMalloc(&out, sizeof *out);\n  k<<<1, 1>>>(out);\n"
                "  cudaMemcpy(&value, out, sizeof value, cudaMemcpyDefault);\n"
                "  return value;\n}\n");
  ASSERT_EQ(run(HEDDLE_BIN "/nvcc -dc -dlto a.cu b.cu"), 0) << read("log");
  ASSERT_EQ(run(HEDDLE_BIN "/nvcc -dlto --keep a.o b.o -o program"), 0) << read("log");
  EXPECT_EQ(run("./program"), 0) << read("log");
  EXPECT_EQ(read("link-lto-0.ptx").find("_Z1fi"), std::string::npos);
}

} // namespace
