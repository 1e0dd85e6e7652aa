// Комментарий: the source is UTF-8, with Cyrillic in comments, strings and device output. Row
// P-014.
#include <string.h>

#include "capture.h"

// Ядро считает длину строки в байтах.
__device__ const char greeting[] = "Привет, мир";

__global__ void run(int* out) {
  int n = 0;
  while (greeting[n])
    ++n;
  out[0] = n;
  out[1] = static_cast<unsigned char>(greeting[0]);
  printf("Успех: %s\n", greeting);
}

int main() {
  Buffer<int> out(2);
  static Capture capture(stdout);
  run<<<1, 1>>>(out.device());
  out.download();
  const char* text = capture.finish();
  EXPECT_EQ(out[0], 20);
  EXPECT_EQ(out[1], 0xd0);
  CHECK(strcmp(text, "Успех: Привет, мир\n") == 0);
  return ok();
}
