/* cuBLAS: the functions of libcublas under the names that the library exports. Programs include
   cublas_v2.h, which gives them their short names, or cublas.h, the interface before that. */
#ifndef HEDDLE_CUBLAS_API_H
#define HEDDLE_CUBLAS_API_H

/* The name that programs test for. */
#define CUBLAS_API_H_

#include "heddle/cublas/factorizations.h"
#include "heddle/cublas/helpers.h"
#include "heddle/cublas/rotations.h"
#include "heddle/cublas/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CUBLAS_INT int
#define HEDDLE_CUBLAS(name) cublasStatus_t CUBLASWINAPI name
#include "heddle/cublas/batched.h"
#include "heddle/cublas/copies.h"
#include "heddle/cublas/ex.h"
#include "heddle/cublas/extensions.h"
#include "heddle/cublas/level1.h"
#include "heddle/cublas/level2.h"
#include "heddle/cublas/level3.h"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#define HEDDLE_CUBLAS_INT int64_t
#define HEDDLE_CUBLAS(name) cublasStatus_t CUBLASWINAPI name##_64
#include "heddle/cublas/batched.h"
#include "heddle/cublas/copies.h"
#include "heddle/cublas/ex.h"
#include "heddle/cublas/extensions.h"
#include "heddle/cublas/level1.h"
#include "heddle/cublas/level2.h"
#include "heddle/cublas/level3.h"
#undef HEDDLE_CUBLAS
#undef HEDDLE_CUBLAS_INT

#ifdef __cplusplus
}

#include "heddle/cublas/compute_types.h"
#endif

#endif
