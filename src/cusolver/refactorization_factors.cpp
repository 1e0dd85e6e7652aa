// The factors of cusolverRf as programs get them: M as it is on the device, or arrays on the host
// in the program's format, which the program frees.
#include "cusolver/refactorization.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace {

using namespace heddle;
using namespace heddle::cusolver;

// For the functions that give out arrays which the program frees.
template <class T> T* allocated(const std::vector<T>& from) {
  auto* const result =
      static_cast<T*>(std::malloc(std::max<std::size_t>(from.size(), 1) * sizeof(T)));
  if (!result)
    throw std::bad_alloc();
  std::copy(from.begin(), from.end(), result);
  return result;
}

// A matrix in the program's format.
class Extracted {
public:
  Extracted(int n, bool isByColumns) : n_(n), isByColumns_(isByColumns) {}
  void add(int row, int column, double value) {
    elements_.push_back({isByColumns_ ? column : row, isByColumns_ ? row : column, value});
  }
  // Returns the matrix in arrays of malloc(), because the program frees them.
  void give(int* nnz, int** offsets, int** indices, double** values) {
    std::sort(elements_.begin(), elements_.end(), [](const Element& left, const Element& right) {
      return std::pair(left.major, left.minor) < std::pair(right.major, right.minor);
    });
    std::vector<int> counts(index(n_) + 1), minors;
    std::vector<double> numbers;
    for (const Element& element : elements_) {
      ++counts[index(element.major) + 1];
      minors.push_back(element.minor);
      numbers.push_back(element.value);
    }
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    *nnz = static_cast<int>(elements_.size());
    *offsets = allocated(counts);
    *indices = allocated(minors);
    *values = allocated(numbers);
  }

private:
  struct Element {
    int major, minor;
    double value;
  };
  int n_;
  bool isByColumns_;
  std::vector<Element> elements_;
};

bool isUnitLower(cusolverRfUnitDiagonal_t diagonal) {
  return diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
         diagonal == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L;
}
bool areOnesStored(cusolverRfUnitDiagonal_t diagonal) {
  return diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_L ||
         diagonal == CUSOLVERRF_UNIT_DIAGONAL_STORED_U;
}
// With the ones in U, L gets the diagonal: L * D and D^-1 * U.
void split(const Structure& m, const std::vector<double>& values, cusolverRfUnitDiagonal_t diagonal,
           Extracted& lower, Extracted& upper) {
  const bool isUnit = isUnitLower(diagonal), areOnes = areOnesStored(diagonal);
  const auto pivotOf = [&](int row) { return values[index(m.diagonalOf(row))]; };
  for (int row = 0; row < m.n; ++row) {
    for (int entry = m.begin(row); entry < m.diagonalOf(row); ++entry)
      lower.add(row, m.column(entry),
                values[index(entry)] * (isUnit ? 1 : pivotOf(m.column(entry))));
    if (!isUnit || areOnes)
      lower.add(row, row, isUnit ? 1 : pivotOf(row));
    if (isUnit || areOnes)
      upper.add(row, row, isUnit ? pivotOf(row) : 1);
    for (int entry = m.diagonalOf(row) + 1; entry < m.end(row); ++entry)
      upper.add(row, m.column(entry), values[index(entry)] / (isUnit ? 1 : pivotOf(row)));
  }
}

} // namespace

extern "C" {

cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int* nnz,
                                                      int** offsets, int** columns,
                                                      double** values) {
  return withFactors(handle, false, nnz && offsets && columns && values,
                     [&](const Factors& factors) {
                       *nnz = static_cast<int>(factors.m.nnz());
                       *offsets = factors.offsets.get();
                       *columns = factors.columns.get();
                       *values = factors.values.get();
                       return CUSOLVER_STATUS_SUCCESS;
                     });
}
cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int* nnz,
                                                     int** offsets, int** columns,
                                                     double** values) {
  return withFactors(
      handle, false, nnz && offsets && columns && values, [&](const Factors& factors) {
        const Structure& m = factors.m;
        const std::vector<double> numbers = fromDevice(factors.values.get(), m.nnz());
        Extracted extracted(m.n, handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC);
        for (int row = 0; row < m.n; ++row)
          for (int entry = m.begin(row); entry < m.end(row); ++entry)
            extracted.add(row, m.column(entry), numbers[index(entry)]);
        extracted.give(nnz, offsets, columns, values);
        return CUSOLVER_STATUS_SUCCESS;
      });
}
cusolverStatus_t cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int* nnzL,
                                                   int** rowPtrL, int** colIndL, double** valL,
                                                   int* nnzU, int** rowPtrU, int** colIndU,
                                                   double** valU) {
  const bool isRight = nnzL && rowPtrL && colIndL && valL && nnzU && rowPtrU && colIndU && valU;
  return withFactors(handle, false, isRight, [&](const Factors& factors) {
    const bool isByColumns = handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
    Extracted lower(factors.m.n, isByColumns), upper(factors.m.n, isByColumns);
    split(factors.m, fromDevice(factors.values.get(), factors.m.nnz()), handle->diagonal, lower,
          upper);
    lower.give(nnzL, rowPtrL, colIndL, valL);
    upper.give(nnzU, rowPtrU, colIndU, valU);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
}
