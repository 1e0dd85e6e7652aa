// Runs clang's front end in this process, on files in memory.
#pragma once

#include "nvrtc/compiler.h"
#include "nvrtc/diagnostics.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace heddle::nvrtc {

struct FrontEndRun {
  std::vector<std::string> arguments;
  std::string mainName, mainText;
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files; // they hide files on disk
  std::shared_ptr<clang::DependencyCollector> dependencies;      // may be null
};

// False when there were errors. `output` receives what the action writes.
bool execute(const FrontEndRun& run, clang::FrontendAction& action, LogWriter& log,
             llvm::SmallVectorImpl<char>& output);

} // namespace heddle::nvrtc
