// The same functions as loops over arrays through SLEEF, in its versions with an error below one
// place.
#pragma once

struct SleefLoop {
  const char* name;
  void (*run)(const float* x, const float* y, float* results, int count);
};

// In the order of kernels in math_bench.cu; `count` is a multiple of 16.
extern const SleefLoop sleefLoops[7];
