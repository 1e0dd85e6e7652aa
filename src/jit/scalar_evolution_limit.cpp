#include "jit/scalar_evolution_limit.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace heddle::jit {
namespace {

// Terms of an expression beyond which ScalarEvolution stops merging it with others. LLVM's own
// limit is 4096. A hash function adds up long chains of words that have nothing to do with any
// loop's counter, and merging these takes quadratic time: with this limit a kernel that computes
// SHA-256 eight times compiles in two thirds of the time with HEDDLE_JIT=quick (2026-11).
constexpr unsigned kMostTerms = 512;

} // namespace

void limitScalarEvolution() {
  // LLVM has no other interface for this than the command-line option.
  if (auto found = cl::getRegisteredOptions().find("scalar-evolution-huge-expr-threshold");
      found != cl::getRegisteredOptions().end())
    static_cast<cl::opt<unsigned>*>(found->second)->setValue(kMostTerms);
}

} // namespace heddle::jit
