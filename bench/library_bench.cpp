// What the libraries cost beside what they stand on, with Google Benchmark: `library_bench`.
// Products of matrices stand beside OpenBLAS, products with sparse matrices beside a loop that
// reads as many bytes on all processors, and small calls alone. Fourier transforms are in
// fft_bench. Times are processor time of the whole process, so that the work of a device's threads
// counts.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusparse.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <numeric>
#include <thread>
#include <vector>

namespace {

template <class Status> void require(Status status) {
  if (status != Status{})
    std::abort();
}

// Zeroed memory of the device, which is memory of the host, too.
template <class T> class Memory {
public:
  explicit Memory(std::size_t count) {
    require(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
    require(cudaMemset(data_, 0, count * sizeof(T)));
    require(cudaDeviceSynchronize());
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }
  T* get() const { return data_; }

private:
  T* data_ = nullptr;
};

cublasHandle_t blas() {
  static const cublasHandle_t made = [] {
    cublasHandle_t handle;
    require(cublasCreate(&handle));
    return handle;
  }();
  return made;
}

// A function of a library that may not be installed, or null.
template <class Function> Function find(const char* library, const char* name) {
  void* const opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return opened ? reinterpret_cast<Function>(dlsym(opened, name)) : nullptr;
}

template <class T> struct Product;
template <> struct Product<float> {
  static constexpr auto cuda = cublasSgemm;
  using Device = float;
  static constexpr const char* kEngine = "sgemm_";
};
template <> struct Product<double> {
  static constexpr auto cuda = cublasDgemm;
  using Device = double;
  static constexpr const char* kEngine = "dgemm_";
};
template <> struct Product<std::complex<float>> {
  static constexpr auto cuda = cublasCgemm;
  using Device = cuComplex;
  static constexpr const char* kEngine = "cgemm_";
};

template <class T> void product(benchmark::State& state) {
  using Device = typename Product<T>::Device;
  const int n = static_cast<int>(state.range(0));
  const std::size_t count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  const Memory<Device> a(count), b(count), c(count);
  const T one(1), zero(0);
  const auto run = [&] {
    require(Product<T>::cuda(blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n,
                             reinterpret_cast<const Device*>(&one), a.get(), n, b.get(), n,
                             reinterpret_cast<const Device*>(&zero), c.get(), n));
    require(cudaDeviceSynchronize());
  };
  run();
  for (auto _ : state)
    run();
}
// OpenBLAS is called once for the whole product, with threads of its own.
template <class T> void engineProduct(benchmark::State& state) {
  using Gemm = void (*)(const char*, const char*, const int*, const int*, const int*, const T*,
                        const T*, const int*, const T*, const int*, const T*, T*, const int*);
  const auto gemm = find<Gemm>("libopenblas.so.0", Product<T>::kEngine);
  if (!gemm) {
    state.SkipWithError("OpenBLAS is not installed");
    return;
  }
  const int n = static_cast<int>(state.range(0));
  const std::size_t count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  std::vector<T> a(count), b(count), c(count);
  const T one(1), zero(0);
  for (auto _ : state)
    gemm("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
}
#define HEDDLE_PRODUCT(T)                                                                          \
  BENCHMARK(product<T>)->Arg(256)->Arg(1024)->MeasureProcessCPUTime()->UseRealTime();              \
  BENCHMARK(engineProduct<T>)->Arg(256)->Arg(1024)->MeasureProcessCPUTime()->UseRealTime();
HEDDLE_PRODUCT(float)
HEDDLE_PRODUCT(double)
HEDDLE_PRODUCT(std::complex<float>)
#undef HEDDLE_PRODUCT

// A matrix with 16 elements in each row near its diagonal. Bytes are those of the matrix and
// vectors.
constexpr int kPerRow = 16;
std::int64_t bytesOfSparseProduct(std::int64_t rows) {
  return rows * (kPerRow * 8 + 12);
}
void sparseProduct(benchmark::State& state) {
  const int rows = static_cast<int>(state.range(0)), perRow = kPerRow, nnz = rows * perRow;
  const auto size = [](int count) { return static_cast<std::size_t>(count); };
  std::vector<int> offsets(size(rows) + 1), columns(size(nnz));
  for (int row = 0; row <= rows; ++row)
    offsets[size(row)] = row * perRow;
  for (int entry = 0; entry < nnz; ++entry)
    columns[size(entry)] = std::min(rows - perRow, entry / perRow) + entry % perRow;
  const Memory<int> deviceOffsets(offsets.size()), deviceColumns(columns.size());
  const Memory<float> values(columns.size()), x(size(rows)), y(size(rows));
  require(cudaMemcpy(deviceOffsets.get(), offsets.data(), offsets.size() * sizeof(int),
                     cudaMemcpyHostToDevice));
  require(cudaMemcpy(deviceColumns.get(), columns.data(), columns.size() * sizeof(int),
                     cudaMemcpyHostToDevice));
  cusparseHandle_t handle;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t vecX, vecY;
  require(cusparseCreate(&handle));
  require(cusparseCreateCsr(&matrix, rows, rows, nnz, deviceOffsets.get(), deviceColumns.get(),
                            values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  require(cusparseCreateDnVec(&vecX, rows, x.get(), CUDA_R_32F));
  require(cusparseCreateDnVec(&vecY, rows, y.get(), CUDA_R_32F));
  const float one = 1, zero = 0;
  for (auto _ : state) {
    require(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, vecX, &zero, vecY,
                         CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
    require(cudaDeviceSynchronize());
  }
  state.SetBytesProcessed(state.iterations() * bytesOfSparseProduct(rows));
  require(cusparseDestroyDnVec(vecY));
  require(cusparseDestroyDnVec(vecX));
  require(cusparseDestroySpMat(matrix));
  require(cusparseDestroy(handle));
}
BENCHMARK(sparseProduct)->Arg(1 << 20)->MeasureProcessCPUTime()->UseRealTime();

// Adds up as many bytes as the product above reads and writes, which is the fastest that any
// product could be.
void readLoop(benchmark::State& state) {
  const std::int64_t bytes = bytesOfSparseProduct(state.range(0));
  const std::vector<std::uint64_t> data(static_cast<std::size_t>(bytes) / sizeof(std::uint64_t), 1);
  const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
  for (auto _ : state) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i)
      threads.emplace_back([&, i] {
        const auto begin = data.begin();
        const auto at = [&](std::size_t part) {
          return begin + static_cast<std::ptrdiff_t>(data.size() * part / count);
        };
        benchmark::DoNotOptimize(std::accumulate(at(i), at(i + 1), std::uint64_t{0}));
      });
    for (std::thread& each : threads)
      each.join();
  }
  state.SetBytesProcessed(state.iterations() * bytes);
}
BENCHMARK(readLoop)->Arg(1 << 20)->MeasureProcessCPUTime()->UseRealTime();

// What the thread of the program spends on a call that only orders work.
void smallCall(benchmark::State& state) {
  const Memory<float> x(16), y(16);
  const float one = 1;
  require(cublasSaxpy(blas(), 16, &one, x.get(), 1, y.get(), 1));
  for (auto _ : state)
    require(cublasSaxpy(blas(), 16, &one, x.get(), 1, y.get(), 1));
  require(cudaDeviceSynchronize());
}
BENCHMARK(smallCall);

} // namespace

BENCHMARK_MAIN();
