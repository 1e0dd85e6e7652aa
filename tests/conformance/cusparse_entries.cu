// The statuses of all functions of cuSPARSE for right and wrong arguments.

// nvcc: -lcusparse
#include "entries.h"

#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>

using namespace conformance;

#define SUCCEEDS(...) CHECK((__VA_ARGS__) == CUSPARSE_STATUS_SUCCESS)

static const auto operation = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const auto base = CUSPARSE_INDEX_BASE_ZERO;
static const auto index32 = CUSPARSE_INDEX_32I;
static const auto direction = CUSPARSE_DIRECTION_ROW;
static const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
static const auto type = CUDA_R_32F;

// The objects that the rows name.
struct Objects {
  cusparseHandle_t handle;
  cusparseMatDescr_t descr, changed;
  bsrsv2Info_t bsrsv2;
  bsrsm2Info_t bsrsm2;
  csrilu02Info_t csrilu02;
  bsrilu02Info_t bsrilu02;
  csric02Info_t csric02;
  bsric02Info_t bsric02;
  csru2csrInfo_t csru2csr;
  pruneInfo_t prune;
  cusparseColorInfo_t color;
  cusparseSpVecDescr_t spVec, changedSpVec;
  cusparseDnVecDescr_t dnVec, changedDnVec;
  cusparseDnMatDescr_t dnMat, changedDnMat;
  cusparseSpMatDescr_t spMat, changedSpMat, product;
  cusparseSpGEMMDescr_t spgemm;
  cusparseSpSVDescr_t spsv;
  cusparseSpSMDescr_t spsm;
};

static cusparseSpMatDescr_t identity(int64_t nonzeros) {
  const int counts[] = {0, 1, 2};
  int* offsets;
  float* values;
  cusparseSpMatDescr_t matrix;
  CUDA_CHECK(cudaMalloc(&offsets, sizeof counts));
  CUDA_CHECK(cudaMalloc(&values, sizeof counts));
  CUDA_CHECK(cudaMemcpy(offsets, counts, sizeof counts, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemset(values, 0x3f, sizeof counts));
  SUCCEEDS(cusparseCreateCsr(&matrix, 2, 2, nonzeros, offsets, offsets, values, index32, index32,
                             base, type));
  return matrix;
}

static void createVectors(cusparseSpVecDescr_t* spVec, cusparseDnVecDescr_t* dnVec,
                          cusparseDnMatDescr_t* dnMat) {
  int* memory;
  CUDA_CHECK(cudaMalloc(&memory, 64));
  CUDA_CHECK(cudaMemset(memory, 0, 64));
  SUCCEEDS(cusparseCreateSpVec(spVec, 2, 1, memory, memory + 1, index32, base, type));
  SUCCEEDS(cusparseCreateDnVec(dnVec, 2, memory, type));
  SUCCEEDS(cusparseCreateDnMat(dnMat, 2, 2, 2, memory, type, CUSPARSE_ORDER_COL));
}

static Objects create() {
  Objects o;
  SUCCEEDS(cusparseCreate(&o.handle));
  SUCCEEDS(cusparseCreateMatDescr(&o.descr));
  SUCCEEDS(cusparseCreateMatDescr(&o.changed));
  SUCCEEDS(cusparseCreateBsrsv2Info(&o.bsrsv2));
  SUCCEEDS(cusparseCreateBsrsm2Info(&o.bsrsm2));
  SUCCEEDS(cusparseCreateCsrilu02Info(&o.csrilu02));
  SUCCEEDS(cusparseCreateBsrilu02Info(&o.bsrilu02));
  SUCCEEDS(cusparseCreateCsric02Info(&o.csric02));
  SUCCEEDS(cusparseCreateBsric02Info(&o.bsric02));
  SUCCEEDS(cusparseCreateCsru2csrInfo(&o.csru2csr));
  SUCCEEDS(cusparseCreatePruneInfo(&o.prune));
  SUCCEEDS(cusparseCreateColorInfo(&o.color));
  SUCCEEDS(cusparseSpGEMM_createDescr(&o.spgemm));
  SUCCEEDS(cusparseSpSV_createDescr(&o.spsv));
  SUCCEEDS(cusparseSpSM_createDescr(&o.spsm));
  createVectors(&o.spVec, &o.dnVec, &o.dnMat);
  createVectors(&o.changedSpVec, &o.changedDnVec, &o.changedDnMat);
  o.spMat = identity(2);
  o.changedSpMat = identity(2);
  o.product = identity(2);
  return o;
}

static void settings(Sweep& sweep, const Objects& o) {
  sweep.row({o.handle, host}, {ENTRY(cusparseGetVersion)});
  sweep.row({libraryPropertyType(0), host}, {ENTRY(cusparseGetProperty)});
  sweep.row({o.handle, host}, {ENTRY(cusparseGetPointerMode)});
  sweep.row({o.handle, cusparsePointerMode_t(0)}, {ENTRY(cusparseSetPointerMode)});
  sweep.row({host}, {ENTRY(cusparseCreateMatDescr)});
  sweep.row({o.changed, cusparseMatrixType_t(0)}, {ENTRY(cusparseSetMatType)});
  sweep.row({o.changed, cusparseFillMode_t(0)}, {ENTRY(cusparseSetMatFillMode)});
  sweep.row({o.changed, cusparseDiagType_t(0)}, {ENTRY(cusparseSetMatDiagType)});
  sweep.row({o.changed, base}, {ENTRY(cusparseSetMatIndexBase)});
  sweep.row({host}, {ENTRY(cusparseCreateCsric02Info)});
  sweep.row({host}, {ENTRY(cusparseCreateBsric02Info)});
  sweep.row({host}, {ENTRY(cusparseCreateCsrilu02Info)});
  sweep.row({host}, {ENTRY(cusparseCreateBsrilu02Info)});
  sweep.row({host}, {ENTRY(cusparseCreateBsrsv2Info)});
  sweep.row({host}, {ENTRY(cusparseCreateBsrsm2Info)});
  sweep.row({host}, {ENTRY(cusparseCreateCsru2csrInfo)});
  sweep.row({host}, {ENTRY(cusparseCreateColorInfo)});
  sweep.row({host}, {ENTRY(cusparseCreatePruneInfo)});
  sweep.row({o.handle, 2, indices}, {ENTRY(cusparseCreateIdentityPermutation)});
}

static void descriptors(Sweep& sweep, const Objects& o) {
  sweep.row({host, 2, 2, indices, device, index32, base, type}, {ENTRY(cusparseCreateSpVec)});
  sweep.row({host, 2, 2, indices, device, index32, base, type}, {ENTRY(cusparseCreateConstSpVec)});
  sweep.row({o.spVec, host, host, host, host, host, host, host}, {ENTRY(cusparseSpVecGet)});
  sweep.row({o.spVec, host, host, host, host, host, host, host}, {ENTRY(cusparseConstSpVecGet)});
  sweep.row({o.spVec, host}, {ENTRY(cusparseSpVecGetIndexBase)});
  sweep.row({o.spVec, host}, {ENTRY(cusparseSpVecGetValues)});
  sweep.row({o.spVec, host}, {ENTRY(cusparseConstSpVecGetValues)});
  sweep.row({o.changedSpVec, device}, {ENTRY(cusparseSpVecSetValues)});
  sweep.row({host, 2, device, type}, {ENTRY(cusparseCreateDnVec)});
  sweep.row({host, 2, device, type}, {ENTRY(cusparseCreateConstDnVec)});
  sweep.row({o.dnVec, host, host, host}, {ENTRY(cusparseDnVecGet)});
  sweep.row({o.dnVec, host, host, host}, {ENTRY(cusparseConstDnVecGet)});
  sweep.row({o.dnVec, host}, {ENTRY(cusparseDnVecGetValues)});
  sweep.row({o.dnVec, host}, {ENTRY(cusparseConstDnVecGetValues)});
  sweep.row({o.changedDnVec, device}, {ENTRY(cusparseDnVecSetValues)});
  sweep.row({o.spMat, host}, {ENTRY(cusparseSpMatGetFormat)});
  sweep.row({o.spMat, host}, {ENTRY(cusparseSpMatGetIndexBase)});
  sweep.row({o.spMat, host}, {ENTRY(cusparseSpMatGetValues)});
  sweep.row({o.spMat, host}, {ENTRY(cusparseConstSpMatGetValues)});
  sweep.row({o.changedSpMat, device}, {ENTRY(cusparseSpMatSetValues)});
  sweep.row({o.spMat, host, host, host}, {ENTRY(cusparseSpMatGetSize)});
  sweep.row({o.spMat, host}, {ENTRY(cusparseSpMatGetStridedBatch)});
  sweep.row({o.changedSpMat, 1, 1}, {ENTRY(cusparseCooSetStridedBatch)});
  sweep.row({o.changedSpMat, 1, 1, 1}, {ENTRY(cusparseCsrSetStridedBatch)});
  sweep.row({o.changedSpMat, 1, 1, 1, 1}, {ENTRY(cusparseBsrSetStridedBatch)});
  sweep.row({o.spMat, cusparseSpMatAttribute_t(0), host, 4}, {ENTRY(cusparseSpMatGetAttribute)});
  sweep.row({o.changedSpMat, cusparseSpMatAttribute_t(0), host, 4},
            {ENTRY(cusparseSpMatSetAttribute)});
  sweep.row({host, 2, 2, 2, indices, indices, device, index32, index32, base, type},
            {ENTRY(cusparseCreateCsr)});
  sweep.row({host, 2, 2, 2, indices, indices, device, index32, index32, base, type},
            {ENTRY(cusparseCreateConstCsr)});
  sweep.row({host, 2, 2, 2, indices, indices, device, index32, index32, base, type},
            {ENTRY(cusparseCreateCsc)});
  sweep.row({host, 2, 2, 2, indices, indices, device, index32, index32, base, type},
            {ENTRY(cusparseCreateConstCsc)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseCsrGet)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseConstCsrGet)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseCscGet)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseConstCscGet)});
  sweep.row({o.changedSpMat, indices, indices, device}, {ENTRY(cusparseCsrSetPointers)});
  sweep.row({o.changedSpMat, indices, indices, device}, {ENTRY(cusparseCscSetPointers)});
  sweep.row({host, 2, 2, 2, 1, 1, indices, indices, device, index32, index32, base, type,
             CUSPARSE_ORDER_COL},
            {ENTRY(cusparseCreateBsr)});
  sweep.row({host, 2, 2, 2, 1, 1, indices, indices, device, index32, index32, base, type,
             CUSPARSE_ORDER_COL},
            {ENTRY(cusparseCreateConstBsr)});
  sweep.row({host, 2, 2, 2, indices, indices, device, index32, base, type},
            {ENTRY(cusparseCreateCoo)});
  sweep.row({host, 2, 2, 2, indices, indices, device, index32, base, type},
            {ENTRY(cusparseCreateConstCoo)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseCooGet)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseConstCooGet)});
  sweep.row({o.changedSpMat, indices, indices, device}, {ENTRY(cusparseCooSetPointers)});
  sweep.row({host, 2, 2, 2, 2, indices, device, index32, base, type},
            {ENTRY(cusparseCreateBlockedEll)});
  sweep.row({host, 2, 2, 2, 2, indices, device, index32, base, type},
            {ENTRY(cusparseCreateConstBlockedEll)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseBlockedEllGet)});
  sweep.row({o.spMat, host, host, host, host, host, host, host, host, host},
            {ENTRY(cusparseConstBlockedEllGet)});
  sweep.row({host, 2, 2, 2, 4, 2, indices, indices, device, index32, index32, base, type},
            {ENTRY(cusparseCreateSlicedEll)});
  sweep.row({host, 2, 2, 2, 4, 2, indices, indices, device, index32, index32, base, type},
            {ENTRY(cusparseCreateConstSlicedEll)});
  sweep.row({host, 2, 2, 2, device, type, CUSPARSE_ORDER_COL}, {ENTRY(cusparseCreateDnMat)});
  sweep.row({host, 2, 2, 2, device, type, CUSPARSE_ORDER_COL}, {ENTRY(cusparseCreateConstDnMat)});
  sweep.row({o.dnMat, host, host, host, host, host, host}, {ENTRY(cusparseDnMatGet)});
  sweep.row({o.dnMat, host, host, host, host, host, host}, {ENTRY(cusparseConstDnMatGet)});
  sweep.row({o.dnMat, host}, {ENTRY(cusparseDnMatGetValues)});
  sweep.row({o.dnMat, host}, {ENTRY(cusparseConstDnMatGetValues)});
  sweep.row({o.changedDnMat, device}, {ENTRY(cusparseDnMatSetValues)});
  sweep.row({o.changedDnMat, 1, 1}, {ENTRY(cusparseDnMatSetStridedBatch)});
  sweep.row({o.dnMat, host, host}, {ENTRY(cusparseDnMatGetStridedBatch)});
}

static void generic(Sweep& sweep, const Objects& o) {
  sweep.row({o.handle, host, o.spVec, host, o.dnVec}, {ENTRY(cusparseAxpby)});
  sweep.row({o.handle, o.dnVec, o.spVec}, {ENTRY(cusparseGather)});
  sweep.row({o.handle, o.spVec, o.dnVec}, {ENTRY(cusparseScatter)});
  sweep.row({o.handle, host, host, o.spVec, o.dnVec}, {ENTRY(cusparseRot)});
  sweep.row({o.handle, operation, o.spVec, o.dnVec, host, type, host},
            {ENTRY(cusparseSpVV_bufferSize)});
  sweep.row({o.handle, operation, o.spVec, o.dnVec, host, type, workspace}, {ENTRY(cusparseSpVV)});
  sweep.row({o.handle, o.spMat, o.dnMat, cusparseSparseToDenseAlg_t(0), host},
            {ENTRY(cusparseSparseToDense_bufferSize)});
  sweep.row({o.handle, o.spMat, o.dnMat, cusparseSparseToDenseAlg_t(0), workspace},
            {ENTRY(cusparseSparseToDense)});
  sweep.row({o.handle, o.dnMat, o.spMat, cusparseDenseToSparseAlg_t(0), host},
            {ENTRY(cusparseDenseToSparse_bufferSize)});
  sweep.row({o.handle, o.dnMat, o.spMat, cusparseDenseToSparseAlg_t(0), workspace},
            {ENTRY(cusparseDenseToSparse_analysis)});
  sweep.row({o.handle, o.dnMat, o.spMat, cusparseDenseToSparseAlg_t(0), workspace},
            {ENTRY(cusparseDenseToSparse_convert)});
  sweep.row({o.handle, operation, host, o.spMat, o.dnVec, host, o.dnVec, type, cusparseSpMVAlg_t(0),
             workspace},
            {ENTRY(cusparseSpMV)});
  sweep.row({o.handle, operation, host, o.spMat, o.dnVec, host, o.dnVec, type, cusparseSpMVAlg_t(0),
             host},
            {ENTRY(cusparseSpMV_bufferSize)});
  sweep.row({o.handle, operation, host, o.spMat, o.dnVec, host, o.dnVec, type, cusparseSpMVAlg_t(0),
             workspace},
            {ENTRY(cusparseSpMV_preprocess)});
  sweep.row({host}, {ENTRY(cusparseSpSV_createDescr)});
  sweep.row({o.handle, operation, host, o.spMat, o.dnVec, o.dnVec, type, cusparseSpSVAlg_t(0),
             o.spsv, host},
            {ENTRY(cusparseSpSV_bufferSize)});
  sweep.row({o.handle, operation, host, o.spMat, o.dnVec, o.dnVec, type, cusparseSpSVAlg_t(0),
             o.spsv, workspace},
            {ENTRY(cusparseSpSV_analysis)});
  sweep.row(
      {o.handle, operation, host, o.spMat, o.dnVec, o.dnVec, type, cusparseSpSVAlg_t(0), o.spsv},
      {ENTRY(cusparseSpSV_solve)});
  sweep.row({o.handle, o.spsv, device, cusparseSpSVUpdate_t(0)},
            {ENTRY(cusparseSpSV_updateMatrix)});
  sweep.row({host}, {ENTRY(cusparseSpSM_createDescr)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.dnMat, o.dnMat, type,
             cusparseSpSMAlg_t(0), o.spsm, host},
            {ENTRY(cusparseSpSM_bufferSize)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.dnMat, o.dnMat, type,
             cusparseSpSMAlg_t(0), o.spsm, workspace},
            {ENTRY(cusparseSpSM_analysis)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.dnMat, o.dnMat, type,
             cusparseSpSMAlg_t(0), o.spsm},
            {ENTRY(cusparseSpSM_solve)});
  sweep.row({o.handle, o.spsm, device, cusparseSpSMUpdate_t(0)},
            {ENTRY(cusparseSpSM_updateMatrix)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.dnMat, host, o.dnMat, type,
             cusparseSpMMAlg_t(0), host},
            {ENTRY(cusparseSpMM_bufferSize)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.dnMat, host, o.dnMat, type,
             cusparseSpMMAlg_t(0), workspace},
            {ENTRY(cusparseSpMM_preprocess)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.dnMat, host, o.dnMat, type,
             cusparseSpMMAlg_t(0), workspace},
            {ENTRY(cusparseSpMM)});
  sweep.row({host}, {ENTRY(cusparseSpGEMM_createDescr)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.spMat, host, o.product, type,
             cusparseSpGEMMAlg_t(0), o.spgemm, host, workspace},
            {ENTRY(cusparseSpGEMM_workEstimation)});
  sweep.row({o.spgemm, host}, {ENTRY(cusparseSpGEMM_getNumProducts)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.spMat, host, o.product, type,
             cusparseSpGEMMAlg_t(0), o.spgemm, 1.0, host, workspace, host},
            {ENTRY(cusparseSpGEMM_estimateMemory)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.spMat, host, o.product, type,
             cusparseSpGEMMAlg_t(0), o.spgemm, host, workspace},
            {ENTRY(cusparseSpGEMM_compute)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.spMat, host, o.product, type,
             cusparseSpGEMMAlg_t(0), o.spgemm},
            {ENTRY(cusparseSpGEMM_copy)});
  sweep.row({o.handle, operation, operation, o.spMat, o.spMat, o.product, cusparseSpGEMMAlg_t(0),
             o.spgemm, host, workspace},
            {ENTRY(cusparseSpGEMMreuse_workEstimation)});
  sweep.row({o.handle, operation, operation, o.spMat, o.spMat, o.product, cusparseSpGEMMAlg_t(0),
             o.spgemm, host, workspace, host, workspace, host, workspace},
            {ENTRY(cusparseSpGEMMreuse_nnz)});
  sweep.row({o.handle, operation, operation, o.spMat, o.spMat, o.product, cusparseSpGEMMAlg_t(0),
             o.spgemm, host, workspace},
            {ENTRY(cusparseSpGEMMreuse_copy)});
  sweep.row({o.handle, operation, operation, host, o.spMat, o.spMat, host, o.product, type,
             cusparseSpGEMMAlg_t(0), o.spgemm},
            {ENTRY(cusparseSpGEMMreuse_compute)});
  sweep.row({o.handle, operation, operation, host, o.dnMat, o.dnMat, host, o.spMat, type,
             cusparseSDDMMAlg_t(0), host},
            {ENTRY(cusparseSDDMM_bufferSize)});
  sweep.row({o.handle, operation, operation, host, o.dnMat, o.dnMat, host, o.spMat, type,
             cusparseSDDMMAlg_t(0), workspace},
            {ENTRY(cusparseSDDMM_preprocess)});
  sweep.row({o.handle, operation, operation, host, o.dnMat, o.dnMat, host, o.spMat, type,
             cusparseSDDMMAlg_t(0), workspace},
            {ENTRY(cusparseSDDMM)});
}

static void products(Sweep& sweep, const Objects& o) {
  sweep.row({o.handle, operation, size(2), size(2), host, device, size(2), size(2), device, indices,
             host, device, base, workspace},
            {SDCZ(cusparse, gemvi)});
  sweep.row({o.handle, operation, 2, 2, 2, host}, {SDCZ(cusparse, gemvi_bufferSize)});
  sweep.row({o.handle, direction, operation, size(2), size(2), size(2), host, o.descr, device,
             indices, indices, size(1), device, host, device},
            {SDCZ(cusparse, bsrmv)});
  sweep.row({o.handle, direction, operation, size(2), size(2), size(2), size(2), host, o.descr,
             device, indices, indices, indices, indices, size(1), device, host, device},
            {SDCZ(cusparse, bsrxmv)});
  sweep.row({o.handle, direction, operation, operation, size(2), size(2), size(2), size(2), host,
             o.descr, device, indices, indices, size(1), device, size(2), host, device, size(2)},
            {SDCZ(cusparse, bsrmm)});
}

static void systems(Sweep& sweep, const Objects& o) {
  sweep.row({o.handle, o.bsrsv2, host}, {ENTRY(cusparseXbsrsv2_zeroPivot)});
  sweep.row(
      {o.handle, direction, operation, 2, 2, o.descr, device, indices, indices, 1, o.bsrsv2, host},
      {SDCZ(cusparse, bsrsv2_bufferSize)});
  sweep.row({o.handle, direction, operation, size(2), size(2), o.descr, device, indices, indices,
             size(1), o.bsrsv2, policy, workspace},
            {SDCZ(cusparse, bsrsv2_analysis)});
  sweep.row({o.handle, direction, operation, size(2), size(2), host, o.descr, device, indices,
             indices, size(1), o.bsrsv2, device, device, policy, workspace},
            {SDCZ(cusparse, bsrsv2_solve)});
  sweep.row({o.handle, o.bsrsm2, host}, {ENTRY(cusparseXbsrsm2_zeroPivot)});
  sweep.row({o.handle, direction, operation, operation, 2, 2, 2, o.descr, device, indices, indices,
             1, o.bsrsm2, host},
            {SDCZ(cusparse, bsrsm2_bufferSize)});
  sweep.row({o.handle, direction, operation, operation, size(2), size(2), size(2), o.descr, device,
             indices, indices, size(1), o.bsrsm2, policy, workspace},
            {SDCZ(cusparse, bsrsm2_analysis)});
  sweep.row({o.handle, direction, operation, operation, size(2), size(2),  size(2),
             host,     o.descr,   device,    indices,   indices, size(1),  o.bsrsm2,
             device,   size(2),   device,    size(2),   policy,  workspace},
            {SDCZ(cusparse, bsrsm2_solve)});
  sweep.row({o.handle, o.csrilu02, size(1), host, host}, {SDCZ(cusparse, csrilu02_numericBoost)});
  sweep.row({o.handle, o.csrilu02, host}, {ENTRY(cusparseXcsrilu02_zeroPivot)});
  sweep.row({o.handle, 2, 2, o.descr, device, indices, indices, o.csrilu02, host},
            {SDCZ(cusparse, csrilu02_bufferSize)});
  sweep.row({o.handle, size(2), size(2), o.descr, device, indices, indices, o.csrilu02, policy,
             workspace},
            {SDCZ(cusparse, csrilu02_analysis)});
  sweep.row({o.handle, size(2), size(2), o.descr, device, indices, indices, o.csrilu02, policy,
             workspace},
            {SDCZ(cusparse, csrilu02)});
  sweep.row({o.handle, o.bsrilu02, size(1), host, host}, {SDCZ(cusparse, bsrilu02_numericBoost)});
  sweep.row({o.handle, o.bsrilu02, host}, {ENTRY(cusparseXbsrilu02_zeroPivot)});
  sweep.row({o.handle, direction, 2, 2, o.descr, device, indices, indices, 1, o.bsrilu02, host},
            {SDCZ(cusparse, bsrilu02_bufferSize)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             o.bsrilu02, policy, workspace},
            {SDCZ(cusparse, bsrilu02_analysis)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             o.bsrilu02, policy, workspace},
            {SDCZ(cusparse, bsrilu02)});
  sweep.row({o.handle, o.csric02, host}, {ENTRY(cusparseXcsric02_zeroPivot)});
  sweep.row({o.handle, 2, 2, o.descr, device, indices, indices, o.csric02, host},
            {SDCZ(cusparse, csric02_bufferSize)});
  sweep.row(
      {o.handle, size(2), size(2), o.descr, device, indices, indices, o.csric02, policy, workspace},
      {SDCZ(cusparse, csric02_analysis)});
  sweep.row(
      {o.handle, size(2), size(2), o.descr, device, indices, indices, o.csric02, policy, workspace},
      {SDCZ(cusparse, csric02)});
  sweep.row({o.handle, o.bsric02, host}, {ENTRY(cusparseXbsric02_zeroPivot)});
  sweep.row({o.handle, direction, 2, 2, o.descr, device, indices, indices, 1, o.bsric02, host},
            {SDCZ(cusparse, bsric02_bufferSize)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             o.bsric02, policy, workspace},
            {SDCZ(cusparse, bsric02_analysis)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             o.bsric02, policy, workspace},
            {SDCZ(cusparse, bsric02)});
  sweep.row({o.handle, 3, 2, device, device, device, device, 3, host},
            {SDCZ(cusparse, gtsv2_bufferSizeExt)});
  sweep.row({o.handle, size(3), size(2), device, device, device, device, size(3), workspace},
            {SDCZ(cusparse, gtsv2)});
  sweep.row({o.handle, 3, 2, device, device, device, device, 3, host},
            {SDCZ(cusparse, gtsv2_nopivot_bufferSizeExt)});
  sweep.row({o.handle, size(3), size(2), device, device, device, device, size(3), workspace},
            {SDCZ(cusparse, gtsv2_nopivot)});
  sweep.row({o.handle, 3, device, device, device, device, 2, 3, host},
            {SDCZ(cusparse, gtsv2StridedBatch_bufferSizeExt)});
  sweep.row({o.handle, size(3), device, device, device, device, size(2), size(3), workspace},
            {SDCZ(cusparse, gtsv2StridedBatch)});
  sweep.row({o.handle, 0, 3, device, device, device, device, 2, host},
            {SDCZ(cusparse, gtsvInterleavedBatch_bufferSizeExt)});
  sweep.row({o.handle, size(0), size(3), device, device, device, device, size(2), workspace},
            {SDCZ(cusparse, gtsvInterleavedBatch)});
  sweep.row({o.handle, 0, 3, device, device, device, device, device, device, 2, host},
            {SDCZ(cusparse, gpsvInterleavedBatch_bufferSizeExt)});
  sweep.row({o.handle, size(0), size(3), device, device, device, device, device, device, size(2),
             workspace},
            {SDCZ(cusparse, gpsvInterleavedBatch)});
}

static void conversions(Sweep& sweep, const Objects& o) {
  sweep.row({o.handle, 2, 2,      host,    o.descr, 2,       device, indices, indices, host,
             o.descr,  2, device, indices, indices, o.descr, device, indices, indices, host},
            {SDCZ(cusparse, csrgeam2_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), o.descr, size(2), indices, indices, o.descr, size(2),
             indices, indices, o.descr, indices, host, workspace},
            {ENTRY(cusparseXcsrgeam2Nnz)});
  sweep.row({o.handle, size(2), size(2), host,    o.descr, size(2),  device,
             indices,  indices, host,    o.descr, size(2), device,   indices,
             indices,  o.descr, device,  indices, indices, workspace},
            {SDCZ(cusparse, csrgeam2)});
  sweep.row({o.handle, size(2), size(2), o.descr, device, indices, indices, host, host, indices,
             indices, o.color},
            {SDCZ(cusparse, csrcolor)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, size(2), indices, host},
            {SDCZ(cusparse, nnz)});
  sweep.row({o.handle, size(2), o.descr, device, indices, indices, host, 1.0},
            {SDCZ(cusparse, nnz_compress)});
  sweep.row({o.handle, size(2), size(2), o.descr, device, indices, indices, size(2), indices,
             device, indices, indices, 1.0},
            {SDCZ(cusparse, csr2csr_compress)});
  sweep.row({o.handle, indices, size(2), size(2), indices, base}, {ENTRY(cusparseXcoo2csr)});
  sweep.row({o.handle, indices, size(2), size(2), indices, base}, {ENTRY(cusparseXcsr2coo)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, indices, indices, size(1), o.descr,
             indices, host},
            {ENTRY(cusparseXcsr2bsrNnz)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             o.descr, device, indices, indices},
            {SDCZ(cusparse, csr2bsr)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             o.descr, device, indices, indices},
            {SDCZ(cusparse, bsr2csr)});
  sweep.row({o.handle, 2, 2, 2, device, indices, indices, 1, 1, host},
            {SDCZ(cusparse, gebsr2gebsc_bufferSize)});
  sweep.row({o.handle, size(2), size(2), size(2), device, indices, indices, size(1), size(1),
             device, indices, indices, CUSPARSE_ACTION_NUMERIC, base, workspace},
            {SDCZ(cusparse, gebsr2gebsc)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, size(1),
             size(1), o.descr, device, indices, indices},
            {SDCZ(cusparse, gebsr2csr)});
  sweep.row({o.handle, direction, 2, 2, o.descr, device, indices, indices, 1, 1, host},
            {SDCZ(cusparse, csr2gebsr_bufferSize)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, indices, indices, o.descr, indices,
             size(1), size(1), host, workspace},
            {ENTRY(cusparseXcsr2gebsrNnz)});
  sweep.row({o.handle, direction, size(2), size(2), o.descr, device, indices, indices, o.descr,
             device, indices, indices, size(1), size(1), workspace},
            {SDCZ(cusparse, csr2gebsr)});
  sweep.row({o.handle, direction, 2, 2, 2, o.descr, device, indices, indices, 1, 1, 1, 1, host},
            {SDCZ(cusparse, gebsr2gebsr_bufferSize)});
  sweep.row({o.handle, direction, size(2), size(2), size(2), o.descr, indices, indices, size(1),
             size(1), o.descr, indices, size(1), size(1), host, workspace},
            {ENTRY(cusparseXgebsr2gebsrNnz)});
  sweep.row({o.handle, direction, size(2), size(2), size(2), o.descr, device, indices, indices,
             size(1), size(1), o.descr, device, indices, indices, size(1), size(1), workspace},
            {SDCZ(cusparse, gebsr2gebsr)});
  sweep.row({o.handle, 2, 2, 2, indices, indices, host}, {ENTRY(cusparseXcoosort_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), size(2), indices, indices, indices, workspace},
            {ENTRY(cusparseXcoosortByRow)});
  sweep.row({o.handle, size(2), size(2), size(2), indices, indices, indices, workspace},
            {ENTRY(cusparseXcoosortByColumn)});
  sweep.row({o.handle, 2, 2, 2, indices, indices, host}, {ENTRY(cusparseXcsrsort_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, indices, indices, indices, workspace},
            {ENTRY(cusparseXcsrsort)});
  sweep.row({o.handle, 2, 2, 2, indices, indices, host}, {ENTRY(cusparseXcscsort_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, indices, indices, indices, workspace},
            {ENTRY(cusparseXcscsort)});
  sweep.row({o.handle, 2, 2, 2, device, indices, indices, o.csru2csr, host},
            {SDCZ(cusparse, csru2csr_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, o.csru2csr,
             workspace},
            {SDCZ(cusparse, csru2csr)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, o.csru2csr,
             workspace},
            {SDCZ(cusparse, csr2csru)});
  sweep.row({o.handle, 2, 2, device, 2, host, o.descr, device, indices, indices, host},
            {ENTRY(cusparseHpruneDense2csr_bufferSizeExt)});
  sweep.row({o.handle, 2, 2, device, 2, host, o.descr, device, indices, indices, host},
            {SD(cusparse, pruneDense2csr_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), device, size(2), host, o.descr, indices, host, workspace},
            {ENTRY(cusparseHpruneDense2csrNnz)});
  sweep.row({o.handle, size(2), size(2), device, size(2), host, o.descr, indices, host, workspace},
            {SD(cusparse, pruneDense2csrNnz)});
  sweep.row({o.handle, size(2), size(2), device, size(2), host, o.descr, device, indices, indices,
             workspace},
            {ENTRY(cusparseHpruneDense2csr)});
  sweep.row({o.handle, size(2), size(2), device, size(2), host, o.descr, device, indices, indices,
             workspace},
            {SD(cusparse, pruneDense2csr)});
  sweep.row({o.handle, 2, 2, 2, o.descr, device, indices, indices, host, o.descr, device, indices,
             indices, host},
            {ENTRY(cusparseHpruneCsr2csr_bufferSizeExt)});
  sweep.row({o.handle, 2, 2, 2, o.descr, device, indices, indices, host, o.descr, device, indices,
             indices, host},
            {SD(cusparse, pruneCsr2csr_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, host, o.descr,
             indices, host, workspace},
            {ENTRY(cusparseHpruneCsr2csrNnz)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, host, o.descr,
             indices, host, workspace},
            {SD(cusparse, pruneCsr2csrNnz)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, host, o.descr,
             device, indices, indices, workspace},
            {ENTRY(cusparseHpruneCsr2csr)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, host, o.descr,
             device, indices, indices, workspace},
            {SD(cusparse, pruneCsr2csr)});
  sweep.row({o.handle, 2, 2, device, 2, 1.0, o.descr, device, indices, indices, o.prune, host},
            {ENTRY(cusparseHpruneDense2csrByPercentage_bufferSizeExt)});
  sweep.row({o.handle, 2, 2, device, 2, 1.0, o.descr, device, indices, indices, o.prune, host},
            {SD(cusparse, pruneDense2csrByPercentage_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), device, size(2), 1.0, o.descr, indices, host, o.prune,
             workspace},
            {ENTRY(cusparseHpruneDense2csrNnzByPercentage)});
  sweep.row({o.handle, size(2), size(2), device, size(2), 1.0, o.descr, indices, host, o.prune,
             workspace},
            {SD(cusparse, pruneDense2csrNnzByPercentage)});
  sweep.row({o.handle, size(2), size(2), device, size(2), 1.0, o.descr, device, indices, indices,
             o.prune, workspace},
            {ENTRY(cusparseHpruneDense2csrByPercentage)});
  sweep.row({o.handle, size(2), size(2), device, size(2), 1.0, o.descr, device, indices, indices,
             o.prune, workspace},
            {SD(cusparse, pruneDense2csrByPercentage)});
  sweep.row({o.handle, 2, 2, 2, o.descr, device, indices, indices, 1.0, o.descr, device, indices,
             indices, o.prune, host},
            {ENTRY(cusparseHpruneCsr2csrByPercentage_bufferSizeExt)});
  sweep.row({o.handle, 2, 2, 2, o.descr, device, indices, indices, 1.0, o.descr, device, indices,
             indices, o.prune, host},
            {SD(cusparse, pruneCsr2csrByPercentage_bufferSizeExt)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, 1.0, o.descr,
             indices, host, o.prune, workspace},
            {ENTRY(cusparseHpruneCsr2csrNnzByPercentage)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, 1.0, o.descr,
             indices, host, o.prune, workspace},
            {SD(cusparse, pruneCsr2csrNnzByPercentage)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, 1.0, o.descr,
             device, indices, indices, o.prune, workspace},
            {ENTRY(cusparseHpruneCsr2csrByPercentage)});
  sweep.row({o.handle, size(2), size(2), size(2), o.descr, device, indices, indices, 1.0, o.descr,
             device, indices, indices, o.prune, workspace},
            {SD(cusparse, pruneCsr2csrByPercentage)});
  sweep.row({o.handle, size(2), size(2), size(2), device, indices, indices, device, indices,
             indices, type, CUSPARSE_ACTION_NUMERIC, base, CUSPARSE_CSR2CSC_ALG1, workspace},
            {ENTRY(cusparseCsr2cscEx2)});
  sweep.row({o.handle, 2, 2, 2, device, indices, indices, device, indices, indices, type,
             CUSPARSE_ACTION_NUMERIC, base, CUSPARSE_CSR2CSC_ALG1, host},
            {ENTRY(cusparseCsr2cscEx2_bufferSize)});
}

int main() {
  const Objects objects = create();
  Sweep sweep({
#include "cusparse_entries.inc"
  });
  settings(sweep, objects);
  descriptors(sweep, objects);
  generic(sweep, objects);
  products(sweep, objects);
  systems(sweep, objects);
  conversions(sweep, objects);
  return sweep.finish();
}
