// Bad use of graphics resources: the codes of a GPU's driver where it could be asked without
// OpenGL (an H200 has none), and else those of its manual. Rows R-314, R-316, R-320, R-325, R-326.

// nvcc: -lEGL -lGL
#include "gl_context.h"

#include <thread>

int main() {
  cudaGraphicsResource *resource = nullptr, *image = nullptr;
  unsigned count;
  int device;
  void* pointer;
  size_t bytes;
  cudaArray_t array;

  // Without a context of OpenGL.
  CUDA_CHECK(cudaFree(0));
  EXPECT_CUDA(cudaErrorOperatingSystem, cudaGraphicsGLRegisterBuffer(&resource, 1, 0));
  EXPECT_CUDA(cudaErrorOperatingSystem,
              cudaGraphicsGLRegisterImage(&resource, 1, GL_TEXTURE_2D, 0));
  EXPECT_CUDA(cudaErrorOperatingSystem, cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll));
  EXPECT_CUDA(cudaErrorOperatingSystem, cudaGLRegisterBufferObject(1));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGLMapBufferObject(&pointer, 1));
  EXPECT_CUDA(cudaErrorSetOnActiveProcess, cudaGLSetGLDevice(0));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaGLSetGLDevice(99));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsMapResources(0, &resource, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsMapResources(1, nullptr, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(1, &resource, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsUnmapResources(1, &resource, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(nullptr));

  GlContext context;
  GLuint buffer, empty, texture, wrong;
  glCreateBuffers(1, &buffer);
  glNamedBufferData(buffer, 256, nullptr, GL_STATIC_DRAW);
  glCreateBuffers(1, &empty);
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, GL_RGBA8, 8, 8);
  glCreateTextures(GL_TEXTURE_2D, 1, &wrong);
  glTextureStorage2D(wrong, 1, GL_RGB8, 8, 8); // three components

  // Flags, numbers and formats that do not fit.
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(nullptr, buffer, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(&resource, 0, 0));
  EXPECT_CUDA(
      cudaErrorInvalidValue,
      cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsRegisterFlagsSurfaceLoadStore));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterBuffer(&resource, 999, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterBuffer(&resource, empty, 0));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphicsGLRegisterImage(&image, texture, GL_TEXTURE_1D, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle,
              cudaGraphicsGLRegisterImage(&image, texture, GL_TEXTURE_3D, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle,
              cudaGraphicsGLRegisterImage(&image, 999, GL_TEXTURE_2D, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsGLRegisterImage(&image, wrong, GL_TEXTURE_2D, 0));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphicsGLRegisterImage(&image, texture, GL_TEXTURE_2D, 0x40));

  // What is not mapped, or is already.
  CUDA_CHECK(cudaGraphicsGLRegisterBuffer(&resource, buffer, 0));
  CUDA_CHECK(cudaGraphicsGLRegisterImage(&image, texture, GL_TEXTURE_2D, 0));
  cudaGraphicsResource* both[] = {resource, image};
  cudaGraphicsResource* twice[] = {resource, resource};
  EXPECT_CUDA(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &resource, 0));
  EXPECT_CUDA(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(2, twice, 0));
  CUDA_CHECK(cudaGraphicsMapResources(2, both, 0));
  EXPECT_CUDA(cudaErrorAlreadyMapped, cudaGraphicsMapResources(1, &resource, 0));
  EXPECT_CUDA(cudaErrorAlreadyMapped, cudaGraphicsUnregisterResource(resource));
  EXPECT_CUDA(cudaErrorAlreadyMapped, cudaGraphicsResourceSetMapFlags(resource, 0));
  EXPECT_CUDA(cudaErrorNotMappedAsPointer,
              cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, image));
  EXPECT_CUDA(cudaErrorNotMappedAsArray,
              cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsSubResourceGetMappedArray(&array, image, 1, 0));
  CUDA_CHECK(cudaGraphicsSubResourceGetMappedArray(&array, image, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaFreeArray(array)); // it is the resource's
  CUDA_CHECK(cudaGraphicsUnmapResources(2, both, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsResourceSetMapFlags(resource, 9));

  // A thread to which the context of OpenGL is not current, and a buffer that is gone.
  std::thread([&] {
    EXPECT_CUDA(cudaErrorOperatingSystem, cudaGraphicsMapResources(1, &resource, 0));
  }).join();
  glDeleteBuffers(1, &buffer);
  EXPECT_CUDA(cudaErrorMapBufferObjectFailed, cudaGraphicsMapResources(1, &resource, 0));
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(resource));

  // In a stream that is captured there is nothing to map.
  cudaStream_t stream;
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT_CUDA(cudaErrorStreamCaptureUnsupported, cudaGraphicsMapResources(1, &image, stream));
  EXPECT_CUDA(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphicsUnregisterResource(image));
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}
