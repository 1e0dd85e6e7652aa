// Shows that Ctrl-C ends a process at once while a kernel runs that never ends: by the signal, or
// by what a handler of the program does, also where that calls exit().
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../conformance/check.h"

__global__ void endless(volatile int* started) {
  *started = 1;
  while (*started == 1) {
  }
}

template <class Prepare> static int statusAfterSignal(Prepare prepare) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    prepare();
    volatile int* started;
    CUDA_CHECK(cudaMallocHost(const_cast<int**>(&started), sizeof *started));
    *started = 0;
    endless<<<8, 32>>>(started);
    while (*started == 0)
      usleep(1000);
    kill(getpid(), SIGINT);
    cudaDeviceSynchronize();
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

int main() {
  const int byDefault = statusAfterSignal([] { signal(SIGINT, SIG_DFL); });
  CHECK(WIFSIGNALED(byDefault) && WTERMSIG(byDefault) == SIGINT);
  const int byHandler = statusAfterSignal([] { signal(SIGINT, [](int) { exit(3); }); });
  CHECK(WIFEXITED(byHandler) && WEXITSTATUS(byHandler) == 3);
  return ok();
}
