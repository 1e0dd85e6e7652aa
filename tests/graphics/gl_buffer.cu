// A kernel animates the vertices of an OpenGL buffer, as the guides' programs do, and OpenGL draws
// them; the picture is compared pixel by pixel. Rows R-314 to R-318, R-320, R-321, R-323, R-324,
// R-326, X-036, X-083, X-121.

// nvcc: -lEGL -lGL
#include "gl_context.h"

constexpr int kWidth = 64, kHeight = 48;

// One vertex for each column of pixels, at the height of a wave.
__host__ __device__ int heightAt(int x, int time) {
  return (x * x / 7 + 3 * time) % kHeight;
}

__global__ void createVertices(float4* positions, int time) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < kWidth)
    positions[x] = make_float4(x + 0.5f, heightAt(x, time) + 0.5f, 0.0f, 1.0f);
}

__global__ void moveUp(float4* positions) {
  positions[threadIdx.x].y += 1.0f;
}

void drawPoints(GLuint buffer) {
  glClear(GL_COLOR_BUFFER_BIT);
  glColor3f(1, 1, 1);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glVertexPointer(4, GL_FLOAT, 0, nullptr);
  glEnableClientState(GL_VERTEX_ARRAY);
  glDrawArrays(GL_POINTS, 0, kWidth);
  glDisableClientState(GL_VERTEX_ARRAY);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

// Exactly the pixels of the wave are white.
void checkPicture(const Picture& picture, int time, int shift) {
  const std::vector<uchar4> pixels = picture.pixels();
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const bool lit = heightAt(x, time) + shift == y;
      EXPECT_EQ_AT(y * kWidth + x, static_cast<int>(pixels[y * kWidth + x].x), lit ? 255 : 0);
    }
}

int main() {
  CUDA_CHECK(cudaGLSetGLDevice(0)); // before anything else, as guides up to CUDA 4 ask
  GlContext context;
  Picture picture(kWidth, kHeight);
  GLuint buffer;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, kWidth * sizeof(float4), nullptr, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);

  cudaGraphicsResource* resource;
  CUDA_CHECK(cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  for (int time = 0; time < 4; ++time) { // mapped and unmapped any number of times
    float4* positions;
    size_t bytes;
    CUDA_CHECK(cudaGraphicsMapResources(1, &resource, stream));
    CUDA_CHECK(cudaGraphicsResourceGetMappedPointer((void**)&positions, &bytes, resource));
    EXPECT_EQ(bytes, kWidth * sizeof(float4));
    createVertices<<<2, 32, 0, stream>>>(positions, time);
    CUDA_CHECK(cudaGraphicsUnmapResources(1, &resource, stream)); // the kernel ends before it
    drawPoints(buffer);
    checkPicture(picture, time, 0);
  }

  // Without the flag, a kernel also sees what OpenGL has written.
  std::vector<float4> vertices(kWidth);
  for (int x = 0; x < kWidth; ++x)
    vertices[x] = make_float4(x + 0.5f, heightAt(x, 7) % (kHeight - 1) + 0.5f, 0, 1);
  glNamedBufferSubData(buffer, 0, kWidth * sizeof(float4), vertices.data());
  CUDA_CHECK(cudaGraphicsResourceSetMapFlags(resource, cudaGraphicsMapFlagsNone));
  float4* positions;
  CUDA_CHECK(cudaGraphicsMapResources(1, &resource, 0));
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer((void**)&positions, nullptr, resource));
  moveUp<<<1, kWidth>>>(positions);
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &resource, 0));
  std::vector<float4> moved(kWidth);
  glGetNamedBufferSubData(buffer, 0, kWidth * sizeof(float4), moved.data());
  for (int x = 0; x < kWidth; ++x)
    EXPECT_EQ_AT(x, moved[x].y, vertices[x].y + 1);

  // What is only read is not written back.
  CUDA_CHECK(cudaGraphicsResourceSetMapFlags(resource, cudaGraphicsMapFlagsReadOnly));
  CUDA_CHECK(cudaGraphicsMapResources(1, &resource, 0));
  std::vector<float4> copy(kWidth);
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer((void**)&positions, nullptr, resource));
  CUDA_CHECK(cudaMemcpy(copy.data(), positions, kWidth * sizeof(float4), cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &resource, 0));
  EXPECT_EQ(copy[5].y, moved[5].y);
  CUDA_CHECK(cudaGraphicsUnregisterResource(resource));
  EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
}
