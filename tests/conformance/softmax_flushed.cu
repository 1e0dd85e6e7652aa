// A softmax over a row with flushed subnormals: all threads read a shared maximum that is then
// overwritten by the sum, with barriers between.
// nvcc: -ftz=true
#include <math.h>

#include "check.h"

constexpr int kColumns = 256;

__global__ void softmax(const float* in, float* out) {
  __shared__ float reduced[32];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const float value = in[blockIdx.x * kColumns + t];
  float best = value;
  for (int distance = 16; distance > 0; distance /= 2)
    best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, distance));
  if (lane == 0)
    reduced[warp] = best;
  __syncthreads();
  best = lane < kColumns / 32 ? reduced[lane] : -INFINITY;
  for (int distance = 16; distance > 0; distance /= 2)
    best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, distance));
  if (t == 0)
    reduced[0] = best;
  __syncthreads();
  const float maximum = reduced[0];
  __syncthreads();
  const float power = expf(value - maximum);
  float sum = power;
  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  if (lane == 0)
    reduced[warp] = sum;
  __syncthreads();
  if (t == 0) {
    float total = 0;
    for (int i = 0; i < kColumns / 32; ++i)
      total += reduced[i];
    reduced[0] = total;
  }
  __syncthreads();
  out[blockIdx.x * kColumns + t] = power / reduced[0];
}

int main() {
  constexpr int kRows = 3;
  Buffer<float> in(kRows * kColumns), out(kRows * kColumns);
  for (int i = 0; i < kRows * kColumns; ++i)
    in[i] = static_cast<float>((i * 37) % 101) / 10;
  in.upload();
  softmax<<<kRows, kColumns>>>(in.device(), out.device());
  out.download();
  for (int row = 0; row < kRows; ++row) {
    double sum = 0, highest = 0;
    for (int i = 0; i < kColumns; ++i)
      highest = fmax(highest, in[row * kColumns + i]);
    for (int i = 0; i < kColumns; ++i)
      sum += exp(in[row * kColumns + i] - highest);
    for (int i = 0; i < kColumns; ++i) {
      const double expected = exp(in[row * kColumns + i] - highest) / sum;
      CHECK(fabs(out[row * kColumns + i] - expected) <= 1e-5 * expected);
    }
  }
  return ok();
}
