// A barrier for a number of threads that a register holds: those that are no multiple of a warp or
// too large end the launch as an illegal instruction, in each case in a process of its own. Only
// the lower 12 bits of the number count, and 0 is the whole block.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum Action { Sync, Arrive, Reduce, SyncUnaligned };

__device__ int passed, lastSum;

__global__ void meet(int action, int barrier, int threads) {
  int sum = 0;
  switch (action) {
  case Sync:
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
    break;
  case Arrive:
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
    break;
  case Reduce:
    asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, %2, %2;\nbar.red.popc.u32 %0, %1, %2, p;\n}"
                 : "=r"(sum)
                 : "r"(barrier), "r"(threads)
                 : "memory");
    break;
  case SyncUnaligned:
    asm volatile("barrier.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
    break;
  }
  lastSum = sum;
  atomicAdd(&passed, 1);
}

// The code of a launch in a process of its own, since an illegal instruction ends the context.
static int codeOf(int action, int barrier, int threads, int blockThreads) {
  const pid_t child = fork();
  if (child == 0) {
    meet<<<1, blockThreads>>>(action, barrier, threads);
    const cudaError_t error = cudaDeviceSynchronize();
    int count = 0;
    if (error == cudaSuccess)
      CUDA_CHECK(cudaMemcpyFromSymbol(&count, passed, sizeof count));
    _exit(error == cudaErrorIllegalInstruction            ? 1
          : error == cudaSuccess && count == blockThreads ? 0
                                                          : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main() {
  constexpr int kPasses = 0, kIllegal = 1;
  for (int action : {Sync, Arrive, Reduce, SyncUnaligned}) {
    EXPECT_EQ_AT(action, codeOf(action, 1, 64, 64), kPasses);
    EXPECT_EQ_AT(action, codeOf(action, 1, 48, 64), kIllegal);
  }
  EXPECT_EQ(codeOf(Sync, 1, 1, 64), kIllegal);
  EXPECT_EQ(codeOf(Sync, 1, 48, 48), kIllegal);
  EXPECT_EQ(codeOf(Sync, 1, 64, 48), kPasses);
  EXPECT_EQ(codeOf(Sync, 1, 2048, 64), kIllegal);
  EXPECT_EQ(codeOf(Sync, 1, -32, 64), kIllegal);
  EXPECT_EQ(codeOf(Sync, 1, 0, 64), kPasses);
  EXPECT_EQ(codeOf(Sync, 1, 4096, 64), kPasses);
  EXPECT_EQ(codeOf(Sync, 1, 4096 + 64, 64), kPasses);
  EXPECT_EQ(codeOf(Arrive, 1, 0, 64), kIllegal);
  EXPECT_EQ(codeOf(Sync, 17, 64, 64), kPasses);
  return ok();
}
