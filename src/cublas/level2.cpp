// Level 2 of BLAS: the entry points of the functions on a matrix and vectors.
#include "cublas/self_adjoint_vector.h"

using namespace heddle::cublas;

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t name
#include "cublas/level2_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT std::int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t name##_64
#include "cublas/level2_entries.def"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT
