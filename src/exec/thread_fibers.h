// The threads of a block as fibers, each with a stack of its own. This is the execution form of
// last resort, for kernels whose threads meet inside functions that are not inlined (recursive
// ones, or ones called through pointers), or whose lanes both wait for each other and exchange
// values. All other kernels run as gangs.
#pragma once

#include "ir/kernel_abi.h"
#include "memory/reservation.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace heddle::exec {

class ThreadFibers {
public:
  // Starts the threads of a block, or resumes them if the block's frame says that they have
  // yielded.
  static BlockStatus run(BlockContext& context, ThreadFunction function, std::uint32_t threads);
  // Allocates everything that the next run() of a block with this many threads needs.
  static void prepare(std::uint32_t threads);
  // Releases the fibers of a block that will not be resumed.
  static void discard(char* frame);
  static ThreadFibers& of(BlockContext& context);
  // The thread that runs now, or that ran when a fault ended the block. None for a block that does
  // not run as fibers.
  static std::optional<std::uint32_t> runningThread(char* frame);

  // Operations of the running thread. Each returns when the thread may go on.
  void barrier(std::uint32_t thread, std::uint32_t id, std::uint32_t count);
  void arrive(std::uint32_t thread, std::uint32_t id);
  std::uint32_t barrierSum(std::uint32_t thread, std::uint32_t id, std::uint32_t count,
                           bool predicate);
  // Lets the other threads run, in a loop that waits for a value.
  void wait(std::uint32_t thread);
  [[noreturn]] void exit(std::uint32_t thread);
  // `callSite` tells apart the operations of one kernel: lanes at different ones do not meet.
  std::uint64_t warpOperation(std::uint32_t thread, WarpOperation operation, std::uint64_t value,
                              std::uint32_t b, std::uint32_t c, std::uint32_t members,
                              const void* callSite);
  // Called before an access to shared memory that the lanes of a warp must make in step. `position`
  // numbers the accesses of a function in the order of its code.
  void step(std::uint32_t thread, std::uint64_t position);
  // Called with what the thread has just loaded. The lanes of a warp that go on from where they met
  // run one after the other; what the first of them loads at each place is noted, and the others
  // get the same from the same address, as if they had all loaded at once.
  std::uint64_t agree(std::uint32_t thread, std::uint64_t value, const void* address,
                      std::uint64_t position);

  ThreadFibers(const ThreadFibers&) = delete;
  ~ThreadFibers();

private:
  struct Fiber;
  struct Barrier {
    std::uint32_t threads = 0; // that have come here
    std::uint32_t lacking =
        0; // that the last warp of the block lacks, once its last thread is here
    std::uint32_t sum = 0;
  };
  // What the lanes of a warp load in one turn, in the order of the first that came.
  struct Agreement {
    std::uint64_t position;
    const void* address;
    std::uint64_t value;
  };
  struct WarpTurn {
    std::uint64_t turn = 0;
    std::uint32_t count = 0;
    std::array<Agreement, 16> agreements;
  };

  ThreadFibers();
  static std::unique_ptr<ThreadFibers> takeFromPool();
  void allocateFibers(std::uint32_t threads);
  void begin(BlockContext& context, ThreadFunction function, std::uint32_t threads);
  void addTo(Barrier& barrier, std::uint32_t thread) const;
  BlockStatus schedule();
  void resume(Fiber& fiber);
  void suspend(Fiber& fiber);
  // These release the fibers that have met, and return whether there were any. With `isDeadlock` no
  // thread of the block can go on, and those at a warp operation are released although others are
  // missing.
  bool releaseBarriers();
  bool completeWarpOperations(bool isDeadlock);
  bool completeInWarp(std::uint32_t firstThread, bool isDeadlock);
  bool advanceInStep(std::uint32_t firstThread, std::uint32_t laneCount);
  // Ends the kernel: all threads that have not returned wait at barriers that never complete.
  [[noreturn]] void reportDeadlock();
  void exchangeValues(std::uint32_t firstThread, std::uint32_t lanes);

  BlockContext* context_ = nullptr;
  ThreadFunction function_ = nullptr;
  std::uint32_t threads_ = 0, finished_ = 0, running_ = 0;
  memory::Reservation stacks_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::array<Barrier, 16> barriers_;
  std::uint64_t turn_ = 0; // in each turn of the scheduler all threads that can run do
  std::vector<WarpTurn> warpTurns_;
  struct Scheduler;
  std::unique_ptr<Scheduler> scheduler_;
};

} // namespace heddle::exec
