// cuBLAS: products whose types are arguments (halves, bfloat16, 8-bit integers, complex numbers),
// batches by addresses and by strides, groups, and vector operations on halves, against plain
// loops.

// nvcc: -lcublas
#include "cublas_check.h"
#include <math.h>

using namespace conformance;

static cublasHandle_t handle;

template <class T> double value(T x) {
  return static_cast<double>(static_cast<float>(x));
}
template <class T> std::vector<T> converted(size_t count, unsigned seed) {
  std::vector<T> result;
  for (float x : smallNumbers<float>(count, seed))
    result.push_back(static_cast<T>(std::is_integral_v<T> ? 2 * x : x));
  return result;
}

// C = alpha A' B + beta C, with factors of type F.
template <class AB, class C, class F>
void mixed(cudaDataType abType, cudaDataType cType, cublasComputeType_t compute, F alpha, F beta,
           double tolerance) {
  const int m = 37, n = 21, k = 60, lda = k + 4, ldb = k + 8, ldc = m + 3;
  Both<AB> a(converted<AB>(static_cast<size_t>(lda) * m, 1)),
      b(converted<AB>(static_cast<size_t>(ldb) * n, 2));
  Both<C> c(converted<C>(static_cast<size_t>(ldc) * n, 3));
  CUBLAS_CHECK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, a.device, abType,
                            lda, b.device, abType, ldb, &beta, c.device, cType, ldc, compute,
                            CUBLAS_GEMM_DEFAULT));
  const std::vector<C> actual = c.download();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int l = 0; l < k; ++l)
        sum += value(a.host[l + static_cast<size_t>(i) * lda]) *
               value(b.host[l + static_cast<size_t>(j) * ldb]);
      const size_t at = i + static_cast<size_t>(j) * ldc;
      const double expected = value(alpha) * sum + value(beta) * value(c.host[at]);
      CHECK(fabs(value(actual[at]) - expected) <= tolerance * (1 + fabs(expected)));
    }
}

template <class T> void batches() {
  const int m = 7, n = 5, k = 6, count = 9;
  const size_t strideA = m * k + 3, strideB = k * n + 2, strideC = m * n + 1;
  Both<T> a(smallNumbers<T>(strideA * count, 4)), b(smallNumbers<T>(strideB * count, 5)),
      c(smallNumbers<T>(strideC * count, 6));
  const T alpha = fromNumber<T>(2), beta = fromNumber<T>(0.5);
  const auto check = [&] {
    const std::vector<T> actual = c.download();
    for (int g = 0; g < count; ++g)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          Number sum = 0;
          for (int l = 0; l < k; ++l)
            sum +=
                number(a.host[g * strideA + i + l * m]) * number(b.host[g * strideB + l + j * k]);
          const size_t at = g * strideC + i + j * m;
          CHECK(isNear(actual[at], 2.0 * sum + 0.5 * number(c.host[at]), 1e-5));
        }
  };
  CUBLAS_CHECK(Blas<T>::gemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha,
                                           a.device, m, strideA, b.device, k, strideB, &beta,
                                           c.device, m, strideC, count));
  check();
  std::vector<const T*> addressesA, addressesB;
  std::vector<T*> addressesC;
  for (int g = 0; g < count; ++g) {
    addressesA.push_back(a.device + g * strideA);
    addressesB.push_back(b.device + g * strideB);
    addressesC.push_back(c.device + g * strideC);
  }
  const Both<const T*> as(addressesA), bs(addressesB);
  const Both<T*> cs(addressesC);
  c.upload();
  CUBLAS_CHECK(Blas<T>::gemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, as.device, m,
                                    bs.device, k, &beta, cs.device, m, count));
  check();
}

// Two groups of products of different shapes.
static void groups() {
  const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_N};
  const int m[] = {3, 5}, n[] = {4, 2}, k[] = {2, 6}, sizes[] = {2, 1}, lda[] = {3, 5},
            ldb[] = {2, 6}, ldc[] = {3, 5};
  const double alpha[] = {1, 2}, beta[] = {0, 0};
  Both<double> a(smallNumbers<double>(100, 7)), b(smallNumbers<double>(100, 8)),
      c(smallNumbers<double>(100, 9));
  const Both<const double*> as({a.device, a.device + 30, a.device + 60}),
      bs({b.device, b.device + 30, b.device + 60});
  const Both<double*> cs({c.device, c.device + 30, c.device + 60});
  CUBLAS_CHECK(cublasDgemmGroupedBatched(handle, operations, operations, m, n, k, alpha, as.device,
                                         lda, bs.device, ldb, beta, cs.device, ldc, 2, sizes));
  const std::vector<double> actual = c.download();
  for (int g = 0; g < 3; ++g) {
    const int shape = g == 2;
    for (int j = 0; j < n[shape]; ++j)
      for (int i = 0; i < m[shape]; ++i) {
        double sum = 0;
        for (int l = 0; l < k[shape]; ++l)
          sum += a.host[30 * g + i + l * m[shape]] * b.host[30 * g + l + j * k[shape]];
        CHECK(fabs(actual[30 * g + i + j * m[shape]] - alpha[shape] * sum) < 1e-12);
      }
  }
}

static void halfVectors() {
  Both<__half> x({__half(1.0f), __half(2.0f), __half(-3.0f)}),
      y({__half(0.5f), __half(1.0f), __half(2.0f)}), result({__half(0.0f)});
  const float alpha = 2;
  CUBLAS_CHECK(cublasAxpyEx(handle, 3, &alpha, CUDA_R_32F, x.device, CUDA_R_16F, 1, y.device,
                            CUDA_R_16F, 1, CUDA_R_32F));
  CHECK(value(y.download()[0]) == 2.5 && value(y.download()[2]) == -4);
  __half dot;
  CUBLAS_CHECK(cublasDotEx(handle, 3, x.device, CUDA_R_16F, 1, y.device, CUDA_R_16F, 1, &dot,
                           CUDA_R_16F, CUDA_R_32F));
  CHECK(value(dot) == 24.5);
  CUBLAS_CHECK(cublasScalEx(handle, 3, &alpha, CUDA_R_32F, x.device, CUDA_R_16F, 1, CUDA_R_32F));
  CHECK(value(x.download()[2]) == -6);
}

int main() {
  CUBLAS_CHECK(cublasCreate(&handle));
  mixed<__half, __half, float>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1.5f, -0.5f, 1e-3);
  mixed<__half, float, float>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1.5f, -0.5f, 1e-5);
  mixed<__half, __half, __half>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, __half(1.5f),
                                __half(0.0f), 2e-2);
  mixed<__nv_bfloat16, __nv_bfloat16, float>(CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 1.5f,
                                             0.5f, 1e-2);
  mixed<__nv_bfloat16, float, float>(CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1.5f, 0.5f, 1e-5);
  mixed<signed char, int, int>(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 3, -2, 0);
  mixed<signed char, float, float>(CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1.5f, -0.5f, 1e-6);
  mixed<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 1.5f, -0.5f,
                             1e-2);
  mixed<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1.5, -0.5, 1e-12);
  batches<float>();
  batches<double>();
  batches<cuComplex>();
  batches<cuDoubleComplex>();
  groups();
  halfVectors();
  CUBLAS_CHECK(cublasDestroy(handle));
  puts("ok");
}
