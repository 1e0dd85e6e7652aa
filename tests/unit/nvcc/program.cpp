#include "program.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/wait.h>

namespace heddle::nvcc {

void ProgramTest::SetUp() {
  std::string name = testing::TempDir() + "heddle-nvcc-test-XXXXXX";
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  directory_ = name;
  std::filesystem::create_directory(directory_ / "tmp");
}

void ProgramTest::TearDown() {
  std::filesystem::remove_all(directory_);
}

void ProgramTest::write(const std::string& name, const std::string& text) {
  std::filesystem::create_directories((directory_ / name).parent_path());
  std::ofstream(directory_ / name) << text;
}

std::string ProgramTest::read(const std::string& name) {
  std::ifstream file(directory_ / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool ProgramTest::exists(const std::string& name) {
  return std::filesystem::exists(directory_ / name);
}

Outcome ProgramTest::shell(const std::string& command) {
  std::string line = "cd '" + directory_.string() +
                     "' && export TMPDIR=$PWD/tmp NVCC='" NVCC_PATH "' RUNTIME='" FAKE_RUNTIME
                     // A cache in the build folder, not in the user's home.
                     "'; export CUDA_CACHE_PATH=\"${NVCC%/bin/nvcc}/tests/nvcc_cache\"; "
                     "unset NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS; { " +
                     command + "\n} 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  if (!pipe)
    return {-1, "no pipe"};
  Outcome outcome;
  char buffer[4096];
  while (std::size_t got = fread(buffer, 1, sizeof buffer, pipe))
    outcome.text.append(buffer, got);
  int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

std::string ProgramTest::succeed(const std::string& command) {
  Outcome outcome = shell(command);
  EXPECT_EQ(outcome.status, 0) << command << "\n" << outcome.text;
  return outcome.text;
}

} // namespace heddle::nvcc
