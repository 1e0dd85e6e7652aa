#include "inner.cu"
#include "outer.cu"

#include "launch.cu"
