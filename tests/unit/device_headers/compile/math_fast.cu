// The same names under -use_fast_math. Rows L-174 to L-184.
// standards: 17
// options: -D__CUDA_FAST_MATH__ -ffast-math
#include "math.cu"
