// Shows that a program may install signal handlers whenever it likes. A kernel's fault stays a CUDA
// error, whatever handler the program installs after the first launch; and a fault of the program
// itself does what it would do without CUDA: the handler runs, and where it gives up, ignores the
// signal or may run only once, the process ends by the signal and does not loop.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../conformance/check.h"

__global__ void nothing() {}
__global__ void store(int* address) {
  *address = 42;
}

static struct sigaction before;
static volatile sig_atomic_t calls;

// What Python's faulthandler does: says what happened, puts back what was there, raises again.
static void reportAndRaise(int signal) {
  calls = calls + 1;
  sigaction(signal, &before, nullptr);
  raise(signal);
}
static void reportAndReturn(int signal) {
  calls = calls + 1;
  sigaction(signal, &before, nullptr);
}
static void callBefore(int signal, siginfo_t* info, void* context) {
  calls = calls + 1;
  if (calls > 3)
    _exit(99);
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(signal, info, context);
}
static void countOnce(int) {
  calls = calls + 1;
  if (calls > 1)
    _exit(99);
}
static void leave(int) {
  _exit(7);
}

static void install(void (*handler)(int), int flags) {
  struct sigaction action{};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(SIGSEGV, &action, &before);
}
static void installWithInfo(void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, &before);
}

// Runs `body` in a child, which must exit with 0, or end by this signal.
template <class Body> static void inChild(const char* name, int expectedSignal, Body body) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const bool isExpected = expectedSignal ? WIFSIGNALED(status) && WTERMSIG(status) == expectedSignal
                                         : WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (isExpected)
    return;
  fprintf(stderr, "%s: status %x\n", name, status);
  CHECK(!"the child ends as expected");
}

static void startDevice() {
  nothing<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
}
static void expectKernelFault() {
  store<<<1, 1>>>(reinterpret_cast<int*>(16));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaDeviceSynchronize());
}
static void faultOnHost() {
  *reinterpret_cast<volatile int*>(16) = 1;
}

int main() {
  inChild("kernel's fault, handler that raises again", 0, [] {
    startDevice();
    install(reportAndRaise, SA_NODEFER | SA_ONSTACK);
    expectKernelFault();
  });
  inChild("kernel's fault, handler that calls the one before", 0, [] {
    startDevice();
    installWithInfo(callBefore);
    expectKernelFault();
  });
  inChild("kernel's fault, handler that ends the process", 0, [] {
    startDevice();
    install(leave, 0);
    usleep(1000); // longer than a worker waits before it looks for changed handlers
    expectKernelFault();
  });
  inChild("kernel's fault, default and ignored", 0, [] {
    startDevice();
    signal(SIGSEGV, SIG_DFL);
    usleep(1000);
    expectKernelFault();
    cudaDeviceReset();
    signal(SIGSEGV, SIG_IGN);
    usleep(1000);
    expectKernelFault();
  });
  inChild("host's fault, handler that raises again", SIGSEGV, [] {
    startDevice();
    install(reportAndRaise, SA_NODEFER | SA_ONSTACK);
    usleep(1000);
    startDevice();
    faultOnHost();
  });
  inChild("host's fault, handler that restores and returns", SIGSEGV, [] {
    startDevice();
    install(reportAndReturn, 0);
    usleep(1000);
    startDevice();
    faultOnHost();
  });
  inChild("host's fault, handler that calls the one before", SIGSEGV, [] {
    startDevice();
    installWithInfo(callBefore);
    usleep(1000);
    startDevice();
    faultOnHost();
  });
  for (int installsBefore : {0, 1})
    inChild("host's fault, handler for one time", SIGSEGV, [=] {
      if (installsBefore)
        install(countOnce, SA_RESETHAND);
      startDevice();
      if (!installsBefore)
        install(countOnce, SA_RESETHAND);
      usleep(1000);
      startDevice();
      faultOnHost();
    });
  for (int installsBefore : {0, 1})
    inChild("host's fault, ignored", SIGSEGV, [=] {
      if (installsBefore)
        signal(SIGSEGV, SIG_IGN);
      startDevice();
      if (!installsBefore)
        signal(SIGSEGV, SIG_IGN);
      usleep(1000);
      startDevice();
      raise(SIGSEGV); // nothing: it is ignored
      faultOnHost();
    });
  return ok();
}
