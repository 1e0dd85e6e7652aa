#include "cublas/gemm_types.h"

namespace heddle::cublas {

namespace {

// What a compute type amounts to here, where the modes that allow less precision make no
// difference.
enum class Precision : std::uint8_t { Half, Single, FastSingle, Double, Integer, None };

Precision precisionOf(cublasComputeType_t compute) {
  switch (compute) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    return Precision::Half;
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
    return Precision::Single;
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    return Precision::FastSingle;
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    return Precision::Double;
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    return Precision::Integer;
  }
  return Precision::None;
}

// The rows of the table in cuBLAS's manual. A and B have the same type.
struct Combination {
  Precision precision;
  cudaDataType ab, c;
  GemmTypes types;
};
constexpr Combination kCombinations[] = {
    {Precision::Half, CUDA_R_16F, CUDA_R_16F, {CUDA_R_16F, CUDA_R_32F}},
    {Precision::Integer, CUDA_R_8I, CUDA_R_32I, {CUDA_R_32I, CUDA_R_32I}},
    {Precision::Single, CUDA_R_16BF, CUDA_R_16BF, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::Single, CUDA_R_16F, CUDA_R_16F, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::Single, CUDA_R_8I, CUDA_R_32F, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::Single, CUDA_R_16BF, CUDA_R_32F, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::Single, CUDA_R_16F, CUDA_R_32F, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::Single, CUDA_R_32F, CUDA_R_32F, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::Single, CUDA_C_8I, CUDA_C_32F, {CUDA_C_32F, CUDA_C_32F}},
    {Precision::Single, CUDA_C_32F, CUDA_C_32F, {CUDA_C_32F, CUDA_C_32F}},
    {Precision::FastSingle, CUDA_R_32F, CUDA_R_32F, {CUDA_R_32F, CUDA_R_32F}},
    {Precision::FastSingle, CUDA_C_32F, CUDA_C_32F, {CUDA_C_32F, CUDA_C_32F}},
    {Precision::Double, CUDA_R_64F, CUDA_R_64F, {CUDA_R_64F, CUDA_R_64F}},
    {Precision::Double, CUDA_C_64F, CUDA_C_64F, {CUDA_C_64F, CUDA_C_64F}},
};

} // namespace

bool isComputeType(cublasComputeType_t compute) {
  return precisionOf(compute) != Precision::None;
}

bool findGemmTypes(cudaDataType a, cudaDataType b, cudaDataType c, cublasComputeType_t compute,
                   GemmTypes& types) {
  const Precision precision = precisionOf(compute);
  for (const Combination& row : kCombinations)
    if (row.precision == precision && row.ab == a && row.ab == b && row.c == c) {
      types = row.types;
      return true;
    }
  return false;
}

} // namespace heddle::cublas
