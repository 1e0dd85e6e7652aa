// Textures and renderbuffers of OpenGL as arrays and surfaces: a kernel writes them, OpenGL draws
// or reads them, and the other way round, pixel by pixel, in formats of one, two and four
// components. Rows R-319, R-322, R-325.

// nvcc: -lEGL -lGL
#include "gl_context.h"

constexpr int kWidth = 37, kHeight = 21; // rows that begin at no multiple of 4

__host__ __device__ uchar4 colourAt(int x, int y) {
  return make_uchar4(7 * x, 11 * y, x ^ y, 255);
}

__global__ void paint(cudaSurfaceObject_t surface, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height)
    surf2Dwrite(colourAt(x, y), surface, x * 4, y);
}

template <class T> __global__ void addOne(cudaSurfaceObject_t surface, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width)
    surf2Dwrite(T(surf2Dread<T>(surface, x * int(sizeof(T)), y) + T(1)), surface,
                x * int(sizeof(T)), y);
}

cudaSurfaceObject_t surfaceOf(cudaArray_t array) {
  cudaResourceDesc description = {};
  description.resType = cudaResourceTypeArray;
  description.res.array.array = array;
  cudaSurfaceObject_t surface;
  CUDA_CHECK(cudaCreateSurfaceObject(&surface, &description));
  return surface;
}

// Maps the resource and calls the function with an array of it.
template <class Work>
void whileMapped(cudaGraphicsResource* resource, unsigned layer, unsigned level, Work work) {
  CUDA_CHECK(cudaGraphicsMapResources(1, &resource, 0));
  cudaArray_t array;
  CUDA_CHECK(cudaGraphicsSubResourceGetMappedArray(&array, resource, layer, level));
  work(array);
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &resource, 0));
}

void paintAll(cudaArray_t array, int width, int height) {
  const cudaSurfaceObject_t surface = surfaceOf(array);
  paint<<<dim3((width + 31) / 32, height), 32>>>(surface, width, height);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaDestroySurfaceObject(surface));
}

void checkColours(const std::vector<uchar4>& pixels, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      CHECK(pixels[y * width + x] == colourAt(x, y));
}

cudaGraphicsResource* registered(GLuint name, GLenum target) {
  cudaGraphicsResource* resource;
  CUDA_CHECK(cudaGraphicsGLRegisterImage(&resource, name, target,
                                         cudaGraphicsRegisterFlagsSurfaceLoadStore));
  return resource;
}

// A kernel's picture, drawn by OpenGL as a texture.
void drawnTexture() {
  Picture picture(kWidth, kHeight);
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kWidth, kHeight, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  cudaGraphicsResource* resource = registered(texture, GL_TEXTURE_2D);
  whileMapped(resource, 0, 0, [](cudaArray_t array) {
    cudaChannelFormatDesc format;
    cudaExtent extent;
    CUDA_CHECK(cudaArrayGetInfo(&format, &extent, nullptr, array));
    EXPECT_EQ(format.x, 8);
    EXPECT_EQ(format.w, 8);
    EXPECT_EQ(extent.width, size_t(kWidth));
    EXPECT_EQ(extent.height, size_t(kHeight));
    paintAll(array, kWidth, kHeight);
  });
  glEnable(GL_TEXTURE_2D);
  glColor3f(1, 1, 1);
  glBegin(GL_QUADS);
  for (int corner : {0, 1, 3, 2}) {
    glTexCoord2i(corner & 1, corner >> 1);
    glVertex2i((corner & 1) * kWidth, (corner >> 1) * kHeight);
  }
  glEnd();
  glDisable(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, 0);
  checkColours(picture.pixels(), kWidth, kHeight);
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
  glDeleteTextures(1, &texture);
}

// What OpenGL has written comes to the kernel, and the kernel's result back, in every format.
template <class T>
void otherFormat(GLenum internalFormat, GLenum format, GLenum type, int channelBits,
                 cudaChannelFormatKind kind) {
  std::vector<T> values(kWidth * kHeight), back(kWidth * kHeight);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = T(i % 100);
  GLuint texture;
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, internalFormat, kWidth, kHeight);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture, 0, 0, 0, kWidth, kHeight, format, type, values.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 8); // what the program has set must not matter, and stay
  glPixelStorei(GL_PACK_ROW_LENGTH, 100);
  cudaGraphicsResource* resource = registered(texture, GL_TEXTURE_2D);
  whileMapped(resource, 0, 0, [&](cudaArray_t array) {
    cudaChannelFormatDesc found;
    CUDA_CHECK(cudaGetChannelDesc(&found, array));
    EXPECT_EQ(found.x, channelBits);
    EXPECT_EQ(int(found.f), int(kind));
    const cudaSurfaceObject_t surface = surfaceOf(array);
    addOne<T><<<dim3((kWidth + 31) / 32, kHeight), 32>>>(surface, kWidth);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroySurfaceObject(surface));
  });
  GLint rowLength;
  glGetIntegerv(GL_PACK_ROW_LENGTH, &rowLength);
  EXPECT_EQ(rowLength, 100);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glGetTextureImage(texture, 0, format, type, int(back.size() * sizeof(T)), back.data());
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ_AT(i, back[i], T(values[i] + T(1)));
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
  glDeleteTextures(1, &texture);
}

// Layers, faces and levels are arrays of their own.
void partsOfTexture(GLenum target, int layers, int levels) {
  constexpr int kSize = 16;
  GLuint texture;
  glCreateTextures(target, 1, &texture);
  if (target == GL_TEXTURE_CUBE_MAP || target == GL_TEXTURE_2D)
    glTextureStorage2D(texture, levels, GL_RGBA8, kSize, kSize);
  else
    glTextureStorage3D(texture, levels, GL_RGBA8, kSize, kSize, layers);
  cudaGraphicsResource* resource = registered(texture, target);
  const int layer = layers - 1, level = levels - 1, size = kSize >> level;
  whileMapped(resource, layer, level, [&](cudaArray_t array) { paintAll(array, size, size); });
  CUDA_CHECK(cudaGraphicsMapResources(1, &resource, 0));
  cudaArray_t array;
  cudaMipmappedArray_t whole;
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphicsSubResourceGetMappedArray(&array, resource, layers, 0));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, levels));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetLastError()); // which is forgotten by that
  CUDA_CHECK(cudaGraphicsResourceGetMappedMipmappedArray(&whole, resource));
  CUDA_CHECK(cudaGetMipmappedArrayLevel(&array, whole, level));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &resource, 0));
  std::vector<uchar4> pixels(size * size);
  glGetTextureSubImage(texture, level, 0, 0, layer, size, size, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                       int(pixels.size() * 4), pixels.data());
  checkColours(pixels, size, size);
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
  glDeleteTextures(1, &texture);
}

void renderbuffer() {
  GLuint name, framebuffer;
  glGenRenderbuffers(1, &name);
  glBindRenderbuffer(GL_RENDERBUFFER, name);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kWidth, kHeight);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  cudaGraphicsResource* resource = registered(name, GL_RENDERBUFFER);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 0, 1, 1);
  whileMapped(resource, 0, 0, [](cudaArray_t array) {
    uchar4 pixel;
    CUDA_CHECK(cudaMemcpy2DFromArray(&pixel, 4, array, 8, 3, 4, 1, cudaMemcpyDeviceToHost));
    CHECK(pixel == make_uchar4(0, 255, 0, 255));
    paintAll(array, kWidth, kHeight);
  });
  CHECK(glIsEnabled(GL_SCISSOR_TEST));
  glDisable(GL_SCISSOR_TEST);
  std::vector<uchar4> pixels(kWidth * kHeight);
  glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  checkColours(pixels, kWidth, kHeight);
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
}

int main() {
  GlContext context;
  drawnTexture();
  otherFormat<float>(GL_R32F, GL_RED, GL_FLOAT, 32, cudaChannelFormatKindFloat);
  otherFormat<unsigned char>(GL_R8, GL_RED, GL_UNSIGNED_BYTE, 8, cudaChannelFormatKindUnsigned);
  otherFormat<unsigned char>(GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 8,
                             cudaChannelFormatKindUnsigned);
  otherFormat<short>(GL_R16I, GL_RED_INTEGER, GL_SHORT, 16, cudaChannelFormatKindSigned);
  otherFormat<int>(GL_R32I, GL_RED_INTEGER, GL_INT, 32, cudaChannelFormatKindSigned);
  otherFormat<unsigned short>(GL_INTENSITY16, GL_RED, GL_UNSIGNED_SHORT, 16,
                              cudaChannelFormatKindUnsigned);
  partsOfTexture(GL_TEXTURE_2D, 1, 3);
  partsOfTexture(GL_TEXTURE_2D_ARRAY, 5, 2);
  partsOfTexture(GL_TEXTURE_CUBE_MAP, 6, 2);
  renderbuffer();
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}
