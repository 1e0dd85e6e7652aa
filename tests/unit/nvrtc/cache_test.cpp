// The cache of results: what is in it is right, and quick.
#include "nvrtc/compiler.h"
#include "source.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

double milliseconds(auto&& work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

} // namespace

TEST(NvrtcCache, P023_secondCompilationIsQuickAndEqual) {
  Source source{"template <class T> __global__ void k(T* a) { *a = sin((double)*a); }"};
  source.expressions = {"k<float>"};
  Compiled first = compile(source), second;
  ASSERT_EQ(first.status, NVRTC_SUCCESS) << first.log;
  double best = 1000;
  for (int i = 0; i < 5; ++i)
    best = std::min(best, milliseconds([&] { second = compile(source); }));
  EXPECT_EQ(first.ptx, second.ptx);
  EXPECT_EQ(first.names, second.names);
  EXPECT_LT(best, 5) << "milliseconds";
}

TEST(NvrtcCache, P023_changedHeadersAreSeen) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("heddle-nvrtc-" + std::to_string(getpid()));
  fs::create_directories(folder);
  Source source{"#include \"value.h\"\n__device__ int x = VALUE;\n"};
  source.options = {"-rdc=true", "-I", folder.string()};
  std::ofstream(folder / "value.h") << "#define VALUE 11\n";
  Compiled first = compile(source);
  EXPECT_NE(first.ptx.find("x = 11"), first.ptx.npos) << first.log << first.ptx;
  std::ofstream(folder / "value.h") << "#define VALUE 4712\n";
  Compiled second = compile(source);
  EXPECT_NE(second.ptx.find("x = 4712"), second.ptx.npos) << second.ptx;
  source.options.push_back("-DVALUE=3");
  source.text = "__device__ int x = VALUE;\n";
  EXPECT_NE(compile(source).ptx.find("x = 3"), std::string::npos);
  fs::remove_all(folder);
}

// The preambles of the usual language versions came with the library: nothing as large as one is
// made when a program compiles for the first time.
TEST(NvrtcCache, P023_preamblesAreInstalled) {
  namespace fs = std::filesystem;
  GTEST_FLAG_SET(death_test_style, "threadsafe"); // a process with a cache of its own
  EXPECT_EXIT(
      {
        const fs::path folder =
            fs::temp_directory_path() / ("heddle-preambles-" + std::to_string(getpid()));
        fs::create_directories(folder);
        setenv("CUDA_CACHE_PATH", folder.c_str(), 1);
        const auto largestAfter = [&](const char* option) {
          std::uintmax_t size = 0;
          if (compile({"__global__ void k(int* a) { *a = 1; }", {option}}).status == NVRTC_SUCCESS)
            for (const auto& entry : fs::recursive_directory_iterator(folder))
              if (entry.is_regular_file())
                size = std::max(size, entry.file_size());
          return size;
        };
        constexpr std::uintmax_t preamble = 1000000;
        bool right = true;
        for (const char* standard : {"-std=c++14", "-std=c++17", "-std=c++20"}) {
          const std::uintmax_t size = largestAfter(standard);
          right &= size > 0 && size < preamble;
        }
        // An option that changes the preamble itself.
        right &= largestAfter("-use_fast_math") > preamble;
        fs::remove_all(folder);
        _exit(right ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}
