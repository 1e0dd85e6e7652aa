// PTX text: the parser, the checker, linking and the queries take whatever comes.
#include "ptx/ptx.h"

#include <cstdlib>

using namespace heddle::ptx;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<Diagnostic> diagnostics;
  auto module = parse(text, diagnostics);
  if ((module == nullptr) == diagnostics.empty())
    std::abort();
  if (!module)
    return 0;
  std::shared_ptr<const Module> modules[] = {module};
  auto program = link(modules, diagnostics);
  if (!program)
    return 0;
  variables(*program);
  addressTakenFunctions(*program);
  for (const KernelDeclaration& kernel : kernels(*program))
    registersPerThread(*program, kernel.name);
  return 0;
}
