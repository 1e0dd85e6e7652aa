// Statically sized shared memory: several arrays, two dimensions, a flag, a pointer into another.
// Rows L-026, L-028, L-029, L-010.
#include "check.h"

__shared__ int fileScope[64];

__device__ int readFileScope(int i) {
  return fileScope[63 - i];
}

__global__ void run(int* out) {
  __shared__ float matrix[8][9];
  __shared__ double wide[64];
  __shared__ bool flag;
  __shared__ int* pointer;
  __shared__ unsigned char bytes[64];
  int t = threadIdx.x;
  fileScope[t] = t * 3;
  matrix[t / 8][t % 8] = t + 0.5f;
  wide[t] = t * 0.25;
  bytes[t] = static_cast<unsigned char>(t * 5);
  if (t == 17) {
    flag = blockIdx.x == 1;
    pointer = &fileScope[10];
  }
  __syncthreads();
  int result = readFileScope(t);
  result += static_cast<int>(matrix[t % 8][t / 8]) * 1000;
  result += static_cast<int>(wide[(t + 4) % 64] * 4) * 100000;
  result += bytes[(t + 1) % 64];
  if (flag)
    result += pointer[t % 4];
  for (int i = 0; i < 2; ++i) {
    __shared__ int nested[64];
    nested[t] = result + i;
    __syncthreads();
    result = nested[t ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = result;
}

int main() {
  Buffer<int> out(3 * 64);
  run<<<3, 64>>>(out.device());
  out.download();
  for (int b = 0; b < 3; ++b) {
    for (int t = 0; t < 64; ++t) {
      // The two exchanges with the neighbour cancel, except for the added 0 and 1.
      int want = (63 - t) * 3 + (t % 8 * 8 + t / 8) * 1000 + (t + 4) % 64 * 100000 +
                 (unsigned char)((t + 1) % 64 * 5) + (b == 1 ? (10 + t % 4) * 3 : 0) + 1;
      EXPECT_EQ_AT(b * 64 + t, out[b * 64 + t], want);
    }
  }
  return ok();
}
