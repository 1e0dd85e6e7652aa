// libnvfatbin: containers made at run time, and the driver that loads them.
#include "nvFatbin.h"

#include "cuda.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

namespace fatbin = heddle::fatbin;

std::string ptx(const std::string& kernel, const std::string& arch) {
  return ".version 8.0\n.target sm_" + arch + "\n.address_size 64\n.visible .entry " + kernel +
         "() { ret; }\n";
}

bool isEmpty(const std::vector<char>& container) {
  return fatbin::read(container.data(), container.size())->empty();
}

struct NvFatbinTest : testing::Test {
  nvFatbinHandle handle = nullptr;
  void SetUp() override { ASSERT_EQ(nvFatbinCreate(&handle, nullptr, 0), NVFATBIN_SUCCESS); }
  void TearDown() override {
    EXPECT_EQ(nvFatbinDestroy(&handle), NVFATBIN_SUCCESS);
    EXPECT_EQ(handle, nullptr);
  }
  nvFatbinResult addPtx(const std::string& text, const char* arch) {
    return nvFatbinAddPTX(handle, text.data(), text.size(), arch, "name", "-O3");
  }
  nvFatbinResult addCubin(const std::string& file, const char* arch) {
    return nvFatbinAddCubin(handle, file.data(), file.size(), arch, "cubin");
  }
  std::vector<char> content() {
    size_t size = 0;
    EXPECT_EQ(nvFatbinSize(handle, &size), NVFATBIN_SUCCESS);
    std::vector<char> buffer(size);
    EXPECT_EQ(nvFatbinGet(handle, buffer.data()), NVFATBIN_SUCCESS);
    return buffer;
  }
};

TEST_F(NvFatbinTest, ImagesComeBack) {
  EXPECT_TRUE(isEmpty(content()));
  EXPECT_EQ(addPtx(ptx("a", "80"), "80"), NVFATBIN_SUCCESS);
  EXPECT_EQ(addPtx(ptx("b", "90a"), "90a"), NVFATBIN_SUCCESS);
  EXPECT_EQ(addCubin(fatbin::writeCubin({{}, {ptx("c", "86")}, {}, 86, 0}), "86"),
            NVFATBIN_SUCCESS);
  const std::string lto = "BC\xC0\xDE rest";
  EXPECT_EQ(nvFatbinAddLTOIR(handle, lto.data(), lto.size(), "90", nullptr, nullptr),
            NVFATBIN_SUCCESS);
  const std::vector<char> container = content();
  const auto images = fatbin::read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  ASSERT_EQ(images->size(), 4u);
  EXPECT_EQ(*(*images)[0].content(), ptx("a", "80"));
  EXPECT_EQ((*images)[0].fileName, "name");
  EXPECT_EQ((*images)[0].options, "-O3");
  EXPECT_TRUE((*images)[1].flags & fatbin::flagArchSpecific);
  EXPECT_EQ((*images)[2].kind, fatbin::Kind::Cubin);
  EXPECT_EQ((*images)[2].arch, 86u);
  EXPECT_EQ((*images)[3].kind, fatbin::Kind::LtoIr);
  EXPECT_TRUE((*images)[3].content()->starts_with(lto));
}

TEST_F(NvFatbinTest, TheDriverChoosesAmongThem) {
  EXPECT_EQ(addPtx(ptx("old", "50"), "50"), NVFATBIN_SUCCESS);
  EXPECT_EQ(addPtx(ptx("fitting", "90"), "90"), NVFATBIN_SUCCESS);
  ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
  CUcontext context;
  ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  CUmodule module;
  ASSERT_EQ(cuModuleLoadData(&module, content().data()), CUDA_SUCCESS);
  CUfunction function;
  ASSERT_EQ(cuModuleGetFunction(&function, module, "fitting"), CUDA_SUCCESS);
  EXPECT_EQ(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS);
}

TEST_F(NvFatbinTest, ObjectsGiveTheirImages) {
  fatbin::Writer writer;
  fatbin::Writer::Entry entry;
  entry.arch = 80;
  ASSERT_TRUE(writer.addPtx(ptx("a", "80"), entry));
  const std::vector<char> object = writer.finish();
  EXPECT_EQ(nvFatbinAddReloc(handle, object.data(), object.size()), NVFATBIN_SUCCESS);
  EXPECT_EQ(nvFatbinAddReloc(handle, "nothing", 7), NVFATBIN_ERROR_MISSING_FATBIN);
  const std::vector<char> container = content();
  const auto images = fatbin::read(container.data(), container.size());
  ASSERT_TRUE(images && images->size() == 1);
  EXPECT_EQ(*(*images)[0].content(), ptx("a", "80"));
}

TEST_F(NvFatbinTest, WrongInputIsNamed) {
  EXPECT_EQ(addPtx(ptx("a", "80"), "90"), NVFATBIN_ERROR_PTX_ARCH_MISMATCH);
  EXPECT_EQ(addPtx(ptx("a", "80"), "99"), NVFATBIN_ERROR_INVALID_ARCH);
  EXPECT_EQ(addPtx(".version 8.0\n", "80"), NVFATBIN_ERROR_MISSING_PTX_ARCH);
  EXPECT_EQ(addPtx(".target sm_80\n", "80"), NVFATBIN_ERROR_MISSING_PTX_VERSION);
  EXPECT_EQ(addPtx("", "80"), NVFATBIN_ERROR_EMPTY_INPUT);
  EXPECT_EQ(nvFatbinAddPTX(handle, nullptr, 1, "80", "", ""), NVFATBIN_ERROR_NULL_POINTER);
  const std::string cubin = fatbin::writeCubin({{}, {ptx("c", "80")}, {}, 80, 0});
  EXPECT_EQ(addCubin(cubin, "75"), NVFATBIN_ERROR_ELF_ARCH_MISMATCH);
  EXPECT_EQ(addCubin(cubin.substr(0, cubin.size() - 1), "80"), NVFATBIN_ERROR_ELF_SIZE_MISMATCH);
  EXPECT_EQ(addCubin("no ELF", "80"), NVFATBIN_ERROR_ELF_SIZE_MISMATCH);
  EXPECT_EQ(nvFatbinAddLTOIR(handle, "text", 4, "80", "", ""), NVFATBIN_ERROR_INVALID_NVVM);
  EXPECT_TRUE(isEmpty(content()));

  nvFatbinHandle other;
  const char* options[] = {"-64", "-compress=false", "--nonsense"};
  EXPECT_EQ(nvFatbinCreate(&other, options, 3), NVFATBIN_ERROR_UNRECOGNIZED_OPTION);
  EXPECT_EQ(nvFatbinCreate(&other, options, 2), NVFATBIN_SUCCESS);
  EXPECT_EQ(nvFatbinDestroy(&other), NVFATBIN_SUCCESS);
  EXPECT_EQ(nvFatbinDestroy(&other), NVFATBIN_ERROR_NULL_POINTER);
  EXPECT_STREQ(nvFatbinGetErrorString(NVFATBIN_SUCCESS), "");
  EXPECT_STRNE(nvFatbinGetErrorString(NVFATBIN_ERROR_INTERNAL_PTX_OPTION), "");
}

} // namespace
