// Turns .loc directives into LLVM debug locations, or, where there are none, the lines of the PTX.
#pragma once

#include "ptx/module.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <map>
#include <string>
#include <vector>

namespace heddle::ptx {

class ModuleDebugLocations {
public:
  explicit ModuleDebugLocations(llvm::Module& ir);
  void finish() { builder_.finalize(); }

  // Gives `function` a subprogram. Returns a location for each instruction of `source`.
  std::vector<llvm::DILocation*> ofFunction(const Unit& unit, const Function& source,
                                            llvm::Function& function);

private:
  llvm::DIFile* file(std::string_view path);
  llvm::DIFile* file(const Unit& unit, std::uint32_t number);
  llvm::DISubprogram* subprogram(llvm::StringRef name, llvm::DIFile* file, unsigned line);
  llvm::DISubprogram* inlinedFunction(const Unit& unit, const SourceLine& line);
  llvm::DILocation* location(const Unit& unit, const SourcePlace& place,
                             llvm::DISubprogram* function, llvm::DILocation* inlinedAt);

  llvm::DIBuilder builder_;
  std::map<std::string, llvm::DIFile*, std::less<>> files_;
  llvm::DIFile* ptx_;
  std::map<std::string, llvm::DISubprogram*> inlined_;
};

} // namespace heddle::ptx
