// Shows: sixteen properties of a device, a line each, as a card of 2015 answers.
// From: X-203 of the textbook, and its exercise T-002.
// Try next: without the variable, for the device you have; then HEDDLE_PROFILE=gtx480.
// env: HEDDLE_PROFILE=940m
#include <string>

#include "../captured_output.h"
#include "../example.h"

static int attribute(cudaDeviceAttr which) {
  int value = -1;
  CHECK_CUDA(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

static void printProperties() {
  cudaDeviceProp p;
  CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
  std::printf("Name: %s\n", p.name);
  std::printf("Global memory: %zu MB\n", p.totalGlobalMem >> 20);
  std::printf("Shared memory of a block: %zu\n", p.sharedMemPerBlock);
  std::printf("Registers of a block: %d\n", p.regsPerBlock);
  std::printf("Warp size: %d\n", p.warpSize);
  std::printf("Largest pitch: %zu\n", p.memPitch);
  std::printf("Threads of a block: %d\n", p.maxThreadsPerBlock);
  std::printf("Block: %d, %d, %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
  std::printf("Grid: %d, %d, %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
  std::printf("Clock: %d kHz\n", attribute(cudaDevAttrClockRate));
  std::printf("Constant memory: %zu\n", p.totalConstMem);
  std::printf("Compute capability: %d.%d\n", p.major, p.minor);
  std::printf("Texture alignment: %zu\n", p.textureAlignment);
  std::printf("Copies overlap kernels: %d\n", attribute(cudaDevAttrGpuOverlap));
  std::printf("Multiprocessors: %d\n", p.multiProcessorCount);
  std::printf("Kernels have a time limit: %d\n", attribute(cudaDevAttrKernelExecTimeout));
}

// The textbook's card also had a time limit, since it drew the screen; a device without one has
// none.
int main() {
  const std::string text = capturedOutput(printProperties);
  EXPECT(occurrences(text, "\n") == 16);
  for (const char* line :
       {"Name: GeForce 940M", "Global memory: 2048 MB", "Shared memory of a block: 49152",
        "Registers of a block: 65536", "Warp size: 32", "Largest pitch: 2147483647",
        "Threads of a block: 1024", "Block: 1024, 1024, 64", "Grid: 2147483647, 65535, 65535",
        "Clock: 1176000 kHz", "Constant memory: 65536", "Compute capability: 5.0",
        "Texture alignment: 512", "Copies overlap kernels: 1", "Multiprocessors: 3"})
    EXPECT(occurrences(text, line + std::string("\n")) == 1);
  return report();
}
