// The output of `nvcc -cuda`: a C++ source for the host compiler. NVIDIA's nvcc writes the host's
// code as C++. Here clang has compiled it already, so the source holds clang's assembly in an asm
// declaration.
#pragma once

#include "nvcc/step.h"

namespace heddle::nvcc {

class HostSourceStep : public Step {
public:
  HostSourceStep(std::filesystem::path assembly, std::filesystem::path output)
      : assembly_(std::move(assembly)), output_(std::move(output)) {}
  std::vector<std::string> commandLine() const override;
  int run() const override;

private:
  std::filesystem::path assembly_, output_;
};

} // namespace heddle::nvcc
