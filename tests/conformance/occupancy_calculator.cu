// Occupancy computed from numbers alone, with cuda_occupancy.h.
// Row P-104.
#include "check.h"
#include <cuda_occupancy.h>

namespace {

cudaOccDeviceProp device(int major, int minor, int threads, int sharedKib, int optInKib) {
  cudaOccDeviceProp p;
  p.computeMajor = major;
  p.computeMinor = minor;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsPerMultiprocessor = threads;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.sharedMemPerBlock = 49152;
  p.sharedMemPerMultiprocessor = static_cast<size_t>(sharedKib) * 1024;
  p.sharedMemPerBlockOptin = static_cast<size_t>(optInKib) * 1024;
  p.reservedSharedMemPerBlock = major >= 8 ? 1024 : 0;
  p.numSms = 10;
  return p;
}

cudaOccResult active(const cudaOccDeviceProp& p, int registers, size_t shared, int block) {
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = registers;
  attributes.sharedSizeBytes = shared;
  attributes.numBlockBarriers = 1;
  cudaOccDeviceState state;
  cudaOccResult result{};
  CHECK(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &p, &attributes, &state, block, 0) ==
        CUDA_OCC_SUCCESS);
  return result;
}

} // namespace

int main() {
  const cudaOccDeviceProp hopper = device(9, 0, 2048, 228, 227);
  CHECK(active(hopper, 32, 0, 256).activeBlocksPerMultiprocessor == 8);
  CHECK(active(hopper, 32, 0, 256).limitingFactors == (OCC_LIMIT_WARPS | OCC_LIMIT_REGISTERS));
  CHECK(active(hopper, 64, 0, 256).activeBlocksPerMultiprocessor == 4);
  CHECK(active(hopper, 32, 40000, 64).activeBlocksPerMultiprocessor == 5);
  CHECK(active(hopper, 16, 0, 32).activeBlocksPerMultiprocessor == 32);
  CHECK(active(device(7, 5, 1024, 64, 64), 16, 0, 32).activeBlocksPerMultiprocessor == 16);
  CHECK(active(device(8, 6, 1536, 100, 99), 32, 0, 512).activeBlocksPerMultiprocessor == 3);

  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = 1024;
  attributes.numRegs = 40;
  cudaOccDeviceState state;
  int grid = 0, block = 0;
  CHECK(cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, &hopper, &attributes, &state) ==
        CUDA_OCC_SUCCESS);
  CHECK(grid * block == 10 * 1536);
  cudaOccDeviceProp unknown = device(1, 3, 1024, 16, 16);
  cudaOccResult result{};
  CHECK(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &unknown, &attributes, &state, 32, 0) ==
        CUDA_OCC_ERROR_UNKNOWN_DEVICE);
  CHECK(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &hopper, &attributes, &state, 0, 0) ==
        CUDA_OCC_ERROR_INVALID_INPUT);
  return ok();
}
