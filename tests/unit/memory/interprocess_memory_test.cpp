// Memory of other processes is known by its seals: nothing else is mapped.
#include "memory/interprocess_memory.h"

#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using heddle::memory::InterprocessMemory;

namespace {

// A file of one page with a name in the folder; -1 where none can be made.
int fileIn(const std::string& folder) {
  std::string name = folder + "/heddle-XXXXXX";
  const int descriptor = mkstemp(name.data());
  if (descriptor >= 0 && (unlink(name.c_str()) != 0 || ftruncate(descriptor, 4096) != 0))
    return -1;
  return descriptor;
}

} // namespace

TEST(InterprocessMemory, OursIsKnownAgain) {
  const InterprocessMemory memory(8192);
  ASSERT_TRUE(memory);
  EXPECT_EQ(InterprocessMemory::adopt(memory.duplicate()).size(), 8192u);
  EXPECT_EQ(InterprocessMemory::ofProcess(getpid(), memory.descriptor()).size(), 8192u);
}

TEST(InterprocessMemory, NobodyCanCutItShort) {
  const InterprocessMemory memory(8192);
  ASSERT_TRUE(memory);
  EXPECT_NE(ftruncate(memory.descriptor(), 4096), 0);
  EXPECT_NE(ftruncate(memory.descriptor(), 1 << 20), 0);
}

TEST(InterprocessMemory, FilesAreNotTaken) {
  // In memory (tmpfs) a file with a name is the most like ours.
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    const int file = fileIn(folder);
    ASSERT_GE(file, 0) << folder;
    EXPECT_FALSE(InterprocessMemory::ofProcess(getpid(), file)) << folder;
    EXPECT_FALSE(InterprocessMemory::adopt(file)) << folder;
  }
}

TEST(InterprocessMemory, OtherDescriptorsAreNotTaken) {
  const int foreign = memfd_create("other", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(foreign, 4096), 0);
  EXPECT_FALSE(InterprocessMemory::adopt(foreign));
  EXPECT_FALSE(InterprocessMemory::adopt(open("/dev/zero", O_RDWR | O_CLOEXEC)));
  EXPECT_FALSE(InterprocessMemory::adopt(open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
  int pipe[2];
  ASSERT_EQ(pipe2(pipe, O_CLOEXEC), 0);
  EXPECT_FALSE(InterprocessMemory::ofProcess(getpid(), pipe[0]));
  EXPECT_FALSE(InterprocessMemory::adopt(pipe[0]));
  EXPECT_FALSE(InterprocessMemory::adopt(pipe[1]));
  EXPECT_FALSE(InterprocessMemory::adopt(-1));
  EXPECT_FALSE(InterprocessMemory::ofProcess(getpid(), 1 << 20));
}
