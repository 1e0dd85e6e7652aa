// Shows: sum, minimum and maximum in one launch: shared memory in blocks, atomics between.
// From: our own.
// Try next: the sum of squares as well, in the same launch.
#include <climits>
#include <vector>

#include "../example.h"

struct Summary {
  long long sum;
  int least, greatest;
};

const int threads = 128;

__global__ void reduce(const int* data, int n, unsigned long long* sum, int* least, int* greatest) {
  __shared__ long long sums[threads];
  __shared__ int lows[threads], highs[threads];
  int t = threadIdx.x;
  long long mine = 0;
  int low = INT_MAX, high = INT_MIN;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
    mine += data[i];
    low = min(low, data[i]);
    high = max(high, data[i]);
  }
  sums[t] = mine;
  lows[t] = low;
  highs[t] = high;
  __syncthreads();
  for (int stride = threads / 2; stride > 0; stride /= 2) {
    if (t < stride) {
      sums[t] += sums[t + stride];
      lows[t] = min(lows[t], lows[t + stride]);
      highs[t] = max(highs[t], highs[t + stride]);
    }
    __syncthreads();
  }
  if (t == 0) {
    atomicAdd(sum, static_cast<unsigned long long>(sums[0]));
    atomicMin(least, lows[0]);
    atomicMax(greatest, highs[0]);
  }
}

int main() {
  const int n = 500000;
  std::vector<int> data(n);
  Summary expected = {0, INT_MAX, INT_MIN}, result = expected;
  unsigned seed = 2024;
  for (int& value : data) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<int>(seed >> 4) - (1 << 27);
    expected.sum += value;
    expected.least = value < expected.least ? value : expected.least;
    expected.greatest = value > expected.greatest ? value : expected.greatest;
  }
  int* deviceData;
  Summary* summary;
  CHECK_CUDA(cudaMalloc(&deviceData, n * sizeof(int)));
  CHECK_CUDA(cudaMalloc(&summary, sizeof(Summary)));
  CHECK_CUDA(cudaMemcpy(deviceData, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(summary, &result, sizeof result, cudaMemcpyHostToDevice));
  reduce<<<64, threads>>>(deviceData, n, reinterpret_cast<unsigned long long*>(&summary->sum),
                          &summary->least, &summary->greatest);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(&result, summary, sizeof result, cudaMemcpyDeviceToHost));
  std::printf("%d numbers: sum %lld, least %d, greatest %d\n", n, result.sum, result.least,
              result.greatest);
  cudaFree(deviceData);
  cudaFree(summary);
  return report(result.sum == expected.sum && result.least == expected.least &&
                result.greatest == expected.greatest);
}
