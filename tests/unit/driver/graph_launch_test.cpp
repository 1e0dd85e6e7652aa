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

} // namespace
