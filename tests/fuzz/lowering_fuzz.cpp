// PTX text that is accepted: the lowering gives IR that LLVM's verifier takes, or says why not.
#include "ptx/ptx.h"

#include <cstdio>
#include <cstdlib>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

using namespace heddle::ptx;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr unsigned kKernels = 4; // more of them would show nothing new
  std::vector<Diagnostic> diagnostics;
  auto module = parse(std::string_view(reinterpret_cast<const char*>(data), size), diagnostics);
  if (!module)
    return 0;
  std::shared_ptr<const Module> modules[] = {module};
  auto program = link(modules, diagnostics);
  if (!program)
    return 0;
  unsigned count = 0;
  for (const KernelDeclaration& kernel : kernels(*program)) {
    if (++count > kKernels)
      break;
    contentKey(*program, kernel.name);
    llvm::LLVMContext context;
    std::vector<Diagnostic> problems;
    auto ir = lower(*program, kernel.name, context, problems);
    if ((ir == nullptr) == problems.empty())
      std::abort();
    for (const Diagnostic& problem : problems)
      if (problem.message.find("internal error") != std::string::npos) {
        std::fprintf(stderr, "%s\n", problem.message.c_str());
        std::abort();
      }
  }
  return 0;
}
