// A process that has not called cuInit takes another one through the states of a checkpoint.
// nvcc: -lcuda
#include "driver.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace conformance;

// Says on `ready` that it has a context, and waits to be ended.
static void useDevice(int ready) {
  CUDA_CHECK(cudaFree(nullptr));
  CHECK(write(ready, "x", 1) == 1);
  for (;;)
    pause();
}

static CUprocessState stateOf(int process) {
  CUprocessState state = CU_PROCESS_STATE_FAILED;
  EXPECT_EQ((int)cuCheckpointProcessGetState(process, &state), (int)CUDA_SUCCESS);
  return state;
}

int main() {
  int ready[2];
  CHECK(pipe(ready) == 0);
  const int process = fork();
  if (process == 0)
    useDevice(ready[1]);
  char byte;
  CHECK(read(ready[0], &byte, 1) == 1);
  EXPECT_EQ((int)stateOf(process), (int)CU_PROCESS_STATE_RUNNING);
  EXPECT_EQ((int)cuCheckpointProcessLock(process, nullptr), (int)CUDA_SUCCESS);
  EXPECT_EQ((int)stateOf(process), (int)CU_PROCESS_STATE_LOCKED);
  EXPECT_EQ((int)cuCheckpointProcessUnlock(process, nullptr), (int)CUDA_SUCCESS);
  EXPECT_EQ((int)stateOf(process), (int)CU_PROCESS_STATE_RUNNING);
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  return ok();
}
