// NCCL between processes of one machine. The test starts its own program again, once for each rank.
#include "sweep.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::nccl_test {

namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

std::string toHex(const ncclUniqueId& id) {
  std::string text;
  for (const char byte : id.internal) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned char>(byte));
    text += digits.data();
  }
  return text;
}

ncclUniqueId fromHex(const std::string& text) {
  ncclUniqueId id{};
  for (std::size_t index = 0; index < sizeof id.internal; ++index)
    id.internal[index] = static_cast<char>(std::stoi(text.substr(2 * index, 2), nullptr, 16));
  return id;
}

// A process that runs the test case "Rank.Plays", in a role that its environment names.
class Player {
public:
  Player(const std::string& role, int rank, int ranks, const std::string& id) {
    process_ = fork();
    if (process_ != 0)
      return;
    setenv("NCCL_TEST_ROLE", role.c_str(), 1);
    setenv("NCCL_TEST_RANK", std::to_string(rank).c_str(), 1);
    setenv("NCCL_TEST_RANKS", std::to_string(ranks).c_str(), 1);
    setenv("NCCL_TEST_ID", id.c_str(), 1);
    execl("/proc/self/exe", "nccl_process_test", "--gtest_filter=Rank.Plays", nullptr);
    _exit(127);
  }
  // The exit status, or minus the signal that has ended the process.
  int wait() const {
    int status = 0;
    waitpid(process_, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
  }

private:
  pid_t process_ = -1;
};

std::vector<int> play(const std::string& role, int ranks, const std::string& id) {
  std::vector<Player> players;
  for (int rank = 0; rank < ranks; ++rank)
    players.emplace_back(role, rank, ranks, id);
  std::vector<int> results;
  for (const Player& player : players)
    results.push_back(player.wait());
  return results;
}

std::string makeId() {
  ncclUniqueId id;
  EXPECT_EQ(ncclGetUniqueId(&id), ncclSuccess);
  return toHex(id);
}

// Rank 1 ends without a word while the others wait for it.
void loseRank(const Rank& self) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, sizeof(int)), cudaSuccess);
  const auto reduce = [&] {
    return ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, self.communicator, self.stream);
  };
  ASSERT_EQ(reduce(), ncclSuccess);
  ASSERT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess);
  if (self.rank == 1)
    raise(SIGKILL);
  ASSERT_TRUE(reduce() == ncclSuccess || reduce() == ncclRemoteError);
  EXPECT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess); // and does not wait for ever
  ncclResult_t error = ncclSuccess;
  EXPECT_EQ(ncclCommGetAsyncError(self.communicator, &error), ncclSuccess);
  EXPECT_EQ(error, ncclRemoteError);
  EXPECT_EQ(reduce(), ncclRemoteError);
  // The others go on without it.
  int lost = 1;
  ncclComm_t smaller = nullptr;
  ASSERT_EQ(ncclCommShrink(self.communicator, &lost, 1, &smaller, nullptr, NCCL_SHRINK_ABORT),
            ncclSuccess);
  const int one = 1;
  cudaMemcpy(memory, &one, sizeof one, cudaMemcpyHostToDevice);
  EXPECT_EQ(ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, smaller, self.stream), ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess);
  int sum = 0;
  cudaMemcpy(&sum, memory, sizeof sum, cudaMemcpyDeviceToHost);
  EXPECT_EQ(sum, self.ranks - 1);
  EXPECT_EQ(ncclCommDestroy(smaller), ncclSuccess);
  EXPECT_EQ(ncclCommAbort(self.communicator), ncclSuccess);
  cudaFree(memory);
}

// The connection to other machines breaks without a word: for tests/nccl/two-machines, which pulls
// the cable when rank 0 has made a file, and removes the file afterwards.
void loseMachine(const Rank& self) {
  const std::string mark = environment("NCCL_TEST_MARK");
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, sizeof(int)), cudaSuccess);
  const auto reduce = [&] {
    return ncclAllReduce(memory, memory, 1, ncclInt, ncclSum, self.communicator, self.stream);
  };
  ASSERT_EQ(reduce(), ncclSuccess);
  ASSERT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess);
  if (self.rank == 0)
    std::ofstream(mark) << "pull the cable";
  while (self.rank != 0 && access(mark.c_str(), F_OK) != 0)
    usleep(10000);
  while (access(mark.c_str(), F_OK) == 0)
    usleep(10000);
  EXPECT_EQ(reduce(), ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess); // and does not wait for ever
  ncclResult_t error = ncclSuccess;
  EXPECT_EQ(ncclCommGetAsyncError(self.communicator, &error), ncclSuccess);
  EXPECT_EQ(error, ncclRemoteError);
  EXPECT_EQ(ncclCommAbort(self.communicator), ncclSuccess);
  cudaFree(memory);
}

// The ranks send another number of elements than is received.
void disagree(const Rank& self) {
  int* memory = nullptr;
  ASSERT_EQ(cudaMalloc(&memory, 16 * sizeof(int)), cudaSuccess);
  if (self.rank == 0)
    EXPECT_EQ(ncclSend(memory, 16, ncclInt, 1, self.communicator, self.stream), ncclSuccess);
  else
    EXPECT_EQ(ncclRecv(memory, 8, ncclInt, 0, self.communicator, self.stream), ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess);
  ncclResult_t error = ncclSuccess;
  EXPECT_EQ(ncclCommGetAsyncError(self.communicator, &error), ncclSuccess);
  EXPECT_TRUE(error == ncclInvalidUsage || error == ncclRemoteError) << error;
  EXPECT_EQ(ncclCommAbort(self.communicator), ncclSuccess);
  cudaFree(memory);
}

// Rank 1 takes its part only when the gate is open.
void scatterLate(const Rank& self) {
  constexpr int kRoot = 0;
  int* memory = nullptr;
  ASSERT_EQ(cudaMallocManaged(&memory, (static_cast<std::size_t>(self.ranks) + 1) * sizeof(int)),
            cudaSuccess);
  for (int rank = 0; rank < self.ranks; ++rank)
    memory[rank] = 10 + rank;
  int* const result = memory + self.ranks;
  char nothing;
  if (self.rank == 1)
    ASSERT_EQ(read(std::stoi(environment("NCCL_TEST_GATE")), &nothing, 1), 0);
  ASSERT_EQ(ncclScatter(memory, result, 1, ncclInt, kRoot, self.communicator, self.stream),
            ncclSuccess);
  EXPECT_EQ(cudaStreamSynchronize(self.stream), cudaSuccess);
  EXPECT_EQ(*result, 10 + self.rank);
  EXPECT_EQ(ncclCommDestroy(self.communicator), ncclSuccess);
  cudaFree(memory);
}

} // namespace

// Not a test, but what a process of one does.
TEST(Rank, Plays) {
  const std::string role = environment("NCCL_TEST_ROLE");
  if (role.empty())
    GTEST_SKIP() << "only for the processes of other tests";
  alarm(100); // no process is left behind, whatever happens
  Rank self;
  self.rank = std::stoi(environment("NCCL_TEST_RANK"));
  self.ranks = std::stoi(environment("NCCL_TEST_RANKS"));
  ncclUniqueId id{};
  if (environment("NCCL_COMM_ID").empty())
    id = fromHex(environment("NCCL_TEST_ID"));
  else
    ASSERT_EQ(ncclGetUniqueId(&id), ncclSuccess);
  ASSERT_EQ(ncclCommInitRank(&self.communicator, self.ranks, id, self.rank), ncclSuccess)
      << ncclGetLastError(nullptr);
  ASSERT_EQ(cudaStreamCreate(&self.stream), cudaSuccess);
  if (role == "lose") {
    loseRank(self);
  } else if (role == "lose machine") {
    loseMachine(self);
  } else if (role == "disagree") {
    disagree(self);
  } else if (role == "scatter late") {
    scatterLate(self);
  } else {
    EXPECT_EQ(sweep(self, {5, 70001}), "");
    EXPECT_EQ(ncclCommDestroy(self.communicator), ncclSuccess);
  }
}

TEST(NcclProcesses, SweepWithFourProcesses) {
  EXPECT_EQ(play("sweep", 4, makeId()), std::vector<int>(4, 0));
}

// As between machines: ranks that have different names for theirs do not share memory.
TEST(NcclProcesses, SweepThroughSockets) {
  std::vector<Player> players;
  const std::string id = makeId();
  for (int rank = 0; rank < 2; ++rank) {
    setenv("NCCL_HOSTID", rank ? "one" : "other", 1);
    players.emplace_back("sweep", rank, 2, id);
  }
  unsetenv("NCCL_HOSTID");
  EXPECT_EQ(players[0].wait(), 0);
  EXPECT_EQ(players[1].wait(), 0);
}

TEST(NcclProcesses, RankThatDies) {
  EXPECT_EQ(play("lose", 3, makeId()), (std::vector<int>{0, -SIGKILL, 0}));
}

// A rank that has its part of an operation may end while another one has not begun.
TEST(NcclProcesses, RankThatEndsBeforeTheOthers) {
  int gate[2];
  ASSERT_EQ(pipe(gate), 0);
  fcntl(gate[1], F_SETFD, FD_CLOEXEC);
  setenv("NCCL_TEST_GATE", std::to_string(gate[0]).c_str(), 1);
  const std::string id = makeId();
  std::vector<Player> players;
  for (int rank = 0; rank < 3; ++rank)
    players.emplace_back("scatter late", rank, 3, id);
  EXPECT_EQ(players[2].wait(), 0);
  close(gate[1]); // opens it
  EXPECT_EQ(players[0].wait(), 0);
  EXPECT_EQ(players[1].wait(), 0);
  close(gate[0]);
}

TEST(NcclProcesses, SizesThatDiffer) {
  EXPECT_EQ(play("disagree", 2, makeId()), std::vector<int>(2, 0));
}

} // namespace heddle::nccl_test
