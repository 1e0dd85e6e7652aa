#include "memory/address_space.h"
#include "memory/machine_memory.h"

#include <cstring>
#include <gtest/gtest.h>
#include <set>

using namespace heddle::memory;

namespace {

constexpr std::size_t kMiB = 1u << 20;
const int kOwner = 0, kOther = 0;

struct AddressSpaceTest : testing::Test {
  AddressSpace space{64 * kMiB, false};
  void* device(std::size_t bytes, const void* owner = &kOwner) {
    return space.allocate(bytes, Kind::Device, 0, owner);
  }
};

TEST_F(AddressSpaceTest, AllocationsAreAlignedDisjointAndWritable) {
  std::set<char*> ends;
  for (std::size_t bytes : {1, 255, 512, 513, 5000, 70000, 300000, 3000000}) {
    auto* base = static_cast<char*>(device(bytes));
    ASSERT_NE(base, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(base) % 512, 0u);
    std::memset(base, 7, bytes);
    auto found = space.find(base + bytes - 1);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->base, base);
    EXPECT_EQ(found->size, bytes);
    EXPECT_FALSE(space.contains(base, bytes + 1));
    EXPECT_TRUE(space.contains(base + bytes / 2, bytes - bytes / 2));
  }
}

// Arrays that a kernel uses at the same index should differ in the low bits of their addresses.
TEST_F(AddressSpaceTest, LargeAllocationsBeginAtDifferentPlacesOfPages) {
  for (const std::size_t bytes : {kMiB / 16, kMiB / 4, kMiB, 4 * kMiB}) {
    std::set<std::uintptr_t> offsets;
    for (int i = 0; i < 4; ++i) {
      const auto address = reinterpret_cast<std::uintptr_t>(device(bytes));
      EXPECT_EQ(address % kSlotAlignment, 0u);
      offsets.insert(address % kOffsetRange);
    }
    EXPECT_EQ(offsets.size(), 4u) << bytes;
  }
  const auto pinned =
      reinterpret_cast<std::uintptr_t>(space.allocate(kMiB, Kind::Pinned, 0, &kOwner));
  EXPECT_EQ(pinned % pageSize(), 0u);
}

// Programs that cut a large allocation up by themselves expect whole pages, however many there were
// before it.
TEST_F(AddressSpaceTest, ALargeAllocationAloneOfItsSizeBeginsAPage) {
  for (int i = 0; i < 3; ++i) {
    void* const base = device(3 * kMiB);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(base) % pageSize(), 0u) << i;
    EXPECT_TRUE(space.release(base, {Kind::Device}));
  }
}

TEST_F(AddressSpaceTest, RefusesWhatDoesNotFitAndCountsWhatIsFreed) {
  EXPECT_EQ(space.available(), 64 * kMiB);
  void* half = device(32 * kMiB);
  ASSERT_NE(half, nullptr);
  EXPECT_EQ(device(33 * kMiB), nullptr);
  EXPECT_EQ(space.available(), 32 * kMiB);
  EXPECT_TRUE(space.release(half, {Kind::Device}));
  EXPECT_EQ(space.available(), 64 * kMiB);
  EXPECT_EQ(device(SIZE_MAX), nullptr);
  EXPECT_EQ(device(SIZE_MAX - 100), nullptr);
  EXPECT_EQ(device(0), nullptr);
}

TEST_F(AddressSpaceTest, FreeNeedsTheBaseOfALiveAllocationOfTheKind) {
  for (std::size_t bytes : {std::size_t(1000), 2 * kMiB}) {
    auto* base = static_cast<char*>(device(bytes));
    EXPECT_FALSE(space.release(base + 1, {Kind::Device}));
    EXPECT_FALSE(space.release(base, {Kind::Pinned}));
    EXPECT_TRUE(space.release(base, {Kind::Device}));
    EXPECT_FALSE(space.release(base, {Kind::Device}));
  }
  int local = 0;
  EXPECT_FALSE(space.release(&local, {Kind::Device}));
  EXPECT_FALSE(space.find(&local));
}

TEST_F(AddressSpaceTest, SmallAllocationsAreReusedAndReturned) {
  std::vector<void*> all;
  for (int i = 0; i < 20000; ++i) {
    all.push_back(device(1024));
    ASSERT_NE(all.back(), nullptr);
  }
  EXPECT_EQ(std::set<void*>(all.begin(), all.end()).size(), all.size());
  EXPECT_EQ(space.available(), 64 * kMiB - 20000 * 1024);
  for (void* p : all)
    EXPECT_TRUE(space.release(p, {Kind::Device}));
  EXPECT_EQ(space.available(), 64 * kMiB);
}

TEST_F(AddressSpaceTest, OwnersMemoryGoesWithTheOwner) {
  void* small = device(100, &kOther);
  void* large = device(kMiB, &kOther);
  void* kept = device(100);
  space.releaseOwnedBy(&kOther);
  EXPECT_FALSE(space.find(small));
  EXPECT_FALSE(space.find(large));
  EXPECT_TRUE(space.find(kept));
}

TEST_F(AddressSpaceTest, IdsAreNotReused) {
  void* first = device(100);
  auto id = space.find(first)->id;
  space.release(first, {Kind::Device});
  EXPECT_NE(space.find(device(100))->id, id);
}

TEST_F(AddressSpaceTest, RegisteredHostMemoryIsFoundAndMayNotOverlap) {
  std::vector<char> host(10000);
  EXPECT_TRUE(space.registerHost(host.data(), host.size(), 0, &kOwner));
  EXPECT_FALSE(space.registerHost(host.data() + 100, 10, 0, &kOwner));
  ASSERT_TRUE(space.find(host.data() + 9999));
  EXPECT_EQ(space.find(host.data() + 9999)->kind, Kind::Registered);
  EXPECT_FALSE(space.unregisterHost(host.data() + 1));
  EXPECT_TRUE(space.unregisterHost(host.data()));
  EXPECT_FALSE(space.find(host.data()));
  EXPECT_EQ(space.available(), 64 * kMiB);
}

TEST_F(AddressSpaceTest, SmallAllocationsOfEachKindShareMappingsWithTheirOwnKindOnly) {
  constexpr Kind kinds[] = {Kind::Device, Kind::Pinned, Kind::Managed};
  std::vector<void*> all[3];
  for (int i = 0; i < 100; ++i)
    for (int kind = 0; kind < 3; ++kind)
      all[kind].push_back(space.allocate(4096, kinds[kind], 5, &kOwner));
  for (int kind = 0; kind < 3; ++kind)
    for (void* base : all[kind]) {
      ASSERT_TRUE(space.find(base));
      EXPECT_EQ(space.find(base)->kind, kinds[kind]);
      EXPECT_EQ(space.find(base)->flags, 5u);
      EXPECT_FALSE(space.release(base, {kinds[(kind + 1) % 3]}));
      EXPECT_TRUE(space.release(base, {kinds[kind]}));
      EXPECT_FALSE(space.find(base));
    }
  EXPECT_EQ(space.available(), 64 * kMiB);
}

TEST_F(AddressSpaceTest, NoTwoManagedAllocationsShareAPage) {
  std::set<std::uintptr_t> pages;
  for (std::size_t bytes : {1, 100, 5000, 6000, 1, 9000}) {
    const auto base =
        reinterpret_cast<std::uintptr_t>(space.allocate(bytes, Kind::Managed, 0, &kOwner));
    for (std::uintptr_t page = base / pageSize(); page <= (base + bytes - 1) / pageSize(); ++page)
      EXPECT_TRUE(pages.insert(page).second);
  }
}

// Linux allows a process 65,530 mappings, so that not each can have one.
TEST(ManyAllocations, MoreThanAProcessCanHaveMappings) {
  constexpr std::size_t kCount = 70000, kBytes = 300000;
  constexpr std::size_t kCapacity = 2 * kCount * (kBytes + 512);
  AddressSpace space(kCapacity, false);
  std::vector<char*> all;
  for (Kind kind : {Kind::Device, Kind::Pinned})
    for (std::size_t i = 0; i < kCount; ++i) {
      all.push_back(static_cast<char*>(space.allocate(kBytes, kind, 0, &kOwner)));
      ASSERT_NE(all.back(), nullptr) << all.size();
    }
  all.front()[kBytes - 1] = 1;
  all.back()[kBytes - 1] = 1;
  EXPECT_FALSE(space.contains(all.back(), kBytes + 1));
  space.releaseOwnedBy(&kOwner);
  EXPECT_FALSE(space.find(all.back()));
  EXPECT_EQ(space.available(), kCapacity);
}

using AddressSpaceDeathTest = AddressSpaceTest;

TEST_F(AddressSpaceDeathTest, LargeBlocksFaultPastTheEndAndAfterFree) {
  auto* base = static_cast<volatile char*>(device(4 * kMiB));
  EXPECT_DEATH(base[4 * kMiB] = 1, "");
  EXPECT_DEATH(base[-1] = 1, "");
  EXPECT_DEATH(
      {
        space.release(const_cast<char*>(base), {Kind::Device});
        base[0] = 1;
      },
      "");
}

TEST(ByteSize, Suffixes) {
  EXPECT_EQ(parseByteSize("1000"), 1000u);
  EXPECT_EQ(parseByteSize("2GiB"), 2u << 30);
  EXPECT_EQ(parseByteSize("64M"), 64u << 20);
  EXPECT_FALSE(parseByteSize("many"));
  EXPECT_FALSE(parseByteSize("12parsecs"));
  EXPECT_FALSE(parseByteSize("99999999999999T"));
}

TEST(MachineMemory, IsPlausible) {
  const auto memory = machineMemory();
  EXPECT_GT(memory.total, 64 * kMiB);
  EXPECT_GT(memory.available, 0u);
  EXPECT_LE(memory.available, memory.total);
}

} // namespace
