/* What the older functions know of a matrix, and what they keep between analysis and solution. */
#ifndef HEDDLE_CUSPARSE_MATRIX_DESCRIPTORS_H
#define HEDDLE_CUSPARSE_MATRIX_DESCRIPTORS_H

#include "heddle/cusparse/types.h"

struct cusparseMatDescr;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
struct csric02Info;
typedef struct csric02Info* csric02Info_t;
struct bsric02Info;
typedef struct bsric02Info* bsric02Info_t;
struct csrilu02Info;
typedef struct csrilu02Info* csrilu02Info_t;
struct bsrilu02Info;
typedef struct bsrilu02Info* bsrilu02Info_t;
struct bsrsv2Info;
typedef struct bsrsv2Info* bsrsv2Info_t;
struct bsrsm2Info;
typedef struct bsrsm2Info* bsrsm2Info_t;
struct csru2csrInfo;
typedef struct csru2csrInfo* csru2csrInfo_t;
struct cusparseColorInfo;
typedef struct cusparseColorInfo* cusparseColorInfo_t;
struct pruneInfo;
typedef struct pruneInfo* pruneInfo_t;

typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum {
  CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
  CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} cusparseSolvePolicy_t;
typedef enum { CUSPARSE_COLOR_ALG0 = 0, CUSPARSE_COLOR_ALG1 = 1 } cusparseColorAlg_t;

#ifdef __cplusplus
extern "C" {
#endif

HEDDLE_CUSPARSE(CreateMatDescr)(cusparseMatDescr_t* descrA);
HEDDLE_CUSPARSE(DestroyMatDescr)(cusparseMatDescr_t descrA);
HEDDLE_CUSPARSE(SetMatType)(cusparseMatDescr_t descrA, cusparseMatrixType_t type);
cusparseMatrixType_t CUSPARSEAPI cusparseGetMatType(const cusparseMatDescr_t descrA);
HEDDLE_CUSPARSE(SetMatFillMode)(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode);
cusparseFillMode_t CUSPARSEAPI cusparseGetMatFillMode(const cusparseMatDescr_t descrA);
HEDDLE_CUSPARSE(SetMatDiagType)(cusparseMatDescr_t descrA, cusparseDiagType_t diagType);
cusparseDiagType_t CUSPARSEAPI cusparseGetMatDiagType(const cusparseMatDescr_t descrA);
HEDDLE_CUSPARSE(SetMatIndexBase)(cusparseMatDescr_t descrA, cusparseIndexBase_t base);
cusparseIndexBase_t CUSPARSEAPI cusparseGetMatIndexBase(const cusparseMatDescr_t descrA);

#define HEDDLE_CUSPARSE_INFO(name, type)                                                           \
  HEDDLE_CUSPARSE(Create##name)(type * info);                                                      \
  HEDDLE_CUSPARSE(Destroy##name)(type info);
HEDDLE_CUSPARSE_INFO(Csric02Info, csric02Info_t)
HEDDLE_CUSPARSE_INFO(Bsric02Info, bsric02Info_t)
HEDDLE_CUSPARSE_INFO(Csrilu02Info, csrilu02Info_t)
HEDDLE_CUSPARSE_INFO(Bsrilu02Info, bsrilu02Info_t)
HEDDLE_CUSPARSE_INFO(Bsrsv2Info, bsrsv2Info_t)
HEDDLE_CUSPARSE_INFO(Bsrsm2Info, bsrsm2Info_t)
HEDDLE_CUSPARSE_INFO(Csru2csrInfo, csru2csrInfo_t)
HEDDLE_CUSPARSE_INFO(ColorInfo, cusparseColorInfo_t)
HEDDLE_CUSPARSE_INFO(PruneInfo, pruneInfo_t)
#undef HEDDLE_CUSPARSE_INFO

typedef void (*cusparseLoggerCallback_t)(int logLevel, const char* functionName,
                                         const char* message);
HEDDLE_CUSPARSE(LoggerSetCallback)(cusparseLoggerCallback_t callback);
HEDDLE_CUSPARSE(LoggerSetFile)(FILE* file);
HEDDLE_CUSPARSE(LoggerOpenFile)(const char* logFile);
HEDDLE_CUSPARSE(LoggerSetLevel)(int level);
HEDDLE_CUSPARSE(LoggerSetMask)(int mask);
HEDDLE_CUSPARSE(LoggerForceDisable)(void);

#ifdef __cplusplus
}
#endif

#endif
