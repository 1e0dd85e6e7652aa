// Level 1 of BLAS: the entry points of the functions on vectors.
#include "cublas/reductions.h"
#include "cublas/vector_operations.h"

using namespace heddle::cublas;

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/level1_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/level1_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
