// GIN: kernels put data and values into windows of other ranks, and count signals and completions.

// nvcc: -lnccl -std=c++17
// env: HEDDLE_DEVICES=3
#include "check.h"

#include <nccl_device.h>
#include <vector>

using namespace conformance;

#define NCCL_CHECK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(ncclSuccess))

constexpr int kPart = 333; // numbers for each rank, at addresses of any alignment
enum { kParts, kValues, kSignals };

__global__ void exchange(ncclWindow_t in, ncclWindow_t out, ncclDevComm comm,
                         unsigned long long* seen) {
  ncclCoopCta block;
  ncclGin gin(comm, 0);
  const ncclTeam world = ncclTeamWorld(comm);
  const uint64_t before = gin.readSignal(kParts);
  ncclBarrierSession<ncclCoopCta> barrier(block, ncclTeamTagWorld(), gin, 0);
  barrier.sync(block, cuda::memory_order_acq_rel, ncclGinFenceLevel::Relaxed);

  for (int peer = 0; peer < world.nRanks; ++peer)
    gin.put(world, peer, out, world.rank * kPart * sizeof(int), in, peer * kPart * sizeof(int),
            kPart * sizeof(int), ncclGin_SignalInc{kParts}, ncclGin_CounterInc{0}, block);
  gin.waitCounter(block, 0, world.nRanks);
  gin.flush(block);
  gin.waitSignal(block, kParts, before + world.nRanks);

  // A value for the next rank, behind what the puts have written.
  if (threadIdx.x == 0) {
    const ncclSymPtr<int> behind(out, world.nRanks * kPart * sizeof(int));
    gin.putValue(world, (world.rank + 1) % world.nRanks, behind, 77 + world.rank,
                 ncclGin_SignalAdd{kValues, 5});
  }
  gin.increaseSignalShadow(kValues, threadIdx.x == 0 ? 5 : 0);
  block.sync();
  gin.waitSignalMeetShadow(block, kValues);
  barrier.sync(block, cuda::memory_order_acq_rel, ncclGinFenceLevel::Relaxed);

  for (int peer = 0; peer < world.nRanks; ++peer)
    gin.signal(world, peer, ncclGin_SignalAdd{kSignals, 3}, block);
  uint64_t shadow, delta;
  gin.waitSignalFollowShadow(block, kSignals, uint64_t(3 * world.nRanks), &shadow, &delta);
  if (threadIdx.x == 0) {
    seen[0] = gin.readSignal(kParts);
    seen[1] = gin.readSignal(kValues);
    seen[2] = shadow;
    seen[3] = delta;
    seen[4] = *gin.getSignalShadowPtr(kSignals);
    gin.resetSignal(kSignals);
    seen[5] = gin.readSignal(kSignals);
    seen[6] = gin.readCounter(0);
    gin.resetCounter(0);
    seen[7] = gin.readCounter(0);
  }
}

struct Device {
  ncclComm_t communicator;
  int *in, *out;
  unsigned long long* seen;
  ncclWindow_t inWindow, outWindow;
  ncclDevComm deviceCommunicator;
};

int main() {
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  std::vector<Device> devices(static_cast<size_t>(count));
  std::vector<ncclComm_t> communicators(devices.size());
  NCCL_CHECK(ncclCommInitAll(communicators.data(), count, nullptr));
  const size_t numbers = static_cast<size_t>(count) * kPart;
  const auto number = [](int from, int to, int i) { return (from * 10 + to) * 1000 + i; };
  for (int device = 0; device < count; ++device) {
    Device& each = devices[static_cast<size_t>(device)];
    each.communicator = communicators[static_cast<size_t>(device)];
    CUDA_CHECK(cudaSetDevice(device));
    NCCL_CHECK(ncclMemAlloc(reinterpret_cast<void**>(&each.in), numbers * sizeof(int)));
    NCCL_CHECK(ncclMemAlloc(reinterpret_cast<void**>(&each.out), (numbers + 1) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&each.seen, 8 * sizeof *each.seen));
    std::vector<int> values;
    for (int to = 0; to < count; ++to)
      for (int i = 0; i < kPart; ++i)
        values.push_back(number(device, to, i));
    CUDA_CHECK(cudaMemcpy(each.in, values.data(), numbers * sizeof(int), cudaMemcpyHostToDevice));
  }
  NCCL_CHECK(ncclGroupStart());
  for (Device& each : devices) {
    NCCL_CHECK(ncclCommWindowRegister(each.communicator, each.in, numbers * sizeof(int),
                                      &each.inWindow, NCCL_WIN_COLL_SYMMETRIC));
    NCCL_CHECK(ncclCommWindowRegister(each.communicator, each.out, (numbers + 1) * sizeof(int),
                                      &each.outWindow, NCCL_WIN_COLL_SYMMETRIC));
  }
  NCCL_CHECK(ncclGroupEnd());
  ncclDevCommRequirements requirements = {};
  requirements.barrierCount = 1;
  requirements.ginSignalCount = 3;
  requirements.ginCounterCount = 1;
  NCCL_CHECK(ncclGroupStart());
  for (Device& each : devices)
    NCCL_CHECK(ncclDevCommCreate(each.communicator, &requirements, &each.deviceCommunicator));
  NCCL_CHECK(ncclGroupEnd());

  for (unsigned long long launch = 1; launch <= 2; ++launch) {
    for (int device = 0; device < count; ++device) {
      Device& each = devices[static_cast<size_t>(device)];
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaMemset(each.out, 0, (numbers + 1) * sizeof(int)));
    }
    for (int device = 0; device < count; ++device) {
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaDeviceSynchronize());
    }
    for (int device = 0; device < count; ++device) {
      Device& each = devices[static_cast<size_t>(device)];
      CUDA_CHECK(cudaSetDevice(device));
      exchange<<<1, 64>>>(each.inWindow, each.outWindow, each.deviceCommunicator, each.seen);
      CUDA_CHECK(cudaGetLastError());
    }
    for (int device = 0; device < count; ++device) {
      Device& each = devices[static_cast<size_t>(device)];
      CUDA_CHECK(cudaSetDevice(device));
      CUDA_CHECK(cudaDeviceSynchronize());
      std::vector<int> values(numbers + 1);
      CUDA_CHECK(
          cudaMemcpy(values.data(), each.out, values.size() * sizeof(int), cudaMemcpyDeviceToHost));
      for (size_t i = 0; i < numbers; ++i)
        EXPECT_EQ_AT(i, values[i],
                     number(static_cast<int>(i) / kPart, device, static_cast<int>(i) % kPart));
      EXPECT_EQ(values[numbers], 77 + (device + count - 1) % count);
      unsigned long long seen[8];
      CUDA_CHECK(cudaMemcpy(seen, each.seen, sizeof seen, cudaMemcpyDeviceToHost));
      const unsigned long long ranks = static_cast<unsigned long long>(count);
      const unsigned long long expected[8] = {launch * ranks, launch * 5, 0,     3 * ranks,
                                              3 * ranks,      0,          ranks, 0};
      for (int i = 0; i < 8; ++i)
        EXPECT_EQ_AT(i, seen[i], expected[i]);
    }
  }
  for (Device& each : devices)
    NCCL_CHECK(ncclDevCommDestroy(each.communicator, &each.deviceCommunicator));
  for (Device& each : devices)
    NCCL_CHECK(ncclCommDestroy(each.communicator));
  return ok();
}
