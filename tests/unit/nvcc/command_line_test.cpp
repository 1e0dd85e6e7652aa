// Every spelling of an option that nvcc has (row P-001).
#include "nvcc/command_line.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace heddle::nvcc {
namespace {

using Words = std::vector<std::string>;

std::vector<Argument> parse(const Words& words) {
  return parseCommandLine(words);
}

void expectOne(const Words& words, OptionId id, const Words& values) {
  std::vector<Argument> arguments = parse(words);
  ASSERT_EQ(arguments.size(), 1u) << words.front();
  ASSERT_EQ(arguments[0].form, Argument::Form::Option) << words.front();
  EXPECT_EQ(arguments[0].option->id, id) << words.front();
  EXPECT_EQ(arguments[0].values, values) << words.front();
}

TEST(CommandLine, ValueForms) {
  for (const Words& words :
       std::vector<Words>{{"-o", "x"}, {"-o=x"}, {"--output-file", "x"}, {"--output-file=x"}})
    expectOne(words, OptionId::OutputFile, {"x"});
  for (const Words& words : std::vector<Words>{{"-arch", "sm_80"},
                                               {"-arch=sm_80"},
                                               {"--gpu-architecture", "sm_80"},
                                               {"--gpu-architecture=sm_80"},
                                               {"-gpu-architecture=sm_80"}})
    expectOne(words, OptionId::Architecture, {"sm_80"});
  for (const Words& words :
       std::vector<Words>{{"-std=c++20"}, {"--std=c++20"}, {"-std", "c++20"}, {"--std", "c++20"}})
    expectOne(words, OptionId::Standard, {"c++20"});
  for (const Words& words : std::vector<Words>{{"-rdc=true"},
                                               {"-rdc", "true"},
                                               {"--relocatable-device-code=true"},
                                               {"--relocatable-device-code", "true"}})
    expectOne(words, OptionId::RelocatableDeviceCode, {"true"});
}

TEST(CommandLine, AttachedValues) {
  expectOne({"-O3"}, OptionId::Optimize, {"3"});
  expectOne({"-O", "2"}, OptionId::Optimize, {"2"});
  expectOne({"--optimize=2"}, OptionId::Optimize, {"2"});
  expectOne({"-lm"}, OptionId::Library, {"m"});
  expectOne({"-l", "m"}, OptionId::Library, {"m"});
  expectOne({"-Idir"}, OptionId::IncludePath, {"dir"});
  expectOne({"-I=dir"}, OptionId::IncludePath, {"dir"});
  expectOne({"-Ldir=x"}, OptionId::LibraryPath, {"dir=x"});
  expectOne({"-DNAME=1"}, OptionId::Define, {"NAME=1"});
  expectOne({"-DNAME"}, OptionId::Define, {"NAME"});
  expectOne({"-UNAME"}, OptionId::Undefine, {"NAME"});
  expectOne({"-m64"}, OptionId::Machine, {});
  expectOne({"-t4"}, OptionId::Threads, {"4"});
}

TEST(CommandLine, ShortNamesThatBeginOthers) {
  for (const Words& words :
       std::vector<Words>{{"-Ofc", "mid"}, {"-Ofc=mid"}, {"--Ofast-compile=mid"}})
    expectOne(words, OptionId::Accepted, {"mid"});
  expectOne({"-include", "x.h"}, OptionId::PreInclude, {"x.h"});
  expectOne({"-isystem=dir"}, OptionId::SystemInclude, {"dir"});
  expectOne({"-lib"}, OptionId::PhaseLib, {});
  expectOne({"-lineinfo"}, OptionId::LineInfo, {});
  expectOne({"-link"}, OptionId::PhaseLink, {});
  expectOne({"-Xlinker", "-z"}, OptionId::LinkerOptions, {"-z"});
  expectOne({"-MMD"}, OptionId::UserDependenciesToo, {});
  expectOne({"-maxrregcount=32"}, OptionId::MaxRegisters, {"32"});
  expectOne({"-dlink"}, OptionId::PhaseDeviceLink, {});
}

TEST(CommandLine, Lists) {
  expectOne({"-I", "a,b"}, OptionId::IncludePath, {"a", "b"});
  expectOne({"-DA=1,B"}, OptionId::Define, {"A=1", "B"});
  expectOne({"-DA=1\\,2"}, OptionId::Define, {"A=1,2"});
  expectOne({"-Xcompiler=-Wall,-Wextra"}, OptionId::HostCompilerOptions, {"-Wall", "-Wextra"});
  expectOne({"-Xcompiler", "\"-DX=1,2\""}, OptionId::HostCompilerOptions, {"-DX=1,2"});
  expectOne({"-code=sm_80,compute_80"}, OptionId::Code, {"sm_80", "compute_80"});
  expectOne({"-gencode", "arch=compute_80,code=[sm_80,compute_80]"}, OptionId::GenerateCode,
            {"arch=compute_80,code=[sm_80,compute_80]"});
}

TEST(CommandLine, WarningOptions) {
  expectOne({"-Werror", "all-warnings"}, OptionId::WarningsAsErrors, {"all-warnings"});
  expectOne({"-Werror=cross-execution-space-call,reorder"}, OptionId::WarningsAsErrors,
            {"cross-execution-space-call", "reorder"});
  std::vector<Argument> bare = parse({"-Werror", "-c"});
  ASSERT_EQ(bare.size(), 2u);
  EXPECT_EQ(bare[0].values, Words{"all-warnings"});
  EXPECT_EQ(bare[1].option->id, OptionId::PhaseCompile);
  expectOne({"-Wno-deprecated-gpu-targets"}, OptionId::Accepted, {});
  expectOne({"-Wno-unused-variable"}, OptionId::HostWarning, {});
  expectOne({"-diag-suppress=177,550"}, OptionId::Accepted, {"177", "550"});
}

TEST(CommandLine, UnknownOptions) {
  for (const char* word : {"-foo", "--foo=1", "-march=native", "-fPIC", "-Wall", "-m32"}) {
    std::vector<Argument> arguments = parse({word});
    ASSERT_EQ(arguments.size(), 1u) << word;
    EXPECT_EQ(arguments[0].form, Argument::Form::Unknown) << word;
    EXPECT_EQ(arguments[0].text, word);
  }
}

TEST(CommandLine, Errors) {
  EXPECT_THROW(parse({"-o"}), FatalError);
  EXPECT_THROW(parse({"-rdc=1"}), FatalError);
  EXPECT_THROW(parse({"-std=c++99"}), FatalError);
  EXPECT_THROW(parse({"-c=1"}), FatalError);
  EXPECT_THROW(parse({"-cudart=maybe"}), FatalError);
  EXPECT_THROW(parse({"--options-file", "/nowhere/at/all"}), FatalError);
  try {
    parse({"-std=gnu++17"});
    FAIL();
  } catch (const FatalError& error) {
    EXPECT_STREQ(error.what(), "Value 'gnu++17' is not defined for option 'std'");
  }
}

TEST(CommandLine, InputsKeepTheirPlace) {
  std::vector<Argument> arguments = parse({"a.cu", "-lm", "b.o", "-"});
  ASSERT_EQ(arguments.size(), 4u);
  EXPECT_EQ(arguments[0].form, Argument::Form::Input);
  EXPECT_EQ(arguments[2].text, "b.o");
  EXPECT_EQ(arguments[3].form, Argument::Form::Input);
}

class ResponseFile : public testing::Test {
protected:
  std::string write(const std::string& name, const std::string& text) {
    std::string path = testing::TempDir() + "heddle_" + name;
    std::ofstream(path) << text;
    paths_.push_back(path);
    return path;
  }
  void TearDown() override {
    for (const std::string& path : paths_)
      std::filesystem::remove(path);
  }
  Words paths_;
};

TEST_F(ResponseFile, IsExpandedInPlace) {
  std::string file = write("rsp", "-O2 \"-DTEXT=a b\"\n  -I'/x y'\t-lm\n");
  for (const Words& words : std::vector<Words>{{"a.cu", "@" + file, "b.cu"},
                                               {"a.cu", "--options-file", file, "b.cu"},
                                               {"a.cu", "-optf=" + file, "b.cu"}}) {
    std::vector<Argument> arguments = parse(words);
    ASSERT_EQ(arguments.size(), 6u);
    EXPECT_EQ(arguments[0].text, "a.cu");
    EXPECT_EQ(arguments[1].option->id, OptionId::Optimize);
    EXPECT_EQ(arguments[2].values, Words{"TEXT=a b"});
    EXPECT_EQ(arguments[3].values, Words{"/x y"});
    EXPECT_EQ(arguments[5].text, "b.cu");
  }
}

TEST_F(ResponseFile, MayNotIncludeItself) {
  std::string path = testing::TempDir() + "heddle_loop";
  write("loop", "@" + path);
  EXPECT_THROW(parse({"@" + path}), FatalError);
}

TEST(Words, QuotesAndBackslashes) {
  EXPECT_EQ(splitWords("  a \"b c\" d\\ e 'f \\ g' \"\" "),
            (Words{"a", "b c", "d e", "f \\ g", ""}));
  EXPECT_EQ(splitWords(""), Words{});
}

TEST(OptionTable, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const OptionRow& row : optionTable()) {
    EXPECT_TRUE(names.insert(row.longName).second) << row.longName;
    if (row.shortName != row.longName)
      EXPECT_TRUE(names.insert(row.shortName).second) << row.shortName;
    EXPECT_FALSE(row.help.empty()) << row.longName;
    EXPECT_EQ(row.kind == ValueKind::Choice, !row.choices.empty() && row.kind != ValueKind::List)
        << row.longName;
  }
}

} // namespace
} // namespace heddle::nvcc
