#include "nvcc/ptx_symbols.h"

#include <gtest/gtest.h>

namespace heddle::nvcc {
namespace {

using Names = std::set<std::string, std::less<>>;

TEST(PtxSymbols, DeclarationsOfAllForms) {
  PtxSymbols symbols;
  collectPtxSymbols(R"(
.version 8.5
.target sm_75
// .extern .func comment_only
.extern .func  (.param .b32 func_retval0) needed
(
  .param .b32 needed_param_0
);
.extern .global .align 4 .b8 table[16];
.extern .const .align 8 .u64 limit;
.visible .global .attribute(.managed) .align 4 .u32 counter = 5;
.weak .func inlined() { ret; }
.visible .func  (.param .align 8 .b8 r[16]) pair(.param .b64 a) { }
.visible .entry _Z1kPi(.param .u64 p) .maxntid 128, 1, 1 { .local .align 4 .b8 depot[4]; }
.func hidden() { }
.common .global .b32 $shared_one;
.file 1 ".extern .func in_a_string();"
)",
                    symbols);
  EXPECT_EQ(symbols.wanted, (Names{"limit", "needed", "table"}));
  EXPECT_EQ(symbols.defined, (Names{"$shared_one", "_Z1kPi", "counter", "inlined", "pair"}));
}

TEST(PtxSymbols, BrokenTextEnds) {
  PtxSymbols symbols;
  for (const char* text :
       {".extern", ".extern .func (", ".visible /*", ".weak \"", ".extern .func ;"})
    collectPtxSymbols(text, symbols);
  EXPECT_TRUE(symbols.defined.empty());
  EXPECT_TRUE(symbols.wanted.empty());
}

} // namespace
} // namespace heddle::nvcc
