// A directory with sources, in which the compiler driver is run as a program.
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace heddle::nvcc {

struct Outcome {
  int status;
  std::string text; // standard output and standard error together
};

class ProgramTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  void write(const std::string& name, const std::string& text);
  std::string read(const std::string& name);
  bool exists(const std::string& name);
  // A shell command in the directory; $NVCC is the driver, $RUNTIME the source of a runtime that
  // prints what is registered and launched.
  Outcome shell(const std::string& command);
  // The same, and it must succeed.
  std::string succeed(const std::string& command);

  std::filesystem::path directory_;
};

} // namespace heddle::nvcc
