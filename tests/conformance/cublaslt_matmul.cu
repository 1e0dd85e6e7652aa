// cublasLt: products with layouts, strided batches, bias, ReLU and GELU, their gradients, gradients
// of the bias, and a result apart from C, against plain loops.

// nvcc: -lcublasLt -lcublas
#include "cublas_check.h"
#include <cublasLt.h>
#include <math.h>

using namespace conformance;

static cublasLtHandle_t handle;

// The descriptors of a product of column-major floats.
struct Product {
  cublasLtMatmulDesc_t operation;
  cublasLtMatrixLayout_t a, b, c, d;
  int m, n, k, count;

  Product(int m, int n, int k, cublasOperation_t transa, int count = 1,
          cublasOperation_t transb = CUBLAS_OP_N)
      : m(m), n(n), k(k), count(count) {
    CUBLAS_CHECK(cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    set(CUBLASLT_MATMUL_DESC_TRANSA, transa);
    set(CUBLASLT_MATMUL_DESC_TRANSB, transb);
    const bool plain = transa == CUBLAS_OP_N;
    layout(a, plain ? m : k, plain ? k : m);
    layout(b, transb == CUBLAS_OP_N ? k : n, transb == CUBLAS_OP_N ? n : k);
    layout(c, m, n);
    layout(d, m, n);
  }
  ~Product() {
    CUBLAS_CHECK(cublasLtMatmulDescDestroy(operation));
    for (cublasLtMatrixLayout_t each : {a, b, c, d})
      CUBLAS_CHECK(cublasLtMatrixLayoutDestroy(each));
  }
  void layout(cublasLtMatrixLayout_t& to, int rows, int columns) {
    CUBLAS_CHECK(cublasLtMatrixLayoutCreate(&to, CUDA_R_32F, rows, columns, rows));
    const int64_t stride = static_cast<int64_t>(rows) * columns;
    CUBLAS_CHECK(cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                                  sizeof count));
    CUBLAS_CHECK(cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                                  &stride, sizeof stride));
  }
  template <class T> void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    CUBLAS_CHECK(cublasLtMatmulDescSetAttribute(operation, attribute, &value, sizeof value));
  }
  void run(float alpha, const Both<float>& x, const Both<float>& y, float beta,
           const Both<float>& old, const Both<float>& result) {
    cublasLtMatmulPreference_t preference;
    CUBLAS_CHECK(cublasLtMatmulPreferenceCreate(&preference));
    const size_t workspace = 1 << 20; // gradients of a bias need some
    CUBLAS_CHECK(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace, sizeof workspace));
    void* scratch;
    CUDA_CHECK(cudaMalloc(&scratch, workspace));
    cublasLtMatmulHeuristicResult_t found[1];
    int returned = 0;
    CUBLAS_CHECK(cublasLtMatmulAlgoGetHeuristic(handle, operation, a, b, c, d, preference, 1, found,
                                                &returned));
    EXPECT_EQ(returned, 1);
    CUBLAS_CHECK(cublasLtMatmul(handle, operation, &alpha, x.device, a, y.device, b, &beta,
                                old.device, c, result.device, d, &found[0].algo, scratch, workspace,
                                nullptr));
    CUBLAS_CHECK(cublasLtMatmulPreferenceDestroy(preference));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(scratch));
  }
  // alpha op(A) B + beta C for one element.
  double element(const Both<float>& x, const Both<float>& y, const Both<float>& old, bool plain,
                 int g, int i, int j) const {
    double sum = 0;
    const size_t first = static_cast<size_t>(g) * m * k, second = static_cast<size_t>(g) * k * n;
    for (int l = 0; l < k; ++l)
      sum += static_cast<double>(x.host[first + (plain ? i + l * m : l + i * k)]) *
             y.host[second + l + j * k];
    return 0.25 * sum - 0.5 * old.host[static_cast<size_t>(g) * m * n + i + j * m];
  }
};

static double gelu(double x) {
  return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
static double geluSlope(double x) {
  const double h = 1e-5;
  return (gelu(x + h) - gelu(x - h)) / (2 * h);
}
static bool near(double actual, double expected) {
  return fabs(actual - expected) <= 2e-3 * (1 + fabs(expected));
}

// A strided batch with a result apart from C.
static void batch() {
  const int m = 12, n = 7, k = 9, count = 3;
  Product product(m, n, k, CUBLAS_OP_T, count);
  Both<float> a(smallNumbers<float>(m * k * count, 1)), b(smallNumbers<float>(k * n * count, 2)),
      c(smallNumbers<float>(m * n * count, 3)), d(std::vector<float>(m * n * count));
  product.run(0.25f, a, b, -0.5f, c, d);
  const std::vector<float> actual = d.download();
  for (int g = 0; g < count; ++g)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        CHECK(near(actual[g * m * n + i + j * m], product.element(a, b, c, false, g, i, j)));
}

// An activation forward, and its gradient by what the forward pass has left.
static void activations() {
  const int m = 128, n = 24, k = 16;
  Both<float> a(smallNumbers<float>(m * k, 4)), b(smallNumbers<float>(k * n, 5)),
      c(smallNumbers<float>(m * n, 6)), d(std::vector<float>(m * n)),
      bias(smallNumbers<float>(m, 7)), aux(std::vector<float>(m * n)),
      gradient(std::vector<float>(m, 0.0f));
  for (bool isGelu : {false, true}) {
    Product product(m, n, k, CUBLAS_OP_N);
    product.set(CUBLASLT_MATMUL_DESC_EPILOGUE,
                isGelu ? CUBLASLT_EPILOGUE_GELU_AUX_BIAS : CUBLASLT_EPILOGUE_RELU_AUX_BIAS);
    product.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias.device);
    product.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux.device);
    product.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, static_cast<int64_t>(m));
    product.run(0.25f, a, b, -0.5f, c, d);
    std::vector<float> actual = d.download();
    const auto input = [&](int i, int j) {
      return product.element(a, b, c, true, 0, i, j) + bias.host[i];
    };
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        const double x = input(i, j);
        CHECK(near(actual[i + j * m], isGelu ? gelu(x) : x > 0 ? x : 0));
      }
    product.set(CUBLASLT_MATMUL_DESC_EPILOGUE,
                isGelu ? CUBLASLT_EPILOGUE_DGELU_BGRAD : CUBLASLT_EPILOGUE_DRELU_BGRAD);
    product.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, gradient.device);
    product.run(0.25f, a, b, -0.5f, c, d);
    actual = d.download();
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) {
        const double x = input(i, j);
        const double slope = isGelu ? geluSlope(x) : x >= 0 ? 1 : 0; // the slope at 0 is 1
        const double expected = product.element(a, b, c, true, 0, i, j) * slope;
        CHECK(near(actual[i + j * m], expected));
        sum += expected;
      }
      CHECK(near(gradient.download()[i], sum));
    }
  }
}

// The gradient of a bias is the sum of an operand over the inner dimension, in which a step must be
// a whole column.
static void operandGradients() {
  const int m = 32, n = 16, k = 24;
  Both<float> a(smallNumbers<float>(m * k, 8)), b(smallNumbers<float>(k * n, 9)),
      c(std::vector<float>(m * n)), d(std::vector<float>(m * n)), sums(std::vector<float>(m + n));
  for (bool isA : {true, false}) {
    Product product(m, n, k, CUBLAS_OP_N, 1, isA ? CUBLAS_OP_N : CUBLAS_OP_T);
    product.set(CUBLASLT_MATMUL_DESC_EPILOGUE,
                isA ? CUBLASLT_EPILOGUE_BGRADA : CUBLASLT_EPILOGUE_BGRADB);
    product.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, sums.device);
    product.run(0.25f, a, b, 0.0f, c, d);
    const std::vector<float> actual = sums.download();
    for (int i = 0; i < (isA ? m : n); ++i) {
      double sum = 0;
      for (int l = 0; l < k; ++l)
        sum += isA ? a.host[i + l * m] : b.host[i + l * n];
      CHECK(near(actual[i], sum));
    }
  }
}

// From column-major to row-major order.
static void transform() {
  const int rows = 5, columns = 3;
  const int32_t order = CUBLASLT_ORDER_ROW;
  cublasLtMatrixTransformDesc_t operation;
  cublasLtMatrixLayout_t from, to;
  CUBLAS_CHECK(cublasLtMatrixTransformDescCreate(&operation, CUDA_R_32F));
  CUBLAS_CHECK(cublasLtMatrixLayoutCreate(&from, CUDA_R_32F, rows, columns, rows));
  CUBLAS_CHECK(cublasLtMatrixLayoutCreate(&to, CUDA_R_32F, rows, columns, columns));
  CUBLAS_CHECK(
      cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
  Both<float> a(smallNumbers<float>(rows * columns, 10)), c(std::vector<float>(rows * columns));
  const float alpha = 2, beta = 0;
  CUBLAS_CHECK(cublasLtMatrixTransform(handle, operation, &alpha, a.device, from, &beta, nullptr,
                                       nullptr, c.device, to, nullptr));
  const std::vector<float> actual = c.download();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      EXPECT_EQ_AT(i, actual[i * columns + j], 2 * a.host[i + j * rows]);
  CUBLAS_CHECK(cublasLtMatrixTransformDescDestroy(operation));
  CUBLAS_CHECK(cublasLtMatrixLayoutDestroy(from));
  CUBLAS_CHECK(cublasLtMatrixLayoutDestroy(to));
}

int main() {
  CUBLAS_CHECK(cublasLtCreate(&handle));
  batch();
  activations();
  operandGradients();
  transform();
  CUBLAS_CHECK(cublasLtDestroy(handle));
  puts("ok");
}
