#include "cufft/program.h"

#include "cufft/factors.h"
#include "cufft/levels.h"
#include "cufft/scratch_memory.h"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace heddle::cufft {

namespace {

// A transform of several dimensions with at most this many bytes is done by one worker in one item,
// so that the data stay in its cache between the passes.
constexpr std::uint64_t kVolumeOfOneItem = 256u << 10;
// A group of lanes whose buffers take more bytes than this falls out of the cache of one core. Then
// transforms are done one by one.
constexpr std::uint64_t kLargestLaneBuffers = 2u << 20;
// Buffers of a group of lanes with more bytes than this fall out of the first cache of one core,
// where one transform stays. On a Xeon with AVX-512, batches of 256 and more points take 0.5 to 0.8
// of the time one by one, since the next transform is prefetched meanwhile.
constexpr std::uint64_t kLargestNearBuffers = 48u << 10;
// One by one is slower when less than this part of the groups of columns and rows is filled.
constexpr double kLeastUse = 0.8;
// From this length on, a transform is cut into items for several workers. A shorter one is done in
// less time than it takes to wake them.
constexpr std::uint64_t kShortestParallel = 1u << 16;

template <class T> const Kernels<T>& kernelsOf(const Level& level) {
  if constexpr (std::is_same_v<T, float>)
    return level.forFloat;
  else
    return level.forDouble;
}

// The widest vectors that this many transforms fill, or the narrowest of all.
template <class T> const Kernels<T>& kernelsFor(std::uint64_t transforms) {
  const Levels all = levels();
  unsigned index = 0;
  while (index + 1 < all.count && kernelsOf<T>(*all.begin[index]).lanes > transforms)
    ++index;
  return kernelsOf<T>(*all.begin[index]);
}

// The length of the complex transform behind a pass.
template <class T> std::uint64_t complexLength(const Pass<T>& pass) {
  return pass.kind == PassKind::Complex || pass.length % 2 != 0 ? pass.length : pass.length / 2;
}

template <class T> std::uint64_t outerTransforms(const Pass<T>& pass) {
  std::uint64_t count = 1;
  for (const Axis& axis : pass.outer)
    count *= axis.extent;
  return count;
}

// Whether the elements of each transform lie next to each other.
template <class T> bool isContiguous(const Pass<T>& pass) {
  return pass.inStride == (pass.kind == PassKind::RealToComplex ? 1 : 2) &&
         pass.outStride == (pass.kind == PassKind::ComplexToReal ? 1 : 2);
}

// Makes one axis of two, where the second goes on where the first ends, on both sides.
void mergeAxes(std::vector<Axis>& axes) {
  for (std::size_t index = 0; index + 1 < axes.size();) {
    const Axis& inner = axes[index];
    const Axis& outer = axes[index + 1];
    const auto extent = static_cast<std::ptrdiff_t>(inner.extent);
    if (inner.in * extent == outer.in && inner.out * extent == outer.out) {
      axes[index].extent *= outer.extent;
      axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    } else {
      ++index;
    }
  }
}

} // namespace

template <class T>
Program<T>::Program(const Geometry& geometry, unsigned threads)
    : geometry_(geometry), threads_(threads) {
  const unsigned last = geometry.rank - 1;
  const bool isOneItem =
      geometry.rank > 1 && 2 * geometry.complexVolume() * sizeof(T) <= kVolumeOfOneItem;
  const auto add = [&](PassKind kind, unsigned dimension, const Layout& in, const Layout& out,
                       Buffer from, Buffer to) {
    addPass(makePass(kind, dimension, in, out, isOneItem), from, to);
  };
  if (geometry.kind == PassKind::ComplexToReal && geometry.rank > 1) {
    // The input must stay as it is, and the output has no room for complex numbers.
    const Layout work = reserveWorkArea(isOneItem);
    add(PassKind::Complex, 0, geometry.in, work, Buffer::In, Buffer::Work);
    for (unsigned dimension = 1; dimension < last; ++dimension)
      add(PassKind::Complex, dimension, work, work, Buffer::Work, Buffer::Work);
    add(geometry.kind, last, work, geometry.out, Buffer::Work, Buffer::Out);
  } else {
    add(geometry.kind, last, geometry.in, geometry.out, Buffer::In, Buffer::Out);
    for (unsigned dimension = last; dimension-- > 0;)
      add(PassKind::Complex, dimension, geometry.out, geometry.out, Buffer::Out, Buffer::Out);
  }
  if (isOneItem)
    addTask(0, steps_.size(), geometry.batch);
  else
    for (std::size_t step = 0; step < steps_.size(); ++step)
      addTask(step, 1, steps_[step].groups);
}

template <class T>
void Program<T>::addTask(std::size_t firstStep, std::size_t count, std::uint64_t items) {
  std::uint64_t scratch = 0;
  for (std::size_t step = firstStep; step < firstStep + count; ++step)
    scratch = std::max(scratch, steps_[step].scratchScalars);
  tasks_.push_back({firstStep, count, items, scratch});
}

// A layout without gaps in the work area, or in one that a thread uses for each of its items.
template <class T> Layout Program<T>::reserveWorkArea(bool isPerItem) {
  Layout layout;
  std::ptrdiff_t stride = 2;
  for (unsigned dimension = geometry_.rank; dimension-- > 0;) {
    layout.strides[dimension] = stride;
    stride *= static_cast<std::ptrdiff_t>(geometry_.complexExtent(dimension));
  }
  const auto scalars = static_cast<std::uint64_t>(stride);
  if (isPerItem) {
    itemWorkScalars_ = (scalars + kVectorAlignment - 1) / kVectorAlignment * kVectorAlignment;
  } else {
    layout.distance = stride;
    workScalars_ = scalars * geometry_.batch;
  }
  return layout;
}

template <class T>
Pass<T> Program<T>::makePass(PassKind kind, unsigned dimension, const Layout& in, const Layout& out,
                             bool isBatchApart) const {
  std::vector<Axis> axes;
  for (unsigned other = 0; other < geometry_.rank; ++other)
    if (other != dimension && geometry_.complexExtent(other) > 1)
      axes.push_back({geometry_.complexExtent(other), in.strides[other], out.strides[other]});
  const Axis batch{geometry_.batch, in.distance, out.distance};
  if (!isBatchApart && batch.extent > 1)
    axes.push_back(batch);
  // Lanes are best next to each other in memory.
  std::ranges::sort(axes, [](const Axis& a, const Axis& b) {
    return std::abs(a.in) + std::abs(a.out) < std::abs(b.in) + std::abs(b.out);
  });
  mergeAxes(axes);
  if (axes.empty())
    axes.push_back({1, 0, 0});
  if (isBatchApart)
    axes.push_back(batch);
  axes.resize(1 + kMostAxes, Axis{1, 0, 0});
  Pass<T> pass{};
  pass.kind = kind;
  pass.length = geometry_.lengths[dimension];
  pass.inStride = in.strides[dimension];
  pass.outStride = out.strides[dimension];
  pass.lanes = axes[0];
  std::copy_n(axes.begin() + 1, kMostAxes, pass.outer);
  return pass;
}

// Whether the transforms of a pass are done one by one, with the lanes inside of each, rather than
// side by side. Side by side is faster on one thread as long as the buffers are near: the first
// butterflies read the program's memory and the last ones write it.
template <class T> bool Program<T>::goesOneByOne(const Pass<T>& pass) const {
  const std::uint64_t length = complexLength(pass);
  const unsigned lanes = kernelsFor<T>(pass.lanes.extent).lanes;
  const std::uint64_t buffered = isSmooth(length) ? length : convolutionLength(2 * length - 1);
  if (4 * buffered * lanes * sizeof(T) > kLargestLaneBuffers)
    return true;
  // A transform of this length has as many columns and rows as the narrowest vectors have lanes.
  const unsigned narrowest = kernelsFor<T>(1).lanes;
  if (buffered < std::uint64_t{narrowest} * narrowest ||
      (isSmooth(length) && balancedFactors(length).first < narrowest))
    return false;
  if (isContiguous(pass) && isSmooth(length) &&
      4 * buffered * lanes * sizeof(T) > kLargestNearBuffers &&
      balancedFactors(length).first >= lanes && fourStepUse(length, lanes) >= kLeastUse)
    return true;
  const unsigned widest = kernelsFor<T>(~std::uint64_t{0}).lanes;
  if (pass.lanes.extent < widest)
    return pass.lanes.extent <= 2 || isContiguous(pass);
  // With fewer groups of lanes than threads, some threads would have no work.
  return pass.lanes.extent / lanes * outerTransforms(pass) < threads_ && isContiguous(pass) &&
         isSmooth(length) && balancedFactors(length).first >= std::uint64_t{widest};
}

template <class T> void Program<T>::addPass(Pass<T> pass, Buffer from, Buffer to) {
  if (pass.kind != PassKind::Complex && pass.length % 2 == 0)
    addRealRoots(pass);
  if (!goesOneByOne(pass))
    return addLanes(pass, from, to, kernelsFor<T>(pass.lanes.extent));
  const std::uint64_t length = complexLength(pass);
  const std::uint64_t smooth = isSmooth(length) ? length : convolutionLength(2 * length - 1);
  const Kernels<T>& kernels = kernelsFor<T>(balancedFactors(smooth).first);
  // When every thread has as many transforms to do as the others, each does whole ones, whose
  // intermediate results stay in its cache.
  const std::uint64_t transforms = pass.lanes.extent * outerTransforms(pass);
  const bool fillsThreads = transforms % threads_ == 0 || transforms >= 4 * threads_;
  if (geometry_.rank == 1 && smooth == length && length >= kShortestParallel &&
      isContiguous(pass) && !fillsThreads &&
      (pass.kind == PassKind::Complex || pass.length % 2 == 0))
    return addColumnsAndRows(pass, from, to, kernels);
  addContiguous(pass, from, to, kernels);
}

template <class T> void Program<T>::addRealRoots(Pass<T>& pass) {
  pass.realRoots = realRoots_.emplace_back(makeRealRoots<T>(pass.length)).get();
}

template <class T>
void Program<T>::addLanes(Pass<T> pass, Buffer from, Buffer to, const Kernels<T>& kernels) {
  const auto& tables = *laneTables_.emplace_back(
      std::make_unique<LaneTables<T>>(complexLength(pass), kernels.lanes));
  pass.laneTransform = tables.transform();
  const std::uint64_t groups = (pass.lanes.extent + kernels.lanes - 1) / kernels.lanes;
  steps_.push_back({StepKind::Lanes, &kernels, pass, from, to, groups * outerTransforms(pass),
                    tables.scratchScalars(kernels.lanes)});
}

template <class T>
void Program<T>::addContiguous(Pass<T> pass, Buffer from, Buffer to, const Kernels<T>& kernels) {
  const auto& tables = *contiguousTables_.emplace_back(
      std::make_unique<ContiguousTables<T>>(complexLength(pass), kernels.lanes));
  pass.contiguous = tables.transform();
  // Room for all elements, and so much that what follows is aligned.
  pass.gatherScalars =
      2 * (pass.length + 2 + kVectorAlignment) / kVectorAlignment * kVectorAlignment;
  steps_.push_back({StepKind::Contiguous, &kernels, pass, from, to,
                    pass.lanes.extent * outerTransforms(pass),
                    pass.gatherScalars + tables.scratchScalars(kernels.lanes)});
}

template <class T>
void Program<T>::addColumnsAndRows(const Pass<T>& pass, Buffer from, Buffer to,
                                   const Kernels<T>& kernels) {
  const auto& tables = *fourStepTables_.emplace_back(
      std::make_unique<FourStepTables<T>>(complexLength(pass), kernels.lanes));
  Pass<T> step = pass;
  step.contiguous.fourStep = tables.transform();
  const FourStep<T>& transform = tables.transform();
  const std::uint64_t transforms = pass.lanes.extent * outerTransforms(pass);
  const std::uint64_t columns = (transform.columns + kernels.lanes - 1) / kernels.lanes;
  const std::uint64_t rows = std::max<std::uint64_t>(1, transform.rows / kernels.lanes);
  const std::uint64_t parts = (pass.length / 4 + kMirroredOfPart) / kMirroredOfPart;
  const auto add = [&](StepKind kind, Buffer in, Buffer out, std::uint64_t groups) {
    steps_.push_back({kind, &kernels, step, in, out, groups * transforms,
                      tables.groupScratchScalars(kernels.lanes)});
  };
  workScalars_ = transform.betweenScalars * transforms;
  const bool isToReal = pass.kind == PassKind::ComplexToReal;
  if (isToReal)
    add(StepKind::Pack, from, to, parts);
  add(StepKind::Columns, isToReal ? to : from, Buffer::Work, columns);
  add(StepKind::Rows, Buffer::Work, to, rows);
  if (pass.kind == PassKind::RealToComplex)
    add(StepKind::Unpack, to, to, parts);
}

template <class T>
void Program<T>::runGroups(const Step& step, const Buffers<T>& buffers, bool isInverse, T* scratch,
                           std::uint64_t begin, std::uint64_t end) const {
  const T* const from = step.from == Buffer::In    ? buffers.in
                        : step.from == Buffer::Out ? buffers.out
                                                   : buffers.work;
  T* const to = step.to == Buffer::Out ? buffers.out : buffers.work;
  if (step.kind == StepKind::Lanes)
    return step.kernels->runLanes(step.pass, from, to, isInverse, scratch, begin, end);
  for (std::uint64_t group = begin; group < end; ++group)
    runGroup(step, from, to, isInverse, scratch, group);
}

template <class T>
void Program<T>::runGroup(const Step& step, const T* from, T* to, bool isInverse, T* scratch,
                          std::uint64_t group) const {
  const Pass<T>& pass = step.pass;
  if (step.kind == StepKind::Contiguous)
    return step.kernels->runContiguous(pass, from, to, isInverse, scratch, group);
  // Each transform of the batch has its own columns and rows, and its own intermediate result.
  const FourStep<T>& fourStep = pass.contiguous.fourStep;
  const std::uint64_t perTransform = step.groups / geometry_.batch;
  const auto transform = static_cast<std::ptrdiff_t>(group / perTransform);
  const auto offset = [&](Buffer buffer) {
    const auto between = static_cast<std::ptrdiff_t>(fourStep.betweenScalars);
    return transform * (buffer == Buffer::Work ? between
                        : buffer == Buffer::In ? pass.lanes.in
                                               : pass.lanes.out);
  };
  from += offset(step.from);
  to += offset(step.to);
  group %= perTransform;
  switch (step.kind) {
  case StepKind::Columns:
    return step.kernels->runColumns(fourStep, from, to, isInverse, scratch, group);
  case StepKind::Rows:
    return step.kernels->runRows(fourStep, from, to, isInverse, scratch, group);
  case StepKind::Unpack:
    return step.kernels->runUnpack(pass, from, to, group);
  case StepKind::Pack:
    return step.kernels->runPack(pass, from, to, group);
  case StepKind::Lanes:
  case StepKind::Contiguous:
    break;
  }
}

template <class T>
bool Program<T>::run(std::size_t task, const Buffers<T>& buffers, bool isInverse,
                     std::uint64_t begin, std::uint64_t end) const {
  const Task& range = tasks_[task];
  const std::uint64_t scalars = itemWorkScalars_ + range.scratchScalars;
  T* const memory = static_cast<T*>(scratchMemory(scalars * sizeof(T)));
  if (!memory)
    return false;
  T* const scratch = memory + itemWorkScalars_;
  const Buffers<T> own{buffers.in, buffers.out, itemWorkScalars_ ? memory : buffers.work};
  // The steps of one task follow each other in each item.
  const std::uint64_t together = range.stepCount == 1 ? end - begin : 1;
  for (std::uint64_t item = begin; item < end; item += together)
    for (std::size_t index = 0; index < range.stepCount; ++index) {
      const Step& step = steps_[range.firstStep + index];
      const std::uint64_t groups = step.groups / range.items;
      runGroups(step, own, isInverse, scratch, item * groups, (item + together) * groups);
    }
  return true;
}

template class Program<float>;
template class Program<double>;

} // namespace heddle::cufft
