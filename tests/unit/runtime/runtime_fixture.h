// Tests of libcudart over the fake driver.
#pragma once

#include "fake_driver.h"

#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

// The object interface that compilers use; no header declares it.
extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name,
                            int threads, uint3*, uint3*, dim3*, dim3*, int*);
void __cudaRegisterVar(void** handle, char* host, char* device, const char* name, int isExtern,
                       size_t size, int isConstant, int isGlobal);
void __cudaRegisterManagedVar(void** handle, void** host, char* device, const char* name,
                              int isExtern, size_t size, int isConstant, int isGlobal);
char __cudaInitModule(void** handle);
}

class RuntimeTest : public testing::Test {
protected:
  static void SetUpTestSuite() { setenv("HEDDLE_DRIVER", FAKE_DRIVER, 1); }

  void SetUp() override {
    cudaDeviceReset();
    cudaGetLastError();
    driver().calls.clear();
  }

  static FakeDriver& driver() {
    static auto get =
        reinterpret_cast<FakeDriver* (*)()>(dlsym(dlopen(FAKE_DRIVER, RTLD_NOW), "fakeDriver"));
    return *get();
  }

  static long count(const char* name) { return std::ranges::count(driver().calls, name); }
};
