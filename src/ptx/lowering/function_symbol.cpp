#include "ptx/function_symbol.h"

#include <llvm/Analysis/TargetLibraryInfo.h>

namespace heddle::ptx {

std::string functionSymbol(std::string_view function) {
  static const llvm::TargetLibraryInfoImpl kLibrary{llvm::Triple()};
  llvm::LibFunc found;
  const bool isTaken = kLibrary.getLibFunc(function, found);
  return std::string(function) + (isTaken ? ".device" : "");
}

} // namespace heddle::ptx
