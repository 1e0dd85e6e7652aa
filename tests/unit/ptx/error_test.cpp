// Rejected text: the reason with its line and column.
#include "harness.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

struct Case {
  const char* text; // the body of a kernel, from line 5 on
  const char* error;
};

std::string errorOf(const std::string& body) {
  return firstError(".version 6.0\n.target sm_60\n.address_size 64\n"
                    ".visible .entry k(.param .u64 p) { .reg .b32 %r<4>; .reg .f32 %f<8>;"
                    ".reg .pred %q<2>; .reg .b64 %d<2>;\n" +
                    body + "\nret; }\n");
}

TEST(Errors, Instructions) {
  const Case cases[] = {
      {"frobnicate.u32 %r0, %r1;", "5:1: Not a name of any known instruction: 'frobnicate'"},
      {"add.bogus.u32 %r0, %r1, %r2;", "5:1: Illegal modifier '.bogus' for instruction 'add'"},
      {"add.b32 %r0, %r1, %r2;", "5:1: Unexpected instruction types specified for 'add': '.b32'"},
      {"add %r0, %r1, %r2;", "5:1: Incomplete instruction 'add': a type or modifier is missing"},
      {"add.u32.sat %r0, %r1, %r2;", "5:1: Illegal combination of modifiers in 'add.u32.sat'"},
      {"add.u32 %r0, %r1;", "5:1: Arguments mismatch for instruction 'add.u32': too few operands"},
      {"add.u32 %r0, %r1, %r2, %r3;",
       "5:1: Arguments mismatch for instruction 'add.u32': too many operands"},
      {"add.u32 %r0, %r1, %f2;", "5:19: Arguments mismatch for instruction 'add.u32': register of "
                                 "type .f32 where .u32 is expected"},
      {"add.f32 %f0, %f1, 3;", "5:19: Arguments mismatch for instruction 'add.f32': integer "
                               "constant where .f32 is expected"},
      {"add.u32 7, %r1, %r2;",
       "5:9: Arguments mismatch for instruction 'add.u32': a constant cannot be written"},
      {"add.u32 %r0, %r1, %r9;", "5:19: Unknown symbol '%r9'"},
      {"mov.u64 %d0, nowhere;", "5:14: Unknown symbol 'nowhere'"},
      {"bra nowhere;", "5:5: Unknown symbol 'nowhere'"},
      {"ld.global.u32 %r0, %r1;",
       "5:20: Arguments mismatch for instruction 'ld.global.u32': an address is expected"},
      {"ld.global.v2.u32 %r0, [%d0];",
       "5:18: Arguments mismatch for instruction 'ld.global.v2.u32': a vector operand is expected"},
      {"@%r0 bra x; x:", "5:2: a guard must be a predicate register"},
      {"elect.sync %r0|%q0, -1;",
       "5:1: Instruction 'elect.sync' requires PTX ISA .version 8.0 or later"},
      {"ld.shared::cta.u32 %r0, [%r1];",
       "5:1: Instruction 'ld' with '.shared::cta' requires PTX ISA .version 7.8 or later"},
      {"setp.equ.u32 %q0, %r1, %r2;", "5:1: Illegal combination of modifiers in 'setp.equ.u32'"},
      {"sin.f32 %f0, %f1;", "5:1: Illegal combination of modifiers in 'sin.f32'"},
      {"match.any.sync.b32 %r0, %r1, -1;",
       "5:1: Instruction 'match.any.sync.b32' requires .target sm_70 or higher"},
      // Row L-406.
      {"wmma.load.c.sync.aligned.row.m16n16k16.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, "
       "[%d0];",
       "5:1: Instruction 'wmma.load.c.sync.aligned.row.m16n16k16.f32' requires .target sm_70 or "
       "higher"},
      {"add.u32 %r0, %r1, %r2", "6:1: Parsing error near 'ret': syntax error, expected ';'"},
      {"x: add.u32 %r0, %r1, 1; x: ret;", "5:25: Duplicate definition of label 'x'"},
      {".reg .b32 a; .reg .b32 a;", "5:24: Duplicate definition of variable 'a'"},
      {"mov.u32 %r0, 0f12;", "5:14: Parsing error: 0f needs exactly 8 hexadecimal digits"},
      {"setp.eq.u32 %r0, %r1, %r2;", "5:13: Arguments mismatch for instruction 'setp.eq.u32': "
                                     "register of type .b32 where .pred is expected"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(errorOf(c.text), c.error) << c.text;
}

TEST(Errors, Modules) {
  EXPECT_EQ(firstError(""), "1:1: Missing .version directive at start of file");
  EXPECT_EQ(firstError(".version 7.0\n.visible"),
            "2:1: Missing .target directive at start of file");
  EXPECT_EQ(firstError(".version 7.0\n.target sm_banana"), "2:9: Unknown .target 'sm_banana'");
  EXPECT_EQ(firstError(".version 99.9\n.target sm_70"),
            "1:10: Unsupported .version 99.9; current version is '9.2'");
  std::string head = ".version 7.0\n.target sm_70\n";
  EXPECT_EQ(firstError(head + ".address_size 32"), "3:15: .address_size 32 is not supported");
  EXPECT_EQ(firstError(head + ".global .u32 x = {1, 2};"), "3:22: too many initialisers for 'x'");
  EXPECT_EQ(firstError(head + ".global .u32 x[2] = {1, 2, 3};"),
            "3:28: too many initialisers for 'x'");
  EXPECT_EQ(firstError(head + ".global .u32 x;\n.global .u32 x;"),
            "4:14: Duplicate definition of variable 'x'");
  // A length of 0 is one that is left out.
  EXPECT_EQ(firstError(head + ".global .u32 x[][0] = {{1}, {2}};"),
            "3:14: array 'x' of incomplete type");
  EXPECT_EQ(firstError(head + ".global .u32 x[0];"),
            "3:14: Non-external variable 'x' has incomplete type");
  EXPECT_EQ(firstError(head + ".global .align 3 .u32 x;"),
            "3:16: alignment must be a power of two");
  EXPECT_EQ(firstError(head + ".local .u32 x;"),
            "3:8: Module-scoped variables in .local state space are not allowed with ABI");
  EXPECT_EQ(firstError(head + ".visible .entry k() { ret;"),
            "3:21: the body of 'k' is never closed");
  EXPECT_EQ(firstError(head + ".entry k() { ret; }\n.entry k() { ret; }"),
            "4:8: Duplicate definition of function 'k'");
  EXPECT_EQ(firstError(head + ".global .u32 x = 1/0;"),
            "3:19: division by zero in a constant expression");
}

TEST(Errors, DirectivesThatDoNotFit) {
  std::string head = ".version 8.0\n.target sm_90\n";
  EXPECT_EQ(firstError(head + ".entry k() .maxntid 8 .reqntid 8 { ret; }"),
            "3:8: Conflicting directives: .maxntid and .reqntid cannot both be specified");
  EXPECT_EQ(firstError(head + ".entry k() .maxclusterrank 8 .reqnctapercluster 2 { ret; }"),
            "3:8: Conflicting directives: .reqnctapercluster and .maxclusterrank cannot both be "
            "specified");
  EXPECT_EQ(firstError(head + ".entry k() .maxntid 0 { ret; }"),
            "3:21: Positive non-zero value expected");
  EXPECT_EQ(firstError(head + ".global .tf32 x;"),
            "3:9: Type .tf32 may only be used as an instruction type");
  EXPECT_EQ(firstError(head + ".entry k(.param .pred p) { ret; }"),
            "3:17: Type .pred is allowed only for registers");
  EXPECT_EQ(firstError(head + ".global .samplerref s;"),
            "3:21: Instruction or declaration violates .target texmode_unified setting");
  EXPECT_EQ(firstError(".version 8.0\n.target sm_90, texmode_independent\n.global .samplerref s;"),
            "accepted");
  EXPECT_EQ(firstError(head + ".common .shared .u32 s;"),
            "3:22: .common variables must be declared in .global space");
  EXPECT_EQ(firstError(head + ".const .attribute(.managed) .u32 s;"),
            "3:34: Illegal attribute '.managed' for symbol 's'");
}

TEST(Errors, Kinds) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(parse(".version 99.0\n.target sm_70", diagnostics));
  EXPECT_EQ(diagnostics.at(0).kind, ErrorKind::UnsupportedVersion);
  diagnostics.clear();
  EXPECT_FALSE(parse(".version 7.0\n.target nothing", diagnostics));
  EXPECT_EQ(diagnostics.at(0).kind, ErrorKind::InvalidTarget);
}

TEST(Errors, SeveralAreReported) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(parse(".version 7.0\n.target sm_70\n.visible .entry a() { bad1; ret; bad2; }\n"
                     ".visible .entry b() { bad3; ret; }",
                     diagnostics));
  ASSERT_EQ(diagnostics.size(), 3U);
  EXPECT_EQ(diagnostics[2].location.line, 4U);
}

struct Unsupported {
  const char* code;
  const char* name;
};

std::string kernelOf(std::string_view target, std::string_view code) {
  return fmt::format(".version 9.0\n.target {}\n.visible .entry k() {{ .reg .b64 %rd; .reg .f32 "
                     "%f0; .reg .b32 %r; .reg .b16 %h;\n{}\nret; }}",
                     target, code);
}

TEST(Errors, TensorHardwareIsRefusedAtLoad) {
  const Unsupported list[] = {
      {"cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes "
       "[%r], [%rd, {%r, %r, %r, %r, %r}], [%r];",
       "cp.async.bulk.tensor"},
      {"tcgen05.wait::ld.sync.aligned;", "tcgen05"},
  };
  for (const Unsupported& refused : list) {
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(parse(kernelOf("sm_100a", refused.code), diagnostics));
    ASSERT_EQ(diagnostics.size(), 1U);
    EXPECT_EQ(diagnostics[0].kind, ErrorKind::NotSupported);
    EXPECT_NE(diagnostics[0].message.find("'" + std::string(refused.name)), std::string::npos)
        << diagnostics[0].message;
    EXPECT_EQ(diagnostics[0].location.line, 4U);
  }
  // Only the architectures with the suffix have them.
  EXPECT_EQ(firstError(kernelOf("sm_90", "wgmma.fence.sync.aligned;")),
            "4:1: Instruction 'wgmma.fence.sync.aligned' requires .target sm_90a or higher");
}

// What only graphics has of textures.
TEST(Errors, UnsupportedInstructionsAreNamedWhenTheirKernelIsCompiled) {
  const Unsupported list[] = {
      {"tex.2dms.v4.f32.s32 {%f0,%f0,%f0,%f0}, [%rd, {%r,%r,%r,%r}];", "tex.2dms.v4.f32.s32"},
      {"txq.num_samples.b32 %r, [%rd];", "txq.num_samples.b32"},
      {"suq.memory_layout.b32 %r, [%rd];", "suq.memory_layout.b32"},
  };
  for (const Unsupported& refused : list) {
    Diagnostic d = loweringError(kernelOf("sm_90", refused.code), "k");
    EXPECT_EQ(d.kind, ErrorKind::NotSupported);
    EXPECT_NE(d.message.find("'" + std::string(refused.name)), std::string::npos) << d.message;
    EXPECT_EQ(d.location.line, 4U);
  }
}

TEST(Errors, TextureOperands) {
  auto errorIn = [](std::string_view code) { return firstError(kernelOf("sm_90", code)); };
  EXPECT_EQ(errorIn("tex.2d.v4.f32.f32 {%f0,%f0,%f0,%f0}, [%rd, {%f0}];"),
            "4:38: Arguments mismatch for instruction 'tex.2d.v4.f32.f32': 2 coordinates are "
            "expected");
  EXPECT_EQ(errorIn("tex.1d.v4.f32.f32 {%f0,%f0,%f0,%f0}, [%r, %f0];"),
            "4:38: Arguments mismatch for instruction 'tex.1d.v4.f32.f32': a texture, sampler, "
            "surface or its handle is expected");
  EXPECT_EQ(errorIn("tex.1d.v2.f32.f32 {%f0,%f0}, [%rd, %f0];"),
            "4:1: Illegal combination of modifiers in 'tex.1d.v2.f32.f32'");
  EXPECT_EQ(errorIn("tex.1d.v4.f32.f32 {%f0,%f0,%f0,%f0}, [%rd, %rd, %f0];"),
            "4:38: Arguments mismatch for instruction 'tex.1d.v4.f32.f32': Instruction or "
            "declaration violates .target texmode_unified setting");
}

TEST(Errors, ValuesOutOfRange) {
  auto errorIn = [](std::string_view code) { return firstError(kernelOf("sm_90", code)); };
  EXPECT_EQ(errorIn("bar.sync 16;"),
            "4:10: Arguments mismatch for instruction 'bar.sync': Barrier number '16' out of "
            "range, expected to be in range [0..15]");
  EXPECT_EQ(errorIn("bar.sync 1, 48;"),
            "4:13: Arguments mismatch for instruction 'bar.sync': Number of threads participating "
            "in barrier must be in multiple of warp size");
  EXPECT_EQ(errorIn("bar.arrive 1, 0;"),
            "4:15: Arguments mismatch for instruction 'bar.arrive': a non-zero thread count "
            "argument is required");
  EXPECT_EQ(errorIn("cp.async.cg.shared.global [%rd], [%rd], 8;"),
            "4:41: Arguments mismatch for instruction 'cp.async.cg.shared.global': 16 bytes are "
            "expected");
  EXPECT_EQ(errorIn("add.u32 %r, %tid.x, 1;"),
            "4:13: Arguments mismatch for instruction 'add.u32': a special register is not "
            "allowed here");
  EXPECT_EQ(errorIn("shfl.up.b32 %r, %r, %r, %r;"),
            "4:1: Instruction 'shfl' without '.sync' is not supported on .target sm_70 and "
            "higher from PTX ISA version 6.4");
  EXPECT_EQ(errorIn("ld.volatile.local.u32 %r, [%rd];"),
            "4:1: Modifier '.volatile' cannot be applied to '.local' space");
}

// Roundings that capability 1.x does not have, and others that came later than their instruction.
TEST(Errors, H090_H091_H093_roundingsOfOldTargets) {
  auto accepted = [](const char* head, const char* code) {
    std::vector<Diagnostic> diagnostics;
    std::string text = std::string(head) +
                       ".entry k(.param .u64 p) { .reg .f32 %f<3>; .reg .f64 "
                       "%e<3>; .reg .b32 %r<3>; .reg .b64 %d<3>;\n" +
                       code + "\nret; }";
    return parse(text, diagnostics) != nullptr;
  };
  const char *sm13 = ".version 1.4\n.target sm_13\n", *sm20 = ".version 2.0\n.target sm_20\n";
  for (const char* code :
       {"add.rm.f32 %f0, %f1, %f2;", "sub.rp.f32 %f0, %f1, %f2;", "mul.rm.f32 %f0, %f1, %f2;",
        "mad.rn.f32 %f0, %f1, %f2, %f0;", "div.rn.f32 %f0, %f1, %f2;", "sqrt.rn.f32 %f0, %f1;",
        "div.rz.f64 %e0, %e1, %e2;", "rcp.rm.f64 %e0, %e1;", "sqrt.rp.f64 %e0, %e1;",
        "ld.u32 %r0, [%d0];", "atom.shared.add.u64 %d0, [%d1], %d2;", "membar.sys;"}) {
    EXPECT_FALSE(accepted(sm13, code)) << code;
    EXPECT_TRUE(accepted(sm20, code)) << code;
  }
  for (const char* code :
       {"add.rz.f32 %f0, %f1, %f2;", "mad.f32 %f0, %f1, %f2, %f0;", "div.approx.f32 %f0, %f1, %f2;",
        "div.rn.f64 %e0, %e1, %e2;", "add.rm.f64 %e0, %e1, %e2;", "ld.global.u32 %r0, [%d0];",
        "atom.shared.add.u32 %r0, [%d1], %r2;", "membar.gl;"})
    EXPECT_TRUE(accepted(sm13, code)) << code;
}

// ptxas takes them in any order, but for types and what belongs to the name.
TEST(Errors, ModifiersInAnyOrder) {
  auto accepted = [](const char* code) {
    std::vector<Diagnostic> diagnostics;
    return parse(kernelOf("sm_100a", code), diagnostics) != nullptr;
  };
  for (const char* code :
       {"add.f32.rn.ftz %f0, %f0, %f0;", "cvt.f32.rn.s32 %f0, %r;", "cvt.s32.rni.sat.f32 %r, %f0;",
        "add.s32.sat %r, %r, %r;", "mul.lo.s32 %r, %r, %r;", "mad.lo.s32.cc %r, %r, %r, %r;",
        "ld.b32.global %r, [%rd];", "mov.b32.v2 {%r, %r}, {%r, %r};"})
    EXPECT_TRUE(accepted(code)) << code;
  for (const char* code : {"mul.s32.lo %r, %r, %r;", "cvt.sat.pack.s16.s32 %r, %r, %r;",
                           "add.ftz.ftz.f32 %f0, %f0, %f0;"})
    EXPECT_FALSE(accepted(code)) << code;
}

// Of whole families, of single architectures, of all that come after one.
TEST(Errors, TargetsByFamily) {
  auto accepted = [](const char* target, const char* code) {
    std::vector<Diagnostic> diagnostics;
    return parse(kernelOf(target, code), diagnostics) != nullptr;
  };
  const char* stochastic = "cvt.rs.f16x2.f32 %r, %f0, %f0, %r;";
  const char* narrow = "cvt.rz.ue8m0x2.f32 %h, %f0, %f0;";
  const char* reduction = "redux.sync.min.f32 %f0, %f0, %r;";
  const char* scaled =
      "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32"
      ".ue8m0 {%f0,%f0,%f0,%f0}, {%r,%r,%r,%r}, {%r,%r}, {%f0,%f0,%f0,%f0}, %r, "
      "{3,1}, %r, {0,3};";
  struct Row {
    const char* target;
    bool stochastic, narrow, reduction, scaled;
  };
  for (const Row& row :
       {Row{"sm_90a", false, false, false, false}, Row{"sm_100", false, false, false, false},
        Row{"sm_100f", false, true, true, false}, Row{"sm_103a", true, true, true, false},
        Row{"sm_110a", false, true, false, false}, Row{"sm_120f", false, true, false, true},
        Row{"sm_121a", false, true, false, true}}) {
    EXPECT_EQ(accepted(row.target, stochastic), row.stochastic) << row.target;
    EXPECT_EQ(accepted(row.target, narrow), row.narrow) << row.target;
    EXPECT_EQ(accepted(row.target, reduction), row.reduction) << row.target;
    EXPECT_EQ(accepted(row.target, scaled), row.scaled) << row.target;
  }
}

} // namespace
} // namespace heddle::ptx::testing
