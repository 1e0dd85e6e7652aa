// cusolverSp: handles, and linear systems of sparse matrices. QR, LU and Cholesky are all done by
// elimination, with exchanges of columns but for Cholesky; programs see only the solution.
#include "cublas/operands.h"
#include "cusolver/sparse_elimination.h"
#include "cusolverSp.h"
#include "ir/api_boundary.h"
#include "library/handles.h"
#include "library/stream_work.h"

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};

namespace {

using namespace heddle;
using namespace heddle::cusolver;
using cublas::native;
using cublas::Native;
using cublas::Real;
using library::exist;
using library::Handles;

template <class Body> cusolverStatus_t guarded(Body body) {
  return withoutExceptions<cusolverStatus_t>({CUSOLVER_STATUS_ALLOC_FAILED,
                                              CUSOLVER_STATUS_INTERNAL_ERROR,
                                              CUSOLVER_STATUS_INTERNAL_ERROR},
                                             body);
}
template <class Body> cusolverStatus_t call(cusolverSpHandle_t handle, bool isRight, Body body) {
  return guarded([&]() -> cusolverStatus_t {
    if (!exist<cusolverSpContext>(handle))
      return CUSOLVER_STATUS_NOT_INITIALIZED;
    return isRight ? body() : CUSOLVER_STATUS_INVALID_VALUE;
  });
}

// The arrays that a program has passed.
template <class T> struct System {
  int n, nnz, base;
  const T* values;
  const int* offsets;
  const int* columns;
  const T* right;
  Real<T> tolerance;
  T* solution;
  bool isCholesky;

  bool isRight() const {
    return n >= 0 && nnz >= 0 && (n == 0 || (offsets && right && solution)) &&
           (nnz == 0 || (values && columns));
  }
  // Copies the matrix, of which Cholesky takes the lower triangle. False for indices outside.
  bool copy(SparseRows<T>& a) const {
    if (offsets[0] != base || offsets[n] - base != nnz)
      return false;
    std::vector<std::vector<std::pair<int, T>>> rows(static_cast<std::size_t>(n));
    for (int row = 0; row < n; ++row) {
      if (offsets[row + 1] < offsets[row])
        return false;
      for (int entry = offsets[row] - base; entry < offsets[row + 1] - base; ++entry) {
        const int column = columns[entry] - base;
        if (column < 0 || column >= n)
          return false;
        if (isCholesky && column > row)
          continue;
        rows[static_cast<std::size_t>(row)].emplace_back(column, values[entry]);
        if (isCholesky && column < row)
          rows[static_cast<std::size_t>(column)].emplace_back(row,
                                                              cublas::conjugate(values[entry]));
      }
    }
    a.n = n;
    a.offsets = {0};
    for (const auto& row : rows) {
      for (const auto& [column, value] : row) {
        a.columns.push_back(column);
        a.values.push_back(value);
      }
      a.offsets.push_back(static_cast<int>(a.columns.size()));
    }
    return true;
  }
  // Must be called only after the arrays were checked, because it reads them.
  bool solve(int& singularity) const {
    singularity = -1;
    if (n == 0)
      return true;
    SparseRows<T> a;
    if (!copy(a))
      return false;
    SparseElimination<T> elimination(a, std::vector<T>(right, right + n), isCholesky);
    singularity = elimination.run(tolerance);
    if (singularity < 0) {
      const std::vector<T> x = elimination.solution();
      std::copy(x.begin(), x.end(), solution);
    }
    return true;
  }
  bool isThere() const {
    const auto isReadable = [](const void* data, std::size_t bytes) {
      return library::isAccessible({data, bytes, bytes, 1}, false);
    };
    const auto rows = static_cast<std::size_t>(n), entries = static_cast<std::size_t>(nnz);
    return isReadable(values, entries * sizeof(T)) && isReadable(columns, entries * sizeof(int)) &&
           isReadable(offsets, (rows + 1) * sizeof(int)) && isReadable(right, rows * sizeof(T)) &&
           library::isAccessible({solution, rows * sizeof(T), rows * sizeof(T), 1}, true);
  }
};

template <class T>
cusolverStatus_t solveOnHost(cusolverSpHandle_t handle, const cusparseMatDescr* descr,
                             const System<T>& system, int* singularity) {
  return call(handle, descr && system.isRight() && singularity, [&] {
    return system.solve(*singularity) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
  });
}
// The program gets the singularity on the host, so this waits, as on a GPU.
template <class T>
cusolverStatus_t solveOnDevice(cusolverSpHandle_t handle, const cusparseMatDescr* descr,
                               const System<T>& system, int* singularity) {
  return call(handle, descr && system.isRight() && singularity, [&] {
    const auto found = std::make_shared<int>(-1);
    cudaError_t error =
        library::launch(handle->stream, "cusolverSp", 1, [=](void*, std::uint64_t, std::uint64_t) {
          return system.n == 0 || (system.isThere() && system.solve(*found));
        });
    if (error == cudaSuccess)
      error = cudaStreamSynchronize(handle->stream);
    *singularity = *found;
    return error == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
  });
}

// The base comes from libcusparse, which has made the descriptor.
int baseOf(cusparseMatDescr_t descr) {
  return static_cast<int>(cusparseGetMatIndexBase(descr));
}

} // namespace

#define HEDDLE_SPARSE_SYSTEM(name, T, place, isCholesky)                                           \
  cusolverStatus_t cusolverSp##name(cusolverSpHandle_t handle, int n, int nnz,                     \
                                    const cusparseMatDescr_t descr, const T* values,               \
                                    const int* offsets, const int* columns, const T* b,            \
                                    Real<Native<T>> tol, int, T* x, int* singularity) {            \
    return place<Native<T>>(handle, descr,                                                         \
                            {n, nnz, baseOf(descr), native(values), offsets, columns, native(b),   \
                             tol, native(x), isCholesky},                                          \
                            singularity);                                                          \
  }
#define HEDDLE_SPARSE_SYSTEMS(S, T)                                                                \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvluHost, T, solveOnHost, false)                                     \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvqrHost, T, solveOnHost, false)                                     \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvcholHost, T, solveOnHost, true)                                    \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvqr, T, solveOnDevice, false)                                       \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvchol, T, solveOnDevice, true)

extern "C" {

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle) {
  if (!handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return guarded([&] {
    *handle = Handles<cusolverSpContext>::get().add({});
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
  return Handles<cusolverSpContext>::get().remove(handle) ? CUSOLVER_STATUS_SUCCESS
                                                          : CUSOLVER_STATUS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId) {
  return call(handle, true, [&] {
    handle->stream = streamId;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* streamId) {
  return call(handle, streamId, [&] {
    *streamId = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSPARSE_EACH(HEDDLE_SPARSE_SYSTEMS)
}
