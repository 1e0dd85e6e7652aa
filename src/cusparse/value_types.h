// From the types that descriptors name to types of C++.
#pragma once

#include "cusparse.h"
#include "library/value_type.h"

#include <complex>
#include <cstddef>
#include <cstdint>

namespace heddle::cusparse {

constexpr bool isIndexType(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

constexpr bool isIndexBase(cusparseIndexBase_t base) {
  return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}

constexpr bool isOperation(cusparseOperation_t operation) {
  return operation >= CUSPARSE_OPERATION_NON_TRANSPOSE &&
         operation <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

constexpr std::size_t indexBytes(cusparseIndexType_t type) {
  return type == CUSPARSE_INDEX_64I ? sizeof(std::int64_t) : sizeof(std::int32_t);
}

// Calls action.operator()<T>() with the type of values. Other types than these are not supported.
template <class Action> cusparseStatus_t withValueType(cudaDataType type, Action action) {
  return library::withValueType(type, CUSPARSE_STATUS_NOT_SUPPORTED, action);
}

// Indices of 32 or 64 bits, counted from 0 whatever their base is.
class Indices {
public:
  Indices(const void* data, cusparseIndexType_t type, cusparseIndexBase_t base)
      : data_(data), isWide_(type == CUSPARSE_INDEX_64I), base_(base) {}
  std::int64_t operator[](std::int64_t at) const {
    return (isWide_ ? static_cast<const std::int64_t*>(data_)[at]
                    : std::int64_t{static_cast<const std::int32_t*>(data_)[at]}) -
           base_;
  }

private:
  const void* data_;
  bool isWide_;
  std::int64_t base_;
};

// The same to be written.
class WritableIndices {
public:
  WritableIndices(void* data, cusparseIndexType_t type, cusparseIndexBase_t base)
      : data_(data), isWide_(type == CUSPARSE_INDEX_64I), base_(base) {}
  void set(std::int64_t at, std::int64_t value) const {
    if (isWide_)
      static_cast<std::int64_t*>(data_)[at] = value + base_;
    else
      static_cast<std::int32_t*>(data_)[at] = static_cast<std::int32_t>(value + base_);
  }

private:
  void* data_;
  bool isWide_;
  std::int64_t base_;
};

template <class T> T conjugate(T value) {
  return value;
}
template <class T> std::complex<T> conjugate(std::complex<T> value) {
  return std::conj(value);
}

// The product without the care for infinities that the standard's operator takes.
template <class T> T multiply(T a, T b) {
  return a * b;
}
template <class T> std::complex<T> multiply(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace heddle::cusparse
