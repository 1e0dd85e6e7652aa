// cuSOLVER: singular values and vectors of one matrix and of batches, with all and with some of the
// vectors, in all types, and their generic forms; linear systems and least squares with iterative
// refinement.

// nvcc: -lcusolver -lcublas
#include "cusolver_check.h"

using namespace conformance;

static cusolverDnHandle_t handle;
static cusolverDnParams_t params;

template <class T> struct Solver;
#define SOLVER(T, R, S, TYPE, REAL)                                                                \
  template <> struct Solver<T> {                                                                   \
    using Real = R;                                                                                \
    static constexpr cudaDataType type = TYPE, realType = REAL;                                    \
    static constexpr auto gesvdSize = cusolverDn##S##gesvd_bufferSize;                             \
    static constexpr auto gesvd = cusolverDn##S##gesvd;                                            \
    static constexpr auto gesvdjSize = cusolverDn##S##gesvdj_bufferSize;                           \
    static constexpr auto gesvdj = cusolverDn##S##gesvdj;                                          \
    static constexpr auto batchSize = cusolverDn##S##gesvdjBatched_bufferSize;                     \
    static constexpr auto batch = cusolverDn##S##gesvdjBatched;                                    \
    static constexpr auto stridedSize = cusolverDn##S##gesvdaStridedBatched_bufferSize;            \
    static constexpr auto strided = cusolverDn##S##gesvdaStridedBatched;                           \
    static constexpr auto gesvSize = cusolverDn##S##S##gesv_bufferSize;                            \
    static constexpr auto gesv = cusolverDn##S##S##gesv;                                           \
    static constexpr auto gelsSize = cusolverDn##S##S##gels_bufferSize;                            \
    static constexpr auto gels = cusolverDn##S##S##gels;                                           \
  }
SOLVER(float, float, S, CUDA_R_32F, CUDA_R_32F);
SOLVER(double, double, D, CUDA_R_64F, CUDA_R_64F);
SOLVER(cuComplex, float, C, CUDA_C_32F, CUDA_R_32F);
SOLVER(cuDoubleComplex, double, Z, CUDA_C_64F, CUDA_R_64F);
#undef SOLVER

template <class R> void expectDescending(const std::vector<R>& values) {
  for (size_t i = 1; i < values.size(); ++i)
    CHECK(values[i - 1] >= values[i]);
  CHECK(values.back() >= 0);
}
// A = U*S*V^H, and the vectors are orthogonal.
template <class R>
void expectDecomposition(const Dense& matrix, const Dense& u, const std::vector<R>& s,
                         const Dense& v, double bound) {
  expectDescending(s);
  const int count = static_cast<int>(s.size());
  CHECK(distance(product(scaled(firstColumns(u, count), s), adjoint(firstColumns(v, count))),
                 matrix) < bound * 8);
  CHECK(distance(product(adjoint(u), u), one(u.columns)) < bound);
  CHECK(distance(product(adjoint(v), v), one(v.columns)) < bound);
}

template <class T> void values(int m, int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const int ld = m + 1, ldu = m + 2, ldvt = n + 3;
  const std::vector<T> numbers = smallNumbers<T>(static_cast<size_t>(n) * ld, m);
  const Dense matrix = dense(numbers, m, n, ld);
  Both<R> s((std::vector<R>(n))), rwork((std::vector<R>(n)));
  Both<T> u((std::vector<T>(static_cast<size_t>(ldu) * m))),
      vt((std::vector<T>(static_cast<size_t>(ldvt) * n)));
  Both<int> info({-1});
  int size = 0;
  CUSOLVER_CHECK(S::gesvdSize(handle, m, n, &size));
  Both<T> work((std::vector<T>(size)));
  std::vector<R> all;
  for (signed char job : {'A', 'S', 'N'}) {
    Both<T> a(numbers);
    CUSOLVER_CHECK(S::gesvd(handle, job, job, m, n, a.device, ld, s.device, u.device, ldu,
                            vt.device, ldvt, work.device, size, rwork.device, info.device));
    EXPECT_EQ(infoOf(info), 0);
    if (job != 'N') {
      all = s.download();
      expectDecomposition(matrix, dense(u.download(), m, job == 'A' ? m : n, ldu), all,
                          adjoint(dense(vt.download(), n, n, ldvt)), tolerance<T>(m));
    }
    for (int i = 0; i < n; ++i)
      CHECK(fabs(static_cast<double>(s.download()[i] - all[i])) < tolerance<T>(m) * 8);
  }
  Both<T> a(numbers);
  const cudaDataType type = S::type;
  size_t onDevice = 0, onHost = 0;
  CUSOLVER_CHECK(cusolverDnXgesvd_bufferSize(handle, params, 'S', 'S', m, n, type, a.device, ld,
                                             S::realType, s.device, type, u.device, ldu, type,
                                             vt.device, ldvt, type, &onDevice, &onHost));
  Both<char> workOfDevice((std::vector<char>(onDevice)));
  std::vector<char> workOfHost(onHost + 1);
  CUSOLVER_CHECK(cusolverDnXgesvd(handle, params, 'S', 'S', m, n, type, a.device, ld, S::realType,
                                  s.device, type, u.device, ldu, type, vt.device, ldvt, type,
                                  workOfDevice.device, onDevice, workOfHost.data(), onHost,
                                  info.device));
  EXPECT_EQ(infoOf(info), 0);
  expectDecomposition(matrix, dense(u.download(), m, n, ldu), s.download(),
                      adjoint(dense(vt.download(), n, n, ldvt)), tolerance<T>(m));
}

// The Jacobi method takes matrices of any shape, and does not transpose V.
template <class T> void jacobi(int m, int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const int smaller = m < n ? m : n;
  const std::vector<T> numbers = smallNumbers<T>(static_cast<size_t>(n) * m, n);
  Both<R> s((std::vector<R>(smaller)));
  Both<T> u((std::vector<T>(static_cast<size_t>(m) * m))),
      v((std::vector<T>(static_cast<size_t>(n) * n)));
  Both<int> info({-1});
  gesvdjInfo_t parameters;
  CUSOLVER_CHECK(cusolverDnCreateGesvdjInfo(&parameters));
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  for (int isEconomic : {0, 1}) {
    Both<T> a(numbers);
    int size = 0;
    CUSOLVER_CHECK(S::gesvdjSize(handle, vectors, isEconomic, m, n, a.device, m, s.device, u.device,
                                 m, v.device, n, &size, parameters));
    Both<T> work((std::vector<T>(size)));
    CUSOLVER_CHECK(S::gesvdj(handle, vectors, isEconomic, m, n, a.device, m, s.device, u.device, m,
                             v.device, n, work.device, size, info.device, parameters));
    EXPECT_EQ(infoOf(info), 0);
    expectDecomposition(dense(numbers, m, n, m),
                        dense(u.download(), m, isEconomic ? smaller : m, m), s.download(),
                        dense(v.download(), n, isEconomic ? smaller : n, n), tolerance<T>(m) * 4);
    double residual = -1;
    CUSOLVER_CHECK(cusolverDnXgesvdjGetResidual(handle, parameters, &residual));
    CHECK(residual >= 0 && residual < tolerance<T>(m) * 16 * m);
  }
  CUSOLVER_CHECK(cusolverDnDestroyGesvdjInfo(parameters));
}

template <class T> std::vector<T> part(const std::vector<T>& all, size_t begin, size_t size) {
  return {all.begin() + begin, all.begin() + begin + size};
}

template <class T> void batches(int m, int n) {
  using S = Solver<T>;
  using R = typename S::Real;
  const int count = 3;
  const auto vectors = CUSOLVER_EIG_MODE_VECTOR;
  const size_t sizeA = static_cast<size_t>(m) * n, sizeU = static_cast<size_t>(m) * m,
               sizeV = static_cast<size_t>(n) * n;
  const std::vector<T> numbers = smallNumbers<T>(sizeA * count, 17);
  Both<R> s((std::vector<R>(n * count)));
  Both<T> u((std::vector<T>(sizeU * count))), v((std::vector<T>(sizeV * count)));
  Both<int> infos(std::vector<int>(count, -1));
  gesvdjInfo_t parameters;
  CUSOLVER_CHECK(cusolverDnCreateGesvdjInfo(&parameters));
  Both<T> a(numbers);
  int size = 0;
  CUSOLVER_CHECK(S::batchSize(handle, vectors, m, n, a.device, m, s.device, u.device, m, v.device,
                              n, &size, parameters, count));
  Both<T> work((std::vector<T>(size)));
  CUSOLVER_CHECK(S::batch(handle, vectors, m, n, a.device, m, s.device, u.device, m, v.device, n,
                          work.device, size, infos.device, parameters, count));
  for (int g = 0; g < count; ++g) {
    EXPECT_EQ(infos.download()[g], 0);
    expectDecomposition(dense(part(numbers, g * sizeA, sizeA), m, n, m),
                        dense(part(u.download(), g * sizeU, sizeU), m, m, m),
                        part(s.download(), g * n, n),
                        dense(part(v.download(), g * sizeV, sizeV), n, n, n), tolerance<T>(m) * 4);
  }
  CUSOLVER_CHECK(cusolverDnDestroyGesvdjInfo(parameters));

  std::vector<double> residuals(count, -1);
  CUSOLVER_CHECK(S::stridedSize(handle, vectors, n, m, n, a.device, m, sizeA, s.device, n, u.device,
                                m, sizeU, v.device, n, sizeV, &size, count));
  a.upload();
  Both<T> workOfStrided((std::vector<T>(size)));
  CUSOLVER_CHECK(S::strided(handle, vectors, n, m, n, a.device, m, sizeA, s.device, n, u.device, m,
                            sizeU, v.device, n, sizeV, workOfStrided.device, size, infos.device,
                            residuals.data(), count));
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int g = 0; g < count; ++g) {
    EXPECT_EQ(infos.download()[g], 0);
    CHECK(residuals[g] >= 0 && residuals[g] < 0.05);
    const std::vector<R> own = part(s.download(), g * n, n);
    expectDescending(own);
    const Dense left = dense(part(u.download(), g * sizeU, sizeU), m, n, m),
                right = dense(part(v.download(), g * sizeV, sizeV), n, n, n);
    CHECK(distance(product(scaled(left, own), adjoint(right)),
                   dense(part(numbers, g * sizeA, sizeA), m, n, m)) < 0.01);
  }
}

template <class T> void refinement(int m, int n) {
  using S = Solver<T>;
  const int sides = 2;
  Both<T> a(regular<T>(n, n, n, 3)), b(smallNumbers<T>(sides * n, 4)),
      x((std::vector<T>(sides * n)));
  Both<int> pivots((std::vector<int>(n))), info({-1});
  size_t size = 0;
  int iterations = -100;
  CUSOLVER_CHECK(S::gesvSize(handle, n, sides, a.device, n, pivots.device, b.device, n, x.device, n,
                             nullptr, &size));
  Both<char> work((std::vector<char>(size)));
  CUSOLVER_CHECK(S::gesv(handle, n, sides, a.device, n, pivots.device, b.device, n, x.device, n,
                         work.device, size, &iterations, info.device));
  EXPECT_EQ(infoOf(info), 0);
  CHECK(iterations > -100);
  CHECK(distance(product(dense(a.host, n, n, n), dense(x.download(), n, sides, n)),
                 dense(b.host, n, sides, n)) < tolerance<T>(n) * 16);

  // The rest of least squares is orthogonal to the columns of the matrix.
  Both<T> tall(smallNumbers<T>(static_cast<size_t>(m) * n, 8)), right(smallNumbers<T>(m, 9)),
      solution((std::vector<T>(n)));
  CUSOLVER_CHECK(S::gelsSize(handle, m, n, 1, tall.device, m, right.device, m, solution.device, n,
                             nullptr, &size));
  Both<char> workOfSquares((std::vector<char>(size)));
  CUSOLVER_CHECK(S::gels(handle, m, n, 1, tall.device, m, right.device, m, solution.device, n,
                         workOfSquares.device, size, &iterations, info.device));
  EXPECT_EQ(infoOf(info), 0);
  const Dense matrix = dense(tall.host, m, n, m);
  Dense rest = product(matrix, dense(solution.download(), n, 1, n));
  for (int i = 0; i < m; ++i)
    rest.at(i, 0) -= number(right.host[i]);
  CHECK(distance(product(adjoint(matrix), rest), Dense(n, 1)) < tolerance<T>(m) * 16);
}

template <class T> void all() {
  values<T>(20, 11);
  values<T>(7, 7);
  jacobi<T>(18, 10);
  jacobi<T>(6, 13);
  batches<T>(12, 8);
  refinement<T>(22, 9);
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
