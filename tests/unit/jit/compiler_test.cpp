// What the compiler takes from LLVM by name must be there under that name.
#include "jit/host.h"

#include "llvm/PassRegistry.h"

#include <gtest/gtest.h>

using namespace heddle;

#if defined(__x86_64__)
TEST(Compiler, PassesLeftOutAreRegistered) {
  jit::host();
  const llvm::StringRef name = "x86-domain-reassignment";
  EXPECT_TRUE(llvm::PassRegistry::getPassRegistry()->getPassInfo(name));
}
#endif
