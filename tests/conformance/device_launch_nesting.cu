// Grids that launch grids to some depth: a grid is complete when all its descendants are, for the
// host and for later work of its stream. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void tree(int* nodes, int node, int most) {
  if (node >= most)
    return;
  atomicAdd(&nodes[node], 1);
  tree<<<1, 1>>>(nodes, 2 * node + 1, most);
  tree<<<1, 1>>>(nodes, 2 * node + 2, most);
}

__global__ void sum(const int* nodes, int count, int* out) {
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += nodes[i];
  *out = total;
}

// Quicksort, each half by a grid of its own.
__global__ void sort(int* values, int left, int right) {
  if (left >= right)
    return;
  int pivot = values[(left + right) / 2], i = left, j = right;
  while (i <= j) {
    while (values[i] < pivot)
      ++i;
    while (values[j] > pivot)
      --j;
    if (i <= j) {
      int held = values[i];
      values[i++] = values[j];
      values[j--] = held;
    }
  }
  if (right - left < 16) { // few are left: insertion
    for (int a = left + 1; a <= right; ++a) {
      int held = values[a], b = a - 1;
      for (; b >= left && values[b] > held; --b)
        values[b + 1] = values[b];
      values[b + 1] = held;
    }
    return;
  }
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  sort<<<1, 1>>>(values, left, j);
  sort<<<1, 1, 0, other>>>(values, i, right);
  cudaStreamDestroy(other);
}

int main() {
  constexpr int kNodes = 255, kValues = 512;
  Buffer<int> nodes(kNodes), total(1), values(kValues);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  tree<<<1, 1, 0, stream>>>(nodes.device(), 0, kNodes);
  sum<<<1, 1, 0, stream>>>(nodes.device(), kNodes, total.device());
  CUDA_CHECK(cudaStreamSynchronize(stream));
  nodes.download();
  total.download();
  EXPECT_EQ(total[0], kNodes);
  for (int i = 0; i < kNodes; ++i)
    EXPECT_EQ_AT(i, nodes[i], 1);

  unsigned state = 12345;
  for (int i = 0; i < kValues; ++i) {
    state = state * 1664525u + 1013904223u;
    values[i] = static_cast<int>(state >> 16);
  }
  values.upload();
  sort<<<1, 1>>>(values.device(), 0, kValues - 1);
  values.download();
  for (int i = 1; i < kValues; ++i)
    CHECK(values[i - 1] <= values[i]);
  return ok();
}
