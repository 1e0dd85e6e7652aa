// Name expressions (row P-023).
#include "source.h"

#include <gtest/gtest.h>

TEST(NvrtcNames, P023_loweredNamesAreThoseInThePtx) {
  Source source{R"(
    namespace N {
    template <class T, int n> __global__ void k(T* a) { *a = n; }
    __constant__ int c;
    __device__ float v[3];
    static __device__ int s;
    }
    template <class T> __device__ T variable = 3;
    static __global__ void hidden() {}
    extern "C" __global__ void plain() {})"};
  source.expressions = {
      "N::k<int, 3>", "&N::k<float, 4>", "( N::k< int , 3 > )", "&N::c", "&N::v", "N::v", "&N::s",
      "plain",        "hidden",          "&variable<int>"};
  Compiled result = compile(source);
  ASSERT_EQ(result.status, NVRTC_SUCCESS) << result.log;
  EXPECT_EQ(result.names["N::k<int, 3>"], "_ZN1N1kIiLi3EEEvPT_");
  EXPECT_EQ(result.names["( N::k< int , 3 > )"], "_ZN1N1kIiLi3EEEvPT_");
  EXPECT_EQ(result.names["&N::k<float, 4>"], "_ZN1N1kIfLi4EEEvPT_");
  EXPECT_EQ(result.names["&N::c"], "_ZN1N1cE");
  EXPECT_EQ(result.names["N::v"], "_ZN1N1vE");
  EXPECT_EQ(result.names["plain"], "plain");
  EXPECT_EQ(result.names.size(), source.expressions.size());
  for (const auto& [expression, name] : result.names)
    EXPECT_NE(result.ptx.find(name), result.ptx.npos) << expression << " " << name << result.ptx;
}

TEST(NvrtcNames, P023_badExpressionsAreErrorsOfTheCompilation) {
  for (const char* expression : {"unknown", "1 + 1", "int", "f", "k<"}) {
    Source source{"__device__ void f() {} template <class T> __global__ void k() {}"};
    source.expressions = {expression};
    Compiled result = compile(source);
    EXPECT_EQ(result.status, NVRTC_ERROR_COMPILATION) << expression;
    EXPECT_NE(result.log.find("__nv_name_map(2): error: "), result.log.npos) << result.log;
  }
}

TEST(NvrtcNames, P023_orderOfCalls) {
  nvrtcProgram program;
  const char* name;
  ASSERT_EQ(nvrtcCreateProgram(&program, "__global__ void k() {}", nullptr, 0, nullptr, nullptr),
            NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcAddNameExpression(program, "k"), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcGetLoweredName(program, "k", &name),
            NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  ASSERT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcAddNameExpression(program, "k"),
            NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  EXPECT_EQ(nvrtcGetLoweredName(program, "other", &name), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  EXPECT_EQ(nvrtcGetLoweredName(program, "k", &name), NVRTC_SUCCESS);
  EXPECT_STREQ(name, "_Z1kv");
  nvrtcDestroyProgram(&program);
}

TEST(NvrtcNames, P023_staticVariablesKeepTheirNames) {
  Source source{"static __device__ bool isDone;\n"
                "static __constant__ int table[4];\n"
                "static __device__ int used = 3;\n"
                "namespace n { static __device__ int inner; }\n"
                "__global__ void k(int* a) { *a = used; }\n"};
  source.expressions = {"&table", "&n::inner"};
  Compiled compiled = compile(source);
  ASSERT_EQ(compiled.status, NVRTC_SUCCESS) << compiled.log;
  EXPECT_NE(compiled.ptx.find(".global .align 1 .u8 isDone;"), compiled.ptx.npos) << compiled.ptx;
  EXPECT_NE(compiled.ptx.find(" used = 3;"), compiled.ptx.npos) << compiled.ptx;
  EXPECT_EQ(compiled.names["&table"], "table");
  EXPECT_NE(compiled.ptx.find(" " + compiled.names["&n::inner"] + ";"), compiled.ptx.npos);
}
