// MPI with device pointers: ranks send device memory to each other, reduce it, and hand out NCCL's
// unique id. Prints "ok" and the number of ranks.
#include <cuda_runtime.h>
#include <mpi.h>
#include <nccl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kCount = 100'000;

void require(bool holds, const char* what) {
  if (holds)
    return;
  std::fprintf(stderr, "failed: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

bool isFilledWith(const int* device, int value) {
  std::vector<int> host(kCount);
  return cudaMemcpy(host.data(), device, kCount * sizeof(int), cudaMemcpyDeviceToHost) ==
             cudaSuccess &&
         host.front() == value && host[kCount / 2] == value && host.back() == value;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int *sent = nullptr, *received = nullptr;
  require(cudaMalloc(&sent, kCount * sizeof(int)) == cudaSuccess &&
              cudaMalloc(&received, kCount * sizeof(int)) == cudaSuccess,
          "cudaMalloc");
  const std::vector<int> host(kCount, rank + 1);
  require(cudaMemcpy(sent, host.data(), kCount * sizeof(int), cudaMemcpyHostToDevice) ==
              cudaSuccess,
          "cudaMemcpy");

  MPI_Sendrecv(sent, kCount, MPI_INT, (rank + 1) % ranks, 0, received, kCount, MPI_INT,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  require(isFilledWith(received, (rank + ranks - 1) % ranks + 1), "MPI_Sendrecv");
  MPI_Allreduce(sent, received, kCount, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  require(isFilledWith(received, ranks * (ranks + 1) / 2), "MPI_Allreduce");

  ncclUniqueId id;
  if (rank == 0)
    require(ncclGetUniqueId(&id) == ncclSuccess, "ncclGetUniqueId");
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t communicator;
  require(ncclCommInitRank(&communicator, ranks, id, rank) == ncclSuccess, "ncclCommInitRank");
  require(ncclAllReduce(sent, received, kCount, ncclInt, ncclMax, communicator, nullptr) ==
                  ncclSuccess &&
              cudaDeviceSynchronize() == cudaSuccess && isFilledWith(received, ranks),
          "ncclAllReduce");
  require(ncclCommDestroy(communicator) == ncclSuccess, "ncclCommDestroy");
  cudaFree(sent);
  cudaFree(received);
  if (rank == 0)
    std::printf("ok %d\n", ranks);
  MPI_Finalize();
}
