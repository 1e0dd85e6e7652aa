// libcublas: handles, pointer modes, order on streams, graphs, bad arguments and bad memory. What
// the functions compute is in the programs tests/conformance/cublas_*.cu.
#include "device_array.h"

#include "cuda.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <thread>

namespace heddle::cublas_test {
namespace {

constexpr float kOne = 1, kZero = 0, kTwo = 2;

TEST(Cublas, VersionAndProperties) {
  const Handle handle;
  int version = 0, major = 0, minor = 0;
  EXPECT_EQ(cublasGetVersion(handle, &version), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasGetProperty(MAJOR_VERSION, &major), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasGetProperty(MINOR_VERSION, &minor), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(version, CUBLAS_VERSION);
  EXPECT_EQ(major, CUBLAS_VER_MAJOR);
  EXPECT_EQ(minor, CUBLAS_VER_MINOR);
  EXPECT_EQ(cublasGetProperty(MAJOR_VERSION, nullptr), CUBLAS_STATUS_INVALID_VALUE);
}

// A program may go on with the driver's functions alone, in the context of the handle.
TEST(Cublas, AHandleMakesTheContextCurrent) {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  ASSERT_EQ(
      cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, 12000, cudaEnableDefault, &found),
      cudaSuccess);
  const auto getCurrent = reinterpret_cast<CUresult (*)(CUcontext*)>(entry);
  std::thread([&] {
    CUcontext before = nullptr, after = nullptr;
    EXPECT_EQ(getCurrent(&before), CUDA_SUCCESS);
    const Handle handle;
    EXPECT_EQ(getCurrent(&after), CUDA_SUCCESS);
    EXPECT_EQ(before, nullptr);
    EXPECT_NE(after, nullptr);
  }).join();
}

TEST(Cublas, SettingsAreKept) {
  const Handle handle;
  cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_DEVICE;
  cublasMath_t math = CUBLAS_PEDANTIC_MATH;
  cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_ALLOWED;
  EXPECT_EQ(cublasGetPointerMode(handle, &pointers), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(pointers, CUBLAS_POINTER_MODE_HOST);
  EXPECT_EQ(cublasGetAtomicsMode(handle, &atomics), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(atomics, CUBLAS_ATOMICS_NOT_ALLOWED);
  EXPECT_EQ(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasGetMathMode(handle, &math), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(math, CUBLAS_TF32_TENSOR_OP_MATH);
  EXPECT_EQ(cublasSetPointerMode(handle, static_cast<cublasPointerMode_t>(5)),
            CUBLAS_STATUS_INVALID_VALUE);
}

TEST(Cublas, InvalidHandles) {
  int something = 0;
  const auto wrong = reinterpret_cast<cublasHandle_t>(&something);
  cudaStream_t stream;
  EXPECT_EQ(cublasCreate(nullptr), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasDestroy(nullptr), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cublasDestroy(wrong), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cublasGetStream(wrong, &stream), CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cublasSscal(wrong, 1, &kOne, nullptr, 1), CUBLAS_STATUS_NOT_INITIALIZED);
}

TEST(Cublas, InvalidArguments) {
  const Handle handle;
  const DeviceArray<float> a(numbers<float>(64, 1));
  const auto gemm = [&](cublasOperation_t operation, int m, int lda, const float* alpha) {
    return cublasSgemm(handle, operation, CUBLAS_OP_N, m, 4, 4, alpha, a.get(), lda, a.get(), 4,
                       &kZero, a.get(), 4);
  };
  EXPECT_EQ(gemm(static_cast<cublasOperation_t>(7), 4, 4, &kOne), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(gemm(CUBLAS_OP_N, -1, 4, &kOne), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(gemm(CUBLAS_OP_N, 4, 3, &kOne), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(gemm(CUBLAS_OP_N, 4, 4, nullptr), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(
      cublasSgemv(handle, CUBLAS_OP_N, 4, 4, &kOne, a.get(), 4, a.get(), 0, &kZero, a.get(), 1),
      CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cublasStrsv(handle, static_cast<cublasFillMode_t>(9), CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 4,
                        a.get(), 4, a.get(), 1),
            CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

// A number that is no type or algorithm is an invalid value, or not supported by some functions;
// types that do not go together are not supported. The statuses are those of an H200.
TEST(Cublas, NumbersThatAreNoEnumerators) {
  const Handle handle;
  const DeviceArray<float> memory(numbers<float>(4, 1));
  float* const matrix = memory.get();
  const auto noType = static_cast<cudaDataType>(777);
  float result = 0;
  const auto norm = [&](cudaDataType type, cudaDataType resultType) {
    return cublasNrm2Ex(handle, 2, matrix, type, 1, &result, resultType, CUDA_R_32F);
  };
  EXPECT_EQ(norm(noType, CUDA_R_32F), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(norm(CUDA_R_32F, noType), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(norm(CUDA_R_32F, CUDA_R_64F), CUBLAS_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(cublasAsumEx(handle, 2, matrix, noType, 1, &result, CUDA_R_32F, CUDA_R_32F),
            CUBLAS_STATUS_NOT_SUPPORTED);
  const auto multiply = [&](cudaDataType a, cudaDataType c, int algorithm) {
    return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &kOne, matrix, a, 2, matrix,
                        CUDA_R_32F, 2, &kOne, matrix, c, 2, CUBLAS_COMPUTE_32F,
                        static_cast<cublasGemmAlgo_t>(algorithm));
  };
  EXPECT_EQ(multiply(CUDA_R_32F, noType, CUBLAS_GEMM_DEFAULT), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(noType, CUDA_R_32F, CUBLAS_GEMM_DEFAULT), CUBLAS_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(multiply(CUDA_R_32F, CUDA_R_32F, 777), CUBLAS_STATUS_INVALID_VALUE);
  EXPECT_EQ(multiply(CUDA_R_32F, CUDA_R_32F, CUBLAS_GEMM_ALGO7), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &kOne, matrix,
                                       CUDA_R_32F, 2, 4, matrix, CUDA_R_32F, 2, 4, &kOne, matrix,
                                       CUDA_R_32F, 2, 4, 1, static_cast<cublasComputeType_t>(777),
                                       CUBLAS_GEMM_DEFAULT),
            CUBLAS_STATUS_INVALID_VALUE);
}

TEST(Cublas, EmptyVectorsAndMatrices) {
  const Handle handle;
  float result = 5;
  int index = 5;
  EXPECT_EQ(cublasSdot(handle, 0, nullptr, 1, nullptr, 1, &result), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(result, 0);
  EXPECT_EQ(cublasIsamax(handle, 0, nullptr, 1, &index), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(index, 0);
  EXPECT_EQ(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, 0, 0, &kOne, nullptr, 1, nullptr, 1,
                        &kZero, nullptr, 1),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST(Cublas, WithoutInnerDimensionOnlyBetaCounts) {
  const Handle handle;
  const DeviceArray<float> c({1, 2, 3, 4});
  EXPECT_EQ(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 0, &kOne, nullptr, 2, nullptr, 1,
                        &kTwo, c.get(), 2),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.values(), (std::vector<float>{2, 4, 6, 8}));
}

// With beta == 0, C and y are not read, so a NaN in them does not count.
TEST(Cublas, ZeroBetaDoesNotRead) {
  const Handle handle;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const DeviceArray<float> a({1, 2, 3, 4}), c({nan, nan, nan, nan}), y({nan, nan});
  EXPECT_EQ(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &kOne, a.get(), 2, a.get(), 2,
                        &kZero, c.get(), 2),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(c.values(), (std::vector<float>{10, 14, 14, 20}));
  EXPECT_EQ(
      cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &kOne, a.get(), 2, a.get(), 1, &kZero, y.get(), 1),
      CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(y.values(), (std::vector<float>{7, 10}));
}

TEST(Cublas, FactorsAndResultsOnTheDevice) {
  const Handle handle;
  const DeviceArray<float> x({1, 2, 3}), alpha({3}), result({0});
  EXPECT_EQ(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSscal(handle, 3, alpha.get(), x.get(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSasum(handle, 3, x.get(), 1, result.get()), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSscal(handle, 3, result.get(), x.get(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(x.values(), (std::vector<float>{54, 108, 162}));
}

// A call returns although the work before it on the stream has not begun, and runs behind that
// work.
TEST(Cublas, WorkIsOrderedOnTheStream) {
  const Handle handle;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  EXPECT_EQ(cublasSetStream(handle, stream), CUBLAS_STATUS_SUCCESS);
  const DeviceArray<float> x({1, 1}), y({2, 2});
  static std::atomic<bool> isOpen;
  isOpen = false;
  ASSERT_EQ(cudaLaunchHostFunc(
                stream,
                [](void*) {
                  while (!isOpen)
                    std::this_thread::yield();
                },
                nullptr),
            cudaSuccess);
  EXPECT_EQ(cublasSaxpy(handle, 2, &kTwo, x.get(), 1, y.get(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
  isOpen = true;
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(y.values(), (std::vector<float>{4, 4}));
  EXPECT_EQ(cublasSetStream(handle, nullptr), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST(Cublas, WorkIsCapturedIntoGraphs) {
  const Handle handle;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  EXPECT_EQ(cublasSetStream(handle, stream), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE), CUBLAS_STATUS_SUCCESS);
  const DeviceArray<float> x({1, 2}), two({2}), norm({0});
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(cublasSscal(handle, 2, two.get(), x.get(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSasum(handle, 2, x.get(), 1, norm.get()), CUBLAS_STATUS_SUCCESS);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  std::size_t nodes = 0;
  EXPECT_EQ(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
  EXPECT_EQ(nodes, 2u);
  ASSERT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  for (int launch = 0; launch < 3; ++launch)
    EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(x.values(), (std::vector<float>{8, 16}));
  EXPECT_EQ(norm.values(), (std::vector<float>{24}));
  EXPECT_EQ(cudaGraphExecDestroy(exec), cudaSuccess);
  EXPECT_EQ(cublasSetStream(handle, nullptr), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST(Cublas, LogNamesCalls) {
  static std::string text;
  EXPECT_EQ(cublasSetLoggerCallback([](const char* line) { text += line; }), CUBLAS_STATUS_SUCCESS);
  const Handle handle;
  EXPECT_EQ(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cublasSetLoggerCallback(nullptr), CUBLAS_STATUS_SUCCESS);
  EXPECT_NE(text.find("cublasSetMathMode: CUBLAS_STATUS_SUCCESS"), std::string::npos) << text;
}

TEST(Cublas, VectorsAndMatricesAreCopied) {
  const DeviceArray<int> to(std::vector<int>(12));
  const int source[] = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(cublasSetVector(3, sizeof(int), source, 2, to.get(), 3), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(to.values(), (std::vector<int>{1, 0, 0, 3, 0, 0, 5, 0, 0, 0, 0, 0}));
  int back[6] = {};
  EXPECT_EQ(cublasGetMatrix(2, 3, sizeof(int), to.get(), 3, back, 2), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(std::vector<int>(back, back + 6), (std::vector<int>{1, 0, 3, 0, 5, 0}));
  // Columns that overlap are an error of the copy.
  EXPECT_EQ(cublasSetMatrix(4, 3, sizeof(int), source, 3, to.get(), 4),
            CUBLAS_STATUS_MAPPING_ERROR);
}

// A pointer to nothing is the error of an illegal address, and the process goes on.
TEST(Cublas, MemoryThatIsNotThere) {
  auto* const nothing = reinterpret_cast<float*>(0x7000);
  cublasHandle_t handle;
  ASSERT_EQ(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
  float* c = nullptr;
  ASSERT_EQ(cudaMalloc(&c, 64 * 64 * sizeof(float)), cudaSuccess);
  EXPECT_EQ(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 64, 64, 64, &kOne, nothing, 64, c, 64,
                        &kZero, c, 64),
            CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cublasSscal(handle, 1, &kOne, c, 1), CUBLAS_STATUS_EXECUTION_FAILED);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  // A new context works, with the same handle.
  const DeviceArray<float> x({3});
  EXPECT_EQ(cublasSscal(handle, 1, &kTwo, x.get(), 1), CUBLAS_STATUS_SUCCESS);
  EXPECT_EQ(x.values(), std::vector<float>{6});
  EXPECT_EQ(cublasDestroy(handle), CUBLAS_STATUS_SUCCESS);
}

} // namespace
} // namespace heddle::cublas_test
