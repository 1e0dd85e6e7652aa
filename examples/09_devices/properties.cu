// Shows: the members of cudaDeviceProp, beside what cudaDeviceGetAttribute says of the same things.
// From: X-202 of the textbook.
// Try next: print them all for each device.
#include <cstring>

#include "../example.h"

static long long attribute(cudaDeviceAttr which) {
  int value = -1;
  CHECK_CUDA(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  cudaDeviceProp p;
  CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
  std::printf("%s, %zu MB\n", p.name, p.totalGlobalMem >> 20);
  EXPECT(std::strlen(p.name) > 0);
  EXPECT(p.totalGlobalMem > 0);

  const struct {
    long long member;
    cudaDeviceAttr attribute;
  } members[] = {
      {static_cast<long long>(p.sharedMemPerBlock), cudaDevAttrMaxSharedMemoryPerBlock},
      {p.regsPerBlock, cudaDevAttrMaxRegistersPerBlock},
      {p.warpSize, cudaDevAttrWarpSize},
      {static_cast<long long>(p.memPitch), cudaDevAttrMaxPitch},
      {p.maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
      {p.maxThreadsDim[0], cudaDevAttrMaxBlockDimX},
      {p.maxThreadsDim[1], cudaDevAttrMaxBlockDimY},
      {p.maxThreadsDim[2], cudaDevAttrMaxBlockDimZ},
      {p.maxGridSize[0], cudaDevAttrMaxGridDimX},
      {p.maxGridSize[1], cudaDevAttrMaxGridDimY},
      {p.maxGridSize[2], cudaDevAttrMaxGridDimZ},
      {static_cast<long long>(p.totalConstMem), cudaDevAttrTotalConstantMemory},
      {p.major, cudaDevAttrComputeCapabilityMajor},
      {p.minor, cudaDevAttrComputeCapabilityMinor},
      {static_cast<long long>(p.textureAlignment), cudaDevAttrTextureAlignment},
      {p.multiProcessorCount, cudaDevAttrMultiProcessorCount},
      {p.integrated, cudaDevAttrIntegrated},
      {p.canMapHostMemory, cudaDevAttrCanMapHostMemory},
      {p.concurrentKernels, cudaDevAttrConcurrentKernels},
      {p.ECCEnabled, cudaDevAttrEccEnabled},
      {p.pciBusID, cudaDevAttrPciBusId},
      {p.pciDeviceID, cudaDevAttrPciDeviceId},
      {p.tccDriver, cudaDevAttrTccDriver},
      {p.asyncEngineCount, cudaDevAttrAsyncEngineCount},
      {p.unifiedAddressing, cudaDevAttrUnifiedAddressing},
      {p.memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth},
      {p.l2CacheSize, cudaDevAttrL2CacheSize},
      {p.maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor},
      {p.maxTexture1D, cudaDevAttrMaxTexture1DWidth},
      {p.maxTexture2D[0], cudaDevAttrMaxTexture2DWidth},
      {p.maxTexture2D[1], cudaDevAttrMaxTexture2DHeight},
      {p.maxTexture3D[2], cudaDevAttrMaxTexture3DDepth},
  };
  for (const auto& [member, which] : members)
    EXPECT(member == attribute(which));
  return report();
}
