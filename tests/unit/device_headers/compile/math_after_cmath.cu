// The C++ library may come before the CUDA headers.
// standards: 03 11 14 17 20
#include <cmath>
#include <cstdlib>

#include "math.cu"
