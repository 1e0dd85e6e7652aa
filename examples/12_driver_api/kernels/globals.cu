// Variables of a module that the host finds by their names.
__constant__ float constData[256];
__device__ float devData;
__device__ float* devPointer;

extern "C" __global__ void read(float* out) {
  const int i = threadIdx.x;
  out[i] = constData[i] + devData * devPointer[i];
}
