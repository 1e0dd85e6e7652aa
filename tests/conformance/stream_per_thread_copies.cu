// Copies and fills of a program with a default stream per thread: none waits for the default stream
// of another thread.

// nvcc: --default-stream per-thread -lcuda
#include <string.h>

#include "other_thread.h"

const size_t width = 8, height = 4, depth = 2, plane = width * height, count = plane * depth;

__device__ unsigned char symbol[plane];

// Bytes on the host that differ at each place.
struct Bytes {
  unsigned char value[count];
  explicit Bytes(unsigned char first = 0) {
    for (size_t i = 0; i < count; ++i)
      value[i] = first ? static_cast<unsigned char>(first + i) : 0;
  }
};

static void finish() {
  CUDA_CHECK(cudaStreamSynchronize(0));
}

static void expectSame(const Bytes& actual, const Bytes& expected, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    EXPECT_EQ_AT(i, actual.value[i], expected.value[i]);
}

// Some copies wait for all work of a device, whichever stream it is in. They are made only where
// `isAlone` says that no other thread holds its stream.
static void rectangles(unsigned char* device) {
  const Bytes in(3);
  Bytes out;
  CUDA_CHECK(cudaMemcpy2D(device, width, in.value, width, width, height, cudaMemcpyHostToDevice));
  CUDA_CHECK(
      cudaMemcpy2DAsync(out.value, width, device, width, width, height, cudaMemcpyDeviceToHost, 0));
  finish();
  expectSame(out, in, plane);
}

static void symbols() {
  const Bytes in(5), next(7);
  Bytes out;
  CUDA_CHECK(cudaMemcpyToSymbol(symbol, in.value, plane));
  CUDA_CHECK(cudaMemcpyFromSymbol(out.value, symbol, plane));
  expectSame(out, in, plane);
  CUDA_CHECK(cudaMemcpyToSymbolAsync(symbol, next.value, plane, 0, cudaMemcpyHostToDevice, 0));
  CUDA_CHECK(cudaMemcpyFromSymbolAsync(out.value, symbol, plane, 0, cudaMemcpyDeviceToHost, 0));
  finish();
  expectSame(out, next, plane);
}

static void arrays(cudaArray_t first, cudaArray_t second, bool isAlone) {
  const Bytes in(9), next(11), last(13), whole(15);
  Bytes out;
  CUDA_CHECK(
      cudaMemcpy2DToArray(first, 0, 0, in.value, width, width, height, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy2DArrayToArray(second, 0, 0, first, 0, 0, width, height));
  CUDA_CHECK(
      cudaMemcpy2DFromArray(out.value, width, second, 0, 0, width, height, cudaMemcpyDeviceToHost));
  expectSame(out, in, plane);
  CUDA_CHECK(cudaMemcpy2DToArrayAsync(first, 0, 0, next.value, width, width, height,
                                      cudaMemcpyHostToDevice, 0));
  CUDA_CHECK(cudaMemcpy2DFromArrayAsync(out.value, width, first, 0, 0, width, height,
                                        cudaMemcpyDeviceToHost, 0));
  finish();
  expectSame(out, next, plane);
  CUDA_CHECK(cudaMemcpyToArray(first, 0, 0, last.value, plane, cudaMemcpyHostToDevice));
  if (isAlone)
    CUDA_CHECK(cudaMemcpyArrayToArray(second, 0, 0, first, 0, 0, plane));
  CUDA_CHECK(cudaMemcpyFromArray(out.value, isAlone ? second : first, 0, 0, plane,
                                 cudaMemcpyDeviceToHost));
  expectSame(out, last, plane);
  CUDA_CHECK(cudaMemcpyToArrayAsync(first, 0, 0, whole.value, plane, cudaMemcpyHostToDevice, 0));
  CUDA_CHECK(cudaMemcpyFromArrayAsync(out.value, first, 0, 0, plane, cudaMemcpyDeviceToHost, 0));
  finish();
  expectSame(out, whole, plane);
}

static cudaPitchedPtr box(void* memory) {
  return make_cudaPitchedPtr(memory, width, width, height);
}

static void boxes(unsigned char* device, unsigned char* other, bool isAlone) {
  Bytes in(17), next(19), out;
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaMemcpy3DParms parameters = {};
  parameters.extent = extent;
  parameters.kind = cudaMemcpyDefault;
  parameters.srcPtr = box(in.value);
  parameters.dstPtr = box(device);
  CUDA_CHECK(cudaMemcpy3D(&parameters));
  cudaMemcpy3DPeerParms peer = {};
  peer.extent = extent;
  peer.srcPtr = box(device);
  peer.dstPtr = box(other);
  if (isAlone) {
    CUDA_CHECK(cudaMemcpy3DPeer(&peer));
    CUDA_CHECK(cudaMemcpy(out.value, other, count, cudaMemcpyDeviceToHost));
    expectSame(out, in, count);
  }
  parameters.srcPtr = box(next.value);
  CUDA_CHECK(cudaMemcpy3DAsync(&parameters, 0));
  CUDA_CHECK(cudaMemcpy3DPeerAsync(&peer, 0));
  CUDA_CHECK(cudaMemcpyAsync(out.value, other, count, cudaMemcpyDeviceToHost, 0));
  finish();
  expectSame(out, next, count);
}

static void fills(unsigned char* device) {
  const cudaExtent extent = make_cudaExtent(width, height, depth);
  const auto expectAll = [&](unsigned char value, size_t bytes) {
    Bytes out;
    CUDA_CHECK(cudaMemcpy(out.value, device, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < bytes; ++i)
      EXPECT_EQ_AT(i, out.value[i], value);
  };
  CUDA_CHECK(cudaMemset(device, 21, count));
  expectAll(21, count);
  CUDA_CHECK(cudaMemset2D(device, width, 22, width, height));
  expectAll(22, plane);
  CUDA_CHECK(cudaMemset2DAsync(device, width, 23, width, height, 0));
  expectAll(23, plane);
  CUDA_CHECK(cudaMemset3D(box(device), 24, extent));
  expectAll(24, count);
  CUDA_CHECK(cudaMemset3DAsync(box(device), 25, extent, 0));
  expectAll(25, count);
}

int main() {
  unsigned char *device, *other;
  cudaArray_t first, second;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  CUDA_CHECK(cudaMalloc(&device, count));
  CUDA_CHECK(cudaMalloc(&other, count));
  CUDA_CHECK(cudaMallocArray(&first, &format, width, height));
  CUDA_CHECK(cudaMallocArray(&second, &format, width, height));
  arrays(first, second, true);
  boxes(device, other, true);
  symbols(); // loads the module, which may wait for the whole device
  {
    OtherThread held;
    rectangles(device);
    symbols();
    arrays(first, second, false);
    boxes(device, other, false);
    fills(device);
  }
  CUDA_CHECK(cudaFreeArray(first));
  CUDA_CHECK(cudaFreeArray(second));
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFree(other));
  return ok();
}
