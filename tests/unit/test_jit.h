// The JIT of unit tests that run IR without the layer src/jit.
#pragma once

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/TargetParser/Host.h>

namespace heddle {

inline std::unique_ptr<llvm::orc::LLJIT> makeTestJit() {
  llvm::orc::LLJITBuilder builder;
#if defined(__aarch64__)
  // LLVM infers SVE from the processor's name even where the system does not offer it, and with LSE
  // it cannot select the counters that wrap. So the tests' code is for any AArch64 processor.
  builder.setJITTargetMachineBuilder(
      llvm::orc::JITTargetMachineBuilder(llvm::Triple(llvm::sys::getProcessTriple())));
#endif
  return llvm::cantFail(builder.create());
}

} // namespace heddle
