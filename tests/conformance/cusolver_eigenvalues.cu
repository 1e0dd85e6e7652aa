// cuSOLVER: QR factors and products with their orthogonal matrix, tridiagonal forms, and
// eigenvalues with their vectors of Hermitian matrices, of pairs of them, of batches and in ranges,
// in all types and both triangles; and the generic forms, also for general matrices.

// nvcc: -lcusolver -lcublas
#include "cusolver_check.h"

using namespace conformance;

static cusolverDnHandle_t handle;
static cusolverDnParams_t params;

template <class T> struct Solver;
#define SOLVER(T, R, S, SY, OR, TYPE, REAL)                                                        \
  template <> struct Solver<T> {                                                                   \
    using Real = R;                                                                                \
    static constexpr cudaDataType type = TYPE, realType = REAL;                                    \
    static constexpr auto geqrfSize = cusolverDn##S##geqrf_bufferSize;                             \
    static constexpr auto geqrf = cusolverDn##S##geqrf;                                            \
    static constexpr auto orgqrSize = cusolverDn##OR##gqr_bufferSize;                              \
    static constexpr auto orgqr = cusolverDn##OR##gqr;                                             \
    static constexpr auto ormqrSize = cusolverDn##OR##mqr_bufferSize;                              \
    static constexpr auto ormqr = cusolverDn##OR##mqr;                                             \
    static constexpr auto sytrdSize = cusolverDn##SY##trd_bufferSize;                              \
    static constexpr auto sytrd = cusolverDn##SY##trd;                                             \
    static constexpr auto orgtrSize = cusolverDn##OR##gtr_bufferSize;                              \
    static constexpr auto orgtr = cusolverDn##OR##gtr;                                             \
    static constexpr auto syevdSize = cusolverDn##SY##evd_bufferSize;                              \
    static constexpr auto syevd = cusolverDn##SY##evd;                                             \
    static constexpr auto syevdxSize = cusolverDn##SY##evdx_bufferSize;                            \
    static constexpr auto syevdx = cusolverDn##SY##evdx;                                           \
    static constexpr auto sygvdSize = cusolverDn##SY##gvd_bufferSize;                              \
    static constexpr auto sygvd = cusolverDn##SY##gvd;                                             \
    static constexpr auto syevjSize = cusolverDn##SY##evj_bufferSize;                              \
    static constexpr auto syevj = cusolverDn##SY##evj;                                             \
    static constexpr auto batchSize = cusolverDn##SY##evjBatched_bufferSize;                       \
    static constexpr auto batch = cusolverDn##SY##evjBatched;                                      \
  }
SOLVER(float, float, S, Ssy, Sor, CUDA_R_32F, CUDA_R_32F);
SOLVER(double, double, D, Dsy, Dor, CUDA_R_64F, CUDA_R_64F);
SOLVER(cuComplex, float, C, Che, Cun, CUDA_C_32F, CUDA_R_32F);
SOLVER(cuDoubleComplex, double, Z, Zhe, Zun, CUDA_C_64F, CUDA_R_64F);
#undef SOLVER

template <class T> void qr(int m, int n) {
  using S = Solver<T>;
  const int ld = m + 2, steps = m < n ? m : n;
  Both<T> a(smallNumbers<T>(static_cast<size_t>(n) * ld, m)), tau((std::vector<T>(steps))),
      c(smallNumbers<T>(static_cast<size_t>(3) * ld, n));
  Both<int> info({-1});
  int size = 0;
  CUSOLVER_CHECK(S::geqrfSize(handle, m, n, a.device, ld, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(S::geqrf(handle, m, n, a.device, ld, tau.device, work.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const Dense factors = dense(a.download(), m, n, ld);
  Dense upper(steps, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j && i < steps; ++i)
      upper.at(i, j) = factors.at(i, j);

  const cublasOperation_t adjointOperation = kIsComplex<T> ? CUBLAS_OP_C : CUBLAS_OP_T;
  CUSOLVER_CHECK(S::ormqrSize(handle, CUBLAS_SIDE_LEFT, adjointOperation, m, 3, steps, a.device, ld,
                              tau.device, c.device, ld, &size));
  Both<T> workOfProduct((std::vector<T>(size)));
  CUSOLVER_CHECK(S::ormqr(handle, CUBLAS_SIDE_LEFT, adjointOperation, m, 3, steps, a.device, ld,
                          tau.device, c.device, ld, workOfProduct.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);

  CUSOLVER_CHECK(S::orgqrSize(handle, m, steps, steps, a.device, ld, tau.device, &size));
  Both<T> workOfMatrix((std::vector<T>(size)));
  CUSOLVER_CHECK(S::orgqr(handle, m, steps, steps, a.device, ld, tau.device, workOfMatrix.device,
                          size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const Dense orthogonal = dense(a.download(), m, steps, ld);
  CHECK(distance(product(adjoint(orthogonal), orthogonal), one(steps)) < tolerance<T>(m));
  CHECK(distance(product(orthogonal, upper), dense(a.host, m, n, ld)) < tolerance<T>(m) * 4);
  Dense expected = product(adjoint(orthogonal), dense(c.host, m, 3, ld));
  Dense found = dense(c.download(), m, 3, ld);
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < steps; ++i)
      CHECK(std::abs(found.at(i, j) - expected.at(i, j)) < tolerance<T>(m) * 4);
}

// A = Q*T*Q^H with a tridiagonal T.
template <class T> void tridiagonal(cublasFillMode_t uplo, int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  Both<T> a(hermitian<T>(n, n, 3, n)), tau((std::vector<T>(n)));
  Both<R> d((std::vector<R>(n))), e((std::vector<R>(n)));
  Both<int> info({-1});
  int size = 0;
  CUSOLVER_CHECK(S::sytrdSize(handle, uplo, n, a.device, n, d.device, e.device, tau.device, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(S::sytrd(handle, uplo, n, a.device, n, d.device, e.device, tau.device, work.device,
                          size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  CUSOLVER_CHECK(S::orgtrSize(handle, uplo, n, a.device, n, tau.device, &size));
  Both<T> workOfMatrix((std::vector<T>(size)));
  CUSOLVER_CHECK(
      S::orgtr(handle, uplo, n, a.device, n, tau.device, workOfMatrix.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const std::vector<R> diagonal = d.download(), beside = e.download();
  Dense form(n, n);
  for (int i = 0; i < n; ++i) {
    form.at(i, i) = diagonal[i];
    if (i + 1 < n)
      form.at(i, i + 1) = form.at(i + 1, i) = beside[i];
  }
  const Dense q = dense(a.download(), n, n, n);
  CHECK(distance(product(product(q, form), adjoint(q)), dense(a.host, n, n, n)) <
        tolerance<T>(n) * 16);
}

template <class R> void expectAscending(const std::vector<R>& values, int count) {
  for (int i = 1; i < count; ++i)
    CHECK(values[i - 1] <= values[i]);
}
// A*V = V*W, and the vectors are orthogonal.
template <class R>
void expectEigenvectors(const Dense& matrix, const Dense& vectors, const std::vector<R>& values,
                        double bound) {
  CHECK(distance(product(matrix, vectors), scaled(vectors, values)) < bound * 16);
  CHECK(distance(product(adjoint(vectors), vectors), one(vectors.columns)) < bound);
}

template <class T> void eigenvalues(cublasFillMode_t uplo, int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const int ld = n + 3;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const std::vector<T> values = hermitian<T>(n, ld, 2, n);
  const Dense matrix = dense(values, n, n, ld);
  Both<R> w((std::vector<R>(n)));
  Both<int> info({-1});
  int size = 0;

  Both<T> a(values);
  CUSOLVER_CHECK(S::syevdSize(handle, vectors, uplo, n, a.device, ld, w.device, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(
      S::syevd(handle, vectors, uplo, n, a.device, ld, w.device, work.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const std::vector<R> all = w.download();
  expectAscending(all, n);
  expectEigenvectors(matrix, dense(a.download(), n, n, ld), all, tolerance<T>(n));

  Both<T> alone(values);
  const auto noVectors = CUSOLVER_EIG_MODE_NOVECTOR;
  CUSOLVER_CHECK(S::syevdSize(handle, noVectors, uplo, n, alone.device, ld, w.device, &size));
  Both<T> workWithout((std::vector<T>(size)));
  CUSOLVER_CHECK(S::syevd(handle, noVectors, uplo, n, alone.device, ld, w.device,
                          workWithout.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  for (int i = 0; i < n; ++i)
    CHECK(fabs(static_cast<double>(w.download()[i] - all[i])) < tolerance<T>(n) * 16);

  syevjInfo_t jacobi;
  CUSOLVER_CHECK(cusolverDnCreateSyevjInfo(&jacobi));
  Both<T> b(values);
  CUSOLVER_CHECK(S::syevjSize(handle, vectors, uplo, n, b.device, ld, w.device, &size, jacobi));
  Both<T> workOfJacobi((std::vector<T>(size)));
  CUSOLVER_CHECK(S::syevj(handle, vectors, uplo, n, b.device, ld, w.device, workOfJacobi.device,
                          size, info.device, jacobi));
  EXPECT_EQ(infoOf(info), 0);
  expectAscending(w.download(), n);
  expectEigenvectors(matrix, dense(b.download(), n, n, ld), w.download(), tolerance<T>(n) * 4);
  double residual = -1;
  CUSOLVER_CHECK(cusolverDnXsyevjGetResidual(handle, jacobi, &residual));
  CHECK(residual >= 0 && residual < tolerance<T>(n) * 16 * n);
  CUSOLVER_CHECK(cusolverDnDestroySyevjInfo(jacobi));
}

template <class T> void ranges(int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const auto uplo = CUBLAS_FILL_MODE_LOWER;
  const std::vector<T> values = hermitian<T>(n, n, 0, n);
  Both<R> w((std::vector<R>(n)));
  Both<int> info({-1});
  for (cusolverEigRange_t range :
       {CUSOLVER_EIG_RANGE_ALL, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V}) {
    Both<T> a(values);
    int size = 0, found = -1;
    const R low = 1, high = 1000;
    CUSOLVER_CHECK(S::syevdxSize(handle, vectors, range, uplo, n, a.device, n, low, high, 3, 5,
                                 &found, w.device, &size));
    Both<T> work((std::vector<T>(size)));
    CUSOLVER_CHECK(S::syevdx(handle, vectors, range, uplo, n, a.device, n, low, high, 3, 5, &found,
                             w.device, work.device, size, info.device));
    EXPECT_EQ(infoOf(info), 0);
    if (range == CUSOLVER_EIG_RANGE_ALL)
      EXPECT_EQ(found, n);
    if (range == CUSOLVER_EIG_RANGE_I)
      EXPECT_EQ(found, 3);
    const std::vector<R> part = w.download();
    if (range == CUSOLVER_EIG_RANGE_V) {
      CHECK(found > 0 && found < n);
      for (int i = 0; i < found; ++i)
        CHECK(part[i] > low && part[i] <= high);
    }
    expectAscending(part, found);
    expectEigenvectors(dense(values, n, n, n), firstColumns(dense(a.download(), n, n, n), found),
                       part, tolerance<T>(n));
  }
}

// A*x = w*B*x and the two other kinds.
template <class T> void pairs(int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const auto uplo = CUBLAS_FILL_MODE_UPPER;
  const std::vector<T> first = hermitian<T>(n, n, 1, 3), second = hermitian<T>(n, n, 4 * n, 4);
  const Dense matrixA = dense(first, n, n, n), matrixB = dense(second, n, n, n);
  Both<R> w((std::vector<R>(n)));
  Both<int> info({-1});
  for (cusolverEigType_t kind : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3}) {
    Both<T> a(first), b(second);
    int size = 0;
    CUSOLVER_CHECK(
        S::sygvdSize(handle, kind, vectors, uplo, n, a.device, n, b.device, n, w.device, &size));
    Both<T> work((std::vector<T>(size)));
    CUSOLVER_CHECK(S::sygvd(handle, kind, vectors, uplo, n, a.device, n, b.device, n, w.device,
                            work.device, size, info.device));
    EXPECT_EQ(infoOf(info), 0);
    const Dense x = dense(a.download(), n, n, n);
    const std::vector<R> values = w.download();
    expectAscending(values, n);
    const bool isFirst = kind == CUSOLVER_EIG_TYPE_1;
    const Dense left = isFirst                       ? product(matrixA, x)
                       : kind == CUSOLVER_EIG_TYPE_2 ? product(matrixA, product(matrixB, x))
                                                     : product(matrixB, product(matrixA, x));
    const Dense right = scaled(isFirst ? product(matrixB, x) : x, values);
    double largest = 1;
    for (Number value : left.values)
      largest = fmax(largest, std::abs(value));
    CHECK(distance(left, right) < tolerance<T>(n) * 16 * largest);
  }
}

template <class T> void batch(int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const int count = 4;
  const size_t square = static_cast<size_t>(n) * n;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const auto uplo = CUBLAS_FILL_MODE_LOWER;
  std::vector<T> values;
  for (int g = 0; g < count; ++g)
    for (T value : hermitian<T>(n, n, 1, g + 2))
      values.push_back(value);
  for (bool isGeneric : {false, true}) {
    Both<T> a(values);
    Both<R> w((std::vector<R>(n * count)));
    Both<int> infos(std::vector<int>(count, -1));
    if (isGeneric) {
      const cudaDataType type = S::type, real = S::realType;
      size_t onDevice = 0, onHost = 0;
      CUSOLVER_CHECK(cusolverDnXsyevBatched_bufferSize(handle, params, vectors, uplo, n, type,
                                                       a.device, n, real, w.device, type, &onDevice,
                                                       &onHost, count));
      Both<char> work((std::vector<char>(onDevice)));
      std::vector<char> workOfHost(onHost + 1);
      CUSOLVER_CHECK(cusolverDnXsyevBatched(handle, params, vectors, uplo, n, type, a.device, n,
                                            real, w.device, type, work.device, onDevice,
                                            workOfHost.data(), onHost, infos.device, count));
      CUDA_CHECK(cudaDeviceSynchronize());
    } else {
      syevjInfo_t jacobi;
      int size = 0;
      CUSOLVER_CHECK(cusolverDnCreateSyevjInfo(&jacobi));
      CUSOLVER_CHECK(
          S::batchSize(handle, vectors, uplo, n, a.device, n, w.device, &size, jacobi, count));
      Both<T> work((std::vector<T>(size)));
      CUSOLVER_CHECK(S::batch(handle, vectors, uplo, n, a.device, n, w.device, work.device, size,
                              infos.device, jacobi, count));
      CUDA_CHECK(cudaDeviceSynchronize());
      CUSOLVER_CHECK(cusolverDnDestroySyevjInfo(jacobi));
    }
    for (int info : infos.download())
      EXPECT_EQ(info, 0);
    const std::vector<T> found = a.download();
    const std::vector<R> w0 = w.download();
    for (int g = 0; g < count; ++g) {
      const std::vector<T> before(values.begin() + g * square, values.begin() + (g + 1) * square);
      const std::vector<T> after(found.begin() + g * square, found.begin() + (g + 1) * square);
      const std::vector<R> own(w0.begin() + g * n, w0.begin() + (g + 1) * n);
      expectAscending(own, n);
      expectEigenvectors(dense(before, n, n, n), dense(after, n, n, n), own, tolerance<T>(n) * 4);
    }
  }
}

// A*v = w*v for a matrix without symmetry, whose eigenvalues are complex.
template <class T> void general(int n, cudaDataType complexType) {
  using S = Solver<T>;
  const cudaDataType type = S::type;
  Both<T> a(smallNumbers<T>(static_cast<size_t>(n) * n, 21));
  Both<T> w((std::vector<T>(2 * n))), v((std::vector<T>(static_cast<size_t>(n) * n)));
  Both<int> info({-1});
  size_t onDevice = 0, onHost = 0;
  const auto none = CUSOLVER_EIG_MODE_NOVECTOR, vectors = CUSOLVER_EIG_MODE_VECTOR;
  CUSOLVER_CHECK(cusolverDnXgeev_bufferSize(handle, params, none, vectors, n, type, a.device, n,
                                            complexType, w.device, type, nullptr, n, type, v.device,
                                            n, type, &onDevice, &onHost));
  Both<char> work((std::vector<char>(onDevice)));
  std::vector<char> workOfHost(onHost + 1);
  CUSOLVER_CHECK(cusolverDnXgeev(handle, params, none, vectors, n, type, a.device, n, complexType,
                                 w.device, type, nullptr, n, type, v.device, n, type, work.device,
                                 onDevice, workOfHost.data(), onHost, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const std::vector<T> parts = w.download();
  const Dense packed = dense(v.download(), n, n, n);
  Dense x(n, n), scaledVectors(n, n);
  for (int j = 0; j < n; ++j) {
    const Number value = kIsComplex<T>
                             ? number(parts[j])
                             : Number(number(parts[2 * j]).real(), number(parts[2 * j + 1]).real());
    // A pair of complex vectors is stored as the real and the imaginary part of the first.
    const bool isPair = !kIsComplex<T> && value.imag() != 0, isSecond = value.imag() < 0;
    for (int i = 0; i < n; ++i) {
      x.at(i, j) = !isPair
                       ? packed.at(i, j)
                       : Number(packed.at(i, isSecond ? j - 1 : j).real(),
                                (isSecond ? -1 : 1) * packed.at(i, isSecond ? j : j + 1).real());
      scaledVectors.at(i, j) = x.at(i, j) * value;
    }
  }
  CHECK(distance(product(dense(a.host, n, n, n), x), scaledVectors) < tolerance<T>(n) * 64);
}

template <class T> void all() {
  qr<T>(30, 12);
  qr<T>(9, 9);
  qr<T>(5, 11);
  for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
    tridiagonal<T>(uplo, 12);
    for (int n : {1, 2, 25})
      eigenvalues<T>(uplo, n);
  }
  ranges<T>(20);
  pairs<T>(15);
  batch<T>(9);
}

int main() {
  CUSOLVER_CHECK(cusolverDnCreate(&handle));
  CUSOLVER_CHECK(cusolverDnCreateParams(&params));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  general<float>(14, CUDA_C_32F);
  general<double>(14, CUDA_C_64F);
  general<cuDoubleComplex>(14, CUDA_C_64F);
  CUSOLVER_CHECK(cusolverDnDestroyParams(params));
  CUSOLVER_CHECK(cusolverDnDestroy(handle));
  return ok();
}
