// curand_poisson: the numbers are cuRAND's own, whatever method the mean asks for: products of
// uniform numbers, rejection from 64 on, a normal number beyond 4000.
#include "check.h"
#include <curand_kernel.h>

const int draws = 12, generators = 3, means = 6;
__constant__ double mean[means] = {3.5, 64, 100, 999, 4000, 4001};

// For XORWOW, MRG32k3a and Philox.
const unsigned golden[generators][means][draws] = {
    {{2, 8, 8, 3, 4, 1, 1, 3, 0, 4, 4, 7},
     {66, 76, 74, 66, 68, 45, 64, 58, 71, 55, 68, 64},
     {102, 115, 113, 103, 108, 106, 76, 100, 93, 109, 89, 105},
     {1008, 1047, 1042, 1009, 1018, 925, 1001, 978, 966, 1017, 999, 991},
     {4019, 4096, 4086, 4021, 4039, 3854, 4004, 3960, 3935, 4036, 4001, 3985},
     {3929, 4071, 3971, 3967, 4015, 4033, 3988, 4024, 4041, 3995, 4020, 3893}},
    {{2, 2, 9, 3, 5, 5, 4, 6, 4, 3, 4, 4},
     {72, 67, 74, 67, 76, 64, 68, 53, 76, 65, 67, 60},
     {110, 103, 113, 104, 115, 100, 105, 86, 115, 101, 104, 95},
     {1031, 1011, 1013, 1047, 1002, 1015, 956, 1047, 1005, 1014, 983, 981},
     {4063, 4024, 4028, 4097, 4006, 4032, 3915, 4096, 4013, 4031, 3969, 3965},
     {4038, 4007, 3915, 4093, 4010, 4057, 3992, 4030, 3962, 3964, 3989, 4078}},
    {{5, 4, 2, 6, 4, 5, 2, 3, 1, 5, 4, 2},
     {62, 78, 77, 55, 65, 75, 72, 56, 68, 66, 77, 65},
     {98, 118, 117, 89, 102, 114, 110, 91, 105, 103, 117, 101},
     {994, 1057, 1053, 964, 1006, 1046, 1032, 970, 1017, 1009, 1054, 1004},
     {3990, 4116, 4108, 3932, 4014, 4093, 4067, 3944, 4037, 4021, 4110, 4011},
     {3889, 3976, 3921, 4024, 4067, 4100, 3946, 4051, 3942, 4040, 3975, 3979}}};

template <class State> __device__ void numbers(unsigned* out) {
  State state;
  curand_init(77, 1, 3, &state);
  for (int i = 0; i < draws; ++i)
    out[i] = curand_poisson(&state, mean[threadIdx.x]);
}

__global__ void all(unsigned* out) {
  out += threadIdx.x * draws;
  numbers<curandStateXORWOW_t>(out);
  numbers<curandStateMRG32k3a_t>(out + means * draws);
  numbers<curandStatePhilox4_32_10_t>(out + 2 * means * draws);
}

// Four at a time are the same numbers, but out of another method for the largest means.
__global__ void four(unsigned* out) {
  curandStatePhilox4_32_10_t state;
  curand_init(77, 1, 3, &state);
  for (int i = 0; i < draws; i += 4) {
    const uint4 x = curand_poisson4(&state, mean[threadIdx.x]);
    unsigned* o = out + threadIdx.x * draws + i;
    o[0] = x.x;
    o[1] = x.y;
    o[2] = x.z;
    o[3] = x.w;
  }
}

int main() {
  const unsigned *everyGenerator = golden[0][0], *thirdGenerator = golden[2][0];
  Buffer<unsigned> out(generators * means * draws);
  all<<<1, means>>>(out.device());
  out.download();
  for (int i = 0; i < generators * means * draws; ++i)
    EXPECT_EQ_AT(i, out[i], everyGenerator[i]);
  four<<<1, means>>>(out.device());
  out.download();
  for (int i = 0; i < (means - 1) * draws; ++i)
    EXPECT_EQ_AT(i, out[i], thirdGenerator[i]);
  return ok();
}
