// What wrong arguments give: launches, kernels and occupancy. Each code is what a GPU gave for the
// same calls. rows: R-054 R-055

// nvcc: -lcuda
#include "arguments.h"

int main() {
  int* p;
  OK(cudaMalloc(&p, 4096));
  int v;
  void* args[1] = {&p};
  cudaStream_t B = bad<cudaStream_t>();
  cudaFuncAttributes fa;
  const void* K = (const void*)kernel;
  const void* N = (const void*)notAKernel;

  GIVES(0, cudaLaunchKernel(K, dim3(1), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(0), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1, 0), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(0), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(1, 1, 0), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(1025), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(1, 1, 65), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(64, 64), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1, 65536), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1, 1, 65536), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(0x80000000u), dim3(1), args, 0, nullptr));

  GIVES(0, cudaLaunchKernel(K, dim3(1), dim3(1), args, 49152, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(1), args, 49153, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(1), args, 300000, nullptr));

  GIVES(98, cudaLaunchKernel(nullptr, dim3(1), dim3(1), args, 0, nullptr));

  GIVES(400, cudaLaunchKernel(N, dim3(1), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel(K, dim3(1), dim3(1), nullptr, 0, nullptr));

  GIVES(400, cudaLaunchKernel(N, dim3(0), dim3(1), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel((const void*)bounded, dim3(1), dim3(65), args, 0, nullptr));

  GIVES(1, cudaLaunchKernel((const void*)shared49, dim3(1), dim3(32), nullptr, 1, nullptr));

  GIVES(0, cudaLaunchKernel((const void*)shared49, dim3(1), dim3(32), nullptr, 0, nullptr));

  GIVES(1, (kernel<<<0, 1>>>(p), cudaGetLastError()));

  GIVES(1, (kernel<<<1, 0>>>(p), cudaGetLastError()));

  GIVES(1, (kernel<<<1, 2000>>>(p), cudaGetLastError()));

  GIVES(1, (kernel<<<1, 1, 1 << 20>>>(p), cudaGetLastError()));

  GIVES(0, cudaLaunchCooperativeKernel(K, dim3(1), dim3(32), args, 0, nullptr));

  GIVES(720, cudaLaunchCooperativeKernel(K, dim3(1 << 20), dim3(32), args, 0, nullptr));

  GIVES(1, cudaLaunchCooperativeKernel(K, dim3(0), dim3(32), args, 0, nullptr));

  GIVES(98, cudaLaunchCooperativeKernel(nullptr, dim3(1), dim3(32), args, 0, nullptr));

  GIVES(1, cudaLaunchCooperativeKernel(K, dim3(1), dim3(1025), args, 0, nullptr));

  cudaLaunchConfig_t c = {};
  cudaLaunchAttribute at[2] = {};
  c.gridDim = dim3(4);
  c.blockDim = dim3(32);
  c.attrs = at;
  GIVES(98, cudaLaunchKernelExC(&c, nullptr, args));

  GIVES(0, cudaLaunchKernelExC(&c, K, args));
  c.numAttrs = 1;
  at[0].id = (cudaLaunchAttributeID)99;
  GIVES(1, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeIgnore;
  GIVES(0, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeClusterDimension;
  at[0].val.clusterDim.x = 3;
  at[0].val.clusterDim.y = 1;
  at[0].val.clusterDim.z = 1;
  GIVES(912, cudaLaunchKernelExC(&c, K, args));
  at[0].val.clusterDim.x = 0;
  GIVES(912, cudaLaunchKernelExC(&c, K, args));
  at[0].val.clusterDim.x = 2;
  at[0].val.clusterDim.y = 2;
  GIVES(912, cudaLaunchKernelExC(&c, K, args));
  at[0].val.clusterDim.y = 1;
  c.gridDim = dim3(32);
  at[0].val.clusterDim.x = 16;
  GIVES(912, cudaLaunchKernelExC(&c, K, args));
  at[0].val.clusterDim.x = 32;
  GIVES(912, cudaLaunchKernelExC(&c, K, args));
  c.attrs = nullptr;
  GIVES(1, cudaLaunchKernelExC(&c, K, args));
  c.attrs = at;
  at[0].id = cudaLaunchAttributePriority;
  at[0].val.priority = 100;
  GIVES(0, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeCooperative;
  at[0].val.cooperative = 1;
  GIVES(0, cudaLaunchKernelExC(&c, K, args));
  at[0].val.cooperative = 7;
  GIVES(0, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeClusterSchedulingPolicyPreference;
  at[0].val.clusterSchedulingPolicyPreference = (cudaClusterSchedulingPolicy)9;
  GIVES(1, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeSynchronizationPolicy;
  at[0].val.syncPolicy = (cudaSynchronizationPolicy)9;
  GIVES(1, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  at[0].val.programmaticStreamSerializationAllowed = 1;
  GIVES(0, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeProgrammaticEvent;
  memset(&at[0].val, 0, sizeof at[0].val);
  GIVES(400, cudaLaunchKernelExC(&c, K, args));
  at[0].id = cudaLaunchAttributeLaunchCompletionEvent;
  GIVES(400, cudaLaunchKernelExC(&c, K, args));

  GIVES(1, cudaFuncGetAttributes(nullptr, K));

  GIVES(98, cudaFuncGetAttributes(&fa, (const void*)nullptr));

  GIVES(400, cudaFuncGetAttributes(&fa, N));

  GIVES(400, cudaFuncSetAttribute(N, cudaFuncAttributeMaxDynamicSharedMemorySize, 16));

  GIVES(1, cudaFuncSetAttribute(K, (cudaFuncAttribute)99, 16));

  GIVES(1, cudaFuncSetAttribute(K, (cudaFuncAttribute)0, 16));

  GIVES(1, cudaFuncSetAttribute(K, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));

  GIVES(0, cudaFuncSetAttribute(K, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));

  GIVES(1, cudaFuncSetAttribute(K, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));

  GIVES(1, cudaFuncSetAttribute((const void*)shared49, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                232448));

  GIVES(0, cudaFuncSetAttribute((const void*)shared49, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                183296));

  GIVES(1, cudaFuncSetAttribute(K, cudaFuncAttributePreferredSharedMemoryCarveout, 101));

  GIVES(1, cudaFuncSetAttribute(K, cudaFuncAttributePreferredSharedMemoryCarveout, -2));

  GIVES(0, cudaFuncSetAttribute(K, cudaFuncAttributePreferredSharedMemoryCarveout, -1));

  GIVES(0, cudaFuncSetAttribute(K, cudaFuncAttributePreferredSharedMemoryCarveout, 50));

  GIVES(98, cudaFuncSetAttribute((const void*)nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 16));

  GIVES(0, cudaFuncSetAttribute(K, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));

  GIVES(0, cudaFuncSetAttribute(K, cudaFuncAttributeNonPortableClusterSizeAllowed, 2));

  GIVES(1, cudaFuncSetAttribute(K, cudaFuncAttributeClusterSchedulingPolicyPreference, 9));

  GIVES(1, cudaFuncSetAttribute(K, cudaFuncAttributeClusterDimMustBeSet, 1));

  GIVES(1, cudaFuncSetCacheConfig(K, (cudaFuncCache)9));

  GIVES(400, cudaFuncSetCacheConfig(N, cudaFuncCachePreferL1));

  GIVES(98, cudaFuncSetCacheConfig((const void*)nullptr, cudaFuncCachePreferL1));

  GIVES(1, cudaFuncSetSharedMemConfig(K, (cudaSharedMemConfig)9));

  GIVES(400, cudaFuncSetSharedMemConfig(N, cudaSharedMemBankSizeFourByte));
  const char* name;
  size_t o, z;
  GIVES(1, cudaFuncGetName(nullptr, K));

  GIVES(98, cudaFuncGetName(&name, (const void*)nullptr));

  GIVES(400, cudaFuncGetName(&name, N));

  GIVES(0, cudaFuncGetParamInfo(K, 0, &o, &z));

  GIVES(1, cudaFuncGetParamInfo(K, 1, &o, &z));

  GIVES(1, cudaFuncGetParamInfo(K, 0, nullptr, &z));

  GIVES(0, cudaFuncGetParamInfo(K, 0, &o, nullptr));

  GIVES(400, cudaFuncGetParamInfo(N, 0, &o, &z));
  cudaFunction_t fn;
  GIVES(98, cudaGetFuncBySymbol(&fn, N));

  GIVES(98, cudaGetFuncBySymbol(&fn, (const void*)nullptr));
  cudaKernel_t kn;
  GIVES(1, cudaGetKernel(nullptr, K));

  GIVES(98, cudaGetKernel(&kn, N));

  GIVES(98, cudaGetKernel(&kn, (const void*)nullptr));

  GIVES(1, cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, K, 32, 0));

  GIVES(98, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)nullptr, 32, 0));

  GIVES(400, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, N, 32, 0));

  GIVES(1, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, 0, 0));

  GIVES(1, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, -1, 0));

  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, 32, 0));

  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, 33, 0));

  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, 1024, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, 1025, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, K, 32, 1 << 20));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)bounded, 65, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)bounded, 1024, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)bounded, 96, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)bounded, 64, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)bounded, 1025, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)shared49, 32, 0));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)shared49, 32, 1));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)usesDynamic, 32, 49152));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)usesDynamic, 32, 49153));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)usesDynamic, 32, 1000));
  v = 77;
  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&v, (const void*)usesDynamic, 32, 233000));

  GIVES(1, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&v, K, 32, 0, 2));

  GIVES(0, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&v, K, 32, 0, 1));

  GIVES(1, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 0, 32));

  GIVES(1, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 1, 0));

  GIVES(0, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 1, 32));

  GIVES(0, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 2, 32));

  GIVES(0, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 7, 32));

  GIVES(1, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 33, 32));

  GIVES(1, cudaOccupancyAvailableDynamicSMemPerBlock(&z, K, 1, 2000));

  GIVES(400, cudaOccupancyAvailableDynamicSMemPerBlock(&z, N, 1, 32));

  c = {};
  c.gridDim = dim3(32);
  c.blockDim = dim3(32);
  c.attrs = at;
  c.numAttrs = 1;
  at[0].id = cudaLaunchAttributeClusterDimension;
  at[0].val.clusterDim.x = 2;
  at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
  GIVES(1, cudaOccupancyMaxActiveClusters(nullptr, K, &c));

  GIVES(400, cudaOccupancyMaxActiveClusters(&v, N, &c));

  GIVES(0, cudaOccupancyMaxActiveClusters(&v, K, &c));
  at[0].val.clusterDim.x = 3;
  GIVES(912, cudaOccupancyMaxActiveClusters(&v, K, &c));
  c.numAttrs = 0;
  GIVES(1, cudaOccupancyMaxPotentialClusterSize(nullptr, K, &c));

  GIVES(400, cudaOccupancyMaxPotentialClusterSize(&v, N, &c));

  GIVES(0, cudaOccupancyMaxPotentialClusterSize(&v, (const void*)bounded, &c));
  c.blockDim = dim3(2000);
  cudaLibrary_t lib;
  GIVES(1, cudaLibraryLoadData(nullptr, "x", 0, 0, 0, 0, 0, 0));

  GIVES(1, cudaLibraryLoadData(&lib, nullptr, 0, 0, 0, 0, 0, 0));

  GIVES(301, cudaLibraryLoadFromFile(&lib, "/no/such/file", 0, 0, 0, 0, 0, 0));

  GIVES(1, cudaLibraryLoadFromFile(&lib, nullptr, 0, 0, 0, 0, 0, 0));

  GIVES(400, cudaLibraryUnload(nullptr));
  OK(cudaLibraryLoadData(&lib,
                         ".version 8.0\n.target sm_80\n.address_size 64\n.global .align 4 .u32 "
                         "g;\n.visible .entry k() { ret; }\n",
                         0, 0, 0, 0, 0, 0));
  cudaKernel_t lk;
  void* gp;
  unsigned cnt;
  GIVES(1, cudaLibraryGetKernel(nullptr, lib, "k"));

  GIVES(500, cudaLibraryGetKernel(&lk, lib, "z"));

  GIVES(1, cudaLibraryGetKernel(&lk, lib, nullptr));

  GIVES(400, cudaLibraryGetKernel(&lk, nullptr, "k"));

  GIVES(0, cudaLibraryGetKernel(&lk, lib, "k"));

  GIVES(500, cudaLibraryGetGlobal(&gp, &z, lib, "z"));

  GIVES(1, cudaLibraryGetGlobal(nullptr, nullptr, lib, "g"));

  GIVES(0, cudaLibraryGetGlobal(&gp, nullptr, lib, "g"));

  GIVES(500, cudaLibraryGetManaged(&gp, &z, lib, "g"));

  GIVES(1, cudaLibraryGetKernelCount(nullptr, lib));

  GIVES(0, cudaLibraryGetKernelCount(&cnt, lib));

  GIVES(1, cudaLibraryEnumerateKernels(nullptr, 1, lib));

  GIVES(0, cudaLibraryEnumerateKernels(&lk, 0, lib));

  GIVES(1, cudaKernelSetAttributeForDevice(lk, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000,
                                           0));

  GIVES(101,
        cudaKernelSetAttributeForDevice(lk, cudaFuncAttributeMaxDynamicSharedMemorySize, 16, 9));

  GIVES(0, cudaLibraryUnload(lib));

  return ok();
}
