// X-205: a first program that prints from its kernel and ends without any call that waits; its
// launch has blanks in the brackets. CUDA promises nothing for this, but the textbook's program
// counts on it: what a kernel that has ended has printed is written when the process ends.
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

__global__ void hello(volatile int* done) {
  printf("Hello world, %d, %d\n", threadIdx.x, blockIdx.x);
  __threadfence_system();
  *done = 1;
}

// The program itself. The textbook's waits for a key; here it is the kernel that is waited for, by
// memory of the host, since a call of the runtime could have the output written.
[[noreturn]] static void program() {
  int* done;
  CUDA_CHECK(cudaMallocHost(&done, sizeof *done));
  *done = 0;
  // clang-format off
  hello << <1, 1 >> > (done);
  // clang-format on
  while (*static_cast<volatile int*>(done) == 0) {
  }
  exit(0);
}

int main() {
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork(); // before the first call of CUDA, so that the child may use it
  CHECK(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    program();
  }
  close(ends[1]);
  char text[256] = "";
  size_t length = 0;
  for (ssize_t got; (got = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
    length += static_cast<size_t>(got);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child);
  EXPECT_EQ(status, 0);
  CHECK(strcmp(text, "Hello world, 0, 0\n") == 0);
  return ok();
}
