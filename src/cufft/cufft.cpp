// The entry points of libcufft. They bring the several ways to describe a transform into one form,
// TransformArguments; plan.cpp does the rest.
#include "cufft.h"

#include "cufft/plans.h"

#include <algorithm>
#include <array>

namespace {

using heddle::cufft::estimateWorkBytes;
using heddle::cufft::guarded;
using heddle::cufft::Integer;
using heddle::cufft::kMostDimensions;
using heddle::cufft::PassKind;
using heddle::cufft::Plan;
using heddle::cufft::Plans;
using heddle::cufft::Precision;
using heddle::cufft::SideArguments;
using heddle::cufft::TransformArguments;
using heddle::cufft::TypeTraits;
using heddle::cufft::withPlan;

using Lengths = std::array<Integer, kMostDimensions>;

// The arguments of cufftPlanMany, whose integers have 32 bits.
class ManyArguments {
public:
  ManyArguments(int rank, const int* lengths, const int* inEmbed, int inStride, int inDistance,
                const int* outEmbed, int outStride, int outDistance, int batch)
      : lengths_(widen(rank, lengths)), inEmbed_(widen(rank, inEmbed)),
        outEmbed_(widen(rank, outEmbed)) {
    arguments_.rank = rank;
    arguments_.lengths = lengths ? lengths_.data() : nullptr;
    arguments_.in = {inEmbed ? inEmbed_.data() : nullptr, inStride, inDistance};
    arguments_.out = {outEmbed ? outEmbed_.data() : nullptr, outStride, outDistance};
    arguments_.batch = batch;
  }
  ManyArguments(const ManyArguments&) = delete;
  ManyArguments& operator=(const ManyArguments&) = delete;
  const TransformArguments& get() const { return arguments_; }

private:
  static Lengths widen(int rank, const int* values) {
    Lengths wide{};
    if (values && rank > 0 && rank <= static_cast<int>(kMostDimensions))
      std::copy_n(values, rank, wide.begin());
    return wide;
  }

  const Lengths lengths_, inEmbed_, outEmbed_;
  TransformArguments arguments_;
};

// Dense data of up to three dimensions.
class DenseArguments {
public:
  DenseArguments(int rank, Lengths lengths, Integer batch = 1) : lengths_(lengths) {
    arguments_.rank = rank;
    arguments_.lengths = lengths_.data();
    arguments_.batch = batch;
  }
  DenseArguments(const DenseArguments&) = delete;
  DenseArguments& operator=(const DenseArguments&) = delete;
  const TransformArguments& get() const { return arguments_; }

private:
  const Lengths lengths_;
  TransformArguments arguments_;
};

// Calls action(arguments, precision) with what the type says, unless there is no such type.
template <class Action>
cufftResult withType(TransformArguments arguments, cufftType type, Action action) {
  TypeTraits traits{};
  if (!findTypeTraits(type, traits))
    return CUFFT_INVALID_TYPE;
  arguments.kind = traits.kind;
  return action(arguments, traits.precision);
}

cufftResult makePlan(cufftHandle handle, const TransformArguments& arguments, cufftType type,
                     size_t* workSize) {
  return withPlan(handle, [&](Plan& plan) {
    return withType(arguments, type, [&](const TransformArguments& complete, Precision precision) {
      return plan.make(complete, precision, workSize);
    });
  });
}

cufftResult createPlan(cufftHandle* handle, const TransformArguments& arguments, cufftType type) {
  if (!handle)
    return CUFFT_INVALID_VALUE;
  return guarded([&] {
    auto plan = std::make_shared<Plan>();
    size_t workSize = 0;
    const cufftResult result =
        withType(arguments, type, [&](const TransformArguments& complete, Precision precision) {
          return plan->make(complete, precision, &workSize);
        });
    if (result == CUFFT_SUCCESS)
      *handle = Plans::get().add(std::move(plan));
    return result;
  });
}

cufftResult estimate(const TransformArguments& arguments, cufftType type, size_t* workSize) {
  return guarded([&] {
    return withType(arguments, type, [&](const TransformArguments& complete, Precision precision) {
      return estimateWorkBytes(complete, precision, workSize);
    });
  });
}

cufftResult estimateFor(cufftHandle handle, const TransformArguments& arguments, cufftType type,
                        size_t* workSize) {
  if (!Plans::get().find(handle))
    return CUFFT_INVALID_PLAN;
  return estimate(arguments, type, workSize);
}

TransformArguments wideArguments(int rank, const Integer* lengths, SideArguments in,
                                 SideArguments out, Integer batch) {
  return {rank, lengths, in, out, PassKind::Complex, batch};
}

cufftResult execute(cufftHandle handle, void* in, void* out, int direction) {
  return withPlan(handle, [&](Plan& plan) { return plan.execute(in, out, direction); });
}

} // namespace

extern "C" {

cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return createPlan(plan, DenseArguments(1, {nx}, batch).get(), type);
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  return createPlan(plan, DenseArguments(2, {nx, ny}).get(), type);
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  return createPlan(plan, DenseArguments(3, {nx, ny, nz}).get(), type);
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
  const ManyArguments arguments(rank, n, inembed, istride, idist, onembed, ostride, odist, batch);
  return createPlan(plan, arguments.get(), type);
}

cufftResult cufftCreate(cufftHandle* plan) {
  if (!plan)
    return CUFFT_INVALID_VALUE;
  return guarded([&] {
    *plan = Plans::get().add(std::make_shared<Plan>());
    return CUFFT_SUCCESS;
  });
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize) {
  return makePlan(plan, DenseArguments(1, {nx}, batch).get(), type, workSize);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  return makePlan(plan, DenseArguments(2, {nx, ny}).get(), type, workSize);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t* workSize) {
  return makePlan(plan, DenseArguments(3, {nx, ny, nz}).get(), type, workSize);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                              int idist, int* onembed, int ostride, int odist, cufftType type,
                              int batch, size_t* workSize) {
  const ManyArguments arguments(rank, n, inembed, istride, idist, onembed, ostride, odist, batch);
  return makePlan(plan, arguments.get(), type, workSize);
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                size_t* workSize) {
  return makePlan(
      plan, wideArguments(rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch),
      type, workSize);
}
cufftResult cufftDestroy(cufftHandle plan) {
  if (plan == CUFFT_PLAN_NULL)
    return CUFFT_SUCCESS;
  return guarded([&] { return Plans::get().remove(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN; });
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t* workSize) {
  return estimate(DenseArguments(1, {nx}, batch).get(), type, workSize);
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t* workSize) {
  return estimate(DenseArguments(2, {nx, ny}).get(), type, workSize);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t* workSize) {
  return estimate(DenseArguments(3, {nx, ny, nz}).get(), type, workSize);
}
cufftResult cufftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, cufftType type, int batch, size_t* workSize) {
  const ManyArguments arguments(rank, n, inembed, istride, idist, onembed, ostride, odist, batch);
  return estimate(arguments.get(), type, workSize);
}
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* workSize) {
  return estimateFor(plan, DenseArguments(1, {nx}, batch).get(), type, workSize);
}
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* workSize) {
  return estimateFor(plan, DenseArguments(2, {nx, ny}).get(), type, workSize);
}
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                           size_t* workSize) {
  return estimateFor(plan, DenseArguments(3, {nx, ny, nz}).get(), type, workSize);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int* n, int* inembed, int istride,
                             int idist, int* onembed, int ostride, int odist, cufftType type,
                             int batch, size_t* workSize) {
  const ManyArguments arguments(rank, n, inembed, istride, idist, onembed, ostride, odist, batch);
  return estimateFor(plan, arguments.get(), type, workSize);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, long long* onembed,
                               long long ostride, long long odist, cufftType type, long long batch,
                               size_t* workSize) {
  return estimateFor(
      plan, wideArguments(rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, batch),
      type, workSize);
}
cufftResult cufftGetSize(cufftHandle handle, size_t* workSize) {
  return withPlan(handle, [&](Plan& plan) { return plan.workBytes(workSize); });
}
cufftResult cufftSetWorkArea(cufftHandle handle, void* workArea) {
  return withPlan(handle, [&](Plan& plan) { return plan.setWorkArea(workArea); });
}
cufftResult cufftSetAutoAllocation(cufftHandle handle, int autoAllocate) {
  return withPlan(handle, [&](Plan& plan) { return plan.setAutoAllocation(autoAllocate != 0); });
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* idata, cufftComplex* odata,
                         int direction) {
  return execute(plan, idata, odata, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* idata, cufftComplex* odata) {
  return execute(plan, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* idata, cufftReal* odata) {
  return execute(plan, idata, odata, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleComplex* odata,
                         int direction) {
  return execute(plan, idata, odata, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* idata, cufftDoubleComplex* odata) {
  return execute(plan, idata, odata, CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* idata, cufftDoubleReal* odata) {
  return execute(plan, idata, odata, CUFFT_INVERSE);
}

cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
  return withPlan(handle, [&](Plan& plan) { return plan.setStream(stream); });
}
cufftResult cufftGetVersion(int* version) {
  if (version)
    *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  if (!value)
    return CUFFT_INVALID_VALUE;
  switch (type) {
  case MAJOR_VERSION:
    *value = CUFFT_VER_MAJOR;
    return CUFFT_SUCCESS;
  case MINOR_VERSION:
    *value = CUFFT_VER_MINOR;
    return CUFFT_SUCCESS;
  case PATCH_LEVEL:
    *value = CUFFT_VER_PATCH;
    return CUFFT_SUCCESS;
  }
  return CUFFT_INVALID_TYPE;
}
}
