// Launches from device code that cannot be: the thread's last error says so, once, and nothing
// runs; the other threads and the grid go on, and the host sees no error. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

#include <string.h>

__global__ void mark(int* out) {
  atomicAdd(out, 1);
}

struct Answers {
  int zeroGrid, zeroBlock, largeBlock, peeked, got, again, fine, other, ran;
};

__global__ void parent(Answers* answers, int* ran) {
  if (threadIdx.x == 0) {
    mark<<<0, 1>>>(ran);
    answers->zeroGrid = cudaGetLastError();
    mark<<<1, 0>>>(ran);
    answers->zeroBlock = cudaGetLastError();
    mark<<<1, 1025>>>(ran);
    answers->largeBlock = cudaGetLastError();
    mark<<<1, 2000>>>(ran);
    answers->peeked = cudaPeekAtLastError();
    answers->got = cudaGetLastError();
    answers->again = cudaGetLastError();
    mark<<<1, 3>>>(ran);
    answers->fine = cudaGetLastError();
    mark<<<1, 2000>>>(ran);
  }
  __syncthreads();
  if (threadIdx.x == 1)
    answers->other = cudaGetLastError();
}

__device__ char text[2][64];

__global__ void names() {
  const char* name = cudaGetErrorName(cudaErrorInvalidConfiguration);
  const char* string = cudaGetErrorString(cudaErrorInvalidConfiguration);
  for (int i = 0; i < 63 && name[i]; ++i)
    text[0][i] = name[i];
  for (int i = 0; i < 63 && string[i]; ++i)
    text[1][i] = string[i];
}

int main() {
  Buffer<Answers> answers(1);
  Buffer<int> ran(1);
  parent<<<1, 32>>>(answers.device(), ran.device());
  answers.download();
  ran.download();
  EXPECT_EQ(answers[0].zeroGrid, cudaErrorInvalidConfiguration);
  EXPECT_EQ(answers[0].zeroBlock, cudaErrorInvalidConfiguration);
  EXPECT_EQ(answers[0].largeBlock, cudaErrorInvalidConfiguration);
  EXPECT_EQ(answers[0].peeked, cudaErrorInvalidConfiguration);
  EXPECT_EQ(answers[0].got, cudaErrorInvalidConfiguration);
  EXPECT_EQ(answers[0].again, cudaSuccess);
  EXPECT_EQ(answers[0].fine, cudaSuccess);
  EXPECT_EQ(answers[0].other, cudaSuccess);
  EXPECT_EQ(ran[0], 3);
  names<<<1, 1>>>();
  char seen[2][64];
  CUDA_CHECK(cudaMemcpyFromSymbol(seen, text, sizeof seen));
  CHECK(!strcmp(seen[0], "cudaErrorInvalidConfiguration"));
  CHECK(!strcmp(seen[1], cudaGetErrorString(cudaErrorInvalidConfiguration)));
  return ok();
}
