// Everything that clang prints for small CUDA programs is accepted and lowered.
#include "harness.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <sstream>

namespace heddle::ptx::testing {
namespace {

const char* kSource = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
typedef unsigned long size_t;
__device__ inline void* operator new(size_t, void* p) noexcept { return p; }
extern "C" __device__ int vprintf(const char*, void*);
__device__ inline int tid() { return __nvvm_read_ptx_sreg_tid_x(); }

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + tid();
  if (i < n) c[i] = a[i] + b[i];
}
struct Matrix { int width, height; float* data; };
__global__ void multiply(Matrix a, Matrix b, Matrix c) {
  __shared__ float as[16][16], bs[16][16];
  int row = __nvvm_read_ptx_sreg_tid_y(), col = tid();
  float sum = 0;
  for (int k = 0; k < a.width / 16; ++k) {
    as[row][col] = a.data[row * a.width + k * 16 + col];
    bs[row][col] = b.data[(k * 16 + row) * b.width + col];
    __syncthreads();
    for (int e = 0; e < 16; ++e) sum += as[row][e] * bs[e][col];
    __syncthreads();
  }
  c.data[row * c.width + col] = sum;
}
struct Shape { __device__ virtual float area() const = 0; };
struct Square : Shape { float s; __device__ Square(float x) : s(x) {} __device__ float area() const override { return s * s; } };
struct Disk : Shape { double r; __device__ Disk(double x) : r(x) {} __device__ float area() const override { return 3.14 * r * r; } };
__global__ void shapes(char* memory, float* out, int which) {
  Shape* s = which ? static_cast<Shape*>(new (memory) Square(2)) : new (memory) Disk(1);
  *out = s->area();
}
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ double poly(double x, long long k, short h, char c) {
  return x * x * k - x / h + __builtin_sqrt(x) + c;
}
__constant__ int table[4] = {3, 1, 4, 1};
__device__ unsigned long long counter;
__global__ void mixed(int* out, double x, long long k, unsigned u) {
  int args[2] = {out[0], fib(out[1])};
  vprintf("%d %d\n", args);
  out[2] = poly(x, k, (short)u, (char)u) + table[u & 3];
  out[3] = u / out[0] + out[1] % out[2] + __builtin_popcount(u) + __builtin_clz(u) + __builtin_ctz(u);
  out[4] = (int)((k << u) >> out[5]) + (int)((unsigned long long)k / (out[6] + 1ull));
  __nvvm_atom_add_gen_i(out + 7, 5);
  __nvvm_atom_cas_gen_i(out + 8, 1, 2);
  __nvvm_atom_max_gen_ui((unsigned*)out + 9, u);
  __nvvm_atom_add_gen_ll((long long*)&counter, 3);
  out[10] = __nvvm_shfl_sync_bfly_i32(-1, u, 1, 31) + __nvvm_vote_ballot_sync(-1, u > 3);
  __nvvm_bar_warp_sync(-1);
  __nvvm_membar_gl();
  switch (u) {
  case 0: out[11] = 5; break;
  case 1: out[12] = 8; break;
  case 2: out[13] = 9; break;
  case 3: out[14] = 1; break;
  default: __builtin_trap();
  }
}
extern __shared__ float dynamic[];
template <typename T> __device__ T reduce(T* p, int n) {
  T local[8];
  for (int i = 0; i < 8; ++i) local[i] = p[i] * n;
  T s = 0;
  for (int i = 0; i < n; ++i) s += local[(i * 5) & 7];
  return s;
}
__global__ void dynamicShared(float* out, int n) {
  dynamic[tid()] = out[tid()];
  __syncthreads();
  out[tid()] = reduce(dynamic, n) + reduce((double*)out, n) + reduce((unsigned char*)out, n);
}
__global__ void fast(float* x) {
  x[0] = __nvvm_sin_approx_ftz_f(x[0]) + __nvvm_ex2_approx_f(x[1]) + __nvvm_lg2_approx_f(x[2]) +
         __nvvm_rsqrt_approx_ftz_f(x[3]) + __nvvm_rcp_rn_f(x[4]) + __nvvm_fma_rz_f(x[5], x[6], x[7]) +
         __nvvm_div_rn_f(x[8], x[9]) + __nvvm_fmin_f(x[10], x[11]) + __nvvm_floor_f(x[12]) +
         __nvvm_saturate_f(x[13]) + __nvvm_f2i_rn(x[14]) + (float)(__fp16)x[15];
}
)";

std::string compile(const std::string& optimisation) {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "heddle-ptx-XXXXXX").string();
  fs::path folder = mkdtemp(name.data());
  std::ofstream(folder / "a.cu") << kSource;
  std::string command =
      fmt::format("{} -x cuda -nocudainc -nocudalib --cuda-path=/nonexistent --cuda-gpu-arch=sm_75 "
                  "--cuda-feature=+ptx75 --cuda-device-only {} -S -Xclang -target-sdk-version=12.5 "
                  "{} -o {} 2> {}",
                  HEDDLE_CLANGXX, optimisation, (folder / "a.cu").string(),
                  (folder / "a.ptx").string(), (folder / "log").string());
  auto contents = [](const fs::path& path) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  };
  EXPECT_EQ(std::system(command.c_str()), 0) << contents(folder / "log");
  std::string text = contents(folder / "a.ptx");
  fs::remove_all(folder);
  return text;
}

class Clang : public ::testing::TestWithParam<const char*> {};

TEST_P(Clang, AcceptedAndLowered) {
  std::string text = compile(GetParam());
  auto module = parsed(text);
  ASSERT_TRUE(module);
  auto list = kernels(*module);
  EXPECT_EQ(list.size(), 6U);
  for (const KernelDeclaration& kernel : list) {
    llvm::LLVMContext context;
    std::vector<Diagnostic> diagnostics;
    auto ir = lower(*module, kernel.name, context, diagnostics);
    EXPECT_TRUE(ir) << kernel.name << ": " << (diagnostics.empty() ? "" : diagnostics[0].message);
  }
  EXPECT_GE(addressTakenFunctions(*module).size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Levels, Clang, ::testing::Values("-O0", "-O1", "-O3", "-O2 -ffast-math"));

} // namespace
} // namespace heddle::ptx::testing
