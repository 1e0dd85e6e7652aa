// How the driver meets fork and exit.
#include "fixture.h"

#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace heddle::driver::test;

namespace {

struct ProcessTest : ContextTest {
  // Runs `body` in a child process; its exit status.
  template <typename Body> static int inChild(Body body) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0)
      body();
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
};

TEST_F(ProcessTest, AForkedChildIsRefused) {
  EXPECT_EQ(inChild([] {
              CUdeviceptr pointer;
              const bool good = cuMemAlloc(&pointer, 4) == CUDA_ERROR_NOT_INITIALIZED &&
                                cuInit(0) == CUDA_ERROR_NOT_INITIALIZED;
              _exit(good ? 7 : 1);
            }),
            7);
  CUdeviceptr pointer;
  EXPECT_CU(cuMemAlloc(&pointer, 4));
}

TEST(ProcessDeathTest, ExitWithWorkPending) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        CUcontext context;
        cuInit(0);
        cuCtxCreate(&context, nullptr, 0, 0);
        cuLaunchHostFunc(nullptr, [](void*) { sleep(100); }, nullptr);
        std::atexit([] {
          CUdeviceptr pointer;
          // Registered after the driver's own handler, so before the end.
          cuMemAlloc(&pointer, 4);
        });
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}

} // namespace
