// The compute cache on disk (rows P-020, P-028 to P-030).
#include "jit/cache_archive.h"
#include "jit/object_cache.h"
#include "jit/program.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

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

TEST_F(ObjectCacheTest, OneMakesAnObjectAndOthersWaitForIt) {
  ObjectCache cache(folder_, 1 << 20);
  std::vector<std::thread> threads;
  std::atomic<int> made{0}, found{0};
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      const ObjectCache::MakingLock lock(cache, "key");
      if (cache.load("key")) {
        ++found;
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      cache.store("key", "object");
      ++made;
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(found, 3);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(ObjectCacheTest, ExportedObjectsCanBeImported) {
  ObjectCache cache(folder_ + "/one", 1 << 20), other(folder_ + "/other", 1 << 20);
  cache.store("key", std::string("pay\0load", 8));
  cache.store("second", std::string(3000, 'x'));
  std::ofstream(folder_ + "/one/forged") << "without a seal";
  const std::string file = folder_ + "/exported";
  const auto exported = exportCache(cache, file);
  EXPECT_EQ(exported.failure, "");
  EXPECT_EQ(exported.objects, 2u);
  EXPECT_EQ(importCache(other, file).objects, 2u);
  EXPECT_EQ(other.load("key"), std::string("pay\0load", 8));
  EXPECT_EQ(other.load("second"), std::string(3000, 'x'));
  EXPECT_FALSE(other.load("forged"));
}

TEST_F(ObjectCacheTest, DamagedArchivesAddNothing) {
  ObjectCache cache(folder_ + "/one", 1 << 20), other(folder_ + "/other", 1 << 20);
  cache.store("key", std::string(3000, 'x'));
  const std::string file = folder_ + "/exported";
  exportCache(cache, file);
  const auto bytes = fs::file_size(file);
  for (const std::uintmax_t at : {std::uintmax_t(3), std::uintmax_t(20), bytes / 2, bytes - 1}) {
    exportCache(cache, file);
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary)
        .seekp(static_cast<std::streamoff>(at))
        .put('!');
    EXPECT_NE(importCache(other, file).failure, "") << at;
    exportCache(cache, file);
    fs::resize_file(file, at);
    EXPECT_NE(importCache(other, file).failure, "") << at;
  }
  EXPECT_NE(importCache(other, folder_ + "/none").failure, "");
  EXPECT_TRUE(other.entries().empty());
}

TEST_F(ObjectCacheTest, ShrinksToTheObjectsUsedLast) {
  ObjectCache cache(folder_, 1 << 20);
  for (const char* name : {"first", "second"}) {
    cache.store(name, std::string(3000, 'x'));
    fs::last_write_time(folder_ + "/" + name,
                        fs::file_time_type::clock::now() - std::chrono::hours(*name == 'f'));
  }
  ASSERT_EQ(cache.entries().size(), 2u);
  cache.shrink(4000);
  EXPECT_FALSE(cache.load("first"));
  EXPECT_TRUE(cache.load("second"));
  cache.shrink(0);
  EXPECT_TRUE(cache.entries().empty());
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

TEST_F(ObjectCacheTest, EveryFlippedBitIsFound) {
  ObjectCache cache(folder_, 1 << 20);
  cache.store("key", "payload");
  const std::string path = folder_ + "/key";
  const auto size = fs::file_size(path);
  for (std::uintmax_t at = 0; at < size; ++at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const char was = static_cast<char>(file.get());
    for (int bit = 0; bit < 8; ++bit) {
      file.seekp(static_cast<std::streamoff>(at));
      file.put(static_cast<char>(was ^ (1 << bit))).flush();
      EXPECT_FALSE(cache.load("key")) << "byte " << at << ", bit " << bit;
    }
    file.seekp(static_cast<std::streamoff>(at));
    file.put(was);
  }
  EXPECT_TRUE(cache.load("key"));
}

TEST_F(ObjectCacheTest, ExchangedEntriesAreNotUsedAndReplaced) {
  ObjectCache cache(folder_, 1 << 20);
  cache.store("one", "first");
  cache.store("two", "other");
  fs::rename(folder_ + "/one", folder_ + "/three");
  fs::rename(folder_ + "/two", folder_ + "/one");
  fs::rename(folder_ + "/three", folder_ + "/two");
  EXPECT_FALSE(cache.load("one"));
  EXPECT_FALSE(cache.load("two"));
  cache.store("one", "first");
  EXPECT_EQ(cache.load("one"), "first");
}

TEST_F(ObjectCacheTest, LinksAndPipesAreNotUsedAndReplaced) {
  ObjectCache cache(folder_, 1 << 20);
  const std::string path = folder_ + "/key";
  cache.store("key", "payload");
  fs::rename(path, folder_ + "/elsewhere");
  fs::create_symlink("elsewhere", path);
  EXPECT_FALSE(cache.load("key"));
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache.load("key"));
  cache.store("key", "payload");
  EXPECT_EQ(cache.load("key"), "payload");
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path)));
}

TEST_F(ObjectCacheTest, EntriesThatOthersCanWriteAreNotUsed) {
  ObjectCache cache(folder_, 1 << 20);
  const std::string path = folder_ + "/key";
  for (mode_t mode : {0620u, 0602u, 0666u}) {
    cache.store("key", "payload");
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    EXPECT_FALSE(cache.load("key")) << std::oct << mode;
  }
}

TEST_F(ObjectCacheTest, FoldersThatOthersCanWriteAreNotUsed) {
  ObjectCache cache(folder_, 1 << 20);
  cache.store("key", "payload");
  for (mode_t mode : {0720u, 0702u, 01777u}) {
    ASSERT_EQ(chmod(folder_.c_str(), mode), 0);
    EXPECT_FALSE(cache.load("key")) << std::oct << mode;
    cache.store("new", "payload");
    EXPECT_FALSE(fs::exists(folder_ + "/new")) << std::oct << mode;
  }
  ASSERT_EQ(chmod(folder_.c_str(), 0755), 0);
  EXPECT_TRUE(cache.load("key"));
}

TEST_F(ObjectCacheTest, ALinkToAFolderIsNotUsed) {
  ObjectCache(folder_ + "/real", 1 << 20).store("key", "payload");
  fs::create_symlink("real", folder_ + "/link");
  EXPECT_FALSE(ObjectCache(folder_ + "/link", 1 << 20).load("key"));
}

TEST_F(ObjectCacheTest, WhatIsMadeIsPrivateWhateverTheUmask) {
  for (mode_t mask : {0000u, 0777u}) {
    const std::string above = folder_ + "/" + std::to_string(mask), folder = above + "/cache";
    const mode_t before = umask(mask);
    ObjectCache(folder, 1 << 20).store("key", "payload");
    umask(before);
    EXPECT_EQ(fs::status(above).permissions(), fs::perms::owner_all);
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
    EXPECT_EQ(fs::status(folder + "/key").permissions(),
              fs::perms::owner_read | fs::perms::owner_write);
  }
}

TEST_F(ObjectCacheTest, WhatBelongsToAnotherUserIsNotUsed) {
  constexpr uid_t kOtherUser = 65534;
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  ObjectCache cache(folder_, 1 << 20);
  cache.store("key", "payload");
  ASSERT_EQ(chown((folder_ + "/key").c_str(), kOtherUser, kOtherUser), 0);
  EXPECT_FALSE(cache.load("key"));
  cache.store("key", "payload");
  EXPECT_TRUE(cache.load("key"));
  ASSERT_EQ(chown(folder_.c_str(), kOtherUser, kOtherUser), 0);
  EXPECT_FALSE(cache.load("key"));
  // As where root has the HOME of a user: nothing is made in it.
  ObjectCache below(folder_ + "/.nv/ComputeCache", 1 << 20);
  below.store("key", "payload");
  EXPECT_FALSE(fs::exists(folder_ + "/.nv"));
}

TEST_F(ObjectCacheTest, AFolderThatCannotBeMadeIsNoError) {
  ObjectCache cache("/proc/heddle/cache", 1 << 20);
  cache.store("key", "payload");
  EXPECT_FALSE(cache.load("key"));
}

TEST(ObjectCacheSettings, WithoutAHomeThereIsNoCache) {
  const char* home = getenv("HOME");
  const std::string before = home ? home : "";
  const char* path = getenv("CUDA_CACHE_PATH");
  const std::string pathBefore = path ? path : "";
  unsetenv("HOME");
  unsetenv("CUDA_CACHE_PATH");
  EXPECT_FALSE(ObjectCache().enabled());
  if (home)
    setenv("HOME", before.c_str(), 1);
  if (path)
    setenv("CUDA_CACHE_PATH", pathBefore.c_str(), 1);
}

// Objects are looked up under what made them, so that those of another build are never found: the
// identity has a digest of all sources in it.
TEST(CodeIdentity, P021_namesTheBuild) {
  const std::string identity = heddle::jit::codeIdentity();
  EXPECT_TRUE(std::regex_search(identity, std::regex("-[0-9a-f]{64}"))) << identity;
}
