// The arguments of a call as the work on the stream sees them: factors that may lie on the device,
// vectors and matrices. Memory that the program has named is looked at before the engine, which
// nothing protects, accesses it.
#pragma once

#include "cublas/handle.h"

#include <complex>
#include <cstdlib>

namespace heddle::cublas {

// The C++ type with the arithmetic of a type of the API.
template <class T> struct NativeType {
  using Type = T;
};
template <> struct NativeType<cuComplex> {
  using Type = std::complex<float>;
};
template <> struct NativeType<cuDoubleComplex> {
  using Type = std::complex<double>;
};
template <class T> using Native = typename NativeType<T>::Type;

template <class T> const Native<T>* native(const T* pointer) {
  return reinterpret_cast<const Native<T>*>(pointer);
}
template <class T> Native<T>* native(T* pointer) {
  return reinterpret_cast<Native<T>*>(pointer);
}

// The real type of a real or complex one.
template <class T> struct RealType {
  using Type = T;
};
template <class T> struct RealType<std::complex<T>> {
  using Type = T;
};
template <class T> using Real = typename RealType<T>::Type;
template <class T> constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;

// A factor such as alpha: its value, or where it lies on the device when the work begins.
template <class T> class Scalar {
public:
  Scalar(cublasHandle_t handle, const T* pointer) {
    if (handle->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
      device_ = pointer;
    else
      value_ = *pointer;
  }
  // Looks at device memory, so only work on a stream may call it. Returns false when the memory
  // cannot be accessed.
  bool load(T& value) const {
    if (device_ && !library::isAccessible({device_, sizeof(T), sizeof(T), 1}, false))
      return false;
    value = device_ ? *device_ : value_;
    return true;
  }

private:
  T value_{};
  const T* device_ = nullptr;
};

// Elements at a distance of `increment`. With a negative one the first element is the last in
// memory, as everywhere in BLAS; `address` is the lowest.
template <class T> struct Vector {
  T* address;
  std::int64_t size;
  std::int64_t increment;

  bool isAccessible(bool isWritten) const {
    const auto pitch = static_cast<std::size_t>(std::abs(increment)) * sizeof(T);
    const bool isOneElement = increment == 0;
    return size <= 0 || library::isAccessible({address, sizeof(T), isOneElement ? sizeof(T) : pitch,
                                               isOneElement ? 1 : static_cast<std::size_t>(size)},
                                              isWritten);
  }
  // The element with the number `index` in the order of BLAS.
  T& operator[](std::int64_t index) const {
    return address[increment >= 0 ? index * increment : (index - size + 1) * increment];
  }
  Vector part(Range range) const {
    return {&(*this)[increment >= 0 ? range.begin : range.end - 1], range.size(), increment};
  }
};

// A matrix in column-major order, or the rows and columns in memory of a banded one.
template <class T> struct Matrix {
  T* address;
  std::int64_t rows, columns;
  std::int64_t ld;

  bool isAccessible(bool isWritten) const {
    return rows <= 0 || columns <= 0 ||
           library::isAccessible({address, static_cast<std::size_t>(rows) * sizeof(T),
                                  static_cast<std::size_t>(ld) * sizeof(T),
                                  static_cast<std::size_t>(columns)},
                                 isWritten);
  }
  T* at(std::int64_t row, std::int64_t column) const { return address + row + column * ld; }
};

// A triangle of n columns, one behind the other.
template <class T> Matrix<T> packedTriangle(T* address, std::int64_t n) {
  return {address, n * (n + 1) / 2, 1, n * (n + 1) / 2};
}

// Whether the work may read, and read and write, all of its operands.
template <class... Operands> bool canRead(const Operands&... operands) {
  return (operands.isAccessible(false) && ...);
}
template <class... Operands> bool canWrite(const Operands&... operands) {
  return (operands.isAccessible(true) && ...);
}

} // namespace heddle::cublas
