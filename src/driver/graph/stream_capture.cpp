#include "driver/graph/stream_capture.h"

#include "driver/core/handle_tables.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace heddle::driver {

std::atomic<unsigned> captureCount{0};

namespace {

struct StreamCapture {
  std::shared_ptr<Capture> capture;
  std::vector<GraphNode*> tail; // the nodes that the next one depends on
  // What cuStreamGetCaptureInfo gives out: the tail as handles, and an edge for each of them.
  std::vector<CUgraphNode> tailHandles;
  std::vector<CUgraphEdgeData> tailEdges;
};

std::mutex mutex; // guards what follows, and the captures that events refer to
std::unordered_map<const exec::Stream*, StreamCapture> streams;
std::uint64_t nextId = 1;
thread_local CUstreamCaptureMode threadMode = CU_STREAM_CAPTURE_MODE_GLOBAL;

StreamCapture* find(const exec::Stream* stream) {
  const auto found = streams.find(stream);
  return found == streams.end() ? nullptr : &found->second;
}

void merge(std::vector<GraphNode*>& into, const std::vector<GraphNode*>& more) {
  for (GraphNode* node : more)
    if (std::find(into.begin(), into.end(), node) == into.end())
      into.push_back(node);
}

// Whether each of the nodes is in the tail, or a node of the tail depends on it.
bool joined(const std::vector<GraphNode*>& nodes, const std::vector<GraphNode*>& tail) {
  std::unordered_set<const GraphNode*> seen(tail.begin(), tail.end());
  std::vector<const GraphNode*> queue(tail.begin(), tail.end());
  while (!queue.empty()) {
    const GraphNode* node = queue.back();
    queue.pop_back();
    for (const GraphNode* before : node->dependencies)
      if (seen.insert(before).second)
        queue.push_back(before);
  }
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](const GraphNode* node) { return seen.contains(node); });
}

CUresult begin(CUstream handle, CUstreamCaptureMode mode, std::shared_ptr<Graph> graph,
               CUgraph graphHandle, std::vector<GraphNode*> tail) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (mode < CU_STREAM_CAPTURE_MODE_GLOBAL || mode > CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_ERROR_INVALID_VALUE;
  if (target.isLegacy())
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  std::lock_guard lock(mutex);
  if (find(target.stream))
    return CUDA_ERROR_ILLEGAL_STATE;
  auto capture = std::make_shared<Capture>();
  capture->graph = std::move(graph);
  capture->handle = graphHandle;
  capture->mode = mode;
  capture->id = nextId++;
  capture->origin = target.stream;
  capture->thread = std::this_thread::get_id();
  streams[target.stream] = {std::move(capture), std::move(tail), {}, {}};
  ++captureCount;
  return CUDA_SUCCESS;
}

} // namespace

bool capturing(const StreamTarget& target) {
  if (captureCount.load(std::memory_order_relaxed) == 0) [[likely]]
    return false;
  std::lock_guard lock(mutex);
  return find(target.stream) != nullptr;
}

CUresult captureNode(const StreamTarget& target, NodeParameters parameters) {
  std::lock_guard lock(mutex);
  StreamCapture* stream = find(target.stream);
  if (!stream || stream->capture->invalidated)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  GraphNode* node = stream->capture->graph->add(std::move(parameters), stream->tail);
  if (!node)
    return CUDA_ERROR_OUT_OF_MEMORY;
  stream->tail = {node};
  return CUDA_SUCCESS;
}

GraphNode* lastCapturedNode(const StreamTarget& target) {
  std::lock_guard lock(mutex);
  const StreamCapture* stream = find(target.stream);
  return stream && stream->tail.size() == 1 ? stream->tail.front() : nullptr;
}

CUresult refuseWhileCapturing(const StreamTarget& target) {
  if (captureCount.load(std::memory_order_relaxed) == 0) [[likely]]
    return CUDA_SUCCESS;
  std::lock_guard lock(mutex);
  if (StreamCapture* stream = find(target.stream)) {
    stream->capture->invalidated = true;
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  // The legacy stream would have to wait for blocking streams that are captured.
  if (target.stream == &target.context->execution().legacyStream())
    for (auto& [other, state] : streams)
      if (&other->execution() == &target.context->execution() &&
          other->mode() == exec::Stream::Mode::Blocking) {
        state.capture->invalidated = true;
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
      }
  return CUDA_SUCCESS;
}

CUresult refuseWhileCapturing(Context& context) {
  if (captureCount.load(std::memory_order_relaxed) == 0) [[likely]]
    return CUDA_SUCCESS;
  std::lock_guard lock(mutex);
  bool refused = false;
  for (auto& [stream, state] : streams)
    if (&stream->execution() == &context.execution())
      refused = state.capture->invalidated = true;
  return refused ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

bool isBeingCaptured(const Graph& graph) {
  if (captureCount.load(std::memory_order_relaxed) == 0) [[likely]]
    return false;
  std::lock_guard lock(mutex);
  return std::any_of(streams.begin(), streams.end(), [&](const auto& entry) {
    return entry.second.capture->graph.get() == &graph;
  });
}

void forgetCapturedStream(const exec::Stream& stream) {
  if (captureCount.load(std::memory_order_relaxed) == 0) [[likely]]
    return;
  std::lock_guard lock(mutex);
  const auto found = streams.find(&stream);
  if (found == streams.end())
    return;
  const std::shared_ptr<Capture> capture = found->second.capture;
  if (capture->origin != &stream) {
    merge(capture->ofDestroyedStreams, found->second.tail);
    streams.erase(found);
    return;
  }
  capture->invalidated = true;
  std::erase_if(streams, [&](const auto& entry) { return entry.second.capture == capture; });
  --captureCount;
}

CUresult refuseUnsafeCall() {
  if (captureCount.load(std::memory_order_relaxed) == 0 ||
      threadMode == CU_STREAM_CAPTURE_MODE_RELAXED) [[likely]]
    return CUDA_SUCCESS;
  std::lock_guard lock(mutex);
  const auto self = std::this_thread::get_id();
  bool refused = false;
  for (auto& [stream, state] : streams) {
    Capture& capture = *state.capture;
    const bool own = capture.thread == self && capture.mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    const bool others = capture.mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
                        threadMode == CU_STREAM_CAPTURE_MODE_GLOBAL;
    if (own || others) {
      capture.invalidated = true;
      refused = true;
    }
  }
  return refused ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

CUresult captureRecord(const StreamTarget& target, Event& event) {
  std::lock_guard lock(mutex);
  StreamCapture* stream = find(target.stream);
  if (!stream || stream->capture->invalidated)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  event.capture = stream->capture;
  event.captured = stream->tail;
  return CUDA_SUCCESS;
}

CUresult captureWait(const StreamTarget& target, Event& event) {
  std::lock_guard lock(mutex);
  StreamCapture* stream = find(target.stream);
  if (!event.capture) {
    if (!stream)
      return CUDA_SUCCESS;
    stream->capture->invalidated = true;
    return CUDA_ERROR_STREAM_CAPTURE_ISOLATION; // the event is of work outside of the graph
  }
  if (event.capture->invalidated)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (!find(event.capture->origin) || find(event.capture->origin)->capture != event.capture)
    return CUDA_ERROR_INVALID_VALUE; // that capture has ended
  if (target.isLegacy()) {
    event.capture->invalidated = true;
    return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
  }
  if (!stream) {
    streams[target.stream] = {event.capture, event.captured, {}, {}};
    return CUDA_SUCCESS;
  }
  if (stream->capture != event.capture) {
    stream->capture->invalidated = event.capture->invalidated = true;
    return CUDA_ERROR_STREAM_CAPTURE_MERGE;
  }
  merge(stream->tail, event.captured);
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  HEDDLE_TRY(Driver::instance().state());
  auto graph = std::make_shared<Graph>();
  return begin(stream, mode, graph, nullptr, {});
}

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph handle,
                                     const CUgraphNode* dependencies, const CUgraphEdgeData*,
                                     size_t count, CUstreamCaptureMode mode) {
  std::shared_ptr<Graph> graph;
  HEDDLE_TRY(findGraph(handle, graph));
  if (count && !dependencies)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> tail;
  for (size_t index = 0; index < count; ++index) {
    GraphNode* node;
    HEDDLE_TRY(findNode(dependencies[index], node));
    if (&node->graph != graph.get())
      return CUDA_ERROR_INVALID_VALUE;
    tail.push_back(node);
  }
  return begin(stream, mode, graph, handle, std::move(tail));
}

CUresult cuStreamEndCapture(CUstream handle, CUgraph* out) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (out)
    *out = nullptr;
  std::shared_ptr<Capture> capture;
  bool unjoined = false;
  {
    std::lock_guard lock(mutex);
    StreamCapture* stream = find(target.stream);
    // A program that has given the graph, or has asked for it before, need not get it again.
    if (!out && !(stream && stream->capture->handle))
      return CUDA_ERROR_INVALID_VALUE;
    if (!stream)
      return CUDA_ERROR_ILLEGAL_STATE;
    capture = stream->capture;
    if (capture->origin != target.stream)
      return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    if (capture->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        capture->thread != std::this_thread::get_id())
      return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    const std::vector<GraphNode*> tail = stream->tail;
    unjoined = !joined(capture->ofDestroyedStreams, tail);
    for (auto it = streams.begin(); it != streams.end();) {
      if (it->second.capture != capture) {
        ++it;
        continue;
      }
      unjoined |= it->first != target.stream && !joined(it->second.tail, tail);
      it = streams.erase(it);
    }
    --captureCount;
  }
  if (capture->invalidated)
    return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (unjoined)
    return CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  const CUgraph graph = capture->handle ? capture->handle : makeHandle(capture->graph, true);
  if (out)
    *out = graph;
  return graph ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus* status) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (!status)
    return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  const StreamCapture* stream = find(target.stream);
  *status = !stream                        ? CU_STREAM_CAPTURE_STATUS_NONE
            : stream->capture->invalidated ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                           : CU_STREAM_CAPTURE_STATUS_ACTIVE;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus* status, cuuint64_t* id,
                                CUgraph* graph, const CUgraphNode** dependencies,
                                const CUgraphEdgeData** edges, size_t* count) {
  HEDDLE_TRY(cuStreamIsCapturing(handle, status));
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  std::lock_guard lock(mutex);
  StreamCapture* stream = find(target.stream);
  if (!stream)
    return CUDA_SUCCESS;
  Capture& capture = *stream->capture;
  if (id)
    *id = capture.id;
  if (graph) {
    if (!capture.handle)
      capture.handle = makeHandle(capture.graph, true);
    *graph = capture.handle;
  }
  stream->tailHandles.clear();
  for (GraphNode* node : stream->tail)
    stream->tailHandles.push_back(toHandle(node));
  if (dependencies)
    *dependencies = stream->tailHandles.data();
  // All edges of captured work are of the default kind, which is all zeros.
  stream->tailEdges.assign(stream->tail.size(), {});
  if (edges)
    *edges = stream->tailEdges.data();
  if (count)
    *count = stream->tailHandles.size();
  return CUDA_SUCCESS;
}

CUresult cuStreamUpdateCaptureDependencies(CUstream handle, CUgraphNode* dependencies,
                                           const CUgraphEdgeData*, size_t count,
                                           unsigned int flags) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  if (flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES || (count && !dependencies))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<GraphNode*> nodes;
  for (size_t index = 0; index < count; ++index) {
    GraphNode* node;
    HEDDLE_TRY(findNode(dependencies[index], node));
    nodes.push_back(node);
  }
  std::lock_guard lock(mutex);
  StreamCapture* stream = find(target.stream);
  if (!stream)
    return CUDA_ERROR_ILLEGAL_STATE;
  const Graph* const graph = stream->capture->graph.get();
  if (std::any_of(nodes.begin(), nodes.end(), [&](auto* node) { return &node->graph != graph; }))
    return CUDA_ERROR_INVALID_VALUE;
  if (flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES)
    stream->tail = std::move(nodes);
  else
    merge(stream->tail, nodes);
  return CUDA_SUCCESS;
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  HEDDLE_TRY(Driver::instance().state());
  if (!mode || *mode < CU_STREAM_CAPTURE_MODE_GLOBAL || *mode > CU_STREAM_CAPTURE_MODE_RELAXED)
    return CUDA_ERROR_INVALID_VALUE;
  std::swap(*mode, threadMode);
  return CUDA_SUCCESS;
}
