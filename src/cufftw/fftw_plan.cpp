#include "cufftw/fftw_plan.h"

#include "cuda_runtime_api.h"

#include <algorithm>
#include <new>

namespace heddle::cufftw {

namespace {

bool isComplex(cufftType type) {
  return type == CUFFT_C2C || type == CUFFT_Z2Z;
}

// Turns the strides of one side into the sizes of the arrays that the data are a part of, which is
// how cuFFT takes them. False where no arrays have such strides.
bool findSide(int rank, const Dimension* dimensions, Integer Dimension::* stride, Integer distance,
              Integer (&embed)[kMostDimensions], Side& side) {
  side = {embed, dimensions[rank - 1].*stride, distance};
  for (int index = 0; index < rank; ++index)
    if (dimensions[index].*stride <= 0)
      return false;
  embed[0] = dimensions[0].length; // cuFFT does not look at this one
  for (int index = 1; index < rank; ++index) {
    const Integer outer = dimensions[index - 1].*stride, inner = dimensions[index].*stride;
    if (outer % inner != 0)
      return false;
    embed[index] = outer / inner;
  }
  return true;
}

} // namespace

FftwPlan* FftwPlan::create(int rank, Integer* lengths, Integer batch, const Side& in,
                           const Side& out, cufftType type, int sign) {
  if (isComplex(type) && sign != CUFFT_FORWARD && sign != CUFFT_INVERSE)
    return nullptr;
  cufftHandle handle = CUFFT_PLAN_NULL;
  std::size_t workSize = 0;
  if (cufftCreate(&handle) != CUFFT_SUCCESS)
    return nullptr;
  FftwPlan* plan = nullptr;
  // FFTW leaves the distance of a single transform open, where cuFFT wants one.
  const auto distanceOf = [batch](const Side& side) {
    return batch == 1 ? std::max<Integer>(side.distance, 1) : side.distance;
  };
  if (cufftMakePlanMany64(handle, rank, lengths, in.embed, in.stride, distanceOf(in), out.embed,
                          out.stride, distanceOf(out), type, batch, &workSize) == CUFFT_SUCCESS)
    plan = new (std::nothrow) FftwPlan(handle, type, sign);
  if (!plan)
    cufftDestroy(handle);
  return plan;
}

FftwPlan* FftwPlan::create(int rank, const Dimension* dimensions, int batchRank,
                           const Dimension* batch, cufftType type, int sign) {
  if (rank < 1 || rank > kMostDimensions || batchRank < 0 || batchRank > 1)
    return nullptr;
  const Dimension repeated = batchRank == 1 ? batch[0] : Dimension{1, 0, 0};
  Integer lengths[kMostDimensions], inEmbed[kMostDimensions], outEmbed[kMostDimensions];
  for (int index = 0; index < rank; ++index)
    lengths[index] = dimensions[index].length;
  Side in{}, out{};
  if (!findSide(rank, dimensions, &Dimension::in, repeated.in, inEmbed, in) ||
      !findSide(rank, dimensions, &Dimension::out, repeated.out, outEmbed, out))
    return nullptr;
  return create(rank, lengths, repeated.length, in, out, type, sign);
}

FftwPlan::~FftwPlan() {
  cufftDestroy(handle_);
}

// FFTW's interface has no errors; what goes wrong stays as the error of the device.
void FftwPlan::execute(void* in, void* out) const {
  const auto single = [](void* data) { return static_cast<cufftComplex*>(data); };
  const auto wide = [](void* data) { return static_cast<cufftDoubleComplex*>(data); };
  switch (type_) {
  case CUFFT_C2C:
    cufftExecC2C(handle_, single(in), single(out), sign_);
    break;
  case CUFFT_R2C:
    cufftExecR2C(handle_, static_cast<float*>(in), single(out));
    break;
  case CUFFT_C2R:
    cufftExecC2R(handle_, single(in), static_cast<float*>(out));
    break;
  case CUFFT_Z2Z:
    cufftExecZ2Z(handle_, wide(in), wide(out), sign_);
    break;
  case CUFFT_D2Z:
    cufftExecD2Z(handle_, static_cast<double*>(in), wide(out));
    break;
  case CUFFT_Z2D:
    cufftExecZ2D(handle_, wide(in), static_cast<double*>(out));
    break;
  }
  cudaStreamSynchronize(nullptr);
}

} // namespace heddle::cufftw
