// Habits of code bases, as NVIDIA's nvcc accepts them: many in one source, so that they cost few
// compilations. Each source is compiled for both sides.
#include "program.h"

namespace heddle::nvcc {
namespace {

class HabitsTest : public ProgramTest {
protected:
  void accept(const std::string& source, const std::string& options) {
    write("a.cu", source);
    succeed("$NVCC -arch=sm_80 " + options + " -c a.cu -o a.o");
  }
};

TEST_F(HabitsTest, Kernels) {
  accept(R"(
#include <cstdio>
static __global__ void s1(int* o) { *o = 1; }
extern "C" __global__ void ec(int* o) { *o = 2; }
extern "C" { __global__ void ec2(int*); __device__ int dv; }
extern "C" __global__ void ec2(int* o) { *o = dv; }
namespace {
__global__ void an(int* o) { *o = 1; }
__device__ int av = 3;
template <class T> __global__ void ant(T* o) { *o = av; }
struct L { int x; };
}
template <class T, int N = 4, bool B = false> __global__ void td(T* o, T v = T()) { o[0] = v + N + B; }
__global__ void ov(int* o) { *o = 1; }
__global__ void ov(float* o) { *o = 1; }
__global__ void ov(float* o, int n) { *o = n; }
template <void (*K)(int*)> void launch(int* o) { K<<<1, 1>>>(o); }
template <class K, class... A> void go(K k, A... a) { k<<<1, 1>>>(a...); }
#define LAUNCH(k, g, b, ...) do { k<<<(g), (b)>>>(__VA_ARGS__); if (cudaGetLastError()) printf("x"); } while (0)
#define LAUNCH2(name) name<<<1, 1, 0, 0>>>
template <class T> struct H {
  static void run(T* o) { td<T><<<dim3(1), dim3(1, 2)>>>(o); td<T, 5, true><<<1, 1>>>(o, T(3)); }
};
__device__ __constant__ int dc;
static __constant__ int sc = 4;
__constant__ static int cs;
const __device__ int cd = 5;
__device__ const float tab[] = {1, 2, 3};
static const __device__ double dd[2] = {1, 2};
void __global__ rev(int* o) { *o = dc + sc + cs + cd + tab[1] + dd[1]; }
__launch_bounds__(128) __global__ void lb1(int* o) {}
__global__ void __launch_bounds__(sizeof(int) * 32, 2) lb3(int* o) {}
template <int N> __global__ void __launch_bounds__(N, N > 64 ? 2 : 1) lb4(int* o) {}
typedef void (*kp)(int*);
kp table[] = {s1, an, ec};
__noinline__ __device__ int ni(int x) { return x; }
__device__ __forceinline__ static int fi(int x) { return x; }
static __inline__ __device__ int in(int x) { return x; }
__global__ void uses(int* o) { *o = ni(1) + fi(2) + in(3); }
int main() {
  int* o = 0;
  launch<s1>(o); launch<ec>(o); go(an, o); go(ant<int>, o);
  ov<<<1, 1>>>(o); ov<<<1, 1>>>((float*)o); ov<<<1, 1>>>((float*)0, 2);
  LAUNCH(rev, 1, 32, o); LAUNCH2(rev)(o); H<int>::run(o); H<float>::run((float*)o);
  table[1]<<<1, 1>>>(o); lb4<128><<<1, 1>>>(o);
  auto f = &td<int, 3>; f<<<1, 1>>>(o, 3); (*f)<<<1, 1>>>(o, 3); (o ? s1 : ec)<<<1, 1>>>(o);
  void (*q)(float*, int) = ov; q<<<1, 1>>>((float*)0, 1);
  uses<<<1, 1>>>(o);
}
)",
         "-std=c++14");
}

// Rows P-084, P-086 to P-089, P-091, P-092.
TEST_F(HabitsTest, Macros) {
  accept(R"(
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <math.h>
#if CUDA_VERSION != CUDART_VERSION || CUDA_VERSION / 1000 != __CUDACC_VER_MAJOR__
#error versions
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 200
#define printf(f, ...) ((void)(f, __VA_ARGS__), 0)
#endif
#define CHECK(call, ...) do { if ((call) != cudaSuccess) { fprintf(stderr, __VA_ARGS__); exit(EXIT_FAILURE); } } while (0)
#if __CUDA_ARCH__ >= 200
#define THREADS 256
static_assert(__CUDA_ARCH__ == 800, "the one that was asked for");
#else
#define THREADS 64 // what the host sees
#endif
struct Parameters { char c; double d; char e; long long l; };
static_assert(sizeof(Parameters) == 32 && __alignof(double) == 8, "two words");
__host__ __device__ int side() {
#if !defined(__CUDA_ARCH__)
  return rand() / (RAND_MAX / 2);
#elif __CUDA_ARCH__ >= 700
  return 2;
#else
  return no_such_path();
#endif
}
__global__ void __launch_bounds__(THREADS) k(double* o, Parameters p) {
  o[threadIdx.x] = 2 * M_PI + p.d + side();
  printf("%g\n", o[0]);
#ifdef __CUDA_ARCH__
  static_assert(THREADS == 256, "the device's");
#endif
}
void CUDART_CB called(void*) {}
void CUDART_CB statusCalled(cudaStream_t, cudaError_t, void*) {}
int main() {
#ifndef __CUDA_ARCH__
  static_assert(THREADS == 64, "the host's");
#endif
  k<<<1, 64>>>(nullptr, Parameters());
  CHECK(cudaLaunchHostFunc(0, called, nullptr), "line %d\n", __LINE__);
  CHECK(cudaStreamAddCallback(0, statusCalled, nullptr, 0), "no arguments\n");
  return side();
}
)",
         "");
}

// Any name may be a macro on the command line: the headers before the source do not see it.
TEST_F(HabitsTest, MacrosOfTheCommandLine) {
  std::string options = "-DNDEBUG -DCUDA_API_PER_THREAD_DEFAULT_STREAM -D'twice(v)=2*(v)' -DM_PI=4 "
                        "-include own.h";
  for (const char* letters : {"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"})
    for (const char* each = letters; *each; ++each)
      options += std::string(" -D") + *each + "=1024";
  for (const char* name :
       {"min",        "max",    "width", "height", "size", "count", "length", "index",  "data",
        "value",      "result", "in",    "out",    "tmp",  "src",   "dst",    "stride", "offset",
        "first",      "last",   "begin", "end",    "row",  "col",   "dim",    "hi",     "lo",
        "sum",        "sign",   "mask",  "bits",   "word", "real",  "Type",   "State",  "SIZE",
        "BLOCK_SIZE", "PI",     "TRUE",  "FALSE",  "DEBUG"})
    options += std::string(" -D") + name + "=1024";
  write("own.h", "static_assert(N + index == 2048, \"seen by the program's headers\");\n");
  accept("static_assert(M == 1024 && min == 1024 && twice(3) == 6, \"and by the program\");\n"
         "#if !defined(NDEBUG) || !defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)\n#error\n#endif\n"
         "#ifdef M_PI\nstatic_assert(M_PI < 4, \"a header's own macro holds\");\n#endif\n"
         "__global__ void kernel(float* argument) { argument[0] = sinf(T); }\n",
         options);
}

TEST_F(HabitsTest, SharedMemoryAndOldHeaders) {
  accept(R"(
#include <math.h>
#include <stdio.h>
#include <float.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <math_functions.h>
#include <sm_20_atomic_functions.h>
#include <memory>
struct V { float x, y; __host__ __device__ V() : x(0), y(0) {} };
union U { int i; float f; };
template <class T> struct Dynamic { __device__ operator T*() { extern __shared__ int words[]; return (T*)words; } };
template <> struct Dynamic<double> { __device__ operator double*() { extern __shared__ double doubles[]; return doubles; } };
template <class T> __global__ void c(T* o) { T* s = Dynamic<T>(); s[0] = o[0]; o[1] = s[0]; }
template __global__ void c(float*);
template __global__ void c(double*);
__global__ void d(float* o) {
  __shared__ union U u; u.f = 1; *o = u.i;
  __shared__ struct { int a; float b[3]; } anon; anon.a = 1; *o += anon.a;
  static __shared__ int s; s = 1; volatile __shared__ int t; t = s; *o += t;
  __shared__ V v[4]; v[threadIdx.x].x = 1; *o += v[0].x;
}
__device__ float* buffer() { __shared__ float place[32]; return place; }
__global__ void g(float* o) { buffer()[threadIdx.x] = 1; *o = buffer()[0]; }
__shared__ int fileScope[32];
extern __shared__ int dyn[];
__global__ void h(int* o) { fileScope[threadIdx.x] = 1; dyn[threadIdx.x] = 1; *o = fileScope[0] + dyn[0]; }
__global__ void a1(float* o) { extern __shared__ float same[]; same[threadIdx.x] = 1; *o = same[0]; }
__global__ void a2(float* o) { extern __shared__ __align__(16) float same[]; same[threadIdx.x] = 1; *o = same[0]; }
typedef unsigned int uint;
__device__ uint u32; __device__ ushort u16;
__attribute__((__noinline__)) int hostNoInline() { return 1; }
[[gnu::noinline]] __device__ int deviceNoInline() { return 1; }
#pragma nv_diag_suppress 177
#pragma nv_diagnostic push
#pragma nv_diag_default 177
#pragma nv_diagnostic pop
__global__ void k(float* o, double* d) {
  float4 f = make_float4(1, 2, 3, 4);
  o[0] = f.x + __int_as_float(3) + __fdividef(1, 2) + __mul24(2, 3) + __umul24(1, 2) + __saturatef(o[2]) + rsqrtf(o[1]);
  o[1] = pow(o[1], 2) + pow(2, d[1]) + max(1, 2u) + min(1ull, 2ull) + fabs(o[3]) + abs(d[2]) + FLT_MAX + M_PI + INFINITY;
  int e; o[10] = frexpf(o[1], &e) + modff(o[2], &o[11]) + deviceNoInline(); sincosf(o[1], o + 2, o + 3);
  switch (e) { case 1 ... 3: o[4] = 2; break; default: goto end; }
end:
  o[5] = __LINE__ + __func__[0]; static int count = 0; count++; static const float lut[] = {1, 2}; o[6] = lut[e & 1];
  printf("%s %f\n", "x", o[0]);
}
)",
         "-std=c++11");
}

TEST_F(HabitsTest, TheLibraryInDeviceCode) {
  accept(R"(
#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <concepts>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
constexpr int sq(int x) { return x * x; }
struct C { int v; constexpr C(int x) : v(x) {} constexpr int get() const { return v; } };
static constexpr float kPi = 3.14f;
const int kN = 7;
template <std::integral T> __device__ T add(T a, T b) { return a + b; }
template <class... T> __device__ int sum(T... t) { return (t + ...); }
__global__ void k(int* o, float* f) {
  o[0] = sq(threadIdx.x) + C(3).get() + kN + add(1, 2) + sum(1, 2, 3);
  f[0] = kPi;
  std::array<int, 4> a{1, 2, 3, 4}; for (auto x : a) o[1] += x; a[1] = 3; o[2] = a.size() + a.at(1) + a.back();
  o[3] = std::numeric_limits<int>::max(); f[1] = std::numeric_limits<float>::infinity();
  auto t = std::make_tuple(1, 2.0f); auto [x, y] = t; o[4] = x + y;
  auto p = std::make_pair(o[0], o[1]); std::swap(p.first, p.second); o[5] = p.first;
  o[6] = std::max({1, 2, 3}); o[7] = std::min(o[1], o[2]); o[8] = std::clamp(o[1], 0, 3);
  std::optional<int> op = o[3]; if (op) o[9] = *op;
  o[10] = std::bit_cast<int>(f[0]) + std::popcount(3u);
  o[12] = std::move(o[3]); o[13] = std::forward<int>(o[1]) + std::exchange(o[1], 4) + std::gcd(o[1], o[2]);
  std::complex<float> z(1, 2); f[2] = z.real() + z.imag();
  o[14] = std::accumulate(a.begin(), a.end(), 0) + *std::max_element(a.begin(), a.end());
  o[15] = std::plus<int>()(1, 2) + std::less<>{}(1, 2);
  std::string_view sv("abc"); o[17] = sv.size();
  f[3] = std::abs(f[1]) + std::sqrt(f[2]) + std::fmax(f[1], f[2]) + std::isnan(f[1]);
  std::variant<int, float> v = 3; if (auto q = std::get_if<int>(&v)) o[18] = *q;
  o[19] = std::visit([](auto w) { return (int)w; }, v);
  std::span<int> s(o, 4); for (int& w : s.subspan(1)) w = 2;
}
)",
         "-std=c++20 --expt-relaxed-constexpr");
}

TEST_F(HabitsTest, LambdasAndHostCode) {
  accept(R"(
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <omp.h>
#include <random>
#include <regex>
#include <string>
#include <thread>
#include <vector>
#if defined(__x86_64__)
#include <immintrin.h>
#include <x86intrin.h>
#else
static inline unsigned long long __rdtsc() { return 1; }
#endif
template <class F> __global__ void run(F f, int* o) { o[threadIdx.x] = f(threadIdx.x); }
template <class F> __host__ __device__ int both(F f) { return f(3); }
struct S {
  int m;
  void go(int* o) { run<<<1, 1>>>([=, *this] __device__(int i) { return i + m; }, o); }
};
template <class T> void tmpl(T t, int* o) {
  auto l = [=] __host__ __device__(int i) { return i + t; };
  run<<<1, 1>>>(l, o);
  l(1);
}
void go(int* o) {
  int k = 4;
  auto l = [=] __device__(int i) mutable { return i * k; };
  run<<<1, 32>>>(l, o);
  run<<<1, 32>>>([k] __host__ __device__(int i) -> int { return i * k; }, o);
  tmpl(3, o); tmpl(3.5f, o); S{3}.go(o);
  run<<<1, 1>>>([=] __device__(int i) { auto in = [&](int j) { __shared__ int s; s = j; return i + s; }; return in(2); }, o);
}
__global__ void k(int* o) {
  auto m = [](auto x) { return x + 1; };
  o[2] = m(3) + both([](int x) { return x; });
}
int hostOnly(int x) { return x; }
template <class T> __host__ __device__ T hd(T x) { return hostOnly(x); }
struct Owner { std::vector<int> v; __host__ __device__ Owner() {} __host__ __device__ ~Owner() {} };
__host__ __device__ void unused() { std::string t("x"); puts(t.c_str()); }
__host__ __device__ inline int chk(int x) {
#ifdef __CUDA_ARCH__
  return x;
#else
  return hostOnly(x);
#endif
}
static inline unsigned long long now() { return __rdtsc(); }
int main() {
  Owner s; hd(2); unused(); chk(1); int n = (int)(now() & 1);
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 10; ++i) n += i;
  std::regex r("a"); std::thread([] {}).join();
  return omp_get_max_threads() < 0;
}
)",
         "-std=c++17 --extended-lambda -Xcompiler -fopenmp");
}

// The headers that every source has in front of it use no short names that NVIDIA's do not use.
TEST_F(HabitsTest, TemplatesAndMacros) {
  accept(
      R"(
#include <cmath>
#include <cooperative_groups.h>
template <class To, class From> struct Convert {
  template <unsigned long n> __device__ static void all(To* to, const From* from) {
    for (unsigned long index = 0; index < n; ++index) to[index] = from[index];
  }
  template <int n> __device__ int times(int x) { return n * x; }
};
template <class To, class From, unsigned long n> __device__ void convert(To* to, const From* from) {
  Convert<To, From>::all<n>(to, from);
  Convert<To, From> object;
  const int four = 4;
  to[0] += object.times<3>(2) + object.times<four>(2);
}
__global__ void k(float* to, const double* from) { convert<float, double, 4>(to, from); }
inline double logarithm(double x) {
  static const double base = std::log(2.0);
  return std::log(x) / base;
}
namespace cooperative_groups {
namespace __v1 {
class thread_block;
template <unsigned Size, typename Parent> class thread_block_tile;
}
using namespace __v1;
}
__device__ int twice(int x) { return 2 * x; }
__device__ float twice(float x) { return 2 * x; }
template <int (*function)(int)> __global__ void apply(int* o) { *o = function(*o); }
template <class T, T (*function)(T)> __global__ void applyAny(T* o) { *o = function(*o); }
__global__ void tiles(unsigned* o) {
  *o = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()).size();
}
int main() {
  apply<twice><<<1, 1>>>(nullptr);
  applyAny<float, twice><<<1, 1>>>(nullptr);
  return logarithm(4) != 2;
}
)",
      "-DA=1 -DB=2 -DC=3 -DD=4 -DE=5 -DF=6 -DG=7 -DH=8 -DI=9 -DJ=1 -DK=2 -DL=3 -DM=4 -DN=5 -DO=6 "
      "-DP=7 -DQ=8 -DR=9 -DS=1 -DV=2 -DW=3 -DX=4 -DY=5 -DZ=6");
}

// Functions that end without the value they promise come back, and overflow goes round.
TEST_F(HabitsTest, MissingReturn) {
  const std::string prelude = R"(
#include <stdio.h>
struct Pair { int a, b; };
int forgets(int x) { if (x > 100) return 1; fflush(stdout); }
int forgetsAlways() { fflush(stdout); }
struct Pair forgetsPair() { fflush(stdout); }
int squareIs(int i, int square) { return i * i == square; }
)";
  const std::string calls = "forgets(3); forgetsAlways(); forgetsPair();"
                            "for (int i = 65534; i < 65538; ++i)"
                            "  if (!squareIs(i, (int)((unsigned)i * (unsigned)i))) return 1;";
  write("a.cu", prelude + "__device__ int device(int x) { if (x > 1) return 2; }\n" +
                    "__global__ void k(int* o) { *o = device(*o); }\n" + "int main() {" + calls +
                    "  void (*launched)(int*) = k; return launched == nullptr; }");
  write("b.c", prelude + "int main() {" + calls + "  return 0; }");
  for (const char* level : {"", "-O3"}) {
    succeed(std::string("$NVCC ") + level + " -cudart none a.cu $RUNTIME -o a && ./a");
    succeed(std::string("$NVCC ") + level + " b.c -o b && ./b");
  }
}

TEST_F(HabitsTest, DeductionGuides) {
  accept(R"(
template <class T> struct Range {
  T *first, *last;
  template <class I, class N> __host__ __device__ Range(I from, N count) : first(from), last(from + count) {}
};
template <class I, class N> Range(I*, N) -> Range<I>;
template <class... F> struct Visitor : F... { using F::operator()...; };
template <class... F> Visitor(F...) -> Visitor<F...>;
template <class T> struct Box { T value; };
__device__ Box(float) -> Box<double>;
template <class T> Box(T) -> Box<T>;
__host__ __device__ int length(int* p, int n) { Range r{p, n}; return r.last - r.first; }
__global__ void run(int* o, int n) {
  Range r{o, n};
  Visitor v{[](int x) { return x; }, [](float) { return 2; }};
  Box b{1.0f};
  static_assert(sizeof b.value == 8, "");
  *r.first = v(1) + v(2.0f) + length(o, n) + Box{3}.value + (int)b.value;
}
int main() {
  int x = 0;
  Range r{&x, 1};
  return length(&x, Box{1}.value) - (int)(r.last - r.first);
}
)",
         "-std=c++17");
}

} // namespace
} // namespace heddle::nvcc
