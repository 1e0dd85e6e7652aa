// Links objects into the process with LLVM's ORC, and finds addresses in them.
//
// When the host runs out of memory inside of ORC, the exception that says so leaves ORC's locks and
// tables as they are at that moment, because LLVM has no clean-up code. So the linker gives ORC up:
// it never calls this ORC again, and start() makes a new one. The code that was linked before stays
// in memory for ever, since kernels may use it.
#pragma once

#include "jit/perf_registration.h"
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

  // How perf is told of what is linked, and by which name it knows a function. Must be called
  // before start() and add().
  void setPerfFormat(PerfFormat format) { perfFormat_ = format; }
  void setPerfName(const std::string& symbol, const std::string& name);

  // Must be called before add() and find(). Also defines the functions of the C library that LLVM's
  // code generation calls.
  Status start(const std::vector<Symbol>& symbols);
  bool isStarted() const { return jit_ != nullptr; }

  // Like start(), both throw std::bad_alloc when the host has no memory.
  Status add(std::unique_ptr<llvm::MemoryBuffer> object);
  Status find(const std::string& symbol, void*& address);

private:
  Status define(const std::vector<Symbol>& symbols);
  // Calls `work`, and gives ORC up when it throws.
  template <typename Work> Status givingUpOnException(Work work);

  std::unique_ptr<llvm::orc::LLJIT> jit_;
  PerfFormat perfFormat_ = PerfFormat::None;
  std::shared_ptr<PerfNames> perfNames_ = std::make_shared<PerfNames>();
};

} // namespace heddle::jit
