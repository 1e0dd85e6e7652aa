// The combinations of types that products exist for: the two factors, the result, and the type that
// is computed with, in which alpha and beta are given, too.
#pragma once

#include "cusparse/value_types.h"

namespace heddle::cusparse {

using cublas::Bfloat16;
using cublas::Half;
using cublas::Pair;

template <class T> constexpr cudaDataType kDataType = CUDA_R_32F;
template <> inline constexpr cudaDataType kDataType<double> = CUDA_R_64F;
template <> inline constexpr cudaDataType kDataType<std::complex<float>> = CUDA_C_32F;
template <> inline constexpr cudaDataType kDataType<std::complex<double>> = CUDA_C_64F;
template <> inline constexpr cudaDataType kDataType<Half> = CUDA_R_16F;
template <> inline constexpr cudaDataType kDataType<Bfloat16> = CUDA_R_16BF;
template <> inline constexpr cudaDataType kDataType<Pair<Half>> = CUDA_C_16F;
template <> inline constexpr cudaDataType kDataType<Pair<Bfloat16>> = CUDA_C_16BF;
template <> inline constexpr cudaDataType kDataType<std::int8_t> = CUDA_R_8I;
template <> inline constexpr cudaDataType kDataType<std::int32_t> = CUDA_R_32I;

template <class FirstT, class SecondT, class ResultT, class ComputeT> struct ProductTypes {
  using First = FirstT;
  using Second = SecondT;
  using Result = ResultT;
  using Compute = ComputeT;
};
template <class T> using OneType = ProductTypes<T, T, T, T>;

template <class... Combinations> struct ProductTypeList {
  // Calls action.operator()<Types>() with the combination that has these types.
  template <class Action>
  static cusparseStatus_t find(cudaDataType first, cudaDataType second, cudaDataType result,
                               cudaDataType compute, Action action) {
    cusparseStatus_t status =
        isValueType(compute) ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_INVALID_VALUE;
    const auto tryOne = [&]<class Types>(Types*) {
      if (first != kDataType<typename Types::First> ||
          second != kDataType<typename Types::Second> ||
          result != kDataType<typename Types::Result> ||
          compute != kDataType<typename Types::Compute>)
        return false;
      status = action.template operator()<Types>();
      return true;
    };
    static_cast<void>((tryOne(static_cast<Combinations*>(nullptr)) || ...));
    return status;
  }
};

// Products of a sparse matrix with a dense matrix, and what those with a vector have beyond them.
template <class... More>
using ProductTypesAnd = ProductTypeList<
    OneType<float>, OneType<double>, OneType<std::complex<float>>, OneType<std::complex<double>>,
    ProductTypes<Half, Half, float, float>, ProductTypes<Half, Half, Half, float>,
    ProductTypes<Bfloat16, Bfloat16, float, float>,
    ProductTypes<Bfloat16, Bfloat16, Bfloat16, float>,
    ProductTypes<std::int8_t, std::int8_t, std::int32_t, std::int32_t>,
    ProductTypes<std::int8_t, std::int8_t, float, float>,
    ProductTypes<Pair<Half>, Pair<Half>, Pair<Half>, std::complex<float>>,
    ProductTypes<Pair<Bfloat16>, Pair<Bfloat16>, Pair<Bfloat16>, std::complex<float>>,
    ProductTypes<float, std::complex<float>, std::complex<float>, std::complex<float>>,
    ProductTypes<double, std::complex<double>, std::complex<double>, std::complex<double>>,
    More...>;
using MatrixProductTypes = ProductTypesAnd<>;
using VectorProductTypes = ProductTypesAnd<ProductTypes<float, double, double, double>>;

// Products of dense matrices at the places of a sparse one.
template <class... More>
using SampledProductTypesAnd =
    ProductTypeList<OneType<float>, OneType<double>, OneType<std::complex<float>>,
                    OneType<std::complex<double>>, ProductTypes<Half, Half, float, float>,
                    ProductTypes<Half, Half, Half, float>, More...>;
using SampledProductTypes = SampledProductTypesAnd<>;
// The same at the places of blocks.
using SampledBlockTypes = SampledProductTypesAnd<ProductTypes<Bfloat16, Bfloat16, float, float>,
                                                 ProductTypes<Bfloat16, Bfloat16, Bfloat16, float>>;

} // namespace heddle::cusparse
