#include "memory/kernel_addresses.h"
#include "memory/reservation.h"
#include "memory/sanitizer.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <sys/mman.h>
#include <vector>

using namespace heddle::memory;

namespace {

constexpr std::size_t kMiB = 1u << 20;

std::uintptr_t addressOf(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

// Whether nothing is mapped at the page of an address.
bool isFree(std::uintptr_t address) {
  unsigned char resident;
  return mincore(reinterpret_cast<void*>(address & -pageSize()), 1, &resident) != 0;
}

TEST(KernelAddresses, AreFarFromTheHeapTheStackAndTheProgram) {
  if (kThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer has its own memory there";
  const Reservation memory(User::Kernels, 3 * kMiB, pageSize());
  ASSERT_TRUE(memory);
  EXPECT_TRUE(kernelRange().contains(memory.data()));
  constexpr std::uintptr_t kTiB = std::uintptr_t{1} << 40;
  static int inData = 0;
  int onStack = 0;
  const auto onHeap = std::make_unique<int>(0);
  for (const void* host : {static_cast<const void*>(&inData), static_cast<const void*>(&onStack),
                           static_cast<const void*>(onHeap.get())}) {
    const std::uintptr_t a = addressOf(host), b = addressOf(memory.data());
    EXPECT_GT(a < b ? b - a : a - b, kTiB) << host;
  }
}

TEST(KernelAddresses, HaveGapsOnBothSides) {
  if (kThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer has its own memory there";
  std::vector<Reservation> all;
  for (std::size_t bytes : {std::size_t{1}, pageSize(), 5 * kMiB})
    all.emplace_back(User::Kernels, bytes, 2 * kMiB);
  for (const Reservation& memory : all) {
    const std::uintptr_t begin = addressOf(memory.data()), end = begin + memory.size();
    for (std::size_t distance : {pageSize(), kMiB, 2 * kMiB}) {
      EXPECT_TRUE(isFree(begin - distance));
      EXPECT_TRUE(isFree(end + distance - pageSize()));
    }
  }
}

TEST(KernelAddresses, AreAlignedAndNotSoonUsedAgain) {
  const void* first;
  {
    const Reservation memory(User::Kernels, kMiB, pageSize(), 64 * kMiB);
    first = memory.data();
    EXPECT_EQ(addressOf(first) % (64 * kMiB), 0u);
    memory.data()[kMiB - 1] = 1;
  }
  const Reservation memory(User::Kernels, kMiB, pageSize(), 64 * kMiB);
  EXPECT_EQ(addressOf(memory.data()) % (64 * kMiB), 0u);
  if (!kThreadSanitizer) {
    EXPECT_NE(memory.data(), first);
  }
}

TEST(KernelAddresses, GoAroundMemoryOfOthers) {
  if (kThreadSanitizer)
    GTEST_SKIP() << "ThreadSanitizer has its own memory there";
  char* next;
  {
    const Reservation memory(User::Kernels, kMiB, pageSize());
    next = memory.data() + 4 * kMiB;
  }
  void* const foreign =
      mmap(next, 512 * kMiB, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  ASSERT_EQ(foreign, next);
  for (int i = 0; i < 8; ++i) {
    const Reservation memory(User::Kernels, 2 * kMiB, pageSize());
    ASSERT_TRUE(memory);
    EXPECT_TRUE(memory.data() + memory.size() <= next || memory.data() >= next + 512 * kMiB);
    memory.data()[0] = 1;
  }
  munmap(foreign, 512 * kMiB);
}

TEST(KernelAddresses, SmallerOrForeignAddressSpacesStillGetMemory) {
  // More than the range has: the memory comes from elsewhere or, as here, not at all.
  EXPECT_FALSE(Reservation(User::Kernels, std::size_t{1} << 48, pageSize()));
  EXPECT_EQ(mapInKernelRange(std::size_t{1} << 46, 0, pageSize(), PROT_NONE), nullptr);
}

TEST(Reservation, CommitProvidesTheFirstPartOnly) {
  Reservation memory = Reservation::addressesOnly(User::Driver, 4 * kMiB, 0);
  ASSERT_TRUE(memory);
  EXPECT_TRUE(memory.commit(kMiB));
  memory.data()[0] = memory.data()[kMiB - 1] = 1;
  EXPECT_EXIT(
      {
        memory.data()[kMiB] = 1;
        std::exit(0);
      },
      // AddressSanitizer reports the signal and exits.
      [](int status) { return status != 0; }, "");
  EXPECT_FALSE(memory.commit(5 * kMiB));
}

} // namespace
