// .loc and the lines of PTX as debug locations of thread IR.
#include "harness.h"

#include <gtest/gtest.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace heddle::ptx::testing {
namespace {

std::string chain(const llvm::DILocation* location) {
  std::string text;
  for (; location; location = location->getInlinedAt())
    text += location->getFilename().str() + ":" + std::to_string(location->getLine()) + ":" +
            std::to_string(location->getColumn()) + " in " +
            location->getScope()->getSubprogram()->getName().str() + "\n";
  return text;
}

// Where the loads and stores of the kernel come from.
std::vector<std::string> accesses(const std::string& text, const std::string& entry) {
  std::vector<Diagnostic> diagnostics;
  auto module = parse(text, diagnostics);
  EXPECT_TRUE(module);
  llvm::LLVMContext context;
  auto ir = lower(*module, entry, context, diagnostics, DebugLocations::Lines);
  EXPECT_TRUE(ir);
  std::vector<std::string> places;
  if (!ir)
    return places;
  for (const llvm::Instruction& instruction : llvm::instructions(*ir->getFunction(entry)))
    if (instruction.mayReadOrWriteMemory())
      places.push_back(chain(instruction.getDebugLoc()));
  return places;
}

TEST(DebugLocations, LinesOfPtx) {
  auto places = accesses(".version 8.0\n.target sm_80\n.address_size 64\n"
                         ".visible .entry k(.param .u64 p) {\n"
                         "  .reg .b64 %rd;\n"
                         "  ld.param.u64 %rd, [p];\n"
                         "  { st.global.u64 [%rd], %rd; }\n"
                         "  ret;\n}\n",
                         "k");
  EXPECT_EQ(places, (std::vector<std::string>{"PTX:6:3 in k\n", "PTX:7:5 in k\n"}));
}

TEST(DebugLocations, Inlined) {
  auto places = accesses(
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k(.param .u64 p) {\n .reg .b64 %rd; .reg .f32 %f;\n"
      ".loc 1 3 1\n ld.param.u64 %rd, [p];\n"
      ".loc 2 7 5, function_name $L__info_string0+2, inlined_at 1 4 2\n ld.global.f32 %f, [%rd];\n"
      ".loc 1 1 9, function_name $L__info_string1, inlined_at 2 7 5\n sqrt.approx.f32 %f, %f;\n"
      " st.global.f32 [%rd], %f;\n"
      ".loc 1 5 1\n ret;\n}\n"
      ".file 1 \"a/b.cu\"\n.file 2 \"h.h\", 12, 34\n"
      ".section .debug_str\n{\n$L__info_string0:\n.b8 97,98,104,49,0\n"
      "$L__info_string1:\n.b8 105,110\n.b8 0\n}\n",
      "k");
  ASSERT_EQ(places.size(), 3U);
  EXPECT_EQ(places[0], "a/b.cu:3:1 in k\n");
  EXPECT_EQ(places[1], "h.h:7:5 in h1\na/b.cu:4:2 in k\n");
  EXPECT_EQ(places[2], "a/b.cu:1:9 in in\nh.h:7:5 in h1\na/b.cu:4:2 in k\n");
}

} // namespace
} // namespace heddle::ptx::testing
