#include "runtime/pointer_map.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

using heddle::runtime::PointerMap;

TEST(PointerMap, FindsWhatWasInserted) {
  PointerMap<int> map;
  std::vector<int> objects(1000);
  EXPECT_EQ(map.find(&objects[0]), nullptr);
  for (int& object : objects)
    map.insert(&object, &object);
  for (int& object : objects)
    EXPECT_EQ(map.find(&object), &object);
  EXPECT_EQ(map.find(&map), nullptr);
  EXPECT_EQ(map.find(nullptr), nullptr);
}

TEST(PointerMap, EraseOnlyTheOwnValue) {
  PointerMap<int> map;
  int key = 0, first = 1, second = 2;
  map.insert(&key, &first);
  map.insert(&key, &second);
  EXPECT_EQ(map.find(&key), &second);
  map.erase(&key, &first); // a later owner keeps its entry
  EXPECT_EQ(map.find(&key), &second);
  map.erase(&key, &second);
  EXPECT_EQ(map.find(&key), nullptr);
  map.insert(&key, &first);
  EXPECT_EQ(map.find(&key), &first);
}

TEST(PointerMap, ReadersDuringGrowth) {
  PointerMap<int> map;
  std::vector<int> objects(20000);
  map.insert(&objects[0], &objects[0]);
  std::atomic<bool> stop = false;
  std::atomic<int> wrong = 0;
  std::thread reader([&] {
    while (!stop)
      if (map.find(&objects[0]) != &objects[0])
        ++wrong;
  });
  for (int& object : objects)
    map.insert(&object, &object);
  stop = true;
  reader.join();
  EXPECT_EQ(wrong, 0);
}

} // namespace
