// Managed memory is used by host and device through one pointer. Rows R-086, L-408.
#include "check.h"

struct Node {
  int value;
  Node* next;
};

__global__ void sum(const Node* list, int* out) {
  int total = 0;
  for (; list; list = list->next)
    total += list->value;
  *out = total;
}

__global__ void doubleAll(Node* nodes, int n) {
  int i = threadIdx.x;
  if (i < n)
    nodes[i].value *= 2;
}

int main() {
  const int n = 100;
  Node* nodes;
  int* out;
  CUDA_CHECK(cudaMallocManaged(&nodes, n * sizeof(Node)));
  CUDA_CHECK(cudaMallocManaged(&out, sizeof(int)));
  for (int i = 0; i < n; ++i) {
    nodes[i].value = i;
    nodes[i].next = i + 1 < n ? &nodes[i + 1] : nullptr;
  }
  doubleAll<<<1, 128>>>(nodes, n);
  sum<<<1, 1>>>(nodes, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(*out, n * (n - 1));
  nodes[50].value = 1000000;
  sum<<<1, 1>>>(nodes, out);
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(*out, n * (n - 1) - 100 + 1000000);
  CUDA_CHECK(cudaFree(nodes));
  CUDA_CHECK(cudaFree(out));
  return ok();
}
