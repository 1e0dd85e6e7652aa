// Native code that nvcc makes ahead of time: for which blocks, and that launches use it.
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "ir/launched_blocks.h"
#include "program.h"

#include <optional>

namespace heddle::nvcc {
namespace {

class AheadOfTimeTest : public ProgramTest {
protected:
  // The blocks that nvcc finds in a source: "_Z1kv 256x1x1" and so on.
  std::vector<std::string> launchesIn(const std::string& source) {
    write("launches.cu", source);
    succeed("$NVCC -ptx launches.cu");
    std::vector<std::string> found;
    for (const auto& [kernel, dim] : heddle::launchedBlocks(read("launches.ptx")))
      found.push_back(kernel + " " + std::to_string(dim[0]) + "x" + std::to_string(dim[1]) + "x" +
                      std::to_string(dim[2]));
    return found;
  }

  // How many pieces of native code the fat binary has for our device; none without a cubin for it.
  std::optional<std::size_t> nativeCode(const std::string& options) {
    succeed("$NVCC -fatbin " + options + " a.cu");
    const std::string container = read("a.fatbin");
    auto images = fatbin::read(container.data(), container.size());
    EXPECT_TRUE(images);
    for (const fatbin::Image& image : *images)
      if (image.kind == fatbin::Kind::Cubin && image.arch == 90)
        return fatbin::readCubin(*image.content())->objects.size();
    return std::nullopt;
  }

  // What a run without a cache says of the kernels that it has to compile.
  std::string compiledKernels(const std::string& options) {
    succeed("$NVCC " + options + " a.cu -o a");
    return succeed("CUDA_CACHE_DISABLE=1 HEDDLE_DUMP=form ./a");
  }
};

using Names = std::vector<std::string>;

TEST_F(AheadOfTimeTest, ConstantBlocks) {
  EXPECT_EQ(launchesIn("__global__ void k() {}\n"
                       "constexpr int kWarps = 3;\n"
                       "void f() {\n"
                       "  k<<<1, 64>>>();\n"
                       "  k<<<1, dim3(8, 4, 2)>>>();\n"
                       "  k<<<1, {16, 2}>>>();\n"
                       "  k<<<1, kWarps * 32>>>();\n"
                       "  k<<<1, 64>>>();\n"
                       "}\n"),
            (Names{"_Z1kv 8x4x2", "_Z1kv 16x2x1", "_Z1kv 64x1x1", "_Z1kv 96x1x1"}));
}

TEST_F(AheadOfTimeTest, VariablesCountAsTheirInitialValues) {
  EXPECT_EQ(launchesIn("__global__ void k() {}\n"
                       "void f(int given) {\n"
                       "  int threads = 64, warps = 3;\n"
                       "  dim3 block(8, 4), copy = block, assigned;\n"
                       "  assigned.x = 7;\n"
                       "  k<<<1, threads>>>();\n"
                       "  k<<<1, warps * 32>>>();\n"
                       "  k<<<1, copy>>>();\n"
                       "  k<<<1, assigned>>>();\n"
                       "  k<<<1, given>>>();\n"
                       "}\n"),
            (Names{"_Z1kv 8x4x1", "_Z1kv 64x1x1", "_Z1kv 96x1x1"}));
}

// The kernel and the dimensions are known when the template is instantiated.
TEST_F(AheadOfTimeTest, LaunchesInTemplates) {
  EXPECT_EQ(launchesIn("template <typename T> __global__ void k(T) {}\n"
                       "template <int N, typename T> void f(T v) { k<T><<<1, N>>>(v); }\n"
                       "void g() { f<32>(1); f<48>(1.0f); }\n"),
            (Names{"_Z1kIfEvT_ 48x1x1", "_Z1kIiEvT_ 32x1x1"}));
}

TEST_F(AheadOfTimeTest, LaunchesByFunctionsOfTheRuntime) {
  EXPECT_EQ(
      launchesIn("__global__ void k() {}\n"
                 "template <typename T> __global__ void t(T) {}\n"
                 "void f() {\n"
                 "  int v = 0;\n"
                 "  void* arguments[] = {&v};\n"
                 "  cudaLaunchKernel((const void*)k, 1, 64, nullptr, 0, 0);\n"
                 "  cudaLaunchCooperativeKernel((void*)&t<int>, dim3(1), dim3(8, 4), arguments, "
                 "0, 0);\n"
                 "}\n"),
      (Names{"_Z1kv 64x1x1", "_Z1tIiEvT_ 8x4x1"}));
}

TEST_F(AheadOfTimeTest, CodeForTheBlocksThatTheSourceShows) {
  write("a.cu", "__global__ void launched(int* p) { p[threadIdx.x] = 1; }\n"
                "__global__ void __launch_bounds__(64) bound(int* p) { p[threadIdx.x] = 2; }\n"
                "void f() { launched<<<1, 32>>>(0); launched<<<1, 96>>>(0); }\n");
  EXPECT_EQ(nativeCode(""), 3u);
  EXPECT_EQ(nativeCode("-arch=sm_80"), 3u);
  EXPECT_EQ(nativeCode("-arch=sm_80 -Xheddle=aot=none"), std::nullopt);
  EXPECT_EQ(nativeCode("-arch=sm_80 -Xheddle=aot=all"), 3u);
  EXPECT_EQ(nativeCode("-arch=sm_80 -Xheddle=aot=5"), 3u);
  EXPECT_EQ(nativeCode("-arch=sm_90"), 3u);
  EXPECT_EQ(nativeCode("-arch=sm_90 -Xheddle=aot=none"), 0u);
}

// Without kernels there is nothing to compile, and no cubin that nobody has asked for.
TEST_F(AheadOfTimeTest, SourceWithoutKernels) {
  write("a.cu", "__device__ int variable = 1;\nint f() { return 1; }\n");
  EXPECT_EQ(nativeCode("-arch=sm_80"), std::nullopt);
  EXPECT_EQ(nativeCode("-arch=sm_90"), 0u);
}

// A program that never launches the kernel runs, as without native code.
TEST_F(AheadOfTimeTest, SourceWithErrorsInItsPtx) {
  write("a.cu", "extern \"C\" __device__ int missing();\n"
                "__global__ void k(int* p) { *p = missing(); }\n");
  EXPECT_EQ(nativeCode("-arch=sm_80"), 0u);
  EXPECT_NE(
      shell("$NVCC -cubin -arch=sm_90 a.cu").text.find("Unresolved extern function 'missing'"),
      std::string::npos);
}

TEST_F(AheadOfTimeTest, ALaunchUsesIt) {
  write("a.cu", "__global__ void k(int* p) { p[threadIdx.x + 24 * threadIdx.y] = 1; }\n"
                "int main() {\n"
                "  int* p;\n"
                "  if (cudaMalloc(&p, 4096)) return 1;\n"
                "  k<<<1, dim3(24, 2)>>>(p);\n"
                "  return cudaDeviceSynchronize();\n"
                "}\n");
  EXPECT_EQ(compiledKernels(""), "");
  EXPECT_EQ(compiledKernels("-Xheddle=aot=1"), "");
  EXPECT_NE(compiledKernels("-Xheddle=aot=none").find("_Z1kPi, block 24x2x1"), std::string::npos);
}

// A kernel calls a function of another object, so that its code can be made by the device link.
TEST_F(AheadOfTimeTest, RelocatableObjects) {
  write("main.cu", "extern __device__ int twice(int);\n"
                   "__global__ void k(int* p) { p[threadIdx.x] = twice(threadIdx.x); }\n"
                   "int main() {\n"
                   "  int *p, last = 0;\n"
                   "  if (cudaMalloc(&p, 4096)) return 1;\n"
                   "  k<<<1, 48>>>(p);\n"
                   "  cudaMemcpy(&last, p + 47, 4, cudaMemcpyDeviceToHost);\n"
                   "  return last != 94;\n"
                   "}\n");
  write("twice.cu", "__device__ int twice(int a) { return 2 * a; }\n");
  const std::string run = "CUDA_CACHE_DISABLE=1 HEDDLE_DUMP=form ";
  succeed("$NVCC -rdc=true -Xheddle=aot=all main.cu twice.cu -o whole");
  EXPECT_EQ(succeed(run + "./whole"), "");
  EXPECT_NE(succeed(run + "CUDA_FORCE_PTX_JIT=1 ./whole").find("_Z1kPi, block 48x1x1"),
            std::string::npos);
  succeed("$NVCC -dc main.cu twice.cu && $NVCC -Xheddle=aot=1 -dlink main.o twice.o -o link.o && "
          "$NVCC -nodlink main.o twice.o link.o -o parts");
  EXPECT_EQ(succeed(run + "./parts"), "");
  succeed("$NVCC -rdc=true main.cu twice.cu -o plain");
  EXPECT_NE(succeed(run + "./plain").find("_Z1kPi, block 48x1x1"), std::string::npos);
}

} // namespace
} // namespace heddle::nvcc
