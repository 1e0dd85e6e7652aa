// The CPU that this process runs on, as LLVM names it: features come from what the operating system
// exposes (CPUID with XSAVE state, HWCAP), never from the CPU's name.
#pragma once

#include "simt/vector_target.h"

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace heddle::jit {

struct Host {
  std::string triple;
  std::string cpu;      // a scheduling model only
  std::string features; // LLVM's feature string
  simt::VectorTarget vectors;
};

const Host& host();
std::unique_ptr<llvm::TargetMachine> makeTargetMachine(bool quickCode = false);

} // namespace heddle::jit
