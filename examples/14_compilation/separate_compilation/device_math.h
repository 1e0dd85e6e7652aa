// Device code that another file defines.
#pragma once

struct Polynomial {
  float coefficients[4];
  __device__ float operator()(float x) const;
};

__device__ float integrate(const Polynomial& p, float low, float high, int steps);

extern __device__ int evaluations;
