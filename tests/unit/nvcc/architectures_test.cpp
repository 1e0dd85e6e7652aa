// -arch, -code and -gencode in their spellings (rows P-042, P-046, P-047,
// P-051, P-052, P-066 to P-068).
#include "nvcc/code_targets.h"
#include "nvcc/command_line.h"

#include <gtest/gtest.h>

namespace heddle::nvcc {
namespace {

using Words = std::vector<std::string>;

Words select(const std::string& arch, const Words& codes = {}, const Words& generate = {}) {
  Words names;
  for (const CodeTarget& each : selectTargets(arch, codes, generate))
    names.push_back(each.architecture->virtualName());
  return names;
}

// As in "80: 80 86, 90:".
std::string cubins(const std::string& arch, const Words& codes = {}, const Words& generate = {}) {
  std::string text;
  for (const CodeTarget& each : selectTargets(arch, codes, generate)) {
    text += (text.empty() ? "" : ", ") + std::string(each.architecture->name) + ":";
    for (const Architecture* cubin : each.cubins)
      text += " " + std::string(cubin->name);
  }
  return text;
}

TEST(Architectures, Default) {
  EXPECT_EQ(select(""), Words{"compute_75"});
}

TEST(Architectures, ByName) {
  EXPECT_EQ(select("sm_80"), Words{"compute_80"});
  EXPECT_EQ(select("compute_90a"), Words{"compute_90a"});
  EXPECT_EQ(select("sm_80,sm_90"), (Words{"compute_80", "compute_90"}));
  EXPECT_EQ(select("compute_80", {"sm_80", "sm_86", "compute_80"}), Words{"compute_80"});
  EXPECT_EQ(select("native").size(), 1u);
  EXPECT_EQ(select("all-major"), (Words{"compute_75", "compute_80", "compute_90", "compute_100",
                                        "compute_110", "compute_120"}));
  EXPECT_GT(select("all").size(), select("all-major").size());
}

TEST(Architectures, GenerateCodeInAllQuotes) {
  for (const char* text :
       {"arch=compute_80,code=sm_80", "arch=compute_80,code=[sm_80,compute_80]",
        "arch=compute_80,code=\"sm_80,compute_80\"", "arch=compute_80,code='sm_80,compute_80'",
        "arch=compute_80,code=sm_80,sm_86", "'arch=compute_80,code=sm_80'",
        "\"arch=compute_80,code=[sm_80,compute_80]\"", "code=sm_80,arch=compute_80",
        "arch=compute_80"})
    EXPECT_EQ(select("", {}, {text}), Words{"compute_80"}) << text;
  EXPECT_EQ(select("", {},
                   {"arch=compute_80,code=sm_80", "arch=compute_90,code=sm_90",
                    "arch=compute_90,code=compute_90"}),
            (Words{"compute_80", "compute_90"}));
}

TEST(Architectures, RealOnesBecomeCubins) {
  EXPECT_EQ(cubins(""), "75: 75");
  EXPECT_EQ(cubins("sm_80"), "80: 80");
  EXPECT_EQ(cubins("compute_80"), "80:");
  EXPECT_EQ(cubins("compute_80", {"compute_80"}), "80:");
  EXPECT_EQ(cubins("compute_80", {"sm_80", "sm_86", "compute_80"}), "80: 80 86");
  EXPECT_EQ(cubins("sm_90a"), "90a: 90a");
  EXPECT_EQ(cubins("native"), "90: 90");
  EXPECT_EQ(cubins("all-major"), "75: 75, 80: 80, 90: 90, 100: 100, 110: 110, 120: 120");
  EXPECT_EQ(cubins("", {}, {"arch=compute_80,code=compute_80"}), "80:");
  EXPECT_EQ(cubins("", {},
                   {"arch=compute_80,code=[sm_80,compute_80]", "arch=compute_80,code=sm_86",
                    "arch=compute_80,code=sm_80", "arch=compute_90,code=compute_90"}),
            "80: 80 86, 90:");
}

TEST(Architectures, P051_ShorthandIsTheSameAsTheLongForms) {
  for (const char* name : {"80", "90a", "100f"}) {
    const std::string real = std::string("sm_") + name, virtual_ = std::string("compute_") + name;
    EXPECT_EQ(cubins(real), cubins(virtual_, {virtual_, real}));
    EXPECT_EQ(cubins(real),
              cubins("", {}, {"arch=" + virtual_ + ",code=[" + virtual_ + "," + real + "]"}));
  }
}

TEST(Architectures, P052_BinaryOfANewerArchitectureThanThePtx) {
  EXPECT_EQ(cubins("compute_60", {"sm_70"}), "60: 70");
}

TEST(Architectures, EveryNameOfNvcc13AndOlderOnes) {
  for (const char* name :
       {"75",   "80",   "86",  "87",   "88",   "89",  "90",   "90a",  "100", "100a", "100f", "103",
        "103a", "103f", "110", "110a", "110f", "120", "120a", "120f", "121", "121a", "121f", "20",
        "13",   "30",   "35",  "50",   "52",   "53",  "60",   "61",   "62",  "70",   "72"}) {
    EXPECT_EQ(select(std::string("sm_") + name), Words{std::string("compute_") + name});
    EXPECT_EQ(select(std::string("compute_") + name), Words{std::string("compute_") + name});
  }
}

TEST(Architectures, ForOurDevice) {
  auto forOurDevice = [](const std::string& arch) -> std::string {
    const Architecture* found = selectForOurDevice(selectTargets(arch, {}, {}));
    return found ? std::string(found->name) : "";
  };
  EXPECT_EQ(ourDevice().name, "90");
  EXPECT_EQ(forOurDevice("sm_90"), "");
  EXPECT_EQ(forOurDevice("sm_90a"), "");
  EXPECT_EQ(forOurDevice("all"), "");
  EXPECT_EQ(forOurDevice("sm_120,sm_75"), "");
  EXPECT_EQ(forOurDevice("sm_100a"), "100a");
  EXPECT_EQ(forOurDevice("sm_121,sm_103,sm_110"), "103");
}

TEST(Architectures, NativeCode) {
  const auto nativeCode = [](const std::string& arch) {
    std::vector<CodeTarget> targets = selectTargets(arch, {}, {});
    addNativeCode(targets);
    std::string text;
    for (const CodeTarget& each : targets)
      if (each.nativeCode)
        text += std::string(each.architecture->name) + ">" + std::string(each.nativeCode->name);
    return text;
  };
  EXPECT_EQ(nativeCode(""), "75>90");
  EXPECT_EQ(nativeCode("sm_80"), "80>90");
  EXPECT_EQ(nativeCode("sm_86,sm_75,sm_120"), "86>90");
  EXPECT_EQ(nativeCode("sm_90"), "");
  EXPECT_EQ(nativeCode("compute_90a"), "90a>90a");
  EXPECT_EQ(nativeCode("sm_120"), "");
}

TEST(Architectures, Refused) {
  EXPECT_THROW(select("sm_99"), FatalError);
  EXPECT_THROW(select("75"), FatalError);
  EXPECT_THROW(select("", {"sm_80"}), FatalError);
  EXPECT_THROW(select("compute_90", {"sm_80"}), FatalError);
  EXPECT_THROW(select("", {}, {"code=sm_80"}), FatalError);
  EXPECT_THROW(select("", {}, {"arch=sm_80,code=sm_80"}), FatalError);
  EXPECT_THROW(select("", {}, {"arch=compute_80,code=sm_99"}), FatalError);
}

} // namespace
} // namespace heddle::nvcc
