#include "fixture.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

using namespace heddle::driver::test;

namespace {

struct ModuleTest : ContextTest {};

// rows: D-003, D-004
TEST_F(ModuleTest, FunctionsAndVariables) {
  CUmodule module;
  ASSERT_CU(cuModuleLoadData(&module, kPtx));
  CUfunction function;
  EXPECT_CU(cuModuleGetFunction(&function, module, "add"));
  EXPECT_EQ(cuModuleGetFunction(&function, module, "none"), CUDA_ERROR_NOT_FOUND);
  unsigned count = 0;
  EXPECT_CU(cuModuleGetFunctionCount(&count, module));
  EXPECT_EQ(count, 5u);
  CUdeviceptr address = 0;
  std::size_t size = 0;
  EXPECT_CU(cuModuleGetGlobal(&address, &size, module, "counter"));
  EXPECT_EQ(size, 4u);
  int value = 0;
  EXPECT_CU(cuMemcpyDtoH(&value, address, 4));
  EXPECT_EQ(value, 42);
  EXPECT_EQ(cuModuleGetGlobal(&address, &size, module, "none"), CUDA_ERROR_NOT_FOUND);
  EXPECT_CU(cuModuleUnload(module));
  EXPECT_EQ(cuModuleGetFunction(&function, module, "add"), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(ModuleTest, VariablesAreSeenByKernelsAndHost) {
  CUmodule module;
  CUfunction function;
  ASSERT_CU(cuModuleLoadData(&module, kPtx));
  ASSERT_CU(cuModuleGetFunction(&function, module, "readGlobals"));
  CUdeviceptr counter, out;
  ASSERT_CU(cuModuleGetGlobal(&counter, nullptr, module, "counter"));
  ASSERT_CU(cuMemAlloc(&out, 16));
  const int changed = 7;
  EXPECT_CU(cuMemcpyHtoD(counter, &changed, 4));
  EXPECT_CU(launch(function, 1, 1, nullptr, out));
  struct {
    int direct, through;
    double factor;
  } result{};
  EXPECT_CU(cuMemcpyDtoH(&result, out, sizeof result));
  EXPECT_EQ(result.direct, 7);
  EXPECT_EQ(result.through, 7);
  EXPECT_EQ(result.factor, 2.0);
}

TEST_F(ModuleTest, BadPtxGivesErrorAndLog) {
  char log[1000] = "untouched";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  CUmodule module;
  const char* ptx = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n  "
                    "nonsense.u32 x, y;\n}\n";
  EXPECT_EQ(cuModuleLoadDataEx(&module, ptx, 2, options, values), CUDA_ERROR_INVALID_PTX);
  EXPECT_NE(std::string(log).find("line 6"), std::string::npos) << log;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values[1]), std::strlen(log));
  EXPECT_EQ(cuModuleLoadData(&module, "garbage"), CUDA_ERROR_INVALID_IMAGE);
  const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 0};
  EXPECT_EQ(cuModuleLoadData(&module, bytes), CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(cuModuleLoadData(&module, nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuModuleLoad(&module, "/nowhere/none.ptx"), CUDA_ERROR_FILE_NOT_FOUND);
}

TEST_F(ModuleTest, FromFile) {
  const std::string path = testing::TempDir() + "heddle_module_test.ptx";
  std::ofstream(path) << kPtx;
  CUmodule module;
  EXPECT_CU(cuModuleLoad(&module, path.c_str()));
  CUfunction function;
  EXPECT_CU(cuModuleGetFunction(&function, module, "trap"));
  std::remove(path.c_str());
}

TEST_F(ModuleTest, FunctionAttributes) {
  CUfunction function = loadFunction("add"), bounded = loadFunction("bounded");
  int value = 0;
  EXPECT_CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  EXPECT_EQ(value, 1024);
  EXPECT_CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, bounded));
  EXPECT_EQ(value, 64);
  EXPECT_CU(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
  EXPECT_CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  EXPECT_EQ(value, 100000);
  EXPECT_EQ(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 300000),
            CUDA_ERROR_INVALID_VALUE);
  std::size_t offset = 0, size = 0;
  EXPECT_CU(cuFuncGetParamInfo(function, 2, &offset, &size));
  EXPECT_EQ(offset, 16u);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(cuFuncGetParamInfo(function, 4, &offset, &size), CUDA_ERROR_INVALID_VALUE);
  const char* name = nullptr;
  EXPECT_CU(cuFuncGetName(&name, function));
  EXPECT_STREQ(name, "add");
}

// A kernel that keeps 40 values at once, with a directive that limits its registers.
std::string kernelOf40Registers(const std::string& name, const std::string& directive) {
  std::string text = ".visible .entry " + name + "() " + directive + " {\n.reg .u32 %r<40>;\n";
  for (int index = 0; index < 40; ++index)
    text += "mov.u32 %r" + std::to_string(index) + ", %clock;\n";
  for (int index = 1; index < 40; ++index)
    text += "add.u32 %r0, %r0, %r" + std::to_string(index) + ";\n";
  return text + "ret;\n}\n";
}

TEST_F(ModuleTest, RegistersAndConstants) {
  const std::string ptx =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .const .align 4 .b8 table[80];\n.visible .const .align 8 .f64 factors[2];\n" +
      kernelOf40Registers("plain", "") + kernelOf40Registers("limited", ".maxnreg 24") +
      kernelOf40Registers("bounded", ".maxntid 1024, 1, 1 .minnctapersm 2") +
      ".visible .entry empty() { ret; }\n";
  CUmodule module;
  ASSERT_CU(cuModuleLoadData(&module, ptx.c_str()));
  const auto attribute = [&](const char* name, CUfunction_attribute which) {
    CUfunction function;
    EXPECT_CU(cuModuleGetFunction(&function, module, name));
    int value = -1;
    EXPECT_CU(cuFuncGetAttribute(&value, which, function));
    return value;
  };
  EXPECT_EQ(attribute("plain", CU_FUNC_ATTRIBUTE_NUM_REGS), 40);
  EXPECT_EQ(attribute("limited", CU_FUNC_ATTRIBUTE_NUM_REGS), 24);
  EXPECT_EQ(attribute("bounded", CU_FUNC_ATTRIBUTE_NUM_REGS), 32); // 65536 / 2048
  EXPECT_EQ(attribute("empty", CU_FUNC_ATTRIBUTE_NUM_REGS), 1);
  EXPECT_EQ(attribute("plain", CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES), 96);
  EXPECT_EQ(attribute("empty", CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES), 96);
  int blocks = 0;
  CUfunction plain;
  ASSERT_CU(cuModuleGetFunction(&plain, module, "plain"));
  EXPECT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 1024, 0));
  EXPECT_EQ(blocks, 1); // two would have 32 registers for each thread
}

TEST_F(ModuleTest, LibraryKernelsOutliveContexts) {
  CUlibrary library;
  ASSERT_CU(cuLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel;
  ASSERT_CU(cuLibraryGetKernel(&kernel, library, "store"));
  EXPECT_EQ(cuLibraryGetKernel(&kernel, library, "none"), CUDA_ERROR_NOT_FOUND);
  for (int round = 0; round < 2; ++round) {
    CUdeviceptr out;
    ASSERT_CU(cuMemAlloc(&out, 4));
    EXPECT_CU(launch(reinterpret_cast<CUfunction>(kernel), 1, 1, nullptr, out, 5 + round));
    int value = 0;
    EXPECT_CU(cuMemcpyDtoH(&value, out, 4));
    EXPECT_EQ(value, 5 + round);
    CUdeviceptr counter;
    EXPECT_CU(cuLibraryGetGlobal(&counter, nullptr, library, "counter"));
    EXPECT_CU(cuMemcpyDtoH(&value, counter, 4));
    EXPECT_EQ(value, 42); // fresh in each context
    EXPECT_CU(cuMemsetD32(counter, 1, 1));
    renew();
  }
  EXPECT_CU(cuLibraryUnload(library));
  EXPECT_EQ(cuLibraryGetKernel(&kernel, library, "store"), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(ModuleTest, LinkingTwoSources) {
  const char* caller = ".version 8.0\n.target sm_75\n.address_size 64\n"
                       ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
                       ".visible .entry k(.param .u64 out, .param .u32 v)\n{\n"
                       "  .reg .b32 %r<3>;\n  .reg .b64 %d<2>;\n"
                       "  ld.param.u64 %d0, [out];\n  ld.param.u32 %r0, [v];\n"
                       "  {\n  .param .b32 p;\n  .param .b32 q;\n  st.param.b32 [p], %r0;\n"
                       "  call.uni (q), twice, (p);\n  ld.param.b32 %r1, [q];\n  }\n"
                       "  st.global.u32 [%d0], %r1;\n  ret;\n}\n";
  const char* callee =
      ".version 8.0\n.target sm_75\n.address_size 64\n"
      ".visible .func (.param .b32 r) twice(.param .b32 x)\n{\n  .reg .b32 %r<2>;\n"
      "  ld.param.b32 %r0, [x];\n  add.s32 %r1, %r0, %r0;\n  st.param.b32 [r], %r1;\n  ret;\n}\n";
  CUlinkState link;
  ASSERT_CU(cuLinkCreate(0, nullptr, nullptr, &link));
  EXPECT_CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(caller),
                          std::strlen(caller) + 1, "a", 0, nullptr, nullptr));
  EXPECT_CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(callee),
                          std::strlen(callee) + 1, "b", 0, nullptr, nullptr));
  void* image = nullptr;
  std::size_t size = 0;
  ASSERT_CU(cuLinkComplete(link, &image, &size));
  EXPECT_GT(size, 0u);
  CUmodule module;
  ASSERT_CU(cuModuleLoadData(&module, image));
  EXPECT_CU(cuLinkDestroy(link));
  CUfunction function;
  ASSERT_CU(cuModuleGetFunction(&function, module, "k"));
  CUdeviceptr out;
  ASSERT_CU(cuMemAlloc(&out, 4));
  EXPECT_CU(launch(function, 1, 1, nullptr, out, 21));
  int value = 0;
  EXPECT_CU(cuMemcpyDtoH(&value, out, 4));
  EXPECT_EQ(value, 42);
}

} // namespace
