// Links objects into the process with LLVM's ORC, and finds addresses in them.
#pragma once

#include "jit/program.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace heddle::jit {

class OrcLinker {
public:
  // A name that objects may refer to: a variable or a function of the process.
  struct Symbol {
    std::string name;
    void* address;
    bool isFunction;
  };

  OrcLinker();
  ~OrcLinker();

  // Must be called before add() and find(). Also defines the functions of the C library that LLVM's
  // code generation calls.
  Status start(const std::vector<Symbol>& symbols);
  bool isStarted() const { return jit_ != nullptr; }

  Status add(std::unique_ptr<llvm::MemoryBuffer> object);
  Status find(const std::string& symbol, void*& address);

private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

} // namespace heddle::jit
