// Device printf: every thread's lines arrive once, whole, and in that thread's order; the output of
// one launch comes before the next one's. Rows L-344, L-352.
#include <string.h>

#include "capture.h"

__global__ void speak(int launch) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int line = 0; line < 3; ++line)
    if (id % 2 == 0 || line < 2)
      printf("%d %d %d\n", launch, id, line);
}

int main() {
  const int launches = 2, threads = 3 * 20;
  static Capture capture(stdout);
  printf("before\n");
  fflush(stdout);
  for (int launch = 0; launch < launches; ++launch)
    speak<<<3, 20>>>(launch);
  CUDA_CHECK(cudaDeviceSynchronize());
  printf("after\n");
  char* text = const_cast<char*>(capture.finish());
  int next[launches][threads] = {}, lines = 0, lastLaunch = 0;
  char* save;
  char* line = strtok_r(text, "\n", &save);
  CHECK(line && strcmp(line, "before") == 0);
  while ((line = strtok_r(nullptr, "\n", &save)) && strcmp(line, "after") != 0) {
    int launch, id, number;
    CHECK(sscanf(line, "%d %d %d", &launch, &id, &number) == 3);
    CHECK(launch >= lastLaunch && launch < launches && id >= 0 && id < threads);
    lastLaunch = launch;
    EXPECT_EQ_AT(id, number, next[launch][id]++);
    ++lines;
  }
  CHECK(line != nullptr);
  EXPECT_EQ(lines, launches * threads * 5 / 2);
  return ok();
}
