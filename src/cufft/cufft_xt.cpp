// The entry points of cufftXt.h.
#include "cufftXt.h"

#include "cufft/plans.h"

namespace {

using heddle::cufft::estimateWorkBytes;
using heddle::cufft::freeData;
using heddle::cufft::guarded;
using heddle::cufft::Integer;
using heddle::cufft::PassKind;
using heddle::cufft::Plan;
using heddle::cufft::Precision;
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
    {{CUDA_C_16F, CUDA_C_16F, CUDA_C_16F}, {PassKind::Complex, Precision::Half}},
    {{CUDA_R_16F, CUDA_C_16F, CUDA_C_16F}, {PassKind::RealToComplex, Precision::Half}},
    {{CUDA_C_16F, CUDA_R_16F, CUDA_C_16F}, {PassKind::ComplexToReal, Precision::Half}},
    {{CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF}, {PassKind::Complex, Precision::Bfloat}},
    {{CUDA_R_16BF, CUDA_C_16BF, CUDA_C_16BF}, {PassKind::RealToComplex, Precision::Bfloat}},
    {{CUDA_C_16BF, CUDA_R_16BF, CUDA_C_16BF}, {PassKind::ComplexToReal, Precision::Bfloat}},
    {{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F}, {PassKind::Complex, Precision::Single}},
    {{CUDA_R_32F, CUDA_C_32F, CUDA_C_32F}, {PassKind::RealToComplex, Precision::Single}},
    {{CUDA_C_32F, CUDA_R_32F, CUDA_C_32F}, {PassKind::ComplexToReal, Precision::Single}},
    {{CUDA_C_64F, CUDA_C_64F, CUDA_C_64F}, {PassKind::Complex, Precision::Double}},
    {{CUDA_R_64F, CUDA_C_64F, CUDA_C_64F}, {PassKind::RealToComplex, Precision::Double}},
    {{CUDA_C_64F, CUDA_R_64F, CUDA_C_64F}, {PassKind::ComplexToReal, Precision::Double}},
};

// Calls action(arguments, precision) with what the data types say, unless they do not go together.
template <class Action>
cufftResult withTypes(TransformArguments arguments, const DataTypes& types, Action action) {
  for (const auto& [each, traits] : kCombinations)
    if (each.in == types.in && each.out == types.out && each.execution == types.execution) {
      arguments.kind = traits.kind;
      return action(arguments, traits.precision);
    }
  return CUFFT_INVALID_TYPE;
}

cufftResult executeData(cufftHandle handle, PassKind kind, Precision precision, cudaLibXtDesc* in,
                        cudaLibXtDesc* out, int direction = CUFFT_FORWARD) {
  return withPlan(
      handle, [&](Plan& plan) { return plan.executeData(kind, precision, in, out, direction); });
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
                     [&](const TransformArguments& complete, Precision precision) {
                       return plan.make(complete, precision, workSize);
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
                     [&](const TransformArguments& complete, Precision precision) {
                       return estimateWorkBytes(complete, precision, workSize);
                     });
  });
}

cufftResult cufftXtExec(cufftHandle handle, void* input, void* output, int direction) {
  return withPlan(handle, [&](Plan& plan) { return plan.execute(input, output, direction); });
}

cufftResult cufftXtSetGPUs(cufftHandle handle, int count, int* devices) {
  return withPlan(handle, [&](Plan& plan) { return plan.setDevices(count, devices); });
}
cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc** data, cufftXtSubFormat format) {
  return withPlan(handle, [&](Plan& plan) { return plan.allocateData(data, format); });
}
cufftResult cufftXtMemcpy(cufftHandle handle, void* to, void* from, cufftXtCopyType type) {
  return withPlan(handle, [&](Plan& plan) { return plan.copyData(to, from, type); });
}
cufftResult cufftXtFree(cudaLibXtDesc* data) {
  return guarded([&] { return freeData(data); });
}
cufftResult cufftXtQueryPlan(cufftHandle handle, void* factors, cufftXtQueryType type) {
  return withPlan(handle, [&](Plan& plan) {
    return plan.query(type, static_cast<cufftXt1dFactors*>(factors));
  });
}
cufftResult cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out,
                                  int direction) {
  return withPlan(handle, [&](Plan& plan) { return plan.executeData(in, out, direction); });
}
cufftResult cufftXtExecDescriptorC2C(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out,
                                     int direction) {
  return executeData(handle, PassKind::Complex, Precision::Single, in, out, direction);
}
cufftResult cufftXtExecDescriptorR2C(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return executeData(handle, PassKind::RealToComplex, Precision::Single, in, out);
}
cufftResult cufftXtExecDescriptorC2R(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return executeData(handle, PassKind::ComplexToReal, Precision::Single, in, out, CUFFT_INVERSE);
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out,
                                     int direction) {
  return executeData(handle, PassKind::Complex, Precision::Double, in, out, direction);
}
cufftResult cufftXtExecDescriptorD2Z(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return executeData(handle, PassKind::RealToComplex, Precision::Double, in, out);
}
cufftResult cufftXtExecDescriptorZ2D(cufftHandle handle, cudaLibXtDesc* in, cudaLibXtDesc* out) {
  return executeData(handle, PassKind::ComplexToReal, Precision::Double, in, out, CUFFT_INVERSE);
}

// Transforms are done by the first device of a plan, which has the only callback of a type and the
// only work area.
cufftResult cufftXtSetCallback(cufftHandle handle, void** routine, cufftXtCallbackType cbType,
                               void** info) {
  if (!routine || !*routine)
    return CUFFT_INVALID_VALUE;
  return withPlan(handle, [&](Plan& plan) {
    return plan.setCallback(cbType, *routine, info ? *info : nullptr);
  });
}

cufftResult cufftXtSetJITCallback(cufftHandle handle, const char* symbol, const void* image,
                                  size_t imageBytes, cufftXtCallbackType cbType, void** info) {
  return withPlan(handle, [&](Plan& plan) {
    if (!symbol || *symbol == 0 || !image || imageBytes == 0)
      return CUFFT_INVALID_VALUE;
    return plan.setJitCallback(
        cbType, {symbol, {static_cast<const char*>(image), imageBytes}, info ? *info : nullptr});
  });
}

cufftResult cufftXtClearCallback(cufftHandle handle, cufftXtCallbackType cbType) {
  return withPlan(handle, [&](Plan& plan) { return plan.setCallback(cbType, nullptr, nullptr); });
}

cufftResult cufftXtSetCallbackSharedSize(cufftHandle handle, cufftXtCallbackType cbType,
                                         size_t sharedSize) {
  return withPlan(handle,
                  [&](Plan& plan) { return plan.setCallbackSharedSize(cbType, sharedSize); });
}

cufftResult cufftXtSetWorkArea(cufftHandle handle, void** workArea) {
  if (!workArea)
    return CUFFT_INVALID_VALUE;
  return withPlan(handle, [&](Plan& plan) { return plan.setWorkAreaOfDevices(*workArea); });
}

cufftResult cufftXtSetWorkAreaPolicy(cufftHandle handle, cufftXtWorkAreaPolicy policy, size_t*) {
  return withPlan(handle, [&](Plan& plan) { return plan.setWorkAreaPolicy(policy); });
}
}
