#include "driver/core/handle_table.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

using heddle::driver::HandleTable;

namespace {

TEST(HandleTable, OnlyLiveHandlesAreFound) {
  HandleTable<std::string> table(1000);
  std::string* first = table.create("first");
  std::string* second = table.create("second");
  EXPECT_EQ(table.find(first), first);
  EXPECT_EQ(*table.find(second), "second");
  EXPECT_EQ(table.find(reinterpret_cast<char*>(first) + 1), nullptr);
  EXPECT_EQ(table.find(nullptr), nullptr);
  EXPECT_EQ(table.find(&table), nullptr);
  table.destroy(first);
  EXPECT_EQ(table.find(first), nullptr);
  EXPECT_EQ(table.find(second), second);
  table.destroy(second);
}

TEST(HandleTable, SlotsAreReusedLate) {
  HandleTable<int> table(1000);
  std::set<int*> seen;
  for (int i = 0; i < 60; ++i) {
    int* object = table.create(i);
    EXPECT_TRUE(seen.insert(object).second) << "reused at once";
    table.destroy(object);
  }
  for (int i = 0; i < 5000; ++i) {
    int* object = table.create(i);
    ASSERT_NE(object, nullptr);
    table.destroy(object);
  }
}

TEST(HandleTable, FullTableRefuses) {
  HandleTable<int> table(10);
  int made = 0;
  while (table.create(made))
    ++made;
  EXPECT_GE(made, 10);
}

TEST(HandleTable, FullTableTakesTheSlotsThatAreKeptFree) {
  HandleTable<int> table(10);
  std::vector<int*> objects;
  while (int* object = table.create(0))
    objects.push_back(object);
  for (int* object : objects)
    table.destroy(object);
  for (std::size_t i = 0; i < objects.size(); ++i)
    EXPECT_NE(table.create(0), nullptr) << i;
  EXPECT_EQ(table.create(0), nullptr);
}

} // namespace
