// The passes through memory that a plan's transforms take, ordered into tasks for a stream. Tasks
// run one after the other; the items of one task run in any order and on any thread.
#pragma once

#include "cufft/geometry.h"
#include "cufft/transform_tables.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::cufft {

template <class T> struct Buffers {
  const T* in;
  T* out;
  T* work; // Program::workScalars(), aligned for vectors
};

template <class T> class Program {
public:
  // Makes a program whose passes are divided into tasks for this many threads. Throws
  // std::bad_alloc.
  Program(const Geometry& geometry, unsigned threads);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The size of the work area, in scalars.
  std::uint64_t workScalars() const { return workScalars_; }
  std::size_t taskCount() const { return tasks_.size(); }
  std::uint64_t items(std::size_t task) const { return tasks_[task].items; }
  // Does the items [begin, end) of a task. False when there is no memory for intermediate results.
  bool run(std::size_t task, const Buffers<T>& buffers, bool isInverse, std::uint64_t begin,
           std::uint64_t end) const;

private:
  enum class Buffer : std::uint8_t { In, Out, Work };
  enum class StepKind : std::uint8_t { Lanes, Contiguous, Columns, Rows, Unpack, Pack };

  // The transforms along one dimension, or a part of these.
  struct Step {
    StepKind kind;
    const Kernels<T>* kernels;
    Pass<T> pass;
    Buffer from, to;
    std::uint64_t groups; // how many calls of the kernel there are
    std::uint64_t scratchScalars;
  };
  struct Task {
    std::size_t firstStep, stepCount;
    std::uint64_t items;
    std::uint64_t scratchScalars; // the most that one of its steps needs
  };

  Pass<T> makePass(PassKind kind, unsigned dimension, const Layout& in, const Layout& out,
                   bool isBatchApart) const;
  void addPass(Pass<T> pass, Buffer from, Buffer to);
  bool goesOneByOne(const Pass<T>& pass) const;
  void addLanes(Pass<T> pass, Buffer from, Buffer to, const Kernels<T>& kernels);
  void addContiguous(Pass<T> pass, Buffer from, Buffer to, const Kernels<T>& kernels);
  void addColumnsAndRows(const Pass<T>& pass, Buffer from, Buffer to, const Kernels<T>& kernels);
  void addTask(std::size_t firstStep, std::size_t count, std::uint64_t items);
  void addRealRoots(Pass<T>& pass);
  Layout reserveWorkArea(bool isPerItem);
  void runGroups(const Step& step, const Buffers<T>& buffers, bool isInverse, T* scratch,
                 std::uint64_t begin, std::uint64_t end) const;
  void runGroup(const Step& step, const T* from, T* to, bool isInverse, T* scratch,
                std::uint64_t group) const;

  const Geometry geometry_;
  const unsigned threads_;
  std::vector<Step> steps_;
  std::vector<Task> tasks_;
  std::uint64_t workScalars_ = 0;
  std::uint64_t itemWorkScalars_ = 0; // of a work area that a thread has for the time of an item
  std::vector<std::unique_ptr<LaneTables<T>>> laneTables_;
  std::vector<std::unique_ptr<ContiguousTables<T>>> contiguousTables_;
  std::vector<std::unique_ptr<FourStepTables<T>>> fourStepTables_;
  std::vector<AlignedArray<T>> realRoots_;
};

} // namespace heddle::cufft
