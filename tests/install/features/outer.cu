extern __constant__ int offset;
__device__ int inner(int value);
__device__ int outer(int value) {
  return 10 * inner(value) + offset;
}
