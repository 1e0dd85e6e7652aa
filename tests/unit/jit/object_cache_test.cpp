// The compute cache on disk (rows P-020, P-028 to P-030).
#include "jit/object_cache.h"
#include "jit/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

using heddle::jit::ObjectCache;
namespace fs = std::filesystem;

class ObjectCacheTest : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-cache-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string folder_;
};

TEST_F(ObjectCacheTest, GivesBackWhatWasStored) {
  ObjectCache cache(folder_, 1 << 20);
  EXPECT_FALSE(cache.load("key"));
  cache.store("key", std::string("pay\0load", 8));
  EXPECT_EQ(cache.load("key"), std::string("pay\0load", 8));
  EXPECT_EQ(ObjectCache(folder_, 1 << 20).load("key"), std::string("pay\0load", 8));
}

TEST_F(ObjectCacheTest, CorruptFilesCountAsAbsent) {
  ObjectCache cache(folder_, 1 << 20);
  cache.store("key", std::string(1000, 'x'));
  std::string path = folder_ + "/key";
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(500);
    file.put('y');
  }
  EXPECT_FALSE(cache.load("key"));
  for (std::uintmax_t size : {0u, 5u, 24u, 100u}) {
    cache.store("key", std::string(1000, 'x'));
    fs::resize_file(path, size);
    EXPECT_FALSE(cache.load("key")) << size;
  }
  std::ofstream(path) << "not an object at all, but long enough to hold a header";
  EXPECT_FALSE(cache.load("key"));
}

TEST_F(ObjectCacheTest, OldestEntriesGoFirst) {
  ObjectCache cache(folder_, 10000);
  for (int i = 0; i < 5; ++i) {
    cache.store("key" + std::to_string(i), std::string(3000, 'x'));
    fs::last_write_time(folder_ + "/key" + std::to_string(i),
                        fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  EXPECT_FALSE(cache.load("key0"));
  EXPECT_TRUE(cache.load("key4"));
  cache.store("large", std::string(20000, 'x'));
  EXPECT_FALSE(cache.load("large"));
}

TEST_F(ObjectCacheTest, ManyWritersOfOneKey) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      ObjectCache cache(folder_, 1 << 20);
      for (int i = 0; i < 50; ++i) {
        cache.store("key", std::string(2000, static_cast<char>('a' + t)));
        auto found = cache.load("key");
        ASSERT_TRUE(found);
        ASSERT_EQ(*found, std::string(2000, found->front()));
      }
    });
  for (std::thread& thread : threads)
    thread.join();
}

TEST_F(ObjectCacheTest, AnUnusableFolderIsNoError) {
  std::ofstream(folder_ + "/file") << "x";
  ObjectCache cache(folder_ + "/file/below", 1 << 20);
  cache.store("key", "payload");
  EXPECT_FALSE(cache.load("key"));
}

// Objects are looked up under what made them, so that those of another build are never found: the
// identity has a digest of all sources in it.
TEST(CodeIdentity, P021_namesTheBuild) {
  const std::string identity = heddle::jit::codeIdentity();
  EXPECT_TRUE(std::regex_search(identity, std::regex("-[0-9a-f]{64}"))) << identity;
}
