// Level 3 of BLAS: the entry points of the functions on matrices.
#include "cublas/gemm_calls.h"
#include "cublas/rank_updates.h"

using namespace heddle::cublas;

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/level3_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/level3_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
