// What the programs about cuSPARSE share: sparse matrices with numbers that repeat, in all formats,
// and their dense forms for reference arithmetic.
#pragma once

#include "cublas_check.h"
#include <cusparse.h>

#define CUSPARSE_CHECK(call)                                                                       \
  EXPECT_EQ(static_cast<int>(call), static_cast<int>(CUSPARSE_STATUS_SUCCESS))
// The call must return this status.
#define GIVES(status, call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(status))

namespace conformance {

template <class T> constexpr cudaDataType kType = CUDA_R_32F;
template <> constexpr cudaDataType kType<double> = CUDA_R_64F;
template <> constexpr cudaDataType kType<cuComplex> = CUDA_C_32F;
template <> constexpr cudaDataType kType<cuDoubleComplex> = CUDA_C_64F;

constexpr auto kPlain = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto kTranspose = CUSPARSE_OPERATION_TRANSPOSE;
constexpr auto kAdjoint = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;

// Entries in CSR with ascending columns, and memory for them on the device.
template <class T> struct Csr {
  int rows, columns, base;
  std::vector<int> offsets, indices;
  std::vector<T> values;

  Csr(int rows, int columns, int base = 0) : rows(rows), columns(columns), base(base) {}
  int nnz() const { return static_cast<int>(indices.size()); }
  Number at(int row, int column) const {
    for (int entry = offsets[row] - base; entry < offsets[row + 1] - base; ++entry)
      if (indices[entry] - base == column)
        return number(values[entry]);
    return 0;
  }
  // The element of op(A).
  Number at(cusparseOperation_t operation, int row, int column) const {
    const Number x = operation == kPlain ? at(row, column) : at(column, row);
    return operation == kAdjoint ? std::conj(x) : x;
  }
};

// About a third of the elements, some rows without any; with a heavy diagonal if it is wanted.
template <class T>
Csr<T> sparse(int rows, int columns, unsigned seed, int base = 0, double diagonal = 0) {
  Csr<T> result(rows, columns, base);
  unsigned state = seed * 747796405u + 1u;
  result.offsets.push_back(base);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      state = state * 1664525u + 1013904223u;
      const bool isDiagonal = diagonal != 0 && i == j;
      if (!isDiagonal && ((state >> 16) % 3 != 0 || i % 7 == 5))
        continue;
      const double real = smallNumber(state), imaginary = smallNumber(state);
      result.indices.push_back(j + base);
      result.values.push_back(fromNumber<T>(
          isDiagonal ? Number(diagonal) : Number(real, kIsComplex<T> ? imaginary : 0)));
    }
    result.offsets.push_back(result.nnz() + base);
  }
  return result;
}

template <class T> std::vector<Number> denseOf(const Csr<T>& a) {
  std::vector<Number> result;
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j)
      result.push_back(a.at(i, j));
  return result;
}

// A descriptor of a matrix on the device, in CSR, CSC or COO.
template <class T> struct DeviceMatrix {
  Both<int> offsets, indices;
  Both<T> values;
  cusparseSpMatDescr_t descriptor = nullptr;

  DeviceMatrix(const Csr<T>& a, cusparseFormat_t format = CUSPARSE_FORMAT_CSR)
      : offsets(offsetsOf(a, format)), indices(indicesOf(a, format)), values(valuesOf(a, format)) {
    const auto base = a.base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
    if (format == CUSPARSE_FORMAT_COO)
      CUSPARSE_CHECK(cusparseCreateCoo(&descriptor, a.rows, a.columns, a.nnz(), offsets.device,
                                       indices.device, values.device, CUSPARSE_INDEX_32I, base,
                                       kType<T>));
    else
      CUSPARSE_CHECK((format == CUSPARSE_FORMAT_CSC ? cusparseCreateCsc : cusparseCreateCsr)(
          &descriptor, a.rows, a.columns, a.nnz(), offsets.device, indices.device, values.device,
          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base, kType<T>));
  }
  ~DeviceMatrix() { cusparseDestroySpMat(descriptor); }

  // The entries by columns, for CSC.
  template <class Take> static void byColumns(const Csr<T>& a, Take take) {
    for (int j = 0; j < a.columns; ++j) {
      for (int i = 0; i < a.rows; ++i)
        for (int entry = a.offsets[i] - a.base; entry < a.offsets[i + 1] - a.base; ++entry)
          if (a.indices[entry] - a.base == j)
            take(i, entry);
      take(-1, -1);
    }
  }
  static std::vector<int> offsetsOf(const Csr<T>& a, cusparseFormat_t format) {
    std::vector<int> result;
    if (format == CUSPARSE_FORMAT_CSR)
      return a.offsets;
    if (format == CUSPARSE_FORMAT_COO) {
      for (int i = 0; i < a.rows; ++i)
        result.insert(result.end(), a.offsets[i + 1] - a.offsets[i], i + a.base);
      return result;
    }
    int count = a.base;
    result.push_back(count);
    byColumns(a, [&](int row, int) {
      if (row < 0)
        result.push_back(count);
      else
        ++count;
    });
    return result;
  }
  static std::vector<int> indicesOf(const Csr<T>& a, cusparseFormat_t format) {
    if (format != CUSPARSE_FORMAT_CSC)
      return a.indices;
    std::vector<int> result;
    byColumns(a, [&](int row, int) {
      if (row >= 0)
        result.push_back(row + a.base);
    });
    return result;
  }
  static std::vector<T> valuesOf(const Csr<T>& a, cusparseFormat_t format) {
    if (format != CUSPARSE_FORMAT_CSC)
      return a.values;
    std::vector<T> result;
    byColumns(a, [&](int, int entry) {
      if (entry >= 0)
        result.push_back(a.values[entry]);
    });
    return result;
  }
};

// Memory of the size that a function has asked for.
struct Scratch {
  void* device = nullptr;
  explicit Scratch(size_t bytes) { CUDA_CHECK(cudaMalloc(&device, bytes + 1)); }
  ~Scratch() { cudaFree(device); }
};

template <class T> double sparseTolerance() {
  return sizeof(T) == sizeof(float) || (kIsComplex<T> && sizeof(T) == 8) ? 2e-4 : 1e-11;
}

} // namespace conformance
