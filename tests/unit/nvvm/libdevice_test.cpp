// libdevice: every function is there, and those that a program calls are linked into it.
#include "nvvm_program.h"

#include <cmath>

using namespace nvvm_test;

namespace {

TEST(Libdevice, HasEveryFunction) {
  const std::string bitcode = libdevice();
  ASSERT_TRUE(bitcode.starts_with("BC\xC0\xDE"));
  // Names stand in the bitcode's table of symbols one behind the other.
  std::size_t count = 0;
#define LIBDEVICE(result, name, parameters, expression)                                            \
  ++count;                                                                                         \
  EXPECT_NE(bitcode.find("__nv_" #name), std::string::npos) << #name;
#include "libdevice.def"
#undef LIBDEVICE
  EXPECT_EQ(count, 349u); // as many as NVIDIA's libdevice of CUDA 13
}

TEST(Libdevice, FunctionsAreLinkedWhereTheyAreCalled) {
  const char* source = R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @__nv_sinf(float)
declare float @__nv_powf(float, float)
declare i32 @__nv_popc(i32)
declare double @__nv_rsqrt(double)
define void @k(float* %values) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr float, float* %values, i32 %lane
  %value = load float, float* %at
  %sine = call float @__nv_sinf(float %value)
  %power = call float @__nv_powf(float %value, float 1.5)
  %bits = call i32 @__nv_popc(i32 %lane)
  %count = sitofp i32 %bits to float
  %wide = fpext float %value to double
  %root = call double @__nv_rsqrt(double %wide)
  %narrow = fptrunc double %root to float
  %a = fadd float %sine, %power
  %b = fadd float %a, %count
  %c = fadd float %b, %narrow
  store float %c, float* %at
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{void (float*)* @k, !"kernel", i32 1}
)";
  const Compiled compiled = compile(source, {"-arch=compute_90"}, libdevice());
  ASSERT_EQ(compiled.result, NVVM_SUCCESS) << compiled.log;
  EXPECT_EQ(compiled.output.find("__nv_cosf"), std::string::npos); // nothing else is taken
  std::vector<float> values(32);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 0.25f * static_cast<float>(i) + 0.5f;
  const std::vector<float> results = runInOneWarp(compiled.output, "k", values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = values[i];
    const double expected = std::sin(x) + std::pow(x, 1.5) +
                            __builtin_popcount(static_cast<unsigned>(i)) + 1 / std::sqrt(x);
    EXPECT_NEAR(results[i], expected, 1e-6 * (1 + std::abs(expected))) << i;
  }
}

// The program that libdevice is linked to says whether its instructions flush denormals.
TEST(Libdevice, FlushesDenormalsWhereTheProgramDoes) {
  const char* source = R"(
declare float @__nv_fast_log2f(float)
declare float @__nv_fadd_rz(float, float)
define float @f(float %a) {
  %logarithm = call float @__nv_fast_log2f(float %a)
  %sum = call float @__nv_fadd_rz(float %logarithm, float %a)
  ret float %sum
}
)";
  const auto ptx = [&](const char* option) {
    return compile(source, {"-arch=compute_90", option}, libdevice()).output;
  };
  EXPECT_NE(ptx("-ftz=0").find("lg2.approx.f32"), std::string::npos);
  EXPECT_NE(ptx("-ftz=0").find("add.rz.f32"), std::string::npos);
  EXPECT_NE(ptx("-ftz=1").find("lg2.approx.ftz.f32"), std::string::npos);
  EXPECT_NE(ptx("-ftz=1").find("add.rz.ftz.f32"), std::string::npos);
}

} // namespace
