#include "fixture.h"

#include <atomic>

using namespace heddle::driver::test;

namespace {

// A launch that fails has made tasks for some of its nodes. Neither the work outside that a node
// waits for nor the event that one records may know these tasks.
TEST_F(ContextTest, FailedGraphLaunchLeavesNobodyWaiting) {
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUevent awaited, recorded, destroyed;
  for (CUevent* event : {&awaited, &recorded, &destroyed})
    ASSERT_CU(cuEventCreate(event, CU_EVENT_DISABLE_TIMING));

  CUgraph graph;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  CUgraphNode wait, record, last;
  ASSERT_CU(cuGraphAddEventWaitNode(&wait, graph, nullptr, 0, awaited));
  ASSERT_CU(cuGraphAddEventRecordNode(&record, graph, &wait, 1, recorded));
  ASSERT_CU(cuGraphAddEventRecordNode(&last, graph, &record, 1, destroyed));
  CUgraphExec executable;
  ASSERT_CU(cuGraphInstantiate(&executable, graph, 0));
  ASSERT_CU(cuEventDestroy(destroyed));

  std::atomic<bool> mayEnd{false};
  const auto waitForFlag = [](void* flag) { static_cast<std::atomic<bool>*>(flag)->wait(false); };
  ASSERT_CU(cuLaunchHostFunc(stream, waitForFlag, &mayEnd));
  ASSERT_CU(cuEventRecord(awaited, stream));
  EXPECT_NE(cuGraphLaunch(executable, stream), CUDA_SUCCESS);
  EXPECT_CU(cuEventQuery(recorded));
  mayEnd = true;
  mayEnd.notify_all();
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_CU(cuEventSynchronize(recorded));

  EXPECT_CU(cuGraphExecDestroy(executable));
  EXPECT_CU(cuGraphDestroy(graph));
}

// A capture refers to nodes of its graph, so they cannot be destroyed, nor replaced by nodes of
// another graph, before it has ended.
TEST_F(ContextTest, CapturedNodesStayUntilTheCaptureHasEnded) {
  CUgraph graph, other;
  ASSERT_CU(cuGraphCreate(&graph, 0));
  ASSERT_CU(cuGraphCreate(&other, 0));
  CUgraphNode node, foreign;
  ASSERT_CU(cuGraphAddEmptyNode(&node, graph, nullptr, 0));
  ASSERT_CU(cuGraphAddEmptyNode(&foreign, other, nullptr, 0));
  CUstream stream;
  ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  constexpr CUstreamCaptureMode kMode = CU_STREAM_CAPTURE_MODE_RELAXED;
  EXPECT_EQ(cuStreamBeginCaptureToGraph(stream, graph, &foreign, nullptr, 1, kMode),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_CU(cuStreamBeginCaptureToGraph(stream, graph, &node, nullptr, 1, kMode));
  EXPECT_EQ(cuStreamUpdateCaptureDependencies(stream, &foreign, nullptr, 1,
                                              CU_STREAM_SET_CAPTURE_DEPENDENCIES),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuGraphDestroyNode(node), CUDA_ERROR_INVALID_VALUE);
  EXPECT_CU(cuGraphDestroyNode(foreign));
  EXPECT_CU(cuLaunchHostFunc(stream, [](void*) {}, nullptr));
  EXPECT_CU(cuStreamEndCapture(stream, &graph));
  CUgraphNode before;
  std::size_t count = 1;
  EXPECT_CU(cuGraphGetRootNodes(graph, &before, &count));
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(before, node);
  EXPECT_CU(cuGraphDestroyNode(node));
  EXPECT_CU(cuStreamDestroy(stream));
  EXPECT_CU(cuGraphDestroy(graph));
  EXPECT_CU(cuGraphDestroy(other));
}

} // namespace
