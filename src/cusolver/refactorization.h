// The object behind a cusolverRfHandle_t: factors of a sequence of sparse matrices with one
// structure, and how a function of the API works on them.
//
// Functions compute with one matrix M that holds both factors by rows: U on and above the diagonal,
// L below it, whose diagonal of ones is not stored. Programs may pass and get factors by columns,
// or with the ones in U; these are converted when they come in and go out. Only
// cusolverRfAccessBundledFactorsDevice shows M unconverted, as it does on a GPU.
#pragma once

#include "cusolver/fixed_structure.h"
#include "cusolver/handle.h"
#include "cusolverRf.h"

#include <algorithm>
#include <memory>

namespace heddle::cusolver {

// Device memory that a handle owns, and that is freed with it.
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

namespace heddle::cusolver {

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

// An address from an array of addresses on the device, or null where the array cannot be read.
template <class T> T* addressAt(T* const* array, int at) {
  return CsrPattern::isReadable(array + at, 1) ? array[at] : nullptr;
}

} // namespace heddle::cusolver
