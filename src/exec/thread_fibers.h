// The threads of a block as fibers, each with a stack of its own: the form of last resort, for
// kernels whose threads meet inside functions that are not inlined (recursive ones, or called
// through pointers), or whose lanes both wait for each other and exchange values. Everything else
// runs as gangs.
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
  // Begins the block's threads, or goes on with them where `frame` says that they were suspended.
  static BlockStatus run(BlockContext& context, ThreadFunction function, std::uint32_t threads);
  // So that `run` allocates nothing.
  static void prepare(std::uint32_t threads);
  // For a block that will not go on: a fault ended its kernel.
  static void discard(char* frame);
  static ThreadFibers& of(BlockContext& context);
  // The thread that runs now, or ran when a fault ended it; none where no fibers are.
  static std::optional<std::uint32_t> running(char* frame);

  // What the running thread does; each returns when the thread may go on.
  void barrier(std::uint32_t thread, std::uint32_t id, std::uint32_t count);
  void arrive(std::uint32_t id, std::uint32_t count);
  std::uint32_t barrierSum(std::uint32_t thread, std::uint32_t id, std::uint32_t count,
                           bool predicate);
  void wait(std::uint32_t thread);
  [[noreturn]] void exit(std::uint32_t thread);
  std::uint64_t warpOperation(std::uint32_t thread, WarpOperation operation, std::uint64_t value,
                              std::uint32_t b, std::uint32_t c, std::uint32_t members,
                              const void* place);
  // Before an access that the lanes of a warp make together, at this position of its function.
  void step(std::uint32_t thread, std::uint64_t position);

  ThreadFibers(const ThreadFibers&) = delete;
  ~ThreadFibers();

private:
  struct Fiber;
  struct Barrier {
    std::uint32_t arrived = 0, sum = 0;
  };

  ThreadFibers();
  static std::unique_ptr<ThreadFibers> take();
  void grow(std::uint32_t threads);
  void begin(BlockContext& context, ThreadFunction function, std::uint32_t threads);
  BlockStatus schedule();
  void resume(Fiber& fiber);
  void suspend(Fiber& fiber);
  bool releaseBarriers(bool stuck);
  bool meet(bool stuck);
  bool meetInWarp(std::uint32_t first, bool stuck);
  bool stepInWarp(std::uint32_t first, std::uint32_t lanes);
  void complete(std::uint32_t first, std::uint32_t lanes);

  BlockContext* context_ = nullptr;
  ThreadFunction function_ = nullptr;
  std::uint32_t threads_ = 0, finished_ = 0, running_ = 0;
  memory::Reservation stacks_;
  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::array<Barrier, 16> barriers_;
  struct Scheduler;
  std::unique_ptr<Scheduler> scheduler_;
};

} // namespace heddle::exec
