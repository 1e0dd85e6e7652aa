// The graph inside of a child graph node has one handle: a program that asks twice may compare
// them, and changes through one are seen through the other.
#include "check.h"

int main() {
  cudaGraph_t child, parent, first, second, ofClone, clone;
  cudaGraphNode_t empty, added, node, nodeOfClone;
  CUDA_CHECK(cudaGraphCreate(&child, 0));
  CUDA_CHECK(cudaGraphCreate(&parent, 0));
  CUDA_CHECK(cudaGraphAddEmptyNode(&empty, child, nullptr, 0));
  CUDA_CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
  CUDA_CHECK(cudaGraphChildGraphNodeGetGraph(node, &first));
  CUDA_CHECK(cudaGraphChildGraphNodeGetGraph(node, &second));
  EXPECT_EQ(first == second, true);
  EXPECT_EQ(first == child, false);

  std::size_t count = 0;
  CUDA_CHECK(cudaGraphAddEmptyNode(&added, first, nullptr, 0));
  CUDA_CHECK(cudaGraphGetNodes(second, nullptr, &count));
  EXPECT_EQ(count, std::size_t(2));

  // A clone has a graph of its own inside of it.
  CUDA_CHECK(cudaGraphClone(&clone, parent));
  CUDA_CHECK(cudaGraphNodeFindInClone(&nodeOfClone, node, clone));
  CUDA_CHECK(cudaGraphChildGraphNodeGetGraph(nodeOfClone, &ofClone));
  EXPECT_EQ(ofClone == first, false);
  CUDA_CHECK(cudaGraphDestroy(clone));
  CUDA_CHECK(cudaGraphDestroy(parent));
  CUDA_CHECK(cudaGraphDestroy(child));
  return ok();
}
