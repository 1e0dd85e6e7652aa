// The object behind a plan of FFTW's interface: a plan of cuFFT with the data that it was made for.
#pragma once

#include "cufft.h"

#include <cstddef>
#include <memory>

namespace heddle::cufftw {

using Integer = long long;

constexpr int kMostDimensions = 3;

// One dimension of FFTW's guru interface: its length, and its strides in elements.
struct Dimension {
  Integer length, in, out;
};

// One side of a transform, as cufftMakePlanMany64 takes it.
struct Side {
  Integer* embed;
  Integer stride, distance;
};

class FftwPlan {
public:
  // All of these return null where cuFFT cannot do the transform.
  static FftwPlan* create(int rank, Integer* lengths, Integer batch, const Side& in,
                          const Side& out, cufftType type, int sign);
  static FftwPlan* create(int rank, const Dimension* dimensions, int batchRank,
                          const Dimension* batch, cufftType type, int sign);
  ~FftwPlan();
  FftwPlan(const FftwPlan&) = delete;
  FftwPlan& operator=(const FftwPlan&) = delete;

  // The data that execute() without arguments transforms.
  void setData(void* in, void* out) {
    in_ = in;
    out_ = out;
  }
  void execute() const { execute(in_, out_); }
  // Transforms other data. The results are there when this returns.
  void execute(void* in, void* out) const;

private:
  FftwPlan(cufftHandle handle, cufftType type, int sign)
      : handle_(handle), type_(type), sign_(sign) {}

  const cufftHandle handle_;
  const cufftType type_;
  const int sign_;
  void* in_ = nullptr;
  void* out_ = nullptr;
};

} // namespace heddle::cufftw
