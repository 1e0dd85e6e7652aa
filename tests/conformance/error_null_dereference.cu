// Reading through a null pointer in one thread of many ends the launch with an error. Rows R-060,
// L-384.
#include "check.h"

struct Node {
  int value;
  Node* next;
};

__global__ void walk(Node* node, int* out, int steps) {
  for (int i = 0; i < steps; ++i)
    node = node->next;
  out[blockIdx.x * blockDim.x + threadIdx.x] = node->value;
}

int main() {
  Buffer<Node> nodes(3);
  Buffer<int> out(256);
  for (int i = 0; i < 3; ++i) {
    nodes[i].value = i * 10;
    nodes[i].next = i < 2 ? nodes.device() + i + 1 : nullptr;
  }
  nodes.upload();
  walk<<<4, 64>>>(nodes.device(), out.device(), 2);
  out.download();
  EXPECT_EQ(out[100], 20);
  walk<<<4, 64>>>(nodes.device(), out.device(), 3);
  EXPECT_CUDA(cudaSuccess, cudaPeekAtLastError()); // the launch itself was fine
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaStreamSynchronize(0));
  EXPECT_CUDA(cudaErrorIllegalAddress, cudaPeekAtLastError());
  return ok();
}
