// A child process of fork gets an error from the runtime that its parent has used, and the parent
// goes on; a child that comes before the first call may use the device itself.
// rows: R-001 R-003
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static int inChild(int (*body)()) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0)
    _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int allocate() {
  void* p;
  return static_cast<int>(cudaMalloc(&p, 16));
}

int main() {
  EXPECT_EQ(inChild(allocate), static_cast<int>(cudaSuccess));
  EXPECT_EQ(allocate(), static_cast<int>(cudaSuccess));
  EXPECT_EQ(inChild(allocate), static_cast<int>(cudaErrorInitializationError));
  EXPECT_EQ(allocate(), static_cast<int>(cudaSuccess));
  return ok();
}
