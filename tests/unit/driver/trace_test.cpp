// What a trace shows: calls that go straight to the driver, with arguments, results and times, and
// work that really overlaps. The program sets the environment before the driver reads it.
#include "fixture.h"

#include <cudaTypedefs.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <unistd.h>

using namespace heddle::driver::test;

namespace {

const std::string path = "/tmp/heddle-trace-" + std::to_string(getpid()) + ".json";
const bool configured =
    setenv("HEDDLE_TRACE_FILE", path.c_str(), 1) == 0 && setenv("HEDDLE_WORKERS", "2", 1) == 0;

// first and second wait for each other; waits(flag, done) for what a copy brings.
constexpr const char* kWaitingPtx = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry first(.param .u64 mine, .param .u64 theirs)
{
  .reg .u64 %m, %t;
  .reg .u32 %v;
  .reg .pred %p;
  ld.param.u64 %m, [mine];
  ld.param.u64 %t, [theirs];
  st.volatile.global.u32 [%m], 1;
wait:
  ld.volatile.global.u32 %v, [%t];
  setp.eq.u32 %p, %v, 0;
  @%p bra wait;
  ret;
}
.visible .entry second(.param .u64 mine, .param .u64 theirs)
{
  .reg .u64 %m, %t;
  .reg .u32 %v;
  .reg .pred %p;
  ld.param.u64 %m, [mine];
  ld.param.u64 %t, [theirs];
  st.volatile.global.u32 [%m], 1;
wait:
  ld.volatile.global.u32 %v, [%t];
  setp.eq.u32 %p, %v, 0;
  @%p bra wait;
  ret;
}
)";

struct Interval {
  double begin = 0, end = 0;
  std::string line;
};

double number(const std::string& line, const std::string& key) {
  const std::size_t at = line.find("\"" + key + "\":");
  return at == std::string::npos ? -1 : std::atof(line.c_str() + at + key.size() + 3);
}

// From the first such event to the last: work that waits is put aside and taken up again.
std::optional<Interval> find(const std::string& category, const std::string& name) {
  std::optional<Interval> whole;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.find("\"cat\":\"" + category + "\"") != std::string::npos &&
        line.find("\"name\":\"" + name + "\"") != std::string::npos) {
      const double begin = number(line, "ts");
      const double end = begin + number(line, "dur");
      whole = whole ? Interval{std::min(whole->begin, begin), std::max(whole->end, end), line}
                    : Interval{begin, end, line};
    }
  return whole;
}

struct TraceTest : ContextTest {
  CUmodule module = nullptr;
  CUstream streams[2] = {};
  CUdeviceptr flags = 0;
  void SetUp() override {
    ASSERT_TRUE(configured);
    ContextTest::SetUp();
    ASSERT_CU(cuModuleLoadData(&module, kWaitingPtx));
    for (CUstream& stream : streams)
      ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    ASSERT_CU(cuMemAlloc(&flags, 2 << 20));
    ASSERT_CU(cuMemsetD8(flags, 0, 2 << 20));
  }
  void launch(const char* name, CUdeviceptr mine, CUdeviceptr theirs, CUstream stream) {
    CUfunction function;
    ASSERT_CU(cuModuleGetFunction(&function, module, name));
    void* arguments[] = {&mine, &theirs};
    ASSERT_CU(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  }
};

TEST_F(TraceTest, CallsOfTheDriverWithArgumentsAndResults) {
  EXPECT_EQ(cuMemAlloc(nullptr, 77), CUDA_ERROR_INVALID_VALUE);
  const auto made = find("api", "cuStreamCreate");
  ASSERT_TRUE(made);
  EXPECT_GE(made->end, made->begin);
  EXPECT_NE(made->line.find(", 1\""), std::string::npos) << made->line; // the flag
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find("\"arguments\":\"null, 77\",\"result\":\"1\""), std::string::npos);
}

// A program that was written for an earlier version of CUDA is traced like others, under the
// symbols that it calls.
TEST_F(TraceTest, CallsOfEarlierVersions) {
  void* create = nullptr;
  ASSERT_CU(cuGetProcAddress("cuCtxCreate", &create, 3020, 0, nullptr));
  CUcontext second;
  ASSERT_CU(reinterpret_cast<PFN_cuCtxCreate_v3020>(create)(&second, 0, 0));
  EXPECT_TRUE(find("api", "cuCtxCreate_v2"));
  EXPECT_FALSE(find("api", "cuCtxCreate_v3"));
  EXPECT_CU(cuCtxDestroy(second));

  void* begin = nullptr;
  ASSERT_CU(cuGetProcAddress("cuStreamBeginCapture", &begin, 10000,
                             CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, nullptr));
  ASSERT_CU(reinterpret_cast<PFN_cuStreamBeginCapture_v10000>(begin)(nullptr));
  EXPECT_TRUE(find("api", "cuStreamBeginCapture_ptsz"));
  CUgraph graph;
  ASSERT_CU(cuStreamEndCapture(CU_STREAM_PER_THREAD, &graph));
  EXPECT_CU(cuGraphDestroy(graph));
}

// By results: neither kernel ends unless both run at once. By the trace: their times overlap.
TEST_F(TraceTest, TwoKernelsOverlap_R036_R117) {
  launch("first", flags, flags + 4, streams[0]);
  launch("second", flags + 4, flags, streams[1]);
  EXPECT_CU(cuCtxSynchronize());
  const auto first = find("device", "first"), second = find("device", "second");
  ASSERT_TRUE(first && second);
  EXPECT_LT(first->begin, second->end);
  EXPECT_LT(second->begin, first->end);
}

// The kernel waits for what a copy of another stream brings, so the copy runs beside it.
TEST_F(TraceTest, ACopyOverlapsAKernel_R031_R115) {
  std::vector<unsigned> ones(1 << 18, 1);
  void* pinned;
  ASSERT_CU(cuMemHostAlloc(&pinned, ones.size() * 4, 0));
  std::copy(ones.begin(), ones.end(), static_cast<unsigned*>(pinned));
  launch("first", flags, flags + (1 << 20), streams[0]);
  EXPECT_CU(cuMemcpyHtoDAsync(flags + (1 << 20) - 65536, pinned, ones.size() * 4, streams[1]));
  EXPECT_CU(cuCtxSynchronize());
  const auto kernel = find("device", "first"), copy = find("device", "copy");
  ASSERT_TRUE(kernel && copy);
  EXPECT_LT(copy->begin, kernel->end);
}

} // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::filesystem::remove(path);
  return result;
}
