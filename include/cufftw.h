/* cuFFTW: FFTW's interface over cuFFT, for programs that were written for FFTW 3. The data may be
   in memory of the host or of the device. */
#ifndef HEDDLE_CUFFTW_H
#define HEDDLE_CUFFTW_H

/* The name that programs test for. */
#define _CUFFTW_H_

#include "cufft.h"
#include <stddef.h>
#include <stdio.h>

#define FFTW_FORWARD -1
#define FFTW_INVERSE 1
#define FFTW_BACKWARD 1

#define FFTW_ESTIMATE 0x01
#define FFTW_MEASURE 0x02
#define FFTW_PATIENT 0x03
#define FFTW_EXHAUSTIVE 0x04
#define FFTW_WISDOM_ONLY 0x05
#define FFTW_DESTROY_INPUT 0x08
#define FFTW_PRESERVE_INPUT 0x0C
#define FFTW_UNALIGNED 0x10

/* A program that has included <complex.h> gets C's complex numbers. */
#if !defined(FFTW_NO_Complex) && defined(_Complex_I) && defined(complex)
typedef double _Complex fftw_complex;
typedef float _Complex fftwf_complex;
#else
typedef double fftw_complex[2];
typedef float fftwf_complex[2];
#endif

typedef void* fftw_plan;
typedef void* fftwf_plan;

typedef struct {
  int n;
  int is;
  int os;
} fftw_iodim;
typedef fftw_iodim fftwf_iodim;

typedef struct {
  ptrdiff_t n;
  ptrdiff_t is;
  ptrdiff_t os;
} fftw_iodim64;
typedef fftw_iodim64 fftwf_iodim64;

/* All functions of one precision: `name` makes their names, C and R are the types of numbers. */
#define HEDDLE_FFTW_FUNCTIONS(name, C, R)                                                          \
  CUFFTAPI void* name(plan_dft_1d)(int n, C* in, C* out, int sign, unsigned flags);                \
  CUFFTAPI void* name(plan_dft_2d)(int n0, int n1, C* in, C* out, int sign, unsigned flags);       \
  CUFFTAPI void* name(plan_dft_3d)(int n0, int n1, int n2, C* in, C* out, int sign,                \
                                   unsigned flags);                                                \
  CUFFTAPI void* name(plan_dft)(int rank, const int* n, C* in, C* out, int sign, unsigned flags);  \
  CUFFTAPI void* name(plan_dft_r2c_1d)(int n, R* in, C* out, unsigned flags);                      \
  CUFFTAPI void* name(plan_dft_r2c_2d)(int n0, int n1, R* in, C* out, unsigned flags);             \
  CUFFTAPI void* name(plan_dft_r2c_3d)(int n0, int n1, int n2, R* in, C* out, unsigned flags);     \
  CUFFTAPI void* name(plan_dft_r2c)(int rank, const int* n, R* in, C* out, unsigned flags);        \
  CUFFTAPI void* name(plan_dft_c2r_1d)(int n, C* in, R* out, unsigned flags);                      \
  CUFFTAPI void* name(plan_dft_c2r_2d)(int n0, int n1, C* in, R* out, unsigned flags);             \
  CUFFTAPI void* name(plan_dft_c2r_3d)(int n0, int n1, int n2, C* in, R* out, unsigned flags);     \
  CUFFTAPI void* name(plan_dft_c2r)(int rank, const int* n, C* in, R* out, unsigned flags);        \
  CUFFTAPI void* name(plan_many_dft)(int rank, const int* n, int batch, C* in, const int* inembed, \
                                     int istride, int idist, C* out, const int* onembed,           \
                                     int ostride, int odist, int sign, unsigned flags);            \
  CUFFTAPI void* name(plan_many_dft_r2c)(                                                          \
      int rank, const int* n, int batch, R* in, const int* inembed, int istride, int idist,        \
      C* out, const int* onembed, int ostride, int odist, unsigned flags);                         \
  CUFFTAPI void* name(plan_many_dft_c2r)(                                                          \
      int rank, const int* n, int batch, C* in, const int* inembed, int istride, int idist,        \
      R* out, const int* onembed, int ostride, int odist, unsigned flags);                         \
  CUFFTAPI void* name(plan_guru_dft)(int rank, const fftw_iodim* dims, int batch_rank,             \
                                     const fftw_iodim* batch_dims, C* in, C* out, int sign,        \
                                     unsigned flags);                                              \
  CUFFTAPI void* name(plan_guru_dft_r2c)(int rank, const fftw_iodim* dims, int batch_rank,         \
                                         const fftw_iodim* batch_dims, R* in, C* out,              \
                                         unsigned flags);                                          \
  CUFFTAPI void* name(plan_guru_dft_c2r)(int rank, const fftw_iodim* dims, int batch_rank,         \
                                         const fftw_iodim* batch_dims, C* in, R* out,              \
                                         unsigned flags);                                          \
  CUFFTAPI void* name(plan_guru64_dft)(int rank, const fftw_iodim64* dims, int batch_rank,         \
                                       const fftw_iodim64* batch_dims, C* in, C* out, int sign,    \
                                       unsigned flags);                                            \
  CUFFTAPI void* name(plan_guru64_dft_r2c)(int rank, const fftw_iodim64* dims, int batch_rank,     \
                                           const fftw_iodim64* batch_dims, R* in, C* out,          \
                                           unsigned flags);                                        \
  CUFFTAPI void* name(plan_guru64_dft_c2r)(int rank, const fftw_iodim64* dims, int batch_rank,     \
                                           const fftw_iodim64* batch_dims, C* in, R* out,          \
                                           unsigned flags);                                        \
  CUFFTAPI void name(execute)(void* const plan);                                                   \
  CUFFTAPI void name(execute_dft)(void* const plan, C* in, C* out);                                \
  CUFFTAPI void name(execute_dft_r2c)(void* const plan, R* in, C* out);                            \
  CUFFTAPI void name(execute_dft_c2r)(void* const plan, C* in, R* out);                            \
  CUFFTAPI void* name(malloc)(size_t n);                                                           \
  CUFFTAPI void name(free)(void* pointer);                                                         \
  CUFFTAPI void name(export_wisdom_to_file)(FILE * output_file);                                   \
  CUFFTAPI int name(import_wisdom_from_file)(FILE * input_file);                                   \
  CUFFTAPI void name(print_plan)(void* const plan);                                                \
  CUFFTAPI void name(set_timelimit)(double seconds);                                               \
  CUFFTAPI double name(cost)(void* const plan);                                                    \
  CUFFTAPI void name(flops)(void* const plan, double* add, double* mul, double* fma);              \
  CUFFTAPI void name(destroy_plan)(void* plan);                                                    \
  CUFFTAPI void name(cleanup)(void);

#define HEDDLE_FFTW_DOUBLE(name) fftw_##name
#define HEDDLE_FFTW_SINGLE(name) fftwf_##name

#ifdef __cplusplus
extern "C" {
#endif
HEDDLE_FFTW_FUNCTIONS(HEDDLE_FFTW_DOUBLE, fftw_complex, double)
HEDDLE_FFTW_FUNCTIONS(HEDDLE_FFTW_SINGLE, fftwf_complex, float)
#ifdef __cplusplus
}
#endif

#undef HEDDLE_FFTW_FUNCTIONS
#undef HEDDLE_FFTW_DOUBLE
#undef HEDDLE_FFTW_SINGLE

#endif
