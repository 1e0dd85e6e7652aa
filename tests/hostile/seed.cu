// The device code of the seeds for damaged images.
__constant__ int table[4] = {1, 2, 3, 4};
__device__ int counter = 7;
__managed__ float shared_value;
__device__ int twice(int value) {
  return 2 * value;
}
__device__ int (*pointer)(int) = twice;

__global__ void seed(int* out, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x % 64] = i;
  __syncthreads();
  if (i < n)
    out[i] = tile[(threadIdx.x + 1) % 64] + table[i % 4] + atomicAdd(&counter, 1) + pointer(i);
}
