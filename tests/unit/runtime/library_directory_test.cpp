// A program with the runtime inside and no rpath finds the driver in the directory that nvcc has
// left in its objects.
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

extern "C" {
extern const char heddleLibraryDirectory[];
__attribute__((visibility("hidden"))) const char heddleLibraryDirectory[] = LIBRARY_DIRECTORY;
}

namespace {

TEST(LibraryDirectory, HasTheDriver) {
  if (std::filesystem::exists("/dev/nvidiactl"))
    GTEST_SKIP() << "the GPU's driver comes first here";
  unsetenv("LD_LIBRARY_PATH");
  int version = 0;
  EXPECT_EQ(cudaDriverGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 13000);
  void* driver = dlopen(LIBRARY_DIRECTORY "/libcuda.so.1", RTLD_NOLOAD | RTLD_NOW);
  ASSERT_NE(driver, nullptr) << dlerror();
  EXPECT_NE(dlsym(driver, "fakeDriver"), nullptr);
}

} // namespace
