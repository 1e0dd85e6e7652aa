/* Level 1 of BLAS in the interface of cublas.h, which includes this. */

#define HEDDLE_VECTORS(S, T)                                                                       \
  void CUBLASWINAPI cublas##S##copy(int n, const T* x, int incx, T* y, int incy);                  \
  void CUBLASWINAPI cublas##S##swap(int n, T* x, int incx, T* y, int incy);                        \
  void CUBLASWINAPI cublas##S##axpy(int n, T alpha, const T* x, int incx, T* y, int incy);         \
  void CUBLASWINAPI cublas##S##scal(int n, T alpha, T* x, int incx);
HEDDLE_VECTORS(S, float)
HEDDLE_VECTORS(D, double)
HEDDLE_VECTORS(C, cuComplex)
HEDDLE_VECTORS(Z, cuDoubleComplex)
#undef HEDDLE_VECTORS

void CUBLASWINAPI cublasCsscal(int n, float alpha, cuComplex* x, int incx);
void CUBLASWINAPI cublasZdscal(int n, double alpha, cuDoubleComplex* x, int incx);

#define HEDDLE_DOT(name, T) T CUBLASWINAPI name(int n, const T* x, int incx, const T* y, int incy);
HEDDLE_DOT(cublasSdot, float)
HEDDLE_DOT(cublasDdot, double)
HEDDLE_DOT(cublasCdotu, cuComplex)
HEDDLE_DOT(cublasCdotc, cuComplex)
HEDDLE_DOT(cublasZdotu, cuDoubleComplex)
HEDDLE_DOT(cublasZdotc, cuDoubleComplex)
#undef HEDDLE_DOT

#define HEDDLE_REDUCTIONS(nrm2, asum, amax, amin, T, R)                                            \
  R CUBLASWINAPI nrm2(int n, const T* x, int incx);                                                \
  R CUBLASWINAPI asum(int n, const T* x, int incx);                                                \
  int CUBLASWINAPI amax(int n, const T* x, int incx);                                              \
  int CUBLASWINAPI amin(int n, const T* x, int incx);
HEDDLE_REDUCTIONS(cublasSnrm2, cublasSasum, cublasIsamax, cublasIsamin, float, float)
HEDDLE_REDUCTIONS(cublasDnrm2, cublasDasum, cublasIdamax, cublasIdamin, double, double)
HEDDLE_REDUCTIONS(cublasScnrm2, cublasScasum, cublasIcamax, cublasIcamin, cuComplex, float)
HEDDLE_REDUCTIONS(cublasDznrm2, cublasDzasum, cublasIzamax, cublasIzamin, cuDoubleComplex, double)
#undef HEDDLE_REDUCTIONS

#define HEDDLE_ROT(name, T, C, S)                                                                  \
  void CUBLASWINAPI name(int n, T* x, int incx, T* y, int incy, C c, S s);
HEDDLE_ROT(cublasSrot, float, float, float)
HEDDLE_ROT(cublasDrot, double, double, double)
HEDDLE_ROT(cublasCrot, cuComplex, float, cuComplex)
HEDDLE_ROT(cublasCsrot, cuComplex, float, float)
HEDDLE_ROT(cublasZrot, cuDoubleComplex, double, cuDoubleComplex)
HEDDLE_ROT(cublasZdrot, cuDoubleComplex, double, double)
#undef HEDDLE_ROT

void CUBLASWINAPI cublasSrotg(float* a, float* b, float* c, float* s);
void CUBLASWINAPI cublasDrotg(double* a, double* b, double* c, double* s);
void CUBLASWINAPI cublasCrotg(cuComplex* a, cuComplex b, float* c, cuComplex* s);
void CUBLASWINAPI cublasZrotg(cuDoubleComplex* a, cuDoubleComplex b, double* c, cuDoubleComplex* s);
void CUBLASWINAPI cublasSrotm(int n, float* x, int incx, float* y, int incy, const float* param);
void CUBLASWINAPI cublasDrotm(int n, double* x, int incx, double* y, int incy, const double* param);
void CUBLASWINAPI cublasSrotmg(float* d1, float* d2, float* x1, const float* y1, float* param);
void CUBLASWINAPI cublasDrotmg(double* d1, double* d2, double* x1, const double* y1, double* param);
