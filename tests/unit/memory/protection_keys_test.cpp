#include "memory/address_space.h"
#include "memory/key_rights.h"
#include "memory/protection_keys.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace heddle::memory;

namespace {

char ordinaryData[64];

// Runs in a child process, since it cannot be undone. A thread without access to key 0 cannot even
// return from a function whose frame is ordinary memory.
[[noreturn]] void accessAsKernel(const volatile char* address) {
#ifdef __x86_64__
  constexpr std::uint32_t kNoHostAccess = 1; // of key 0
  [[maybe_unused]] char value;
  asm volatile("wrpkru\n\t"
               "movb (%3), %b0\n\t"
               "xorl %%eax, %%eax\n\t"
               "wrpkru"
               : "=&b"(value)
               : "a"(readKeyRights() | kNoHostAccess), "c"(0), "r"(address), "d"(0)
               : "memory");
#else
  [[maybe_unused]] const char value = *address;
#endif
  _exit(0);
}

// Whether Linux can read the memory for the calling thread.
bool canWriteToPipe(const void* memory) {
  int pipes[2];
  if (pipe(pipes) != 0)
    return false;
  const bool isWritten = write(pipes[1], memory, 1) == 1;
  close(pipes[0]);
  close(pipes[1]);
  return isWritten;
}

class ProtectionKeysTest : public testing::Test {
protected:
  void SetUp() override {
    raiseWall();
    if (!wallIsUp())
      GTEST_SKIP() << "no protection keys, or a sanitizer";
  }
};

// First, since the wall can be raised only once.
TEST(ProtectionKeysOfThreads, OlderThreadsGetAccess) {
  std::atomic<const char*> memory{nullptr};
  std::atomic<int> answer{-1};
  std::thread older([&] {
    memory.wait(nullptr);
    const char* const address = memory;
    answer = canWriteToPipe(address) && *address == 0;
  });
  raiseWall();
  const Reservation reservation(User::Kernels, pageSize(), 0);
  memory = reservation.data();
  memory.notify_all();
  older.join();
  EXPECT_EQ(answer, 1);
}

TEST(ProtectionKeysOfThreads, ThreadsThatBlockTheSignalPreventTheWallAndGetAccessAllTheSame) {
  // In a child process, which has no wall yet if this test runs alone.
  EXPECT_EXIT(
      {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        std::atomic<const char*> memory{nullptr};
        std::atomic<int> answer{-1};
        std::thread deaf([&] {
          memory.wait(nullptr);
          answer = canWriteToPipe(memory);
        });
        raiseWall();
        const Reservation reservation(User::Kernels, pageSize(), 0);
        memory = reservation.data();
        memory.notify_all();
        deaf.join();
        _exit(answer == 1 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(ProtectionKeysTest, KernelsHaveAccessToTheirMemoryAlone) {
  const Reservation reservation(User::Kernels, pageSize(), 0);
  const Reservation driver(User::Driver, pageSize(), 0);
  int onStack = 0;
  const auto onHeap = std::make_unique<char>();
  EXPECT_EXIT(accessAsKernel(reservation.data()), testing::ExitedWithCode(0), "");
  for (const void* host :
       {static_cast<const void*>(ordinaryData), static_cast<const void*>(&onStack),
        static_cast<const void*>(onHeap.get()), static_cast<const void*>(driver.data())})
    EXPECT_EXIT(accessAsKernel(static_cast<const char*>(host)), testing::KilledBySignal(SIGSEGV),
                "");
}

TEST_F(ProtectionKeysTest, AllKindsOfAllocationsAreKernels) {
  AddressSpace space(64u << 20, false);
  for (const Kind kind : {Kind::Device, Kind::Managed, Kind::Pinned})
    for (const std::size_t bytes : {std::size_t{100}, std::size_t{1} << 20, std::size_t{5} << 20}) {
      auto* memory = static_cast<char*>(space.allocate(bytes, kind, 0, nullptr));
      ASSERT_NE(memory, nullptr);
      EXPECT_EXIT(accessAsKernel(memory + bytes - 1), testing::ExitedWithCode(0), "");
    }
}

TEST_F(ProtectionKeysTest, SharedMemoryStaysKernels) {
  Reservation reservation(User::Kernels, pageSize(), 0);
  reservation.data()[0] = 7;
  const InterprocessMemory* shared = reservation.share();
  ASSERT_NE(shared, nullptr);
  EXPECT_EXIT(accessAsKernel(reservation.data()), testing::ExitedWithCode(0), "");
  const Reservation second(User::Kernels, *shared);
  EXPECT_EXIT(accessAsKernel(second.data()), testing::ExitedWithCode(0), "");
  EXPECT_EQ(second.data()[0], 7);
}

TEST_F(ProtectionKeysTest, RegisteredMemoryIsLent) {
  AddressSpace space(64u << 20, false);
  const std::size_t page = pageSize();
  auto* pages = static_cast<char*>(
      mmap(nullptr, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  // Two ranges that share a page.
  ASSERT_TRUE(space.registerHost(pages + page, page + 100, 0, nullptr));
  ASSERT_TRUE(space.registerHost(pages + 2 * page + 200, 300, 0, nullptr));
  const auto isLent = [](const char* address) {
    EXPECT_EXIT(accessAsKernel(address), testing::ExitedWithCode(0), "");
  };
  const auto isNotLent = [](const char* address) {
    EXPECT_EXIT(accessAsKernel(address), testing::KilledBySignal(SIGSEGV), "");
  };
  isNotLent(pages);
  isLent(pages + page);
  isLent(pages + 2 * page);
  isNotLent(pages + 3 * page);
  ASSERT_TRUE(space.unregisterHost(pages + page));
  isNotLent(pages + page);
  isLent(pages + 2 * page);
  ASSERT_TRUE(space.unregisterHost(pages + 2 * page + 200));
  isNotLent(pages + 2 * page);
  munmap(pages, 4 * page);
}

} // namespace
