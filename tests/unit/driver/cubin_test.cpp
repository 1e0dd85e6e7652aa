// Cubins of ours: native code beside the PTX, used when it fits.
#include "fixture.h"

#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"

#include <cstdlib>
#include <cstring>
#include <string>

namespace heddle::driver::test {
namespace {

constexpr const char* kOne = ".version 8.0\n.target sm_90\n.address_size 64\n"
                             ".visible .entry one() { ret; }\n";
constexpr const char* kTwo = ".version 8.0\n.target sm_90\n.address_size 64\n"
                             ".visible .entry two() { ret; }\n";

struct CubinTest : ContextTest {
  // Which of the two kernels the image brings; its error when it does not load.
  static CUresult loaded(const void* image, std::string& kernel) {
    CUmodule module;
    if (const CUresult result = cuModuleLoadData(&module, image); result != CUDA_SUCCESS)
      return result;
    CUfunction function;
    kernel = cuModuleGetFunction(&function, module, "one") == CUDA_SUCCESS ? "one" : "two";
    EXPECT_CU(cuModuleGetFunction(&function, module, kernel.c_str()));
    EXPECT_CU(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr));
    EXPECT_CU(cuCtxSynchronize());
    return cuModuleUnload(module);
  }
};

std::vector<char> container(bool withPtx, const std::string& cubin, unsigned arch = 90) {
  fatbin::Writer writer;
  fatbin::Writer::Entry entry;
  entry.arch = 90;
  if (withPtx)
    EXPECT_TRUE(writer.addPtx(kOne, entry));
  entry.arch = arch;
  writer.addCubin(cubin, entry);
  return writer.finish();
}

} // namespace

TEST_F(CubinTest, D_LinkerMakesACubinThatLoads) {
  CUlinkState link;
  ASSERT_CU(cuLinkCreate(0, nullptr, nullptr, &link));
  ASSERT_CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(kTwo), std::strlen(kTwo) + 1,
                          "two", 0, nullptr, nullptr));
  void* image;
  size_t size;
  ASSERT_CU(cuLinkComplete(link, &image, &size));
  EXPECT_TRUE(fatbin::readCubin({static_cast<char*>(image), size}));
  std::string kernel;
  EXPECT_CU(loaded(image, kernel));
  EXPECT_EQ(kernel, "two");
  EXPECT_CU(cuLinkDestroy(link));
}

TEST_F(CubinTest, P_CodeForAnotherProcessorIsMadeAgainFromThePtx) {
  const std::string foreign = fatbin::writeCubin({"another processor", {kTwo}, {{"key", "code"}}});
  const std::string fitting = fatbin::writeCubin({"", {kTwo}, {}});
  std::string kernel;
  for (const std::string& cubin : {foreign, fitting}) {
    EXPECT_CU(loaded(cubin.data(), kernel));
    EXPECT_EQ(kernel, "two");
    // In a fat binary the cubin goes first.
    EXPECT_CU(loaded(container(true, cubin).data(), kernel));
    EXPECT_EQ(kernel, "two");
    EXPECT_CU(loaded(container(false, cubin).data(), kernel));
    EXPECT_EQ(kernel, "two");
  }
  // Binary code is for devices of its own major capability.
  EXPECT_CU(loaded(container(true, fitting, 80).data(), kernel));
  EXPECT_EQ(kernel, "one");
  EXPECT_EQ(loaded(container(false, fitting, 80).data(), kernel), CUDA_ERROR_NO_BINARY_FOR_GPU);
}

TEST_F(CubinTest, P038_P053_AFileIsForTheArchitectureItWasMadeFor) {
  std::string kernel;
  const auto result = [&](unsigned arch, std::uint64_t flags) {
    return loaded(fatbin::writeCubin({"", {kTwo}, {}, arch, flags}).data(), kernel);
  };
  EXPECT_CU(result(90, 0));
  EXPECT_CU(result(90, fatbin::flagArchSpecific));
  for (const unsigned other : {75u, 80u, 89u, 100u, 120u})
    EXPECT_EQ(result(other, 0), CUDA_ERROR_NO_BINARY_FOR_GPU) << other;
  EXPECT_EQ(result(100, fatbin::flagFamilySpecific), CUDA_ERROR_NO_BINARY_FOR_GPU);
  // So a program can try its files, the newest first.
  unsigned taken = 0;
  for (const unsigned arch : {100u, 90u, 80u})
    if (taken == 0 && result(arch, 0) == CUDA_SUCCESS)
      taken = arch;
  EXPECT_EQ(taken, 90u);
}

TEST_F(CubinTest, P_ForcedJitTakesThePtx) {
  const std::string fitting = fatbin::writeCubin({"", {kTwo}, {}});
  std::string kernel;
  setenv("CUDA_FORCE_PTX_JIT", "1", 1);
  EXPECT_CU(loaded(container(true, fitting).data(), kernel));
  EXPECT_EQ(kernel, "one");
  EXPECT_EQ(loaded(container(false, fitting).data(), kernel), CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(loaded(fitting.data(), kernel), CUDA_ERROR_NO_BINARY_FOR_GPU);
  unsetenv("CUDA_FORCE_PTX_JIT");
}

} // namespace heddle::driver::test
