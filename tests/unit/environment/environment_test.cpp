#include "environment/environment.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

// What the command prints, without the end of the line.
std::string outputOf(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  char text[256] = {};
  const std::size_t length = std::fread(text, 1, sizeof text - 1, pipe);
  pclose(pipe);
  return std::string(text, length ? length - 1 : 0);
}

} // namespace

TEST(Environment, FlagsAreSetByAnythingButZero) {
  unsetenv("HEDDLE_TEST_FLAG");
  EXPECT_FALSE(heddle::environmentFlag("HEDDLE_TEST_FLAG"));
  for (const char* off : {"", "0"}) {
    setenv("HEDDLE_TEST_FLAG", off, 1);
    EXPECT_FALSE(heddle::environmentFlag("HEDDLE_TEST_FLAG")) << off;
  }
  for (const char* on : {"1", "00", "yes"}) {
    setenv("HEDDLE_TEST_FLAG", on, 1);
    EXPECT_TRUE(heddle::environmentFlag("HEDDLE_TEST_FLAG")) << on;
  }
}

TEST(Environment, ProgramsWithMoreRightsThanTheirCallerSeeNoVariables) {
  constexpr uid_t kOtherUser = 65534;
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make a program of another user's";
  char folder[] = "/tmp/heddle-environment-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string program = std::string(folder) + "/program";
  fs::copy_file(PRINT_VARIABLE, program);
  ASSERT_EQ(chmod(folder, 0755), 0);
  const std::string command = "HEDDLE_DRIVER=chosen " + program + " HEDDLE_DRIVER";
  EXPECT_EQ(outputOf(command), "chosen");
  ASSERT_EQ(chown(program.c_str(), kOtherUser, kOtherUser), 0);
  ASSERT_EQ(chmod(program.c_str(), 04755), 0);
  EXPECT_EQ(outputOf(command), "not set");
  fs::remove_all(folder);
}
