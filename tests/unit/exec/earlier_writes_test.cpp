#include "exec/earlier_writes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace heddle::exec {
namespace {

std::uint64_t word(std::uint64_t run, std::uint64_t epoch, std::uint64_t thread, std::uint64_t site,
                   std::uint64_t flags = 0) {
  return run << kGlobalRaceRunShift | epoch << kGlobalRaceEpochShift |
         thread << kGlobalRaceThreadShift | site << kGlobalRaceSiteShift |
         std::uint64_t{0xf} << kGlobalRaceBytesShift | flags;
}

class EarlierWritesTest : public testing::Test {
protected:
  std::vector<GlobalRaceEarlierWrite> entries_{kGlobalRaceEntries};
  EarlierWrites writes_{entries_.data()};

  std::size_t entryCount() const {
    return std::size_t(std::count_if(entries_.begin(), entries_.end(),
                                     [](const auto& entry) { return entry.read != 0; }));
  }
};

TEST_F(EarlierWritesTest, GivesBackBothAccesses) {
  const std::uint64_t read = word(9, 3, 17, 5, kGlobalRaceRead | kGlobalRaceThreads);
  const std::uint64_t write = word(9, 3, 30, 2);
  const auto both = writes_.combine(read, write);
  ASSERT_TRUE(both);
  EXPECT_TRUE(*both & kGlobalRaceWritten);
  EXPECT_EQ(*both >> kGlobalRaceThreadShift, read >> kGlobalRaceThreadShift);
  EXPECT_EQ(writes_.readOf(*both), read);
  EXPECT_EQ(writes_.writeOf(*both), write);
  EXPECT_TRUE(writes_.knowsWriter(*both));
}

TEST_F(EarlierWritesTest, ForgetsTheThreadThatWroteInAnotherEpochOrBlock) {
  const std::uint64_t read = word(9, 3, 17, 5, kGlobalRaceRead);
  for (const std::uint64_t write : {word(9, 2, 30, 2), word(1000, 3, 30, 2), word(4, 7, 30, 2)}) {
    const auto both = writes_.combine(read, write);
    ASSERT_TRUE(both);
    EXPECT_EQ(writes_.readOf(*both), read);
    EXPECT_FALSE(writes_.knowsWriter(*both));
    const std::uint64_t thread = kGlobalRaceThreadMask << kGlobalRaceThreadShift;
    EXPECT_EQ(writes_.writeOf(*both) & ~thread, write & ~thread);
  }
}

// The shadow has no more memory than that of its words, however much a kernel reads back.
TEST_F(EarlierWritesTest, HasOneEntryForAllThreadsAndBlocksThatDoTheSame) {
  for (std::uint64_t run = 1; run < 100; ++run)
    for (std::uint64_t thread = 0; thread < 64; ++thread)
      ASSERT_TRUE(
          writes_.combine(word(run, 5, thread, 8, kGlobalRaceRead), word(run, 4, 63 - thread, 7)));
  EXPECT_EQ(entryCount(), 1u);
}

TEST_F(EarlierWritesTest, SaysThatItIsFull) {
  const std::uint64_t read = word(1, 0, 0, 5, kGlobalRaceRead);
  std::uint64_t run = 2;
  while (writes_.combine(read, word(run, 0, 0, 2)))
    ++run;
  EXPECT_GT(entryCount(), kGlobalRaceEntries / 8);
  EXPECT_TRUE(writes_.combine(read, word(2, 0, 0, 2)));
  writes_.clear();
  EXPECT_EQ(entryCount(), 0u);
  EXPECT_TRUE(writes_.combine(read, word(run, 0, 0, 2)));
}

} // namespace
} // namespace heddle::exec
