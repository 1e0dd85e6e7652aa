// Streams, events, allocations, copies, launches and callbacks from many host threads at once, and
// nothing grows. HEDDLE_SOAK=1000000 makes it that many rounds in all.
#include "fixture.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <source_location>
#include <string>
#include <thread>

using namespace heddle::driver::test;

namespace {

std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * 4096;
}

std::size_t openDescriptors() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

unsigned roundsInAll() {
  const char* text = std::getenv("HEDDLE_SOAK");
  return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 8000;
}

struct Shared {
  CUcontext context;
  CUfunction add;
  std::atomic<unsigned> callbacks{0};
  std::atomic<unsigned> wrong{0};

  void good(CUresult result, std::source_location where = std::source_location::current()) {
    if (result != CUDA_SUCCESS)
      bad("result " + std::to_string(result), where);
  }
  void bad(const std::string& what, std::source_location where = std::source_location::current()) {
    if (wrong++ == 0)
      ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line())) << what;
  }
};

// What happens now and then beside the rounds: other ways to the same engine, and queries that
// meet what other threads change.
template <typename Good>
void sometimes(Shared& shared, unsigned round, CUstream stream, CUdeviceptr target, void* pinned,
               std::size_t bytes, Good good) {
  size_t available, total;
  CUmemorytype type;
  good(cuMemGetInfo(&available, &total));
  good(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, target));
  if (const CUresult state = cuStreamQuery(stream); state != CUDA_ERROR_NOT_READY)
    good(state);
  if (round % 3 == 0) { // the legacy stream, which waits for blocking ones
    CUdeviceptr memory;
    good(cuMemAlloc(&memory, bytes));
    good(cuMemsetD8(memory, 1, bytes));
    good(cuMemcpyDtoD(memory, memory + bytes / 2, bytes / 2));
    good(cuMemFree(memory));
  }
  if (round % 5 == 0) { // the thread's own stream, and the time between events
    CUevent start, end;
    float milliseconds;
    good(cuEventCreate(&start, CU_EVENT_BLOCKING_SYNC));
    good(cuEventCreate(&end, 0));
    good(cuEventRecord(start, CU_STREAM_PER_THREAD));
    good(cuMemcpyDtoHAsync(pinned, target, bytes, CU_STREAM_PER_THREAD));
    good(cuEventRecord(end, CU_STREAM_PER_THREAD));
    good(cuEventSynchronize(end));
    good(cuEventElapsedTime(&milliseconds, start, end));
    good(cuEventDestroy(start));
    good(cuEventDestroy(end));
  }
  if (round % 7 == 0) { // a graph
    CUgraph graph;
    CUgraphExec exec;
    good(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    good(cuMemsetD8Async(target, 0, bytes, stream));
    good(launch(shared.add, 1, 32, stream, target, target, 32u, 1u));
    good(cuStreamEndCapture(stream, &graph));
    good(cuGraphInstantiate(&exec, graph, 0));
    good(cuGraphLaunch(exec, stream));
    good(cuStreamSynchronize(stream));
    good(cuGraphExecDestroy(exec));
    good(cuGraphDestroy(graph));
  }
  if (round % 11 == 0) { // a module of its own
    CUmodule module;
    CUfunction add;
    good(cuModuleLoadData(&module, kPtx));
    good(cuModuleGetFunction(&add, module, "add"));
    good(launch(add, 1, 32, stream, target, target, 32u, 1u));
    good(cuStreamSynchronize(stream));
    good(cuModuleUnload(module));
  }
}

// One round: an allocation, an upload, a launch, an event that another stream waits for, a
// download, a callback, a free in stream order.
void rounds(Shared& shared, unsigned thread, unsigned count) {
  auto good = [&](CUresult result, std::source_location where = std::source_location::current()) {
    shared.good(result, where);
  };
  good(cuCtxSetCurrent(shared.context));
  constexpr int n = 256;
  void* pinned = nullptr;
  good(cuMemHostAlloc(&pinned, 2 * n * sizeof(int), 0));
  int* in = static_cast<int*>(pinned);
  int* out = in + n;
  CUstream streams[2];
  good(cuStreamCreate(&streams[0], CU_STREAM_NON_BLOCKING));
  good(cuStreamCreateWithPriority(&streams[1], thread % 2 ? CU_STREAM_NON_BLOCKING : 0, -1));
  for (unsigned round = 0; round < count; ++round) {
    std::fill_n(in, n, static_cast<int>(round));
    CUdeviceptr memory = 0, pooled = 0;
    good(cuMemAllocAsync(&pooled, n * sizeof(int), streams[0]));
    if (round % 64 == 0)
      good(cuMemAlloc(&memory, n * sizeof(int)));
    const CUdeviceptr target = memory ? memory : pooled;
    good(cuMemcpyHtoDAsync(target, in, n * sizeof(int), streams[0]));
    const unsigned addend = thread;
    good(launch(shared.add, 1, n, streams[0], target, target, static_cast<unsigned>(n), addend));
    CUevent event;
    good(cuEventCreate(&event, round % 2 ? CU_EVENT_DISABLE_TIMING : 0));
    good(cuEventRecord(event, streams[0]));
    good(cuStreamWaitEvent(streams[1], event, 0));
    good(cuMemcpyDtoHAsync(out, target, n * sizeof(int), streams[1]));
    good(cuLaunchHostFunc(
        streams[1], [](void* data) { ++static_cast<Shared*>(data)->callbacks; }, &shared));
    if (round % 16 == 0) {
      good(cuStreamDestroy(streams[0]));
      good(cuStreamCreate(&streams[0], CU_STREAM_NON_BLOCKING));
    }
    good(cuStreamSynchronize(streams[1]));
    good(cuEventDestroy(event));
    if (out[n - 1] != static_cast<int>(round + addend))
      shared.bad("downloaded " + std::to_string(out[n - 1]));
    if (round % 10 == thread % 10)
      sometimes(shared, round / 10, streams[0], target, out, n * sizeof(int), good);
    good(cuMemFreeAsync(pooled, streams[0]));
    if (memory)
      good(cuMemFree(memory));
  }
  for (CUstream stream : streams)
    good(cuStreamDestroy(stream));
  good(cuMemFreeHost(pinned));
}

unsigned runThreads(Shared& shared, unsigned threads, unsigned count) {
  std::vector<std::thread> pool;
  for (unsigned thread = 0; thread < threads; ++thread)
    pool.emplace_back([&, thread] { rounds(shared, thread, count); });
  for (std::thread& thread : pool)
    thread.join();
  return threads * count;
}

struct StressTest : ContextTest {};

TEST_F(StressTest, EightThreads) {
  Shared shared{context, loadFunction("add")};
  const unsigned expected = runThreads(shared, 8, roundsInAll() / 16);
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_EQ(shared.callbacks, expected);
  EXPECT_EQ(shared.wrong, 0u);
}

// Apart from the rounds: while a stream is captured, events of the whole context are refused.
void contextEvents(Shared& shared, unsigned count) {
  auto good = [&](CUresult result, std::source_location where = std::source_location::current()) {
    shared.good(result, where);
  };
  good(cuCtxSetCurrent(shared.context));
  CUstream stream;
  CUevent event;
  CUdeviceptr memory;
  good(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  good(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  good(cuMemAlloc(&memory, 2 * sizeof(unsigned)));
  const CUdeviceptr copy = memory + sizeof(unsigned);
  for (unsigned round = 0; round < count; ++round) {
    unsigned seen = 0;
    CUstream later;
    good(cuMemsetD32Async(memory, round, 1, stream));
    good(launch(shared.add, 1, 32, stream, memory, memory, 1u, 1u));
    good(cuCtxRecordEvent(shared.context, event));
    good(cuCtxWaitEvent(shared.context, event));
    good(cuStreamCreate(&later, CU_STREAM_NON_BLOCKING)); // begins behind the event
    good(cuMemcpyDtoDAsync(copy, memory, sizeof seen, later));
    good(cuMemcpyDtoHAsync(&seen, copy, sizeof seen, later));
    if (seen != round + 1)
      shared.bad("copied " + std::to_string(seen));
    good(cuStreamDestroy(later));
    if (round % 4 == 0)
      good(cuEventSynchronize(event));
  }
  good(cuStreamSynchronize(stream));
  good(cuMemFree(memory));
  good(cuEventDestroy(event));
  good(cuStreamDestroy(stream));
}

TEST_F(StressTest, ContextEventsOfEightThreads) {
  Shared shared{context, loadFunction("add")};
  std::vector<std::thread> pool;
  for (unsigned thread = 0; thread < 8; ++thread)
    pool.emplace_back([&] { contextEvents(shared, std::min(roundsInAll() / 64, 500u)); });
  for (std::thread& thread : pool)
    thread.join();
  EXPECT_EQ(shared.wrong, 0u);
}

TEST_F(StressTest, NothingGrows) {
  Shared shared{context, loadFunction("add")};
  size_t available, total, availableAfter;
  runThreads(shared, 4, roundsInAll() / 16); // what is allocated once is there
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_CU(cuMemGetInfo(&available, &total));
  const std::size_t descriptors = openDescriptors();
  [[maybe_unused]] const std::size_t resident = residentBytes();
  shared.callbacks = 0;
  const unsigned expected = runThreads(shared, 4, roundsInAll() / 4);
  EXPECT_CU(cuCtxSynchronize());
  EXPECT_EQ(shared.callbacks, expected);
  EXPECT_EQ(shared.wrong, 0u);
  EXPECT_EQ(openDescriptors(), descriptors);
  EXPECT_CU(cuMemGetInfo(&availableAfter, &total));
  EXPECT_EQ(availableAfter, available);
#if !__has_feature(address_sanitizer) // which keeps freed memory
  EXPECT_LT(residentBytes(), resident + (32u << 20));
#endif
}

} // namespace
