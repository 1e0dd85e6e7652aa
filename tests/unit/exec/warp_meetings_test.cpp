// Which threads have passed by an operation of their warp whose mask names them.
#include "exec/warp_meetings.h"

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

constexpr const char *kHere = "here", *kThere = "there";
constexpr std::uint32_t kInner[] = {1, 2}, kOuter[] = {2};

// The lanes of a gang do everything together, one after the other.
class Gang {
public:
  void arrive(std::uint32_t lanes, std::uint32_t members, const char* site = kHere,
              std::span<const std::uint32_t> places = kOuter) {
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if (lanes >> lane & 1)
        meetings_.arrive(lane, members, site, places);
  }
  // Returns the lanes that have passed by.
  std::uint32_t pass(std::uint32_t lanes, std::uint32_t place = 2) {
    std::uint32_t missing = 0;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((lanes >> lane & 1) && meetings_.pass(lane, place))
        missing |= 1u << lane;
    return missing;
  }

private:
  WarpMeetings meetings_;
};

TEST(WarpMeetings, NamesTheOperationAndItsFirstLane) {
  WarpMeetings meetings;
  meetings.arrive(4, 0xff, kHere, kOuter);
  meetings.arrive(5, 0xff, kHere, kOuter);
  EXPECT_FALSE(meetings.pass(8, 2));
  const auto missed = meetings.pass(0, 2);
  ASSERT_TRUE(missed);
  EXPECT_EQ(missed->site, kHere);
  EXPECT_EQ(missed->lane, 4u);
  EXPECT_EQ(missed->members, 0xffu);
  // The mistake has been found, and what follows from it is none.
  EXPECT_FALSE(meetings.pass(1, 2));
}

TEST(WarpMeetings, LetsMembersGoOnTogether) {
  Gang gang;
  gang.arrive(0xff, 0xff);
  EXPECT_EQ(gang.pass(~0u), 0u);
}

TEST(WarpMeetings, CountsOperationsInOtherBranches) {
  Gang gang;
  for (int round = 0; round < 100; ++round)
    gang.arrive(0x0f, 0xff, kHere);
  for (int round = 0; round < 100; ++round)
    gang.arrive(0xf0, 0xff, kThere);
  EXPECT_EQ(gang.pass(0xff), 0u);
  gang.arrive(0x0f, 0xff, kHere);
  gang.arrive(0x0f, 0xff, kHere);
  gang.arrive(0xf0, 0xff, kThere);
  EXPECT_EQ(gang.pass(0xff), 0x10u);
}

TEST(WarpMeetings, WaitsForTheElseBranchBehindAnInnerPlace) {
  Gang gang;
  gang.arrive(0x0f, 0xff, kHere, kInner);
  EXPECT_EQ(gang.pass(0x0f, 1), 0u);
  gang.arrive(0xf0, 0xff, kThere);
  EXPECT_EQ(gang.pass(0xff), 0u);
}

TEST(WarpMeetings, FindsThoseWhoLeaveALoopEarlier) {
  Gang gang;
  for (int round = 0; round < 1000; ++round)
    gang.arrive(0xff, 0xff);
  gang.arrive(0x3f, 0xff);
  EXPECT_EQ(gang.pass(0xff), 0x40u);
}

TEST(WarpMeetings, ExpectsNobodyWhoHasReturned) {
  Gang gang;
  for (int round = 0; round < 3; ++round) {
    gang.arrive(0x3f, 0xff);
    EXPECT_EQ(gang.pass(0x3f), 0u);
  }
  // Those who are still there are compared with each other.
  gang.arrive(0x1f, 0xff);
  EXPECT_EQ(gang.pass(0x3f), 0x20u);
}

TEST(WarpMeetings, KeepsMasksApart) {
  Gang gang;
  gang.arrive(0x0f, 0x0f);
  gang.arrive(0x30, 0xf0);
  EXPECT_EQ(gang.pass(0xff), 0x40u);
}

} // namespace
} // namespace heddle::exec
