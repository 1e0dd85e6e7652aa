#include "exec/runtime_gate.h"
#include "harness.h"

#include <csignal>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::exec;
using namespace heddle::exec::test;

namespace {

struct FaultTest : testing::Test {
  Fault faultOf(BlockFunction function, std::uint32_t blocks = 4) {
    ExecutionContext execution;
    const CompiledKernel kernel = makeKernel(function);
    launch(execution.legacyStream(), kernel, grid(blocks), 0)->wait();
    return execution.fault();
  }
};

__attribute__((no_sanitize("all"))) BlockStatus writeNull(BlockContext*) {
  *static_cast<volatile int*>(nullptr) = 1;
  return BlockStatus::Done;
}

TEST_F(FaultTest, NullPointer) {
  EXPECT_EQ(faultOf(writeNull), Fault::IllegalAddress);
}

__attribute__((no_sanitize("all"))) BlockStatus overrunShared(BlockContext* context) {
  static_cast<volatile char*>(context->shared)[context->sharedBytes + 1024] = 1;
  return BlockStatus::Done;
}

TEST_F(FaultTest, SharedMemoryOverrun) {
  for (std::uint32_t bytes : {0u, 100u, 49152u, 232448u}) {
    ExecutionContext execution;
    CompiledKernel kernel = makeKernel(overrunShared);
    kernel.staticSharedBytes = bytes;
    launch(execution.legacyStream(), kernel, grid(2), 0)->wait();
    EXPECT_EQ(execution.fault(), Fault::IllegalAddress) << bytes;
  }
}

// The context lies in memory of kernels; other memory would be an illegal address, however aligned.
__attribute__((no_sanitize("all"))) BlockStatus readMoved(BlockContext* context) {
  const auto meant = reinterpret_cast<std::uintptr_t>(context) + 2;
  (void)*reinterpret_cast<volatile char*>(meant + kMisalignedDistance);
  return BlockStatus::Done;
}

// Where kernels send misaligned accesses; memory that is not there is not misaligned.
TEST_F(FaultTest, MisalignedAddress) {
  EXPECT_EQ(faultOf(readMoved), Fault::MisalignedAddress);
  EXPECT_EQ(faultOf([](BlockContext*) {
              (void)*reinterpret_cast<volatile char*>(std::uintptr_t{0} - 3);
              return BlockStatus::Done;
            }),
            Fault::IllegalAddress);
}

TEST_F(FaultTest, OneLineSaysWhatAndWhere) {
  const auto lineOf = [](BlockFunction function, const char* name) {
    testing::internal::CaptureStderr();
    ExecutionContext execution;
    CompiledKernel kernel = makeKernel(function);
    kernel.sourceLocationOf = [](const void* code) { return code ? "f.cu:4" : ""; };
    auto* task = new KernelTask(execution, kernel, grid(1), 0);
    task->setName(name);
    TaskRef ref = TaskRef::adopt(task);
    execution.legacyStream().submit(ref);
    ref->wait();
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(lineOf(writeNull, "_Z3badPiS_"),
            "heddle: illegal address 0x0 in kernel bad(int*, int*) at f.cu:4, block [0,0,0]\n");
  EXPECT_EQ(lineOf(
                [](BlockContext* context) {
                  RuntimeGate<&heddle_trap>::call(context, 5);
                  return BlockStatus::Done;
                },
                "plain"),
            "heddle: trap in kernel plain at f.cu:4, block [0,0,0], thread [5,0,0]\n");
}

TEST_F(FaultTest, Trap) {
  EXPECT_EQ(faultOf([](BlockContext* context) {
              heddle_trap(context, 0);
              return BlockStatus::Done;
            }),
            Fault::LaunchFailed);
}

TEST_F(FaultTest, IllegalInstruction) {
  EXPECT_EQ(faultOf([](BlockContext*) -> BlockStatus { __builtin_trap(); }), Fault::LaunchFailed);
}

__attribute__((noinline, no_sanitize("all"))) int recurse(volatile int* depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  const int below = *depth > 0 ? recurse(depth) : 0;
  return below + frame[0];
}

TEST_F(FaultTest, StackOverflow) {
  EXPECT_EQ(faultOf([](BlockContext*) {
              volatile int depth = 1;
              recurse(&depth);
              return BlockStatus::Done;
            }),
            Fault::IllegalAddress);
}

TEST_F(FaultTest, AssertSaysWhereAndWhat) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(faultOf(
                [](BlockContext* context) {
                  // On the kernel's stack: a literal is memory of the host.
                  const char message[] = "x == y", file[] = "file.cu",
                             function[] = "void kernel(int)";
                  heddle_assertfail(context, 5, message, file, 42, function, 1);
                  return BlockStatus::Done;
                },
                1),
            Fault::Assert);
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "file.cu:42: void kernel(int): block: [0,0,0], thread: [5,0,0] Assertion `x == y` failed.\n");
}

TEST_F(FaultTest, TheFirstFaultStaysAndLaterWorkDoesNotRun) {
  ExecutionContext execution;
  Stream& stream = execution.legacyStream();
  const CompiledKernel bad = makeKernel(writeNull);
  const CompiledKernel trap = makeKernel([](BlockContext* context) {
    heddle_trap(context, 0);
    return BlockStatus::Done;
  });
  static std::atomic<int> ran{0};
  const CompiledKernel good = makeKernel([](BlockContext*) {
    ran.fetch_add(1);
    return BlockStatus::Done;
  });
  launch(stream, bad, grid(100000), 0);
  launch(stream, trap, grid(1), 0);
  launch(stream, good, grid(10), 0)->wait();
  EXPECT_EQ(execution.fault(), Fault::IllegalAddress);
  EXPECT_EQ(ran, 0);

  ExecutionContext other;
  launch(other.legacyStream(), good, grid(10), 0)->wait();
  EXPECT_EQ(other.fault(), Fault::None);
  EXPECT_EQ(ran, 10);
}

// Of two blocks one faults, when the other has begun to loop for ever.
std::atomic<int> endlessBlocks;

template <typename Step> BlockStatus faultOrLoop(BlockContext* context, Step step) {
  if (context->ctaid[0] == 0) {
    while (endlessBlocks == 0) {
    }
    writeNull(context);
  }
  endlessBlocks = 1;
  for (;;)
    step(context);
}

TEST_F(FaultTest, EndsABlockThatLoopsForEver) {
  if (Engine::workersPerDevice() < 2)
    GTEST_SKIP() << "needs two workers";
  for (int i = 0; i < 20; ++i) {
    endlessBlocks = 0;
    EXPECT_EQ(faultOf([](BlockContext* context) {
                return faultOrLoop(context, [](BlockContext*) { endlessBlocks = 2; });
              }),
              Fault::IllegalAddress);
  }
}

// Such a block is left between two calls of the driver, whose locks would stay held otherwise.
TEST_F(FaultTest, EndsABlockThatCallsTheDriverForEver) {
  if (Engine::workersPerDevice() < 2)
    GTEST_SKIP() << "needs two workers";
  for (int i = 0; i < 20; ++i) {
    endlessBlocks = 0;
    EXPECT_EQ(faultOf([](BlockContext* context) {
                return faultOrLoop(context, [](BlockContext* block) {
                  heddle_free(block, 0, heddle_malloc(block, 0, 64));
                });
              }),
              Fault::IllegalAddress);
  }
}

TEST_F(FaultTest, FreeOfWhatIsNotAllocated) {
  EXPECT_EQ(faultOf([](BlockContext* context) {
              void* memory = heddle_malloc(context, 0, 64);
              heddle_free(context, 0, memory);
              heddle_free(context, 0, memory);
              return BlockStatus::Done;
            }),
            Fault::LaunchFailed);
  EXPECT_EQ(faultOf([](BlockContext* context) {
              heddle_free(context, 0, context);
              return BlockStatus::Done;
            }),
            Fault::IllegalAddress);
}

TEST_F(FaultTest, WorkersSurviveManyFaults) {
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(faultOf(writeNull, 16), Fault::IllegalAddress);
}

using FaultDeathTest = FaultTest;

TEST_F(FaultDeathTest, HostFaultsAreNotSwallowed) {
  faultOf(writeNull);
  EXPECT_DEATH(
      {
        // In the child there are no workers, but the handlers are.
        *static_cast<volatile int*>(nullptr) = 1;
      },
      "");
}

} // namespace
