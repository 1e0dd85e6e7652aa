// Which addresses functions of the driver may follow for a kernel.
#include "memory/kernel_access.h"
#include "memory/process_mappings.h"
#include "memory/reservation.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace heddle::memory {
namespace {

TEST(KernelAccessTest, MemoryOfKernelsAlone) {
  const Reservation kernels(User::Kernels, 4096, 0), drivers(User::Driver, 4096, 0);
  ASSERT_TRUE(kernels && drivers);
  EXPECT_TRUE(mayKernelsAccess(kernels.data(), 4096));
  if (kernelRange().bytes >= UINTPTR_MAX / 2)
    GTEST_SKIP() << "kernels have no range of their own here";
  static int variable;
  EXPECT_FALSE(mayKernelsAccess(drivers.data(), 1));
  EXPECT_FALSE(mayKernelsAccess(&variable, sizeof variable));
  EXPECT_FALSE(mayKernelsAccess(nullptr, 1));
  EXPECT_FALSE(mayKernelsAccess(kernels.data(), SIZE_MAX)) << "the end wraps around";
}

TEST(KernelAccessTest, NotedMemoryUntilItIsForgotten) {
  if (kernelRange().bytes >= UINTPTR_MAX / 2)
    GTEST_SKIP() << "kernels have no range of their own here";
  static char memory[64];
  noteKernelMemory(memory + 8, 16);
  EXPECT_TRUE(mayKernelsAccess(memory + 8, 16));
  EXPECT_TRUE(mayKernelsAccess(memory + 20, 4));
  EXPECT_FALSE(mayKernelsAccess(memory + 20, 5));
  EXPECT_FALSE(mayKernelsAccess(memory + 7, 1));
  EXPECT_FALSE(mayKernelsAccess(memory + 24, 1));
  forgetKernelMemory(memory + 8);
  EXPECT_FALSE(mayKernelsAccess(memory + 8, 1));
}

TEST(ProcessMappingsTest, ProtectionOfEveryPageCounts) {
  const std::size_t page = pageSize();
  void* const mapped =
      mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(mapped, MAP_FAILED);
  char* const memory = static_cast<char*>(mapped);
  EXPECT_TRUE(isMappedWith(memory + 1, 3 * page - 1, PROT_READ | PROT_WRITE));
  ASSERT_EQ(mprotect(memory + page, page, PROT_READ), 0);
  EXPECT_TRUE(isMappedWith(memory, 3 * page, PROT_READ));
  EXPECT_FALSE(isMappedWith(memory, 3 * page, PROT_WRITE));
  ASSERT_EQ(munmap(memory + page, page), 0);
  EXPECT_FALSE(isMappedWith(memory, 3 * page, PROT_READ));
  EXPECT_TRUE(isMappedWith(memory, page, PROT_READ));
  EXPECT_FALSE(isMappedWith(memory, SIZE_MAX, PROT_READ));
  munmap(memory, page);
  munmap(memory + 2 * page, page);
}

} // namespace
} // namespace heddle::memory
