/* Systems with three or five diagonals. */
#ifndef HEDDLE_CUSPARSE_BAND_SYSTEMS_H
#define HEDDLE_CUSPARSE_BAND_SYSTEMS_H

#include "heddle/cusparse/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUSPARSE_BAND_SYSTEMS(S, T)                                                         \
  HEDDLE_CUSPARSE(S##gtsv2_bufferSizeExt)(cusparseHandle_t handle, int m, int n, const T* dl,      \
                                          const T* d, const T* du, const T* B, int ldb,            \
                                          size_t* bufferSizeInBytes);                              \
  HEDDLE_CUSPARSE(S##gtsv2)(cusparseHandle_t handle, int m, int n, const T* dl, const T* d,        \
                            const T* du, T* B, int ldb, void* pBuffer);                            \
  HEDDLE_CUSPARSE(S##gtsv2_nopivot_bufferSizeExt)(cusparseHandle_t handle, int m, int n,           \
                                                  const T* dl, const T* d, const T* du,            \
                                                  const T* B, int ldb, size_t* bufferSizeInBytes); \
  HEDDLE_CUSPARSE(S##gtsv2_nopivot)(cusparseHandle_t handle, int m, int n, const T* dl,            \
                                    const T* d, const T* du, T* B, int ldb, void* pBuffer);        \
  HEDDLE_CUSPARSE(S##gtsv2StridedBatch_bufferSizeExt)(                                             \
      cusparseHandle_t handle, int m, const T* dl, const T* d, const T* du, const T* x,            \
      int batchCount, int batchStride, size_t* bufferSizeInBytes);                                 \
  HEDDLE_CUSPARSE(S##gtsv2StridedBatch)(cusparseHandle_t handle, int m, const T* dl, const T* d,   \
                                        const T* du, T* x, int batchCount, int batchStride,        \
                                        void* pBuffer);                                            \
  HEDDLE_CUSPARSE(S##gtsvInterleavedBatch_bufferSizeExt)(                                          \
      cusparseHandle_t handle, int algo, int m, const T* dl, const T* d, const T* du, const T* x,  \
      int batchCount, size_t* pBufferSizeInBytes);                                                 \
  HEDDLE_CUSPARSE(S##gtsvInterleavedBatch)(cusparseHandle_t handle, int algo, int m, T* dl, T* d,  \
                                           T* du, T* x, int batchCount, void* pBuffer);            \
  HEDDLE_CUSPARSE(S##gpsvInterleavedBatch_bufferSizeExt)(                                          \
      cusparseHandle_t handle, int algo, int m, const T* ds, const T* dl, const T* d, const T* du, \
      const T* dw, const T* x, int batchCount, size_t* pBufferSizeInBytes);                        \
  HEDDLE_CUSPARSE(S##gpsvInterleavedBatch)(cusparseHandle_t handle, int algo, int m, T* ds, T* dl, \
                                           T* d, T* du, T* dw, T* x, int batchCount,               \
                                           void* pBuffer);
HEDDLE_CUSPARSE_EACH(HEDDLE_CUSPARSE_BAND_SYSTEMS)
#undef HEDDLE_CUSPARSE_BAND_SYSTEMS

#ifdef __cplusplus
}
#endif

#endif
