// The log of failed calls.
#include "fixture.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>

using namespace heddle::driver::test;

namespace {

constexpr const char* kSomeAreMissing =
    "The provided buffer is not large enough to hold all messages. Some are missing\n";

struct LogsTest : ContextTest {
  // A call that fails.
  static void fail() { EXPECT_EQ(cuMemAlloc(nullptr, 4), CUDA_ERROR_INVALID_VALUE); }
  static std::string dump(CUlogIterator* iterator, std::size_t room = 30000,
                          CUresult expected = CUDA_SUCCESS) {
    std::vector<char> buffer(room, 'x');
    std::size_t size = room;
    EXPECT_EQ(cuLogsDumpToMemory(iterator, buffer.data(), &size, 0), expected);
    EXPECT_LT(size, room);
    EXPECT_EQ(buffer[size], '\0');
    return {buffer.data(), size};
  }
  static long lines(const std::string& text) { return std::ranges::count(text, '\n'); }
};

TEST_F(LogsTest, TellsOfFailuresAndOfNothingElse) {
  CUlogIterator start = 0;
  EXPECT_CU(cuLogsCurrent(&start, 0));
  EXPECT_CU(cuCtxSynchronize());
  CUlogIterator at = start;
  EXPECT_EQ(dump(&at), "");
  EXPECT_EQ(at, start);
  fail();
  const std::string one = dump(&at);
  EXPECT_EQ(lines(one), 1);
  EXPECT_NE(one.find("[CUDA][E] Returning 1 (CUDA_ERROR_INVALID_VALUE) from cuMemAlloc_v2\n"),
            one.npos)
      << one;
  EXPECT_EQ(at, start + 1);
  EXPECT_EQ(dump(&at), "");
  at = start;
  fail();
  EXPECT_EQ(lines(dump(&at)), 2);
  EXPECT_GE(lines(dump(nullptr)), 2);
}

TEST_F(LogsTest, SmallBuffersGetTheNewestLines) {
  CUlogIterator start;
  EXPECT_CU(cuLogsCurrent(&start, 0));
  CUlogIterator at = start;
  CUdevice device;
  EXPECT_EQ(cuDeviceGet(&device, 99), CUDA_ERROR_INVALID_DEVICE);
  const std::string first = dump(&at);
  fail();
  EXPECT_EQ(cuInit(5), CUDA_ERROR_INVALID_VALUE);
  at = start;
  const std::string all = dump(&at);
  at = start;
  const std::string some = dump(&at, all.size()); // one byte too few
  EXPECT_TRUE(some.ends_with("from cuInit\n")) << some;
  EXPECT_EQ(some.find(first), some.npos) << some;
  EXPECT_TRUE(some.starts_with(kSomeAreMissing)) << some;
  at = start;
  EXPECT_EQ(dump(&at, 10, CUDA_ERROR_INVALID_VALUE), "");
  at = start + 1000;
  EXPECT_EQ(dump(&at, 1000, CUDA_ERROR_INVALID_VALUE), "");
}

TEST_F(LogsTest, OldLinesGoAndThatIsSaid) {
  CUlogIterator start;
  EXPECT_CU(cuLogsCurrent(&start, 0));
  for (int i = 0; i < 1000; ++i)
    fail();
  const std::string text = dump(&start);
  EXPECT_LE(text.size(), 25600u + 100);
  EXPECT_GT(lines(text), 100);
  EXPECT_TRUE(text.starts_with(kSomeAreMissing)) << text.substr(0, 200);
}

TEST_F(LogsTest, CallbacksAreCalled) {
  struct Heard {
    int count = 0;
    std::string last;
  } heard;
  CUlogsCallbackHandle handle;
  EXPECT_EQ(cuLogsRegisterCallback(nullptr, nullptr, &handle), CUDA_ERROR_INVALID_VALUE);
  ASSERT_CU(cuLogsRegisterCallback(
      [](void* data, CUlogLevel level, char* message, size_t length) {
        auto& to = *static_cast<Heard*>(data);
        ++to.count;
        to.last = message;
        EXPECT_EQ(level, CU_LOG_LEVEL_ERROR);
        EXPECT_EQ(length, std::strlen(message));
        EXPECT_EQ(cuInit(5), CUDA_ERROR_INVALID_VALUE); // calls no callback
      },
      &heard, &handle));
  fail();
  EXPECT_EQ(heard.count, 1);
  EXPECT_EQ(heard.last, "Returning 1 (CUDA_ERROR_INVALID_VALUE) from cuMemAlloc_v2");
  std::thread([] { EXPECT_EQ(cuInit(5), CUDA_ERROR_INVALID_VALUE); }).join();
  EXPECT_EQ(heard.count, 2);
  EXPECT_CU(cuLogsUnregisterCallback(handle));
  fail();
  EXPECT_EQ(heard.count, 2);
  EXPECT_EQ(cuLogsUnregisterCallback(nullptr), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(LogsTest, WhatIsWrongInPtxIsSaid) {
  CUlogIterator at;
  EXPECT_CU(cuLogsCurrent(&at, 0));
  CUmodule module;
  EXPECT_EQ(cuModuleLoadData(&module, ".version 8.0\n.target sm_80\n.address_size 64\n"
                                      ".entry k() { nosuch; }\n"),
            CUDA_ERROR_INVALID_PTX);
  const std::string text = dump(&at);
  EXPECT_NE(text.find("ptx, line 4"), text.npos) << text;
  EXPECT_NE(text.find("Returning 218 (CUDA_ERROR_INVALID_PTX) from cuModuleLoadData"), text.npos)
      << text;
}

TEST_F(LogsTest, ToAFile) {
  const auto path =
      std::filesystem::temp_directory_path() / ("heddle-log-" + std::to_string(getpid()));
  CUlogIterator at;
  EXPECT_CU(cuLogsCurrent(&at, 0));
  fail();
  EXPECT_CU(cuLogsDumpToFile(&at, path.c_str(), 0));
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(lines(text), 1);
  EXPECT_EQ(cuLogsDumpToFile(&at, "/no/such/file", 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLogsDumpToFile(&at, nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuLogsCurrent(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
  std::filesystem::remove(path);
}

TEST(LogsDeathTest, GoesWhereTheEnvironmentSays) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("CUDA_LOG_FILE", "stderr", 1);
        cuInit(5);
        std::exit(0);
      },
      testing::ExitedWithCode(0), "Returning 1 .CUDA_ERROR_INVALID_VALUE. from cuInit");
}

} // namespace
