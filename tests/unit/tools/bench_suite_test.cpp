// The comparison of results on which the benchmark table's "agree" rests.
#include "suite.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heddle::bench {
namespace {

TEST(CompareResults, ToleratesWhatItIsTold) {
  EXPECT_EQ(compareResults({1.0f, 100.0f}, {1.05f, 100.9f}, {0.1, 0.01, 0}), "");
  EXPECT_NE(compareResults({1.0f, 100.0f}, {1.2f, 100.9f}, {0.1, 0.01, 0}), "");
}

TEST(CompareResults, AllowsAFractionToDiffer) {
  EXPECT_EQ(compareResults({1, 2, 3, 4}, {1, 2, 3, 5}, {0, 0, 0.25}), "");
  EXPECT_NE(compareResults({1, 2, 3, 4}, {1, 2, 4, 5}, {0, 0, 0.25}), "");
}

TEST(CompareResults, RejectsNanAndOtherSizes) {
  EXPECT_NE(compareResults({1.0f}, {std::nanf("")}, {1e9, 1e9, 0}), "");
  EXPECT_NE(compareResults({1.0f}, {1.0f, 1.0f}, {0, 0, 0}), "");
  EXPECT_NE(compareResults({}, {}, {0, 0, 0}), "") << "nothing compared is no agreement";
}

} // namespace
} // namespace heddle::bench
