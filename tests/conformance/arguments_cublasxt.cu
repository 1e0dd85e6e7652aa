// Codes of cuBLASXt's functions for wrong arguments.

// nvcc: -lcublas
#include "arguments.h"

#include <cublasXt.h>

static void settings(cublasXtHandle_t handle) {
  int number = 0;
  cublasXtPinnedMemMode_t mode;
  GIVES(0, cublasXtGetBlockDim(handle, &number));
  CHECK(number == 1024);
  GIVES(7, cublasXtGetBlockDim(handle, nullptr));
  GIVES(7, cublasXtGetBlockDim(nullptr, &number));
  GIVES(7, cublasXtSetBlockDim(handle, 0));
  GIVES(7, cublasXtSetBlockDim(handle, -1));
  GIVES(7, cublasXtSetBlockDim(nullptr, 64));
  GIVES(0, cublasXtSetBlockDim(handle, 64));
  GIVES(7, cublasXtGetPinningMemMode(handle, nullptr));
  GIVES(7, cublasXtSetPinningMemMode(handle, static_cast<cublasXtPinnedMemMode_t>(7)));
  GIVES(7, cublasXtSetPinningMemMode(nullptr, CUBLASXT_PINNING_ENABLED));
  OK(cublasXtSetPinningMemMode(handle, CUBLASXT_PINNING_ENABLED));
  OK(cublasXtGetPinningMemMode(handle, &mode));
  CHECK(mode == CUBLASXT_PINNING_ENABLED);
  OK(cublasXtSetPinningMemMode(handle, CUBLASXT_PINNING_DISABLED));
  GIVES(0, cublasXtSetCpuRoutine(handle, CUBLASXT_GEMM, CUBLASXT_DOUBLE, nullptr));
  GIVES(15, cublasXtSetCpuRoutine(handle, CUBLASXT_SYRK, CUBLASXT_DOUBLE, &number));
  GIVES(7, cublasXtSetCpuRoutine(nullptr, CUBLASXT_GEMM, CUBLASXT_DOUBLE, nullptr));
  GIVES(0, cublasXtSetCpuRatio(handle, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0));
  GIVES(15, cublasXtSetCpuRatio(handle, CUBLASXT_TRSM, CUBLASXT_DOUBLE, 0.5f));
  GIVES(7, cublasXtSetCpuRatio(nullptr, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0));
}

static void products(cublasXtHandle_t handle) {
  const cublasOperation_t n = CUBLAS_OP_N;
  double a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 0, 1}, c[4] = {}, one = 1, zero = 0;
  GIVES(1, cublasXtDgemm(nullptr, n, n, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  GIVES(0, cublasXtDgemm(handle, n, n, 0, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  GIVES(7, cublasXtDgemm(handle, n, n, 2, 2, 2, &one, a, 1, b, 2, &zero, c, 2));
  GIVES(7, cublasXtDgemm(handle, n, n, 2, 2, 2, &one, a, 2, b, 1, &zero, c, 2));
  GIVES(7, cublasXtDgemm(handle, n, n, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 1));
  GIVES(7, cublasXtDgemm(handle, n, n, 2, 2, 2, nullptr, a, 2, b, 2, &zero, c, 2));
  GIVES(0, cublasXtDgemm(handle, n, n, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  CHECK(c[0] == 1 && c[1] == 2 && c[2] == 3 && c[3] == 4);
}

int main() {
  cublasXtHandle_t handle;
  int device = 0;
  double one = 1;
  GIVES(7, cublasXtCreate(nullptr));
  GIVES(7, cublasXtDestroy(nullptr));
  OK(cublasXtCreate(&handle));
  GIVES(1, cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, &one, 1, &one, 1, &one,
                         &one, 1));
  GIVES(7, cublasXtDeviceSelect(handle, 0, &device));
  GIVES(7, cublasXtDeviceSelect(handle, 1, nullptr));
  GIVES(7, cublasXtDeviceSelect(handle, -1, &device));
  GIVES(7, cublasXtDeviceSelect(nullptr, 1, &device));
  OK(cublasXtDeviceSelect(handle, 1, &device));
  settings(handle);
  products(handle);
  OK(cublasXtDestroy(handle));
  return ok();
}
