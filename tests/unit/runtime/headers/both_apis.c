/* Runtime and driver API in one file, either order. */
#ifdef DRIVER_FIRST
#include "cuda.h"
#include "cuda_runtime_api.h"
#else
#include "cuda.h"
#include "cuda_runtime_api.h"
#endif

CUuuid identify(cudaUUID_t uuid) {
  return uuid;
}
CUstream same(cudaStream_t stream) {
  return stream;
}
