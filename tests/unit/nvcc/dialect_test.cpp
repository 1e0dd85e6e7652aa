// What nvcc accepts in CUDA C++ where clang differs: src/nvcc/frontend and the source rewriter.
#include "program.h"

#include <array>
#include <regex>

namespace heddle::nvcc {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

class DialectTest : public ProgramTest {
protected:
  // Compiles a source for both sides; the PTX, for a closer look.
  std::string compile(const std::string& source, const std::string& options = "") {
    write("a.cu", source);
    succeed("$NVCC -arch=sm_80 " + options + " -c a.cu -o a.o");
    succeed("$NVCC -arch=sm_80 " + options + " -ptx a.cu -o a.ptx");
    return read("a.ptx");
  }
  std::string refuse(const std::string& source, const std::string& options = "") {
    write("a.cu", source);
    Outcome outcome = shell("$NVCC -arch=sm_80 " + options + " -c a.cu -o a.o");
    EXPECT_NE(outcome.status, 0);
    return outcome.text;
  }
};

constexpr const char* vectorClass =
    "struct Vector { float x, y; __host__ __device__ Vector() : x(0), y(0) {} };\n";

TEST_F(DialectTest, SharedVariablesOfClassesWithConstructors) {
  std::string source = std::string(vectorClass) +
                       "template <class T> __global__ void k(T* o) {\n"
                       "  __shared__ T one; __shared__ T many[4][8];\n"
                       "  many[threadIdx.x][0] = o[threadIdx.x]; one = many[1][0];\n"
                       "  __syncthreads();\n"
                       "  o[threadIdx.x] = many[2][0]; o[9] = one;\n"
                       "}\n"
                       "template __global__ void k(Vector*);\n";
  std::string ptx = compile(source);
  for (const char* variable : {"E3one", "E4many"})
    EXPECT_TRUE(std::regex_search(
        ptx, std::regex(std::string(R"(\.shared \.align \d+ \.b8 \S+)") + variable + R"(\[)")))
        << ptx;
  EXPECT_TRUE(contains(succeed("$NVCC -c a.cu -o a.o"), "a.cu:3:"));
}

// tests/conformance/math_builtins.cu runs those of float and double. A call that has no function of
// the device library would be one of an external function, or of nothing that LLVM can select.
TEST_F(DialectTest, MathematicalBuiltinsOfAllTypesAreTheDeviceLibrarys) {
  std::string source =
      "__global__ void k(_Float16* h, long double* l, float* f, double* d) {\n"
      "  int n; long double whole;\n"
      "  *h = __builtin_sinf16(*h) + __builtin_powf16(*h, *h) + __builtin_frexpf16(*h, &n);\n"
      "  *l = __builtin_expl(*l) + __builtin_modfl(*l, &whole) + whole + __builtin_tgammal(*l);\n"
      "  *f = __builtin_nexttowardf(*f, *l) + __builtin_canonicalizef(*f) +\n"
      "       __builtin_elementwise_log10(*f) + __builtin_roundevenf(*f);\n"
      "  *d = __builtin_nexttoward(*d, *l) + __builtin_canonicalize(*d) +\n"
      "       __builtin_elementwise_pow(*d, *d) + __builtin_powi(*d, n);\n"
      "}\n"
      "constexpr double kept = __builtin_fabs(-2.0) + __builtin_copysign(1.0, -1.0);\n"
      "static_assert(kept == 1.0, \"evaluated by the compiler\");\n"
      "double host(double x) { return __builtin_sin(x); }\n";
  EXPECT_FALSE(contains(compile(source), ".extern .func"));
}

TEST_F(DialectTest, DependentTemplatesAfterTypenameNeedNoKeyword) {
  compile("template <class T> struct Allocator {\n"
          "  template <class U> struct rebind { using other = Allocator<U>; };\n"
          "};\n"
          "template <class A> struct Traits { template <class U> using rebind_alloc =\n"
          "  typename A::rebind<U>::other; };\n"
          "template <class A> struct Holder {\n"
          "  typename Traits<A>::rebind_alloc<float> member;\n"
          "  typedef typename Traits<A>::rebind_alloc<int> type;\n"
          "};\n"
          "__global__ void k() { Holder<Allocator<char>>::type a; (void)a; }\n");
}

// tests/conformance/constant_stores.cu runs such kernels.
TEST_F(DialectTest, StoresToConstantMemoryTrap) {
  std::string ptx = compile("__constant__ int c[4];\n"
                            "__global__ void store(int i) { c[i] = 1; }\n"
                            "__global__ void add(int* o) { *o = atomicAdd(c, 1); }\n"
                            "__global__ void fine(int* o) { *o = c[1]; }\n");
  const std::regex trap("trap;");
  EXPECT_EQ(std::distance(std::sregex_iterator(ptx.begin(), ptx.end(), trap), {}), 2) << ptx;
  EXPECT_TRUE(contains(succeed("$NVCC -G -c a.cu -o a.o"), "constant memory space"));
}

// tests/conformance/redeclared_functions.cu runs more of them.
TEST_F(DialectTest, RedeclarationsWithOtherAttributesAreTheSameFunction) {
  std::string source = "struct S { __device__ int f(); __host__ __device__ int g(); };\n"
                       "int S::f() { return threadIdx.x; }\n"
                       "int S::g() { return 1; }\n"
                       "int h(int);\n"
                       "__device__ int h(int x) { return x; }\n"
                       "__global__ void k(int* p) { S s; *p = s.f() + s.g() + h(1); }\n"
                       "int host() { S s; return s.g(); }\n";
  EXPECT_FALSE(contains(compile(source), ".extern .func"));
  std::string warnings = succeed("$NVCC -c a.cu -o a.o");
  EXPECT_TRUE(contains(warnings, "a.cu:2:8: warning: a __device__ function('f') redeclared without "
                                 "__device__, hence treated as a __host__ __device__ function"))
      << warnings;
  EXPECT_TRUE(contains(warnings, "a.cu:5:16: warning: a __host__ function('h') redeclared with "
                                 "__device__, hence treated as a __host__ __device__ function"))
      << warnings;
  EXPECT_FALSE(contains(warnings, "a.cu:3:")) << warnings;
  EXPECT_EQ(succeed("$NVCC -w -c a.cu -o a.o"), "");

  EXPECT_TRUE(contains(refuse("__global__ void k();\nvoid k() {}\n"), "a.cu:2:"));
  EXPECT_TRUE(contains(refuse("__device__ int f();\nint f() { return 1; }\n"
                              "int host() { return f(); }\n"),
                       "a.cu:3:"));
}

// The attributes of a function for both sides stay, also where it has a body or is of a header.
TEST_F(DialectTest, FunctionsForBothSidesStaySoWhenTheyAreDeclaredAgain) {
  std::string source = "#include <cuda_fp16.h>\n"
                       "extern __device__ bool __heq(__half a, __half b);\n"
                       "__host__ __device__ int f(int x) { return x; }\n"
                       "__device__ int f(int x);\n"
                       "int f(int x);\n"
                       "__global__ void k(int* p, __half h) { *p = f(1) + __heq(h, h); }\n"
                       "bool host(__half h) { return __heq(h, h) && f(1); }\n";
  EXPECT_FALSE(contains(compile(source), ".extern .func"));
  EXPECT_EQ(succeed("$NVCC -c a.cu -o a.o"), "");
}

TEST_F(DialectTest, SharedVariablesWithInitializersAreRefused) {
  EXPECT_TRUE(contains(refuse("__global__ void k() {\n  __shared__ int x = 5;\n}\n"), "a.cu:2:"));
}

TEST_F(DialectTest, DeviceVariablesWithDynamicInitialisationAreRefused) {
  std::string source =
      "struct V { float x; __device__ V() { x = threadIdx.x; } };\n__device__ V v;\n";
  EXPECT_TRUE(contains(refuse(source), "a.cu:2:"));
}

// The host's side checks templates where they stand; the device's only what is instantiated.
TEST_F(DialectTest, TemplatesForTheDeviceAloneMayUseUnknownNames) {
  std::string source =
      "#ifdef __CUDA_ARCH__\n"
      "template <class T> __device__ int f(T x) { lor = g<limbs>(x); return top; }\n"
      "template <class T> __device__ T h(T x) { return x + 1; }\n"
      "#endif\n"
      "__global__ void k(int* p) {\n"
      "#ifdef __CUDA_ARCH__\n"
      "  *p = h(*p);\n"
      "#endif\n"
      "}\n";
  compile(source);
  source.replace(source.find("h(*p)"), 1, "f");
  EXPECT_TRUE(contains(refuse(source), "a.cu:2:"));
}

TEST_F(DialectTest, ClassesWithOtherMembersForEachPass) {
  compile("#ifdef __CUDA_ARCH__\n"
          "struct C { __device__ C(int n) : n(n) {} __device__ int get() { return n; } int n; };\n"
          "#else\n"
          "struct C { __host__ C(int n); __host__ int get(); };\n"
          "#endif\n"
          "__device__ int helper(int n) { C c(n); return c.get(); }\n"
          "__global__ void k(int* p) { C c(*p); *p = c.get() + helper(2); }\n");
  compile("#ifdef __CUDA_ARCH__\n"
          "template <class T> __device__ void add(T& a, T b) { atomicAdd(&a, b); }\n"
          "#else\n"
          "template <class T> void add(T& a, T b) { a += b; }\n"
          "#endif\n"
          "__global__ void k(int* p) { add(*p, 1); }\n"
          "int main() { int x = 0; add(x, 1); return x; }\n");
  EXPECT_TRUE(contains(refuse("struct C { __host__ C(int n); };\n"
                              "__global__ void k() { C c(1); }\n"),
                       "a.cu:2:"));
}

TEST_F(DialectTest, FunctionsOfTheSystemDeclaredForBothSides) {
  compile(
      "#include <cassert>\n"
      "extern \"C\" __host__ __device__ void __assert_fail(const char*, const char*, unsigned "
      "int,\n"
      "    const char*) noexcept __attribute__((__noreturn__));\n"
      "__global__ void k(int* p) { if (*p) __assert_fail(\"p\", __FILE__, __LINE__, __func__); }\n"
      "void h(int* p) { if (*p) __assert_fail(\"p\", __FILE__, __LINE__, __func__); }\n",
      "-DNDEBUG");
}

// As in the CUB of CUDA 11.6 to 12, whose host pass sees it too.
TEST_F(DialectTest, OldWayToWaitForChildren) {
  compile("template <class T> __host__ __device__ cudaError_t wait(T) {\n"
          "#ifdef __CUDA_ARCH__\n"
          "  return cudaErrorNotSupported;\n"
          "#else\n"
          "  return cudaDeviceSynchronize();\n"
          "#endif\n"
          "}\n"
          "__device__ cudaError_t waitOnDevice() {\n"
          "  return __cudaDeviceSynchronizeDeprecationAvoidance();\n"
          "}\n"
          "int main() { return wait(1); }\n");
}

TEST_F(DialectTest, FunctionsNamedAsBuiltinsOfTheHost) {
  compile("static unsigned long long inline __rdtsc() { return 1; }\n"
          "int main() { return static_cast<int>(__rdtsc()); }\n");
}

TEST_F(DialectTest, UnusedHostDeviceFunctionsMayCallTheHost) {
  std::string ptx = compile(
      "#include <string>\n#include <cstdio>\n"
      "int host(int);\n"
      "__host__ __device__ void text(const char* s) { std::string t(s); puts(t.c_str()); }\n"
      "struct S { __host__ __device__ int f(int x); };\n"
      "__host__ __device__ int S::f(int x) { return host(x); }\n"
      "__host__ __device__ int used(int x) { return x; }\n"
      "__global__ void k(int* o) { *o = used(1); }\n");
  EXPECT_FALSE(contains(ptx, "host"));
}

TEST_F(DialectTest, HostFunctionsInDeviceCode) {
  EXPECT_TRUE(contains(refuse("int host(int);\n__device__ int f(int x) {\n  return host(x);\n}\n"),
                       "a.cu:3:"));
  // From code for both sides the call is a warning, and a trap when a thread comes there.
  std::string ptx =
      compile("#include <array>\n"
              "int host(int);\n"
              "struct S { int x; int get() const { return x; } };\n"
              "__host__ __device__ int f(int x) {\n  return host(x);\n}\n"
              "template <class T> __host__ __device__ int g(T x) { return x.get(); }\n"
              "__global__ void k(int* o) {\n"
              "  std::array<int, 4> a{}; *o = a.at(o[1]);\n"
              "  if (*o == 9) *o = f(1) + g(S{2});\n"
              "}\n",
              "--expt-relaxed-constexpr");
  EXPECT_TRUE(contains(ptx, "trap;")) << ptx;
  EXPECT_FALSE(contains(ptx, ".extern")) << ptx;
  EXPECT_TRUE(contains(succeed("$NVCC -arch=sm_80 --expt-relaxed-constexpr -ptx a.cu -o b.ptx"),
                       "a.cu:5:10: warning:"));
}

TEST_F(DialectTest, DeviceFunctionsThatNoKernelUsesAreDropped) {
  const char* source = "__device__ int unused(int x) { return x + 1; }\n"
                       "__device__ __attribute__((used)) int kept(int x) { return x + 1; }\n"
                       "__global__ void k(int* o) { *o = 1; }\n";
  std::string ptx = compile(source);
  EXPECT_FALSE(contains(ptx, "_Z6unusedi")) << ptx;
  EXPECT_TRUE(contains(ptx, "_Z4kepti(")) << ptx;
  EXPECT_TRUE(contains(compile(source, "-rdc=true"), "_Z6unusedi("));
}

TEST_F(DialectTest, StaticVariablesThatNoKernelUsesAreKept) {
  std::string ptx = compile("static __device__ int unused[4] = {1, 2, 3, 4};\n"
                            "static __constant__ float table[3];\n"
                            "namespace { __device__ int nameless; }\n"
                            "const float ofTheHost = 2;\n"
                            "__global__ void k(float* o) { *o = ofTheHost; }\n");
  for (const char* name : {"unused", "table", "nameless"})
    EXPECT_TRUE(contains(ptx, name)) << ptx;
  EXPECT_FALSE(contains(ptx, "ofTheHost")) << ptx;
}

TEST_F(DialectTest, StaticVariablesHaveOneNameInRelocatableCode) {
  std::string ptx = compile("static __constant__ int table[2];\n"
                            "namespace { __device__ int nameless; }\n"
                            "__device__ int early(int i) { return table[i] + nameless; }\n"
                            "void later(int v) {\n"
                            "  cudaMemcpyToSymbol(table, &v, 4);\n"
                            "  cudaMemcpyToSymbol(nameless, &v, 4);\n"
                            "}\n",
                            "-rdc=true");
  EXPECT_FALSE(contains(ptx, ".extern")) << ptx;
}

// Row L-383: on both sides, whether used or not; a later definition counts.
TEST_F(DialectTest, ExternalVariablesAreDefinitions) {
  const char* source = "extern __device__ int a;\n"
                       "namespace n { extern __constant__ float b[4]; }\n"
                       "extern __managed__ int unused;\n"
                       "extern __device__ int later, unbound[];\n"
                       "__device__ int later = 4;\n"
                       "__global__ void k(float* o) { *o = n::b[a] + later; }\n"
                       "void* symbols[] = {&a, n::b};\n";
  std::string ptx = compile(source);
  EXPECT_FALSE(contains(ptx, ".extern")) << ptx;
  for (const char* name : {" a;", "_ZN1n1bE[16]", " unused"})
    EXPECT_TRUE(contains(ptx, name)) << ptx;
  std::string text = succeed("$NVCC -gencode arch=compute_80,code=sm_80 -gencode "
                             "arch=compute_90,code=sm_90 -c a.cu -o a.o");
  for (const char* place : {"a.cu:1:", "a.cu:2:", "a.cu:3:"})
    EXPECT_TRUE(contains(text, place)) << text;
  EXPECT_FALSE(contains(text, "a.cu:4:") || contains(text, "a.cu:5:")) << text;
  EXPECT_EQ(text.find("a.cu:1:"), text.rfind("a.cu:1:")) << "said twice: " << text;
  EXPECT_EQ(succeed("$NVCC -w -c a.cu -o a.o"), "");
  EXPECT_NE(shell("$NVCC -Werror all-warnings -c a.cu -o a.o").status, 0);
  // Each file has its own, and a section that can be written.
  write("b.cu", source);
  write("main.cu", "int main() {}\n");
  std::string variables =
      succeed("sed -i 's/k(/other(/; s/symbols/others/; s/later/last/g' b.cu && "
              "$NVCC -w -cudart none a.cu b.cu main.cu $RUNTIME -o p && ./p");
  EXPECT_FALSE(contains(variables, "variable a")) << variables;
  EXPECT_TRUE(contains(variables, "variable unused")) << variables;
  EXPECT_TRUE(contains(succeed("readelf -SW p | grep heddle_managed"), " WA "))
      << "managed variables are written to";
  // With separate compilation they may be in another file.
  EXPECT_TRUE(contains(compile(source, "-rdc=true"), ".extern"));
}

TEST_F(DialectTest, ExtendedLambdaTraits) {
  compile("template <class F> void f(F) {\n"
          "  auto d = [] __device__(int x) { return x; };\n"
          "  auto hd = [] __host__ __device__(int x) { return x; };\n"
          "  auto h = [](int x) { return x; };\n"
          "  static_assert(__nv_is_extended_device_lambda_closure_type(decltype(d)), \"\");\n"
          "  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(hd)), \"\");\n"
          "  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(h)), \"\");\n"
          "  static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(hd)), \"\");\n"
          "  static_assert(!__nv_is_extended_host_device_lambda_closure_type(decltype(d)), \"\");\n"
          "  static_assert(!__nv_is_extended_host_device_lambda_closure_type(int), \"\");\n"
          "}\n"
          "void g() { f(1); }\n"
          "__global__ void k(int* o) {\n"
          "  auto d = [] __device__(int x) { return x; };\n"
          "  static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(d)), \"\");\n"
          "  *o = d(1);\n"
          "}\n",
          "--extended-lambda");
}

TEST_F(DialectTest, AlignmentBehindMemoryQualifiers) {
  std::string ptx = compile("__device__ alignas(64) int d[3];\n"
                            "__global__ void k(int* o) {\n"
                            "  __shared__ alignas(128) char s[64];\n"
                            "  extern __shared__ alignas(16) char dynamic[];\n"
                            "  s[threadIdx.x] = 1; dynamic[threadIdx.x] = 2;\n"
                            "  __syncthreads();\n"
                            "  *o = s[1] + dynamic[2] + d[1];\n"
                            "}\n");
  EXPECT_TRUE(contains(ptx, ".align 128 .b8")) << ptx;
  EXPECT_TRUE(contains(ptx, ".align 64 .b8")) << ptx;
}

TEST_F(DialectTest, RegistersInInlinePtx) {
  std::string ptx = compile("template <class T> __global__ void k(T* o) {\n"
                            "  T a, b;\n"
                            "  asm(\"mov.u32 %0, %laneid;\" : \"=r\"(a));\n"
                            "  asm(\"mov.u32 %0, %%smid;\" : \"=r\"(b));\n"
                            "  *o = a + b;\n"
                            "}\n"
                            "template __global__ void k(int*);\n");
  EXPECT_TRUE(contains(ptx, ", %laneid;")) << ptx;
  EXPECT_TRUE(contains(ptx, ", %smid;")) << ptx;
}

TEST_F(DialectTest, OperandsOfInlinePtx) {
  std::string ptx = compile(
      "__device__ const char operation[] = \"min.s32\";\n"
      "template <int N> struct Name { static constexpr char text[] = \"max.s32\"; };\n"
      "template <int N> __device__ int pick(int x) {\n"
      "  int r;\n"
      "  asm(\"%2 %0, %1, %3;\" : \"=r\"(r) : \"r\"(x), \"C\"(Name<N>::text), \"n\"(N));\n"
      "  return r;\n"
      "}\n"
      "__global__ void k(unsigned* o, short h, double d, float f, long long l) {\n"
      "  unsigned a, b, c;\n"
      "  asm(\"add.u32 %0, %2, 1; add.u32 %1, %2, 2;\" : \"=r\"(a) \"=r\"(b) : \"r\"(o[0]));\n"
      "  asm(\"mad.lo.u32 %0, %1, %2, %3;\" : \"=r\"(c) : \"r\"(a) \"r\"(b) \"r\"(7));\n"
      "  asm volatile(\"%1 %0, %0, 3;\" : \"+r\"(c) : \"C\"(operation));\n"
      "  asm(\"add.s16 %0, %0, %0; \" : \"+h\"(h));\n"
      "  asm(\"add.f64 %0, %0, %0; \" : \"+d\"(d));\n"
      "  asm(\"add.f32 %0, %0, %0; \" : \"+f\"(f));\n"
      "  asm(\"add.s64 %0, %0, %1; \" : \"+l\"(l) : \"n\"(sizeof(int)));\n"
      "  *o = c + pick<5>(a) + h + d + f + l;\n"
      "}\n");
  EXPECT_TRUE(contains(ptx, "min.s32")) << ptx;
  EXPECT_TRUE(contains(ptx, "max.s32")) << ptx;
}

// As g++ takes them: what the values leave is zero.
TEST_F(DialectTest, ArraysOfRunTimeSizeWithValues) {
  write("a.cu",
        "#include <string.h>\n"
        "struct P { int x, y; };\n"
        "template <class T> T total(int n) {\n"
        "  T a[n] = {T(1), T(2), T(3)}; T s = 0;\n"
        "  for (int i = 0; i < n; ++i) s += a[i];\n"
        "  return s;\n"
        "}\n"
        "template <int K> int last(int n) { int a[n] = {1, 2, K}; return a[n - 1]; }\n"
        "__attribute__((noinline)) void dirty() { volatile char c[4096]; memset((char*)c, 1, "
        "4096); }\n"
        "__attribute__((noinline)) int check(int n) {\n"
        "  int a[2][n] = {{1, 2, 3}, {4, 5}};\n"
        "  const float f[n] = {1.5, 2.5};\n"
        "  P p[n] = {{1, 2}, {3}};\n"
        "  const char* names[n]{\"a\", \"b\"};\n"
        "  auto sum = [](int m) { int v[m] = {m, m + 1}; return v[0] + v[1] + v[m - 1]; };\n"
        "  return a[0][2] == 3 && a[0][4] == 0 && a[1][1] == 5 && a[1][2] == 0 && f[1] == 2.5f &&\n"
        "         f[4] == 0 && p[1].x == 3 && p[1].y == 0 && p[4].x == 0 && !strcmp(names[1], "
        "\"b\") &&\n"
        "         !names[4] && sum(4) == 9 && total<float>(6) == 6 && last<7>(3) == 7;\n"
        "}\n"
        "int main(int argc, char**) { dirty(); return !check(argc + 4); }\n");
  succeed("$NVCC -arch=sm_80 a.cu -o a && ./a");
  EXPECT_TRUE(contains(refuse("#include <string>\nvoid f(int n) { std::string s[n] = {\"a\"}; }\n"),
                       "variable-sized object"));
}

TEST_F(DialectTest, DeclarationsOfBuiltInVariables) {
  std::string ptx = compile("#ifndef __CUDA_ARCH__\n"
                            "extern const dim3 blockDim;\n"
                            "extern const uint3 threadIdx;\n"
                            "#endif\n"
                            "extern const uint3 blockIdx;\n"
                            "__global__ void k(int* o) {\n"
                            "  o[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x;\n"
                            "}\n");
  EXPECT_TRUE(contains(ptx, "%ctaid.x")) << ptx;
}

TEST_F(DialectTest, CommasBehindTheLastTemplateArgument) {
  compile("template <class T, int... N> struct Extents { static constexpr int rank = sizeof...(N); "
          "};\n"
          "template <class T> struct View {};\n"
          "__device__ Extents<int,> none;\n"
          "__device__ Extents<Extents<int,>, 3 + 1,> one;\n"
          "__global__ void k(View<Extents<float,>>, Extents<int, > *p) {}\n"
          "static_assert(Extents<int,>::rank == 0 && Extents<int, 3,>::rank == 1, \"\");\n");
  EXPECT_TRUE(
      contains(refuse("template <class... T> struct List {};\nList<,> list;\n"), "a.cu:2:"));
}

// nvcc takes the address of a number, cast to a pointer to vectors, for one that is aligned for
// them; the array gets that alignment. A cast to less keeps what is known.
TEST_F(DialectTest, CastsToVectorsAreAligned) {
  const std::string ptx =
      compile("__global__ void k(float4* to, int i) {\n"
              "  __shared__ float tile[64]; __shared__ int pairs[64];\n"
              "  tile[threadIdx.x] = i; pairs[threadIdx.x] = i;\n"
              "  __syncthreads();\n"
              "  to[0] = *reinterpret_cast<float4*>(&tile[i]);\n"
              "  const int2 pair = *(int2*)&pairs[i];\n"
              "  to[1].x = pair.x - pair.y;\n"
              "}\n"
              "template <class T> __device__ float first(int i) {\n"
              "  __shared__ float rows[4][16];\n"
              "  rows[threadIdx.x][0] = i;\n"
              "  __syncthreads();\n"
              "  const T some = *reinterpret_cast<T*>(rows[i]);\n"
              "  return some.x + some.y;\n"
              "}\n"
              "__global__ void l(float* to, int i) { *to = first<float2>(i); }\n"
              "__global__ void m(int* to, float4 four, int i) {\n"
              "  *to = reinterpret_cast<const char*>(&four)[i];\n"
              "}\n");
  EXPECT_TRUE(std::regex_search(ptx, std::regex(R"(ld\.shared\.v(4\.\w32|2\.\w64))"))) << ptx;
  EXPECT_TRUE(std::regex_search(ptx, std::regex(R"(\.shared \.align 16 \.b8 \S+tile\[256\])")))
      << ptx;
  EXPECT_TRUE(std::regex_search(ptx, std::regex(R"(\.shared \.align 8 \.b8 \S+pairs\[256\])")))
      << ptx;
  EXPECT_TRUE(std::regex_search(ptx, std::regex(R"(\.shared \.align 8 \.b8 \S+rows\[256\])")))
      << ptx;
  const std::regex pair(R"(ld\.shared\.v2\.\w32)");
  EXPECT_EQ(std::distance(std::sregex_iterator(ptx.begin(), ptx.end(), pair), {}), 2) << ptx;
}

// Loops over arrays of a thread are unrolled although that makes long code, so that the arrays need
// no memory; not so where an index is known at run time alone, or where the source forbids it.
TEST_F(DialectTest, ArraysOfAThreadAreRegisters) {
  const auto kernel = [](const std::string& pragma, const std::string& index) {
    return "__global__ void k(float* to, const float* from, int n, int first) {\n"
           "  float sums[8][4] = {}, left[8], right[4];\n"
           "  for (int i = 0; i < n; ++i) {\n"
           "    for (int r = 0; r < 8; ++r) left[r] = from[i * 12 + r];\n"
           "    for (int c = 0; c < 4; ++c) right[c] = from[i * 12 + 8 + c];\n" +
           pragma +
           "    for (int r = 0; r < 8; ++r)\n"
           "      for (int c = 0; c < 4; ++c)\n"
           "        sums[r][c] = __fdividef(__expf(sums[r][c]) + left[r], __cosf(right[c]));\n"
           "  }\n"
           "  for (int r = 0; r < 8; ++r)\n"
           "    for (int c = 0; c < 4; ++c) to[r * 4 + c] = sums[" +
           index + "][c];\n}\n";
  };
  EXPECT_FALSE(contains(compile(kernel("", "r")), ".local")) << read("a.ptx");
  EXPECT_TRUE(contains(compile(kernel("", "(r + first) & 7")), ".local"));
  EXPECT_TRUE(contains(compile(kernel("#pragma unroll 1\n", "r")), ".local"));
}

TEST_F(DialectTest, MacrosOfArchitectures) {
  write("a.cu", "#if __CUDA_ARCH_HAS_FEATURE__(SM90_ALL) || __CUDA_ARCH_HAS_FEATURE__(SM100_ALL)\n"
                "#define FEATURE 7001\n"
                "#else\n"
                "#define FEATURE 7000\n"
                "#endif\n"
                "#ifndef __CUDA_ARCH_SPECIFIC__\n"
                "#define __CUDA_ARCH_SPECIFIC__ 1\n"
                "#endif\n"
                "#ifndef __CUDA_ARCH_FAMILY_SPECIFIC__\n"
                "#define __CUDA_ARCH_FAMILY_SPECIFIC__ 2\n"
                "#endif\n"
                "__inline_hint__ __device__ int feature() { return FEATURE; }\n"
                "__global__ void k(int* p) {\n"
                "  p[0] = feature(), p[1] = 40000 + __CUDA_ARCH_SPECIFIC__,\n"
                "  p[2] = 50000 + __CUDA_ARCH_FAMILY_SPECIFIC__;\n"
                "}\n");
  const auto expect = [&](const char* architecture, std::array<const char*, 3> values) {
    succeed(std::string("$NVCC -ptx -o a.ptx a.cu -arch=") + architecture);
    for (const char* value : values)
      EXPECT_TRUE(contains(read("a.ptx"), value)) << architecture << " " << value;
  };
  expect("sm_90", {", 7000;", ", 40001;", ", 50002;"});
  expect("sm_90a", {", 7001;", ", 40900;", ", 50900;"});
  expect("sm_100a", {", 7001;", ", 41000;", ", 51000;"});
  expect("sm_100f", {", 7000;", ", 40001;", ", 51000;"});
}

TEST_F(DialectTest, OldCode) {
  compile(
      "#define P \"x\"\n"
      "int g(double d) { register int i = 0; char c[] = {(char)d, d}; return c[i] + INT_MAX; }\n"
      "const char* s = \"%\"P;\n");
}

} // namespace
} // namespace heddle::nvcc
