// cusolverMg: Cholesky and LU factors, solutions, inverses and eigenvalues of matrices whose
// columns are dealt out to all devices in blocks, in all types. Results are put back into the
// equations.

// nvcc: -lcusolverMg -lcusolver -lcublas -Wno-deprecated-declarations
#include "cusolver_check.h"
#include <cusolverMg.h>

using namespace conformance;

static constexpr int kBlock = 16;

template <class T> struct Types;
#define TYPES(T, R, TYPE, REAL)                                                                    \
  template <> struct Types<T> {                                                                    \
    using Real = R;                                                                                \
    static constexpr cudaDataType type = TYPE, realType = REAL;                                    \
  };
TYPES(float, float, CUDA_R_32F, CUDA_R_32F)
TYPES(double, double, CUDA_R_64F, CUDA_R_64F)
TYPES(cuComplex, float, CUDA_C_32F, CUDA_R_32F)
TYPES(cuDoubleComplex, double, CUDA_C_64F, CUDA_R_64F)
#undef TYPES

static cusolverMgHandle_t handle;
static cudaLibMgGrid_t grid;
static std::vector<int> devices;

// The devices' memory for a matrix: block b of the columns is block b / count of device b % count.
template <class T> class Shared {
public:
  Shared(int rows, int columns) : rows_(rows), columns_(columns) {
    const int count = static_cast<int>(devices.size());
    const int blocks = (columns + kBlock - 1) / kBlock, each = (blocks + count - 1) / count;
    for (int device : devices) {
      CUDA_CHECK(cudaSetDevice(device));
      T* part = nullptr;
      CUDA_CHECK(cudaMalloc(&part, sizeof(T) * rows * kBlock * each));
      parts_.push_back(part);
    }
  }
  Shared(int rows, int columns, const std::vector<T>& values) : Shared(rows, columns) {
    for (int column = 0; column < columns; ++column)
      CUDA_CHECK(cudaMemcpy(at(column), values.data() + static_cast<size_t>(column) * rows,
                            sizeof(T) * rows, cudaMemcpyHostToDevice));
  }
  ~Shared() {
    for (T* part : parts_)
      CUDA_CHECK(cudaFree(part));
  }
  std::vector<T> download() const {
    std::vector<T> values(static_cast<size_t>(rows_) * columns_);
    for (int column = 0; column < columns_; ++column)
      CUDA_CHECK(cudaMemcpy(values.data() + static_cast<size_t>(column) * rows_, at(column),
                            sizeof(T) * rows_, cudaMemcpyDeviceToHost));
    return values;
  }
  T** get() { return parts_.data(); }
  void** untyped() { return reinterpret_cast<void**>(parts_.data()); }

private:
  T* at(int column) const {
    const int block = column / kBlock, count = static_cast<int>(devices.size());
    return parts_[block % count] +
           static_cast<size_t>(block / count * kBlock + column % kBlock) * rows_;
  }
  int rows_, columns_;
  std::vector<T*> parts_;
};

template <class T> class Description {
public:
  Description(int rows, int columns) {
    CUSOLVER_CHECK(cusolverMgCreateMatrixDesc(&description_, rows, columns, rows, kBlock,
                                              Types<T>::type, grid));
  }
  ~Description() { CUSOLVER_CHECK(cusolverMgDestroyMatrixDesc(description_)); }
  operator cudaLibMgMatrixDesc_t() const { return description_; }

private:
  cudaLibMgMatrixDesc_t description_ = nullptr;
};

// Scratch memory of this many elements on each device.
template <class T> class Scratch {
public:
  explicit Scratch(int64_t elements) {
    CHECK(elements >= 0);
    for (int device : devices) {
      CUDA_CHECK(cudaSetDevice(device));
      void* part = nullptr;
      CUDA_CHECK(cudaMalloc(&part, sizeof(T) * (elements + 1)));
      parts_.push_back(part);
    }
  }
  ~Scratch() {
    for (void* part : parts_)
      CUDA_CHECK(cudaFree(part));
  }
  void** get() { return parts_.data(); }

private:
  std::vector<void*> parts_;
};

static void synchronize() {
  for (int device : devices) {
    CUDA_CHECK(cudaSetDevice(device));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
}

template <class T> void cholesky(int n, int sides) {
  const cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
  const std::vector<T> matrix = hermitian<T>(n, n, 8 * n, 5);
  const std::vector<T> right = smallNumbers<T>(static_cast<size_t>(n) * sides, 6);
  Shared<T> a(n, n, matrix), b(n, sides, right);
  const Description<T> describedA(n, n), describedB(n, sides);
  int64_t size = 0;
  int info = -1;
  {
    CUSOLVER_CHECK(cusolverMgPotrf_bufferSize(handle, uplo, n, a.untyped(), 1, 1, describedA,
                                              Types<T>::type, &size));
    Scratch<T> work(size);
    CUSOLVER_CHECK(cusolverMgPotrf(handle, uplo, n, a.untyped(), 1, 1, describedA, Types<T>::type,
                                   work.get(), size, &info));
    synchronize();
    CHECK(info == 0);
    const Dense lower = triangle(dense(a.download(), n, n, n), uplo);
    CHECK(distance(product(lower, adjoint(lower)), dense(matrix, n, n, n)) <
          tolerance<T>(n) * 8 * n);
  }
  {
    CUSOLVER_CHECK(cusolverMgPotrs_bufferSize(handle, uplo, n, sides, a.untyped(), 1, 1, describedA,
                                              b.untyped(), 1, 1, describedB, Types<T>::type,
                                              &size));
    Scratch<T> work(size);
    CUSOLVER_CHECK(cusolverMgPotrs(handle, uplo, n, sides, a.untyped(), 1, 1, describedA,
                                   b.untyped(), 1, 1, describedB, Types<T>::type, work.get(), size,
                                   &info));
    synchronize();
    CHECK(info == 0);
    CHECK(distance(product(dense(matrix, n, n, n), dense(b.download(), n, sides, n)),
                   dense(right, n, sides, n)) < tolerance<T>(n) * 8 * n);
  }
  CUSOLVER_CHECK(cusolverMgPotri_bufferSize(handle, uplo, n, a.untyped(), 1, 1, describedA,
                                            Types<T>::type, &size));
  Scratch<T> work(size);
  CUSOLVER_CHECK(cusolverMgPotri(handle, uplo, n, a.untyped(), 1, 1, describedA, Types<T>::type,
                                 work.get(), size, &info));
  synchronize();
  CHECK(info == 0);
  // The inverse is in the lower triangle.
  Dense inverse = triangle(dense(a.download(), n, n, n), uplo);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i)
      inverse.at(i, j) = std::conj(inverse.at(j, i));
  CHECK(distance(product(inverse, dense(matrix, n, n, n)), one(n)) < tolerance<T>(n) * n);
}

template <class T> void lu(int n, int sides) {
  const std::vector<T> matrix = regular<T>(n, n, n, 11);
  const std::vector<T> right = smallNumbers<T>(static_cast<size_t>(n) * sides, 12);
  Shared<T> a(n, n, matrix), b(n, sides, right);
  Shared<int> pivots(1, n);
  const Description<T> describedA(n, n), describedB(n, sides);
  int64_t size = 0;
  int info = -1;
  {
    CUSOLVER_CHECK(cusolverMgGetrf_bufferSize(handle, n, n, a.untyped(), 1, 1, describedA,
                                              pivots.get(), Types<T>::type, &size));
    Scratch<T> work(size);
    CUSOLVER_CHECK(cusolverMgGetrf(handle, n, n, a.untyped(), 1, 1, describedA, pivots.get(),
                                   Types<T>::type, work.get(), size, &info));
    synchronize();
    CHECK(info == 0);
  }
  const Dense factors = dense(a.download(), n, n, n);
  Dense found = product(triangle(factors, CUBLAS_FILL_MODE_LOWER, true),
                        triangle(factors, CUBLAS_FILL_MODE_UPPER));
  const std::vector<int> exchanges = pivots.download();
  for (int row = n - 1; row >= 0; --row) {
    CHECK(exchanges[row] >= row + 1 && exchanges[row] <= n);
    for (int column = 0; column < n; ++column)
      std::swap(found.at(row, column), found.at(exchanges[row] - 1, column));
  }
  CHECK(distance(found, dense(matrix, n, n, n)) < tolerance<T>(n) * 16);
  CUSOLVER_CHECK(cusolverMgGetrs_bufferSize(handle, CUBLAS_OP_N, n, sides, a.untyped(), 1, 1,
                                            describedA, pivots.get(), b.untyped(), 1, 1, describedB,
                                            Types<T>::type, &size));
  Scratch<T> work(size);
  CUSOLVER_CHECK(cusolverMgGetrs(handle, CUBLAS_OP_N, n, sides, a.untyped(), 1, 1, describedA,
                                 pivots.get(), b.untyped(), 1, 1, describedB, Types<T>::type,
                                 work.get(), size, &info));
  synchronize();
  CHECK(info == 0);
  CHECK(distance(product(dense(matrix, n, n, n), dense(b.download(), n, sides, n)),
                 dense(right, n, sides, n)) < tolerance<T>(n) * 64);
}

template <class T> void eigenvalues(int n, cusolverEigMode_t mode) {
  using Real = typename Types<T>::Real;
  const std::vector<T> matrix = hermitian<T>(n, n, 3, 13);
  Shared<T> a(n, n, matrix);
  const Description<T> described(n, n);
  std::vector<Real> values(n);
  int64_t size = 0;
  int info = -1;
  CUSOLVER_CHECK(cusolverMgSyevd_bufferSize(handle, mode, CUBLAS_FILL_MODE_LOWER, n, a.untyped(), 1,
                                            1, described, values.data(), Types<T>::realType,
                                            Types<T>::type, &size));
  Scratch<T> work(size);
  CUSOLVER_CHECK(cusolverMgSyevd(handle, mode, CUBLAS_FILL_MODE_LOWER, n, a.untyped(), 1, 1,
                                 described, values.data(), Types<T>::realType, Types<T>::type,
                                 work.get(), size, &info));
  synchronize();
  CHECK(info == 0);
  double sum = 0, trace = 0;
  for (int i = 0; i < n; ++i) {
    CHECK(i == 0 || values[i - 1] <= values[i]);
    sum += values[i];
    trace += number(matrix[i + static_cast<size_t>(i) * n]).real();
  }
  CHECK(fabs(sum - trace) < tolerance<T>(n) * 16 * n);
  if (mode == CUSOLVER_EIG_MODE_NOVECTOR)
    return;
  const Dense vectors = dense(a.download(), n, n, n);
  CHECK(distance(product(adjoint(vectors), vectors), one(n)) < tolerance<T>(n));
  CHECK(distance(product(dense(matrix, n, n, n), vectors), scaled(vectors, values)) <
        tolerance<T>(n) * 16 * n);
}

template <class T> void all() {
  cholesky<T>(40, 5);
  cholesky<T>(64, 33);
  lu<T>(64, 3);
  lu<T>(37, 20);
  eigenvalues<T>(48, CUSOLVER_EIG_MODE_VECTOR);
  eigenvalues<T>(33, CUSOLVER_EIG_MODE_VECTOR);
  eigenvalues<T>(33, CUSOLVER_EIG_MODE_NOVECTOR);
}

int main() {
  int count = 0;
  CUDA_CHECK(cudaGetDeviceCount(&count));
  for (int device = 0; device < count; ++device)
    devices.push_back(device);
  CUSOLVER_CHECK(cusolverMgCreate(&handle));
  CUSOLVER_CHECK(cusolverMgDeviceSelect(handle, count, devices.data()));
  CUSOLVER_CHECK(cusolverMgCreateDeviceGrid(&grid, 1, count, devices.data(),
                                            CUDALIBMG_GRID_MAPPING_COL_MAJOR));
  all<float>();
  all<double>();
  all<cuComplex>();
  all<cuDoubleComplex>();
  CUSOLVER_CHECK(cusolverMgDestroyGrid(grid));
  CUSOLVER_CHECK(cusolverMgDestroy(handle));
  return ok();
}
