// The tables behind the transforms of passes.h, which own what those point to.
#pragma once

#include "cufft/aligned_array.h"
#include "cufft/passes.h"

#include <complex>
#include <memory>
#include <vector>

namespace heddle::cufft {

// What Bluestein's algorithm needs for one length.
template <class T> struct ChirpTables {
  explicit ChirpTables(std::uint64_t length);
  std::uint64_t convolutionLength;
  AlignedArray<T> chirp, spectrum;
};

template <class T> class LaneTables {
public:
  LaneTables() = default;
  // For kernels with this many lanes. Throws std::bad_alloc.
  LaneTables(std::uint64_t length, unsigned lanes);
  const LaneTransform<T>& transform() const { return transform_; }
  // How many scalars of scratch memory its two buffers take.
  std::uint64_t scratchScalars(unsigned lanes) const { return 4 * transform_.bufferLength * lanes; }

private:
  void addStages(std::uint64_t length);

  LaneTransform<T> transform_{};
  std::vector<Stage<T>> stages_;
  std::vector<AlignedArray<T>> stageTables_;
  std::unique_ptr<ChirpTables<T>> chirp_;
  std::unique_ptr<LaneTables> convolution_;
};

template <class T> class FourStepTables {
public:
  FourStepTables() = default;
  // The length is smooth.
  FourStepTables(std::uint64_t length, unsigned lanes);
  const FourStep<T>& transform() const { return transform_; }
  // How many scalars of scratch memory one group of columns or rows takes.
  std::uint64_t groupScratchScalars(unsigned lanes) const;

private:
  FourStep<T> transform_{};
  LaneTables<T> ofColumns_, ofRows_;
  AlignedArray<T> coarse_, fine_;
};

template <class T> class ContiguousTables {
public:
  ContiguousTables() = default;
  ContiguousTables(std::uint64_t length, unsigned lanes);
  const ContiguousTransform<T>& transform() const { return transform_; }
  std::uint64_t scratchScalars(unsigned lanes) const;

private:
  ContiguousTransform<T> transform_{};
  FourStepTables<T> fourStep_;
  std::unique_ptr<ChirpTables<T>> chirp_;
};

// exp(-2 pi i k / length) for k up to length / 2.
template <class T> AlignedArray<T> makeRealRoots(std::uint64_t length);

} // namespace heddle::cufft
