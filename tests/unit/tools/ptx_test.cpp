// `heddle ptx`: places of errors, what -v says, exit codes.
#include "process.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using heddle::bench::ProcessOutcome;

// What the command says on both streams.
ProcessOutcome check(const std::string& arguments) {
  return heddle::bench::runProcess(
      {"/bin/sh", "-c", std::string(HEDDLE_TOOL) + " ptx " + arguments + " 2>&1"}, {});
}

class HeddlePtx : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "heddle-ptx-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    fs::current_path(directory_);
  }
  void TearDown() override {
    fs::current_path("/");
    fs::remove_all(directory_);
  }
  void write(const char* name, const char* text) { std::ofstream(directory_ / name) << text; }

  fs::path directory_;
};

constexpr const char* kValid = R"(.version 8.0
.target sm_80
.address_size 64
.const .f32 table[4];
.shared .align 8 .b8 buffer[40];
.visible .entry k(.param .u64 p, .param .u32 n)
{
  .reg .b32 %r<4>; .reg .b64 %rd<2>; .reg .f32 %f<3>; .local .align 4 .b8 stack[12];
  ld.param.u64 %rd1, [p];
  ld.const.f32 %f1, [table];
  st.shared.f32 [buffer], %f1;
  st.local.f32 [stack], %f1;
  st.global.f32 [%rd1], %f1;
  ret;
}
)";

TEST_F(HeddlePtx, ValidFilesGiveNothing) {
  write("a.ptx", kValid);
  ProcessOutcome outcome = check("a.ptx");
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_EQ(outcome.output, "");
}

TEST_F(HeddlePtx, VerboseSaysWhatKernelsNeed) {
  write("a.ptx", kValid);
  ProcessOutcome outcome = check("-v a.ptx");
  EXPECT_EQ(outcome.exitCode, 0);
  EXPECT_EQ(outcome.output, "k: 3 registers, 40 bytes shared, 12 bytes local, 16 bytes constant, "
                            "12 bytes of parameters\n");
}

TEST_F(HeddlePtx, ErrorsHaveTheirPlaceAndLine) {
  write("b.ptx", ".version 8.0\n.target sm_80\n.visible .entry k()\n{\n\t.reg .b32 %r<2>;\n"
                 "\tadd.s32 %r0, %r1, %x;\n\tret;\n}\n");
  ProcessOutcome outcome = check("b.ptx");
  EXPECT_EQ(outcome.exitCode, 1);
  EXPECT_EQ(outcome.output, "b.ptx:6:20: error: Unknown symbol '%x'\n\tadd.s32 %r0, %r1, %x;\n"
                            "\t                  ^\n");
}

TEST_F(HeddlePtx, UnresolvedNamesAndMissingFiles) {
  write("c.ptx", ".version 8.0\n.target sm_80\n.extern .func f();\n"
                 ".visible .entry k() { call f; ret; }\n");
  EXPECT_EQ(check("c.ptx").exitCode, 1);
  EXPECT_EQ(check("nowhere.ptx").exitCode, 1);
  EXPECT_EQ(check("").exitCode, 2);
  EXPECT_EQ(check("--frobnicate c.ptx").exitCode, 2);
}

} // namespace
