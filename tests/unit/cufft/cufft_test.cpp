// libcufft on a device: what its functions answer, and how its work is ordered.
#include "cufft.h"
#include "cufftXt.h"

#include <cmath>
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace {

constexpr int kLength = 48;

// Device memory for complex numbers, filled with a wave of one frequency.
class Wave {
public:
  explicit Wave(int frequency) {
    std::vector<cufftComplex> host(kLength);
    for (int index = 0; index < kLength; ++index) {
      const double angle = 2 * M_PI * frequency * index / kLength;
      host[index] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    }
    cudaMalloc(&data_, kLength * sizeof(cufftComplex));
    cudaMemcpy(data_, host.data(), kLength * sizeof(cufftComplex), cudaMemcpyHostToDevice);
  }
  ~Wave() { cudaFree(data_); }
  Wave(const Wave&) = delete;
  Wave& operator=(const Wave&) = delete;
  cufftComplex* data() const { return data_; }
  std::vector<cufftComplex> read() const {
    std::vector<cufftComplex> host(kLength);
    cudaMemcpy(host.data(), data_, kLength * sizeof(cufftComplex), cudaMemcpyDeviceToHost);
    return host;
  }
  // Whether the data are the transform of a wave of this frequency.
  bool isPeakAt(int frequency, float height) const {
    const auto host = read();
    for (int index = 0; index < kLength; ++index) {
      const float wanted = index == frequency ? height : 0;
      if (std::abs(host[index].x - wanted) > 1e-3F * height ||
          std::abs(host[index].y) > 1e-3F * height)
        return false;
    }
    return true;
  }

private:
  cufftComplex* data_ = nullptr;
};

class Handle {
public:
  Handle() { EXPECT_EQ(cufftPlan1d(&plan_, kLength, CUFFT_C2C, 1), CUFFT_SUCCESS); }
  ~Handle() { EXPECT_EQ(cufftDestroy(plan_), CUFFT_SUCCESS); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  cufftHandle get() const { return plan_; }

private:
  cufftHandle plan_ = 0;
};

TEST(Cufft, TransformsAWave) {
  const Wave wave(5);
  const Handle plan;
  ASSERT_EQ(cufftExecC2C(plan.get(), wave.data(), wave.data(), CUFFT_FORWARD), CUFFT_SUCCESS);
  EXPECT_TRUE(wave.isPeakAt(5, kLength));
}

TEST(Cufft, IsOrderedOnItsStream) {
  const Wave wave(7);
  const Handle plan;
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  ASSERT_EQ(cufftSetStream(plan.get(), stream), CUFFT_SUCCESS);
  // There and back again twice, and there.
  for (int round = 0; round < 2; ++round) {
    cufftExecC2C(plan.get(), wave.data(), wave.data(), CUFFT_FORWARD);
    cufftExecC2C(plan.get(), wave.data(), wave.data(), CUFFT_INVERSE);
  }
  cufftExecC2C(plan.get(), wave.data(), wave.data(), CUFFT_FORWARD);
  ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_TRUE(wave.isPeakAt(7, static_cast<float>(kLength) * kLength * kLength));
  cudaStreamDestroy(stream);
}

TEST(Cufft, IsCapturedIntoAGraph) {
  const Wave wave(3), result(0);
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  {
    const Handle plan;
    cufftSetStream(plan.get(), stream);
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    EXPECT_EQ(cufftExecC2C(plan.get(), wave.data(), result.data(), CUFFT_FORWARD), CUFFT_SUCCESS);
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  }
  EXPECT_FALSE(result.isPeakAt(3, kLength));
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  EXPECT_EQ(nodes, 1u);
  ASSERT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  // The plan is gone, but the graph has what it needs.
  for (int round = 0; round < 2; ++round) {
    cudaMemset(result.data(), 0, kLength * sizeof(cufftComplex));
    cudaGraphLaunch(executable, stream);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_TRUE(result.isPeakAt(3, kLength));
  }
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

TEST(Cufft, PlansThatDoNotExist) {
  size_t size = 0;
  EXPECT_EQ(cufftDestroy(9999), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftSetStream(9999, nullptr), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftGetSize(9999, &size), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftExecC2C(9999, nullptr, nullptr, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  // A plan that has not been made cannot transform anything.
  cufftHandle plan = 0;
  const Wave wave(1);
  ASSERT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecC2C(plan, wave.data(), wave.data(), CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftMakePlan1d(plan, kLength, CUFFT_C2C, 1, &size), CUFFT_SUCCESS);
  EXPECT_EQ(cufftMakePlan1d(plan, kLength, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
}

TEST(Cufft, ArgumentsThatAreWrong) {
  cufftHandle plan = 0;
  EXPECT_EQ(cufftPlan1d(nullptr, 8, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftPlan1d(&plan, 0, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
  EXPECT_EQ(cufftPlan1d(&plan, -3, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
  EXPECT_EQ(cufftPlan1d(&plan, 8, static_cast<cufftType>(1), 1), CUFFT_INVALID_TYPE);
  // A prime whose tables would take more memory than there is.
  EXPECT_EQ(cufftPlan1d(&plan, 2147483647, CUFFT_C2C, 1), CUFFT_NOT_SUPPORTED);
  int lengths[4] = {2, 2, 2, 2};
  EXPECT_EQ(cufftPlanMany(&plan, 4, lengths, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1),
            CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftPlanMany(&plan, 1, nullptr, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, 1),
            CUFFT_INVALID_VALUE);
  const Wave wave(1);
  const Handle made;
  EXPECT_EQ(cufftExecC2C(made.get(), nullptr, wave.data(), CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftExecC2C(made.get(), wave.data(), wave.data(), 0), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftExecR2C(made.get(), &wave.data()->x, wave.data()), CUFFT_SUCCESS);
  EXPECT_EQ(cufftXtQueryPlan(made.get(), nullptr, CUFFT_QUERY_1D_FACTORS), CUFFT_INVALID_VALUE);
}

TEST(Cufft, WorkAreasOfTheProgram) {
  // The complex numbers between the passes of this transform are in the work area, since they are
  // too many for a thread to keep.
  constexpr int kRows = 256, kColumns = 510, kStored = kColumns / 2 + 1;
  cufftHandle plan = 0;
  size_t size = 0, estimate = 0;
  ASSERT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  ASSERT_EQ(cufftSetAutoAllocation(plan, 0), CUFFT_SUCCESS);
  ASSERT_EQ(cufftMakePlan2d(plan, kRows, kColumns, CUFFT_C2R, &size), CUFFT_SUCCESS);
  EXPECT_GE(size, kRows * kStored * sizeof(cufftComplex));
  EXPECT_EQ(cufftEstimate2d(kRows, kColumns, CUFFT_C2R, &estimate), CUFFT_SUCCESS);
  EXPECT_EQ(estimate, size);
  EXPECT_EQ(cufftGetSize(plan, &estimate), CUFFT_SUCCESS);
  EXPECT_EQ(estimate, size);
  cufftComplex* in = nullptr;
  float* out = nullptr;
  char* area = nullptr;
  cudaMalloc(&in, kRows * kStored * sizeof(cufftComplex));
  cudaMalloc(&out, kRows * kColumns * sizeof(float));
  cudaMalloc(&area, size + 8);
  cudaMemset(in, 0, kRows * kStored * sizeof(cufftComplex));
  const cufftComplex constant = {1, 0};
  cudaMemcpy(in, &constant, sizeof constant, cudaMemcpyHostToDevice);
  EXPECT_EQ(cufftExecC2R(plan, in, out), CUFFT_NO_WORKSPACE);
  // The work area need not be aligned.
  ASSERT_EQ(cufftSetWorkArea(plan, area + 8), CUFFT_SUCCESS);
  ASSERT_EQ(cufftExecC2R(plan, in, out), CUFFT_SUCCESS);
  std::vector<float> host(kRows * kColumns);
  ASSERT_EQ(cudaMemcpy(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost),
            cudaSuccess);
  for (const float number : host)
    EXPECT_FLOAT_EQ(number, 1);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
  cudaFree(in);
  cudaFree(out);
  cudaFree(area);
}

TEST(Cufft, Versions) {
  int version = 0, major = 0;
  EXPECT_EQ(cufftGetVersion(&version), CUFFT_SUCCESS);
  EXPECT_EQ(version, CUFFT_VERSION);
  EXPECT_EQ(cufftGetProperty(MAJOR_VERSION, &major), CUFFT_SUCCESS);
  EXPECT_EQ(major, CUFFT_VER_MAJOR);
  EXPECT_EQ(cufftGetVersion(nullptr), CUFFT_SUCCESS);
}

// The codes are those that NVIDIA's library gives on an H200.
TEST(Cufft, PropertiesOfPlans) {
  constexpr auto kPatient = NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT;
  constexpr auto kThreads = NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS;
  constexpr auto kUnknown = static_cast<cufftProperty>(0);
  cufftHandle plan = 0;
  ASSERT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  const auto valueOf = [&](cufftProperty property) {
    long long value = -7;
    const cufftResult result = cufftGetPlanPropertyInt64(plan, property, &value);
    return std::pair(result, value);
  };
  EXPECT_EQ(valueOf(kPatient), std::pair(CUFFT_SUCCESS, 0LL));
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, kPatient, 5), CUFFT_SUCCESS);
  EXPECT_EQ(valueOf(kPatient), std::pair(CUFFT_SUCCESS, 1LL));
  EXPECT_EQ(cufftResetPlanProperty(plan, kPatient), CUFFT_SUCCESS);
  EXPECT_EQ(valueOf(kPatient), std::pair(CUFFT_SUCCESS, 0LL));
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, kThreads, 1), CUFFT_NOT_SUPPORTED);
  EXPECT_EQ(cufftResetPlanProperty(plan, kThreads), CUFFT_NOT_SUPPORTED);
  EXPECT_EQ(valueOf(kThreads), std::pair(CUFFT_NOT_SUPPORTED, -7LL));
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, kUnknown, 1), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftResetPlanProperty(plan, kUnknown), CUFFT_INVALID_VALUE);
  EXPECT_EQ(valueOf(kUnknown), std::pair(CUFFT_INVALID_VALUE, -7LL));
  EXPECT_EQ(cufftGetPlanPropertyInt64(plan, kPatient, nullptr), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftSetPlanPropertyInt64(12345, kPatient, 1), CUFFT_INVALID_PLAN);

  std::size_t bytes = 0;
  ASSERT_EQ(cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, &bytes), CUFFT_SUCCESS);
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, kPatient, 1), CUFFT_NOT_SUPPORTED);
  EXPECT_EQ(cufftResetPlanProperty(plan, kPatient), CUFFT_NOT_SUPPORTED);
  EXPECT_EQ(cufftSetPlanPropertyInt64(plan, kUnknown, 1), CUFFT_NOT_SUPPORTED);
  EXPECT_EQ(valueOf(kPatient), std::pair(CUFFT_SUCCESS, 0LL));
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
}

// Memory that is not there ends the context with an error, and not the process. This test is the
// last one of this file because the context is of no use afterwards.
TEST(Cufft, MemoryThatIsNotThere) {
  const Handle plan;
  const std::size_t bytes = 1u << 16;
  void* const absent = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto* const data = static_cast<cufftComplex*>(absent);
  EXPECT_EQ(cufftExecC2C(plan.get(), data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  EXPECT_EQ(cufftExecC2C(plan.get(), data, data, CUFFT_FORWARD), CUFFT_EXEC_FAILED);
  cudaDeviceReset();
  munmap(absent, bytes);
}

} // namespace
