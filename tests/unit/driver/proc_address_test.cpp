#include "fixture.h"

#include <dlfcn.h>

namespace {

void* entry(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

struct Answer {
  CUresult result;
  void* address;
  CUdriverProcAddressQueryResult status;
};

Answer ask(const char* name, int version, cuuint64_t flags = 0) {
  Answer answer{};
  answer.result = cuGetProcAddress(name, &answer.address, version, flags, &answer.status);
  return answer;
}

TEST(ProcAddress, NewestVersionTheCallerKnows) {
  EXPECT_EQ(ask("cuMemAlloc", 13000).address, entry("cuMemAlloc_v2"));
  EXPECT_EQ(ask("cuMemAlloc", 2000).address, entry("cuMemAlloc"));
  EXPECT_EQ(ask("cuCtxCreate", 3020).address, entry("cuCtxCreate_v2"));
  EXPECT_EQ(ask("cuCtxCreate", 11040).address, entry("cuCtxCreate_v3"));
  EXPECT_EQ(ask("cuCtxCreate", 13000).address, entry("cuCtxCreate_v4"));
  EXPECT_EQ(ask("cuDevicePrimaryCtxRelease", 7000).address, entry("cuDevicePrimaryCtxRelease"));
  EXPECT_EQ(ask("cuGetProcAddress", 11030).address, entry("cuGetProcAddress"));
  EXPECT_EQ(ask("cuEventElapsedTime", 12000).address, entry("cuEventElapsedTime"));
}

TEST(ProcAddress, PerThreadForms) {
  EXPECT_EQ(ask("cuMemcpyHtoD", 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM).address,
            entry("cuMemcpyHtoD_v2_ptds"));
  EXPECT_EQ(ask("cuLaunchKernel", 7000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM).address,
            entry("cuLaunchKernel_ptsz"));
  EXPECT_EQ(ask("cuMemAlloc", 13000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM).address,
            entry("cuMemAlloc_v2"));
  EXPECT_EQ(ask("cuLaunchKernel", 13000, CU_GET_PROC_ADDRESS_LEGACY_STREAM).address,
            entry("cuLaunchKernel"));
}

TEST(ProcAddress, UnknownNamesAndVersions) {
  const Answer unknown = ask("cuNoSuchThing", 13000);
  EXPECT_EQ(unknown.address, nullptr);
  EXPECT_EQ(unknown.status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  const Answer early = ask("cuLibraryLoadData", 11000);
  EXPECT_EQ(early.address, nullptr);
  EXPECT_EQ(early.status, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
  // The second version says it through the status alone, the first through its result.
  void* address = &address;
  EXPECT_CU(cuGetProcAddress("cuNoSuchThing", &address, 13000, 0, nullptr));
  EXPECT_EQ(address, nullptr);
  using First = CUresult(const char*, void**, int, cuuint64_t);
  auto* first = reinterpret_cast<First*>(ask("cuGetProcAddress", 11030).address);
  EXPECT_EQ(first("cuNoSuchThing", &address, 13000, 0), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(first("cuLibraryLoadData", &address, 11000, 0), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(cuGetProcAddress(nullptr, &address, 13000, 0, nullptr), CUDA_ERROR_INVALID_VALUE);
  // Versions that the driver does not know, and numbers that are none.
  EXPECT_EQ(ask("cuInit", CUDA_VERSION + 10).result, CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(ask("cuInit", -1).address, entry("cuInit"));
  EXPECT_EQ(ask("cuInit", 13000, 3).address, entry("cuInit"));
  EXPECT_EQ(ask("cuInit", 13000, 4).result, CUDA_ERROR_INVALID_VALUE);
  // The per-thread forms came with CUDA 7. A caller who asks for one gets no older form instead.
  EXPECT_EQ(ask("cuLaunchKernel", 6050, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM).status,
            CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
}

TEST(ProcAddress, WhatIsNotImplementedSaysSo) {
  testing::internal::CaptureStderr();
  // The oldest form of a function, from before CUDA 3.2.
  using First = CUresult(unsigned*, unsigned);
  auto* allocate = reinterpret_cast<First*>(dlsym(RTLD_DEFAULT, "cuMemAlloc"));
  ASSERT_NE(allocate, nullptr);
  EXPECT_EQ(allocate(nullptr, 0), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(allocate(nullptr, 0), CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heddle: cuMemAlloc is not supported\n");
}

} // namespace
