// Functions of cusolverMg. A matrix is gathered on the host, where LAPACK works on it, and its
// result is dealt out again: the devices share the memory and the processor of one machine. The
// functions give `info` on the host, so they return when all is done.
#include "cusolver/eigen_problem.h"
#include "cusolver/lapack.h"
#include "cusolver/mg_objects.h"
#include "library/value_type.h"

namespace heddle::cusolver::mg {

namespace {

// The matrix that a function's arguments name. Indices of programs begin at 1.
Part partOf(void* const* devices, int row, int column, cudaLibMgMatrixDesc_t description,
            std::int64_t rows, std::int64_t columns) {
  return {find(description),        devices, std::int64_t{row} - 1,
          std::int64_t{column} - 1, rows,    columns};
}

bool isValid(const Part& part, cudaDataType computeType) {
  return part.description && part.devices && part.isInside() &&
         part.description->type == computeType;
}

// Does what the functions have in common. body.operator()<T>() computes with the type.
template <class Body>
cusolverStatus_t call(cusolverMgHandle_t handle, bool areArgumentsValid, cudaDataType type,
                      Body body) {
  return guarded([&]() -> cusolverStatus_t {
    if (!exist<cusolverMgContext>(handle) || handle->devices.empty())
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!areArgumentsValid)
      return CUSOLVER_STATUS_INVALID_VALUE;
    return library::withValueType(type, CUSOLVER_STATUS_INVALID_VALUE, body);
  });
}

// LAPACK works in memory of its own, so one element of scratch memory is enough.
cusolverStatus_t answerSize(cusolverMgHandle_t handle, bool areArgumentsValid, cudaDataType type,
                            std::int64_t* size) {
  return call(handle, areArgumentsValid && size, type, [&]<class T>() {
    *size = 1;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Gathers a matrix, calls compute(matrix), and deals it out again.
template <class T, class Compute> cusolverStatus_t onMatrix(const Part& part, Compute compute) {
  cudaError_t error = synchronize(part.description->devices);
  HostMatrix<T> matrix(part, error);
  if (error != cudaSuccess)
    return toStatus(error);
  compute(matrix);
  return toStatus(matrix.store());
}

// The functions that have nothing but the lower triangle of a matrix as their argument.
template <class T> using TriangleFunction = decltype(Lapack<T>::potrf);
template <class T>
cusolverStatus_t onTriangle(const Part& part, TriangleFunction<T> Lapack<T>::* function,
                            int* info) {
  const cusolverStatus_t status = onMatrix<T>(part, [&](HostMatrix<T>& matrix) {
    const char letter = 'L';
    const int n = static_cast<int>(part.rows), ld = matrix.ld();
    (lapack<T>().*function)(&letter, &n, matrix.data(), &ld, info);
  });
  // NVIDIA's library gives this status, besides `info`, for a matrix that is not positive definite.
  return status == CUSOLVER_STATUS_SUCCESS && *info > 0 ? CUSOLVER_STATUS_INTERNAL_ERROR : status;
}

// Pivots are dealt out as the columns of their matrix are.
cudaError_t copyPivots(const Part& matrix, int** devices, std::vector<int>& pivots,
                       Direction direction) {
  const Part part{matrix.description,
                  reinterpret_cast<void* const*>(devices),
                  0,
                  matrix.column,
                  1,
                  static_cast<std::int64_t>(pivots.size())};
  return copy(part, 1, pivots.data(), direction);
}

bool areRows(const std::vector<int>& pivots) {
  return std::all_of(pivots.begin(), pivots.end(), [&](int pivot) {
    return pivot >= 1 && pivot <= static_cast<int>(pivots.size());
  });
}

// LU factors without an exchange of rows, as programs without pivots want them. Returns LAPACK's
// info.
template <class T> int factorWithoutPivots(HostMatrix<T>& matrix, int rows, int columns) {
  int info = 0;
  const auto at = [&](int row, int column) -> T& {
    return matrix.data()[row + static_cast<std::ptrdiff_t>(column) * matrix.ld()];
  };
  for (int k = 0; k < std::min(rows, columns); ++k) {
    if (at(k, k) == T(0)) {
      info = info == 0 ? k + 1 : info;
      continue;
    }
    for (int row = k + 1; row < rows; ++row)
      at(row, k) /= at(k, k);
    for (int column = k + 1; column < columns; ++column)
      for (int row = k + 1; row < rows; ++row)
        at(row, column) -= at(row, k) * at(k, column);
  }
  return info;
}

template <class T> cusolverStatus_t getrf(const Part& part, int** pivots, int* info) {
  const int rows = static_cast<int>(part.rows), columns = static_cast<int>(part.columns);
  std::vector<int> found(static_cast<std::size_t>(std::min(rows, columns)));
  const cusolverStatus_t status = onMatrix<T>(part, [&](HostMatrix<T>& matrix) {
    const int ld = matrix.ld();
    if (pivots)
      lapack<T>().getrf(&rows, &columns, matrix.data(), &ld, found.data(), info);
    else
      *info = factorWithoutPivots(matrix, rows, columns);
  });
  if (status != CUSOLVER_STATUS_SUCCESS || !pivots)
    return status;
  return toStatus(copyPivots(part, pivots, found, Direction::ToDevices));
}

// Solves for the right-hand sides B: solve(a, b) calls LAPACK.
template <class T, class Solve> cusolverStatus_t solve(const Part& a, const Part& b, Solve solve) {
  cudaError_t error = synchronize(a.description->devices);
  HostMatrix<T> factors(a, error);
  if (error != cudaSuccess)
    return toStatus(error);
  return onMatrix<T>(b, [&](HostMatrix<T>& sides) { solve(factors, sides); });
}

template <class T> cusolverStatus_t getrs(const Part& a, int** pivots, const Part& b, int* info) {
  const int n = static_cast<int>(a.rows), sides = static_cast<int>(b.columns);
  std::vector<int> exchanges(static_cast<std::size_t>(n));
  for (int row = 0; row < n; ++row)
    exchanges[static_cast<std::size_t>(row)] = row + 1;
  if (pivots) {
    cudaError_t error = synchronize(a.description->devices);
    if (error == cudaSuccess)
      error = copyPivots(a, pivots, exchanges, Direction::FromDevices);
    if (error != cudaSuccess)
      return toStatus(error);
    // LAPACK uses pivots as indices without a check, so wrong ones would let it write outside of
    // the matrix.
    if (!areRows(exchanges))
      return CUSOLVER_STATUS_INVALID_VALUE;
  }
  return solve<T>(a, b, [&](HostMatrix<T>& factors, HostMatrix<T>& right) {
    const char letter = 'N';
    const int lda = factors.ld(), ldb = right.ld();
    lapack<T>().getrs(&letter, &n, &sides, factors.data(), &lda, exchanges.data(), right.data(),
                      &ldb, info);
  });
}

template <class T> cusolverStatus_t potrs(const Part& a, const Part& b, int* info) {
  const int n = static_cast<int>(a.rows), sides = static_cast<int>(b.columns);
  return solve<T>(a, b, [&](HostMatrix<T>& factors, HostMatrix<T>& right) {
    const char letter = 'L';
    const int lda = factors.ld(), ldb = right.ld();
    lapack<T>().potrs(&letter, &n, &sides, factors.data(), &lda, right.data(), &ldb, info);
  });
}

template <class T>
cusolverStatus_t syevd(cusolverEigMode_t mode, const Part& part, void* values, int* info) {
  return onMatrix<T>(part, [&](HostMatrix<T>& matrix) {
    *info =
        cusolver::solve(EigenProblem<T>{mode, CUBLAS_FILL_MODE_LOWER, static_cast<int>(part.rows),
                                        matrix.data(), matrix.ld(), static_cast<Real<T>*>(values)});
  });
}

cudaDataType realTypeOf(cudaDataType type) {
  switch (type) {
  case CUDA_C_32F:
    return CUDA_R_32F;
  case CUDA_C_64F:
    return CUDA_R_64F;
  default:
    return type;
  }
}

// Only lower triangles and plain factors are supported, as in NVIDIA's library.
bool isLower(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER;
}

} // namespace

} // namespace heddle::cusolver::mg

using namespace heddle::cusolver;
using namespace heddle::cusolver::mg;

#define HEDDLE_TRIANGLE(Name, member)                                                              \
  cusolverStatus_t cusolverMg##Name##_bufferSize(                                                  \
      cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, void* a[], int row, int column,     \
      cudaLibMgMatrixDesc_t description, cudaDataType type, int64_t* size) {                       \
    const Part part = partOf(a, row, column, description, n, n);                                   \
    return answerSize(handle, isLower(uplo) && isValid(part, type), type, size);                   \
  }                                                                                                \
  cusolverStatus_t cusolverMg##Name(                                                               \
      cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, void* a[], int row, int column,     \
      cudaLibMgMatrixDesc_t description, cudaDataType type, void*[], int64_t, int* info) {         \
    const Part part = partOf(a, row, column, description, n, n);                                   \
    return mg::call(handle, isLower(uplo) && isValid(part, type) && info, type,                    \
                    [&]<class T>() { return onTriangle<T>(part, &Lapack<T>::member, info); });     \
  }
HEDDLE_TRIANGLE(Potrf, potrf)
HEDDLE_TRIANGLE(Potri, potri)
#undef HEDDLE_TRIANGLE

cusolverStatus_t cusolverMgPotrs_bufferSize(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n,
                                            int sides, void* a[], int rowA, int columnA,
                                            cudaLibMgMatrixDesc_t descriptionA, void* b[], int rowB,
                                            int columnB, cudaLibMgMatrixDesc_t descriptionB,
                                            cudaDataType type, int64_t* size) {
  return answerSize(handle,
                    isLower(uplo) && isValid(partOf(a, rowA, columnA, descriptionA, n, n), type) &&
                        isValid(partOf(b, rowB, columnB, descriptionB, n, sides), type),
                    type, size);
}
cusolverStatus_t cusolverMgPotrs(cusolverMgHandle_t handle, cublasFillMode_t uplo, int n, int sides,
                                 void* a[], int rowA, int columnA,
                                 cudaLibMgMatrixDesc_t descriptionA, void* b[], int rowB,
                                 int columnB, cudaLibMgMatrixDesc_t descriptionB, cudaDataType type,
                                 void*[], int64_t, int* info) {
  const Part partA = partOf(a, rowA, columnA, descriptionA, n, n),
             partB = partOf(b, rowB, columnB, descriptionB, n, sides);
  return mg::call(handle, isLower(uplo) && isValid(partA, type) && isValid(partB, type) && info,
                  type, [&]<class T>() { return potrs<T>(partA, partB, info); });
}

cusolverStatus_t cusolverMgGetrf_bufferSize(cusolverMgHandle_t handle, int m, int n, void* a[],
                                            int row, int column, cudaLibMgMatrixDesc_t description,
                                            int*[], cudaDataType type, int64_t* size) {
  return answerSize(handle, isValid(partOf(a, row, column, description, m, n), type), type, size);
}
cusolverStatus_t cusolverMgGetrf(cusolverMgHandle_t handle, int m, int n, void* a[], int row,
                                 int column, cudaLibMgMatrixDesc_t description, int* pivots[],
                                 cudaDataType type, void*[], int64_t, int* info) {
  const Part part = partOf(a, row, column, description, m, n);
  return mg::call(handle, isValid(part, type) && info, type,
                  [&]<class T>() { return getrf<T>(part, pivots, info); });
}

cusolverStatus_t cusolverMgGetrs_bufferSize(cusolverMgHandle_t handle, cublasOperation_t operation,
                                            int n, int sides, void* a[], int rowA, int columnA,
                                            cudaLibMgMatrixDesc_t descriptionA, int*[], void* b[],
                                            int rowB, int columnB,
                                            cudaLibMgMatrixDesc_t descriptionB, cudaDataType type,
                                            int64_t* size) {
  return answerSize(handle,
                    operation == CUBLAS_OP_N &&
                        isValid(partOf(a, rowA, columnA, descriptionA, n, n), type) &&
                        isValid(partOf(b, rowB, columnB, descriptionB, n, sides), type),
                    type, size);
}
cusolverStatus_t cusolverMgGetrs(cusolverMgHandle_t handle, cublasOperation_t operation, int n,
                                 int sides, void* a[], int rowA, int columnA,
                                 cudaLibMgMatrixDesc_t descriptionA, int* pivots[], void* b[],
                                 int rowB, int columnB, cudaLibMgMatrixDesc_t descriptionB,
                                 cudaDataType type, void*[], int64_t, int* info) {
  const Part partA = partOf(a, rowA, columnA, descriptionA, n, n),
             partB = partOf(b, rowB, columnB, descriptionB, n, sides);
  return mg::call(handle,
                  operation == CUBLAS_OP_N && isValid(partA, type) && isValid(partB, type) && info,
                  type, [&]<class T>() { return getrs<T>(partA, pivots, partB, info); });
}

cusolverStatus_t cusolverMgSyevd_bufferSize(cusolverMgHandle_t handle, cusolverEigMode_t mode,
                                            cublasFillMode_t uplo, int n, void* a[], int row,
                                            int column, cudaLibMgMatrixDesc_t description,
                                            void* values, cudaDataType valueType, cudaDataType type,
                                            int64_t* size) {
  const Part part = partOf(a, row, column, description, n, n);
  return answerSize(handle,
                    isMode(mode) && isLower(uplo) && isValid(part, type) && values &&
                        valueType == realTypeOf(type),
                    type, size);
}
cusolverStatus_t cusolverMgSyevd(cusolverMgHandle_t handle, cusolverEigMode_t mode,
                                 cublasFillMode_t uplo, int n, void* a[], int row, int column,
                                 cudaLibMgMatrixDesc_t description, void* values,
                                 cudaDataType valueType, cudaDataType type, void*[], int64_t,
                                 int* info) {
  const Part part = partOf(a, row, column, description, n, n);
  return mg::call(handle,
                  isMode(mode) && isLower(uplo) && isValid(part, type) && values &&
                      valueType == realTypeOf(type) && info,
                  type, [&]<class T>() { return syevd<T>(mode, part, values, info); });
}
