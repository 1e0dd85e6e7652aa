// From source to PTX (row P-023): what a source sees, headers in memory, logs, handles.
#include "source.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

} // namespace

TEST(NvrtcCompile, P023_needsNoHeader) {
  Compiled result = compile({R"(
    struct Base { __device__ virtual int f() { return 1; } };
    extern "C" __global__ void kernel(float4* to, size_t n, ptrdiff_t step) {
      float4 v = make_float4(sinf(1), __fdividef(1, 2), fmaxf(3, 4), std::sqrt(2.0f));
      unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
      atomicAdd(&to[0].x, v.y);
      v.z = __shfl_down_sync(0xffffffff, v.z, 1) + __popc(i) + __ldg(&to[1].y);
      __syncthreads();
      if (i < n) to[i] = v;
      printf("%d\n", (int)i);
      assert(i < 1000);
      int* p = new int(3);
      delete p;
      clock_t t = clock();
      to[i].w = std::move(t);
      for (int each : {1, 2, 3}) to[each].x = each;
      memset(to, 0, sizeof *to);
      Base b;
      to[i].x += b.f();
    })"});
  EXPECT_EQ(result.status, NVRTC_SUCCESS);
  EXPECT_EQ(result.log, "");
  EXPECT_TRUE(contains(result.ptx, ".entry kernel("));
  EXPECT_TRUE(contains(result.ptx, ".target sm_90"));
  EXPECT_FALSE(result.cubin.empty());
}

// The macros of <nv/target>, which toolkit headers use under NVRTC without including it. NVIDIA's
// NVRTC expands them in the same way.
TEST(NvrtcCompile, P023_targetMacrosNeedNoHeader) {
  const std::string text = R"(
    #define TEXT_OF(...) #__VA_ARGS__
    #define TEXT(...) TEXT_OF(__VA_ARGS__)
    constexpr bool same(const char* a, const char* b) { // but for blanks
      return *a == ' '   ? same(a + 1, b)
             : *b == ' ' ? same(a, b + 1)
                         : *a == *b && (!*a || same(a + 1, b + 1));
    }
    static_assert(same(TEXT(NV_IF_TARGET(NV_IS_DEVICE, (int a, b;))), "{int a, b;}"), "");
    static_assert(same(TEXT(NV_IF_TARGET(NV_IS_HOST, (a), (b))), "{b}"), "");
    static_assert(same(TEXT(NV_IF_ELSE_TARGET(NV_IS_DEVICE, f((a, b)); c;, d;)), "{ f((a, b)); c;}"), "");
    static_assert(same(TEXT(NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80, (a), (b))), OF_80), "");
    static_assert(same(TEXT(NV_IF_ELSE_TARGET(NV_IS_EXACTLY_SM_90, (a), (b))), OF_90), "");
    static_assert(same(TEXT(NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_90a, (a), (b))), OF_90A), "");
    static_assert(same(TEXT(NV_DISPATCH_TARGET(NV_IS_HOST, (a), NV_PROVIDES_SM_100, (b),
                                               NV_IS_DEVICE, (c))), "{c}"), "");
    extern "C" __global__ void kernel(int* to) {
      NV_IF_TARGET(NV_IS_HOST, (*to = 1;))
      NV_DISPATCH_TARGET(NV_NO_TARGET, (*to = 2;), NV_ANY_TARGET, (*to = 3;))
    })";
  struct Case {
    const char *architecture, *of80, *of90, *of90a;
  };
  for (const auto& [architecture, of80, of90, of90a] :
       {Case{"75", "{b}", "{b}", "{b}"}, Case{"90", "{a}", "{a}", "{b}"},
        Case{"90a", "{a}", "{a}", "{a}"}}) {
    const auto macro = [](const std::string& name, const std::string& value) {
      return "-D" + name + "=\"" + value + "\"";
    };
    Compiled result = compile({text,
                               {std::string("-arch=compute_") + architecture, macro("OF_80", of80),
                                macro("OF_90", of90), macro("OF_90A", of90a)}});
    EXPECT_EQ(result.status, NVRTC_SUCCESS) << architecture << ": " << result.log;
  }
}

// libcu++ and older headers tell NVRTC from other compilers by what it does not define.
TEST(NvrtcCompile, P023_namesThatProgramsMayDefine) {
  for (const char* type : {"long", "long long"}) {
    Compiled result = compile({std::string("typedef signed ") + type + " int64_t;\n" + R"(
      typedef unsigned char uint8_t;
      #if defined(__clang__) || defined(__GNUC__) || !defined(__CUDACC_RTC__)
      #error
      #endif
      #include <cuda_fp16.h>
      __global__ void kernel(int64_t* to, __half* h) { *to = __half2float(*h); })"});
    EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
  }
  EXPECT_NE(compile({"__device__ uint32_t x;"}).status, NVRTC_SUCCESS);
}

// As nvcc's tests have it at length; both are given it by src/nvcc/frontend.
TEST(NvrtcCompile, P023_dialectIsNvccs) {
  Compiled result = compile({R"(
    struct V { float x; __device__ V() : x(0) {} };
    int host(int);
    __host__ __device__ int both(int x) { return x > 3 ? host(x) : x; }
    __global__ void __cluster_dims__(2, 1, 1) kernel(unsigned* to) {
      __shared__ V v[4];
      unsigned a;
      asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(a) : "r"(1) "r"(to[1]) "r"(to[2]));
      asm("add.u32 %0, %0, %laneid;" : "+r"(a));
      v[threadIdx.x].x = 1;
      __syncthreads();
      *to = a + v[3].x + both(a);
    })"});
  EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
  EXPECT_TRUE(contains(result.ptx, ", %laneid;")) << result.ptx;
  EXPECT_TRUE(contains(result.ptx, ".reqnctapercluster 2")) << result.ptx;
  result = compile({"__global__ void kernel(int n, ...) {}"});
  EXPECT_EQ(result.status, NVRTC_ERROR_COMPILATION);
  EXPECT_TRUE(contains(result.log, "cannot have ellipsis")) << result.log;
}

// Headers of the disk too, wherever they are included from.
TEST(NvrtcCompile, P023_headersHaveNvccsDialect) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / ("heddle-dialect-" + std::to_string(getpid()));
  fs::create_directories(folder / "sub");
  const auto sum = [](const std::string& name) {
    return "__device__ unsigned " + name +
           "(unsigned a) { asm(\"mad.lo.u32 %0, %1, %2, %3;\" : \"=r\"(a) : \"r\"(1) \"r\"(a) "
           "\"r\"(3)); return a; }\n";
  };
  std::ofstream(folder / "outer.h") << "#include \"sub/inner.h\"\n" << sum("outer");
  std::ofstream(folder / "sub" / "inner.h") << "#pragma once\n" << sum("inner");
  Source source{"#include <memory.h>\n#include <sub/inner.h>\n"
                "__global__ void k(unsigned* o) { *o = outer(inner(memory(*o))); }\n"};
  source.headers = {{"memory.h", "#include \"outer.h\"\n" + sum("memory")}};
  source.options = {"-I", folder.string()};
  Compiled result = compile(source);
  fs::remove_all(folder);
  EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
}

TEST(NvrtcCompile, P023_macrosAreThoseOfNvrtc) {
  Compiled result = compile({R"(
    #if !defined(__CUDACC_RTC__) || !defined(__CUDACC__) || defined(__NVCC__)
    #error compiler
    #endif
    #if __CUDA_ARCH__ != 800 || __CUDACC_VER_MAJOR__ != 13 || __cplusplus != 201703L
    #error versions
    #endif
    #if defined(__linux__) || defined(__x86_64__) || defined(__GNUC__) || defined(INFINITY)
    #error host
    #endif
    #if A != 1 || B != 2 || defined(C)
    #error options
    #endif
    __global__ void kernel() { assert(false); }
  )",
                             {"-arch=sm_80", "-DA", "-DB=2", "-DC", "-UC", "-DNDEBUG"}});
  EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
  EXPECT_FALSE(contains(result.ptx, "__assertfail"));
}

TEST(NvrtcCompile, P023_everyVersionOfTheLanguage) {
  for (const char* standard :
       {"-std=c++03", "-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"})
    EXPECT_EQ(compile({"__global__ void k(float* a) { *a = powf(*a, 2); }", {standard}}).status,
              NVRTC_SUCCESS)
        << standard;
}

TEST(NvrtcCompile, P023_everyArchitecture) {
  for (const char* name : {"75", "87", "88", "90a", "100", "121a"}) {
    Compiled result = compile(
        {"__global__ void k(int* a) { *a = __CUDA_ARCH__; }", {std::string("-arch=sm_") + name}});
    EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
    EXPECT_TRUE(contains(result.ptx, std::string(".target sm_") + name + "\n")) << result.ptx;
  }
}

TEST(NvrtcCompile, P023_headersInMemory) {
  Source source{"#include \"outer/a.h\"\n#include <b.h>\n__device__ int x = A + B;\n"};
  source.headers = {{"outer/a.h", "#include \"b.h\"\n#define A (B + 1)\n"},
                    {"b.h", "#pragma once\n#define B 20\n"}};
  source.options = {"-arch=compute_75", "-rdc=true"};
  Compiled result = compile(source);
  EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
  EXPECT_TRUE(contains(result.ptx, "x = 41")) << result.ptx;
  EXPECT_TRUE(result.cubin.empty());
}

// Packages bring a toolkit's headers of half precision, whose functions NVIDIA's compiler defines.
TEST(NvrtcCompile, P023_headersOfHalfPrecisionAreOurs) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("heddle-half-" + std::to_string(getpid()));
  fs::create_directories(folder);
  for (const char* name : {"cuda_fp16.h", "cuda_fp16.hpp"})
    std::ofstream(folder / name) << "struct __half;\n__device__ __half htrunc(__half);\n";
  std::ofstream(folder / "own.h") << "#define OWN 1\n";
  Compiled result = compile({R"(
    #include <cuda_fp16.h>
    #include <own.h>
    extern "C" __device__ __half kept(__half x) { return htrunc(x + __half(OWN)); })",
                             {"-arch=sm_90", "-rdc=true", "-I" + folder.string()}});
  fs::remove_all(folder);
  EXPECT_EQ(result.status, NVRTC_SUCCESS) << result.log;
  EXPECT_FALSE(contains(result.ptx, ".extern .func")) << result.ptx;
}

TEST(NvrtcCompile, P023_preIncludesAndDeviceHeaders) {
  Source source{"#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cooperative_groups.h>\n"
                "__global__ void k(half* a, __nv_bfloat16* b) {\n"
                "  cooperative_groups::this_thread_block().sync();\n"
                "  *a = __hadd(*a, __float2half(VALUE)); *b = __float2bfloat16(1.0f); }\n"};
  source.headers = {{"value.h", "#define VALUE 2.0f\n"}};
  source.options = {"-arch=sm_90", "-include=value.h"};
  EXPECT_EQ(compile(source).status, NVRTC_SUCCESS) << compile(source).log;
}

TEST(NvrtcCompile, P023_errorsNameFileAndLine) {
  Compiled result = compile({"\n__global__ void k() {\n  int y = unknown;\n  int x\n}\n"});
  EXPECT_EQ(result.status, NVRTC_ERROR_COMPILATION);
  EXPECT_TRUE(contains(result.log, "source.cu(3): error: ")) << result.log;
  EXPECT_TRUE(contains(result.log, "\n    int y = unknown;\n            ^\n")) << result.log;
  EXPECT_TRUE(contains(result.log, "2 errors detected in the compilation of \"source.cu\".\n"));
  EXPECT_EQ(result.ptx, "");

  Source inHeader{"#include \"bad.h\"\n"};
  inHeader.headers = {{"bad.h", "\nint int;\n"}};
  EXPECT_TRUE(contains(compile(inHeader).log, "bad.h(2): error: "));
  EXPECT_TRUE(contains(compile({"#include <vector>\n"}).log, "source.cu(1): catastrophic error: "));
}

TEST(NvrtcCompile, P023_warningsAreInTheLogUnlessDisabled) {
  const char* text = "#warning look\n__global__ void k() {}\n";
  EXPECT_TRUE(contains(compile({text}).log, "source.cu(1): warning: "));
  EXPECT_EQ(compile({text, {"-w"}}).log, "");
}

TEST(NvrtcCompile, P023_defaultExecutionSpaceIsTheDevice) {
  const char* text = R"(
    int counter = 3;
    int f() { return counter; }
    template <class T> struct Box { T value; T get() { return value; } };
    namespace inner { static int y = 2; const int z = 4; }
    template <int n> struct Constants { static const int size = n; static constexpr int twice = 2 * n; };
    extern "C" __global__ void k(int* a) {
      __shared__ int s;
      s = f();
      Box<int> box{1};
      *a = s + box.get() + inner::y + inner::z + [] { return 3; }() +
           Constants<4>::size + Constants<4>::twice;
    })";
  EXPECT_EQ(compile({text, {"-default-device"}}).status, NVRTC_SUCCESS)
      << compile({text, {"-default-device"}}).log;
  EXPECT_EQ(compile({text}).status, NVRTC_ERROR_COMPILATION);
}

// Sources look for the host's compilers first, and for NVRTC when none of them is there.
TEST(NvrtcCompile, sourcesDoNotSeeTheCompilerBehindIt) {
  const char* text = R"(
    #if defined(__clang__) || defined(__GNUC__) || defined(__llvm__) || !defined(__CUDACC_RTC__)
    #error another compiler
    #endif
    #include <cooperative_groups.h>
    #include <cuda_fp16.h>
    #include <cuda_fp8.h>
    #include <curand_kernel.h>
    #include <host_config.h>
    #include <mma.h>
    static_assert(__CUDACC_VER_MAJOR__ * 1000 == CUDART_VERSION, "");
    __global__ void k(__half* a) { *a = __float2half(1.0f); })";
  EXPECT_EQ(compile({text}).status, NVRTC_SUCCESS) << compile({text}).log;
}

TEST(NvrtcCompile, P023_arithmeticOptions) {
  const char* text = "__global__ void k(float* a) { a[0] = a[1] / a[2] + a[3] * a[4]; "
                     "a[5] = sqrtf(a[6]); a[7] = sinf(a[8]); }";
  Compiled exact = compile({text});
  EXPECT_TRUE(contains(exact.ptx, "div.rn.f32"));
  EXPECT_TRUE(contains(exact.ptx, "sqrt.rn.f32"));
  EXPECT_TRUE(contains(exact.ptx, "fma.rn.f32"));
  Compiled fast = compile({text, {"-use_fast_math"}});
  EXPECT_TRUE(contains(fast.ptx, "div.approx.ftz.f32")) << fast.ptx;
  EXPECT_TRUE(contains(fast.ptx, "sin.approx.ftz.f32")) << fast.ptx;
  Compiled separate =
      compile({"__global__ void k(float* a) { *a = a[1] * a[2] + a[3]; }", {"-fmad=false"}});
  EXPECT_FALSE(contains(separate.ptx, "fma.rn.f32"));
  EXPECT_TRUE(contains(compile({text, {"-lineinfo"}}).ptx, ".loc"));
}

TEST(NvrtcCompile, P023_handlesAreChecked) {
  nvrtcProgram program = nullptr;
  size_t bytes = 0;
  EXPECT_EQ(nvrtcCreateProgram(nullptr, "", nullptr, 0, nullptr, nullptr),
            NVRTC_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(nvrtcCreateProgram(&program, nullptr, nullptr, 0, nullptr, nullptr),
            NVRTC_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvrtcCompileProgram(nullptr, 0, nullptr), NVRTC_ERROR_INVALID_PROGRAM);
  ASSERT_EQ(nvrtcCreateProgram(&program, "", nullptr, 0, nullptr, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetPTXSize(program, nullptr), NVRTC_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvrtcGetPTXSize(program, &bytes), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetPCHCreateStatus(program), NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
  EXPECT_EQ(nvrtcGetLTOIRSize(program, &bytes), NVRTC_SUCCESS);
  EXPECT_EQ(bytes, 0u);
  nvrtcProgram copy = program;
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  EXPECT_EQ(program, nullptr);
  EXPECT_EQ(nvrtcDestroyProgram(&copy), NVRTC_ERROR_INVALID_PROGRAM);
}

// LTO-IR comes in the place of PTX and of a cubin, also for a real architecture.
TEST(NvrtcCompile, P023_ltoIrReplacesPtx) {
  nvrtcProgram program;
  ASSERT_EQ(nvrtcCreateProgram(&program, "extern \"C\" __device__ int one() { return 1; }", nullptr,
                               0, nullptr, nullptr),
            NVRTC_SUCCESS);
  const char* options[] = {"-arch=sm_90", "-dlto"};
  ASSERT_EQ(nvrtcCompileProgram(program, 2, options), NVRTC_SUCCESS);
  size_t ltoIrBytes = 0, cubinBytes = 1;
  ASSERT_EQ(nvrtcGetLTOIRSize(program, &ltoIrBytes), NVRTC_SUCCESS);
  std::string ltoIr(ltoIrBytes, '\0');
  ASSERT_EQ(nvrtcGetLTOIR(program, ltoIr.data()), NVRTC_SUCCESS);
  EXPECT_TRUE(ltoIr.starts_with("\xED\x43\x4E\x7F")); // as tools recognise it
  EXPECT_TRUE(contains(ltoIr, "one"));
  EXPECT_TRUE(contains(ltoIr, "BC\xC0\xDE"));
  EXPECT_EQ(nvrtcGetCUBINSize(program, &cubinBytes), NVRTC_SUCCESS);
  EXPECT_EQ(cubinBytes, 0u);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

// In NVRTC's words, which programs look for.
TEST(NvrtcCompile, P023_undeclaredNamesAreUndefinedIdentifiers) {
  EXPECT_TRUE(contains(compile({"__global__ void k(int* p) { *p = length; }"}).log,
                       "error: identifier \"length\" is undefined"));
  EXPECT_TRUE(contains(compile({"__global__ void k(int* p) { SYNTAX ERROR }"}).log,
                       "error: identifier \"SYNTAX\" is undefined"));
}

TEST(NvrtcCompile, P023_callbackCancels) {
  nvrtcProgram program;
  ASSERT_EQ(nvrtcCreateProgram(&program, "__device__ int a; __global__ void cancelled_kernel() {}",
                               nullptr, 0, nullptr, nullptr),
            NVRTC_SUCCESS);
  int calls = 0;
  auto callback = [](void* payload, void*) { return ++*static_cast<int*>(payload), 1; };
  EXPECT_EQ(nvrtcSetFlowCallback(program, callback, &calls), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_ERROR_CANCELLED);
  EXPECT_GT(calls, 0);
  nvrtcDestroyProgram(&program);
}

TEST(NvrtcCompile, P023_threadsCompileAtTheSameTime) {
  std::vector<std::thread> threads;
  std::vector<Compiled> results(6);
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&, i] {
      std::string name = "kernel_of_thread_" + std::to_string(i);
      results[i] =
          compile({"extern \"C\" __global__ void " + name + "(float* a) { *a = *a / a[1]; }",
                   {"-arch=sm_90", "-no-cache", i % 2 ? "-use_fast_math" : "-prec-div=true"}});
    });
  for (std::thread& thread : threads)
    thread.join();
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(results[i].status, NVRTC_SUCCESS) << results[i].log;
    EXPECT_TRUE(contains(results[i].ptx, "kernel_of_thread_" + std::to_string(i)));
    EXPECT_TRUE(contains(results[i].ptx, i % 2 ? "div.approx.ftz.f32" : "div.rn.f32"));
  }
}
