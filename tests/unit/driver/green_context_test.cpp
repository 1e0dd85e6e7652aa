// Green contexts: parts of a device with eight multiprocessors, one for each worker.
#include "fixture.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

using namespace heddle::driver::test;

namespace {

// Before any call of the driver, in a program of its own.
const bool configured = setenv("HEDDLE_WORKERS", "8", 1) == 0 &&
                        setenv("HEDDLE_DEVICES", "1", 1) == 0 && unsetenv("HEDDLE_PROFILE") == 0;

// where(out): counts in out[%smid] the blocks that ran there.
constexpr const char* kWherePtx = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry where(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [out];
  mov.u32 %r0, %smid;
  mul.wide.u32 %d1, %r0, 4;
  add.s64 %d0, %d0, %d1;
  red.global.add.u32 [%d0], 1;
  ret;
}
)";

constexpr unsigned kMultiprocessors = 8, kBlocks = 64;

struct GreenContextTest : testing::Test {
  CUcontext primary = nullptr;
  CUdevResource all;
  CUmodule module;
  CUfunction where;
  CUdeviceptr counts;

  void SetUp() override {
    ASSERT_TRUE(configured);
    ASSERT_CU(cuInit(0));
    ASSERT_CU(cuDevicePrimaryCtxRetain(&primary, 0));
    ASSERT_CU(cuCtxSetCurrent(primary));
    ASSERT_CU(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
    ASSERT_CU(cuModuleLoadData(&module, kWherePtx));
    ASSERT_CU(cuModuleGetFunction(&where, module, "where"));
    ASSERT_CU(cuMemAlloc(&counts, kMultiprocessors * sizeof(unsigned)));
  }
  void TearDown() override {
    EXPECT_CU(cuCtxSetCurrent(nullptr));
    EXPECT_CU(cuDevicePrimaryCtxReset(0));
    EXPECT_CU(cuDevicePrimaryCtxRelease(0));
  }

  static CUgreenCtx make(std::vector<CUdevResource> resources) {
    CUdevResourceDesc descriptor = nullptr;
    CUgreenCtx green = nullptr;
    EXPECT_CU(cuDevResourceGenerateDesc(&descriptor, resources.data(),
                                        static_cast<unsigned>(resources.size())));
    EXPECT_CU(cuGreenCtxCreate(&green, descriptor, 0, CU_GREEN_CTX_DEFAULT_STREAM));
    return green;
  }
  std::vector<CUdevResource> split(unsigned least, unsigned flags = 0) const {
    unsigned count = kMultiprocessors;
    std::vector<CUdevResource> parts(count);
    EXPECT_CU(cuDevSmResourceSplitByCount(parts.data(), &count, &all, nullptr, flags, least));
    parts.resize(count);
    return parts;
  }
  std::vector<unsigned> countsAfter(CUstream stream) const {
    EXPECT_CU(cuStreamSynchronize(stream));
    std::vector<unsigned> blocks(kMultiprocessors);
    EXPECT_CU(cuMemcpyDtoH(blocks.data(), counts, kMultiprocessors * sizeof(unsigned)));
    EXPECT_CU(cuMemsetD32(counts, 0, kMultiprocessors));
    return blocks;
  }
  // The multiprocessors that blocks of a grid in this stream ran on.
  std::set<unsigned> placesOf(CUstream stream) {
    EXPECT_CU(cuMemsetD32(counts, 0, kMultiprocessors));
    void* arguments[] = {&counts};
    EXPECT_CU(cuLaunchKernel(where, kBlocks, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
    return placesIn(countsAfter(stream));
  }
  static std::set<unsigned> placesIn(const std::vector<unsigned>& blocks) {
    std::set<unsigned> places;
    unsigned sum = 0;
    for (unsigned each = 0; each < blocks.size(); ++each) {
      sum += blocks[each];
      if (blocks[each])
        places.insert(each);
    }
    EXPECT_EQ(sum, kBlocks);
    return places;
  }
  static bool areWithin(const std::set<unsigned>& places, unsigned begin, unsigned end) {
    return std::ranges::all_of(places, [&](unsigned each) { return each >= begin && each < end; });
  }
};

TEST_F(GreenContextTest, ADeviceIsSplitIntoEqualParts) {
  EXPECT_EQ(all.type, CU_DEV_RESOURCE_TYPE_SM);
  EXPECT_EQ(all.sm.smCount, kMultiprocessors);
  // A GPU's parts of eight would leave one part, so that they are of four here.
  EXPECT_EQ(all.sm.minSmPartitionSize, 4u);
  EXPECT_EQ(all.sm.smCoscheduledAlignment, 4u);
  EXPECT_EQ(split(0).size(), 2u);
  EXPECT_EQ(split(4).size(), 2u);
  EXPECT_EQ(split(5).size(), 1u);
  EXPECT_EQ(split(5)[0].sm.smCount, 8u);
  EXPECT_EQ(split(1, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING).size(), 4u);
  CUdevResource part, rest;
  unsigned count = 1;
  EXPECT_CU(cuDevSmResourceSplitByCount(&part, &count, &all, &rest, 0, 3));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(part.sm.smCount, 4u);
  EXPECT_EQ(rest.sm.smCount, 4u);
  EXPECT_CU(cuDevSmResourceSplitByCount(nullptr, &count, &all, nullptr, 0, 4));
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(cuDevSmResourceSplitByCount(&part, &count, &all, nullptr, 0, 9),
            CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
  EXPECT_EQ(cuDevSmResourceSplitByCount(&part, &count, &rest, nullptr, 0, 1),
            CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
  CUdevResource madeUp{};
  madeUp.type = CU_DEV_RESOURCE_TYPE_SM;
  EXPECT_EQ(cuDevSmResourceSplitByCount(&part, &count, &madeUp, nullptr, 0, 1),
            CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
}

TEST_F(GreenContextTest, KernelsRunOnTheirOwnMultiprocessors) {
  const auto parts = split(2, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING);
  ASSERT_EQ(parts.size(), 4u);
  for (unsigned each = 0; each < 4; ++each) {
    const CUgreenCtx green = make({parts[each]});
    CUstream stream;
    ASSERT_CU(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
    EXPECT_TRUE(areWithin(placesOf(stream), 2 * each, 2 * each + 2)) << each;
    EXPECT_CU(cuStreamDestroy(stream));
    EXPECT_CU(cuGreenCtxDestroy(green));
  }
  const CUgreenCtx outer = make({parts[0], parts[3]});
  CUdevResource resource;
  EXPECT_CU(cuGreenCtxGetDevResource(outer, &resource, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(resource.sm.smCount, 4u);
  CUstream stream;
  ASSERT_CU(cuGreenCtxStreamCreate(&stream, outer, CU_STREAM_NON_BLOCKING, 0));
  for (unsigned place : placesOf(stream))
    EXPECT_TRUE(place < 2 || place >= 6) << place;
}

TEST_F(GreenContextTest, StreamZeroIsTheCurrentGreenContextsOwn) {
  const auto parts = split(4);
  const CUgreenCtx green = make({parts[1]});
  CUcontext context, current;
  ASSERT_CU(cuCtxFromGreenCtx(&context, green));
  ASSERT_CU(cuCtxSetCurrent(context));
  EXPECT_CU(cuCtxGetCurrent(&current));
  EXPECT_EQ(current, context);
  EXPECT_TRUE(areWithin(placesOf(nullptr), 4, 8));
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUgreenCtx ofStream = nullptr;
  EXPECT_CU(cuStreamGetCtx_v2(stream, &current, &ofStream));
  EXPECT_EQ(current, primary);
  EXPECT_EQ(ofStream, green);
  EXPECT_TRUE(areWithin(placesOf(stream), 4, 8));
  EXPECT_EQ(cuStreamSynchronize(CU_STREAM_PER_THREAD), CUDA_ERROR_INVALID_HANDLE);
}

TEST_F(GreenContextTest, GraphsKeepWhereTheyWereCaptured) {
  const auto parts = split(4);
  const CUgreenCtx green = make({parts[1]});
  CUstream stream;
  ASSERT_CU(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  CUgraph graph;
  CUgraphExec exec;
  void* arguments[] = {&counts};
  EXPECT_CU(cuMemsetD32(counts, 0, kMultiprocessors));
  ASSERT_CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  EXPECT_CU(cuLaunchKernel(where, kBlocks, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
  ASSERT_CU(cuStreamEndCapture(stream, &graph));
  ASSERT_CU(cuGraphInstantiate(&exec, graph, 0));
  EXPECT_CU(cuGraphLaunch(exec, nullptr));
  EXPECT_TRUE(areWithin(placesIn(countsAfter(nullptr)), 4, 8));
}

TEST_F(GreenContextTest, CooperativeGridsMustFitIntoThePart) {
  const CUgreenCtx green = make({split(4)[0]});
  CUstream stream;
  ASSERT_CU(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  int each = 0;
  ASSERT_CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&each, where, 1, 0));
  const auto most = static_cast<unsigned>(each) * 4;
  EXPECT_CU(cuMemsetD32(counts, 0, kMultiprocessors));
  void* arguments[] = {&counts};
  EXPECT_EQ(cuLaunchCooperativeKernel(where, most + 1, 1, 1, 1, 1, 1, 0, stream, arguments),
            CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  EXPECT_CU(cuLaunchCooperativeKernel(where, most, 1, 1, 1, 1, 1, 0, stream, arguments));
  EXPECT_CU(cuStreamSynchronize(stream));
}

TEST_F(GreenContextTest, DestroyedWhileItIsCurrent) {
  const CUgreenCtx green = make({split(4)[0]});
  CUcontext context;
  CUstream stream;
  ASSERT_CU(cuCtxFromGreenCtx(&context, green));
  ASSERT_CU(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  ASSERT_CU(cuCtxSetCurrent(context));
  EXPECT_EQ(cuCtxDestroy(context), CUDA_ERROR_INVALID_CONTEXT);
  EXPECT_CU(cuGreenCtxDestroy(green));
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  EXPECT_EQ(cuGreenCtxDestroy(green), CUDA_ERROR_INVALID_CONTEXT);
  ASSERT_CU(cuCtxSetCurrent(primary));
  CUgreenCtx ofStream = green;
  EXPECT_CU(cuStreamGetGreenCtx(stream, &ofStream));
  EXPECT_EQ(ofStream, nullptr);
  EXPECT_FALSE(placesOf(stream).empty());
  EXPECT_CU(cuStreamDestroy(stream));
}

// The primary context lives as long as a green context of it, and takes it along when it is reset.
TEST_F(GreenContextTest, RetainsThePrimaryContext) {
  const CUgreenCtx green = make({split(4)[0]});
  unsigned flags;
  int active = 0;
  EXPECT_CU(cuDevicePrimaryCtxRelease(0));
  EXPECT_CU(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EXPECT_EQ(active, 1);
  EXPECT_CU(cuDevicePrimaryCtxReset(0));
  EXPECT_EQ(cuGreenCtxGetDevResource(green, &all, CU_DEV_RESOURCE_TYPE_SM),
            CUDA_ERROR_INVALID_CONTEXT);
}

TEST_F(GreenContextTest, AContextHasAllMultiprocessors) {
  CUexecAffinityParam affinity{};
  EXPECT_CU(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  EXPECT_EQ(affinity.param.smCount.val, kMultiprocessors);
  EXPECT_EQ(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_MAX),
            CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
  CUctxCreateParams parameters{};
  parameters.execAffinityParams = &affinity;
  parameters.numExecAffinityParams = 1;
  CUcontext context;
  EXPECT_EQ(cuCtxCreate(&context, &parameters, 0, 0), CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
}

} // namespace
