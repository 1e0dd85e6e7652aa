// The options of nvrtcCompileProgram (row P-023): which are taken, and the words for refusals.
#include "nvrtc.h"
#include "nvrtc/options.h"
#include "toolkit/tool_options.h"

#include <gtest/gtest.h>

using heddle::nvrtc::Options;

namespace {

std::string refusal(std::vector<const char*> arguments, Options* options = nullptr) {
  try {
    const Options parsed = heddle::nvrtc::parse(arguments);
    if (options)
      *options = parsed;
    return "";
  } catch (const heddle::toolkit::UsageError& error) {
    return error.what();
  }
}

} // namespace

TEST(NvrtcOptions, P023_takesEveryFormOfAValue) {
  Options options;
  EXPECT_EQ(refusal({"-arch=sm_80", "-DA", "-D", "B=2", "-D C", "--define-macro=D=4", "-UE", "-I/x",
                     "-I", "/y", "--include-path=/z", "-include=p.h", "--pre-include", "q.h",
                     "-std=c++20", "-default-device", "-rdc=true", "-ftz=true", "--prec-div=false"},
                    &options),
            "");
  EXPECT_EQ(options.architecture->number, 80u);
  EXPECT_TRUE(options.real && options.relocatable && options.flushToZero && options.defaultDevice);
  EXPECT_FALSE(options.preciseDivision);
  EXPECT_EQ(options.macros, (std::vector<std::string>{"-DA", "-DB=2", "-DC", "-DD=4", "-UE"}));
  EXPECT_EQ(options.includePaths, (std::vector<std::string>{"/x", "/y", "/z"}));
  EXPECT_EQ(options.preIncludes, (std::vector<std::string>{"p.h", "q.h"}));
  EXPECT_EQ(options.standard, "c++20");
}

// Numbers and booleans may be the next argument too. NVRTC 13.0 has judged these and the refusals.
TEST(NvrtcOptions, P023_takesEveryValueAsTheNextArgument) {
  Options options;
  EXPECT_EQ(refusal({"-rdc", "true", "--fmad", "false", "-ftz", "true", "-maxrregcount", "32",
                     "-split-compile", "2", "-lineinfo"},
                    &options),
            "");
  EXPECT_TRUE(options.relocatable && options.flushToZero && options.lineInfo);
  EXPECT_FALSE(options.fusedMultiplyAdd);
  EXPECT_EQ(refusal({"-maxrregcount"}), "");
  EXPECT_EQ(refusal({"-maxrregcount="}), "");
  EXPECT_EQ(refusal({"-lineinfo", "true"}), "nvrtc: error: unrecognized option true found\n");
  EXPECT_EQ(refusal({"-ftz=true", "true"}), "nvrtc: error: unrecognized option true found\n");
  EXPECT_EQ(refusal({"-ftz", "-lineinfo"}), "nvrtc: error: --ftz (-ftz) expects true or false\n");
  EXPECT_EQ(refusal({"-ftz"}), "nvrtc: error: --ftz (-ftz) expects true or false\n");
  EXPECT_EQ(refusal({"-maxrregcount", "-lineinfo"}),
            "nvrtc: error: --maxrregcount (-maxrregcount) expects an integer value\n");
}

TEST(NvrtcOptions, P023_fastMathIsFourOptions) {
  Options options;
  EXPECT_EQ(refusal({"--use_fast_math"}, &options), "");
  EXPECT_TRUE(options.fastMath && options.flushToZero && options.fusedMultiplyAdd);
  EXPECT_FALSE(options.preciseDivision || options.preciseSquareRoot);
}

TEST(NvrtcOptions, P023_virtualArchitectureMakesNoCubin) {
  Options options;
  EXPECT_EQ(refusal({"--gpu-architecture=compute_90"}, &options), "");
  EXPECT_FALSE(options.real);
  Options byDefault;
  EXPECT_EQ(refusal({}, &byDefault), "");
  EXPECT_EQ(byDefault.architecture->number, 75u);
  EXPECT_FALSE(byDefault.real);
}

TEST(NvrtcOptions, P023_refusesAsNvrtcDoes) {
  EXPECT_EQ(refusal({"--foo"}), "nvrtc: error: unrecognized option --foo found\n");
  EXPECT_EQ(refusal({"-O3"}), "nvrtc: error: unrecognized option -O3 found\n");
  EXPECT_EQ(refusal({"-arch sm_80"}), "nvrtc: error: unrecognized option -arch sm_80 found\n");
  for (const char* bad : {"-arch=sm_30", "-arch=native", "-arch=lto_90", "-arch=90", "-arch"})
    EXPECT_EQ(refusal({bad}), "nvrtc: error: invalid value for --gpu-architecture (-arch)\n")
        << bad;
  EXPECT_EQ(refusal({"-std=gnu++17"}), "nvrtc: error: invalid value for --std(-std)\n");
  EXPECT_EQ(refusal({"-ftz=maybe"}), "nvrtc: error: --ftz (-ftz) expects true or false\n");
  EXPECT_EQ(refusal({"-maxrregcount=abc"}),
            "nvrtc: error: --maxrregcount (-maxrregcount) expects an integer value\n");
  EXPECT_EQ(refusal({"-dlto"}), "");
  EXPECT_NE(refusal({"-optix-ir"}), "");
}

TEST(NvrtcOptions, P023_takesWhatOnlySteersAGpu) {
  EXPECT_EQ(refusal({"-maxrregcount=32", "--extra-device-vectorization", "--restrict", "-dopt=on",
                     "--ptxas-options=-v", "-Xptxas", "-O3", "-pch", "--create-pch=x.pch",
                     "--use-pch=x.pch", "-diag-suppress=177", "--split-compile=2", "-minimal",
                     "--modify-stack-limit=false", "-frandom-seed=1", "-w", "-err-no"}),
            "");
}

TEST(NvrtcOptions, P023_versionArchitecturesAndErrorNames) {
  int major = 0, minor = 0, count = 0;
  EXPECT_EQ(nvrtcVersion(&major, &minor), NVRTC_SUCCESS);
  EXPECT_EQ(major, 13);
  EXPECT_EQ(nvrtcVersion(nullptr, &minor), NVRTC_ERROR_INVALID_INPUT);
  ASSERT_EQ(nvrtcGetNumSupportedArchs(&count), NVRTC_SUCCESS);
  std::vector<int> numbers(count);
  EXPECT_EQ(nvrtcGetSupportedArchs(numbers.data()), NVRTC_SUCCESS);
  EXPECT_EQ(numbers, (std::vector<int>{75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121}));
  EXPECT_STREQ(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION");
  EXPECT_STREQ(nvrtcGetErrorString(static_cast<nvrtcResult>(99)), "NVRTC_ERROR unknown");
}
