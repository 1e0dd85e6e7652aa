// Stream capture: while a stream is captured, work that is given to it becomes nodes of a graph.
// Another stream joins the capture when it waits for an event that was recorded in a captured
// stream.
#pragma once

#include "driver/graph/graph.h"
#include "driver/stream/event.h"
#include "driver/stream/stream.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace heddle::driver {

struct Capture {
  std::shared_ptr<Graph> graph;
  CUgraph handle = nullptr; // null until the program asks for it
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::uint64_t id = 0;
  const exec::Stream* origin = nullptr;
  std::thread::id thread;
  bool invalidated = false;
  // The last nodes of streams that were destroyed during the capture. The origin must join these,
  // too.
  std::vector<GraphNode*> ofDestroyedStreams;
};

// The number of captures that are going on. It is mostly 0, which one load tells.
extern std::atomic<unsigned> captureCount;

// Whether the stream is captured.
bool capturing(const StreamTarget& target);
// Adds a node after those that the stream has captured. Fails when the capture is invalid.
CUresult captureNode(const StreamTarget& target, NodeParameters parameters);
// The node that the stream has captured last; null where it is not captured or other streams'
// nodes have been joined since.
GraphNode* lastCapturedNode(const StreamTarget& target);
// Fails, and makes the capture invalid, if the stream is captured: for calls that cannot become
// nodes.
CUresult refuseWhileCapturing(const StreamTarget& target);
// The same for calls that wait for all streams of a context: fails if one of them is captured.
CUresult refuseWhileCapturing(Context& context);
// Whether a capture adds nodes to the graph. Its nodes must not be removed meanwhile, since streams
// and events refer to them.
bool isBeingCaptured(const Graph& graph);
// Must be called before a stream is destroyed. A capture that began with the stream becomes
// invalid, since it cannot be ended any more.
void forgetCapturedStream(const exec::Stream& stream);
// Called by functions that may wait for a captured stream, such as cuMemAlloc. CUDA refuses these
// during a capture whose mode is global, or whose mode is thread-local and which the calling thread
// has begun.
CUresult refuseUnsafeCall();

// captureRecord() records an event in a captured stream. captureWait() makes a stream wait for an
// event while captures go on; by waiting for an event of a captured stream, it joins that capture.
CUresult captureRecord(const StreamTarget& target, Event& event);
CUresult captureWait(const StreamTarget& target, Event& event);

} // namespace heddle::driver
