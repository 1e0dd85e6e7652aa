// Stream capture: while a stream is captured, what is given to it becomes nodes of a graph. Other
// streams join by waiting for an event recorded in one that is captured.
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
  CUgraph handle = nullptr; // for who asks while it goes on
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::uint64_t id = 0;
  const exec::Stream* origin = nullptr;
  std::thread::id thread;
  bool invalidated = false;
  std::vector<GraphNode*> left; // by streams that went away: it must be joined all the same
};

// Captures that go on; the common case of none is one load.
extern std::atomic<unsigned> captureCount;

// Whether what is given to the stream becomes nodes.
bool capturing(const StreamTarget& target);
// Adds a node behind what the stream has captured. Fails when the capture is no longer valid.
CUresult captureNode(const StreamTarget& target, NodeParameters parameters);
// For calls that cannot be part of a graph: with the stream captured they fail and spoil the
// capture.
CUresult refuseWhileCapturing(const StreamTarget& target);
// For calls that wait for all of a context.
CUresult refuseWhileCapturing(Context& context);
// A stream goes away; a capture that began with it cannot be ended any more.
void forgetCapturedStream(const exec::Stream& stream);
// For calls that could wait for a stream that is captured: refused while a capture of the strict
// kinds goes on.
CUresult refuseUnsafeCall();

// Events recorded in captured streams.
CUresult captureRecord(const StreamTarget& target, Event& event);
CUresult captureWait(const StreamTarget& target, Event& event);

} // namespace heddle::driver
