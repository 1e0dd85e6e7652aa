#include "nccl/communicator.h"

#include "library/handles.h"
#include "library/stream_work.h"
#include "nccl/failure.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>
#include <utility>

namespace heddle::nccl {

namespace {

// Between processes all data goes through these rings; inside a process only short frames.
constexpr std::size_t kRingBytes = 1 << 20, kOwnRingBytes = 16 << 10;

// What a rank says first when it connects to another one.
struct Greeting {
  std::uint64_t secret[2] = {};
  std::int32_t rank = 0;
  std::int32_t reserved = 0;
};

class Connector {
public:
  Connector(const ncclUniqueId& id, int rank, int ranks, int device, const AbortFlag& abort)
      : abort_(abort) {
    own_.rank = rank;
    own_.ranks = ranks;
    own_.device = device;
    describeProcess(own_);
    own_.network = interfaceAddress();
    networkListener_ = listenAt(own_.network);
    localListener_ = listenLocally(own_.local);
    clique_ = meet(id, own_, abort);
    links_.resize(static_cast<std::size_t>(ranks));
  }

  // Each rank connects to those before it and is connected to by those behind it. Nobody waits for
  // an accept(): a connection is made when it is queued.
  std::vector<std::unique_ptr<Link>> connect() {
    checkDevices();
    for (int peer = 0; peer < own_.rank; ++peer)
      connectTo(peer);
    int network = 0, local = 0;
    for (int peer = own_.rank + 1; peer < own_.ranks; ++peer)
      (isLocal(infoOf(peer)) ? local : network) += 1;
    accept(networkListener_, network, false);
    accept(localListener_, local, true);
    return std::move(links_);
  }

  // The largest size of teams of ranks that follow each other such that none has ranks of two
  // processes.
  int lsaSize() const {
    int size = own_.ranks;
    for (int rank = 1; rank < own_.ranks; ++rank)
      if (std::memcmp(infoOf(rank).process, infoOf(rank - 1).process, sizeof own_.process) != 0)
        size = std::gcd(size, rank);
    return size;
  }

private:
  const RankInfo& infoOf(int rank) const { return clique_.ranks[static_cast<std::size_t>(rank)]; }
  bool isLocal(const RankInfo& other) const {
    return std::memcmp(other.host, own_.host, sizeof own_.host) == 0;
  }
  bool isSameProcess(const RankInfo& other) const {
    return std::memcmp(other.process, own_.process, sizeof own_.process) == 0;
  }

  void checkDevices() const {
    for (const RankInfo& other : clique_.ranks)
      if (other.rank != own_.rank && isSameProcess(other) && other.device == own_.device)
        throw Failure{ncclInvalidUsage, "ranks " + std::to_string(own_.rank) + " and " +
                                            std::to_string(other.rank) +
                                            " of one process have the same device"};
  }

  Greeting greeting() const {
    Greeting made;
    std::copy_n(clique_.secret, 2, made.secret);
    made.rank = own_.rank;
    return made;
  }

  void connectTo(int peer) {
    const RankInfo& info = infoOf(peer);
    const Greeting hello = greeting();
    Descriptor socket = nccl::connectTo(isLocal(info) ? info.local : info.network, 0, abort_);
    sendAll(socket, &hello, sizeof hello, abort_);
    if (!isLocal(info)) {
      add(peer, openSocket(std::move(socket)));
      return;
    }
    const Descriptor file = makeSharedMemory(isSameProcess(info) ? kOwnRingBytes : kRingBytes);
    sendDescriptor(socket, file, abort_);
    add(peer, openSharedMemory(std::move(socket), file, true));
  }

  void accept(const Descriptor& listener, int count, bool isLocal) {
    while (count > 0) {
      Descriptor socket = acceptFrom(listener, abort_);
      Greeting hello;
      receiveAll(socket, &hello, sizeof hello, abort_);
      if (std::memcmp(hello.secret, clique_.secret, sizeof hello.secret) != 0 ||
          hello.rank <= own_.rank || hello.rank >= own_.ranks ||
          links_[static_cast<std::size_t>(hello.rank)])
        continue; // not a rank of this communicator, since it does not know the secret
      if (isLocal) {
        const Descriptor file = receiveDescriptor(socket, abort_);
        add(hello.rank, openSharedMemory(std::move(socket), file, false));
      } else {
        add(hello.rank, openSocket(std::move(socket)));
      }
      --count;
    }
  }

  void add(int peer, std::unique_ptr<Channel> channel) {
    links_[static_cast<std::size_t>(peer)] =
        std::make_unique<Link>(peer, std::move(channel), isSameProcess(infoOf(peer)));
  }

  RankInfo own_;
  const AbortFlag& abort_;
  Descriptor networkListener_, localListener_;
  Clique clique_;
  std::vector<std::unique_ptr<Link>> links_;
};

// Whether the memory of an operation is there, and where an operator's scalar is in memory, reads
// it. On a worker.
bool readScalar(Reduction& reduction) {
  if (!reduction.scalarAddress)
    return true;
  const std::size_t bytes = bytesOf(reduction.type);
  if (!library::isAccessible({reduction.scalarAddress, bytes, bytes, 1}, false))
    return false;
  std::memcpy(&reduction.scalar, reduction.scalarAddress, bytes);
  return true;
}

bool isAccessible(const Operation& operation, int rank, int ranks) {
  const auto [sendBytes, receiveBytes] = extentOf(operation, rank, ranks);
  const auto isThere = [](const void* address, std::size_t bytes, bool isWritten) {
    return bytes == 0 || library::isAccessible({address, bytes, bytes, 1}, isWritten);
  };
  return isThere(operation.send, sendBytes, false) &&
         isThere(operation.receive, receiveBytes, true);
}

} // namespace

Communicator::~Communicator() {
  const DeviceScope scope(device);
  for (const cudaEvent_t event : {live_.done, captured_.done})
    if (event)
      (void)cudaEventDestroy(event);
  for (const cudaEvent_t event : events_)
    (void)cudaEventDestroy(event);
  for (const auto& [window, owned] : windows) {
    (void)cudaFree(window);
    (void)cudaFree(owned);
  }
}

void Communicator::connect(const ncclUniqueId& id) {
  Connector connector(id, rank, ranks, device, abort);
  auto made = std::make_shared<Progress>(rank, connector.connect());
  lsaSize = connector.lsaSize();
  made->startThread();
  progress = std::move(made);
}

void Communicator::waitUntilIdle() {
  // All batches are in one order, so that the event of the last one stands for all. It is looked at
  // now and then, since the communicator may be aborted meanwhile.
  const DeviceScope scope(device);
  const auto isBusy = [&] {
    const std::lock_guard lock(mutex);
    return live_.isAny && cudaEventQuery(live_.done) == cudaErrorNotReady;
  };
  while (progress->failure() == ncclSuccess && !abort && isBusy())
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

cudaError_t Communicator::record(cudaStream_t stream, cudaEvent_t& event) {
  if (!event)
    if (const cudaError_t error = cudaEventCreateWithFlags(&event, cudaEventDisableTiming))
      return error;
  return cudaEventRecord(event, stream);
}

cudaError_t Communicator::orderBehind(Order& order, cudaStream_t stream,
                                      unsigned long long capture) {
  if (!order.isAny || order.stream == stream || order.capture != capture)
    return cudaSuccess;
  return cudaStreamWaitEvent(stream, order.done, 0);
}

cudaError_t Communicator::launchOn(const std::vector<cudaStream_t>& streams,
                                   const std::shared_ptr<const Batch>& batch) {
  cudaStreamCaptureStatus status{};
  unsigned long long capture = 0;
  const cudaStream_t first = streams.front();
  if (const cudaError_t error =
          cudaStreamGetCaptureInfo(first, &status, &capture, nullptr, nullptr, nullptr, nullptr))
    return error;
  if (status != cudaStreamCaptureStatusActive)
    capture = 0;
  Order& order = capture ? captured_ : live_;
  if (const cudaError_t error = orderBehind(order, first, capture))
    return error;
  // The batch comes behind what is on its other streams, and before what will be.
  events_.resize(std::max(events_.size(), streams.size() - 1));
  for (std::size_t index = 1; index < streams.size(); ++index) {
    cudaEvent_t& event = events_[index - 1];
    if (const cudaError_t error = record(streams[index], event))
      return error;
    if (const cudaError_t error = cudaStreamWaitEvent(first, event, 0))
      return error;
  }
  const auto begin = [progress = progress, batch, rank = rank,
                      ranks = ranks](PendingWork* pending) {
    std::vector<Reduction> reductions;
    for (const Operation& operation : batch->operations) {
      reductions.push_back(operation.reduction);
      if (!isAccessible(operation, rank, ranks) || !readScalar(reductions.back()))
        return false;
    }
    progress->begin(batch, std::move(reductions), pending);
    return true;
  };
  if (const cudaError_t error = library::launchPending(first, "nccl", begin))
    return error;
  if (const cudaError_t error = record(first, order.done))
    return error;
  order.stream = first;
  order.capture = capture;
  order.isAny = true;
  for (std::size_t index = 1; index < streams.size(); ++index)
    if (const cudaError_t error = cudaStreamWaitEvent(streams[index], order.done, 0))
      return error;
  return cudaSuccess;
}

ncclResult_t Communicator::launch(const std::vector<Call>& calls) {
  if (const ncclResult_t failed = progress->failure())
    return report(failed, progress->failureText());
  const std::lock_guard lock(mutex);
  auto batch = std::make_shared<Batch>();
  std::vector<cudaStream_t> streams;
  for (const Call& call : calls) {
    batch->operations.push_back(call.operation);
    if (std::ranges::find(streams, call.stream) == streams.end())
      streams.push_back(call.stream);
  }
  const DeviceScope scope(device);
  if (scope.error())
    return reportCuda(scope.error());
  return reportCuda(launchOn(streams, batch));
}

ncclResult_t reportCuda(cudaError_t error) {
  return error ? report(ncclUnhandledCudaError,
                        std::string("CUDA failed: ") + cudaGetErrorString(error))
               : ncclSuccess;
}

std::shared_ptr<Communicator> findAny(ncclComm_t handle) {
  if (!handle || !library::Handles<ncclComm>::get().has(handle))
    throw Failure{ncclInvalidArgument, "this is no communicator"};
  return handle->communicator;
}

std::shared_ptr<Communicator> find(ncclComm_t handle) {
  std::shared_ptr<Communicator> found = findAny(handle);
  const ncclResult_t state = found->state.load();
  if (state == ncclInProgress)
    throw Failure{ncclInvalidArgument, "the communicator is not yet ready"};
  if (state != ncclSuccess)
    throw Failure{state, "the communicator could not be made"};
  return found;
}

} // namespace heddle::nccl
