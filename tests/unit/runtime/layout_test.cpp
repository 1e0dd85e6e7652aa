// Sizes, alignments and offsets of the types in the runtime's headers. They are part of the ABI:
// programs hand these structures to libcudart across a shared library boundary.
#include "cuda_runtime.h"

#include <cstddef>

namespace {

// Vector types: name, size, alignment.
#define VECTOR(type, bytes, alignment)                                                             \
  static_assert(sizeof(type) == bytes && alignof(type) == alignment)

VECTOR(char1, 1, 1);
VECTOR(char2, 2, 2);
VECTOR(char3, 3, 1);
VECTOR(char4, 4, 4);
VECTOR(uchar1, 1, 1);
VECTOR(uchar2, 2, 2);
VECTOR(uchar3, 3, 1);
VECTOR(uchar4, 4, 4);
VECTOR(short1, 2, 2);
VECTOR(short2, 4, 4);
VECTOR(short3, 6, 2);
VECTOR(short4, 8, 8);
VECTOR(ushort1, 2, 2);
VECTOR(ushort2, 4, 4);
VECTOR(ushort3, 6, 2);
VECTOR(ushort4, 8, 8);
VECTOR(int1, 4, 4);
VECTOR(int2, 8, 8);
VECTOR(int3, 12, 4);
VECTOR(int4, 16, 16);
VECTOR(uint1, 4, 4);
VECTOR(uint2, 8, 8);
VECTOR(uint3, 12, 4);
VECTOR(uint4, 16, 16);
VECTOR(long1, 8, 8);
VECTOR(long2, 16, 16);
VECTOR(long3, 24, 8);
VECTOR(long4, 32, 16);
VECTOR(ulong1, 8, 8);
VECTOR(ulong2, 16, 16);
VECTOR(ulong3, 24, 8);
VECTOR(ulong4, 32, 16);
VECTOR(longlong1, 8, 8);
VECTOR(longlong2, 16, 16);
VECTOR(longlong3, 24, 8);
VECTOR(longlong4, 32, 16);
VECTOR(ulonglong1, 8, 8);
VECTOR(ulonglong2, 16, 16);
VECTOR(ulonglong3, 24, 8);
VECTOR(ulonglong4, 32, 16);
VECTOR(float1, 4, 4);
VECTOR(float2, 8, 8);
VECTOR(float3, 12, 4);
VECTOR(float4, 16, 16);
VECTOR(double1, 8, 8);
VECTOR(double2, 16, 16);
VECTOR(double3, 24, 8);
VECTOR(double4, 32, 16);
VECTOR(long4_16a, 32, 16);
VECTOR(long4_32a, 32, 32);
VECTOR(ulong4_16a, 32, 16);
VECTOR(ulong4_32a, 32, 32);
VECTOR(longlong4_16a, 32, 16);
VECTOR(longlong4_32a, 32, 32);
VECTOR(ulonglong4_16a, 32, 16);
VECTOR(ulonglong4_32a, 32, 32);
VECTOR(double4_16a, 32, 16);
VECTOR(double4_32a, 32, 32);
VECTOR(dim3, 12, 4);

#define SIZE(type, bytes) static_assert(sizeof(type) == bytes)
#define FIELD(type, field, at) static_assert(offsetof(type, field) == at)

SIZE(cudaChannelFormatDesc, 20);
FIELD(cudaChannelFormatDesc, x, 0);
FIELD(cudaChannelFormatDesc, y, 4);
FIELD(cudaChannelFormatDesc, z, 8);
FIELD(cudaChannelFormatDesc, w, 12);
FIELD(cudaChannelFormatDesc, f, 16);

SIZE(cudaPitchedPtr, 32);
FIELD(cudaPitchedPtr, ptr, 0);
FIELD(cudaPitchedPtr, pitch, 8);
FIELD(cudaPitchedPtr, xsize, 16);
FIELD(cudaPitchedPtr, ysize, 24);

SIZE(cudaExtent, 24);
FIELD(cudaExtent, width, 0);
FIELD(cudaExtent, height, 8);
FIELD(cudaExtent, depth, 16);

SIZE(cudaPos, 24);
FIELD(cudaPos, x, 0);
FIELD(cudaPos, y, 8);
FIELD(cudaPos, z, 16);

SIZE(cudaMemcpy3DParms, 160);
FIELD(cudaMemcpy3DParms, srcArray, 0);
FIELD(cudaMemcpy3DParms, srcPos, 8);
FIELD(cudaMemcpy3DParms, srcPtr, 32);
FIELD(cudaMemcpy3DParms, dstArray, 64);
FIELD(cudaMemcpy3DParms, dstPos, 72);
FIELD(cudaMemcpy3DParms, dstPtr, 96);
FIELD(cudaMemcpy3DParms, extent, 128);
FIELD(cudaMemcpy3DParms, kind, 152);

SIZE(cudaMemcpy3DPeerParms, 168);
FIELD(cudaMemcpy3DPeerParms, srcArray, 0);
FIELD(cudaMemcpy3DPeerParms, srcPos, 8);
FIELD(cudaMemcpy3DPeerParms, srcPtr, 32);
FIELD(cudaMemcpy3DPeerParms, srcDevice, 64);
FIELD(cudaMemcpy3DPeerParms, dstArray, 72);
FIELD(cudaMemcpy3DPeerParms, dstPos, 80);
FIELD(cudaMemcpy3DPeerParms, dstPtr, 104);
FIELD(cudaMemcpy3DPeerParms, dstDevice, 136);
FIELD(cudaMemcpy3DPeerParms, extent, 144);

SIZE(cudaMemsetParams, 40);
FIELD(cudaMemsetParams, dst, 0);
FIELD(cudaMemsetParams, pitch, 8);
FIELD(cudaMemsetParams, value, 16);
FIELD(cudaMemsetParams, elementSize, 20);
FIELD(cudaMemsetParams, width, 24);
FIELD(cudaMemsetParams, height, 32);

SIZE(cudaHostNodeParams, 16);
FIELD(cudaHostNodeParams, fn, 0);
FIELD(cudaHostNodeParams, userData, 8);

SIZE(cudaResourceDesc, 144);
FIELD(cudaResourceDesc, resType, 0);
FIELD(cudaResourceDesc, res, 8);
FIELD(cudaResourceDesc, flags, 136);

SIZE(cudaResourceViewDesc, 112);
FIELD(cudaResourceViewDesc, format, 0);
FIELD(cudaResourceViewDesc, width, 8);
FIELD(cudaResourceViewDesc, height, 16);
FIELD(cudaResourceViewDesc, depth, 24);
FIELD(cudaResourceViewDesc, firstMipmapLevel, 32);
FIELD(cudaResourceViewDesc, lastMipmapLevel, 36);
FIELD(cudaResourceViewDesc, firstLayer, 40);
FIELD(cudaResourceViewDesc, lastLayer, 44);
FIELD(cudaResourceViewDesc, reserved, 48);

SIZE(cudaPointerAttributes, 88);
FIELD(cudaPointerAttributes, type, 0);
FIELD(cudaPointerAttributes, device, 4);
FIELD(cudaPointerAttributes, devicePointer, 8);
FIELD(cudaPointerAttributes, hostPointer, 16);
FIELD(cudaPointerAttributes, reserved, 24);

SIZE(cudaFuncAttributes, 144);
FIELD(cudaFuncAttributes, sharedSizeBytes, 0);
FIELD(cudaFuncAttributes, constSizeBytes, 8);
FIELD(cudaFuncAttributes, localSizeBytes, 16);
FIELD(cudaFuncAttributes, maxThreadsPerBlock, 24);
FIELD(cudaFuncAttributes, numRegs, 28);
FIELD(cudaFuncAttributes, ptxVersion, 32);
FIELD(cudaFuncAttributes, binaryVersion, 36);
FIELD(cudaFuncAttributes, cacheModeCA, 40);
FIELD(cudaFuncAttributes, maxDynamicSharedSizeBytes, 44);
FIELD(cudaFuncAttributes, preferredShmemCarveout, 48);
FIELD(cudaFuncAttributes, clusterDimMustBeSet, 52);
FIELD(cudaFuncAttributes, requiredClusterWidth, 56);
FIELD(cudaFuncAttributes, requiredClusterHeight, 60);
FIELD(cudaFuncAttributes, requiredClusterDepth, 64);
FIELD(cudaFuncAttributes, clusterSchedulingPolicyPreference, 68);
FIELD(cudaFuncAttributes, nonPortableClusterSizeAllowed, 72);
FIELD(cudaFuncAttributes, reserved, 76);

SIZE(cudaMemLocation, 8);
FIELD(cudaMemLocation, type, 0);
FIELD(cudaMemLocation, id, 4);

SIZE(cudaMemPoolProps, 88);
FIELD(cudaMemPoolProps, allocType, 0);
FIELD(cudaMemPoolProps, handleTypes, 4);
FIELD(cudaMemPoolProps, location, 8);
FIELD(cudaMemPoolProps, win32SecurityAttributes, 16);
FIELD(cudaMemPoolProps, maxSize, 24);
FIELD(cudaMemPoolProps, usage, 32);
FIELD(cudaMemPoolProps, reserved, 34);

SIZE(cudaDeviceProp, 1008);
FIELD(cudaDeviceProp, name, 0);
FIELD(cudaDeviceProp, uuid, 256);
FIELD(cudaDeviceProp, luid, 272);
FIELD(cudaDeviceProp, luidDeviceNodeMask, 280);
FIELD(cudaDeviceProp, totalGlobalMem, 288);
FIELD(cudaDeviceProp, sharedMemPerBlock, 296);
FIELD(cudaDeviceProp, regsPerBlock, 304);
FIELD(cudaDeviceProp, warpSize, 308);
FIELD(cudaDeviceProp, memPitch, 312);
FIELD(cudaDeviceProp, maxThreadsPerBlock, 320);
FIELD(cudaDeviceProp, maxThreadsDim, 324);
FIELD(cudaDeviceProp, maxGridSize, 336);
FIELD(cudaDeviceProp, totalConstMem, 352);
FIELD(cudaDeviceProp, major, 360);
FIELD(cudaDeviceProp, minor, 364);
FIELD(cudaDeviceProp, textureAlignment, 368);
FIELD(cudaDeviceProp, texturePitchAlignment, 376);
FIELD(cudaDeviceProp, multiProcessorCount, 384);
FIELD(cudaDeviceProp, integrated, 388);
FIELD(cudaDeviceProp, canMapHostMemory, 392);
FIELD(cudaDeviceProp, maxTexture1D, 396);
FIELD(cudaDeviceProp, maxTexture1DMipmap, 400);
FIELD(cudaDeviceProp, maxTexture2D, 404);
FIELD(cudaDeviceProp, maxTexture2DMipmap, 412);
FIELD(cudaDeviceProp, maxTexture2DLinear, 420);
FIELD(cudaDeviceProp, maxTexture2DGather, 432);
FIELD(cudaDeviceProp, maxTexture3D, 440);
FIELD(cudaDeviceProp, maxTexture3DAlt, 452);
FIELD(cudaDeviceProp, maxTextureCubemap, 464);
FIELD(cudaDeviceProp, maxTexture1DLayered, 468);
FIELD(cudaDeviceProp, maxTexture2DLayered, 476);
FIELD(cudaDeviceProp, maxTextureCubemapLayered, 488);
FIELD(cudaDeviceProp, maxSurface1D, 496);
FIELD(cudaDeviceProp, maxSurface2D, 500);
FIELD(cudaDeviceProp, maxSurface3D, 508);
FIELD(cudaDeviceProp, maxSurface1DLayered, 520);
FIELD(cudaDeviceProp, maxSurface2DLayered, 528);
FIELD(cudaDeviceProp, maxSurfaceCubemap, 540);
FIELD(cudaDeviceProp, maxSurfaceCubemapLayered, 544);
FIELD(cudaDeviceProp, surfaceAlignment, 552);
FIELD(cudaDeviceProp, concurrentKernels, 560);
FIELD(cudaDeviceProp, ECCEnabled, 564);
FIELD(cudaDeviceProp, pciBusID, 568);
FIELD(cudaDeviceProp, pciDeviceID, 572);
FIELD(cudaDeviceProp, pciDomainID, 576);
FIELD(cudaDeviceProp, tccDriver, 580);
FIELD(cudaDeviceProp, asyncEngineCount, 584);
FIELD(cudaDeviceProp, unifiedAddressing, 588);
FIELD(cudaDeviceProp, memoryBusWidth, 592);
FIELD(cudaDeviceProp, l2CacheSize, 596);
FIELD(cudaDeviceProp, persistingL2CacheMaxSize, 600);
FIELD(cudaDeviceProp, maxThreadsPerMultiProcessor, 604);
FIELD(cudaDeviceProp, streamPrioritiesSupported, 608);
FIELD(cudaDeviceProp, globalL1CacheSupported, 612);
FIELD(cudaDeviceProp, localL1CacheSupported, 616);
FIELD(cudaDeviceProp, sharedMemPerMultiprocessor, 624);
FIELD(cudaDeviceProp, regsPerMultiprocessor, 632);
FIELD(cudaDeviceProp, managedMemory, 636);
FIELD(cudaDeviceProp, isMultiGpuBoard, 640);
FIELD(cudaDeviceProp, multiGpuBoardGroupID, 644);
FIELD(cudaDeviceProp, hostNativeAtomicSupported, 648);
FIELD(cudaDeviceProp, pageableMemoryAccess, 652);
FIELD(cudaDeviceProp, concurrentManagedAccess, 656);
FIELD(cudaDeviceProp, computePreemptionSupported, 660);
FIELD(cudaDeviceProp, canUseHostPointerForRegisteredMem, 664);
FIELD(cudaDeviceProp, cooperativeLaunch, 668);
FIELD(cudaDeviceProp, sharedMemPerBlockOptin, 672);
FIELD(cudaDeviceProp, pageableMemoryAccessUsesHostPageTables, 680);
FIELD(cudaDeviceProp, directManagedMemAccessFromHost, 684);
FIELD(cudaDeviceProp, maxBlocksPerMultiProcessor, 688);
FIELD(cudaDeviceProp, accessPolicyMaxWindowSize, 692);
FIELD(cudaDeviceProp, reservedSharedMemPerBlock, 696);
FIELD(cudaDeviceProp, hostRegisterSupported, 704);
FIELD(cudaDeviceProp, sparseCudaArraySupported, 708);
FIELD(cudaDeviceProp, hostRegisterReadOnlySupported, 712);
FIELD(cudaDeviceProp, timelineSemaphoreInteropSupported, 716);
FIELD(cudaDeviceProp, memoryPoolsSupported, 720);
FIELD(cudaDeviceProp, gpuDirectRDMASupported, 724);
FIELD(cudaDeviceProp, gpuDirectRDMAFlushWritesOptions, 728);
FIELD(cudaDeviceProp, gpuDirectRDMAWritesOrdering, 732);
FIELD(cudaDeviceProp, memoryPoolSupportedHandleTypes, 736);
FIELD(cudaDeviceProp, deferredMappingCudaArraySupported, 740);
FIELD(cudaDeviceProp, ipcEventSupported, 744);
FIELD(cudaDeviceProp, clusterLaunch, 748);
FIELD(cudaDeviceProp, unifiedFunctionPointers, 752);
FIELD(cudaDeviceProp, deviceNumaConfig, 756);
FIELD(cudaDeviceProp, deviceNumaId, 760);
FIELD(cudaDeviceProp, mpsEnabled, 764);
FIELD(cudaDeviceProp, hostNumaId, 768);
FIELD(cudaDeviceProp, gpuPciDeviceID, 772);
FIELD(cudaDeviceProp, gpuPciSubsystemID, 776);
FIELD(cudaDeviceProp, hostNumaMultinodeIpcSupported, 780);
FIELD(cudaDeviceProp, reserved, 784);

SIZE(cudaIpcMemHandle_st, 64);
FIELD(cudaIpcMemHandle_st, reserved, 0);

SIZE(cudaKernelNodeParams, 56);
FIELD(cudaKernelNodeParams, func, 0);
FIELD(cudaKernelNodeParams, gridDim, 8);
FIELD(cudaKernelNodeParams, blockDim, 20);
FIELD(cudaKernelNodeParams, sharedMemBytes, 32);
FIELD(cudaKernelNodeParams, kernelParams, 40);
FIELD(cudaKernelNodeParams, extra, 48);

SIZE(cudaGraphNodeParams, 256);
FIELD(cudaGraphNodeParams, type, 0);
FIELD(cudaGraphNodeParams, reserved0, 4);
FIELD(cudaGraphNodeParams, reserved2, 248);

SIZE(cudaGraphEdgeData_st, 8);
FIELD(cudaGraphEdgeData_st, from_port, 0);
FIELD(cudaGraphEdgeData_st, to_port, 1);
FIELD(cudaGraphEdgeData_st, type, 2);
FIELD(cudaGraphEdgeData_st, reserved, 3);

SIZE(cudaGraphInstantiateParams_st, 32);
FIELD(cudaGraphInstantiateParams_st, flags, 0);
FIELD(cudaGraphInstantiateParams_st, uploadStream, 8);
FIELD(cudaGraphInstantiateParams_st, errNode_out, 16);
FIELD(cudaGraphInstantiateParams_st, result_out, 24);

SIZE(cudaLaunchAttribute_st, 72);
FIELD(cudaLaunchAttribute_st, id, 0);
FIELD(cudaLaunchAttribute_st, pad, 4);
FIELD(cudaLaunchAttribute_st, val, 8);

SIZE(cudaLaunchConfig_st, 56);
FIELD(cudaLaunchConfig_st, gridDim, 0);
FIELD(cudaLaunchConfig_st, blockDim, 12);
FIELD(cudaLaunchConfig_st, dynamicSmemBytes, 24);
FIELD(cudaLaunchConfig_st, stream, 32);
FIELD(cudaLaunchConfig_st, attrs, 40);
FIELD(cudaLaunchConfig_st, numAttrs, 48);

SIZE(cudaTextureDesc, 72);
FIELD(cudaTextureDesc, addressMode, 0);
FIELD(cudaTextureDesc, filterMode, 12);
FIELD(cudaTextureDesc, readMode, 16);
FIELD(cudaTextureDesc, sRGB, 20);
FIELD(cudaTextureDesc, borderColor, 24);
FIELD(cudaTextureDesc, normalizedCoords, 40);
FIELD(cudaTextureDesc, maxAnisotropy, 44);
FIELD(cudaTextureDesc, mipmapFilterMode, 48);
FIELD(cudaTextureDesc, mipmapLevelBias, 52);
FIELD(cudaTextureDesc, minMipmapLevelClamp, 56);
FIELD(cudaTextureDesc, maxMipmapLevelClamp, 60);
FIELD(cudaTextureDesc, disableTrilinearOptimization, 64);
FIELD(cudaTextureDesc, seamlessCubemap, 68);

} // namespace
