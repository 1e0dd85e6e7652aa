// The functions of cublas.h about the library itself, and level 1.
#include "cublas/legacy.h"

#include <atomic>
#include <mutex>

namespace heddle::cublas {

namespace {

std::mutex mutex; // guards the making and the destruction of the handle
std::atomic<cublasHandle_t> processHandle{nullptr};
std::atomic<cublasStatus_t> firstFailure{CUBLAS_STATUS_SUCCESS};

} // namespace

cublasHandle_t legacyHandle() {
  if (cublasHandle_t handle = processHandle.load(std::memory_order_acquire))
    return handle;
  const std::lock_guard lock(mutex);
  cublasHandle_t handle = processHandle.load(std::memory_order_relaxed);
  if (!handle && cublasCreate_v2(&handle) == CUBLAS_STATUS_SUCCESS)
    processHandle.store(handle, std::memory_order_release);
  return handle;
}

void noteLegacyStatus(cublasStatus_t status) {
  cublasStatus_t none = CUBLAS_STATUS_SUCCESS;
  if (status != CUBLAS_STATUS_SUCCESS)
    firstFailure.compare_exchange_strong(none, status);
}

} // namespace heddle::cublas

using namespace heddle::cublas;

cublasStatus_t cublasInit() {
  return legacyHandle() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasShutdown() {
  const std::lock_guard lock(heddle::cublas::mutex);
  cublasHandle_t handle = processHandle.exchange(nullptr);
  return handle ? cublasDestroy_v2(handle) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasGetError() {
  return firstFailure.exchange(CUBLAS_STATUS_SUCCESS);
}
cublasStatus_t cublasGetVersion(int* version) {
  return cublasGetVersion_v2(nullptr, version);
}
cublasStatus_t cublasAlloc(int n, int elementBytes, void** address) {
  if (n <= 0 || elementBytes <= 0 || !address)
    return CUBLAS_STATUS_INVALID_VALUE;
  const std::size_t bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(elementBytes);
  return cudaMalloc(address, bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                   : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasFree(void* address) {
  return cudaFree(address) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  cublasHandle_t handle = legacyHandle();
  return handle ? cublasSetStream_v2(handle, stream) : CUBLAS_STATUS_NOT_INITIALIZED;
}

#define HEDDLE_VECTORS(S, T)                                                                       \
  void cublas##S##copy(int n, const T* x, int incx, T* y, int incy) {                              \
    forward(cublas##S##copy_v2, n, x, incx, y, incy);                                              \
  }                                                                                                \
  void cublas##S##swap(int n, T* x, int incx, T* y, int incy) {                                    \
    forward(cublas##S##swap_v2, n, x, incx, y, incy);                                              \
  }                                                                                                \
  void cublas##S##axpy(int n, T alpha, const T* x, int incx, T* y, int incy) {                     \
    forward(cublas##S##axpy_v2, n, alpha, x, incx, y, incy);                                       \
  }                                                                                                \
  void cublas##S##scal(int n, T alpha, T* x, int incx) {                                           \
    forward(cublas##S##scal_v2, n, alpha, x, incx);                                                \
  }
HEDDLE_VECTORS(S, float)
HEDDLE_VECTORS(D, double)
HEDDLE_VECTORS(C, cuComplex)
HEDDLE_VECTORS(Z, cuDoubleComplex)
#undef HEDDLE_VECTORS

void cublasCsscal(int n, float alpha, cuComplex* x, int incx) {
  forward(cublasCsscal_v2, n, alpha, x, incx);
}
void cublasZdscal(int n, double alpha, cuDoubleComplex* x, int incx) {
  forward(cublasZdscal_v2, n, alpha, x, incx);
}

#define HEDDLE_DOT(name, T)                                                                        \
  T name(int n, const T* x, int incx, const T* y, int incy) {                                      \
    return forwardForResult<T>(name##_v2, n, x, incx, y, incy);                                    \
  }
HEDDLE_DOT(cublasSdot, float)
HEDDLE_DOT(cublasDdot, double)
HEDDLE_DOT(cublasCdotu, cuComplex)
HEDDLE_DOT(cublasCdotc, cuComplex)
HEDDLE_DOT(cublasZdotu, cuDoubleComplex)
HEDDLE_DOT(cublasZdotc, cuDoubleComplex)
#undef HEDDLE_DOT

#define HEDDLE_REDUCTION(name, T, R)                                                               \
  R name(int n, const T* x, int incx) {                                                            \
    return forwardForResult<R>(name##_v2, n, x, incx);                                             \
  }
#define HEDDLE_REDUCTIONS(nrm2, asum, amax, amin, T, R)                                            \
  HEDDLE_REDUCTION(nrm2, T, R)                                                                     \
  HEDDLE_REDUCTION(asum, T, R)                                                                     \
  HEDDLE_REDUCTION(amax, T, int)                                                                   \
  HEDDLE_REDUCTION(amin, T, int)
HEDDLE_REDUCTIONS(cublasSnrm2, cublasSasum, cublasIsamax, cublasIsamin, float, float)
HEDDLE_REDUCTIONS(cublasDnrm2, cublasDasum, cublasIdamax, cublasIdamin, double, double)
HEDDLE_REDUCTIONS(cublasScnrm2, cublasScasum, cublasIcamax, cublasIcamin, cuComplex, float)
HEDDLE_REDUCTIONS(cublasDznrm2, cublasDzasum, cublasIzamax, cublasIzamin, cuDoubleComplex, double)
#undef HEDDLE_REDUCTIONS
#undef HEDDLE_REDUCTION

#define HEDDLE_ROT(name, T, C, S)                                                                  \
  void name(int n, T* x, int incx, T* y, int incy, C c, S s) {                                     \
    forward(name##_v2, n, x, incx, y, incy, c, s);                                                 \
  }
HEDDLE_ROT(cublasSrot, float, float, float)
HEDDLE_ROT(cublasDrot, double, double, double)
HEDDLE_ROT(cublasCrot, cuComplex, float, cuComplex)
HEDDLE_ROT(cublasCsrot, cuComplex, float, float)
HEDDLE_ROT(cublasZrot, cuDoubleComplex, double, cuDoubleComplex)
HEDDLE_ROT(cublasZdrot, cuDoubleComplex, double, double)
#undef HEDDLE_ROT

void cublasSrotg(float* a, float* b, float* c, float* s) {
  forward(cublasSrotg_v2, a, b, c, s);
}
void cublasDrotg(double* a, double* b, double* c, double* s) {
  forward(cublasDrotg_v2, a, b, c, s);
}
void cublasCrotg(cuComplex* a, cuComplex b, float* c, cuComplex* s) {
  forward(cublasCrotg_v2, a, b, c, s);
}
void cublasZrotg(cuDoubleComplex* a, cuDoubleComplex b, double* c, cuDoubleComplex* s) {
  forward(cublasZrotg_v2, a, b, c, s);
}
void cublasSrotm(int n, float* x, int incx, float* y, int incy, const float* param) {
  forward(cublasSrotm_v2, n, x, incx, y, incy, param);
}
void cublasDrotm(int n, double* x, int incx, double* y, int incy, const double* param) {
  forward(cublasDrotm_v2, n, x, incx, y, incy, param);
}
void cublasSrotmg(float* d1, float* d2, float* x1, const float* y1, float* param) {
  forward(cublasSrotmg_v2, d1, d2, x1, y1, param);
}
void cublasDrotmg(double* d1, double* d2, double* x1, const double* y1, double* param) {
  forward(cublasDrotmg_v2, d1, d2, x1, y1, param);
}
