// From the types that descriptors name to types of C++.
#pragma once

#include "cublas/elements.h"
#include "cusparse.h"
#include "library/value_type.h"

#include <complex>
#include <cstddef>
#include <cstdint>

namespace heddle::cusparse {

using cublas::bytesOf;
using cublas::conjugate;
using cublas::convert;
using cublas::kIsComplex;
using cublas::multiply;
using cublas::native;
using cublas::Native;
using cublas::Real;

constexpr bool isIndexType(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_16U || type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

constexpr bool isIndexBase(cusparseIndexBase_t base) {
  return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}

constexpr bool isOperation(cusparseOperation_t operation) {
  return operation >= CUSPARSE_OPERATION_NON_TRANSPOSE &&
         operation <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

constexpr std::size_t indexBytes(cusparseIndexType_t type) {
  if (type == CUSPARSE_INDEX_16U)
    return sizeof(std::uint16_t);
  return type == CUSPARSE_INDEX_64I ? sizeof(std::int64_t) : sizeof(std::int32_t);
}

// Whether descriptors may name the type of values.
constexpr bool isValueType(cudaDataType type) {
  switch (type) {
  case CUDA_R_8I:
  case CUDA_R_16F:
  case CUDA_R_16BF:
  case CUDA_R_32I:
  case CUDA_R_32F:
  case CUDA_R_64F:
  case CUDA_C_16F:
  case CUDA_C_16BF:
  case CUDA_C_32F:
  case CUDA_C_64F:
    return true;
  default:
    return false;
  }
}
constexpr bool isComplexType(cudaDataType type) {
  return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}
// An operation that a matrix of this type has: conjugates are those of complex numbers.
constexpr bool isOperationOf(cusparseOperation_t operation, cudaDataType type) {
  return isOperation(operation) &&
         (operation != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || isComplexType(type));
}

// Calls action.operator()<T>() with the type of the elements, of which descriptors have these.
template <class Action> cusparseStatus_t withElementType(cudaDataType type, Action action) {
  switch (type) {
  case CUDA_R_8I:
    return action.template operator()<std::int8_t>();
  case CUDA_R_16F:
    return action.template operator()<cublas::Half>();
  case CUDA_R_16BF:
    return action.template operator()<cublas::Bfloat16>();
  case CUDA_R_32I:
    return action.template operator()<std::int32_t>();
  case CUDA_C_16F:
    return action.template operator()<cublas::Pair<cublas::Half>>();
  case CUDA_C_16BF:
    return action.template operator()<cublas::Pair<cublas::Bfloat16>>();
  default:
    return library::withValueType(type, CUSPARSE_STATUS_NOT_SUPPORTED, action);
  }
}

// Calls action.operator()<T>() with the type of values. Other types than these are not supported.
template <class Action> cusparseStatus_t withValueType(cudaDataType type, Action action) {
  return library::withValueType(type, CUSPARSE_STATUS_NOT_SUPPORTED, action);
}

// Indices of 16, 32 or 64 bits, counted from 0 whatever their base is.
class Indices {
public:
  Indices(const void* data, cusparseIndexType_t type, cusparseIndexBase_t base)
      : data_(data), type_(type), base_(base) {}
  std::size_t bytes() const { return indexBytes(type_); }
  const void* data() const { return data_; }
  // Calls action(pointer, base), so that a loop over many indices looks at their type once.
  template <class Action> auto typed(Action action) const {
    if (type_ == CUSPARSE_INDEX_64I)
      return action(static_cast<const std::int64_t*>(data_), base_);
    if (type_ == CUSPARSE_INDEX_16U)
      return action(static_cast<const std::uint16_t*>(data_), base_);
    return action(static_cast<const std::int32_t*>(data_), base_);
  }
  std::int64_t operator[](std::int64_t at) const {
    return typed([at](const auto* data, std::int64_t base) { return data[at] - base; });
  }

private:
  const void* data_;
  cusparseIndexType_t type_;
  std::int64_t base_;
};

// The same to be written.
class WritableIndices {
public:
  WritableIndices(void* data, cusparseIndexType_t type, cusparseIndexBase_t base)
      : data_(data), type_(type), base_(base) {}
  void set(std::int64_t at, std::int64_t value) const {
    if (type_ == CUSPARSE_INDEX_64I)
      static_cast<std::int64_t*>(data_)[at] = value + base_;
    else if (type_ == CUSPARSE_INDEX_16U)
      static_cast<std::uint16_t*>(data_)[at] = static_cast<std::uint16_t>(value + base_);
    else
      static_cast<std::int32_t*>(data_)[at] = static_cast<std::int32_t>(value + base_);
  }

private:
  void* data_;
  cusparseIndexType_t type_;
  std::int64_t base_;
};

} // namespace heddle::cusparse
