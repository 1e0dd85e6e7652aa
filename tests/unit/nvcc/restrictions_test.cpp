// What CUDA forbids in device code, each with the row of the inventory that says so: reported at
// its line, as NVIDIA's nvcc does; and what that accepts, accepted.
#include "program.h"

namespace heddle::nvcc {
namespace {

struct Case {
  const char* row;
  const char* source; // on one line
};

// Found by clang.
constexpr Case refusedByClang[] = {
    {"L-072", "__global__ void k() { threadIdx.x = 1; }"},
    {"L-072", "__global__ void k() { ++blockIdx.y; }"},
    {"L-072", "__global__ void k() { gridDim = dim3(2); }"},
    {"L-072", "__global__ void k() { warpSize = 3; }"},
    {"L-072", "__global__ void k(const dim3** p) { *p = &blockDim; }"},
    {"L-072", "__global__ void k() { unsigned& x = threadIdx.z; }"},
    {"L-380", "void f() { __device__ int x; }"},
    {"L-380", "void f() { __shared__ int x; }"},
    {"L-380", "void f() { __constant__ int x; }"},
    {"L-382", "__device__ void f() { __device__ int x; }"},
    {"L-382", "__device__ void f() { __constant__ int x; }"},
    {"L-382", "__device__ void f() { __managed__ int x; }"},
    {"L-389", "struct C { int x; __device__ C(int y) : x(y) {} }; __device__ int g(); __device__ "
              "int f() { static C c(g()); return c.x; }"},
    {"L-392", "__global__ void k() { k(); }"},
    {"L-394", "struct S { static int x; }; int S::x = 1; __global__ void k(int* o) { *o = S::x; }"},
    {"L-396", "struct S { __global__ void k() {} };"},
    {"L-397", "struct C { int x; __host__ __device__ C() : x(3) { x = 4; } }; __device__ C c;"},
    {"L-397", "struct C { int x; C() { x = 4; } }; __device__ C c;"},
    {"L-397", "int h(); __device__ int x = h();"},
    {"L-397",
     "struct C { int x; __host__ __device__ C(int y) { x = y * 2; } }; __constant__ C c(3);"},
    {"L-397", "struct C { int x; __host__ __device__ C() { x = 4; } }; __managed__ C c;"},
    {"L-397", "struct C { int x; __device__ C(int y) : x(y) {} }; __global__ void k() { __shared__ "
              "C c(3); }"},
    {"L-027", "__global__ void k() { __shared__ int x = 3; }"},
    {"L-027", "__global__ void k() { __shared__ int x[2] = {1, 2}; }"},
    {"L-027", "__shared__ int x = 3;"},
    // P-054: parsed by C++'s rules, P-055: device code without parts of it.
    {"P-056", "void h() { int* p = malloc(4); free(p); }"},
    {"P-056", "__global__ void k() { int* p = malloc(4); free(p); }"},
    {"P-054", "int h() { int class = 1; return class; }"},
    {"P-054", "void f(); void h() { f(1); }"},
    {"L-403", "__global__ void k(int* o) { *o = typeid(int) == typeid(float); }"},
    {"L-403", "__device__ void f() { throw 1; }"},
    {"L-403", "__device__ void f() { try { f(); } catch (int) {} }"},
    {"L-403", "__global__ void k(int* o) { std::vector<int> v(3); *o = v[0]; }"},
    {"L-403", "__global__ void k(int* o) { std::string s(\"x\"); *o = s[0]; }"},
    {"L-403", "__global__ void k(int* o) { std::cout << 1; }"},
    {"L-014", "__global__ int k() { return 1; }"},
    {"L-014", "__global__ void k() {} void h() { k(); }"},
    {"L-014", "__global__ void k() {} __global__ void m() { k<<<1,1>>>(); }"},
    {"L-015", "void h(); __device__ void f() { h(); }"},
    {"L-015", "void h(); __global__ void f() { h(); }"},
    {"L-016", "int g; __global__ void k(int* o) { *o = g; }"},
    {"L-017", "__host__ __global__ void k() {}"},
    {"L-017", "__device__ __global__ void k() {}"},
    {"L-024", "__constant__ __shared__ int x;"},
    {"L-024", "__global__ void k() { __managed__ __shared__ int x; }"},
    {"L-034", "struct __align__(3) S { int x; };"},
    {"L-021", "int n = 3; __global__ void __launch_bounds__(n) k() {}"},
    {"L-021", "__global__ void __launch_bounds__() k() {}"},
    {"L-014", "__global__ int main() { return 0; }"},
    {"L-022", "__device__ thread_local int x;"},
    {"L-022", "thread_local int t; __global__ void k(int* o) { *o = t; }"},
    {"L-023", "int g; __device__ int& r = g;"},
    {"L-030", "__global__ void a(int* o) { extern __shared__ int s[]; *o = s[0]; } __global__ void "
              "b(float* o) { extern __shared__ float s[]; *o = s[0]; }"},
    {"L-396", "struct S { virtual __global__ void k() {} };"},
    {"L-014", "__global__ void k() {} void h() { k<<<1,1,0,0,0>>>(); }"},
    {"L-014", "__global__ void k(int) {} void h() { k<<<1,1>>>(); }"},
    {"L-403", "__device__ void f(int* p) { goto *p; }"},
    {"L-015",
     "struct A { virtual void f() {} }; struct B : A { __device__ void f() override {} };"},
    {"L-376", "void h() { auto f = [] __device__(int x) { return x; }; (void)f; }"},
    {"L-376", "void h() { auto f = [] __host__ __device__(int x) { return x; }; (void)f; }"},
    {"L-376", "__global__ void k() { auto f = [] __device__(int x) { return x; }; f(1); }"},
};

// Found by clang in the pass for the host, which comes last.
constexpr Case refusedForTheHost[] = {
    {"L-391", "__device__ int f() { return 1; } int h() { return f(); }"},
    {"L-013", "__device__ void f() {} void h() { f(); }"},
    {"L-013",
     "__device__ int f() { return 1; } __host__ __device__ int g() { return f(); } int h() "
     "{ return g(); }"},
};

// Found at the end of the pass for the host: a name that is not looked up by its arguments.
constexpr Case refusedAtTheHostsEnd[] = {
    {"L-013", "__device__ int f() { return 1; } int h() { return (f)(); }"},
    {"L-013", "struct S { static __device__ int f(); }; int h() { return (S::f)(); }"},
};

// Found in the finished syntax tree: src/nvcc/frontend/restrictions.cpp.
constexpr Case refusedAtTheEnd[] = {
    {"L-072", "__global__ void k(const int** p) { *p = &warpSize; }"},
    {"L-380", "struct S { static __device__ int x; };"},
    {"L-380", "void f() { static __device__ int x; }"},
    {"L-386", "__constant__ int c; __global__ void k() { c = 1; }"},
    {"L-386", "__constant__ int* c; __global__ void k() { c = nullptr; }"},
    {"L-386", "__constant__ int c; __global__ void k() { ++c; }"},
    {"L-387", "struct B { char x[40000]; }; __global__ void k(B b) {}"},
    {"L-387", "struct B { char x[32768]; }; __global__ void k(B b) {}"},
    {"L-388", "__global__ void k(int n, ...) {}"},
    {"L-389", "__device__ int f(int a) { static int x = a; return x++; }"},
    {"L-396", "struct S { static __global__ void k() {} };"},
    {"L-396", "struct S {}; __global__ void operator+(S, S) {}"},
    {"L-402", "template <class T> __global__ void k(T t) {} void h() { struct L { int x; }; k<<<1, "
              "1>>>(L()); }"},
    // the guide's own example of it, with a type that is private to a class.
    {"L-402", "template <class T> __global__ void k(T t) {} class P { struct L { int x; }; public: "
              "static void h() { k<<<1, 1>>>(L()); } };"},
    {"L-403", "struct A { __device__ virtual ~A() {} }; struct B : A {}; __global__ void k(A* a, "
              "int* o) { *o = dynamic_cast<B*>(a) != 0; }"},
    {"L-403", "__host__ __device__ void f() { throw 1; }"},
    {"L-014", "__global__ auto k() { return; }"},
    {"L-024", "__managed__ __constant__ int x;"},
    {"L-021", "__launch_bounds__(32) __device__ void f() {}"},
    {"L-021", "__launch_bounds__(32) void f() {}"},
    {"L-021", "__global__ void __launch_bounds__(32) __maxnreg__(32) k() {}"},
    {"L-387", "__global__ void k(int&& x) {}"},
    {"L-387", "__global__ void k(std::initializer_list<int> x) {}"},
    {"L-387", "__global__ void k(va_list x) {}"},
    {"L-014", "constexpr __global__ void k() {}"},
    {"L-014", "struct S { friend __global__ void k(S) {} };"},
    {"L-014", "__global__ void k() noexcept {}"},
    {"L-023", "inline __device__ int x; __global__ void k(int* o) { *o = x; }"},
    {"L-023", "inline __constant__ int x; __global__ void k(int* o) { *o = x; }"},
    {"L-017", "__cluster_dims__(2) __device__ void f() {}"},
    {"L-387", "__global__ void k(__grid_constant__ int x) {}"},
    {"L-387", "__global__ void k(const __grid_constant__ int& x) {}"},
    {"L-387", "__device__ void f(const __grid_constant__ int x) {}"},
    {"L-387", "void f(const __grid_constant__ int x) {}"},
    {"L-387",
     "__global__ void k(const int x); __global__ void k(const __grid_constant__ int x) {}"},
    {"L-387", "template <class T> __global__ void k(__grid_constant__ T x) {} void h() { k<<<1, "
              "1>>>(1); }"},
};

constexpr Case accepted[] = {
    {"L-037", "struct S { __device__ int x; };"},
    {"L-037", "struct S { __shared__ int x; };"},
    {"L-037", "union U { __constant__ int x; };"},
    {"L-380", "__device__ void f(__shared__ int x) {}"},
    {"L-382", "__device__ void f() { static __device__ int x; x = 1; }"},
    {"L-383", "extern __device__ int x; __global__ void k(int* o) { *o = x; }"},
    {"L-383", "extern __constant__ int x; __global__ void k(int* o) { *o = x; }"},
    {"L-383", "extern __managed__ int x; __global__ void k(int* o) { *o = x; }"},
    {"L-386", "__constant__ int* c; __global__ void k(int i) { c[i] = 1; ++*c; }"},
    {"L-386", "struct S { int* p; }; __constant__ S s[3]; __constant__ int* c[2]; __global__ void "
              "k(int i) { s[i].p[i] = 1; ++s[i].p[2]; c[i][i] += 2; }"},
    {"L-386", "struct S { int v, a[2]; }; __constant__ S s[3]; __global__ void k(int i) { s[i].v = "
              "i; ++s[i].a[1]; }"},
    {"L-387", "struct B { char x[32764]; }; __global__ void k(B b) {}"},
    {"L-387", "struct S { int x[9]; }; template <class T> __global__ void k(const "
              "__grid_constant__ T x, int* o) { *o = x.x[1]; } void h() { k<<<1, 1>>>(S(), "
              "nullptr); }"},
    {"L-387", "__global__ void k(int* const __grid_constant__ p) { *p = 1; }"},
    {"L-388", "__device__ void f(int n, ...) {}"},
    {"L-388", "template <class T> __device__ T f(int n, ...) { va_list a; va_start(a, n); T x = "
              "va_arg(a, T); va_end(a); return x; } __global__ void k(int* o) { *o = f<int>(1, 2); "
              "}"},
    {"L-030", "extern __shared__ int s[4]; __global__ void k(int* o) { s[1] = 2; *o = s[1]; }"},
    {"L-030", "__global__ void k(int* o) { extern __shared__ int s[2][3], t[]; s[1][2] = 2; *o = "
              "s[1][1] + t[0]; }"},
    {"L-391", "__device__ int f(int x) { return x; } auto* h() { int (*p)(int) = f; return p; }"},
    {"L-391", "struct S { __device__ int f() { return 1; } }; bool h() { int (S::*p)() = &S::f; "
              "return p; }"},
    {"L-391", "__device__ int f(int x) { return x; } struct S { int (*p)(int) = f; }; S s; "
              "int (*table[])(int) = {f, &f};"},
    {"L-391", "__global__ void f() {} __global__ void k(void (**p)()) { *p = f; }"},
    {"L-389", "__device__ int f() { static int x; return x++; }"},
    {"L-391", "__device__ int f() { return 1; } int (*p)() = f;"},
    {"L-393", "namespace { __global__ void k() {} }"},
    {"L-397", "struct C { int x; __device__ ~C() {} }; __device__ C c;"},
    {"L-398", "struct V { __device__ virtual int f() { return 1; } }; __device__ V v;"},
    {"L-399",
     "struct V { int y; __device__ virtual int f() { return 1; } }; __global__ void k(V v) {}"},
    {"L-400", "struct A { int x; }; struct V : virtual A {}; __global__ void k(V v) {}"},
    {"L-017", "inline __global__ void k() {}"},
    {"L-026", "__shared__ int s; int h() { return s; }"},
    {"L-023", "__device__ int d; int h() { return d; }"},
    {"L-023", "__device__ int d; int* h() { return &d; }"},
    {"L-025", "__device__ const int d = 3; int h() { return d; }"},
    {"L-021", "__global__ void __launch_bounds__(-1) k() {}"},
    {"L-021", "__global__ void __launch_bounds__(32) __launch_bounds__(64) k() {}"},
    {"L-387", "__global__ void k(int& x) {}"},
    {"L-023", "__device__ constexpr int x = 3; __global__ void k(int* o) { *o = x; }"},
    {"L-023", "template <class T> __device__ T x; __global__ void k(int* o) { *o = x<int>; }"},
    {"L-389", "__global__ void k(int* o) { static int x = 3; *o = x++; }"},
};

class RestrictionsTest : public ProgramTest {
protected:
  // All cases in one source, each on a line of its own.
  template <std::size_t N> Outcome compile(const Case (&cases)[N]) {
    std::string source;
    for (const char* header :
         {"cstdarg", "initializer_list", "iostream", "string", "typeinfo", "vector"})
      source += std::string("#include <") + header + ">\n";
    firstLine_ = 7;
    for (std::size_t i = 0; i < N; ++i)
      source += "namespace n" + std::to_string(i) + " { " + cases[i].source + " }\n";
    write("a.cu", source);
    return shell("$NVCC -std=c++17 -arch=sm_90 -Xcompiler -ferror-limit=0 -c a.cu -o a.o");
  }
  template <std::size_t N> void expectRefused(const Case (&cases)[N]) {
    Outcome outcome = compile(cases);
    EXPECT_NE(outcome.status, 0);
    for (std::size_t i = 0; i < N; ++i) {
      std::string place = "a.cu:" + std::to_string(firstLine_ + i) + ":";
      bool found = false;
      for (std::size_t at = outcome.text.find(place); at != std::string::npos && !found;
           at = outcome.text.find(place, at + 1))
        found = outcome.text.substr(at, outcome.text.find('\n', at) - at).find(" error: ") !=
                std::string::npos;
      EXPECT_TRUE(found) << cases[i].row << ": " << cases[i].source;
    }
  }

  std::size_t firstLine_ = 1;
};

TEST_F(RestrictionsTest, FoundByClang) {
  expectRefused(refusedByClang);
}
TEST_F(RestrictionsTest, FoundForTheHost) {
  expectRefused(refusedForTheHost);
}
TEST_F(RestrictionsTest, FoundAtTheHostsEnd) {
  expectRefused(refusedAtTheHostsEnd);
}
TEST_F(RestrictionsTest, FoundAtTheEnd) {
  expectRefused(refusedAtTheEnd);
}
TEST_F(RestrictionsTest, Accepted) {
  Outcome outcome = compile(accepted);
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

} // namespace
} // namespace heddle::nvcc
