// The C++ library may come before the CUDA headers.
// standards: 11 17
#include <cmath>
#include <cstdlib>

#include "math.cu"
