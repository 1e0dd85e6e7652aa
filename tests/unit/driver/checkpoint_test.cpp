// The states of processes. An H200 gave these codes.
#include "fixture.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace heddle::driver::test;

namespace {

CUprocessState stateOf(int process) {
  auto state = static_cast<CUprocessState>(-1);
  EXPECT_CU(cuCheckpointProcessGetState(process, &state));
  return state;
}

// Goes through all states, and tries in each what it does not allow.
void expectStates(int process) {
  EXPECT_EQ(stateOf(process), CU_PROCESS_STATE_RUNNING);
  EXPECT_EQ(cuCheckpointProcessUnlock(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(cuCheckpointProcessCheckpoint(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(cuCheckpointProcessRestore(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_CU(cuCheckpointProcessLock(process, nullptr));
  EXPECT_EQ(stateOf(process), CU_PROCESS_STATE_LOCKED);
  EXPECT_EQ(cuCheckpointProcessLock(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(cuCheckpointProcessRestore(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_CU(cuCheckpointProcessCheckpoint(process, nullptr));
  EXPECT_EQ(stateOf(process), CU_PROCESS_STATE_CHECKPOINTED);
  EXPECT_EQ(cuCheckpointProcessCheckpoint(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(cuCheckpointProcessLock(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_EQ(cuCheckpointProcessUnlock(process, nullptr), CUDA_ERROR_ILLEGAL_STATE);
  EXPECT_CU(cuCheckpointProcessRestore(process, nullptr));
  EXPECT_EQ(stateOf(process), CU_PROCESS_STATE_LOCKED);
  EXPECT_CU(cuCheckpointProcessUnlock(process, nullptr));
  EXPECT_EQ(stateOf(process), CU_PROCESS_STATE_RUNNING);
}

struct CheckpointTest : ContextTest {};

TEST_F(CheckpointTest, OwnStates) {
  expectStates(getpid());
}

TEST_F(CheckpointTest, CallsWaitUntilTheProcessIsUnlocked) {
  CUdeviceptr memory;
  ASSERT_CU(cuMemAlloc(&memory, 4));
  ASSERT_CU(cuMemsetD32(memory, 99, 1));
  ASSERT_CU(cuCheckpointProcessLock(getpid(), nullptr));
  std::atomic<int> value{0};
  std::thread other([&] {
    int read = 0;
    EXPECT_CU(cuCtxSetCurrent(context));
    EXPECT_CU(cuMemcpyDtoH(&read, memory, 4));
    value = read;
  });
  EXPECT_CU(cuCheckpointProcessCheckpoint(getpid(), nullptr));
  EXPECT_CU(cuCheckpointProcessRestore(getpid(), nullptr));
  EXPECT_EQ(value, 0);
  EXPECT_CU(cuCheckpointProcessUnlock(getpid(), nullptr));
  other.join();
  EXPECT_EQ(value, 99);
}

TEST_F(CheckpointTest, ALockWaitsForWork) {
  static std::atomic<bool> mayEnd;
  mayEnd = false;
  ASSERT_CU(cuLaunchHostFunc(nullptr, [](void*) { mayEnd.wait(false); }, nullptr));
  CUcheckpointLockArgs args{};
  args.timeoutMs = 20;
  EXPECT_EQ(cuCheckpointProcessLock(getpid(), &args), CUDA_ERROR_NOT_READY);
  EXPECT_EQ(stateOf(getpid()), CU_PROCESS_STATE_RUNNING);
  mayEnd = true;
  mayEnd.notify_all();
  EXPECT_CU(cuCheckpointProcessLock(getpid(), nullptr));
  EXPECT_CU(cuCheckpointProcessUnlock(getpid(), nullptr));
}

TEST_F(CheckpointTest, WrongArguments) {
  CUprocessState state;
  int thread = 0;
  EXPECT_EQ(cuCheckpointProcessGetState(getpid(), nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuCheckpointProcessGetRestoreThreadId(getpid(), nullptr), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuCheckpointProcessGetRestoreThreadId(getpid(), &thread));
  EXPECT_NE(thread, getpid());
  for (int process : {0, -1, 99999999})
    EXPECT_EQ(cuCheckpointProcessGetState(process, &state), CUDA_ERROR_OPERATING_SYSTEM);
  EXPECT_EQ(cuCheckpointProcessGetState(getppid(), &state), CUDA_ERROR_NOT_INITIALIZED);
  CUcheckpointLockArgs lock{};
  lock.reserved1[3] = 1;
  EXPECT_EQ(cuCheckpointProcessLock(getpid(), &lock), CUDA_ERROR_INVALID_VALUE);
  CUcheckpointUnlockArgs unlock{};
  unlock.reserved[0] = 1;
  EXPECT_EQ(cuCheckpointProcessUnlock(getpid(), &unlock), CUDA_ERROR_INVALID_VALUE);
}

// A child from before cuInit is a process of its own.
TEST(CheckpointProcessTest, StatesOfAnotherProcess) {
  if (int count = 0; cuDeviceGetCount(&count) != CUDA_ERROR_NOT_INITIALIZED)
    GTEST_SKIP() << "needs a process that has not called cuInit";
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const char done = cuInit(0) == CUDA_SUCCESS ? 1 : 0;
    (void)!write(ready[1], &done, 1);
    pause();
    _exit(0);
  }
  char done = 0;
  ASSERT_EQ(read(ready[0], &done, 1), 1);
  EXPECT_EQ(done, 1);
  ASSERT_CU(cuInit(0));
  expectStates(child);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

} // namespace
