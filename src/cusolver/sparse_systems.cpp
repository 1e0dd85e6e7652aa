// cusolverSp: handles, and linear systems of sparse matrices by LU, QR and Cholesky.
#include "cusolver/orderings.h"
#include "cusolver/sparse_handle.h"
#include "cusolver/sparse_lu.h"
#include "cusolver/sparse_qr.h"

namespace {

using namespace heddle;
using namespace heddle::cusolver;

enum class Method { Lu, Qr, Cholesky };

// The values of the argument `reorder`.
constexpr int kReverseCuthillMcKee = 1, kMinimumDegree = 2, kNestedDissection = 3;

std::vector<int> orderOf(const CsrPattern& a, int reorder) {
  switch (reorder) {
  case kReverseCuthillMcKee:
    return reverseCuthillMcKee(symmetricGraph(a));
  case kMinimumDegree:
    return minimumDegree(symmetricGraph(a));
  case kNestedDissection:
    return nestedDissection(symmetricGraph(a));
  default:
    return naturalOrder(a.rows);
  }
}

template <class T> struct System {
  CsrMatrix<T> a;
  const T* right;
  Real<T> tolerance;
  int reorder;
  T* solution;

  bool isRight() const {
    return a.isRight() && right && solution && reorder >= 0 && reorder <= kNestedDissection;
  }
  // Sets the solution, or the step with a pivot that is not larger than the tolerance.
  template <Method method> int solve() const {
    const std::vector<int> order = orderOf(a.pattern, reorder);
    if constexpr (method == Method::Qr) {
      const SparseQr<T> qr(a.byColumns(), order, -1);
      return finish(qr, qr.findZeroPivot(tolerance));
    } else if constexpr (method == Method::Lu) {
      const SparseLu<T> lu(a.byColumns(), order);
      return finish(lu, lu.findZeroPivot(tolerance));
    } else {
      const SparseLu<T> factors(a.hermitianByColumns(), order, {0, true});
      return finish(factors, factors.findIndefinitePivot(tolerance));
    }
  }
  template <class Factors> int finish(const Factors& factors, int singularity) const {
    if (singularity < 0) {
      const std::vector<T> x = factors.solve(right);
      std::copy(x.begin(), x.end(), solution);
    }
    return singularity;
  }
};

// The program gets the singularity on the host, so this waits on the device, too.
template <Method method, class Place, class T>
cusolverStatus_t solve(cusolverSpHandle_t handle, cusparseMatDescr_t descr, const System<T>& system,
                       int* singularity) {
  return callWithMatrix(handle, descr, system.isRight() && singularity, [&] {
    const auto found = std::make_shared<int>(-1);
    cusolverStatus_t status = Place::run(handle, [=] {
      const int n = system.a.pattern.rows;
      if (!Place::canRead(system.a) || !Place::canRead(system.right, n) ||
          !Place::canWrite(system.solution, n) || !system.a.pattern.areIndicesRight())
        return false;
      *found = system.template solve<method>();
      return true;
    });
    if (status == CUSOLVER_STATUS_SUCCESS)
      status = Place::wait(handle);
    *singularity = *found;
    return status;
  });
}

} // namespace

#define HEDDLE_SPARSE_SYSTEM(name, T, method, place)                                               \
  cusolverStatus_t cusolverSp##name(cusolverSpHandle_t handle, int n, int nnz,                     \
                                    const cusparseMatDescr_t descr, const T* values,               \
                                    const int* offsets, const int* columns, const T* b,            \
                                    Real<Native<T>> tol, int reorder, T* x, int* singularity) {    \
    return solve<Method::method, place, Native<T>>(                                                \
        handle, descr,                                                                             \
        {{{n, n, nnz, baseOf(descr), offsets, columns}, native(values)},                           \
         native(b),                                                                                \
         tol,                                                                                      \
         reorder,                                                                                  \
         native(x)},                                                                               \
        singularity);                                                                              \
  }
#define HEDDLE_SPARSE_SYSTEMS(S, T)                                                                \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvluHost, T, Lu, OnHost)                                             \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvqrHost, T, Qr, OnHost)                                             \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvcholHost, T, Cholesky, OnHost)                                     \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvqr, T, Qr, OnDevice)                                               \
  HEDDLE_SPARSE_SYSTEM(S##csrlsvchol, T, Cholesky, OnDevice)

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
