#include "cufft/transform_tables.h"

#include "cufft/factors.h"
#include "cufft/levels.h"
#include "cufft/roots_of_unity.h"

#include <algorithm>

namespace heddle::cufft {

namespace {

template <class T> void put(const AlignedArray<T>& array, std::size_t at, std::complex<double> z) {
  array[2 * at] = static_cast<T>(z.real());
  array[2 * at + 1] = static_cast<T>(z.imag());
}

std::uint64_t roundUp(std::uint64_t number, std::uint64_t multiple) {
  return (number + multiple - 1) / multiple * multiple;
}

// The factors that the results of a stage are multiplied by, when this length is left.
template <class T> AlignedArray<T> makeTwiddles(std::uint64_t length, unsigned radix) {
  const std::uint64_t groups = length / radix;
  AlignedArray<T> twiddles(2 * groups * (radix - 1));
  std::size_t at = 0;
  for (std::uint64_t group = 0; group < groups; ++group)
    for (unsigned k = 1; k < radix; ++k)
      put(twiddles, at++, rootOfUnity(group * k, length));
  return twiddles;
}

template <class T> AlignedArray<T> makeRoots(unsigned radix) {
  AlignedArray<T> roots(2 * std::size_t{radix});
  for (unsigned k = 0; k < radix; ++k)
    put(roots, k, rootOfUnity(k, radix));
  return roots;
}

// Transforms numbers in place. Their count is smooth.
void transformNumbers(const AlignedArray<double>& numbers, std::uint64_t count) {
  const Kernels<double>& kernels = levels().begin[0]->forDouble;
  const ContiguousTables<double> tables(count, kernels.lanes);
  Pass<double> pass{};
  pass.length = count;
  pass.inStride = pass.outStride = 2;
  pass.lanes.extent = 1;
  for (Axis& axis : pass.outer)
    axis.extent = 1;
  pass.contiguous = tables.transform();
  const AlignedArray<double> scratch(tables.scratchScalars(kernels.lanes));
  kernels.runContiguous(pass, numbers.get(), numbers.get(), false, scratch.get(), 0);
}

// Element k of the chirp, exp(-pi i k^2 / length).
std::complex<double> chirpElement(std::uint64_t k, std::uint64_t length) {
  __extension__ using Wide = unsigned __int128;
  return rootOfUnity(static_cast<std::uint64_t>(Wide{k} * k % (2 * length)), 2 * length);
}

} // namespace

template <class T>
ChirpTables<T>::ChirpTables(std::uint64_t length)
    : convolutionLength(cufft::convolutionLength(2 * length - 1)), chirp(2 * length),
      spectrum(2 * convolutionLength) {
  // The filter is the conjugate of the chirp, for negative indices too: these are at the end.
  const AlignedArray<double> filter(2 * convolutionLength);
  std::fill_n(filter.get(), 2 * convolutionLength, 0.0);
  for (std::uint64_t k = 0; k < length; ++k) {
    const std::complex<double> element = chirpElement(k, length);
    put(chirp, k, element);
    put(filter, k, std::conj(element));
    if (k != 0)
      put(filter, convolutionLength - k, std::conj(element));
  }
  transformNumbers(filter, convolutionLength);
  for (std::uint64_t i = 0; i < 2 * convolutionLength; ++i)
    spectrum[i] = static_cast<T>(filter[i] / static_cast<double>(convolutionLength));
}

template <class T> LaneTables<T>::LaneTables(std::uint64_t length, unsigned lanes) {
  transform_.length = length;
  transform_.bufferLength = roundUp(length + 1, lanes);
  if (isSmooth(length)) {
    addStages(length);
    return;
  }
  chirp_ = std::make_unique<ChirpTables<T>>(length);
  convolution_ = std::make_unique<LaneTables>(chirp_->convolutionLength, lanes);
  transform_.bufferLength = convolution_->transform_.bufferLength;
  transform_.convolution = &convolution_->transform_;
  transform_.chirp = chirp_->chirp.get();
  transform_.spectrum = chirp_->spectrum.get();
}

template <class T> void LaneTables<T>::addStages(std::uint64_t length) {
  std::uint64_t repeat = 1;
  for (const unsigned radix : radicesOf(length)) {
    Stage<T> stage{radix, length / radix, repeat, nullptr, nullptr};
    stage.twiddles = stageTables_.emplace_back(makeTwiddles<T>(length, radix)).get();
    stage.roots = stageTables_.emplace_back(makeRoots<T>(radix)).get();
    stages_.push_back(stage);
    length /= radix;
    repeat *= radix;
  }
  transform_.stages = stages_.data();
  transform_.stageCount = static_cast<unsigned>(stages_.size());
}

template <class T> FourStepTables<T>::FourStepTables(std::uint64_t length, unsigned lanes) {
  const auto [rows, columns] = fourStepFactors(length, lanes);
  const std::uint64_t groups = (columns + lanes - 1) / lanes;
  ofColumns_ = LaneTables<T>(rows, lanes);
  ofRows_ = LaneTables<T>(columns, lanes);
  coarse_ = AlignedArray<T>(2 * groups * rows);
  for (std::uint64_t group = 0; group < groups; ++group) {
    // The last group begins early enough to be full.
    const std::uint64_t first = columns < lanes ? 0 : std::min(group * lanes, columns - lanes);
    for (std::uint64_t k = 0; k < rows; ++k)
      put(coarse_, group * rows + k, rootOfUnity(first * k, length));
  }
  fine_ = AlignedArray<T>(2 * rows * lanes);
  for (std::uint64_t k = 0; k < rows; ++k)
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const std::complex<double> root = rootOfUnity(lane * k, length);
      fine_[2 * k * lanes + lane] = static_cast<T>(root.real());
      fine_[(2 * k + 1) * lanes + lane] = static_cast<T>(root.imag());
    }
  // An odd distance keeps rows from falling into the same set of the cache.
  const std::uint64_t pitch = groups | 1;
  transform_ = {rows,        columns, ofColumns_.transform(),  ofRows_.transform(), coarse_.get(),
                fine_.get(), pitch,   2 * rows * pitch * lanes};
}

template <class T> std::uint64_t FourStepTables<T>::groupScratchScalars(unsigned lanes) const {
  return std::max(ofColumns_.scratchScalars(lanes), ofRows_.scratchScalars(lanes));
}

template <class T> ContiguousTables<T>::ContiguousTables(std::uint64_t length, unsigned lanes) {
  transform_.length = length;
  std::uint64_t smooth = length;
  if (!isSmooth(length)) {
    chirp_ = std::make_unique<ChirpTables<T>>(length);
    transform_.chirp = chirp_->chirp.get();
    transform_.spectrum = chirp_->spectrum.get();
    smooth = chirp_->convolutionLength;
  }
  fourStep_ = FourStepTables<T>(smooth, lanes);
  transform_.fourStep = fourStep_.transform();
}

template <class T> std::uint64_t ContiguousTables<T>::scratchScalars(unsigned lanes) const {
  const FourStep<T>& fourStep = transform_.fourStep;
  // The data of a convolution, rounded up so that what follows is aligned.
  const std::uint64_t convolved = transform_.chirp ? 2 * fourStep.rows * fourStep.columns : 0;
  return roundUp(convolved, kVectorAlignment) + fourStep.betweenScalars +
         fourStep_.groupScratchScalars(lanes);
}

template <class T> AlignedArray<T> makeRealRoots(std::uint64_t length) {
  AlignedArray<T> roots(2 * (length / 2 + 1));
  for (std::uint64_t k = 0; k <= length / 2; ++k)
    put(roots, k, rootOfUnity(k, length));
  return roots;
}

template struct ChirpTables<float>;
template struct ChirpTables<double>;
template class LaneTables<float>;
template class LaneTables<double>;
template class FourStepTables<float>;
template class FourStepTables<double>;
template class ContiguousTables<float>;
template class ContiguousTables<double>;
template AlignedArray<float> makeRealRoots<float>(std::uint64_t);
template AlignedArray<double> makeRealRoots<double>(std::uint64_t);

} // namespace heddle::cufft
