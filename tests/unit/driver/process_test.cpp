// How the driver meets fork and exit.
#include "fixture.h"

#include <csignal>
#include <cstdlib>
#include <link.h>
#include <string_view>
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

// Memory that another process has shared stays readable after that process has been killed; its
// handle opens nothing any more.
// A handle of another version of the driver, which marks its handles otherwise, is refused.
TEST(ProcessIpcTest, TheOwnersDeath_R252_R253_R254) {
  if (int count = 0; cuDeviceGetCount(&count) != CUDA_ERROR_NOT_INITIALIZED)
    GTEST_SKIP() << "needs a process of its own";
  int toParent[2], toChild[2];
  ASSERT_EQ(pipe(toParent), 0);
  ASSERT_EQ(pipe(toChild), 0);
  const pid_t child = fork(); // before this process has used the driver
  if (child == 0) {
    CUcontext context;
    CUdeviceptr memory;
    CUipcMemHandle handle;
    const bool good = cuInit(0) == CUDA_SUCCESS &&
                      cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS &&
                      cuMemAlloc(&memory, 2 << 20) == CUDA_SUCCESS &&
                      cuMemsetD8(memory, 0x5a, 2 << 20) == CUDA_SUCCESS &&
                      cuIpcGetMemHandle(&handle, memory) == CUDA_SUCCESS &&
                      write(toParent[1], &handle, sizeof handle) == sizeof handle;
    char byte;
    if (!good || read(toChild[0], &byte, 1) != 0)
      _exit(1);
    pause();
    _exit(0);
  }
  close(toParent[1]);
  CUipcMemHandle handle;
  ASSERT_EQ(read(toParent[0], &handle, sizeof handle), static_cast<ssize_t>(sizeof handle));
  CUcontext context;
  CUdeviceptr opened;
  ASSERT_CU(cuInit(0));
  ASSERT_CU(cuCtxCreate(&context, nullptr, 0, 0));
  ASSERT_CU(cuIpcOpenMemHandle(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  CUipcMemHandle ofAnotherVersion = handle;
  ofAnotherVersion.reserved[0] ^= 1;
  CUdeviceptr refused;
  EXPECT_EQ(cuIpcOpenMemHandle(&refused, ofAnotherVersion, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
            CUDA_ERROR_INVALID_VALUE);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  unsigned char last = 0;
  EXPECT_CU(cuMemcpyDtoH(&last, opened + (2 << 20) - 1, 1));
  EXPECT_EQ(last, 0x5a);
  EXPECT_CU(cuMemsetD8(opened, 1, 2 << 20));
  EXPECT_CU(cuIpcCloseMemHandle(opened));
  EXPECT_NE(cuIpcOpenMemHandle(&opened, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS), CUDA_SUCCESS);
  EXPECT_CU(cuCtxDestroy(context));
}

// glibc has about 1.6 kilobytes for the thread-local variables of all libraries that a program
// opens at run time, and Python programs open many before they open the driver.
TEST(ThreadLocalMemoryTest, LibraryNeedsLittleOfIt) {
  std::size_t bytes = ~std::size_t{0};
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* result) {
        if (!std::string_view(library->dlpi_name).ends_with("/libcuda.so.1"))
          return 0;
        for (unsigned i = 0; i < library->dlpi_phnum; ++i)
          if (library->dlpi_phdr[i].p_type == PT_TLS)
            *static_cast<std::size_t*>(result) = library->dlpi_phdr[i].p_memsz;
        return 1;
      },
      &bytes);
  EXPECT_LE(bytes, 320u);
}

} // namespace
