// The driver API's forms, and the functions from before CUDA 3.0 that name a buffer by its number.
// Rows D-110 to D-113, R-328, X-149.

// nvcc: -lEGL -lGL -lcuda
#include "gl_context.h"

#include <cuda.h>
#include <cudaGL.h>

#define CU_CHECK(call) EXPECT_EQ(int(call), int(CUDA_SUCCESS))

constexpr int kCount = 1000;

__global__ void squares(int* values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount)
    values[i] += i * i;
}

GLuint makeBuffer(int value) {
  const std::vector<int> values(kCount, value);
  GLuint buffer;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, kCount * sizeof(int), values.data(), GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return buffer;
}

void checkBuffer(GLuint buffer, int added) {
  std::vector<int> values(kCount);
  glGetNamedBufferSubData(buffer, 0, kCount * sizeof(int), values.data());
  for (int i = 0; i < kCount; ++i)
    EXPECT_EQ_AT(i, values[i], i * i + added);
}

void compute(void* pointer) {
  squares<<<(kCount + 127) / 128, 128>>>((int*)pointer);
  CUDA_CHECK(cudaGetLastError());
}

int main() {
  GlContext context;
  CU_CHECK(cuInit(0));
  unsigned count = 0;
  CUdevice device = -1;
  CU_CHECK(cuGLGetDevices(&count, &device, 1, CU_GL_DEVICE_LIST_CURRENT_FRAME));
  EXPECT_EQ(device, 0);
  CHECK(count >= 1);
  CUcontext cuContext;
  CU_CHECK(cuGLInit());
  CU_CHECK(cuGLCtxCreate(&cuContext, 0, device));

  GLuint buffer = makeBuffer(3);
  CUgraphicsResource resource;
  CUdeviceptr pointer;
  size_t bytes = 0;
  CU_CHECK(cuGraphicsGLRegisterBuffer(&resource, buffer, CU_GRAPHICS_REGISTER_FLAGS_NONE));
  CU_CHECK(cuGraphicsMapResources(1, &resource, 0));
  CU_CHECK(cuGraphicsResourceGetMappedPointer(&pointer, &bytes, resource));
  EXPECT_EQ(bytes, kCount * sizeof(int));
  compute((void*)pointer);
  CU_CHECK(cuGraphicsUnmapResources(1, &resource, 0));
  checkBuffer(buffer, 3);
  CU_CHECK(cuGraphicsUnregisterResource(resource));

  buffer = makeBuffer(4);
  CU_CHECK(cuGLRegisterBufferObject(buffer));
  CU_CHECK(cuGLMapBufferObject(&pointer, &bytes, buffer));
  EXPECT_EQ(bytes, kCount * sizeof(int));
  compute((void*)pointer);
  CU_CHECK(cuGLUnmapBufferObject(buffer));
  checkBuffer(buffer, 4);
  CU_CHECK(cuGLUnregisterBufferObject(buffer));
  EXPECT_EQ(int(cuGLMapBufferObject(&pointer, &bytes, buffer)), int(CUDA_ERROR_INVALID_VALUE));

  int devices[4];
  CUDA_CHECK(cudaGLGetDevices(&count, devices, 4, cudaGLDeviceListAll));
  EXPECT_EQ(devices[0], 0);
  buffer = makeBuffer(5);
  void* address;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaGLRegisterBufferObject(buffer));
  CUDA_CHECK(cudaGLSetBufferObjectMapFlags(buffer, cudaGLMapFlagsNone));
  CUDA_CHECK(cudaGLMapBufferObjectAsync(&address, buffer, stream));
  squares<<<(kCount + 127) / 128, 128, 0, stream>>>((int*)address);
  CUDA_CHECK(cudaGLUnmapBufferObjectAsync(buffer, stream));
  checkBuffer(buffer, 5);
  CUDA_CHECK(cudaGLMapBufferObject(&address, buffer));
  CUDA_CHECK(cudaMemset(address, 0, kCount * sizeof(int)));
  compute(address);
  CUDA_CHECK(cudaGLUnmapBufferObject(buffer));
  checkBuffer(buffer, 0);
  CUDA_CHECK(cudaGLUnregisterBufferObject(buffer));
  CU_CHECK(cuCtxDestroy(cuContext));
}
