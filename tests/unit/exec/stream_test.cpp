#include "exec/copy_task.h"
#include "harness.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace heddle;
using namespace heddle::exec;
using namespace heddle::exec::test;

namespace {

// A kernel that holds its stream until it is let go.
struct Gate {
  std::atomic<bool> open{false};
};
const CompiledKernel holdKernel = makeKernel([](BlockContext* context) {
  auto* gate = parameterOf<Gate*>(context);
  while (!gate->open.load())
    std::this_thread::yield();
  return BlockStatus::Done;
});
const CompiledKernel setKernel = makeKernel([](BlockContext* context) {
  parameterOf<std::atomic<int>*>(context)->store(1);
  return BlockStatus::Done;
});

struct StreamTest : testing::Test {
  ExecutionContext execution;
  Gate gate;
  std::atomic<int> flag{0};
  ~StreamTest() override { gate.open = true; }
  static void settle() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }
};

TEST_F(StreamTest, TasksOfAStreamRunInOrder) {
  Stream stream(execution, Stream::Mode::NonBlocking);
  std::vector<int> order;
  for (int i = 0; i < 1000; ++i) {
    TaskRef task =
        TaskRef::adopt(new WorkerFunctionTask(execution, [&order, i] { order.push_back(i); }));
    stream.submit(task);
  }
  stream.synchronize();
  ASSERT_EQ(order.size(), 1000u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(StreamTest, LegacyStreamWaitsForBlockingStreams) {
  Stream blocking(execution, Stream::Mode::Blocking);
  launch(blocking, holdKernel, grid(1), &gate);
  launch(execution.legacyStream(), setKernel, grid(1), &flag);
  settle();
  EXPECT_EQ(flag, 0);
  EXPECT_FALSE(execution.legacyStream().isIdle());
  gate.open = true;
  execution.synchronize();
  EXPECT_EQ(flag, 1);
}

TEST_F(StreamTest, BlockingStreamsWaitForTheLegacyStream) {
  Stream blocking(execution, Stream::Mode::Blocking);
  launch(execution.legacyStream(), holdKernel, grid(1), &gate);
  launch(blocking, setKernel, grid(1), &flag);
  settle();
  EXPECT_EQ(flag, 0);
  gate.open = true;
  blocking.synchronize();
  EXPECT_EQ(flag, 1);
}

TEST_F(StreamTest, HostWorkOfOneStreamDoesNotHoldAnother) {
  Stream a(execution, Stream::Mode::Blocking), b(execution, Stream::Mode::Blocking);
  a.submit(TaskRef::adopt(new HostFunctionTask(execution, [this] {
    while (!gate.open)
      std::this_thread::yield();
  })));
  launch(b, setKernel, grid(1), &flag)->wait();
  EXPECT_EQ(flag, 1);
  EXPECT_FALSE(a.isIdle());
  gate.open = true;
  a.synchronize();
  EXPECT_TRUE(a.isIdle());
}

TEST_F(StreamTest, NonBlockingStreamIgnoresTheLegacyStream) {
  Stream free(execution, Stream::Mode::NonBlocking);
  execution.legacyStream().submit(TaskRef::adopt(new HostFunctionTask(execution, [this] {
    while (!gate.open)
      std::this_thread::yield();
  })));
  launch(free, setKernel, grid(1), &flag)->wait();
  EXPECT_EQ(flag, 1);
  gate.open = true;
  execution.synchronize();
}

TEST_F(StreamTest, DestroyedStreamStillCountsForTheLegacyStream) {
  {
    Stream blocking(execution, Stream::Mode::Blocking);
    launch(blocking, holdKernel, grid(1), &gate);
  }
  launch(execution.legacyStream(), setKernel, grid(1), &flag);
  settle();
  EXPECT_EQ(flag, 0);
  gate.open = true;
  execution.synchronize();
  EXPECT_EQ(flag, 1);
}

TEST_F(StreamTest, EventsOrderStreams) {
  Stream a(execution, Stream::Mode::NonBlocking), b(execution, Stream::Mode::NonBlocking);
  Event event;
  EXPECT_TRUE(event.done());
  EXPECT_FALSE(event.recorded());
  launch(a, holdKernel, grid(1), &gate);
  event.record(a);
  EXPECT_FALSE(event.done());
  b.waitFor(event.task());
  launch(b, setKernel, grid(1), &flag);
  settle();
  EXPECT_EQ(flag, 0);
  gate.open = true;
  b.synchronize();
  EXPECT_EQ(flag, 1);
  EXPECT_TRUE(event.done());
}

TEST_F(StreamTest, EventTimesMeasureTheWorkBetween) {
  Stream stream(execution, Stream::Mode::NonBlocking);
  Event start, stop;
  start.record(stream);
  stream.submit(TaskRef::adopt(new HostFunctionTask(
      execution, [] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); })));
  stop.record(stream);
  stream.synchronize();
  EXPECT_GE(stop.time() - start.time(), 29'000'000u);
  EXPECT_LT(stop.time() - start.time(), 3'000'000'000u);
}

// A random graph over many streams: every task finds its predecessors done.
TEST_F(StreamTest, RandomGraphRespectsEveryEdge) {
  std::vector<std::unique_ptr<Stream>> streams;
  for (int i = 0; i < 8; ++i)
    streams.push_back(std::make_unique<Stream>(execution, i % 2 ? Stream::Mode::Blocking
                                                                : Stream::Mode::NonBlocking));
  constexpr int kTasks = 5000;
  std::vector<std::atomic<bool>> finished(kTasks);
  std::vector<int> lastOf(streams.size(), -1);
  std::atomic<int> violations{0};
  unsigned random = 1;
  std::vector<Event> events(16);
  std::vector<int> eventTask(events.size(), -1);
  for (int i = 0; i < kTasks; ++i) {
    random = random * 1664525u + 1013904223u;
    const std::size_t s = random >> 29;
    std::vector<int> before{lastOf[s]};
    const std::size_t e = (random >> 20) % events.size();
    if ((random >> 8) % 3 == 0 && eventTask[e] >= 0) {
      streams[s]->waitFor(events[e].task());
      before.push_back(eventTask[e]);
    }
    streams[s]->submit(TaskRef::adopt(new WorkerFunctionTask(execution, [&, i, before] {
      for (int b : before)
        if (b >= 0 && !finished[b])
          violations.fetch_add(1);
      finished[i] = true;
    })));
    lastOf[s] = i;
    if ((random >> 12) % 3 == 0) {
      events[e].record(*streams[s]);
      eventTask[e] = i;
    }
  }
  execution.synchronize();
  EXPECT_EQ(violations, 0);
  for (auto& f : finished)
    EXPECT_TRUE(f);
}

TEST_F(StreamTest, ManyThreadsSubmitAtOnce) {
  std::atomic<int> count{0};
  const CompiledKernel kernel = makeKernel([](BlockContext* context) {
    parameterOf<std::atomic<int>*>(context)->fetch_add(1);
    return BlockStatus::Done;
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Stream stream(execution, Stream::Mode::Blocking);
      for (int i = 0; i < 6000; ++i)
        launch(stream, kernel, grid(2), &count);
      stream.synchronize();
    });
  for (auto& thread : threads)
    thread.join();
  EXPECT_EQ(count, 4 * 6000 * 2);
}

TEST_F(StreamTest, LargeCopiesAndFills) {
  constexpr std::size_t kBytes = (9u << 20) + 123;
  std::vector<char> from(kBytes), to(kBytes);
  for (std::size_t i = 0; i < kBytes; ++i)
    from[i] = static_cast<char>(i * 7);
  CopyWork copy{{to.data(), 0, 0}, {from.data(), 0, 0}, {kBytes, 1, 1}};
  copy.mergeContiguousRows();
  execution.legacyStream().submit(TaskRef::adopt(new CopyTask(execution, copy)));
  execution.synchronize();
  EXPECT_EQ(from, to);

  FillWork fill{{to.data(), 1000, 10000}, {40, 7, 3}, 0x01020304, 4};
  execution.legacyStream().submit(TaskRef::adopt(new FillTask(execution, fill)));
  execution.synchronize();
  for (std::size_t z = 0; z < 3; ++z)
    for (std::size_t y = 0; y < 7; ++y) {
      EXPECT_EQ(to[z * 10000 + y * 1000], 4);
      EXPECT_EQ(to[z * 10000 + y * 1000 + 39], 1);
      EXPECT_EQ(to[z * 10000 + y * 1000 + 40], from[z * 10000 + y * 1000 + 40]);
    }
}

} // namespace
