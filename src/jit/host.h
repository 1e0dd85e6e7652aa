// The CPU that this process runs on, as LLVM describes it. The features are those that the
// operating system has enabled (CPUID with XSAVE state, HWCAP); the CPU's name does not tell them.
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
  std::string cpu;      // LLVM takes only its scheduling model from it
  std::string features; // LLVM's feature string
  simt::VectorTarget vectors;
  // Whether instructions on the widest registers slow the core's clock for a while, so that code
  // which spends its time on scalars is better off without them.
  bool wideRegistersSlowClock = false;
};

const Host& host();
std::unique_ptr<llvm::TargetMachine> makeTargetMachine(bool quickCode = false);

} // namespace heddle::jit
