// NCCL between the devices of one process.
#include "sweep.h"

#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

namespace heddle::nccl_test {

namespace {

constexpr int kDevices = 4;

// Before anything uses CUDA.
[[maybe_unused]] const bool isPrepared =
    setenv("HEDDLE_DEVICES", "4", 1) == 0 && unsetenv("NCCL_COMM_ID") == 0;

// Communicators of the first devices, each with a stream.
class Ranks {
public:
  explicit Ranks(int count = kDevices) : ranks(static_cast<std::size_t>(count)) {
    std::vector<ncclComm_t> made(ranks.size());
    EXPECT_EQ(ncclCommInitAll(made.data(), count, nullptr), ncclSuccess);
    for (int index = 0; index < count; ++index) {
      cudaSetDevice(index);
      Rank& rank = (*this)[index];
      rank = {made[static_cast<std::size_t>(index)], index, count, nullptr};
      EXPECT_EQ(cudaStreamCreate(&rank.stream), cudaSuccess);
    }
    cudaSetDevice(0);
  }
  ~Ranks() {
    for (const Rank& rank : ranks) {
      if (rank.communicator)
        ncclCommDestroy(rank.communicator);
      cudaStreamDestroy(rank.stream);
    }
  }
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  Rank& operator[](int index) { return ranks[static_cast<std::size_t>(index)]; }

  // Runs the function for each rank on a thread of its own and returns what they say.
  template <class Function> std::string onThreads(Function function) {
    std::vector<std::string> said(ranks.size());
    std::vector<std::thread> threads;
    for (std::size_t index = 0; index < ranks.size(); ++index)
      threads.emplace_back([&, index] {
        cudaSetDevice(static_cast<int>(index));
        said[index] = function(ranks[index]);
      });
    std::string all;
    for (std::size_t index = 0; index < ranks.size(); ++index) {
      threads[index].join();
      all += said[index];
    }
    return all;
  }

  std::vector<Rank> ranks;
};

int* deviceInts(int device, std::vector<int> values) {
  int* memory = nullptr;
  cudaSetDevice(device);
  EXPECT_EQ(cudaMalloc(&memory, values.size() * sizeof(int)), cudaSuccess);
  cudaMemcpy(memory, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  return memory;
}

std::vector<int> hostInts(const int* memory, std::size_t count) {
  std::vector<int> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(int), cudaMemcpyDeviceToHost);
  return values;
}

} // namespace

TEST(Nccl, KnowsItsVersion) {
  int version = 0;
  EXPECT_EQ(ncclGetVersion(&version), ncclSuccess);
  EXPECT_EQ(version, NCCL_VERSION_CODE);
  EXPECT_EQ(pncclGetVersion(nullptr), ncclInvalidArgument);
}

TEST(Nccl, CommunicatorsAnswer) {
  Ranks ranks;
  for (int index = 0; index < kDevices; ++index) {
    int count = 0, rank = -1, device = -1;
    EXPECT_EQ(ncclCommCount(ranks[index].communicator, &count), ncclSuccess);
    EXPECT_EQ(ncclCommUserRank(ranks[index].communicator, &rank), ncclSuccess);
    EXPECT_EQ(ncclCommCuDevice(ranks[index].communicator, &device), ncclSuccess);
    EXPECT_EQ(count, kDevices);
    EXPECT_EQ(rank, index);
    EXPECT_EQ(device, index);
  }
}

// As much as is sent in many pieces.
TEST(Nccl, LargeOperations) {
  Ranks ranks;
  EXPECT_EQ(ranks.onThreads([](const Rank& rank) {
    constexpr std::size_t kCount = 1'000'003;
    return checkReductions(rank, {.type = ncclHalf, .op = ncclSum, .count = kCount}) +
           checkReductions(rank, {.type = ncclFloat, .op = ncclAvg, .count = kCount, .root = 2}) +
           checkMoves(rank, {.type = ncclInt, .op = ncclMax, .count = kCount, .root = 1});
  }),
            "");
}

TEST(Nccl, SweepWithFourDevices) {
  Ranks ranks;
  EXPECT_EQ(ranks.onThreads([](const Rank& rank) { return sweep(rank, {0, 1, 3, 1000}); }), "");
}

TEST(Nccl, SweepWithThreeDevices) {
  Ranks ranks(3);
  EXPECT_EQ(ranks.onThreads([](const Rank& rank) { return sweep(rank, {2}); }), "");
}

TEST(Nccl, SweepWithOneDevice) {
  Ranks ranks(1);
  EXPECT_EQ(ranks.onThreads([](const Rank& rank) {
    return checkReductions(rank, {.type = ncclFloat, .op = ncclAvg, .count = 100}) +
           checkMoves(rank, {.type = ncclHalf, .op = ncclMax, .count = 100});
  }),
            "");
}

// One thread makes the calls of all ranks.
TEST(Nccl, GroupOfAllRanks) {
  Ranks ranks;
  std::vector<int*> memory;
  for (int index = 0; index < kDevices; ++index)
    memory.push_back(deviceInts(index, {index, 10 * index, 1}));
  cudaSetDevice(0);
  ASSERT_EQ(ncclGroupStart(), ncclSuccess);
  for (int index = kDevices - 1; index >= 0; --index)
    EXPECT_EQ(ncclAllReduce(memory[static_cast<std::size_t>(index)],
                            memory[static_cast<std::size_t>(index)], 3, ncclInt, ncclSum,
                            ranks[index].communicator, ranks[index].stream),
              ncclSuccess);
  ASSERT_EQ(ncclGroupEnd(), ncclSuccess);
  for (int index = 0; index < kDevices; ++index) {
    cudaStreamSynchronize(ranks[index].stream);
    EXPECT_EQ(hostInts(memory[static_cast<std::size_t>(index)], 3),
              (std::vector<int>{6, 60, kDevices}));
    cudaFree(memory[static_cast<std::size_t>(index)]);
  }
}

// Each rank has the calls of a group in another order, collectives among them.
TEST(Nccl, GroupsInAnyOrder) {
  Ranks ranks;
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    int* const sent = deviceInts(self.rank, std::vector<int>(1000, self.rank + 1));
    int* const received = deviceInts(self.rank, std::vector<int>(4000, 0));
    int* const sum = deviceInts(self.rank, {self.rank});
    for (int round = 0; round < 20; ++round) {
      ncclGroupStart();
      for (int step = 0; step < 2 * self.ranks + 1; ++step) {
        const int which = (step + self.rank + round) % (2 * self.ranks + 1);
        if (which == 2 * self.ranks)
          ncclAllReduce(sum, sum, 1, ncclInt, ncclMax, self.communicator, self.stream);
        else if (which < self.ranks)
          ncclSend(sent, 1000, ncclInt, which, self.communicator, self.stream);
        else
          ncclRecv(received + 1000 * (which - self.ranks), 1000, ncclInt, which - self.ranks,
                   self.communicator, self.stream);
      }
      if (const ncclResult_t error = ncclGroupEnd())
        return ncclGetErrorString(error);
    }
    cudaStreamSynchronize(self.stream);
    const std::vector<int> found = hostInts(received, 4000);
    const bool isGood = hostInts(sum, 1)[0] == self.ranks - 1 && found[0] == 1 && found[999] == 1 &&
                        found[1000] == 2 && found[2500] == 3 && found[3999] == 4;
    cudaFree(sent);
    cudaFree(received);
    cudaFree(sum);
    return isGood ? "" : "wrong results\n";
  });
  EXPECT_EQ(errors, "");
}

// The call returns though the other rank is not there yet, and the work behind it waits.
TEST(Nccl, DoesNotBlockTheCaller) {
  Ranks ranks(2);
  int* const first = deviceInts(0, {1});
  int* const second = deviceInts(1, {2});
  ASSERT_EQ(
      ncclAllReduce(first, first, 1, ncclInt, ncclSum, ranks[0].communicator, ranks[0].stream),
      ncclSuccess);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(cudaStreamQuery(ranks[0].stream), cudaErrorNotReady);
  ASSERT_EQ(
      ncclAllReduce(second, second, 1, ncclInt, ncclSum, ranks[1].communicator, ranks[1].stream),
      ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(ranks[0].stream), cudaSuccess);
  EXPECT_EQ(hostInts(first, 1)[0], 3);
  cudaStreamSynchronize(ranks[1].stream);
  EXPECT_EQ(hostInts(second, 1)[0], 3);
  cudaFree(first);
  cudaFree(second);
}

// Operations of a communicator keep their order on different streams.
TEST(Nccl, StreamsOfOneCommunicatorAreOrdered) {
  Ranks ranks(2);
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    int* const memory = deviceInts(self.rank, {1});
    for (int round = 0; round < 20; ++round)
      ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, self.communicator,
                    (round + self.rank) % 2 ? other : self.stream);
    cudaStreamSynchronize(self.stream);
    cudaStreamSynchronize(other);
    const int found = hostInts(memory, 1)[0];
    cudaStreamDestroy(other);
    cudaFree(memory);
    return found == 1 << 20 ? "" : "wrong result " + std::to_string(found) + "\n";
  });
  EXPECT_EQ(errors, "");
}

// The operations of one group are on two streams, and come behind what is on either.
TEST(Nccl, GroupOnTwoStreams) {
  Ranks ranks(2);
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    int* const first = deviceInts(self.rank, {0});
    int* const second = deviceInts(self.rank, {0});
    int* const copy = deviceInts(self.rank, {0});
    const int one = 1;
    std::string said;
    for (int round = 0; round < 10 && said.empty(); ++round) {
      cudaMemcpyAsync(first, &one, sizeof one, cudaMemcpyHostToDevice, self.stream);
      cudaMemcpyAsync(second, &one, sizeof one, cudaMemcpyHostToDevice, other);
      ncclGroupStart();
      ncclAllReduce(first, first, 1, ncclInt, ncclSum, self.communicator, self.stream);
      ncclAllReduce(second, second, 1, ncclInt, ncclSum, self.communicator, other);
      ncclSend(&first[0], 1, ncclInt, 1 - self.rank, self.communicator, self.stream);
      ncclRecv(copy, 1, ncclInt, 1 - self.rank, self.communicator, other);
      if (ncclGroupEnd())
        said = "cannot be launched\n";
      cudaStreamSynchronize(round % 2 ? other : self.stream);
      if (hostInts(first, 1)[0] != 2 || hostInts(second, 1)[0] != 2)
        said = "wrong\n";
    }
    for (int* const memory : {first, second, copy})
      cudaFree(memory);
    cudaStreamDestroy(other);
    return said;
  });
  EXPECT_EQ(errors, "");
}

TEST(Nccl, CapturedAndLaunchedAgain) {
  Ranks ranks;
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    int* const memory = deviceInts(self.rank, {1});
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(self.stream, cudaStreamCaptureModeThreadLocal);
    for (int round = 0; round < 3; ++round)
      if (ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, self.communicator, self.stream))
        return "cannot be captured\n";
    cudaStreamEndCapture(self.stream, &graph);
    if (cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess)
      return "cannot be instantiated\n";
    const int before = hostInts(memory, 1)[0];
    for (int round = 0; round < 3; ++round)
      cudaGraphLaunch(executable, self.stream);
    cudaStreamSynchronize(self.stream);
    const int found = hostInts(memory, 1)[0];
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaFree(memory);
    return before == 1 && found == 1 << 18 ? "" : "wrong result " + std::to_string(found) + "\n";
  });
  EXPECT_EQ(errors, "");
}

TEST(Nccl, ScaledSum) {
  Ranks ranks;
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    float* memory;
    cudaMalloc(&memory, 2 * sizeof(float));
    const float values[2] = {1, static_cast<float>(self.rank + 1)}; // the operand, the scalar
    cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice);
    ncclRedOp_t op;
    if (ncclRedOpCreatePreMulSum(&op, memory + 1, ncclFloat, ncclScalarDevice, self.communicator))
      return "no operator\n";
    ncclAllReduce(memory, memory, 1, ncclFloat, op, self.communicator, self.stream);
    const bool isRefused = ncclAllReduce(memory, memory, 1, ncclInt, op, self.communicator,
                                         self.stream) == ncclInvalidArgument;
    const bool isDestroyed = ncclRedOpDestroy(op, self.communicator) == ncclSuccess &&
                             ncclRedOpDestroy(op, self.communicator) == ncclInvalidArgument;
    cudaStreamSynchronize(self.stream);
    float found = 0;
    cudaMemcpy(&found, memory, sizeof found, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    return found == 10 && isRefused && isDestroyed ? "" : "wrong " + std::to_string(found) + "\n";
  });
  EXPECT_EQ(errors, "");
}

TEST(Nccl, SplitByParity) {
  Ranks ranks;
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    ncclComm_t half = nullptr, none = nullptr;
    if (ncclCommSplit(self.communicator, self.rank % 2, -self.rank, &half, nullptr))
      return "cannot be split\n";
    if (ncclCommSplit(self.communicator, self.rank == 3 ? NCCL_SPLIT_NOCOLOR : 0, 0, &none,
                      nullptr))
      return "cannot be split again\n";
    int rank = -1, count = 0;
    ncclCommUserRank(half, &rank);
    ncclCommCount(half, &count);
    int* const memory = deviceInts(self.rank, {self.rank});
    ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, half, self.stream);
    cudaStreamSynchronize(self.stream);
    const int found = hostInts(memory, 1)[0];
    cudaFree(memory);
    ncclCommDestroy(half);
    const bool isGood = count == 2 && rank == (self.rank < 2) && found == (self.rank % 2 ? 4 : 2) &&
                        (none == nullptr) == (self.rank == 3);
    ncclCommDestroy(none);
    return isGood ? "" : "wrong\n";
  });
  EXPECT_EQ(errors, "");
}

TEST(Nccl, ShrinkWithoutOneRank) {
  Ranks ranks;
  const std::string errors = ranks.onThreads([](const Rank& self) -> std::string {
    int excluded = 1;
    if (self.rank == excluded)
      return "";
    ncclComm_t smaller = nullptr;
    if (ncclCommShrink(self.communicator, &excluded, 1, &smaller, nullptr, NCCL_SHRINK_DEFAULT))
      return "cannot be shrunk\n";
    int* const memory = deviceInts(self.rank, {self.rank});
    ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, smaller, self.stream);
    cudaStreamSynchronize(self.stream);
    const int found = hostInts(memory, 1)[0];
    cudaFree(memory);
    ncclCommDestroy(smaller);
    return found == 5 ? "" : "wrong " + std::to_string(found) + "\n";
  });
  EXPECT_EQ(errors, "");
}

// An aborted rank ends its own work, and the others get an error in place of their results.
TEST(Nccl, AbortEndsEverything) {
  Ranks ranks(2);
  int* const first = deviceInts(0, {1});
  ASSERT_EQ(
      ncclAllReduce(first, first, 1, ncclInt, ncclSum, ranks[0].communicator, ranks[0].stream),
      ncclSuccess);
  EXPECT_EQ(ncclCommAbort(ranks[1].communicator), ncclSuccess);
  ranks[1].communicator = nullptr;
  EXPECT_EQ(cudaStreamSynchronize(ranks[0].stream), cudaSuccess);
  ncclResult_t error = ncclSuccess;
  EXPECT_EQ(ncclCommGetAsyncError(ranks[0].communicator, &error), ncclSuccess);
  EXPECT_EQ(error, ncclRemoteError);
  EXPECT_EQ(
      ncclAllReduce(first, first, 1, ncclInt, ncclSum, ranks[0].communicator, ranks[0].stream),
      ncclRemoteError);
  EXPECT_EQ(ncclCommAbort(ranks[0].communicator), ncclSuccess);
  ranks[0].communicator = nullptr;
  cudaFree(first);
}

TEST(Nccl, AbortWithPendingWork) {
  Ranks ranks(2);
  int* const first = deviceInts(0, {1});
  ASSERT_EQ(
      ncclAllReduce(first, first, 1, ncclInt, ncclSum, ranks[0].communicator, ranks[0].stream),
      ncclSuccess);
  EXPECT_EQ(ncclCommAbort(ranks[0].communicator), ncclSuccess);
  ranks[0].communicator = nullptr;
  EXPECT_EQ(cudaStreamSynchronize(ranks[0].stream), cudaSuccess);
  ncclCommAbort(ranks[1].communicator);
  ranks[1].communicator = nullptr;
  cudaFree(first);
}

TEST(Nccl, NonBlockingCommunicator) {
  ncclUniqueId id;
  ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
  std::vector<ncclComm_t> made(2);
  for (int index = 0; index < 2; ++index) {
    ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
    config.blocking = 0;
    cudaSetDevice(index);
    EXPECT_EQ(ncclCommInitRankConfig(&made[static_cast<std::size_t>(index)], 2, id, index, &config),
              ncclInProgress);
  }
  for (const ncclComm_t communicator : made) {
    ncclResult_t state = ncclInProgress;
    while (state == ncclInProgress)
      ASSERT_EQ(ncclCommGetAsyncError(communicator, &state), ncclSuccess);
    EXPECT_EQ(state, ncclSuccess);
  }
  for (const ncclComm_t communicator : made)
    EXPECT_EQ(ncclCommDestroy(communicator), ncclSuccess);
  cudaSetDevice(0);
}

TEST(Nccl, AbortWhileOthersAreMissing) {
  ncclUniqueId id;
  ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 0;
  ncclComm_t communicator = nullptr;
  EXPECT_EQ(ncclCommInitRankConfig(&communicator, 2, id, 0, &config), ncclInProgress);
  int count = 0;
  EXPECT_EQ(ncclCommCount(communicator, &count), ncclInvalidArgument);
  EXPECT_EQ(ncclCommAbort(communicator), ncclSuccess);
}

TEST(Nccl, BadArguments) {
  Ranks ranks(1);
  const Rank& self = ranks[0];
  int* const memory = deviceInts(0, {1});
  const auto reduce = [&](ncclDataType_t type, ncclRedOp_t op, ncclComm_t communicator) {
    return ncclAllReduce(memory, memory, 1, type, op, communicator, self.stream);
  };
  EXPECT_EQ(reduce(ncclInt, ncclSum, self.communicator), ncclSuccess);
  EXPECT_EQ(reduce(ncclInt, ncclSum, nullptr), ncclInvalidArgument);
  EXPECT_EQ(reduce(ncclInt, ncclSum, reinterpret_cast<ncclComm_t>(memory)), ncclInvalidArgument);
  EXPECT_EQ(reduce(ncclNumTypes, ncclSum, self.communicator), ncclInvalidArgument);
  EXPECT_EQ(reduce(ncclInt, static_cast<ncclRedOp_t>(77), self.communicator), ncclInvalidArgument);
  EXPECT_EQ(ncclBroadcast(memory, memory, 1, ncclInt, 1, self.communicator, self.stream),
            ncclInvalidArgument);
  EXPECT_EQ(ncclSend(memory, 1, ncclInt, 0, self.communicator, self.stream), ncclInvalidUsage);
  EXPECT_EQ(ncclGroupEnd(), ncclInvalidUsage);
  ncclGroupStart();
  EXPECT_EQ(ncclSend(memory, 1, ncclInt, 5, self.communicator, self.stream), ncclInvalidArgument);
  EXPECT_EQ(ncclGroupEnd(), ncclInvalidArgument);
  ncclComm_t made = nullptr;
  ncclUniqueId id{};
  EXPECT_EQ(ncclCommInitRank(&made, 0, id, 0), ncclInvalidArgument);
  EXPECT_EQ(ncclCommInitRank(&made, 1, id, 1), ncclInvalidArgument);
  EXPECT_EQ(ncclCommInitRank(&made, 1, id, 0), ncclInvalidArgument);
  const int twice[2] = {0, 0};
  ncclComm_t both[2];
  EXPECT_EQ(ncclCommInitAll(both, 2, twice), ncclInvalidUsage);
  EXPECT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess);
  cudaFree(memory);
}

} // namespace heddle::nccl_test
