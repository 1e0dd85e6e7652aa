// Kernels of all devices read and write each other's windows between barriers. With one device each
// is its own neighbour.

// nvcc: -lnccl -std=c++17
// env: HEDDLE_DEVICES=3
#include "check.h"

#include <nccl_device.h>
#include <vector>

using namespace conformance;

#define NCCL_CHECK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(ncclSuccess))

constexpr int kBlocks = 4, kThreads = 96, kCount = 5000, kRounds = 3;

// Adds the numbers of all ranks, in several rounds: each rank writes its part of the sum to all.
__global__ void addAll(ncclWindow_t in, ncclWindow_t out, ncclDevComm comm) {
  ncclLsaBarrierSession<ncclCoopCta> barrier(ncclCoopCta(), comm, ncclTeamTagLsa(), blockIdx.x);
  const ncclTeam team = ncclTeamLsa(comm);
  for (int round = 0; round < kRounds; ++round) {
    barrier.sync(ncclCoopCta(), cuda::memory_order_acq_rel);
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < kCount; i += kBlocks * kThreads)
      if (i % team.nRanks == team.rank) {
        int sum = 0;
        for (int rank = 0; rank < team.nRanks; ++rank)
          sum += static_cast<int*>(ncclGetLsaPointer(in, 0, rank))[i];
        for (int rank = 0; rank < team.nRanks; ++rank)
          static_cast<int*>(ncclGetLsaPointer(out, sizeof(int), rank))[i] += sum;
      }
  }
  barrier.sync(ncclCoopCta(), cuda::memory_order_acq_rel);
}

// Each rank leaves its number with the next one, in memory that came with the communicator, and
// takes from there what the one before has left. The groups of threads are warps.
__global__ void passOn(ncclDevComm comm, ncclLsaBarrierHandle handle, ncclDevResourceHandle buffer,
                       int* out) {
  ncclCoopWarp warp;
  const ncclTeam world = ncclTeamWorld(comm);
  ncclLsaBarrierSession<ncclCoopWarp> barrier(warp, comm, ncclTeamLsa(comm), handle,
                                              threadIdx.x / 32);
  const ncclSymPtr<int> place = ncclSymPtr<int>(ncclGetResourceBuffer(comm, buffer)) + threadIdx.x;
  *place.peerPtr(world, (world.rank + 1) % world.nRanks) = 1000 * world.rank + threadIdx.x;
  barrier.arrive(warp, cuda::memory_order_release);
  barrier.wait(warp, cuda::memory_order_acquire);
  out[threadIdx.x] = *place.localPtr();
}

__global__ void answer(ncclWindow_t window, ncclDevComm comm, int* out) {
  const ncclTeam world = ncclTeamWorld(comm), lsa = ncclTeamLsa(comm), rail = ncclTeamRail(comm);
  out[0] = world.nRanks == comm.nRanks && world.rank == comm.rank && world.stride == 1;
  out[1] = lsa.nRanks * rail.nRanks == world.nRanks && rail.stride == lsa.nRanks;
  out[2] = ncclTeamRankToWorld(comm, lsa, lsa.rank) == world.rank;
  out[3] = ncclTeamRankToLsa(comm, world, world.rank) == lsa.rank;
  out[4] = ncclGetLocalPointer(window, 8) == ncclGetLsaPointer(window, 8, lsa.rank);
  out[5] = ncclGetPeerPointer(window, 8, world.rank) == ncclGetLocalPointer(window, 8);
  const ncclTeam six{6, 3, 2}, two = ncclTeamInnerFactor(six, 2),
                               three = ncclTeamOuterFactor(six, 2);
  out[6] = two.nRanks == 2 && two.rank == 1 && two.stride == 2;
  out[7] = three.nRanks == 3 && three.rank == 1 && three.stride == 4;
  out[8] = ncclTeamRankIsMember(three, six, 5) && !ncclTeamRankIsMember(three, six, 4) &&
           ncclTeamRankToTeam(three, six, 5) == 2;
  out[9] = ncclTeamRankInDifference(six, two, 0) == 0 &&
           ncclTeamRankInDifference(six, two, 2) == 4 &&
           ncclTeamRankInDifference(six, three, 1) == 2;
}
constexpr int kAnswers = 10;

struct Device {
  ncclComm_t communicator;
  int *in, *out, *own;
  ncclWindow_t inWindow, outWindow;
  ncclDevComm deviceCommunicator;
  ncclLsaBarrierHandle barriers;
  ncclDevResourceHandle buffer;
};

static std::vector<Device> devices;

template <class Call> static void onAll(Call call) {
  NCCL_CHECK(ncclGroupStart());
  for (Device& each : devices)
    NCCL_CHECK(call(each));
  NCCL_CHECK(ncclGroupEnd());
}

static void prepare() {
  std::vector<ncclComm_t> communicators(devices.size());
  NCCL_CHECK(ncclCommInitAll(communicators.data(), static_cast<int>(devices.size()), nullptr));
  for (size_t device = 0; device < devices.size(); ++device) {
    Device& each = devices[device];
    each.communicator = communicators[device];
    CUDA_CHECK(cudaSetDevice(static_cast<int>(device)));
    NCCL_CHECK(ncclMemAlloc(reinterpret_cast<void**>(&each.in), kCount * sizeof(int)));
    NCCL_CHECK(ncclMemAlloc(reinterpret_cast<void**>(&each.out), (kCount + 1) * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&each.own, kThreads * sizeof(int)));
    std::vector<int> values(kCount);
    for (int i = 0; i < kCount; ++i)
      values[static_cast<size_t>(i)] = i * (static_cast<int>(device) + 1);
    CUDA_CHECK(cudaMemcpy(each.in, values.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(each.out, 0, (kCount + 1) * sizeof(int)));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  onAll([](Device& each) {
    return ncclCommWindowRegister(each.communicator, each.in, kCount * sizeof(int), &each.inWindow,
                                  NCCL_WIN_COLL_SYMMETRIC);
  });
  onAll([](Device& each) {
    return ncclCommWindowRegister(each.communicator, each.out, (kCount + 1) * sizeof(int),
                                  &each.outWindow, NCCL_WIN_COLL_SYMMETRIC);
  });
  std::vector<ncclDevResourceRequirements> barriers(devices.size()), buffers(devices.size());
  std::vector<ncclDevCommRequirements> all(devices.size());
  for (size_t device = 0; device < devices.size(); ++device) {
    Device& each = devices[device];
    NCCL_CHECK(ncclLsaBarrierCreateRequirement(ncclTeamLsa(each.communicator), kThreads / 32,
                                               &each.barriers, &barriers[device]));
    buffers[device] = {};
    buffers[device].bufferSize = kThreads * sizeof(int);
    buffers[device].bufferAlign = 16;
    buffers[device].outBufferHandle = &each.buffer;
    buffers[device].next = &barriers[device];
    all[device] = {};
    all[device].lsaBarrierCount = kBlocks;
    all[device].resourceRequirementsList = &buffers[device];
  }
  onAll([&](Device& each) {
    return ncclDevCommCreate(each.communicator, &all[static_cast<size_t>(&each - devices.data())],
                             &each.deviceCommunicator);
  });
}

static void synchronizeAll() {
  for (size_t device = 0; device < devices.size(); ++device) {
    CUDA_CHECK(cudaSetDevice(static_cast<int>(device)));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
}

template <class Launch> static void launchAll(Launch launch) {
  for (size_t device = 0; device < devices.size(); ++device) {
    CUDA_CHECK(cudaSetDevice(static_cast<int>(device)));
    launch(devices[device]);
    CUDA_CHECK(cudaGetLastError());
  }
  synchronizeAll();
}

static std::vector<int> read(const int* memory, int count) {
  std::vector<int> values(static_cast<size_t>(count));
  CUDA_CHECK(
      cudaMemcpy(values.data(), memory, values.size() * sizeof(int), cudaMemcpyDeviceToHost));
  return values;
}

int main() {
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  devices.resize(static_cast<size_t>(count));
  prepare();

  const int launches = 2;
  for (int launch = 0; launch < launches; ++launch)
    launchAll([](Device& each) {
      addAll<<<kBlocks, kThreads>>>(each.inWindow, each.outWindow, each.deviceCommunicator);
    });
  for (const Device& each : devices) {
    const std::vector<int> sums = read(each.out, kCount + 1);
    EXPECT_EQ(sums[0], 0);
    for (int i = 0; i < kCount; ++i)
      EXPECT_EQ_AT(i, sums[static_cast<size_t>(i) + 1],
                   launches * kRounds * i * (count * (count + 1) / 2));
  }

  launchAll([](Device& each) {
    passOn<<<1, kThreads>>>(each.deviceCommunicator, each.barriers, each.buffer, each.own);
  });
  for (int device = 0; device < count; ++device) {
    const std::vector<int> values = read(devices[static_cast<size_t>(device)].own, kThreads);
    for (int i = 0; i < kThreads; ++i)
      EXPECT_EQ_AT(i, values[static_cast<size_t>(i)], 1000 * ((device + count - 1) % count) + i);
  }

  launchAll(
      [](Device& each) { answer<<<1, 1>>>(each.inWindow, each.deviceCommunicator, each.own); });
  for (const Device& each : devices) {
    const std::vector<int> answers = read(each.own, kAnswers);
    for (int i = 0; i < kAnswers; ++i)
      EXPECT_EQ_AT(i, answers[static_cast<size_t>(i)], 1);
  }

  for (Device& each : devices) {
    NCCL_CHECK(ncclDevCommDestroy(each.communicator, &each.deviceCommunicator));
    NCCL_CHECK(ncclCommWindowDeregister(each.communicator, each.inWindow));
    NCCL_CHECK(ncclCommWindowDeregister(each.communicator, each.outWindow));
  }
  for (Device& each : devices) {
    NCCL_CHECK(ncclCommDestroy(each.communicator));
    NCCL_CHECK(ncclMemFree(each.in));
    NCCL_CHECK(ncclMemFree(each.out));
  }
  return ok();
}
