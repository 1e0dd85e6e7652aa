/* Solutions of linear systems and least squares whose precision is improved by iterations. */
#ifndef HEDDLE_CUSOLVER_REFINEMENT_H
#define HEDDLE_CUSOLVER_REFINEMENT_H

#include "heddle/cusolver/types.h"

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSOLVER(IRSParamsCreate)(cusolverDnIRSParams_t* params_ptr);
HEDDLE_CUSOLVER(IRSParamsDestroy)(cusolverDnIRSParams_t params);
HEDDLE_CUSOLVER(IRSParamsSetRefinementSolver)
(cusolverDnIRSParams_t params, cusolverIRSRefinement_t refinement_solver);
HEDDLE_CUSOLVER(IRSParamsSetSolverMainPrecision)
(cusolverDnIRSParams_t params, cusolverPrecType_t solver_main_precision);
HEDDLE_CUSOLVER(IRSParamsSetSolverLowestPrecision)
(cusolverDnIRSParams_t params, cusolverPrecType_t solver_lowest_precision);
HEDDLE_CUSOLVER(IRSParamsSetSolverPrecisions)
(cusolverDnIRSParams_t params, cusolverPrecType_t solver_main_precision,
 cusolverPrecType_t solver_lowest_precision);
HEDDLE_CUSOLVER(IRSParamsSetTol)(cusolverDnIRSParams_t params, double val);
HEDDLE_CUSOLVER(IRSParamsSetTolInner)(cusolverDnIRSParams_t params, double val);
HEDDLE_CUSOLVER(IRSParamsSetMaxIters)(cusolverDnIRSParams_t params, cusolver_int_t maxiters);
HEDDLE_CUSOLVER(IRSParamsSetMaxItersInner)
(cusolverDnIRSParams_t params, cusolver_int_t maxiters_inner);
HEDDLE_CUSOLVER(IRSParamsGetMaxIters)(cusolverDnIRSParams_t params, cusolver_int_t* maxiters);
HEDDLE_CUSOLVER(IRSParamsEnableFallback)(cusolverDnIRSParams_t params);
HEDDLE_CUSOLVER(IRSParamsDisableFallback)(cusolverDnIRSParams_t params);
HEDDLE_CUSOLVER(IRSInfosCreate)(cusolverDnIRSInfos_t* infos_ptr);
HEDDLE_CUSOLVER(IRSInfosDestroy)(cusolverDnIRSInfos_t infos);
HEDDLE_CUSOLVER(IRSInfosGetNiters)(cusolverDnIRSInfos_t infos, cusolver_int_t* niters);
HEDDLE_CUSOLVER(IRSInfosGetOuterNiters)(cusolverDnIRSInfos_t infos, cusolver_int_t* outer_niters);
HEDDLE_CUSOLVER(IRSInfosRequestResidual)(cusolverDnIRSInfos_t infos);
HEDDLE_CUSOLVER(IRSInfosGetResidualHistory)(cusolverDnIRSInfos_t infos, void** residual_history);
HEDDLE_CUSOLVER(IRSInfosGetMaxIters)(cusolverDnIRSInfos_t infos, cusolver_int_t* maxiters);

HEDDLE_CUSOLVER(IRSXgesv_bufferSize)
(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolver_int_t n, cusolver_int_t nrhs,
 size_t* lwork_bytes);
HEDDLE_CUSOLVER(IRSXgesv)
(cusolverDnHandle_t handle, cusolverDnIRSParams_t gesv_irs_params,
 cusolverDnIRSInfos_t gesv_irs_infos, cusolver_int_t n, cusolver_int_t nrhs, void* dA,
 cusolver_int_t ldda, void* dB, cusolver_int_t lddb, void* dX, cusolver_int_t lddx,
 void* dWorkspace, size_t lwork_bytes, cusolver_int_t* niters, cusolver_int_t* d_info);
HEDDLE_CUSOLVER(IRSXgels_bufferSize)
(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolver_int_t m, cusolver_int_t n,
 cusolver_int_t nrhs, size_t* lwork_bytes);
HEDDLE_CUSOLVER(IRSXgels)
(cusolverDnHandle_t handle, cusolverDnIRSParams_t gels_irs_params,
 cusolverDnIRSInfos_t gels_irs_infos, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs,
 void* dA, cusolver_int_t ldda, void* dB, cusolver_int_t lddb, void* dX, cusolver_int_t lddx,
 void* dWorkspace, size_t lwork_bytes, cusolver_int_t* niters, cusolver_int_t* d_info);

/* The first letter is the type of the matrices, the second the lowest precision that may be
   computed with. */
#define HEDDLE_CUSOLVER_EACH_REFINED(MACRO)                                                        \
  MACRO(ZZ, cuDoubleComplex)                                                                       \
  MACRO(ZC, cuDoubleComplex)                                                                       \
  MACRO(ZK, cuDoubleComplex)                                                                       \
  MACRO(ZE, cuDoubleComplex)                                                                       \
  MACRO(ZY, cuDoubleComplex)                                                                       \
  MACRO(CC, cuComplex)                                                                             \
  MACRO(CK, cuComplex)                                                                             \
  MACRO(CE, cuComplex)                                                                             \
  MACRO(CY, cuComplex)                                                                             \
  MACRO(DD, double)                                                                                \
  MACRO(DS, double)                                                                                \
  MACRO(DH, double)                                                                                \
  MACRO(DB, double)                                                                                \
  MACRO(DX, double)                                                                                \
  MACRO(SS, float)                                                                                 \
  MACRO(SH, float)                                                                                 \
  MACRO(SB, float)                                                                                 \
  MACRO(SX, float)

#define HEDDLE_CUSOLVER_REFINEMENT(S, T)                                                           \
  HEDDLE_CUSOLVER(S##gesv_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T * dA, cusolver_int_t ldda,  \
   cusolver_int_t * dipiv, T * dB, cusolver_int_t lddb, T * dX, cusolver_int_t lddx,               \
   void* dWorkspace, size_t* lwork_bytes);                                                         \
  HEDDLE_CUSOLVER(S##gesv)                                                                         \
  (cusolverDnHandle_t handle, cusolver_int_t n, cusolver_int_t nrhs, T * dA, cusolver_int_t ldda,  \
   cusolver_int_t * dipiv, T * dB, cusolver_int_t lddb, T * dX, cusolver_int_t lddx,               \
   void* dWorkspace, size_t lwork_bytes, cusolver_int_t* iter, cusolver_int_t* d_info);            \
  HEDDLE_CUSOLVER(S##gels_bufferSize)                                                              \
  (cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T * dA,     \
   cusolver_int_t ldda, T * dB, cusolver_int_t lddb, T * dX, cusolver_int_t lddx,                  \
   void* dWorkspace, size_t* lwork_bytes);                                                         \
  HEDDLE_CUSOLVER(S##gels)                                                                         \
  (cusolverDnHandle_t handle, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, T * dA,     \
   cusolver_int_t ldda, T * dB, cusolver_int_t lddb, T * dX, cusolver_int_t lddx,                  \
   void* dWorkspace, size_t lwork_bytes, cusolver_int_t* iter, cusolver_int_t* d_info);
HEDDLE_CUSOLVER_EACH_REFINED(HEDDLE_CUSOLVER_REFINEMENT)
#undef HEDDLE_CUSOLVER_REFINEMENT

#ifdef __cplusplus
}
#endif

#endif
