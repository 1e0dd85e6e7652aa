// Plans for several devices: how data are divided among them, and that transforms are the same as
// those of one device.
#include "cufftXt.h"

#include <cmath>
#include <cstdlib>
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>
#include <vector>

namespace {

[[maybe_unused]] const bool configured = setenv("HEDDLE_DEVICES", "3", 1) == 0;

using Numbers = std::vector<cufftComplex>;

Numbers someNumbers(std::size_t count) {
  Numbers numbers(count);
  for (std::size_t index = 0; index < count; ++index)
    numbers[index] = {static_cast<float>(index * 37 % 101) / 101,
                      static_cast<float>(index * 53 % 89) / 89};
  return numbers;
}

void expectNear(const Numbers& found, const Numbers& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t index = 0; index < found.size(); ++index) {
    ASSERT_NEAR(found[index].x, wanted[index].x, 1e-2) << index;
    ASSERT_NEAR(found[index].y, wanted[index].y, 1e-2) << index;
  }
}

// A plan for devices 2, 0 and 1, in this order.
class DevicesPlan {
public:
  DevicesPlan(std::vector<int> lengths, cufftType type, int batch = 1) {
    int devices[] = {2, 0, 1};
    std::size_t bytes[3] = {99, 99, 99};
    EXPECT_EQ(cufftCreate(&plan_), CUFFT_SUCCESS);
    EXPECT_EQ(cufftXtSetGPUs(plan_, 3, devices), CUFFT_SUCCESS);
    EXPECT_EQ(cufftMakePlanMany(plan_, static_cast<int>(lengths.size()), lengths.data(), nullptr, 1,
                                0, nullptr, 1, 0, type, batch, bytes),
              CUFFT_SUCCESS);
    EXPECT_NE(bytes[2], 99U);
  }
  ~DevicesPlan() { EXPECT_EQ(cufftDestroy(plan_), CUFFT_SUCCESS); }
  DevicesPlan(const DevicesPlan&) = delete;
  DevicesPlan& operator=(const DevicesPlan&) = delete;
  cufftHandle get() const { return plan_; }

private:
  cufftHandle plan_ = 0;
};

class Data {
public:
  Data(const DevicesPlan& plan, cufftXtSubFormat format) : plan_(plan) {
    EXPECT_EQ(cufftXtMalloc(plan.get(), &data_, format), CUFFT_SUCCESS);
  }
  ~Data() { EXPECT_EQ(cufftXtFree(data_), CUFFT_SUCCESS); }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  cudaLibXtDesc* get() const { return data_; }
  void write(const Numbers& numbers) {
    Numbers copy = numbers;
    EXPECT_EQ(cufftXtMemcpy(plan_.get(), data_, copy.data(), CUFFT_COPY_HOST_TO_DEVICE),
              CUFFT_SUCCESS);
  }
  Numbers read(std::size_t count) const {
    Numbers numbers(count);
    EXPECT_EQ(cufftXtMemcpy(plan_.get(), numbers.data(), data_, CUFFT_COPY_DEVICE_TO_HOST),
              CUFFT_SUCCESS);
    return numbers;
  }
  // What the device at this place of the plan's list has.
  Numbers part(int index, std::size_t count) const {
    Numbers numbers(count);
    EXPECT_EQ(cudaMemcpy(numbers.data(), data_->descriptor->data[index],
                         count * sizeof(cufftComplex), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return numbers;
  }

private:
  const DevicesPlan& plan_;
  cudaLibXtDesc* data_ = nullptr;
};

// The transform on the current device alone.
Numbers transformed(const Numbers& numbers, std::vector<int> lengths, int batch, int direction) {
  const std::size_t bytes = numbers.size() * sizeof(cufftComplex);
  cufftComplex* data = nullptr;
  cufftHandle plan = 0;
  EXPECT_EQ(cudaMalloc(&data, bytes), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(data, numbers.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cufftPlanMany(&plan, static_cast<int>(lengths.size()), lengths.data(), nullptr, 1, 0,
                          nullptr, 1, 0, CUFFT_C2C, batch),
            CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecC2C(plan, data, data, direction), CUFFT_SUCCESS);
  Numbers result(numbers.size());
  EXPECT_EQ(cudaMemcpy(result.data(), data, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
  EXPECT_EQ(cudaFree(data), cudaSuccess);
  return result;
}

void checkThereAndBack(const std::vector<int>& lengths, int batch) {
  std::size_t count = static_cast<std::size_t>(batch);
  for (const int length : lengths)
    count *= static_cast<std::size_t>(length);
  const DevicesPlan plan(lengths, CUFFT_C2C, batch);
  const Numbers numbers = someNumbers(count);
  const Numbers wanted = transformed(numbers, lengths, batch, CUFFT_FORWARD);
  Data data(plan, CUFFT_XT_FORMAT_INPLACE), copy(plan, CUFFT_XT_FORMAT_INPLACE);
  data.write(numbers);
  expectNear(data.read(count), numbers);
  ASSERT_EQ(cufftXtExecDescriptorC2C(plan.get(), data.get(), data.get(), CUFFT_FORWARD),
            CUFFT_SUCCESS);
  EXPECT_EQ(data.get()->subFormat, CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
  expectNear(data.read(count), wanted);
  // A copy between devices brings data into the order of where they go.
  ASSERT_EQ(cufftXtMemcpy(plan.get(), copy.get(), data.get(), CUFFT_COPY_DEVICE_TO_DEVICE),
            CUFFT_SUCCESS);
  EXPECT_EQ(copy.get()->subFormat, CUFFT_XT_FORMAT_INPLACE);
  expectNear(copy.read(count), wanted);
  ASSERT_EQ(cufftXtExecDescriptorC2C(plan.get(), data.get(), data.get(), CUFFT_INVERSE),
            CUFFT_SUCCESS);
  EXPECT_EQ(data.get()->subFormat, CUFFT_XT_FORMAT_INPLACE);
  expectNear(data.read(count), transformed(wanted, lengths, batch, CUFFT_INVERSE));
}

TEST(CufftDevices, TransformsOfAllDimensions) {
  checkThereAndBack({100}, 1);
  checkThereAndBack({32}, 7);
  checkThereAndBack({10, 8}, 1);
  checkThereAndBack({6, 8, 5}, 1);
  checkThereAndBack({6, 8}, 4);
}

// Element (x, y) has the value 10 x + y before it is divided. In the shuffled order the data are
// those of a transform, whose inverse is taken first so that they are known.
TEST(CufftDevices, NaturalAndShuffledOrder) {
  constexpr std::size_t kRows = 4, kColumns = 5;
  Numbers numbers(kRows * kColumns);
  for (std::size_t index = 0; index < numbers.size(); ++index)
    numbers[index] = {static_cast<float>(index / kColumns * 10 + index % kColumns), 0};
  const DevicesPlan plan({kRows, kColumns}, CUFFT_C2C);
  Data data(plan, CUFFT_XT_FORMAT_INPLACE);
  data.write(numbers);
  EXPECT_EQ(data.get()->descriptor->nGPUs, 3);
  EXPECT_EQ(data.get()->descriptor->GPUs[0], 2);
  EXPECT_GE(data.get()->descriptor->size[0], 2 * kColumns * sizeof(cufftComplex));
  // Two rows, one and one.
  expectNear(data.part(1, kColumns), {{20, 0}, {21, 0}, {22, 0}, {23, 0}, {24, 0}});
  Data shuffled(plan, CUFFT_XT_FORMAT_INPLACE_SHUFFLED);
  shuffled.write(numbers);
  // Two columns, two and one.
  expectNear(shuffled.part(0, 8),
             {{0, 0}, {1, 0}, {10, 0}, {11, 0}, {20, 0}, {21, 0}, {30, 0}, {31, 0}});
  expectNear(shuffled.part(2, kRows), {{4, 0}, {14, 0}, {24, 0}, {34, 0}});
}

// Rows of real numbers are padded to whole complex numbers.
TEST(CufftDevices, RealData) {
  constexpr int kRows = 8, kColumns = 6;
  constexpr std::size_t kHalf = kColumns / 2 + 1;
  Numbers numbers(kRows * kHalf);
  auto* const real = reinterpret_cast<float*>(numbers.data());
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column)
      real[row * 2 * static_cast<int>(kHalf) + column] = row == 3 && column == 2 ? 1.0F : 0.0F;
  const DevicesPlan forward({kRows, kColumns}, CUFFT_R2C), inverse({kRows, kColumns}, CUFFT_C2R);
  Data data(forward, CUFFT_XT_FORMAT_INPLACE);
  data.write(numbers);
  ASSERT_EQ(cufftXtExecDescriptorR2C(forward.get(), data.get(), data.get()), CUFFT_SUCCESS);
  const Numbers spectrum = data.read(numbers.size());
  for (int x = 0; x < kRows; ++x)
    for (int y = 0; y < static_cast<int>(kHalf); ++y) {
      const double angle = -2 * M_PI * (3.0 * x / kRows + 2.0 * y / kColumns);
      const cufftComplex found = spectrum[static_cast<std::size_t>(x) * kHalf + y];
      ASSERT_NEAR(found.x, std::cos(angle), 1e-5);
      ASSERT_NEAR(found.y, std::sin(angle), 1e-5);
    }
  ASSERT_EQ(cufftXtExecDescriptorC2R(inverse.get(), data.get(), data.get()), CUFFT_SUCCESS);
  const Numbers again = data.read(numbers.size());
  const auto* const result = reinterpret_cast<const float*>(again.data());
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      const int at = row * 2 * static_cast<int>(kHalf) + column;
      ASSERT_NEAR(result[at], real[at] * kRows * kColumns, 1e-4);
    }
}

// What an H200 says of 64 elements on two devices, and where it leaves them: each device has four
// times eight neighbouring elements.
TEST(CufftDevices, StringsOfOneDimension) {
  constexpr int kLength = 64;
  int devices[] = {0, 1};
  std::size_t bytes[2];
  cufftHandle plan = 0;
  ASSERT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  ASSERT_EQ(cufftXtSetGPUs(plan, 2, devices), CUFFT_SUCCESS);
  cufftXt1dFactors factors{};
  EXPECT_EQ(cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS), CUFFT_INVALID_PLAN);
  ASSERT_EQ(cufftMakePlan1d(plan, kLength, CUFFT_C2C, 1, bytes), CUFFT_SUCCESS);
  EXPECT_EQ(cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_UNDEFINED), CUFFT_INVALID_VALUE);
  ASSERT_EQ(cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS), CUFFT_SUCCESS);
  EXPECT_EQ(factors.size, kLength);
  EXPECT_EQ(factors.stringCount, 2);
  EXPECT_EQ(factors.stringLength, 32);
  EXPECT_EQ(factors.substringLength, 8);
  EXPECT_EQ(factors.factor1, 16);
  EXPECT_EQ(factors.factor2, 4);
  EXPECT_EQ(factors.substringMask, 7);
  EXPECT_EQ(factors.stringShift, 5);
  cudaLibXtDesc* data = nullptr;
  ASSERT_EQ(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE), CUFFT_SUCCESS);
  Numbers numbers(kLength); // the transform of this is e^(-2 pi i k / 64)
  numbers[1] = {1, 0};
  ASSERT_EQ(cufftXtMemcpy(plan, data, numbers.data(), CUFFT_COPY_HOST_TO_DEVICE), CUFFT_SUCCESS);
  ASSERT_EQ(cufftXtExecDescriptorC2C(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
  for (int device = 0; device < 2; ++device) {
    Numbers part(kLength / 2);
    ASSERT_EQ(cudaMemcpy(part.data(), data->descriptor->data[device],
                         part.size() * sizeof(cufftComplex), cudaMemcpyDeviceToHost),
              cudaSuccess);
    for (int i = 0; i < kLength / 2; ++i) {
      const double angle = -2 * M_PI * (i / 8 * 16 + device * 8 + i % 8) / kLength;
      ASSERT_NEAR(part[static_cast<std::size_t>(i)].x, std::cos(angle), 1e-5) << device << " " << i;
      ASSERT_NEAR(part[static_cast<std::size_t>(i)].y, std::sin(angle), 1e-5) << device << " " << i;
    }
  }
  EXPECT_EQ(cufftXtFree(data), CUFFT_SUCCESS);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
}

TEST(CufftDevices, PoliciesOfWorkAreas) {
  const auto ask = [](int length, cufftXtWorkAreaPolicy policy, cufftType type = CUFFT_C2C) {
    cufftHandle plan = 0;
    std::size_t bytes = 0;
    EXPECT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
    EXPECT_EQ(cufftXtSetWorkAreaPolicy(plan, policy, &bytes), CUFFT_INVALID_PLAN);
    EXPECT_EQ(cufftMakePlan1d(plan, length, type, 1, &bytes), CUFFT_SUCCESS);
    const bool hasWorkArea = bytes != 0;
    const cufftResult result = cufftXtSetWorkAreaPolicy(plan, policy, &bytes);
    EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
    if (policy == CUFFT_WORKAREA_MINIMAL)
      EXPECT_EQ(result, !hasWorkArea        ? CUFFT_SUCCESS
                        : type == CUFFT_C2C ? CUFFT_INVALID_SIZE
                                            : CUFFT_INVALID_PLAN)
          << length;
    else
      EXPECT_EQ(result, CUFFT_INVALID_PLAN) << length;
    return hasWorkArea;
  };
  EXPECT_FALSE(ask(8, CUFFT_WORKAREA_MINIMAL));
  ask(1 << 20, CUFFT_WORKAREA_MINIMAL);
  ask(1 << 20, CUFFT_WORKAREA_MINIMAL, CUFFT_R2C);
  ask(8, CUFFT_WORKAREA_PERFORMANCE);
  ask(8, CUFFT_WORKAREA_USER);
}

TEST(CufftDevices, ArgumentsThatAreWrong) {
  cufftHandle plan = 0;
  ASSERT_EQ(cufftCreate(&plan), CUFFT_SUCCESS);
  int absent[] = {0, 3}, right[] = {0, 1};
  EXPECT_EQ(cufftXtSetGPUs(plan, 2, absent), CUFFT_INVALID_DEVICE);
  EXPECT_EQ(cufftXtSetGPUs(plan, 1, right), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftXtFree(nullptr), CUFFT_SUCCESS);
  cudaLibXtDesc* data = nullptr;
  EXPECT_EQ(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE), CUFFT_INVALID_PLAN);
  std::size_t bytes[2];
  ASSERT_EQ(cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, bytes), CUFFT_SUCCESS);
  EXPECT_EQ(cufftXtSetGPUs(plan, 2, right), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftXtExecDescriptorC2C(plan, nullptr, nullptr, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  ASSERT_EQ(cufftXtMalloc(plan, &data, CUFFT_XT_FORMAT_INPLACE), CUFFT_SUCCESS);
  EXPECT_EQ(cufftXtExecDescriptorZ2Z(plan, data, data, CUFFT_FORWARD), CUFFT_INVALID_TYPE);
  EXPECT_EQ(cufftXtFree(data), CUFFT_SUCCESS);
  EXPECT_EQ(cufftDestroy(plan), CUFFT_SUCCESS);
}

} // namespace
