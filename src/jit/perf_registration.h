// Tells perf, Linux's profiler, about linked code: no file on disk holds it, so that perf would
// only see addresses.
#pragma once

#include "jit/program.h"

#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace heddle::jit {

// The names that a user knows for the functions of one linker. The symbol of a block function is a
// hash, which means nothing to the user.
class PerfNames {
public:
  // Must be called before the object that defines `symbol` is linked.
  void set(const std::string& symbol, std::string name);
  // The name of `symbol`, which is forgotten; an empty string where it has none.
  std::string take(const std::string& symbol);

private:
  std::mutex mutex_;
  std::map<std::string, std::string> names_;
};

// What ORC must call while it links, so that perf learns of the code in the given format.
std::vector<std::shared_ptr<llvm::orc::ObjectLinkingLayer::Plugin>>
perfPlugins(PerfFormat format, const std::shared_ptr<PerfNames>& names);

} // namespace heddle::jit
