// The entry points of cufftXt.h for one device.
#include "cufftXt.h"

#include "cufft/plans.h"

namespace {

using heddle::cufft::estimateWorkBytes;
using heddle::cufft::Integer;
using heddle::cufft::PassKind;
using heddle::cufft::Plan;
using heddle::cufft::TransformArguments;
using heddle::cufft::TypeTraits;
using heddle::cufft::withPlan;

struct DataTypes {
  cudaDataType in, out, execution;
};

// The combinations of data types that a transform may have.
struct Combination {
  DataTypes types;
  TypeTraits traits;
};
constexpr Combination kCombinations[] = {
    {{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F}, {PassKind::Complex, false}},
    {{CUDA_R_32F, CUDA_C_32F, CUDA_C_32F}, {PassKind::RealToComplex, false}},
    {{CUDA_C_32F, CUDA_R_32F, CUDA_C_32F}, {PassKind::ComplexToReal, false}},
    {{CUDA_C_64F, CUDA_C_64F, CUDA_C_64F}, {PassKind::Complex, true}},
    {{CUDA_R_64F, CUDA_C_64F, CUDA_C_64F}, {PassKind::RealToComplex, true}},
    {{CUDA_C_64F, CUDA_R_64F, CUDA_C_64F}, {PassKind::ComplexToReal, true}},
};

// Calls action(arguments, isDouble) with what the data types say, unless they do not go together.
template <class Action>
cufftResult withTypes(TransformArguments arguments, const DataTypes& types, Action action) {
  for (const auto& [each, traits] : kCombinations)
    if (each.in == types.in && each.out == types.out && each.execution == types.execution) {
      arguments.kind = traits.kind;
      return action(arguments, traits.isDouble);
    }
  return CUFFT_INVALID_TYPE;
}

} // namespace

extern "C" {

cufftResult cufftXtMakePlanMany(cufftHandle handle, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long* onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, size_t* workSize,
                                cudaDataType executiontype) {
  const TransformArguments arguments{
      rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, PassKind::Complex, batch};
  return withPlan(handle, [&](Plan& plan) {
    return withTypes(arguments, {inputtype, outputtype, executiontype},
                     [&](const TransformArguments& complete, bool isDouble) {
                       return plan.make(complete, isDouble, workSize);
                     });
  });
}

cufftResult cufftXtGetSizeMany(cufftHandle handle, int rank, long long* n, long long* inembed,
                               long long istride, long long idist, cudaDataType inputtype,
                               long long* onembed, long long ostride, long long odist,
                               cudaDataType outputtype, long long batch, size_t* workSize,
                               cudaDataType executiontype) {
  const TransformArguments arguments{
      rank, n, {inembed, istride, idist}, {onembed, ostride, odist}, PassKind::Complex, batch};
  return withPlan(handle, [&](Plan&) {
    return withTypes(arguments, {inputtype, outputtype, executiontype},
                     [&](const TransformArguments& complete, bool isDouble) {
                       return estimateWorkBytes(complete, isDouble, workSize);
                     });
  });
}

cufftResult cufftXtExec(cufftHandle handle, void* input, void* output, int direction) {
  return withPlan(handle, [&](Plan& plan) { return plan.execute(input, output, direction); });
}

// With one device there is one work area.
cufftResult cufftXtSetWorkArea(cufftHandle handle, void** workArea) {
  if (!workArea)
    return CUFFT_INVALID_VALUE;
  return withPlan(handle, [&](Plan& plan) { return plan.setWorkArea(*workArea); });
}
}
