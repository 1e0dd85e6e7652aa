// cuSOLVER: Cholesky, LU and symmetric factors, solutions and inverses, in all types, both
// triangles and all operations, with leading dimensions above the sizes; and their generic forms.
// Results are put back into the equations.

// nvcc: -lcusolver -lcublas
#include "cusolver_check.h"

using namespace conformance;

static cusolverDnHandle_t handle;
static cusolverDnParams_t params;

template <class T> struct Solver;
#define SOLVER(T, S, TYPE)                                                                         \
  template <> struct Solver<T> {                                                                   \
    static constexpr cudaDataType type = TYPE;                                                     \
    static constexpr auto potrfSize = cusolverDn##S##potrf_bufferSize;                             \
    static constexpr auto potrf = cusolverDn##S##potrf;                                            \
    static constexpr auto potrs = cusolverDn##S##potrs;                                            \
    static constexpr auto potriSize = cusolverDn##S##potri_bufferSize;                             \
    static constexpr auto potri = cusolverDn##S##potri;                                            \
    static constexpr auto potrfBatched = cusolverDn##S##potrfBatched;                              \
    static constexpr auto potrsBatched = cusolverDn##S##potrsBatched;                              \
    static constexpr auto getrfSize = cusolverDn##S##getrf_bufferSize;                             \
    static constexpr auto getrf = cusolverDn##S##getrf;                                            \
    static constexpr auto getrs = cusolverDn##S##getrs;                                            \
    static constexpr auto laswp = cusolverDn##S##laswp;                                            \
    static constexpr auto sytrfSize = cusolverDn##S##sytrf_bufferSize;                             \
    static constexpr auto sytrf = cusolverDn##S##sytrf;                                            \
  }
SOLVER(float, S, CUDA_R_32F);
SOLVER(double, D, CUDA_R_64F);
SOLVER(cuComplex, C, CUDA_C_32F);
SOLVER(cuDoubleComplex, Z, CUDA_C_64F);
#undef SOLVER

template <class T> void cholesky(cublasFillMode_t uplo, int n) {
  const int ld = n + 3, sides = 4;
  using S = Solver<T>;
  Both<T> a(hermitian<T>(n, ld, 4 * n, n)), b(smallNumbers<T>(sides * ld, 7));
  Both<int> info({-1});
  const Dense matrix = dense(a.host, n, n, ld);
  int size = 0;
  CUSOLVER_CHECK(S::potrfSize(handle, uplo, n, a.device, ld, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(S::potrf(handle, uplo, n, a.device, ld, work.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const Dense factor = triangle(dense(a.download(), n, n, ld), uplo);
  const Dense again = uplo == CUBLAS_FILL_MODE_LOWER ? product(factor, adjoint(factor))
                                                     : product(adjoint(factor), factor);
  CHECK(distance(again, matrix) < tolerance<T>(n) * 8 * n);

  CUSOLVER_CHECK(S::potrs(handle, uplo, n, sides, a.device, ld, b.device, ld, info.device));
  EXPECT_EQ(infoOf(info), 0);
  CHECK(distance(product(matrix, dense(b.download(), n, sides, ld)), dense(b.host, n, sides, ld)) <
        tolerance<T>(n));

  CUSOLVER_CHECK(S::potriSize(handle, uplo, n, a.device, ld, &size));
  Both<T> workOfInverse((std::vector<T>(size)));
  CUSOLVER_CHECK(S::potri(handle, uplo, n, a.device, ld, workOfInverse.device, size, info.device));
  EXPECT_EQ(infoOf(info), 0);
  Dense inverse = dense(a.download(), n, n, ld);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i)
      if (uplo == CUBLAS_FILL_MODE_UPPER)
        inverse.at(j, i) = std::conj(inverse.at(i, j));
      else
        inverse.at(i, j) = std::conj(inverse.at(j, i));
  CHECK(distance(product(matrix, inverse), one(n)) < tolerance<T>(n));
}

// The first minor that is not positive is named.
template <class T> void indefinite() {
  const int n = 6;
  std::vector<T> values = hermitian<T>(n, n, 4 * n, 1);
  values[3 * n + 3] = fromNumber<T>(-1);
  Both<T> a(values);
  Both<int> info({-1});
  int size = 0;
  CUSOLVER_CHECK(Solver<T>::potrfSize(handle, CUBLAS_FILL_MODE_LOWER, n, a.device, n, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(Solver<T>::potrf(handle, CUBLAS_FILL_MODE_LOWER, n, a.device, n, work.device, size,
                                  info.device));
  EXPECT_EQ(infoOf(info), 4);
}

template <class T> void choleskyOfBatch(int n) {
  const int count = 5;
  const size_t square = static_cast<size_t>(n) * n;
  std::vector<T> values, rights = smallNumbers<T>(static_cast<size_t>(n) * count, 3);
  for (int g = 0; g < count; ++g)
    for (T value : hermitian<T>(n, n, 4 * n, g + 1))
      values.push_back(value);
  Both<T> a(values), b(rights);
  Both<T*> addressesA((std::vector<T*>(count))), addressesB((std::vector<T*>(count)));
  for (int g = 0; g < count; ++g) {
    addressesA.host[g] = a.device + g * square;
    addressesB.host[g] = b.device + g * n;
  }
  addressesA.upload();
  addressesB.upload();
  Both<int> infos(std::vector<int>(count, -1)), info({-1});
  const auto uplo = CUBLAS_FILL_MODE_LOWER;
  CUSOLVER_CHECK(
      Solver<T>::potrfBatched(handle, uplo, n, addressesA.device, n, infos.device, count));
  for (int each : infos.download())
    EXPECT_EQ(each, 0);
  CUSOLVER_CHECK(Solver<T>::potrsBatched(handle, uplo, n, 1, addressesA.device, n,
                                         addressesB.device, n, info.device, count));
  EXPECT_EQ(infoOf(info), 0);
  const std::vector<T> x = b.download();
  for (int g = 0; g < count; ++g) {
    const std::vector<T> matrix(values.begin() + g * square, values.begin() + (g + 1) * square);
    const std::vector<T> solution(x.begin() + g * n, x.begin() + (g + 1) * n);
    const std::vector<T> right(rights.begin() + g * n, rights.begin() + (g + 1) * n);
    CHECK(distance(product(dense(matrix, n, n, n), dense(solution, n, 1, n)),
                   dense(right, n, 1, n)) < tolerance<T>(n));
  }
}

// The rows of the matrix as LAPACK's pivots exchange them.
template <class Pivot> Dense permuted(Dense a, const std::vector<Pivot>& pivots) {
  for (size_t i = 0; i < pivots.size(); ++i)
    for (int j = 0; j < a.columns; ++j)
      std::swap(a.at(static_cast<int>(i), j), a.at(static_cast<int>(pivots[i]) - 1, j));
  return a;
}

template <class T> void lu(int m, int n, bool hasPivots) {
  const int ld = m + 2, steps = m < n ? m : n;
  using S = Solver<T>;
  std::vector<T> values =
      hasPivots ? regular<T>(m, n, ld, m + n) : smallNumbers<T>(static_cast<size_t>(n) * ld, m);
  if (!hasPivots)
    for (int i = 0; i < steps; ++i)
      values[i + static_cast<size_t>(i) * ld] = fromNumber<T>(8 * steps);
  Both<T> a(values);
  Both<int> pivots((std::vector<int>(steps))), info({-1});
  int size = 0;
  CUSOLVER_CHECK(S::getrfSize(handle, m, n, a.device, ld, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(S::getrf(handle, m, n, a.device, ld, work.device,
                          hasPivots ? pivots.device : nullptr, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const Dense factors = dense(a.download(), m, n, ld);
  Dense lower(m, steps), upper(steps, n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (i > j && j < steps)
        lower.at(i, j) = factors.at(i, j);
      else if (i < steps)
        upper.at(i, j) = factors.at(i, j);
  for (int i = 0; i < steps; ++i)
    lower.at(i, i) = 1;
  Dense expected = dense(values, m, n, ld);
  if (hasPivots)
    expected = permuted(expected, pivots.download());
  CHECK(distance(product(lower, upper), expected) < tolerance<T>(steps) * 16 * steps);
  if (m != n)
    return;
  for (cublasOperation_t operation : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    const int sides = 3;
    Both<T> b(smallNumbers<T>(sides * ld, 5));
    CUSOLVER_CHECK(S::getrs(handle, operation, n, sides, a.device, ld,
                            hasPivots ? pivots.device : nullptr, b.device, ld, info.device));
    EXPECT_EQ(infoOf(info), 0);
    const Dense matrix = dense(values, n, n, ld);
    const Dense applied = operation == CUBLAS_OP_N   ? matrix
                          : operation == CUBLAS_OP_T ? transposed(matrix)
                                                     : adjoint(matrix);
    CHECK(distance(product(applied, dense(b.download(), n, sides, ld)),
                   dense(b.host, n, sides, ld)) < tolerance<T>(n) * 16);
  }
  if (hasPivots) {
    Both<T> rows(values);
    CUSOLVER_CHECK(S::laswp(handle, n, rows.device, ld, 1, n, pivots.device, 1));
    EXPECT_EQ(distance(dense(rows.download(), n, n, ld), expected), 0.0);
  }
}

// A zero on the diagonal is named, and the factors are there all the same.
template <class T> void singular() {
  const int n = 5;
  std::vector<T> values(n * n);
  for (int i = 0; i < n; ++i)
    values[i * (n + 1)] = fromNumber<T>(i == 2 ? 0 : 1);
  Both<T> a(values);
  Both<int> pivots((std::vector<int>(n))), info({-1});
  int size = 0;
  CUSOLVER_CHECK(Solver<T>::getrfSize(handle, n, n, a.device, n, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(
      Solver<T>::getrf(handle, n, n, a.device, n, work.device, pivots.device, info.device));
  EXPECT_EQ(infoOf(info), 3);
}

// Symmetric factors, also of complex matrices, are solved with by the generic function.
template <class T> void symmetricIndefinite(cublasFillMode_t uplo, int n) {
  const int ld = n + 1, sides = 2;
  std::vector<T> values = smallNumbers<T>(static_cast<size_t>(n) * ld, 11);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i)
      values[j + static_cast<size_t>(i) * ld] = values[i + static_cast<size_t>(j) * ld];
    const int neighbour = j % 2 == 0 && j + 1 < n ? j + 1 : j;
    values[j + static_cast<size_t>(neighbour) * ld] = fromNumber<T>(4 * n);
    values[neighbour + static_cast<size_t>(j) * ld] = fromNumber<T>(4 * n);
  }
  Both<T> a(values), b(smallNumbers<T>(sides * ld, 13));
  Both<int> pivots((std::vector<int>(n))), info({-1});
  int size = 0;
  CUSOLVER_CHECK(Solver<T>::sytrfSize(handle, n, a.device, ld, &size));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(Solver<T>::sytrf(handle, uplo, n, a.device, ld, pivots.device, work.device, size,
                                  info.device));
  EXPECT_EQ(infoOf(info), 0);
  std::vector<int64_t> wide;
  for (int pivot : pivots.download())
    wide.push_back(pivot);
  Both<int64_t> widePivots(wide);
  size_t onDevice = 0, onHost = 0;
  CUSOLVER_CHECK(cusolverDnXsytrs_bufferSize(handle, uplo, n, sides, Solver<T>::type, a.device, ld,
                                             widePivots.device, Solver<T>::type, b.device, ld,
                                             &onDevice, &onHost));
  Both<char> workOfSolution((std::vector<char>(onDevice)));
  std::vector<char> workOfHost(onHost + 1);
  CUSOLVER_CHECK(cusolverDnXsytrs(
      handle, uplo, n, sides, Solver<T>::type, a.device, ld, widePivots.device, Solver<T>::type,
      b.device, ld, workOfSolution.device, onDevice, workOfHost.data(), onHost, info.device));
  EXPECT_EQ(infoOf(info), 0);
  CHECK(distance(product(dense(values, n, n, ld), dense(b.download(), n, sides, ld)),
                 dense(b.host, n, sides, ld)) < tolerance<T>(n) * 16);
}

template <class T> void generic(int n) {
  const int sides = 3;
  const cudaDataType type = Solver<T>::type;
  Both<T> a(regular<T>(n, n, n, 3)), b(smallNumbers<T>(sides * n, 4));
  Both<int64_t> pivots((std::vector<int64_t>(n)));
  Both<int> info({-1});
  size_t onDevice = 0, onHost = 0;
  CUSOLVER_CHECK(cusolverDnXgetrf_bufferSize(handle, params, n, n, type, a.device, n, type,
                                             &onDevice, &onHost));
  Both<char> work((std::vector<char>(onDevice)));
  std::vector<char> workOfHost(onHost + 1);
  CUSOLVER_CHECK(cusolverDnXgetrf(handle, params, n, n, type, a.device, n, pivots.device, type,
                                  work.device, onDevice, workOfHost.data(), onHost, info.device));
  EXPECT_EQ(infoOf(info), 0);
  CUSOLVER_CHECK(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, sides, type, a.device, n,
                                  pivots.device, type, b.device, n, info.device));
  EXPECT_EQ(infoOf(info), 0);
  CHECK(distance(product(dense(a.host, n, n, n), dense(b.download(), n, sides, n)),
                 dense(b.host, n, sides, n)) < tolerance<T>(n) * 16);

  Both<T> upper(a.host);
  for (int i = 0; i < n; ++i)
    upper.host[i + static_cast<size_t>(i) * n] = fromNumber<T>(2 * n);
  upper.upload();
  const auto uplo = CUBLAS_FILL_MODE_UPPER;
  CUSOLVER_CHECK(cusolverDnXtrtri_bufferSize(handle, uplo, CUBLAS_DIAG_NON_UNIT, n, type,
                                             upper.device, n, &onDevice, &onHost));
  Both<char> workOfInverse((std::vector<char>(onDevice)));
  workOfHost.resize(onHost + 1);
  CUSOLVER_CHECK(cusolverDnXtrtri(handle, uplo, CUBLAS_DIAG_NON_UNIT, n, type, upper.device, n,
                                  workOfInverse.device, onDevice, workOfHost.data(), onHost,
                                  info.device));
  EXPECT_EQ(infoOf(info), 0);
  CHECK(distance(product(triangle(dense(upper.host, n, n, n), uplo),
                         triangle(dense(upper.download(), n, n, n), uplo)),
                 one(n)) < tolerance<T>(n) * 16);
}

template <class T> void all() {
  for (int n : {1, 2, 17, 40})
    for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
      cholesky<T>(uplo, n);
      symmetricIndefinite<T>(uplo, n);
    }
  indefinite<T>();
  choleskyOfBatch<T>(7);
  lu<T>(33, 33, true);
  lu<T>(40, 13, true);
  lu<T>(9, 21, true);
  lu<T>(12, 12, false);
  singular<T>();
  generic<T>(19);
}

int main() {
  CUSOLVER_CHECK(cusolverDnCreate(&handle));
  CUSOLVER_CHECK(cusolverDnCreateParams(&params));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  CUSOLVER_CHECK(cusolverDnDestroyParams(params));
  CUSOLVER_CHECK(cusolverDnDestroy(handle));
  return ok();
}
