// One rank of a communicator, as a process that takes part in it has it.
#pragma once

#include "library/current_device.h"
#include "nccl/bootstrap.h"
#include "nccl/progress.h"

#include <map>
#include <set>

namespace heddle::nccl {

class Communicator {
public:
  Communicator(int rank, int ranks, int device, const ncclConfig_t& config)
      : rank(rank), ranks(ranks), device(device), config(config) {}
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  // Meets the other ranks and connects to them. Throws Failure.
  void connect(const ncclUniqueId& id);
  // Orders the operations on the streams that the program has named, as one batch.
  struct Call {
    Operation operation;
    cudaStream_t stream;
  };
  ncclResult_t launch(const std::vector<Call>& calls);
  // Waits until all batches are over that were launched, except those of graphs.
  void waitUntilIdle();
  // Makes an exchange of small data with other ranks, see Progress.
  template <class T>
  bool exchange(const std::vector<int>& members, const T& own, std::vector<T>& all) {
    all.resize(members.size());
    return progress->exchange(members, &own, sizeof own, all.data());
  }

  int rank, ranks; // of a split communicator, known once it is connected
  int lsaSize = 1; // ranks whose kernels reach each other's memory, see windows.h
  const int device;
  const ncclConfig_t config;
  AbortFlag abort{false};
  std::shared_ptr<Progress> progress;           // null until the ranks are connected
  std::atomic<ncclResult_t> state{ncclSuccess}; // ncclInProgress while connecting
  std::mutex mutex;                             // guards what follows
  std::map<int, Reduction> operators;           // which the program has created
  std::set<void*> registrations;
  std::map<ncclWindow_t, void*> windows; // with the memory that goes with each, or null

private:
  // Where the operations of the communicator have been ordered last, so that those on another
  // stream come behind. A capture has an order of its own.
  struct Order {
    cudaEvent_t done = nullptr;
    cudaStream_t stream = nullptr;
    unsigned long long capture = 0; // 0 outside of captures
    bool isAny = false;
  };
  cudaError_t launchOn(const std::vector<cudaStream_t>& streams,
                       const std::shared_ptr<const Batch>& batch);
  cudaError_t orderBehind(Order& order, cudaStream_t stream, unsigned long long capture);
  cudaError_t record(cudaStream_t stream, cudaEvent_t& event);

  Order live_, captured_;
  std::vector<cudaEvent_t> events_; // of other streams in a batch
};

// Makes a device the thread's current one for the time of a scope. If a context of that device is
// current already, it stays so, because the program may have made it and go on to use it.
class DeviceScope {
public:
  explicit DeviceScope(int device) {
    int current = 0;
    if (cudaGetDevice(&current) != cudaSuccess || current != device)
      error_ = current_.set(device);
  }
  cudaError_t error() const { return error_; }

private:
  library::CurrentDevice current_;
  cudaError_t error_ = cudaSuccess;
};

// Turns an error of CUDA into one of NCCL.
ncclResult_t reportCuda(cudaError_t error);

} // namespace heddle::nccl

// What the program holds.
struct ncclComm {
  std::shared_ptr<heddle::nccl::Communicator> communicator;
};

namespace heddle::nccl {

// The communicator behind a handle, ready for use. Throws Failure.
std::shared_ptr<Communicator> find(ncclComm_t handle);
// The same, but it may still be connecting, or have failed.
std::shared_ptr<Communicator> findAny(ncclComm_t handle);

} // namespace heddle::nccl
