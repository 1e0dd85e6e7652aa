// Shows: the same work captured ten times: the executable graph is made once and then updated.
// From: X-063 of the guide.
// Try next: another number of kernels in one of the rounds.
#include "../device_array.h"

__global__ void add(int* sum, int value) {
  *sum += value;
}

static void work(cudaStream_t stream, int* sum, int round) {
  add<<<1, 1, 0, stream>>>(sum, round);
  add<<<1, 1, 0, stream>>>(sum, 100 * round);
}

int main() {
  DeviceArray<int> sum(1);
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  cudaGraphExec_t exec = nullptr;
  int instantiations = 0, updates = 0, expected = 0;
  for (int round = 0; round < 10; ++round) {
    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    work(stream, sum, round);
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));

    cudaGraphExecUpdateResultInfo result = {};
    if (exec != nullptr && cudaGraphExecUpdate(exec, graph, &result) == cudaSuccess) {
      EXPECT(result.result == cudaGraphExecUpdateSuccess);
      ++updates;
    } else {
      if (exec != nullptr)
        CHECK_CUDA(cudaGraphExecDestroy(exec));
      CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
      ++instantiations;
    }
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    expected += 101 * round;
    EXPECT(sum.values()[0] == expected); // this round's numbers, not the first one's
  }
  EXPECT(instantiations == 1 && updates == 9);
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaStreamDestroy(stream));
  return report();
}
