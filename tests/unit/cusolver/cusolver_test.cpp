// libcusolver: what its functions answer to wrong arguments, how its work is ordered, and that
// numbers in memory that are no valid pivots do no harm. The results of operations are in
// tests/conformance.
#include "cusolverDn.h"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// NVIDIA's header lacks these functions of the library, so programs declare them.
extern "C" {
cusolverStatus_t cusolverDnDsygst_bufferSize(cusolverDnHandle_t, int, cublasFillMode_t, int,
                                             double*, int, double*, int, int*);
cusolverStatus_t cusolverDnDsygst(cusolverDnHandle_t, int, cublasFillMode_t, int, double*, int,
                                  double*, int, double*, int*);
cusolverStatus_t cusolverDnChegst(cusolverDnHandle_t, int, cublasFillMode_t, int, cuComplex*, int,
                                  cuComplex*, int, cuComplex*, int*);
}

namespace {

template <class T> T* onDevice(const std::vector<T>& host) {
  T* device = nullptr;
  cudaMalloc(reinterpret_cast<void**>(&device), host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
template <class T> std::vector<T> onHost(const T* device, std::size_t count) {
  std::vector<T> host(count);
  cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}

// The matrix {{4, 2}, {2, 5}}, whose Cholesky factor is {{2, 0}, {1, 2}}.
class Cusolver : public testing::Test {
protected:
  void SetUp() override { ASSERT_EQ(cusolverDnCreate(&handle_), CUSOLVER_STATUS_SUCCESS); }
  void TearDown() override { EXPECT_EQ(cusolverDnDestroy(handle_), CUSOLVER_STATUS_SUCCESS); }
  cusolverStatus_t factor(double* matrix, int* info) {
    return cusolverDnDpotrf(handle_, CUBLAS_FILL_MODE_LOWER, 2, matrix, 2, nullptr, 0, info);
  }

  const std::vector<double> matrix_{4, 2, 2, 5}, factor_{2, 1, 2, 2};
  cusolverDnHandle_t handle_ = nullptr;
};

TEST_F(Cusolver, IsCapturedIntoAGraph) {
  double* const matrix = onDevice(matrix_);
  int* const info = onDevice<int>({-1});
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  cudaStreamCreate(&stream);
  cusolverDnSetStream(handle_, stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(factor(matrix, info), CUSOLVER_STATUS_SUCCESS);
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(onHost(matrix, 4), matrix_);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  cudaGraphLaunch(executable, stream);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(onHost(matrix, 4), factor_);
  EXPECT_EQ(onHost(info, 1), std::vector<int>{0});
}

TEST_F(Cusolver, ArgumentsThatAreWrong) {
  int size = 0;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  EXPECT_EQ(cusolverDnCreate(nullptr), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDpotrf_bufferSize(nullptr, lower, 2, nullptr, 2, &size),
            CUSOLVER_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(cusolverDnDpotrf_bufferSize(handle_, static_cast<cublasFillMode_t>(777), 2, nullptr, 2,
                                        &size),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDpotrf(handle_, lower, -1, nullptr, 2, nullptr, 0, nullptr),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDpotrf(handle_, lower, 2, nullptr, 1, nullptr, 0, nullptr),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDestroy(nullptr), CUSOLVER_STATUS_NOT_INITIALIZED);
}

// Where an H200 has statuses of its own, or refuses what has nothing to do.
TEST_F(Cusolver, StatusesOfFewFunctions) {
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  std::size_t bytes = 0;
  int iterations = 0;
  const auto solve = [&](int n, std::size_t workBytes) {
    return cusolverDnDDgesv(handle_, n, 1, onDevice(matrix_), 2, nullptr, onDevice<double>({1, 2}),
                            2, onDevice<double>({0, 0}), 2, nullptr, workBytes, &iterations,
                            onDevice<int>({0}));
  };
  EXPECT_EQ(cusolverDnDDgesv_bufferSize(handle_, -1, 1, nullptr, 2, nullptr, nullptr, 2, nullptr, 2,
                                        nullptr, &bytes),
            CUSOLVER_STATUS_IRS_PARAMS_INVALID);
  EXPECT_EQ(cusolverDnDDgesv_bufferSize(handle_, 2, 1, nullptr, 2, nullptr, nullptr, 2, nullptr, 2,
                                        nullptr, &bytes),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(solve(-1, bytes), CUSOLVER_STATUS_IRS_PARAMS_INVALID);
  EXPECT_EQ(solve(2, 1), CUSOLVER_STATUS_INVALID_WORKSPACE);
  EXPECT_EQ(solve(2, bytes), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverDnDpotrfBatched(handle_, lower, 2, nullptr, 2, nullptr, 0),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDsytrf(handle_, lower, 2, onDevice(matrix_), 2, nullptr, nullptr, 0,
                             onDevice<int>({0})),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnSetDeterministicMode(handle_, static_cast<cusolverDeterministicMode_t>(0)),
            CUSOLVER_STATUS_INTERNAL_ERROR);
}

// The history is a column of numbers of iterations and one of residuals. The statuses before it is
// asked for, and before a solution, are those of an H200.
TEST_F(Cusolver, ResidualsOfRefinement) {
  constexpr int kMaxIterations = 10;
  cusolverDnIRSParams_t params;
  cusolverDnIRSInfos_t infos;
  ASSERT_EQ(cusolverDnIRSParamsCreate(&params), CUSOLVER_STATUS_SUCCESS);
  ASSERT_EQ(cusolverDnIRSInfosCreate(&infos), CUSOLVER_STATUS_SUCCESS);
  cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_64F, CUSOLVER_R_64F);
  cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_CLASSICAL);
  cusolverDnIRSParamsSetMaxIters(params, kMaxIterations);
  void* history = &infos;
  EXPECT_EQ(cusolverDnIRSInfosGetResidualHistory(infos, &history), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(history, nullptr);
  ASSERT_EQ(cusolverDnIRSInfosRequestResidual(infos), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverDnIRSInfosGetResidualHistory(infos, &history), CUSOLVER_STATUS_INTERNAL_ERROR);
  std::size_t bytes = 0;
  int iterations = -1;
  ASSERT_EQ(cusolverDnIRSXgesv_bufferSize(handle_, params, 1, 1, &bytes), CUSOLVER_STATUS_SUCCESS);
  // No number times 49 is 1.
  ASSERT_EQ(cusolverDnIRSXgesv(handle_, params, infos, 1, 1, onDevice<double>({49}), 1,
                               onDevice<double>({1}), 1, onDevice<double>({0}), 1, nullptr, bytes,
                               &iterations, onDevice<int>({-1})),
            CUSOLVER_STATUS_SUCCESS);
  ASSERT_EQ(cusolverDnIRSInfosGetResidualHistory(infos, &history), CUSOLVER_STATUS_SUCCESS);
  const auto* const numbers = static_cast<const double*>(history);
  EXPECT_EQ(numbers[0], 0);
  EXPECT_GT(numbers[kMaxIterations + 1], 0);
  EXPECT_LE(numbers[kMaxIterations + 1], 1e-14);
  EXPECT_EQ(cusolverDnIRSInfosDestroy(infos), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverDnIRSParamsDestroy(params), CUSOLVER_STATUS_SUCCESS);
}

// The residual and the number of sweeps are of the last call with the parameters.
TEST_F(Cusolver, ResidualsOfJacobiMethods) {
  syevjInfo_t jacobi = nullptr;
  double residual = -1;
  ASSERT_EQ(cusolverDnCreateSyevjInfo(&jacobi), CUSOLVER_STATUS_SUCCESS);
  double* const values = onDevice<double>({0, 0});
  int* const info = onDevice<int>({-1, -1});
  EXPECT_EQ(cusolverDnDsyevj(handle_, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, 2,
                             onDevice(matrix_), 2, values, nullptr, 0, info, jacobi),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverDnXsyevjGetResidual(handle_, jacobi, &residual), CUSOLVER_STATUS_SUCCESS);
  EXPECT_GE(residual, 0);
  EXPECT_LT(residual, 1e-14);
  EXPECT_EQ(cusolverDnDsyevjBatched(handle_, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, 1,
                                    onDevice(matrix_), 1, values, nullptr, 0, info, jacobi, 2),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cusolverDnXsyevjGetResidual(handle_, jacobi, &residual), CUSOLVER_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(cusolverDnDestroySyevjInfo(jacobi), CUSOLVER_STATUS_SUCCESS);
}

// The last line of the log. The callback of the API has no pointer of the program's.
std::string lastLine;
void keepLine(int level, const char* function, const char* message) {
  lastLine = std::to_string(level) + " " + function + " " + message;
}

TEST_F(Cusolver, CallsAreLoggedByTheirNames) {
  int size = 0;
  const auto ask = [&](int uplo) {
    cusolverDnDpotrf_bufferSize(handle_, static_cast<cublasFillMode_t>(uplo), 2, nullptr, 2, &size);
  };
  EXPECT_EQ(cusolverDnLoggerSetLevel(6), CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnLoggerOpenFile("/no/such/folder/log"), CUSOLVER_STATUS_INVALID_VALUE);
  ASSERT_EQ(cusolverDnLoggerSetCallback(keepLine), CUSOLVER_STATUS_SUCCESS);
  ask(CUBLAS_FILL_MODE_LOWER);
  EXPECT_EQ(lastLine, "");
  ASSERT_EQ(cusolverDnLoggerSetLevel(5), CUSOLVER_STATUS_SUCCESS);
  ask(CUBLAS_FILL_MODE_LOWER);
  EXPECT_EQ(lastLine, "5 cusolverDnDpotrf_bufferSize CUSOLVER_STATUS_SUCCESS");
  factor(onDevice(matrix_), onDevice<int>({-1}));
  EXPECT_EQ(lastLine, "5 cusolverDnDpotrf CUSOLVER_STATUS_SUCCESS");
  ask(777);
  EXPECT_EQ(lastLine, "5 cusolverDnDpotrf_bufferSize CUSOLVER_STATUS_INVALID_VALUE");
  ASSERT_EQ(cusolverDnLoggerSetLevel(0), CUSOLVER_STATUS_SUCCESS);
  lastLine.clear();
  ask(CUBLAS_FILL_MODE_LOWER);
  EXPECT_EQ(lastLine, "");
  ASSERT_EQ(cusolverDnLoggerSetCallback(nullptr), CUSOLVER_STATUS_SUCCESS);
}

// What is not there ends the context with an error, and not the process.
// With the factor {{2, 0}, {1, 2}}, L^-1 A L^-T of {{8, 8}, {8, 12}} is {{2, 1}, {1, 1.5}}, and
// L^T A L is {{76, 56}, {56, 48}}. Only the lower triangle is read and written.
TEST_F(Cusolver, StandardFormsOfProblems) {
  double* const factor = onDevice(factor_);
  int* const info = onDevice<int>({-1});
  int size = 0;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  double* matrix = onDevice<double>({8, 8, 99, 12});
  ASSERT_EQ(cusolverDnDsygst_bufferSize(handle_, 1, lower, 2, matrix, 2, factor, 2, &size),
            CUSOLVER_STATUS_SUCCESS);
  double* const work = onDevice(std::vector<double>(static_cast<std::size_t>(size)));
  EXPECT_EQ(cusolverDnDsygst(handle_, 1, lower, 2, matrix, 2, factor, 2, work, info),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(onHost(matrix, 4), (std::vector<double>{2, 1, 99, 1.5}));
  EXPECT_EQ(onHost(info, 1), std::vector<int>{0});
  matrix = onDevice<double>({8, 8, 99, 12});
  EXPECT_EQ(cusolverDnDsygst(handle_, 2, lower, 2, matrix, 2, factor, 2, work, info),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(onHost(matrix, 4), (std::vector<double>{76, 56, 99, 48}));
  cuComplex* const complexMatrix = onDevice<cuComplex>({{8, 0}, {8, 4}, {99, 0}, {12, 0}});
  cuComplex* const complexFactor = onDevice<cuComplex>({{2, 0}, {1, 0}, {0, 0}, {2, 0}});
  EXPECT_EQ(cusolverDnChegst(handle_, 1, lower, 2, complexMatrix, 2, complexFactor, 2,
                             onDevice<cuComplex>({{0, 0}}), info),
            CUSOLVER_STATUS_SUCCESS);
  const std::vector<cuComplex> reduced = onHost(complexMatrix, 4);
  EXPECT_FLOAT_EQ(reduced[0].x, 2);
  EXPECT_FLOAT_EQ(reduced[1].x, 1);
  EXPECT_FLOAT_EQ(reduced[1].y, 1);
  EXPECT_FLOAT_EQ(reduced[3].x, 1.5F);
  EXPECT_EQ(cusolverDnDsygst(handle_, 4, lower, 2, matrix, 2, factor, 2, work, info),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDsygst(handle_, 1, lower, 2, matrix, 1, factor, 2, work, info),
            CUSOLVER_STATUS_INVALID_VALUE);
  EXPECT_EQ(cusolverDnDsygst(nullptr, 1, lower, 2, matrix, 2, factor, 2, work, info),
            CUSOLVER_STATUS_NOT_INITIALIZED);
}

TEST_F(Cusolver, MemoryThatIsNotThere) {
  EXPECT_EQ(factor(onDevice(matrix_), nullptr), CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  cudaDeviceReset();
}
TEST_F(Cusolver, PivotsOutside) {
  const int* const pivots = onDevice<int>({1, 1 << 30});
  EXPECT_EQ(cusolverDnDgetrs(handle_, CUBLAS_OP_N, 2, 1, onDevice(matrix_), 2, pivots,
                             onDevice<double>({1, 2}), 2, onDevice<int>({0})),
            CUSOLVER_STATUS_SUCCESS);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  cudaDeviceReset();
}

} // namespace
