/* Runtime and driver API in one file, either order. */
/* clang-format off */
#ifdef DRIVER_FIRST
#include "cuda.h"
#include "cuda_runtime_api.h"
#else
#include "cuda_runtime_api.h"
#include "cuda.h"
#endif
/* clang-format on */

CUuuid identify(cudaUUID_t uuid) {
  return uuid;
}
CUstream same(cudaStream_t stream) {
  return stream;
}
