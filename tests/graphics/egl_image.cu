// An EGL image made of a texture: a kernel writes it by way of the image, and the texture has the
// pixels. EGL streams, VDPAU and NvSci, which this system has none of, answer as a GPU's driver
// does without them.

// nvcc: -lEGL -lGL -lcuda
#include "gl_context.h"

#include <cudaEGL.h>
#include <cudaVDPAU.h>
#include <cuda_egl_interop.h>

constexpr int kSize = 16;

__global__ void invert(cudaSurfaceObject_t surface) {
  uchar4 pixel = surf2Dread<uchar4>(surface, threadIdx.x * 4, blockIdx.x);
  pixel = make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
  surf2Dwrite(pixel, surface, threadIdx.x * 4, blockIdx.x);
}

void images(EGLDisplay display) {
  std::vector<uchar4> pixels(kSize * kSize), back(kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i)
    pixels[i] = make_uchar4(i, 2 * i, 3 * i, 255);
  GLuint texture;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, GL_RGBA8, kSize, kSize);
  glTextureSubImage2D(texture, 0, 0, 0, kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  const auto createImage =
      reinterpret_cast<PFNEGLCREATEIMAGEKHRPROC>(eglGetProcAddress("eglCreateImageKHR"));
  const EGLImageKHR image =
      createImage(display, eglGetCurrentContext(), EGL_GL_TEXTURE_2D_KHR,
                  reinterpret_cast<EGLClientBuffer>(size_t(texture)), nullptr);
  CHECK(image != EGL_NO_IMAGE_KHR);

  cudaGraphicsResource* resource;
  cudaEglFrame frame;
  CUDA_CHECK(
      cudaGraphicsEGLRegisterImage(&resource, image, cudaGraphicsRegisterFlagsSurfaceLoadStore));
  EXPECT_CUDA(cudaErrorNotMapped, cudaGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0));
  CUDA_CHECK(cudaGraphicsMapResources(1, &resource, 0));
  CUDA_CHECK(cudaGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0));
  EXPECT_EQ(int(frame.frameType), int(cudaEglFrameTypeArray));
  EXPECT_EQ(frame.planeCount, 1u);
  EXPECT_EQ(frame.planeDesc[0].width, unsigned(kSize));
  EXPECT_EQ(frame.planeDesc[0].numChannels, 4u);
  EXPECT_EQ(frame.planeDesc[0].channelDesc.x, 8);
  cudaResourceDesc description = {};
  description.resType = cudaResourceTypeArray;
  description.res.array.array = frame.frame.pArray[0];
  cudaSurfaceObject_t surface;
  CUDA_CHECK(cudaCreateSurfaceObject(&surface, &description));
  invert<<<kSize, kSize>>>(surface);
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &resource, 0));
  glGetTextureImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, kSize * kSize * 4, back.data());
  for (int i = 0; i < kSize * kSize; ++i) {
    const uchar4 was = pixels[i];
    CHECK(back[i] == make_uchar4(255 - was.x, 255 - was.y, 255 - was.z, 255));
  }
  CUDA_CHECK(cudaDestroySurfaceObject(surface));
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGraphicsEGLRegisterImage(nullptr, nullptr, 0));
  EXPECT_CUDA(cudaErrorUnknown, cudaGraphicsEGLRegisterImage(&resource, nullptr, 0));
}

void absentSystems() {
  cudaEglStreamConnection connection = nullptr;
  CUdevice device;
  CUcontext context;
  CUgraphicsResource resource;
  // Mesa has no EGL streams, so every function for them meets a handle that names none.
  const cudaError_t noStream = cudaErrorInvalidResourceHandle;
  cudaGraphicsResource_t frame = nullptr;
  cudaStream_t stream = nullptr;
  cudaEglFrame image = {};
  EXPECT_CUDA(noStream, cudaEGLStreamConsumerConnect(&connection, nullptr));
  EXPECT_CUDA(noStream, cudaEGLStreamConsumerConnectWithFlags(&connection, nullptr, 0));
  EXPECT_CUDA(noStream, cudaEGLStreamConsumerAcquireFrame(&connection, &frame, &stream, 0));
  EXPECT_CUDA(noStream, cudaEGLStreamConsumerReleaseFrame(&connection, frame, &stream));
  EXPECT_CUDA(noStream, cudaEGLStreamConsumerDisconnect(&connection));
  EXPECT_CUDA(noStream, cudaEGLStreamProducerConnect(&connection, nullptr, 16, 16));
  EXPECT_CUDA(noStream, cudaEGLStreamProducerPresentFrame(&connection, image, &stream));
  EXPECT_CUDA(noStream, cudaEGLStreamProducerReturnFrame(&connection, &image, &stream));
  EXPECT_CUDA(noStream, cudaEGLStreamProducerDisconnect(&connection));
  const int noDriverStream = CUDA_ERROR_INVALID_HANDLE;
  CUgraphicsResource driverFrame = nullptr;
  CUstream driverStream = nullptr;
  CUeglFrame driverImage = {};
  EXPECT_EQ(int(cuEGLStreamConsumerConnect(&connection, nullptr)), noDriverStream);
  EXPECT_EQ(int(cuEGLStreamConsumerConnectWithFlags(&connection, nullptr, 0)), noDriverStream);
  EXPECT_EQ(int(cuEGLStreamConsumerAcquireFrame(&connection, &driverFrame, &driverStream, 0)),
            noDriverStream);
  EXPECT_EQ(int(cuEGLStreamConsumerReleaseFrame(&connection, driverFrame, &driverStream)),
            noDriverStream);
  EXPECT_EQ(int(cuEGLStreamConsumerDisconnect(&connection)), noDriverStream);
  EXPECT_EQ(int(cuEGLStreamProducerConnect(&connection, nullptr, 16, 16)), noDriverStream);
  EXPECT_EQ(int(cuEGLStreamProducerPresentFrame(&connection, driverImage, &driverStream)),
            noDriverStream);
  EXPECT_EQ(int(cuEGLStreamProducerReturnFrame(&connection, &driverImage, &driverStream)),
            noDriverStream);
  EXPECT_EQ(int(cuEGLStreamProducerDisconnect(&connection)), noDriverStream);
  EXPECT_EQ(frame == nullptr && driverFrame == nullptr, true);
  EXPECT_EQ(int(cuVDPAUGetDevice(&device, 0, nullptr)), int(CUDA_ERROR_INVALID_VALUE));
  EXPECT_EQ(int(cuVDPAUCtxCreate(&context, 0, 0, 0, nullptr)), int(CUDA_ERROR_UNKNOWN));
  EXPECT_EQ(int(cuGraphicsVDPAURegisterVideoSurface(&resource, 0, 0)),
            int(CUDA_ERROR_INVALID_CONTEXT));
  EXPECT_EQ(int(cuGraphicsVDPAURegisterOutputSurface(&resource, 0, 0)),
            int(CUDA_ERROR_INVALID_CONTEXT));
  EXPECT_EQ(int(cuDeviceGetNvSciSyncAttributes(nullptr, 0, 0)), int(CUDA_ERROR_INVALID_HANDLE));
  EXPECT_EQ(int(cuDeviceGetNvSciSyncAttributes(&device, 0, 0)), int(CUDA_ERROR_INVALID_VALUE));
}

int main() {
  GlContext context;
  CUDA_CHECK(cudaFree(0));
  images(context.display());
  absentSystems();
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}
