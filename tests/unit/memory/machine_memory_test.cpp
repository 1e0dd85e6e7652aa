// The machine's memory as the limits of control groups leave it, over a folder that stands for "/".
#include "memory/machine_memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

using heddle::memory::machineMemory;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kGiB = std::size_t(1) << 30;

class MachineMemoryTest : public testing::Test {
protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-machine-XXXXXX";
    root_ = mkdtemp(name);
    write("proc/meminfo", "MemTotal: 16777216 kB\nMemFree: 1 kB\nMemAvailable: 8388608 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << "\n";
  }
  void limit2(const std::string& group, const std::string& limit, std::size_t used) {
    write("sys/fs/cgroup" + group + "/memory.max", limit);
    write("sys/fs/cgroup" + group + "/memory.current", std::to_string(used));
  }
  void limit1(const std::string& group, std::size_t limit, std::size_t used) {
    write("sys/fs/cgroup/memory" + group + "/memory.limit_in_bytes", std::to_string(limit));
    write("sys/fs/cgroup/memory" + group + "/memory.usage_in_bytes", std::to_string(used));
  }
  void expect(std::size_t total, std::size_t available) const {
    EXPECT_EQ(machineMemory(root_).total, total);
    EXPECT_EQ(machineMemory(root_).available, available);
  }

  fs::path root_;
};

TEST_F(MachineMemoryTest, WithoutControlGroups) {
  expect(16 * kGiB, 8 * kGiB);
  write("proc/self/cgroup", "0::/");
  expect(16 * kGiB, 8 * kGiB);
}

TEST_F(MachineMemoryTest, TheGroupOfAContainerIsTheRoot) {
  write("proc/self/cgroup", "0::/");
  limit2("", std::to_string(4 * kGiB), kGiB);
  expect(4 * kGiB, 3 * kGiB);
}

TEST_F(MachineMemoryTest, TheLowestOfNestedLimitsCounts) {
  write("proc/self/cgroup", "0::/a/b/c");
  limit2("/a", std::to_string(2 * kGiB), kGiB / 2);
  limit2("/a/b", "max", kGiB / 2);
  limit2("/a/b/c", std::to_string(3 * kGiB), kGiB / 4);
  expect(2 * kGiB, kGiB + kGiB / 2);
  limit2("/a/b/c", std::to_string(kGiB), kGiB / 4);
  expect(kGiB, 3 * (kGiB / 4));
  limit2("/a/b/c", std::to_string(kGiB), 2 * kGiB);
  expect(kGiB, 0);
}

TEST_F(MachineMemoryTest, OnlyTheOwnGroupsCount) {
  write("proc/self/cgroup", "0::/a");
  limit2("/a/b", std::to_string(kGiB), 0);
  limit2("/c", std::to_string(kGiB), 0);
  expect(16 * kGiB, 8 * kGiB);
}

TEST_F(MachineMemoryTest, Version1) {
  constexpr std::size_t kNoLimit = 9223372036854771712u;
  write("proc/self/cgroup", "12:cpu,cpuacct:/a\n5:memory:/docker/x:y\n1:name=systemd:/a\n0::/a");
  limit1("", kNoLimit, 12 * kGiB);
  limit1("/docker", 5 * kGiB, 2 * kGiB);
  limit1("/docker/x:y", 6 * kGiB, kGiB);
  expect(5 * kGiB, 3 * kGiB);
}

TEST_F(MachineMemoryTest, GroupsThatAreNotSeenArePassedOver) {
  for (const char* group : {"0::/docker/0123", "0::/../../other", "5:memory:/docker/0123"}) {
    write("proc/self/cgroup", group);
    limit2("", std::to_string(4 * kGiB), kGiB);
    limit1("", 4 * kGiB, kGiB);
    expect(4 * kGiB, 3 * kGiB);
  }
}

} // namespace
