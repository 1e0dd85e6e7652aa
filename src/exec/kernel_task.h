// A grid of blocks.
#pragma once

#include "exec/task.h"
#include "exec/worker.h"
#include "ir/kernel_abi.h"

#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace heddle::exec {
class ChildGrids;
class KernelTask;
} // namespace heddle::exec

namespace heddle {

// What the run-time functions that a kernel calls know of its launch.
struct Launch {
  exec::Domain* domain;
  exec::KernelTask* grid;
  std::array<std::uint32_t, 3> blockDim;
};

} // namespace heddle

namespace heddle::exec {

struct GridShape {
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t dynamicSharedBytes = 0;
  std::array<std::uint32_t, 3> cluster{1, 1, 1}; // divides the grid
  std::uint32_t clusterBlocks() const { return cluster[0] * cluster[1] * cluster[2]; }
  std::uint64_t blocks() const { return std::uint64_t(grid[0]) * grid[1] * grid[2]; }
};

class KernelTask : public Task {
public:
  // The kernel must outlive the task. `parameters` starts uninitialised: fill in before submission.
  KernelTask(Domain& domain, const CompiledKernel& kernel, const GridShape& shape,
             std::size_t parameterBytes);
  ~KernelTask() override;

  char* parameters() { return (largeParameters_ ? largeParameters_.get() : parameters_)->bytes; }
  // The kernel's name, for as long as the task lives.
  void setName(const char* name) { name_ = name; }
  const char* name() const override { return name_; }
  bool run(std::uint64_t begin, std::uint64_t end, Worker* worker) override;

  // What it launches itself.
  ChildGrids& children();

protected:
  bool complete() override;

private:
  struct Residents;

  KernelTask(Domain& domain, const CompiledKernel& kernel, std::size_t parameterBytes,
             const GridShape& shape);

  BlockContext contextFor(Worker& worker) const;
  void setBlock(BlockContext& context, std::uint64_t index) const;
  void setBlockOfCluster(BlockContext& context, std::uint64_t cluster, std::uint32_t rank) const;
  void runBlocks(std::uint64_t begin, std::uint64_t end, Worker& worker);
  bool runResidents(Worker& worker);
  void endWith(FaultRecord& record, const BlockContext& context, Worker& worker);

  const CompiledKernel& kernel_;
  const char* name_ = "kernel";
  GridShape shape_;
  Launch launch_;
  std::uint32_t sharedBytes_;
  std::uint64_t gridId_;
  std::unique_ptr<Residents> residents_;
  std::atomic<ChildGrids*> children_{nullptr};
  bool atTail_ = false; // launched into its parent's tail stream
  // Parameters may ask for any alignment up to a cache line.
  struct alignas(kParameterAlignment) Line {
    char bytes[64];
  };
  std::unique_ptr<Line[]> largeParameters_;
  Line parameters_[kLeastParameterBytes / sizeof(Line)];
};

} // namespace heddle::exec
