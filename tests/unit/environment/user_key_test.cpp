// The user's key: made once, private, and replaced when it cannot be trusted.
#include "environment/file_descriptor.h"
#include "environment/user_key.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace fs = std::filesystem;
using heddle::UserKey;

namespace {

using Variables = std::map<std::string, std::string>;

// Starts a process that asks for the key with these variables alone, and gives the end of a pipe
// from which the key can be read. The key of a process never changes, so each question needs one.
int askForKey(const Variables& variables) {
  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC) != 0)
    return -1;
  if (fork() == 0) {
    for (const char* name : {"XDG_STATE_HOME", "HOME", "CUDA_CACHE_PATH"})
      unsetenv(name);
    for (const auto& [name, value] : variables)
      setenv(name.c_str(), value.c_str(), 1);
    if (const auto& key = heddle::userKey())
      heddle::writeAll(pipe[1], key->data(), key->size());
    _exit(0);
  }
  close(pipe[1]);
  return pipe[0];
}

std::optional<UserKey> answerOf(int pipe) {
  const heddle::FileDescriptor end(pipe);
  UserKey key;
  const bool hasKey = heddle::readAll(end, key.data(), key.size());
  wait(nullptr);
  return hasKey ? std::optional(key) : std::nullopt;
}

std::optional<UserKey> keyWith(const Variables& variables) {
  return answerOf(askForKey(variables));
}

class UserKeyTest : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-key-XXXXXX";
    folder_ = mkdtemp(name);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string folder_;
};

} // namespace

TEST_F(UserKeyTest, IsMadeOnceForThisUserAlone) {
  const auto key = keyWith({{"HOME", folder_}});
  ASSERT_TRUE(key);
  EXPECT_NE(*key, UserKey{});
  EXPECT_EQ(keyWith({{"HOME", folder_}}), key);
  const std::string path = folder_ + "/.local/state/heddle/key";
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(fs::status(folder_ + "/.local").permissions(), fs::perms::owner_all);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ + "/.local/state/heddle"), {}), 1);
  EXPECT_NE(keyWith({{"XDG_STATE_HOME", folder_ + "/other"}, {"HOME", folder_}}), key);
}

TEST_F(UserKeyTest, ProcessesThatMakeItTogetherAgree) {
  std::vector<int> pipes;
  for (int i = 0; i < 8; ++i)
    pipes.push_back(askForKey({{"HOME", folder_}}));
  const auto first = answerOf(pipes[0]);
  ASSERT_TRUE(first);
  for (std::size_t i = 1; i < pipes.size(); ++i)
    EXPECT_EQ(answerOf(pipes[i]), first);
}

TEST_F(UserKeyTest, KeyThatCannotBeWrittenLeavesNothingBehind) {
  const std::string folder = folder_ + "/.local/state/heddle";
  if (fork() == 0) {
    // As on a full disk, the file is made but stays empty.
    const rlimit none{0, 0};
    setrlimit(RLIMIT_FSIZE, &none);
    std::signal(SIGXFSZ, SIG_IGN);
    setenv("HOME", folder_.c_str(), 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("CUDA_CACHE_PATH");
    _exit(heddle::userKey() ? 1 : 0);
  }
  int status = 0;
  wait(&status);
  EXPECT_EQ(status, 0);
  ASSERT_TRUE(fs::exists(folder));
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(UserKeyTest, WhatCannotBeTrustedIsReplaced) {
  const std::string path = folder_ + "/.local/state/heddle/key";
  auto last = keyWith({{"HOME", folder_}});
  const auto expectNew = [&](const char* what) {
    const auto key = keyWith({{"HOME", folder_}});
    ASSERT_TRUE(key) << what;
    EXPECT_NE(key, last) << what;
    EXPECT_EQ(keyWith({{"HOME", folder_}}), key) << what;
    last = key;
  };
  fs::resize_file(path, 31);
  expectNew("cut short");
  fs::resize_file(path, 33);
  expectNew("too long");
  ASSERT_EQ(chmod(path.c_str(), 0666), 0);
  expectNew("others can write it");
  fs::rename(path, folder_ + "/elsewhere");
  fs::create_symlink(folder_ + "/elsewhere", path);
  expectNew("a link");
  if (geteuid() == 0) {
    ASSERT_EQ(chown(path.c_str(), 65534, 65534), 0);
    expectNew("another user's");
  }
}

TEST_F(UserKeyTest, WithoutAFolderOfItsOwnItIsBesideTheCache) {
  const Variables variables{{"HOME", "/proc/nowhere"}, {"CUDA_CACHE_PATH", folder_}};
  const auto key = keyWith(variables);
  ASSERT_TRUE(key);
  EXPECT_EQ(keyWith(variables), key);
  EXPECT_TRUE(fs::exists(folder_ + "/heddle/state/key"));
  EXPECT_FALSE(keyWith({{"HOME", "/proc/nowhere"}}));
  EXPECT_FALSE(keyWith({}));
  EXPECT_FALSE(keyWith({{"HOME", "relative"}}));
}
