// libcurand: its version, and that it says what it does not have.
#include "curand.h"

#include <gtest/gtest.h>

TEST(Curand, Version) {
  int version = 0, major = 0, minor = 0;
  EXPECT_EQ(curandGetVersion(&version), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(version, CURAND_VERSION);
  EXPECT_EQ(curandGetProperty(MAJOR_VERSION, &major), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGetProperty(MINOR_VERSION, &minor), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(major * 1000 + minor * 100, version / 100 * 100);
  EXPECT_EQ(curandGetVersion(nullptr), CURAND_STATUS_OUT_OF_RANGE);
}

TEST(Curand, WhatIsMissingIsNamed) {
  testing::internal::CaptureStderr();
  curandGenerator_t generator = nullptr;
  EXPECT_EQ(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT),
            CURAND_STATUS_INTERNAL_ERROR);
  EXPECT_EQ(generator, nullptr);
  EXPECT_EQ(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT),
            CURAND_STATUS_INTERNAL_ERROR);
  const std::string said = testing::internal::GetCapturedStderr();
  const std::size_t first = said.find("curandCreateGenerator");
  EXPECT_NE(first, said.npos);
  EXPECT_EQ(said.find("curandCreateGenerator", first + 1), said.npos); // once
}
