// The statuses of all functions of cuSOLVER's dense part for right and wrong arguments.

// nvcc: -lcusolver
#include "entries.h"

#define DISABLE_CUSOLVER_DEPRECATED
#include <cusolverDn.h>

using namespace conformance;

#define SUCCEEDS(...) CHECK((__VA_ARGS__) == CUSOLVER_STATUS_SUCCESS)

static const auto lower = CUBLAS_FILL_MODE_LOWER;
static const auto operation = CUBLAS_OP_N;
static const auto left = CUBLAS_SIDE_LEFT;
static const auto type = CUDA_R_32F;
static const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
static const auto whole = CUSOLVER_EIG_RANGE_ALL;
static const auto problem = CUSOLVER_EIG_TYPE_1;
// As many elements or bytes as any workspace needs.
static const int many = 1 << 20;
static char hostWorkspace[many];

// The objects that the rows name.
struct Objects {
  cusolverDnHandle_t dense;
  cusolverDnParams_t params;
  syevjInfo_t syevj;
  gesvdjInfo_t gesvdj;
  cusolverDnIRSParams_t irsParams;
  cusolverDnIRSInfos_t irsInfos;
};

static Objects create() {
  Objects o;
  SUCCEEDS(cusolverDnCreate(&o.dense));
  SUCCEEDS(cusolverDnCreateParams(&o.params));
  SUCCEEDS(cusolverDnCreateSyevjInfo(&o.syevj));
  SUCCEEDS(cusolverDnCreateGesvdjInfo(&o.gesvdj));
  SUCCEEDS(cusolverDnIRSParamsCreate(&o.irsParams));
  SUCCEEDS(cusolverDnIRSInfosCreate(&o.irsInfos));
  SUCCEEDS(cusolverDnIRSParamsSetSolverPrecisions(o.irsParams, CUSOLVER_R_32F, CUSOLVER_R_32F));
  SUCCEEDS(cusolverDnIRSParamsSetRefinementSolver(o.irsParams, CUSOLVER_IRS_REFINE_CLASSICAL));
  return o;
}

static void settings(Sweep& sweep, const Objects& o) {
  sweep.row({libraryPropertyType(0), host}, {ENTRY(cusolverGetProperty)});
  sweep.row({host}, {ENTRY(cusolverGetVersion)});
  sweep.row({o.dense, cusolverDeterministicMode_t(0)}, {ENTRY(cusolverDnSetDeterministicMode)});
  sweep.row({o.dense, host}, {ENTRY(cusolverDnGetDeterministicMode)});
  sweep.row({o.dense, cusolverMathMode_t(0)}, {ENTRY(cusolverDnSetMathMode)});
  sweep.row({o.dense, host}, {ENTRY(cusolverDnGetMathMode)});
  sweep.row({o.dense, cudaEmulationStrategy_t(0)}, {ENTRY(cusolverDnSetEmulationStrategy)});
  sweep.row({o.dense, host}, {ENTRY(cusolverDnGetEmulationStrategy)});
  sweep.row({host}, {ENTRY(cusolverDnIRSParamsCreate)});
  sweep.row({o.irsParams, CUSOLVER_IRS_REFINE_CLASSICAL},
            {ENTRY(cusolverDnIRSParamsSetRefinementSolver)});
  sweep.row({o.irsParams, CUSOLVER_R_32F}, {ENTRY(cusolverDnIRSParamsSetSolverMainPrecision)});
  sweep.row({o.irsParams, CUSOLVER_R_32F}, {ENTRY(cusolverDnIRSParamsSetSolverLowestPrecision)});
  sweep.row({o.irsParams, CUSOLVER_R_32F, CUSOLVER_R_32F},
            {ENTRY(cusolverDnIRSParamsSetSolverPrecisions)});
  sweep.row({o.irsParams, 0.5}, {ENTRY(cusolverDnIRSParamsSetTol)});
  sweep.row({o.irsParams, 0.5}, {ENTRY(cusolverDnIRSParamsSetTolInner)});
  sweep.row({o.irsParams, 10}, {ENTRY(cusolverDnIRSParamsSetMaxIters)});
  sweep.row({o.irsParams, 10}, {ENTRY(cusolverDnIRSParamsSetMaxItersInner)});
  sweep.row({o.irsParams, host}, {ENTRY(cusolverDnIRSParamsGetMaxIters)});
  sweep.row({o.irsParams}, {ENTRY(cusolverDnIRSParamsEnableFallback)});
  sweep.row({o.irsParams}, {ENTRY(cusolverDnIRSParamsDisableFallback)});
  sweep.row({host}, {ENTRY(cusolverDnIRSInfosCreate)});
  sweep.row({o.irsInfos, host}, {ENTRY(cusolverDnIRSInfosGetNiters)});
  sweep.row({o.irsInfos, host}, {ENTRY(cusolverDnIRSInfosGetOuterNiters)});
  sweep.row({o.irsInfos}, {ENTRY(cusolverDnIRSInfosRequestResidual)});
  sweep.row({o.irsInfos, host}, {ENTRY(cusolverDnIRSInfosGetResidualHistory)});
  sweep.row({o.irsInfos, host}, {ENTRY(cusolverDnIRSInfosGetMaxIters)});
  sweep.row({host}, {ENTRY(cusolverDnCreateSyevjInfo)});
  sweep.row({o.syevj, 0.5}, {ENTRY(cusolverDnXsyevjSetTolerance)});
  sweep.row({o.syevj, 10}, {ENTRY(cusolverDnXsyevjSetMaxSweeps)});
  sweep.row({o.syevj, 2}, {ENTRY(cusolverDnXsyevjSetSortEig)});
  sweep.row({o.dense, o.syevj, host}, {ENTRY(cusolverDnXsyevjGetResidual)});
  sweep.row({o.dense, o.syevj, host}, {ENTRY(cusolverDnXsyevjGetSweeps)});
  sweep.row({host}, {ENTRY(cusolverDnCreateGesvdjInfo)});
  sweep.row({o.gesvdj, 0.5}, {ENTRY(cusolverDnXgesvdjSetTolerance)});
  sweep.row({o.gesvdj, 10}, {ENTRY(cusolverDnXgesvdjSetMaxSweeps)});
  sweep.row({o.gesvdj, 2}, {ENTRY(cusolverDnXgesvdjSetSortEig)});
  sweep.row({o.dense, o.gesvdj, host}, {ENTRY(cusolverDnXgesvdjGetResidual)});
  sweep.row({o.dense, o.gesvdj, host}, {ENTRY(cusolverDnXgesvdjGetSweeps)});
  sweep.row({host}, {ENTRY(cusolverDnCreateParams)});
  sweep.row({o.params, cusolverDnFunction_t(0), cusolverAlgMode_t(0)},
            {ENTRY(cusolverDnSetAdvOptions)});
}

static void refinement(Sweep& sweep, const Objects& o) {
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZZgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZCgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZKgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZEgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZYgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCCgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCEgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCKgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCYgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDDgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDSgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDHgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDBgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDXgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSSgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSHgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSBgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSXgesv)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZZgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZCgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZKgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZEgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZYgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCCgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCKgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCEgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCYgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDDgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDSgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDHgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDBgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDXgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSSgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSHgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSBgesv_bufferSize)});
  sweep.row({o.dense, 2, 1, device, 2, pivots, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSXgesv_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZZgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZCgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZKgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZEgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnZYgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCCgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCKgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCEgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnCYgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDDgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDSgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDHgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDBgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnDXgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSSgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSHgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSBgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, many, host, device},
            {ENTRY(cusolverDnSXgels)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZZgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZCgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZKgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZEgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnZYgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCCgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCKgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCEgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnCYgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDDgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDSgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDHgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDBgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnDXgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSSgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSHgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSBgels_bufferSize)});
  sweep.row({o.dense, 2, 2, 1, device, 2, device, 2, device, 2, workspace, host},
            {ENTRY(cusolverDnSXgels_bufferSize)});
  sweep.row({o.dense, o.irsParams, o.irsInfos, 2, 1, device, 2, device, 2, device, 2, workspace,
             many, host, device},
            {ENTRY(cusolverDnIRSXgesv)});
  sweep.row({o.dense, o.irsParams, 2, 1, host}, {ENTRY(cusolverDnIRSXgesv_bufferSize)});
  sweep.row({o.dense, o.irsParams, o.irsInfos, 2, 2, 1, device, 2, device, 2, device, 2, workspace,
             many, host, device},
            {ENTRY(cusolverDnIRSXgels)});
  sweep.row({o.dense, o.irsParams, 2, 2, 1, host}, {ENTRY(cusolverDnIRSXgels_bufferSize)});
}

static void linearSystems(Sweep& sweep, const Objects& o) {
  sweep.row({o.dense, lower, 2, device, 2, host}, {SDCZ(cusolverDn, potrf_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, workspace, many, device}, {SDCZ(cusolverDn, potrf)});
  sweep.row({o.dense, lower, 2, 1, device, 2, device, 2, device}, {SDCZ(cusolverDn, potrs)});
  sweep.row({o.dense, lower, 2, pointers, 2, device, 1}, {SDCZ(cusolverDn, potrfBatched)});
  sweep.row({o.dense, lower, 2, 1, pointers, 2, pointers, 2, device, 1},
            {SDCZ(cusolverDn, potrsBatched)});
  sweep.row({o.dense, lower, 2, device, 2, host}, {SDCZ(cusolverDn, potri_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, workspace, many, device}, {SDCZ(cusolverDn, potri)});
  sweep.row({o.dense, lower, 2, device, 2, host}, {SDCZ(cusolverDn, lauum_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, workspace, many, device}, {SDCZ(cusolverDn, lauum)});
  sweep.row({o.dense, 2, 2, device, 2, host}, {SDCZ(cusolverDn, getrf_bufferSize)});
  sweep.row({o.dense, 2, 2, device, 2, workspace, pivots, device}, {SDCZ(cusolverDn, getrf)});
  sweep.row({o.dense, 2, device, 2, 1, 1, pivots, 1}, {SDCZ(cusolverDn, laswp)});
  sweep.row({o.dense, operation, 2, 1, device, 2, pivots, device, 2, device},
            {SDCZ(cusolverDn, getrs)});
  sweep.row({o.dense, 2, 2, device, 2, host}, {SDCZ(cusolverDn, geqrf_bufferSize)});
  sweep.row({o.dense, 2, 2, device, 2, device, workspace, many, device}, {SDCZ(cusolverDn, geqrf)});
  sweep.row({o.dense, 2, device, 2, host}, {SDCZ(cusolverDn, sytrf_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, pivots, workspace, many, device},
            {SDCZ(cusolverDn, sytrf)});
  sweep.row({o.dense, lower, 2, device, 2, pivots, host}, {SDCZ(cusolverDn, sytri_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, pivots, workspace, many, device},
            {SDCZ(cusolverDn, sytri)});
}

static void eigenvalues(Sweep& sweep, const Objects& o) {
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, host},
            {SD(cusolverDn, syevd_bufferSize)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, host},
            {CZ(cusolverDn, heevd_bufferSize)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, workspace, many, device},
            {SD(cusolverDn, syevd)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, workspace, many, device},
            {CZ(cusolverDn, heevd)});
  sweep.row({o.dense, vectors, whole, lower, 2, device, 2, 0.5, 0.5, 1, 1, host, device, host},
            {SD(cusolverDn, syevdx_bufferSize)});
  sweep.row({o.dense, vectors, whole, lower, 2, device, 2, 0.5, 0.5, 1, 1, host, device, host},
            {CZ(cusolverDn, heevdx_bufferSize)});
  sweep.row({o.dense, vectors, whole, lower, 2, device, 2, 0.5, 0.5, 1, 1, host, device, workspace,
             many, device},
            {SD(cusolverDn, syevdx)});
  sweep.row({o.dense, vectors, whole, lower, 2, device, 2, 0.5, 0.5, 1, 1, host, device, workspace,
             many, device},
            {CZ(cusolverDn, heevdx)});
  sweep.row({o.dense, problem, vectors, whole, lower, 2, device, 2, device, 2, 0.5, 0.5, 1, 1, host,
             device, host},
            {SD(cusolverDn, sygvdx_bufferSize)});
  sweep.row({o.dense, problem, vectors, whole, lower, 2, device, 2, device, 2, 0.5, 0.5, 1, 1, host,
             device, host},
            {CZ(cusolverDn, hegvdx_bufferSize)});
  sweep.row({o.dense, problem, vectors, whole, lower, 2, device, 2, device, 2, 0.5, 0.5, 1, 1, host,
             device, workspace, many, device},
            {SD(cusolverDn, sygvdx)});
  sweep.row({o.dense, problem, vectors, whole, lower, 2, device, 2, device, 2, 0.5, 0.5, 1, 1, host,
             device, workspace, many, device},
            {CZ(cusolverDn, hegvdx)});
  sweep.row({o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, host},
            {SD(cusolverDn, sygvd_bufferSize)});
  sweep.row({o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, host},
            {CZ(cusolverDn, hegvd_bufferSize)});
  sweep.row(
      {o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, workspace, many, device},
      {SD(cusolverDn, sygvd)});
  sweep.row(
      {o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, workspace, many, device},
      {CZ(cusolverDn, hegvd)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, host, o.syevj, 1},
            {SD(cusolverDn, syevjBatched_bufferSize)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, host, o.syevj, 1},
            {CZ(cusolverDn, heevjBatched_bufferSize)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, workspace, many, device, o.syevj, 1},
            {SD(cusolverDn, syevjBatched)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, workspace, many, device, o.syevj, 1},
            {CZ(cusolverDn, heevjBatched)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, host, o.syevj},
            {SD(cusolverDn, syevj_bufferSize)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, host, o.syevj},
            {CZ(cusolverDn, heevj_bufferSize)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, workspace, many, device, o.syevj},
            {SD(cusolverDn, syevj)});
  sweep.row({o.dense, vectors, lower, 2, device, 2, device, workspace, many, device, o.syevj},
            {CZ(cusolverDn, heevj)});
  sweep.row({o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, host, o.syevj},
            {SD(cusolverDn, sygvj_bufferSize)});
  sweep.row({o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, host, o.syevj},
            {CZ(cusolverDn, hegvj_bufferSize)});
  sweep.row({o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, workspace, many,
             device, o.syevj},
            {SD(cusolverDn, sygvj)});
  sweep.row({o.dense, problem, vectors, lower, 2, device, 2, device, 2, device, workspace, many,
             device, o.syevj},
            {CZ(cusolverDn, hegvj)});
}

static void singularValues(Sweep& sweep, const Objects& o) {
  sweep.row({o.dense, 2, 2, host}, {SDCZ(cusolverDn, gebrd_bufferSize)});
  sweep.row({o.dense, 2, 2, device, 2, device, device, device, device, workspace, many, device},
            {SDCZ(cusolverDn, gebrd)});
  sweep.row({o.dense, 2, 2, host}, {SDCZ(cusolverDn, gesvd_bufferSize)});
  sweep.row({o.dense, 'A', 'A', 2, 2, device, 2, device, device, 2, device, 2, workspace, many,
             workspace, device},
            {SDCZ(cusolverDn, gesvd)});
  sweep.row({o.dense, vectors, 2, 2, device, 2, device, device, 2, device, 2, host, o.gesvdj, 1},
            {SDCZ(cusolverDn, gesvdjBatched_bufferSize)});
  sweep.row({o.dense, vectors, 2, 2, device, 2, device, device, 2, device, 2, workspace, many,
             device, o.gesvdj, 1},
            {SDCZ(cusolverDn, gesvdjBatched)});
  sweep.row({o.dense, vectors, 0, 2, 2, device, 2, device, device, 2, device, 2, host, o.gesvdj},
            {SDCZ(cusolverDn, gesvdj_bufferSize)});
  sweep.row({o.dense, vectors, 0, 2, 2, device, 2, device, device, 2, device, 2, workspace, many,
             device, o.gesvdj},
            {SDCZ(cusolverDn, gesvdj)});
  sweep.row(
      {o.dense, vectors, 1, 2, 2, device, 2, 4, device, 4, device, 2, 4, device, 2, 4, host, 1},
      {SDCZ(cusolverDn, gesvdaStridedBatched_bufferSize)});
  sweep.row({o.dense, vectors, 1,      2, 2, device,    2,    4,      device, 4, device,
             2,       4,       device, 2, 4, workspace, many, device, host,   1},
            {SDCZ(cusolverDn, gesvdaStridedBatched)});
}

static void generic(Sweep& sweep, const Objects& o) {
  sweep.row({o.dense, lower, CUBLAS_DIAG_NON_UNIT, 2, type, device, 2, host, host},
            {ENTRY(cusolverDnXtrtri_bufferSize)});
  sweep.row({o.dense, lower, CUBLAS_DIAG_NON_UNIT, 2, type, device, 2, workspace, many,
             hostWorkspace, many, device},
            {ENTRY(cusolverDnXtrtri)});
  sweep.row({o.dense, lower, 2, 1, type, device, 2, longPivots, type, device, 2, host, host},
            {ENTRY(cusolverDnXsytrs_bufferSize)});
  sweep.row({o.dense, lower, 2, 1, type, device, 2, longPivots, type, device, 2, workspace, many,
             hostWorkspace, many, device},
            {ENTRY(cusolverDnXsytrs)});
  sweep.row({o.dense, o.params, lower, 2, type, device, 2, type, host, host},
            {ENTRY(cusolverDnXpotrf_bufferSize)});
  sweep.row({o.dense, o.params, lower, 2, type, device, 2, type, workspace, many, hostWorkspace,
             many, device},
            {ENTRY(cusolverDnXpotrf)});
  sweep.row({o.dense, o.params, lower, 2, 1, type, device, 2, type, device, 2, device},
            {ENTRY(cusolverDnXpotrs)});
  sweep.row({o.dense, o.params, 2, 2, type, device, 2, type, device, type, host, host},
            {ENTRY(cusolverDnXgeqrf_bufferSize)});
  sweep.row({o.dense, o.params, 2, 2, type, device, 2, type, device, type, workspace, many,
             hostWorkspace, many, device},
            {ENTRY(cusolverDnXgeqrf)});
  sweep.row({o.dense, o.params, 2, 2, type, device, 2, type, host, host},
            {ENTRY(cusolverDnXgetrf_bufferSize)});
  sweep.row({o.dense, o.params, 2, 2, type, device, 2, longPivots, type, workspace, many,
             hostWorkspace, many, device},
            {ENTRY(cusolverDnXgetrf)});
  sweep.row(
      {o.dense, o.params, operation, 2, 1, type, device, 2, longPivots, type, device, 2, device},
      {ENTRY(cusolverDnXgetrs)});
  sweep.row({o.dense, o.params, vectors, lower, 2, type, device, 2, type, device, type, host, host},
            {ENTRY(cusolverDnXsyevd_bufferSize)});
  sweep.row({o.dense, o.params, vectors, lower, 2, type, device, 2, type, device, type, workspace,
             many, hostWorkspace, many, device},
            {ENTRY(cusolverDnXsyevd)});
  sweep.row(
      {o.dense, o.params, vectors, lower, 2, type, device, 2, type, device, type, host, host, 1},
      {ENTRY(cusolverDnXsyevBatched_bufferSize)});
  sweep.row({o.dense, o.params, vectors, lower, 2, type, device, 2, type, device, type, workspace,
             many, hostWorkspace, many, device, 1},
            {ENTRY(cusolverDnXsyevBatched)});
  sweep.row({o.dense, o.params, vectors, whole, lower, 2, type, device, 2, host, host, 1, 1, host,
             type, device, type, host, host},
            {ENTRY(cusolverDnXsyevdx_bufferSize)});
  sweep.row({o.dense, o.params,      vectors, whole, lower, 2,    type,   device, 2,
             host,    host,          1,       1,     host,  type, device, type,   workspace,
             many,    hostWorkspace, many,    device},
            {ENTRY(cusolverDnXsyevdx)});
  sweep.row({o.dense, o.params, CUSOLVER_EIG_MODE_NOVECTOR, vectors, 2, type, device, 2, type,
             device, type, device, 2, type, device, 2, type, host, host},
            {ENTRY(cusolverDnXgeev_bufferSize)});
  sweep.row({o.dense,
             o.params,
             CUSOLVER_EIG_MODE_NOVECTOR,
             vectors,
             2,
             type,
             device,
             2,
             type,
             device,
             type,
             device,
             2,
             type,
             device,
             2,
             type,
             workspace,
             many,
             hostWorkspace,
             many,
             device},
            {ENTRY(cusolverDnXgeev)});
  sweep.row({o.dense, o.params, 'A',    'A', 2,    2,      type, device, 2,    type,
             device,  type,     device, 2,   type, device, 2,    type,   host, host},
            {ENTRY(cusolverDnXgesvd_bufferSize)});
  sweep.row({o.dense,   o.params, 'A',           'A',    2,     2,    type,   device, 2,
             type,      device,   type,          device, 2,     type, device, 2,      type,
             workspace, many,     hostWorkspace, many,   device},
            {ENTRY(cusolverDnXgesvd)});
  sweep.row({o.dense, o.params, vectors, 0, 2,    2,      type, device, 2,    type,
             device,  type,     device,  2, type, device, 2,    type,   host, host},
            {ENTRY(cusolverDnXgesvdp_bufferSize)});
  sweep.row({o.dense,   o.params, vectors,       0,      2,      2,    type,   device, 2,
             type,      device,   type,          device, 2,      type, device, 2,      type,
             workspace, many,     hostWorkspace, many,   device, host},
            {ENTRY(cusolverDnXgesvdp)});
  sweep.row({o.dense, o.params, 'S',  'S',    2, 2,    2,      1, 1,    type, device, 2,
             type,    device,   type, device, 2, type, device, 2, type, host, host},
            {ENTRY(cusolverDnXgesvdr_bufferSize)});
  sweep.row({o.dense, o.params,  'S',  'S',           2,    2,      2, 1,    1,      type,
             device,  2,         type, device,        type, device, 2, type, device, 2,
             type,    workspace, many, hostWorkspace, many, device},
            {ENTRY(cusolverDnXgesvdr)});
  sweep.row({o.dense, o.params, cusolverDirectMode_t(0), cusolverStorevMode_t(0), 2, 2, type,
             device, 2, type, device, type, device, 2, type, host, host},
            {ENTRY(cusolverDnXlarft_bufferSize)});
  sweep.row({o.dense, o.params, cusolverDirectMode_t(0), cusolverStorevMode_t(0), 2, 2, type,
             device, 2, type, device, type, device, 2, type, workspace, many, hostWorkspace, many},
            {ENTRY(cusolverDnXlarft)});
}

static void orthogonal(Sweep& sweep, const Objects& o) {
  sweep.row({o.dense, 2, 2, 2, device, 2, device, host}, {SD(cusolverDn, orgqr_bufferSize)});
  sweep.row({o.dense, 2, 2, 2, device, 2, device, host}, {CZ(cusolverDn, ungqr_bufferSize)});
  sweep.row({o.dense, 2, 2, 2, device, 2, device, workspace, many, device},
            {SD(cusolverDn, orgqr)});
  sweep.row({o.dense, 2, 2, 2, device, 2, device, workspace, many, device},
            {CZ(cusolverDn, ungqr)});
  sweep.row({o.dense, left, operation, 2, 2, 2, device, 2, device, device, 2, host},
            {SD(cusolverDn, ormqr_bufferSize)});
  sweep.row({o.dense, left, operation, 2, 2, 2, device, 2, device, device, 2, host},
            {CZ(cusolverDn, unmqr_bufferSize)});
  sweep.row(
      {o.dense, left, operation, 2, 2, 2, device, 2, device, device, 2, workspace, many, device},
      {SD(cusolverDn, ormqr)});
  sweep.row(
      {o.dense, left, operation, 2, 2, 2, device, 2, device, device, 2, workspace, many, device},
      {CZ(cusolverDn, unmqr)});
  sweep.row({o.dense, left, 2, 2, 2, device, 2, device, host}, {SD(cusolverDn, orgbr_bufferSize)});
  sweep.row({o.dense, left, 2, 2, 2, device, 2, device, host}, {CZ(cusolverDn, ungbr_bufferSize)});
  sweep.row({o.dense, left, 2, 2, 2, device, 2, device, workspace, many, device},
            {SD(cusolverDn, orgbr)});
  sweep.row({o.dense, left, 2, 2, 2, device, 2, device, workspace, many, device},
            {CZ(cusolverDn, ungbr)});
  sweep.row({o.dense, lower, 2, device, 2, device, device, device, host},
            {SD(cusolverDn, sytrd_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, device, device, device, host},
            {CZ(cusolverDn, hetrd_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, device, device, device, workspace, many, device},
            {SD(cusolverDn, sytrd)});
  sweep.row({o.dense, lower, 2, device, 2, device, device, device, workspace, many, device},
            {CZ(cusolverDn, hetrd)});
  sweep.row({o.dense, lower, 2, device, 2, device, host}, {SD(cusolverDn, orgtr_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, device, host}, {CZ(cusolverDn, ungtr_bufferSize)});
  sweep.row({o.dense, lower, 2, device, 2, device, workspace, many, device},
            {SD(cusolverDn, orgtr)});
  sweep.row({o.dense, lower, 2, device, 2, device, workspace, many, device},
            {CZ(cusolverDn, ungtr)});
  sweep.row({o.dense, left, lower, operation, 2, 2, device, 2, device, device, 2, host},
            {SD(cusolverDn, ormtr_bufferSize)});
  sweep.row({o.dense, left, lower, operation, 2, 2, device, 2, device, device, 2, host},
            {CZ(cusolverDn, unmtr_bufferSize)});
  sweep.row({o.dense, left, lower, operation, 2, 2, device, 2, device, device, 2, workspace, many,
             device},
            {SD(cusolverDn, ormtr)});
  sweep.row({o.dense, left, lower, operation, 2, 2, device, 2, device, device, 2, workspace, many,
             device},
            {CZ(cusolverDn, unmtr)});
}

int main() {
  const Objects objects = create();
  Sweep sweep({
#include "cusolver_dense_entries.inc"
  });
  settings(sweep, objects);
  refinement(sweep, objects);
  linearSystems(sweep, objects);
  eigenvalues(sweep, objects);
  singularValues(sweep, objects);
  generic(sweep, objects);
  orthogonal(sweep, objects);
  return sweep.finish();
}
