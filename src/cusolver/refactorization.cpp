// cusolverRf: factors of a sequence of sparse matrices with one structure.
//
// Everything is done on M, which has L and U but the ones on L's diagonal, by rows. Programs may
// pass and get factors by columns, or with the ones in U; these are converted when they come in and
// go out. Only cusolverRfAccessBundledFactorsDevice shows M unconverted, as it does on a GPU.
#include "cusolver/fixed_structure.h"
#include "cusolver/handle.h"
#include "cusolverRf.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace heddle::cusolver {

namespace {

// Memory of the device that a handle owns.
template <class T> class DeviceArray {
public:
  explicit DeviceArray(std::size_t count) {
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
    if (cudaMalloc(reinterpret_cast<void**>(&data_), bytes) != cudaSuccess)
      throw std::bad_alloc();
  }
  explicit DeviceArray(const std::vector<T>& from) : DeviceArray(from.size()) {
    cudaMemcpy(data_, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }
  T* get() const { return data_; }

private:
  T* data_ = nullptr;
};

template <class T> std::vector<T> fromDevice(const T* data, std::size_t count) {
  std::vector<T> result(count);
  if (cudaMemcpy(result.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess)
    throw std::bad_alloc();
  return result;
}

// For the functions that give out arrays which the program frees.
template <class T> T* allocated(const std::vector<T>& from) {
  auto* const result =
      static_cast<T*>(std::malloc(std::max<std::size_t>(from.size(), 1) * sizeof(T)));
  if (!result)
    throw std::bad_alloc();
  std::copy(from.begin(), from.end(), result);
  return result;
}

// The factors of one matrix, or of a batch of matrices with the same structure. The handle destroys
// them when all work that uses them is done. The work itself must not own them: destroying them
// frees memory of the device, and a function that runs on a stream may not call CUDA.
struct Factors {
  Structure m;
  int batch;
  DeviceArray<int> offsets, columns;
  DeviceArray<double> values;
  std::vector<Finding> findings; // of the last factorization

  Factors(Structure structure, int count)
      : m(std::move(structure)), batch(count), offsets(m.offsets), columns(m.columns),
        values(m.nnz() * index(count)) {}
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;
  ~Factors() { cudaStreamSynchronize(nullptr); }
  double* valuesOf(int matrix) const { return values.get() + index(matrix) * m.nnz(); }
};

} // namespace

} // namespace heddle::cusolver

struct cusolverRfCommon {
  cusolverRfMatrixFormat_t format = CUSOLVERRF_MATRIX_FORMAT_CSR;
  cusolverRfUnitDiagonal_t diagonal = CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  heddle::cusolver::PivotLimits pivots;
  cusolverRfFactorization_t factorization = CUSOLVERRF_FACTORIZATION_ALG0;
  cusolverRfTriangularSolve_t triangularSolve = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  cusolverRfResetValuesFastMode_t fastMode = CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
  bool isBatch = false;
  std::unique_ptr<heddle::cusolver::Factors> factors;
};

namespace {

using namespace heddle;
using namespace heddle::cusolver;
using library::Handles;

template <class Body>
cusolverStatus_t call(cusolverRfHandle_t handle, bool areArgumentsValid, Body body) {
  return guarded([&]() -> cusolverStatus_t {
    if (!exist<cusolverRfCommon>(handle))
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    return areArgumentsValid ? body() : CUSOLVER_STATUS_INVALID_VALUE;
  });
}
// The same for functions that need factors of one matrix, or those of a batch.
template <class Body>
cusolverStatus_t withFactors(cusolverRfHandle_t handle, bool isBatch, bool areArgumentsValid,
                             Body body) {
  return call(handle, areArgumentsValid, [&]() -> cusolverStatus_t {
    return handle->factors && handle->isBatch == isBatch ? body(*handle->factors)
                                                         : CUSOLVER_STATUS_INVALID_VALUE;
  });
}

// cusolverRf has no streams of its own: its work goes to the default stream.
template <class Work> cusolverStatus_t runForAll(Factors& factors, Work work) {
  return toStatus(
      library::launch(nullptr, "cusolverRf", static_cast<std::uint64_t>(factors.batch),
                      [=, all = &factors](void*, std::uint64_t begin, std::uint64_t end) {
                        for (std::uint64_t i = begin; i < end; ++i)
                          if (!work(*all, static_cast<int>(i)))
                            return false;
                        return true;
                      }));
}
cusolverStatus_t waitAfter(cusolverStatus_t status) {
  return status == CUSOLVER_STATUS_SUCCESS ? toStatus(cudaStreamSynchronize(nullptr)) : status;
}

// The arrays of a setup, all of them memory of the host.
struct Setup {
  int n, batch;
  CsrPattern a;
  const double* const* values; // of A, for each matrix
  CsrPattern lower, upper;
  const int* p;
  const int* q;

  bool areSizesRight() const { return n >= 0 && a.nnz >= 0 && lower.nnz >= 0 && upper.nnz >= 0; }
  bool isRight() const {
    return batch > 0 && n > 0 && a.isRight() && lower.isRight() && upper.isRight() && values && p &&
           q;
  }
};

cusolverStatus_t setUp(cusolverRfHandle_t handle, bool isBatch, const Setup& setup) {
  // Negative sizes are numbers of bytes that nothing can allocate.
  if (!setup.areSizesRight())
    return CUSOLVER_STATUS_ALLOC_FAILED;
  if (!setup.isRight())
    return CUSOLVER_STATUS_INVALID_VALUE;
  const bool isByColumns = handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC;
  Structure m;
  m.n = setup.n;
  if (!makeStructure({setup.lower, isByColumns}, {setup.upper, isByColumns}, m))
    return CUSOLVER_STATUS_INVALID_VALUE;
  auto factors = std::make_unique<Factors>(std::move(m), setup.batch);
  std::vector<double> values(factors->m.nnz());
  for (int matrix = 0; matrix < setup.batch; ++matrix) {
    if (!load(factors->m, {setup.a, isByColumns}, setup.values[matrix], setup.p, setup.q,
              values.data()))
      return CUSOLVER_STATUS_INVALID_VALUE;
    if (cudaMemcpy(factors->valuesOf(matrix), values.data(), values.size() * sizeof(double),
                   cudaMemcpyHostToDevice) != cudaSuccess)
      return CUSOLVER_STATUS_EXECUTION_FAILED;
  }
  handle->factors = std::move(factors);
  handle->isBatch = isBatch;
  return CUSOLVER_STATUS_SUCCESS;
}

// The program learns by the status whether there was a pivot of zero, so this waits. It asks for
// the pivots of a batch by cusolverRfBatchZeroPivot.
cusolverStatus_t refactor(cusolverRfHandle_t handle, bool isBatch) {
  return withFactors(handle, isBatch, true, [&](Factors& factors) {
    factors.findings.assign(index(factors.batch), {});
    const cusolverStatus_t status =
        waitAfter(runForAll(factors, [pivots = handle->pivots](Factors& all, int matrix) {
          all.findings[index(matrix)] = cusolver::refactor(all.m, all.valuesOf(matrix), pivots);
          return true;
        }));
    const bool isSingular =
        std::any_of(factors.findings.begin(), factors.findings.end(),
                    [](const Finding& finding) { return finding.zeroPivot >= 0; });
    return isSingular && !isBatch ? CUSOLVER_STATUS_ZERO_PIVOT : status;
  });
}

// The arrays of the device that ResetValues gets.
struct NewValues {
  CsrPattern a;
  const int* p;
  const int* q;

  bool isAccessible(const double* values) const {
    return a.isAccessible() && CsrPattern::isReadable(values, index(a.nnz)) &&
           CsrPattern::isReadable(p, index(a.rows)) && CsrPattern::isReadable(q, index(a.rows));
  }
};
// valuesOf(matrix) gives the address of the values, or null where that cannot be read.
template <class ValuesOf>
cusolverStatus_t resetValues(cusolverRfHandle_t handle, bool isBatch, int batch,
                             const NewValues& to, bool areValuesGiven, ValuesOf valuesOf) {
  const bool isRight = to.a.isRight() && to.p && to.q && areValuesGiven;
  return withFactors(handle, isBatch, isRight, [&](Factors& factors) {
    if (to.a.rows != factors.m.n || batch != factors.batch)
      return CUSOLVER_STATUS_INVALID_VALUE;
    const PassedMatrix a{to.a, handle->format == CUSOLVERRF_MATRIX_FORMAT_CSC};
    return runForAll(factors, [=](const Factors& all, int matrix) {
      const double* const values = valuesOf(matrix);
      return values && to.isAccessible(values) &&
             load(all.m, a, values, to.p, to.q, all.valuesOf(matrix));
    });
  });
}

template <class VectorOf>
cusolverStatus_t solve(cusolverRfHandle_t handle, bool isBatch, const int* p, const int* q,
                       int sides, int ldt, bool areVectorsGiven, int ldxf, VectorOf vectorOf) {
  const bool isRight = p && q && areVectorsGiven && sides == 1;
  return withFactors(handle, isBatch, isRight, [&](Factors& factors) {
    const int n = factors.m.n;
    if (ldt < n || ldxf < n)
      return CUSOLVER_STATUS_INVALID_VALUE;
    return runForAll(factors, [=](const Factors& all, int matrix) {
      double* const x = vectorOf(matrix);
      return x && CsrPattern::isReadable(p, index(n)) && CsrPattern::isReadable(q, index(n)) &&
             CsrPattern::isWritable(x, index(n)) &&
             cusolver::solve(all.m, all.valuesOf(matrix), p, q, x);
    });
  });
}

// An address in an array on the device, or null.
template <class T> T* addressAt(T* const* array, int at) {
  return CsrPattern::isReadable(array + at, 1) ? array[at] : nullptr;
}

// A matrix in the program's format.
class Extracted {
public:
  Extracted(int n, bool isByColumns) : n_(n), isByColumns_(isByColumns) {}
  void add(int row, int column, double value) {
    elements_.push_back({isByColumns_ ? column : row, isByColumns_ ? row : column, value});
  }
  // In arrays that the program frees.
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

bool isFormat(cusolverRfMatrixFormat_t format) {
  return format == CUSOLVERRF_MATRIX_FORMAT_CSR || format == CUSOLVERRF_MATRIX_FORMAT_CSC;
}
template <class Enum> bool isBetween(Enum value, Enum first, Enum last) {
  return value >= first && value <= last;
}

CsrPattern pattern(int n, int nnz, const int* offsets, const int* columns) {
  return {n, n, nnz, 0, offsets, columns};
}

} // namespace

extern "C" {

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t* handle) {
  if (!handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([&] {
    *handle = Handles<cusolverRfCommon>::get().adopt(std::make_unique<cusolverRfCommon>());
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
  return Handles<cusolverRfCommon>::get().remove(handle) ? CUSOLVER_STATUS_SUCCESS
                                                         : CUSOLVER_STATUS_NOT_INITIALIZED;
}

cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t* format,
                                           cusolverRfUnitDiagonal_t* diag) {
  return call(handle, format && diag, [&] {
    *format = handle->format;
    *diag = handle->diagonal;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diag) {
  const bool isDiagonal =
      isBetween(diag, CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U);
  return call(handle, isFormat(format) && isDiagonal, [&] {
    handle->format = format;
    handle->diagonal = diag;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle, double zero,
                                                double boost) {
  return call(handle, zero >= 0 && boost >= 0, [&] {
    handle->pivots = {zero, boost};
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle, double* zero,
                                                double* boost) {
  return call(handle, zero && boost, [&] {
    *zero = handle->pivots.zero;
    *boost = handle->pivots.boost;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                                 cusolverRfNumericBoostReport_t* report) {
  return call(handle, report, [&] {
    const bool isBoosted =
        handle->factors &&
        std::any_of(handle->factors->findings.begin(), handle->factors->findings.end(),
                    [](const Finding& finding) { return finding.isBoosted; });
    *report = isBoosted ? CUSOLVERRF_NUMERIC_BOOST_USED : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
// All algorithms give the same factors, so the choice is only kept. The first of those for
// triangular systems goes with the first of those for factors alone.
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t factAlg,
                                   cusolverRfTriangularSolve_t solveAlg) {
  const bool isRight =
      factAlg == CUSOLVERRF_FACTORIZATION_ALG0 || solveAlg != CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  return call(handle, isRight, [&] {
    handle->factorization = factAlg;
    handle->triangularSolve = solveAlg;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle, cusolverRfFactorization_t* factAlg,
                                   cusolverRfTriangularSolve_t* solveAlg) {
  return call(handle, factAlg && solveAlg, [&] {
    *factAlg = handle->factorization;
    *solveAlg = handle->triangularSolve;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t* fastMode) {
  return call(handle, fastMode, [&] {
    *fastMode = handle->fastMode;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                                  cusolverRfResetValuesFastMode_t fastMode) {
  const bool isRight = isBetween(fastMode, CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF,
                                 CUSOLVERRF_RESET_VALUES_FAST_MODE_ON);
  return call(handle, isRight, [&] {
    handle->fastMode = fastMode;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverRfSetupHost(int n, int nnzA, int* rowPtrA, int* colIndA, double* valA,
                                     int nnzL, int* rowPtrL, int* colIndL, double*, int nnzU,
                                     int* rowPtrU, int* colIndU, double*, int* p, int* q,
                                     cusolverRfHandle_t handle) {
  return call(handle, valA, [&] {
    return setUp(handle, false,
                 {n, 1, pattern(n, nnzA, rowPtrA, colIndA), &valA,
                  pattern(n, nnzL, rowPtrL, colIndL), pattern(n, nnzU, rowPtrU, colIndU), p, q});
  });
}
cusolverStatus_t cusolverRfSetupDevice(int n, int nnzA, int* rowPtrA, int* colIndA, double* valA,
                                       int nnzL, int* rowPtrL, int* colIndL, double*, int nnzU,
                                       int* rowPtrU, int* colIndU, double*, int* p, int* q,
                                       cusolverRfHandle_t handle) {
  if (n < 0 || nnzA < 0 || nnzL < 0 || nnzU < 0)
    return call(handle, true, [] { return CUSOLVER_STATUS_ALLOC_FAILED; });
  const bool isRight =
      rowPtrA && colIndA && valA && rowPtrL && colIndL && rowPtrU && colIndU && p && q;
  return call(handle, isRight, [&] {
    const std::size_t count = index(n) + 1;
    const std::vector<int> offsetsA = fromDevice(rowPtrA, count),
                           offsetsL = fromDevice(rowPtrL, count),
                           offsetsU = fromDevice(rowPtrU, count);
    const std::vector<int> columnsA = fromDevice(colIndA, index(nnzA)),
                           columnsL = fromDevice(colIndL, index(nnzL)),
                           columnsU = fromDevice(colIndU, index(nnzU));
    const std::vector<double> valuesA = fromDevice(valA, index(nnzA));
    const std::vector<int> rows = fromDevice(p, index(n)), columns = fromDevice(q, index(n));
    const double* const values = valuesA.data();
    return setUp(handle, false,
                 {n, 1, pattern(n, nnzA, offsetsA.data(), columnsA.data()), &values,
                  pattern(n, nnzL, offsetsL.data(), columnsL.data()),
                  pattern(n, nnzU, offsetsU.data(), columnsU.data()), rows.data(), columns.data()});
  });
}
cusolverStatus_t cusolverRfBatchSetupHost(int batchSize, int n, int nnzA, int* rowPtrA,
                                          int* colIndA, double* valA[], int nnzL, int* rowPtrL,
                                          int* colIndL, double*, int nnzU, int* rowPtrU,
                                          int* colIndU, double*, int* p, int* q,
                                          cusolverRfHandle_t handle) {
  return call(handle, batchSize > 0 && valA, [&] {
    return setUp(handle, true,
                 {n, batchSize, pattern(n, nnzA, rowPtrA, colIndA), valA,
                  pattern(n, nnzL, rowPtrL, colIndL), pattern(n, nnzU, rowPtrU, colIndU), p, q});
  });
}

cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int* rowPtrA, int* colIndA, double* valA,
                                       int* p, int* q, cusolverRfHandle_t handle) {
  return resetValues(handle, false, 1, {pattern(n, nnzA, rowPtrA, colIndA), p, q}, valA,
                     [=](int) { return valA; });
}
cusolverStatus_t cusolverRfBatchResetValues(int batchSize, int n, int nnzA, int* rowPtrA,
                                            int* colIndA, double* valA[], int* p, int* q,
                                            cusolverRfHandle_t handle) {
  return resetValues(handle, true, batchSize, {pattern(n, nnzA, rowPtrA, colIndA), p, q}, valA,
                     [=](int matrix) { return addressAt(valA, matrix); });
}

// The analysis finds rows that can be done at the same time, which the factorization here makes no
// use of. Before a setup there is a matrix without rows, but no batch.
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
  return call(handle, true, [] { return CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) {
  return call(handle, true, [&] {
    return handle->isBatch ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INTERNAL_ERROR;
  });
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
  return call(handle, true,
              [&] { return handle->factors ? refactor(handle, false) : CUSOLVER_STATUS_SUCCESS; });
}
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
  return refactor(handle, true);
}
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int* position) {
  return withFactors(handle, true, position, [&](Factors& factors) {
    std::transform(factors.findings.begin(), factors.findings.end(), position,
                   [](const Finding& finding) { return finding.zeroPivot; });
    return CUSOLVER_STATUS_SUCCESS;
  });
}

cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int* p, int* q, int nrhs, double*,
                                 int ldt, double* x, int ldxf) {
  return solve(handle, false, p, q, nrhs, ldt, x, ldxf, [=](int) { return x; });
}
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int* p, int* q, int nrhs, double*,
                                      int ldt, double* vectors[], int ldxf) {
  return solve(handle, true, p, q, nrhs, ldt, vectors, ldxf,
               [=](int matrix) { return addressAt(vectors, matrix); });
}

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
