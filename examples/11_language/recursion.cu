// Shows: recursion in device code: each thread solves the Towers of Hanoi for some discs.
// From: our own.
// Try next: more discs, until cudaDeviceSetLimit(cudaLimitStackSize, …) is needed.
#include "../example.h"

__device__ int hanoi(int discs, int from, int to, unsigned* pegs) {
  if (discs == 0)
    return 0;
  int spare = 3 - from - to;
  int moves = hanoi(discs - 1, from, spare, pegs);
  --pegs[from];
  ++pegs[to];
  return moves + 1 + hanoi(discs - 1, spare, to, pegs);
}

__global__ void solve(int* moves, int* solved) {
  int discs = threadIdx.x;
  unsigned pegs[3] = {static_cast<unsigned>(discs), 0, 0};
  moves[discs] = hanoi(discs, 0, 2, pegs);
  solved[discs] = pegs[0] == 0 && pegs[1] == 0 && pegs[2] == discs;
}

int main() {
  const int n = 10;
  int *deviceMoves, *deviceSolved, moves[n], solved[n];
  CHECK_CUDA(cudaMalloc(&deviceMoves, sizeof moves));
  CHECK_CUDA(cudaMalloc(&deviceSolved, sizeof solved));
  solve<<<1, n>>>(deviceMoves, deviceSolved);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(moves, deviceMoves, sizeof moves, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaMemcpy(solved, deviceSolved, sizeof solved, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    std::printf("%d discs: %d moves\n", i, moves[i]);
    right = right && solved[i] && moves[i] == (1 << i) - 1;
  }
  cudaFree(deviceMoves);
  cudaFree(deviceSolved);
  return report(right);
}
