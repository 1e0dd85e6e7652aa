// A warp prints row by row: what its first thread prints before and after comes before and after
// what all print, although compilers like to give that thread a way of its own. Row L-348.
#include "capture.h"
#include "check.h"

#include <string>

__global__ void rows() {
  const int thread = threadIdx.x;
  if (thread == 0)
    printf("threads:");
  printf(" %d", thread);
  if (thread == 0)
    printf("\n");

  const int value = __shfl_up_sync(0xffffffff, thread, 1);
  if (thread == 0)
    printf("up:");
  printf(" %d", value);
  if (thread == 0)
    printf("\n");
  if (thread == 5)
    printf("five ");
  if (thread < 2)
    printf("<%d>", thread);
  if (thread == 5)
    printf("again\n");
}

int main() {
  Capture capture(stdout);
  rows<<<1, 32>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::string text = capture.finish();
  std::string expected = "threads:";
  for (int i = 0; i < 32; ++i)
    expected += " " + std::to_string(i);
  expected += "\nup:";
  for (int i = 0; i < 32; ++i)
    expected += " " + std::to_string(i ? i - 1 : 0);
  expected += "\nfive <0><1>again\n";
  if (text != expected)
    fprintf(stderr, "printed:\n%s", text.c_str());
  CHECK(text == expected);
  printf("ok\n");
  return 0;
}
