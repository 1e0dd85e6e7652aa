// Rows L-355 to L-358.
#include "exec/device_malloc.h"

#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace heddle::exec;

namespace {

TEST(DeviceHeap, AlignedDisjointAndLimited) {
  DeviceHeap heap;
  ASSERT_TRUE(heap.resize(1u << 20));
  std::vector<char*> blocks;
  while (auto* block = static_cast<char*>(heap.allocate(1000))) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0u);
    std::memset(block, int(blocks.size()), 1000);
    blocks.push_back(block);
  }
  EXPECT_EQ(blocks.size(), (1u << 20) / 1008);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    EXPECT_EQ(blocks[i][999], char(i));
  for (char* block : blocks)
    heap.free(block);
  EXPECT_NE(heap.allocate(1u << 20), nullptr); // all pieces have been joined
}

TEST(DeviceHeap, SizeIsFixedOnceUsed) {
  DeviceHeap heap;
  EXPECT_EQ(heap.size(), 8u << 20);
  EXPECT_NE(heap.allocate(1), nullptr);
  EXPECT_FALSE(heap.resize(100u << 20));
  EXPECT_EQ(heap.allocate(9u << 20), nullptr);
  heap.free(nullptr);
}

TEST(DeviceHeap, ManyThreads) {
  DeviceHeap heap;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&heap, t] {
      std::vector<unsigned char*> mine;
      for (int i = 0; i < 3000; ++i) {
        auto* block = static_cast<unsigned char*>(heap.allocate(16 + i % 200));
        ASSERT_NE(block, nullptr);
        block[0] = static_cast<unsigned char>(t);
        mine.push_back(block);
        if (i % 3 == 0) {
          EXPECT_EQ(mine.back()[0], t);
          heap.free(mine.back());
          mine.pop_back();
        }
      }
      for (auto* block : mine)
        EXPECT_EQ(block[0], t);
    });
  for (auto& thread : threads)
    thread.join();
}

} // namespace
