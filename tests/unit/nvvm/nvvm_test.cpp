// libnvvm: NVVM IR of both dialects becomes PTX that runs, and what is wrong is said.
#include "nvJitLink.h"
#include "nvvm_program.h"

using namespace nvvm_test;

namespace {

constexpr const char* kHead = R"(target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
!nvvmir.version = !{!9}
!9 = !{i32 2, i32 0, i32 3, i32 1}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)";

// Doubles each value, in the dialect with typed pointers and in that with opaque ones.
const std::string kTyped = std::string(kHead) + R"(
define void @twice(i32* %values) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, i32* %values, i32 %lane
  %value = load i32, i32* %at
  %double = mul i32 %value, 2
  store i32 %double, i32* %at
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{void (i32*)* @twice, !"kernel", i32 1}
)";
const std::string kOpaque = std::string(kHead) + R"(
define void @twice(ptr %values) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr %values, i32 %lane
  %value = load i32, ptr %at
  %double = mul i32 %value, 2
  store i32 %double, ptr %at
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{ptr @twice, !"kernel", i32 1}
)";

std::vector<int> lanes(int (*function)(int)) {
  std::vector<int> values(32);
  for (int lane = 0; lane < 32; ++lane)
    values[static_cast<std::size_t>(lane)] = function(lane);
  return values;
}

TEST(Nvvm, BothDialectsRun) {
  for (const std::string& source : {kTyped, kOpaque}) {
    const Compiled compiled = compile(source);
    ASSERT_EQ(compiled.result, NVVM_SUCCESS) << compiled.log;
    EXPECT_NE(compiled.output.find(".visible .entry twice("), std::string::npos);
    EXPECT_NE(compiled.output.find(".target sm_90"), std::string::npos);
    EXPECT_EQ(runInOneWarp(compiled.output, "twice", lanes([](int lane) { return lane; })),
              lanes([](int lane) { return 2 * lane; }));
  }
}

TEST(Nvvm, TheModesOfShufflesVotesAndMatches) {
  const std::string source = std::string(kHead) + R"(
declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32(i32, i32)
define void @warp(i32* %values) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %down = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 2, i32 %lane, i32 1, i32 31)
  %next = extractvalue {i32, i1} %down, 0
  %idx = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 0, i32 %lane, i32 5, i32 31)
  %five = extractvalue {i32, i1} %idx, 0
  %odd = trunc i32 %lane to i1
  %ballot = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %odd)
  %mask = extractvalue {i32, i1} %ballot, 0
  %any = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 1, i1 %odd)
  %some = extractvalue {i32, i1} %any, 1
  %match = call {i32, i1} @llvm.nvvm.match.all.sync.i32(i32 -1, i32 7)
  %same = extractvalue {i32, i1} %match, 1
  %low = and i32 %mask, 15
  %someBit = zext i1 %some to i32
  %sameBit = zext i1 %same to i32
  %a = mul i32 %next, 100000
  %b = mul i32 %five, 10000
  %c = mul i32 %low, 100
  %d = mul i32 %someBit, 10
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %abcd = add i32 %abc, %d
  %all = add i32 %abcd, %sameBit
  %at = getelementptr i32, i32* %values, i32 %lane
  store i32 %all, i32* %at
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{void (i32*)* @warp, !"kernel", i32 1}
)";
  const Compiled compiled = compile(source);
  ASSERT_EQ(compiled.result, NVVM_SUCCESS) << compiled.log;
  EXPECT_EQ(runInOneWarp(compiled.output, "warp", std::vector<int>(32)), lanes([](int lane) {
              return std::min(lane + 1, 31) * 100000 + 5 * 10000 + 10 * 100 + 1 * 10 + 1;
            }));
}

TEST(Nvvm, AnnotationsBecomeDirectives) {
  const std::string source = std::string(kHead) + R"(
define void @bounded() {
  ret void
}
!nvvm.annotations = !{!1, !2}
!1 = !{void ()* @bounded, !"kernel", i32 1}
!2 = !{void ()* @bounded, !"maxntidx", i32 128, !"minctasm", i32 2, !"cluster_max_blocks", i32 4}
)";
  const Compiled compiled = compile(source);
  ASSERT_EQ(compiled.result, NVVM_SUCCESS) << compiled.log;
  for (const char* directive : {".maxntid 128", ".minnctapersm 2", ".maxclusterrank 4"})
    EXPECT_NE(compiled.output.find(directive), std::string::npos) << compiled.output;
}

TEST(Nvvm, VectorsOfBytesWithoutAlignment) {
  const Compiled compiled = compile(std::string(kHead) + R"(
define void @copy(ptr %values) {
  %odd = getelementptr i8, ptr %values, i32 3
  %bytes = load <16 x i8>, ptr %odd, align 1
  store <16 x i8> %bytes, ptr %values, align 16
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{ptr @copy, !"kernel", i32 1}
)");
  ASSERT_EQ(compiled.result, NVVM_SUCCESS) << compiled.log;
  EXPECT_EQ(compiled.output.find("v4.u32 \t{"), std::string::npos) << compiled.output;
  EXPECT_NE(compiled.output.find("ld.global.u8"), std::string::npos) << compiled.output;
}

// A link of nvJitLink. Each call that must succeed is checked here.
class Link {
public:
  explicit Link(std::vector<const char*> options) {
    EXPECT_EQ(nvJitLinkCreate(&handle_, static_cast<std::uint32_t>(options.size()), options.data()),
              NVJITLINK_SUCCESS);
  }
  ~Link() { EXPECT_EQ(nvJitLinkDestroy(&handle_), NVJITLINK_SUCCESS); }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  nvJitLinkResult tryToAdd(nvJitLinkInputType type, const Compiled& input) {
    return nvJitLinkAddData(handle_, type, input.output.data(), input.output.size(), "input");
  }
  void add(nvJitLinkInputType type, const Compiled& input) {
    EXPECT_EQ(tryToAdd(type, input), NVJITLINK_SUCCESS);
  }
  nvJitLinkResult complete() { return nvJitLinkComplete(handle_); }
  std::string cubin() { return result(nvJitLinkGetLinkedCubinSize, nvJitLinkGetLinkedCubin); }
  std::string ptx() { return result(nvJitLinkGetLinkedPtxSize, nvJitLinkGetLinkedPtx); }

private:
  template <typename GetSize, typename Get> std::string result(GetSize getSize, Get get) {
    EXPECT_EQ(complete(), NVJITLINK_SUCCESS);
    std::size_t bytes = 0;
    EXPECT_EQ(getSize(handle_, &bytes), NVJITLINK_SUCCESS);
    std::string content(bytes, '\0');
    EXPECT_EQ(get(handle_, content.data()), NVJITLINK_SUCCESS);
    return content;
  }

  nvJitLinkHandle handle_ = nullptr;
};

TEST(Nvvm, LtoIrIsLinkedByNvJitLink) {
  const Compiled compiled = compile(kTyped, {"-arch=compute_90", "-gen-lto"});
  ASSERT_EQ(compiled.result, NVVM_SUCCESS) << compiled.log;
  EXPECT_EQ(Link({"-arch=sm_90"}).tryToAdd(NVJITLINK_INPUT_LTOIR, compiled),
            NVJITLINK_ERROR_LTO_NOT_ENABLED);
  Link link({"-arch=sm_90", "-lto"});
  link.add(NVJITLINK_INPUT_LTOIR, compiled);
  EXPECT_EQ(runInOneWarp(link.cubin(), "twice", lanes([](int lane) { return lane; })),
            lanes([](int lane) { return 2 * lane; }));
}

// As Numba links its kernels with functions that NVRTC has compiled.
TEST(Nvvm, FunctionsOfOtherCompilersAreInlined) {
  const Compiled kernel = compile(std::string(kHead) + R"(
declare i32 @scaled(i32)
define void @scale(ptr %values) {
  %value = load i32, ptr %values
  %result = call i32 @scaled(i32 %value)
  store i32 %result, ptr %values
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{ptr @scale, !"kernel", i32 1}
)",
                                  {"-arch=compute_90", "-gen-lto"});
  const Compiled function = compile(std::string(kHead) + R"(
define i32 @scaled(i32 %value) #0 {
  %result = mul i32 %value, 3
  ret i32 %result
}
attributes #0 = { "no-builtin-malloc" "target-cpu"="sm_90" "target-features"="+ptx85,+sm_90" }
)",
                                    {"-arch=compute_90", "-gen-lto"});
  Link link({"-arch=sm_90", "-lto", "-ptx"});
  for (const Compiled* input : {&kernel, &function})
    link.add(NVJITLINK_INPUT_LTOIR, *input);
  const std::string ptx = link.ptx();
  EXPECT_NE(ptx.find(".entry scale("), std::string::npos) << ptx;
  EXPECT_EQ(ptx.find("scaled"), std::string::npos) << ptx;
}

// A program that links LTO-IR with PTX has no PTX of its own, and its functions stay callable.
TEST(Nvvm, LtoIrAndPtxTogether) {
  const Compiled kernel = compile(std::string(kHead) + R"(
declare i32 @outside(i32)
define i32 @inside(i32 %value) noinline {
  %more = add i32 %value, 1
  ret i32 %more
}
define void @both(ptr %values) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %called = call i32 @outside(i32 %lane)
  %at = getelementptr i32, ptr %values, i32 %lane
  store i32 %called, ptr %at
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{ptr @both, !"kernel", i32 1}
)",
                                  {"-arch=compute_90", "-gen-lto"});
  ASSERT_EQ(kernel.result, NVVM_SUCCESS) << kernel.log;
  const Compiled function = compile(std::string(kHead) + R"(
declare i32 @inside(i32)
define i32 @outside(i32 %value) {
  %more = call i32 @inside(i32 %value)
  %result = mul i32 %more, 2
  ret i32 %result
}
)");
  ASSERT_EQ(function.result, NVVM_SUCCESS) << function.log;
  const auto add = [&](Link& link) {
    link.add(NVJITLINK_INPUT_LTOIR, kernel);
    link.add(NVJITLINK_INPUT_PTX, function);
  };
  Link withPtx({"-arch=sm_90", "-lto", "-ptx"});
  add(withPtx);
  EXPECT_EQ(withPtx.complete(), NVJITLINK_ERROR_INTERNAL);
  Link link({"-arch=sm_90", "-lto"});
  add(link);
  EXPECT_EQ(runInOneWarp(link.cubin(), "both", lanes([](int) { return 0; })),
            lanes([](int lane) { return 2 * (lane + 1); }));
}

// Options of the link hold for code that was compiled with others.
TEST(Nvvm, OptionsOfTheLink) {
  const Compiled divided = compile(std::string(kHead) + R"(
define void @divide(ptr %values) {
  %value = load float, ptr %values
  %result = fdiv float 1.0, %value
  store float %result, ptr %values
  ret void
}
!nvvm.annotations = !{!1}
!1 = !{ptr @divide, !"kernel", i32 1}
)",
                                   {"-arch=compute_90", "-gen-lto"});
  ASSERT_EQ(divided.result, NVVM_SUCCESS) << divided.log;
  const auto linked = [&](const char* option) {
    Link link({"-arch=sm_90", "-lto", "-ptx", option});
    link.add(NVJITLINK_INPUT_LTOIR, divided);
    return link.ptx();
  };
  EXPECT_NE(linked("-prec-div=1").find("rcp.rn.f32"), std::string::npos);
  EXPECT_EQ(linked("-prec-div=0").find("rcp.rn.f32"), std::string::npos);
  EXPECT_NE(linked("-ftz=true").find("rcp.rn.ftz.f32"), std::string::npos);
}

TEST(Nvvm, WhatIsWrongIsSaid) {
  const Compiled syntax = compile("define void @f( {\n");
  EXPECT_EQ(syntax.result, NVVM_ERROR_COMPILATION);
  EXPECT_TRUE(syntax.log.starts_with("source.ll (2, 0): parse ")) << syntax.log;
  EXPECT_FALSE(syntax.log.ends_with('\n'));
  EXPECT_EQ(compile("BC\xC0\xDE and nothing that is bitcode").result, NVVM_ERROR_COMPILATION);
  // A mode must be a constant.
  const Compiled mode = compile(R"(
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
define i32 @f(i32 %mode) {
  %vote = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 %mode, i1 true)
  %mask = extractvalue {i32, i1} %vote, 0
  ret i32 %mask
})");
  EXPECT_EQ(mode.result, NVVM_ERROR_COMPILATION);
  EXPECT_NE(mode.log.find("llvm.nvvm.vote.sync"), std::string::npos) << mode.log;
  for (const char* option : {"-arch=sm_90", "-arch=compute_31", "-opt=7", "-ftz", "-nothing"}) {
    const Compiled refused = compile(kTyped, {option});
    EXPECT_EQ(refused.result, NVVM_ERROR_INVALID_OPTION) << option;
    EXPECT_NE(refused.log.find(option), std::string::npos) << refused.log;
  }
}

TEST(Nvvm, OptionsChangeTheCode) {
  const std::string source = R"(
define float @f(float %a, float %b, float %c) {
  %product = fmul float %a, %b
  %sum = fadd float %product, %c
  %quotient = fdiv float %sum, %a
  ret float %quotient
})";
  const auto ptx = [&](std::vector<const char*> options) {
    return compile(source, options).output;
  };
  EXPECT_NE(ptx({}).find("fma.rn.f32"), std::string::npos);
  EXPECT_NE(ptx({}).find("div.rn.f32"), std::string::npos);
  EXPECT_EQ(ptx({"-fma=0"}).find("fma.rn.f32"), std::string::npos);
  EXPECT_NE(ptx({"-ftz=1"}).find("fma.rn.ftz.f32"), std::string::npos);
  EXPECT_NE(ptx({"-prec-div=0"}).find("div.full.f32"), std::string::npos);
}

TEST(Nvvm, HandlesAndArguments) {
  int major = 0, minor = 0, debugMajor = 0, debugMinor = 0;
  EXPECT_EQ(nvvmVersion(&major, &minor), NVVM_SUCCESS);
  EXPECT_EQ(major, 2);
  EXPECT_EQ(nvvmIRVersion(&major, &minor, &debugMajor, &debugMinor), NVVM_SUCCESS);
  EXPECT_EQ(major, 2);
  EXPECT_EQ(debugMajor, 3);
  EXPECT_EQ(nvvmLLVMVersion("compute_90", &major), NVVM_SUCCESS);
  EXPECT_EQ(major, 7);
  EXPECT_EQ(nvvmLLVMVersion("compute_100", &major), NVVM_SUCCESS);
  EXPECT_GT(major, 7);
  EXPECT_EQ(nvvmLLVMVersion("nothing", &major), NVVM_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvvmVersion(nullptr, &minor), NVVM_ERROR_INVALID_INPUT);
  EXPECT_STREQ(nvvmGetErrorString(NVVM_ERROR_INVALID_IR), "NVVM_ERROR_INVALID_IR");
  nvvmProgram program = nullptr;
  EXPECT_EQ(nvvmCreateProgram(nullptr), NVVM_ERROR_INVALID_PROGRAM);
  ASSERT_EQ(nvvmCreateProgram(&program), NVVM_SUCCESS);
  std::size_t bytes = 0;
  EXPECT_EQ(nvvmCompileProgram(program, 0, nullptr), NVVM_ERROR_NO_MODULE_IN_PROGRAM);
  EXPECT_EQ(nvvmGetCompiledResultSize(program, &bytes), NVVM_SUCCESS);
  EXPECT_EQ(bytes, 1u) << "before it is compiled, the result is empty";
  EXPECT_EQ(nvvmAddModuleToProgram(program, nullptr, 4, ""), NVVM_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvvmAddModuleToProgram(program, kTyped.data(), kTyped.size(), nullptr), NVVM_SUCCESS);
  EXPECT_EQ(nvvmVerifyProgram(program, 0, nullptr), NVVM_SUCCESS);
  EXPECT_EQ(nvvmCompileProgram(program, 1, nullptr), NVVM_ERROR_INVALID_OPTION);
  EXPECT_EQ(nvvmAddModuleToProgram(program, "wrong", 5, nullptr), NVVM_SUCCESS);
  EXPECT_EQ(nvvmVerifyProgram(program, 0, nullptr), NVVM_ERROR_INVALID_IR);
  nvvmProgram copy = program;
  EXPECT_EQ(nvvmDestroyProgram(&program), NVVM_SUCCESS);
  EXPECT_EQ(nvvmDestroyProgram(&copy), NVVM_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(nvvmAddModuleToProgram(copy, "x", 1, ""), NVVM_ERROR_INVALID_PROGRAM);
}

} // namespace
