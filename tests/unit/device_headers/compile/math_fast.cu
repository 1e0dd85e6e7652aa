// The same names under -use_fast_math. Rows L-174 to L-184.
// options: -D__CUDA_FAST_MATH__ -ffast-math
#include "math.cu"
