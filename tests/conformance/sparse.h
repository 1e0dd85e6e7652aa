// What the programs about cuSPARSE share: a random sparse matrix, as a dense one on the host and in
// the formats of cuSPARSE on the device.
#pragma once

#include "check.h"
#include <complex>
#include <cusparse.h>
#include <vector>

// The call must return CUSPARSE_STATUS_SUCCESS.
#define SPARSE_CHECK(call)                                                                         \
  EXPECT_EQ(static_cast<int>(call), static_cast<int>(CUSPARSE_STATUS_SUCCESS))

namespace sparse {

template <class T> struct TypeOf;
template <> struct TypeOf<float> {
  static const cudaDataType type = CUDA_R_32F;
};
template <> struct TypeOf<double> {
  static const cudaDataType type = CUDA_R_64F;
};
template <> struct TypeOf<std::complex<float>> {
  static const cudaDataType type = CUDA_C_32F;
};
template <> struct TypeOf<std::complex<double>> {
  static const cudaDataType type = CUDA_C_64F;
};

// Small integers, so that all sums are exact.
inline int pseudoRandom(unsigned& state, int below) {
  state = state * 1664525u + 1013904223u;
  return int((state >> 8) % unsigned(below));
}
inline void assign(float& to, int re, int) {
  to = float(re);
}
inline void assign(double& to, int re, int) {
  to = double(re);
}
template <class S> void assign(std::complex<S>& to, int re, int im) {
  to = {S(re), S(im)};
}

template <class T> std::vector<T> numbers(size_t count, unsigned seed) {
  std::vector<T> all(count);
  for (T& number : all) {
    const int re = pseudoRandom(seed, 9) - 4;
    assign(number, re, pseudoRandom(seed, 7) - 3);
  }
  return all;
}

// Row by row; about a third of the elements are not zero.
template <class T> std::vector<T> matrix(int rows, int cols, unsigned seed) {
  std::vector<T> dense = numbers<T>(size_t(rows * cols), seed);
  for (T& element : dense)
    if (pseudoRandom(seed, 3) != 0)
      element = T(0);
  return dense;
}

inline float conjugate(float value) {
  return value;
}
inline double conjugate(double value) {
  return value;
}
template <class S> std::complex<S> conjugate(std::complex<S> value) {
  return std::conj(value);
}

template <class T> struct Device {
  T* data = nullptr;
  size_t count;
  explicit Device(const std::vector<T>& host) : count(host.size()) {
    CUDA_CHECK(cudaMalloc(&data, (count + 1) * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Device() { cudaFree(data); }
  std::vector<T> read() const {
    std::vector<T> host(count);
    CUDA_CHECK(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
};

// The entries of a dense matrix in one format, with indices of type I that count from `base`.
template <class T, class I> struct Entries {
  std::vector<I> offsets, indices;
  std::vector<T> values;

  Entries(const std::vector<T>& dense, int rows, int cols, cusparseFormat_t format, int base) {
    const bool byColumn = format == CUSPARSE_FORMAT_CSC;
    for (int line = 0; line < (byColumn ? cols : rows); ++line) {
      if (format != CUSPARSE_FORMAT_COO)
        offsets.push_back(I(values.size()) + I(base));
      for (int index = 0; index < (byColumn ? rows : cols); ++index) {
        const T value =
            byColumn ? dense[size_t(index * cols + line)] : dense[size_t(line * cols + index)];
        if (value == T(0))
          continue;
        if (format == CUSPARSE_FORMAT_COO)
          offsets.push_back(I(line + base));
        indices.push_back(I(index + base));
        values.push_back(value);
      }
    }
    if (format != CUSPARSE_FORMAT_COO)
      offsets.push_back(I(values.size()) + I(base));
  }
};

// A descriptor with its memory.
template <class T, class I> class Matrix {
public:
  Matrix(const std::vector<T>& dense, int rows, int cols, cusparseFormat_t format, int base)
      : Matrix(Entries<T, I>(dense, rows, cols, format, base), rows, cols, format,
               cusparseIndexBase_t(base)) {}
  ~Matrix() { SPARSE_CHECK(cusparseDestroySpMat(descriptor)); }
  cusparseSpMatDescr_t descriptor;
  Device<I> offsets, indices;
  Device<T> values;

private:
  Matrix(const Entries<T, I>& entries, int rows, int cols, cusparseFormat_t format,
         cusparseIndexBase_t base)
      : offsets(entries.offsets), indices(entries.indices), values(entries.values) {
    const cusparseIndexType_t type = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    const long long nnz = (long long)(entries.values.size());
    const cudaDataType value = TypeOf<T>::type;
    if (format == CUSPARSE_FORMAT_CSR)
      SPARSE_CHECK(cusparseCreateCsr(&descriptor, rows, cols, nnz, offsets.data, indices.data,
                                     values.data, type, type, base, value));
    else if (format == CUSPARSE_FORMAT_CSC)
      SPARSE_CHECK(cusparseCreateCsc(&descriptor, rows, cols, nnz, offsets.data, indices.data,
                                     values.data, type, type, base, value));
    else
      SPARSE_CHECK(cusparseCreateCoo(&descriptor, rows, cols, nnz, offsets.data, indices.data,
                                     values.data, type, base, value));
  }
};

// Memory for a buffer of a size that an operation has asked for.
struct Workspace {
  void* data = nullptr;
  explicit Workspace(size_t bytes) { CUDA_CHECK(cudaMalloc(&data, bytes + 1)); }
  ~Workspace() { cudaFree(data); }
};

} // namespace sparse
