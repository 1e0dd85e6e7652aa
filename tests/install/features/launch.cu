__device__ int outer(int value);
__global__ void kernel(int* value) {
  *value = outer(*value);
}

int launched(int value) {
  int* device;
  int result = -1;
  if (cudaMalloc(&device, sizeof(int)) != cudaSuccess)
    return -2;
  cudaMemcpy(device, &value, sizeof(int), cudaMemcpyHostToDevice);
  kernel<<<1, 1>>>(device);
  cudaMemcpy(&result, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return result;
}
