// Which accesses of blocks flags and counters order, for races on global memory.
#include "exec/global_race_order.h"

#include <gtest/gtest.h>

namespace heddle::exec {
namespace {

constexpr std::uint64_t kFlag = 0x1000, kOther = 0x2000, kThird = 0x3000;

TEST(GlobalRaceOrder, OrdersNothingByItself) {
  GlobalRaceOrder order;
  EXPECT_FALSE(order.isOrdered(1, 0, 2));
  order.release(1, 0, kFlag);
  EXPECT_FALSE(order.isOrdered(1, 0, 2));
  order.acquire(2, kOther);
  EXPECT_FALSE(order.isOrdered(1, 0, 2));
}

TEST(GlobalRaceOrder, OrdersBehindARelease) {
  GlobalRaceOrder order;
  order.release(1, 3, kFlag);
  order.acquire(2, kFlag);
  EXPECT_TRUE(order.isOrdered(1, 0, 2));
  EXPECT_TRUE(order.isOrdered(1, 3, 2));
  // What the block does behind its next barrier comes after the release.
  EXPECT_FALSE(order.isOrdered(1, 4, 2));
  EXPECT_FALSE(order.isOrdered(2, 0, 1));
}

TEST(GlobalRaceOrder, NeedsTheReleaseFirst) {
  GlobalRaceOrder order;
  order.acquire(2, kFlag);
  order.release(1, 0, kFlag);
  EXPECT_FALSE(order.isOrdered(1, 0, 2));
  order.acquire(2, kFlag);
  EXPECT_TRUE(order.isOrdered(1, 0, 2));
}

TEST(GlobalRaceOrder, GoesOnOverOtherBlocks) {
  GlobalRaceOrder order;
  order.release(1, 0, kFlag);
  order.acquire(2, kFlag);
  order.release(2, 0, kOther);
  order.acquire(3, kOther);
  EXPECT_TRUE(order.isOrdered(2, 0, 3));
  EXPECT_TRUE(order.isOrdered(1, 0, 3));
  order.acquire(4, kThird);
  EXPECT_FALSE(order.isOrdered(1, 0, 4));
}

TEST(GlobalRaceOrder, TakesManyAddressesForOne) {
  GlobalRaceOrder order;
  order.release(1, 0, kFlag);
  for (std::uint64_t address = 0; address < 100; ++address)
    order.acquire(2, 0x10000 + address);
  // Too many to be told apart: what is not known counts as ordered.
  EXPECT_TRUE(order.isOrdered(1, 0, 2));
}

TEST(GlobalRaceOrder, ForgetsBlocksThatHaveEnded) {
  GlobalRaceOrder order;
  order.release(1, 0, kFlag);
  order.acquire(2, kFlag);
  order.forget(1, 1);
  EXPECT_FALSE(order.isOrdered(1, 0, 2));
}

} // namespace
} // namespace heddle::exec
