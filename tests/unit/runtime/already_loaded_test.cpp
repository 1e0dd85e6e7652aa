// A program that has the driver already, being linked with it, gets no second one, wherever another
// may lie.
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>

namespace {

TEST(DriverLibrary, IsTheOneThatIsLoaded) {
  void* driver = dlopen(DRIVER_LIBRARY, RTLD_NOW);
  ASSERT_NE(driver, nullptr) << dlerror();
  setenv("LD_LIBRARY_PATH", OTHER_DIRECTORY, 1);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 16), cudaSuccess);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  EXPECT_EQ(dlopen(OTHER_DIRECTORY "/libcuda.so.1", RTLD_NOLOAD | RTLD_NOW), nullptr);
  auto initialised = reinterpret_cast<int (*)(void**)>(dlsym(driver, "cuCtxGetCurrent"));
  void* context = nullptr;
  EXPECT_EQ(initialised(&context), 0);
  EXPECT_NE(context, nullptr);
}

} // namespace
