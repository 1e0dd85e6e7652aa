// libnvJitLink: device links in the program, with the codes that NVIDIA's library gives, and the
// driver that loads what they make.
#include "nvJitLink.h"

#include "cuda.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

namespace fatbin = heddle::fatbin;

const std::string kHead = ".version 7.0\n.target sm_70\n.address_size 64\n";
const std::string kCaller = kHead + R"(
.extern .func (.param .b32 r) other(.param .b32 a);
.visible .entry k(.param .u64 p) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, 5;
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r1;
    call (r), other, (a);
    ld.param.b32 %r2, [r]; }
  st.global.u32 [%rd1], %r2;
  ret;
})";
const std::string kCallee = kHead + R"(
.visible .func (.param .b32 r) other(.param .b32 a) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [a];
  add.u32 %r2, %r1, 1;
  st.param.b32 [r], %r2;
  ret;
})";

class Link {
public:
  explicit Link(std::vector<const char*> options = {"-arch=sm_90"})
      : result_(nvJitLinkCreate(&handle_, static_cast<std::uint32_t>(options.size()),
                                options.data())) {}
  ~Link() { EXPECT_EQ(nvJitLinkDestroy(&handle_), NVJITLINK_SUCCESS); }

  nvJitLinkResult created() const { return result_; }
  nvJitLinkResult add(nvJitLinkInputType type, const std::string& data, const char* name = "n") {
    return nvJitLinkAddData(handle_, type, data.data(), data.size(), name);
  }
  nvJitLinkResult complete() { return nvJitLinkComplete(handle_); }
  std::string log() {
    size_t size = 0;
    EXPECT_EQ(nvJitLinkGetErrorLogSize(handle_, &size), NVJITLINK_SUCCESS);
    std::string text(size, '?');
    EXPECT_EQ(nvJitLinkGetErrorLog(handle_, text.data()), NVJITLINK_SUCCESS);
    return text.c_str();
  }
  std::vector<char> cubin() {
    size_t size = 0;
    EXPECT_EQ(nvJitLinkGetLinkedCubinSize(handle_, &size), NVJITLINK_SUCCESS);
    std::vector<char> bytes(size);
    EXPECT_EQ(nvJitLinkGetLinkedCubin(handle_, bytes.data()), NVJITLINK_SUCCESS);
    return bytes;
  }
  nvJitLinkHandle handle() { return handle_; }

private:
  nvJitLinkHandle handle_ = nullptr;
  nvJitLinkResult result_;
};

int resultOf(const std::vector<char>& image) {
  EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
  CUcontext context;
  EXPECT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  CUmodule module;
  EXPECT_EQ(cuModuleLoadData(&module, image.data()), CUDA_SUCCESS);
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

TEST(NvJitLink, LinksPtx) {
  Link link;
  ASSERT_EQ(link.created(), NVJITLINK_SUCCESS);
  size_t size = 0;
  EXPECT_EQ(nvJitLinkGetLinkedCubinSize(link.handle(), &size), NVJITLINK_ERROR_INTERNAL);
  EXPECT_EQ(link.add(NVJITLINK_INPUT_PTX, kCaller), NVJITLINK_SUCCESS);
  EXPECT_EQ(link.add(NVJITLINK_INPUT_ANY, kCallee, nullptr), NVJITLINK_SUCCESS);
  ASSERT_EQ(link.complete(), NVJITLINK_SUCCESS) << link.log();
  EXPECT_EQ(link.log(), "");
  EXPECT_EQ(nvJitLinkGetLinkedPtxSize(link.handle(), &size), NVJITLINK_ERROR_INVALID_INPUT);
  EXPECT_EQ(resultOf(link.cubin()), 6);
  EXPECT_EQ(link.complete(), NVJITLINK_ERROR_INTERNAL);
  EXPECT_EQ(link.add(NVJITLINK_INPUT_PTX, kCallee), NVJITLINK_ERROR_INTERNAL);
}

TEST(NvJitLink, LinksCubinsAndFatBinaries) {
  const std::string cubin = fatbin::writeCubin({{}, {kCaller}, {}, 90, 0});
  fatbin::Writer writer;
  ASSERT_TRUE(writer.addPtx(kCallee, {70, 0, "", ""}));
  const std::vector<char> container = writer.finish();
  for (const bool any : {false, true}) {
    Link link;
    EXPECT_EQ(link.add(any ? NVJITLINK_INPUT_ANY : NVJITLINK_INPUT_CUBIN, cubin),
              NVJITLINK_SUCCESS);
    EXPECT_EQ(link.add(any ? NVJITLINK_INPUT_ANY : NVJITLINK_INPUT_FATBIN,
                       {container.begin(), container.end()}),
              NVJITLINK_SUCCESS);
    ASSERT_EQ(link.complete(), NVJITLINK_SUCCESS) << link.log();
    EXPECT_EQ(resultOf(link.cubin()), 6);
  }
  Link other;
  EXPECT_EQ(other.add(NVJITLINK_INPUT_CUBIN, fatbin::writeCubin({{}, {kCaller}, {}, 100, 0})),
            NVJITLINK_ERROR_ARCH_MISMATCH);
}

TEST(NvJitLink, Options) {
  struct Case {
    std::vector<const char*> options;
    nvJitLinkResult result;
    const char* log;
  };
  const Case cases[] = {
      {{}, NVJITLINK_ERROR_MISSING_ARCH, ""},
      {{"-arch=sm_999"},
       NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
       "ERROR NVJITLINK_ERROR_UNRECOGNIZED_ARCH: unrecognized architecture (compute_999)\n"},
      {{"-arch=sm_XX"},
       NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
       "ERROR NVJITLINK_ERROR_UNRECOGNIZED_OPTION: missing option value (-arch=sm_XX)\n"},
      {{"-arch=sm_20"},
       NVJITLINK_ERROR_UNSUPPORTED_ARCH,
       "ERROR NVJITLINK_ERROR_UNSUPPORTED_ARCH: unsupported architecture (compute_20)\n"},
      {{"-arch=compute_90"},
       NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
       "ERROR: virtual arch requires -ptx\n"},
      {{"-arch=sm_90", "-ptx"},
       NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
       "ERROR: -ptx requires -lto\n"},
      {{"-arch=sm_90", "-lto", "-ptx"}, NVJITLINK_SUCCESS, ""},
      {{"-arch=sm_90", "-bogus"},
       NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
       "unrecognized option: -bogus\n"},
      {{"-arch", "sm_90"}, NVJITLINK_ERROR_UNRECOGNIZED_OPTION, "unrecognized option: -arch\n"},
      {{"-arch=sm_90", "-maxrregcount", "32"},
       NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
       "unrecognized option: -maxrregcount\n"},
      {{"-arch=sm_90", "-O2"},
       NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
       "unsupported value of -O: 2. Only 0 and 3 are supported.\n"},
      {{"-arch=sm_90", "-O3", "-g", "-lineinfo", "-maxrregcount=32", "-verbose", "-time",
        "-Xptxas=-v", "-ftz=true", "-fma=1", "-kernels-used=a", "-split-compile=0"},
       NVJITLINK_SUCCESS,
       ""},
  };
  for (const Case& each : cases) {
    Link link(each.options);
    EXPECT_EQ(link.created(), each.result);
    EXPECT_EQ(link.log(), each.log);
  }
  EXPECT_EQ(nvJitLinkCreate(nullptr, 0, nullptr), NVJITLINK_ERROR_NULL_INPUT);
  EXPECT_EQ(nvJitLinkDestroy(nullptr), NVJITLINK_ERROR_NULL_INPUT);
  EXPECT_EQ(nvJitLinkComplete(nullptr), NVJITLINK_ERROR_NULL_INPUT);
}

TEST(NvJitLink, WhatIsWrongIsSaid) {
  {
    Link link;
    EXPECT_EQ(link.add(NVJITLINK_INPUT_PTX, kCaller), NVJITLINK_SUCCESS);
    EXPECT_EQ(link.complete(), NVJITLINK_ERROR_INTERNAL);
    EXPECT_NE(link.log().find("Unresolved extern function 'other'"), std::string::npos)
        << link.log();
  }
  {
    Link link;
    EXPECT_EQ(link.add(NVJITLINK_INPUT_PTX, kHead + ".visible .entry k() {\n  bogus;\n}\n"),
              NVJITLINK_ERROR_PTX_COMPILE);
    EXPECT_NE(link.log().find("application ptx input, line 5; error"), std::string::npos);
    EXPECT_NE(link.log().find("JIT the PTX (n)"), std::string::npos);
  }
  for (const nvJitLinkInputType type :
       {NVJITLINK_INPUT_CUBIN, NVJITLINK_INPUT_LTOIR, NVJITLINK_INPUT_FATBIN,
        NVJITLINK_INPUT_OBJECT, NVJITLINK_INPUT_LIBRARY, NVJITLINK_INPUT_INDEX,
        static_cast<nvJitLinkInputType>(9)}) {
    Link link;
    EXPECT_EQ(link.add(type, kCallee), NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
  }
  Link link;
  EXPECT_EQ(link.add(NVJITLINK_INPUT_PTX, ""), NVJITLINK_ERROR_INVALID_INPUT);
  EXPECT_EQ(nvJitLinkAddFile(link.handle(), NVJITLINK_INPUT_PTX, "/nonexistent"),
            NVJITLINK_ERROR_INVALID_INPUT);
  EXPECT_EQ(link.log(), "no such file: /nonexistent\n");
  EXPECT_EQ(link.add(NVJITLINK_INPUT_LTOIR, "BC\xC0\xDE rest"), NVJITLINK_ERROR_NVVM_COMPILE);
}

} // namespace
