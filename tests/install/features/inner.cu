__constant__ int offset = 2;
__device__ int inner(int value) {
  return value + offset;
}
