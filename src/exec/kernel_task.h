// The task that runs a grid: its items are the blocks.
#pragma once

#include "exec/kernel_memory.h"
#include "exec/launch_dimensions.h"
#include "exec/task.h"
#include "exec/worker.h"
#include "ir/kernel_abi.h"

#include <array>
#include <cstddef>
#include <memory>

namespace heddle::exec {
class ChildGrids;
class GraphConditions;
class GraphEnvironment;
class KernelTask;
class ResidentBlocks;
struct ResidentBlock;
} // namespace heddle::exec

namespace heddle {

// What the run-time functions called by a kernel can learn about its launch.
struct Launch {
  exec::ExecutionContext* execution;
  exec::KernelTask* grid;
  std::array<std::uint32_t, 3> blockDim;
};

} // namespace heddle

namespace heddle::exec {

class KernelTask : public Task {
public:
  // The kernel must outlive the task. The buffer parameters() is uninitialised and must be filled
  // in before the task is submitted.
  KernelTask(ExecutionContext& execution, const CompiledKernel& kernel,
             const LaunchDimensions& dimensions, std::size_t parameterBytes);
  ~KernelTask() override;

  char* parameters() { return parameters_.get(); }
  // `name` must live as long as the task.
  void setName(const char* name) { name_ = name; }
  const char* name() const override { return name_; }
  bool runsQuickCode() const override;
  bool run(std::uint64_t begin, std::uint64_t end, Worker* worker) override;

  // The grids that this one launches from device code.
  ChildGrids& children();

  // The conditions of the graph that the grid is launched in; null outside of graphs.
  const std::shared_ptr<GraphConditions>& graphConditions() const { return graphConditions_; }
  void setGraphConditions(std::shared_ptr<GraphConditions> conditions) {
    graphConditions_ = std::move(conditions);
  }
  // The launch of the graph that the grid belongs to; null outside of graphs.
  const std::shared_ptr<GraphEnvironment>& graphEnvironment() const { return graphEnvironment_; }
  void setGraphEnvironment(std::shared_ptr<GraphEnvironment> environment) {
    graphEnvironment_ = std::move(environment);
  }

protected:
  bool complete() override;

private:
  KernelTask(ExecutionContext& execution, const CompiledKernel& kernel, std::size_t parameterBytes,
             const LaunchDimensions& dimensions);

  // The code that the next blocks run. Where blocks wait for each other, all blocks of a grid run
  // the same code, because those that wait have their state in its frames.
  const CompiledKernel& currentCode() const;
  BlockContext makeContext(Worker& worker) const;
  void setBlockIndex(BlockContext& context, std::uint64_t block) const;
  void setBlockIndexInCluster(BlockContext& context, std::uint64_t cluster,
                              std::uint32_t rank) const;
  // For kernels whose blocks do not wait for each other: one block after the other, in the memory
  // of the worker.
  struct Chunk;
  void runBlocks(std::uint64_t begin, std::uint64_t end, Worker& worker);
  // For kernels whose blocks may wait for each other. Returns false to give the worker back.
  bool runResidentBlocks(Worker& worker);
  std::unique_ptr<ResidentBlock> startCluster(const BlockContext& context);
  enum class Outcome { Finished, Waiting, Faulted };
  // Runs one block, and others after it in its memory where startsBlocksInPlace(). Sets
  // `anyFinished` if one of them has run to its end, and returns what became of the last.
  struct ResidentCall;
  bool startsBlocksInPlace() const;
  Outcome runResidentBlock(std::unique_ptr<ResidentBlock> block, Worker& worker, bool& anyFinished);
  // What a worker runs blocks of this grid for, and until when. The time that the grid may take
  // begins with the first call.
  Worker::Purpose purpose();
  // Ends the grid if it has taken longer than it may, and returns whether it has.
  bool endIfOverdue(const BlockContext& context, Worker& worker);
  // Reports threads that all wait for each other, and ends the grid, for the tool synccheck.
  void endDeadlocked(const BlockContext& context, Worker& worker);
  void raiseFault(FaultRecord& record, const CompiledKernel& code, const BlockContext& context,
                  Worker& worker);

  const CompiledKernel& kernel_;
  const char* name_ = "kernel";
  LaunchDimensions dimensions_;
  Launch launch_;
  std::uint32_t sharedBytes_;
  std::uint64_t gridId_;
  std::unique_ptr<ResidentBlocks> residentBlocks_; // null where blocks do not wait for each other
  std::atomic<ChildGrids*> children_{nullptr};
  std::shared_ptr<GraphConditions> graphConditions_;
  std::shared_ptr<GraphEnvironment> graphEnvironment_;
  std::atomic<std::uint64_t> deadline_{0}; // by monotonicNanoseconds(); 0: none
  bool isTailLaunch_ = false;              // launched into its parent's tail-launch stream
  const std::size_t parameterBytes_;
  KernelMemory parameters_;
};

} // namespace heddle::exec
