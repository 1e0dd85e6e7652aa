// What options mean, and what is refused.
#include "nvcc/help.h"
#include "nvcc/settings.h"

#include <gtest/gtest.h>

namespace heddle::nvcc {
namespace {

using Words = std::vector<std::string>;

Settings settingsOf(const Words& words) {
  return interpret(parseCommandLine(words));
}

std::string refusal(const Words& words) {
  try {
    settingsOf(words);
  } catch (const FatalError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Settings, Phases) {
  EXPECT_EQ(settingsOf({"a.cu"}).phase, Phase::Link);
  EXPECT_EQ(settingsOf({"-c", "a.cu"}).phase, Phase::Compile);
  EXPECT_EQ(settingsOf({"-ptx", "a.cu"}).phase, Phase::Ptx);
  EXPECT_EQ(settingsOf({"-lib", "a.cu"}).phase, Phase::Lib);
  EXPECT_EQ(settingsOf({"-E", "a.cu"}).phase, Phase::Preprocess);
  EXPECT_EQ(settingsOf({"-E", "-M", "a.cu"}).phase, Phase::Dependencies);
  EXPECT_EQ(settingsOf({"-M", "-E", "a.cu"}).phase, Phase::Dependencies);
  EXPECT_EQ(settingsOf({"-c", "-ptx", "a.cu"}).phase, Phase::Ptx);
  EXPECT_EQ(settingsOf({"-ptx", "-c", "a.cu"}).phase, Phase::Ptx);
  const Settings fatbin = settingsOf({"-dc", "-fatbin", "a.cu"});
  EXPECT_EQ(fatbin.phase, Phase::Fatbin);
  EXPECT_TRUE(fatbin.relocatable);
  Settings relocatable = settingsOf({"-dc", "a.cu"});
  EXPECT_EQ(relocatable.phase, Phase::Compile);
  EXPECT_TRUE(relocatable.relocatable);
  EXPECT_TRUE(settingsOf({"-run", "a.cu"}).run);
  EXPECT_NE(refusal({"-lib", "-dlink", "a.cu"}), "accepted");
}

TEST(Settings, UnknownOptionIsNamed) {
  EXPECT_EQ(refusal({"-foo", "a.cu"}), "Unknown option '-foo'");
  EXPECT_EQ(refusal({"--bar=1", "a.cu"}), "Unknown option '--bar=1'");
  EXPECT_EQ(refusal({"-optix-ir", "a.cu"}),
            "Option '--optix-ir' is not supported by Heddle's nvcc");
}

TEST(Settings, LtoIr) {
  EXPECT_EQ(settingsOf({"-ltoir", "a.cu"}).phase, Phase::LtoIr);
  EXPECT_FALSE(settingsOf({"-c", "-arch=sm_90", "a.cu"}).linkTimeOptimization);
  EXPECT_TRUE(settingsOf({"-c", "-dlto", "a.cu"}).linkTimeOptimization);
  EXPECT_TRUE(
      settingsOf({"-c", "-gencode", "arch=compute_90,code=lto_90", "a.cu"}).linkTimeOptimization);
}

TEST(Settings, AheadOfTime) {
  EXPECT_FALSE(settingsOf({"a.cu"}).aheadOfTime);
  EXPECT_EQ(settingsOf({"-Xheddle=aot=20", "a.cu"}).aheadOfTime->seconds, 20u);
  EXPECT_EQ(settingsOf({"-Xheddle", "aot=none", "a.cu"}).aheadOfTime->seconds, 0u);
  EXPECT_EQ(settingsOf({"--heddle-options=aot=all", "a.cu"}).aheadOfTime->seconds, std::nullopt);
  EXPECT_EQ(refusal({"-Xheddle=aot=soon", "a.cu"}), "'soon': expected a number");
  EXPECT_EQ(refusal({"-Xheddle=jit", "a.cu"}), "Unknown option 'jit' of Heddle");
}

TEST(Settings, UnknownOptionsAreForwardedOnRequest) {
  Settings s = settingsOf({"-march=native", "a.cu", "-forward-unknown-to-host-compiler", "-Wall"});
  EXPECT_EQ(s.hostOptions, (Words{"-march=native", "-Wall"}));
  Settings linker = settingsOf({"-forward-unknown-to-host-linker", "-znow", "a.cu"});
  ASSERT_EQ(linker.linkItems.size(), 2u);
  EXPECT_EQ(linker.linkItems[0].options, Words{"-znow"});
}

TEST(Settings, InputKinds) {
  Settings s = settingsOf({"a.cu", "b.cpp", "c.cc", "d.cxx", "e.c", "f.ptx", "g.o", "h.a", "i.so",
                           "j.so.1.2", "k.cubin", "l.fatbin", "m.obj"});
  std::vector<FileKind> kinds;
  for (const Input& input : s.inputs)
    kinds.push_back(input.kind);
  EXPECT_EQ(kinds, (std::vector{FileKind::Cuda, FileKind::Cxx, FileKind::Cxx, FileKind::Cxx,
                                FileKind::C, FileKind::Ptx, FileKind::Object, FileKind::Archive,
                                FileKind::SharedObject, FileKind::SharedObject, FileKind::Cubin,
                                FileKind::Fatbin, FileKind::Object}));
  EXPECT_EQ(settingsOf({"strange.xyz"}).unknownInputs, Words{"strange.xyz"});
}

TEST(Settings, LanguageOverridesNames) {
  Settings s = settingsOf({"-x", "cu", "a.cpp", "strange.xyz", "b.o"});
  EXPECT_EQ(s.inputs[0].kind, FileKind::Cuda);
  EXPECT_EQ(s.inputs[1].kind, FileKind::Cuda);
  EXPECT_EQ(s.inputs[2].kind, FileKind::Object);
  EXPECT_TRUE(s.unknownInputs.empty());
}

TEST(Settings, LinkOrderIsKept) {
  Settings s = settingsOf({"a.o", "-lfirst", "b.a", "-L/dir", "-Xlinker", "-z,now", "-lsecond"});
  Words line;
  for (const LinkItem& item : s.linkItems) {
    if (item.input)
      line.push_back(s.inputs[*item.input].path);
    line.insert(line.end(), item.options.begin(), item.options.end());
  }
  EXPECT_EQ(line, (Words{"a.o", "-lfirst", "b.a", "-L/dir", "-Xlinker", "-z", "-Xlinker", "now",
                         "-lsecond"}));
}

TEST(Settings, FastMathSetsDefaultsOnly) {
  Settings plain = settingsOf({"a.cu"});
  EXPECT_FALSE(plain.flushToZero);
  EXPECT_TRUE(plain.preciseDivision && plain.preciseSquareRoot && plain.fusedMultiplyAdd);
  Settings fast = settingsOf({"-use_fast_math", "a.cu"});
  EXPECT_TRUE(fast.flushToZero && fast.fastMath && fast.fusedMultiplyAdd);
  EXPECT_FALSE(fast.preciseDivision || fast.preciseSquareRoot);
  Settings mixed = settingsOf({"-prec-div=true", "-use_fast_math", "-fmad=false", "a.cu"});
  EXPECT_TRUE(mixed.preciseDivision);
  EXPECT_FALSE(mixed.preciseSquareRoot || mixed.fusedMultiplyAdd);
}

TEST(Settings, MacrosKeepTheirQuotes) {
  EXPECT_EQ(settingsOf({"-DN=\"x\"", "a.cu"}).preprocessor, (Words{"-D", "N=\"x\""}));
  EXPECT_EQ(settingsOf({"-DN=\\\"x\\\"", "a.cu"}).preprocessor, (Words{"-D", "N=\"x\""}));
}

TEST(Settings, HostOptionsAreSplit) {
  EXPECT_EQ(settingsOf({"-Xcompiler", "-Wall -Wextra,-fPIC", "a.cu"}).hostOptions,
            (Words{"-Wall", "-Wextra", "-fPIC"}));
  EXPECT_EQ(settingsOf({"--compiler-options", "'-DX=1 2'", "a.cu"}).hostOptions, Words{"-DX=1 2"});
}

TEST(Settings, Optimization) {
  EXPECT_EQ(settingsOf({"-O2", "a.cu"}).optimization, "-O2");
  EXPECT_EQ(settingsOf({"-O5", "a.cu"}).optimization, "-O3");
  EXPECT_EQ(settingsOf({"a.cu"}).optimization, "");
  EXPECT_EQ(refusal({"-O", "a.cu"}), "'a.cu': expected a number");
  EXPECT_TRUE(settingsOf({"a.cu"}).deviceOptimize);
  EXPECT_FALSE(settingsOf({"-G", "a.cu"}).deviceOptimize);
  EXPECT_TRUE(settingsOf({"-G", "-dopt=on", "a.cu"}).deviceOptimize);
}

TEST(Settings, Compression) {
  using fatbin::Compression;
  EXPECT_EQ(settingsOf({"a.cu"}).compression, Compression::Zstd);
  EXPECT_EQ(settingsOf({"-compress-mode=speed", "a.cu"}).compression, Compression::Lz4);
  EXPECT_EQ(settingsOf({"-no-compress", "a.cu"}).compression, Compression::None);
  EXPECT_EQ(settingsOf({"-Xfatbin=-no-compress", "a.cu"}).compression, Compression::None);
}

TEST(Settings, KeptFilesHaveADirectory) {
  EXPECT_EQ(settingsOf({"a.cu"}).keepDirectory, "");
  EXPECT_EQ(settingsOf({"-keep", "a.cu"}).keepDirectory, ".");
  EXPECT_EQ(settingsOf({"--keep", "--keep-dir", "tmp", "a.cu"}).keepDirectory, "tmp");
}

TEST(Help, NamesEveryOption) {
  std::string text = helpText();
  for (const OptionRow& row : optionTable())
    EXPECT_NE(text.find(row.longName), std::string::npos) << row.longName;
}

TEST(Version, CanBeParsedByScripts) {
  EXPECT_NE(versionText().find("nvcc: Heddle CUDA compiler driver"), std::string::npos);
  EXPECT_NE(versionText().find("release 13.0, V13.0.88"), std::string::npos);
}

} // namespace
} // namespace heddle::nvcc
