/* Types of pointers to the driver's functions, for what cuGetProcAddress returns: one for each
   version of a function, named after the CUDA version that brought it (v12080 is 12.8). */
#ifndef HEDDLE_CUDA_TYPEDEFS_H
#define HEDDLE_CUDA_TYPEDEFS_H

/* The name that programs test for. */
#define CUDATYPEDEFS_H

#include "cuda.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define HEDDLE_PFN(name, parameters) typedef CUresult(CUDAAPI* PFN_##name) parameters;

HEDDLE_PFN(cuGetErrorString_v6000, (CUresult, const char**))
HEDDLE_PFN(cuGetErrorName_v6000, (CUresult, const char**))
HEDDLE_PFN(cuInit_v2000, (unsigned int))
HEDDLE_PFN(cuDriverGetVersion_v2020, (int*))
HEDDLE_PFN(cuDeviceGet_v2000, (CUdevice_v1*, int))
HEDDLE_PFN(cuDeviceGetCount_v2000, (int*))
HEDDLE_PFN(cuDeviceGetName_v2000, (char*, int, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetUuid_v9020, (CUuuid*, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetUuid_v11040, (CUuuid*, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetLuid_v10000, (char*, unsigned int*, CUdevice_v1))
HEDDLE_PFN(cuDeviceTotalMem_v3020, (size_t*, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetTexture1DLinearMaxWidth_v11010,
           (size_t*, CUarray_format, unsigned, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetAttribute_v2000, (int*, CUdevice_attribute, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetHostAtomicCapabilities_v13000,
           (unsigned int*, const CUatomicOperation*, unsigned int, CUdevice))
HEDDLE_PFN(cuDeviceGetNvSciSyncAttributes_v10020, (void*, CUdevice_v1, int))
HEDDLE_PFN(cuDeviceSetMemPool_v11020, (CUdevice_v1, CUmemoryPool))
HEDDLE_PFN(cuDeviceGetMemPool_v11020, (CUmemoryPool*, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetDefaultMemPool_v11020, (CUmemoryPool*, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetProperties_v2000, (CUdevprop_v1*, CUdevice_v1))
HEDDLE_PFN(cuDeviceComputeCapability_v2000, (int*, int*, CUdevice_v1))
HEDDLE_PFN(cuDevicePrimaryCtxRetain_v7000, (CUcontext*, CUdevice_v1))
HEDDLE_PFN(cuDevicePrimaryCtxRelease_v11000, (CUdevice_v1))
HEDDLE_PFN(cuDevicePrimaryCtxSetFlags_v11000, (CUdevice_v1, unsigned int))
HEDDLE_PFN(cuDevicePrimaryCtxGetState_v7000, (CUdevice_v1, unsigned int*, int*))
HEDDLE_PFN(cuDevicePrimaryCtxReset_v11000, (CUdevice_v1))
HEDDLE_PFN(cuDeviceGetExecAffinitySupport_v11040, (int*, CUexecAffinityType, CUdevice))
HEDDLE_PFN(cuCtxCreate_v3020, (CUcontext*, unsigned int, CUdevice_v1))
HEDDLE_PFN(cuCtxCreate_v11040, (CUcontext*, CUexecAffinityParam*, int, unsigned int, CUdevice_v1))
HEDDLE_PFN(cuCtxCreate_v12050, (CUcontext*, CUctxCreateParams*, unsigned int, CUdevice))
HEDDLE_PFN(cuCtxGetId_v12000, (CUcontext, unsigned long long*))
HEDDLE_PFN(cuCtxDestroy_v4000, (CUcontext))
HEDDLE_PFN(cuCtxPushCurrent_v4000, (CUcontext))
HEDDLE_PFN(cuCtxPopCurrent_v4000, (CUcontext*))
HEDDLE_PFN(cuCtxSetCurrent_v4000, (CUcontext))
HEDDLE_PFN(cuCtxGetCurrent_v4000, (CUcontext*))
HEDDLE_PFN(cuCtxGetDevice_v2000, (CUdevice_v1*))
HEDDLE_PFN(cuCtxGetDevice_v13000, (CUdevice*, CUcontext))
HEDDLE_PFN(cuCtxGetFlags_v7000, (unsigned int*))
HEDDLE_PFN(cuCtxSetFlags_v12010, (unsigned int))
HEDDLE_PFN(cuCtxSynchronize_v2000, (void))
HEDDLE_PFN(cuCtxSynchronize_v13000, (CUcontext))
HEDDLE_PFN(cuCtxSetLimit_v3010, (CUlimit, size_t))
HEDDLE_PFN(cuCtxGetLimit_v3010, (size_t*, CUlimit))
HEDDLE_PFN(cuCtxGetCacheConfig_v3020, (CUfunc_cache*))
HEDDLE_PFN(cuCtxSetCacheConfig_v3020, (CUfunc_cache))
HEDDLE_PFN(cuCtxGetSharedMemConfig_v4020, (CUsharedconfig*))
HEDDLE_PFN(cuCtxSetSharedMemConfig_v4020, (CUsharedconfig))
HEDDLE_PFN(cuCtxGetApiVersion_v3020, (CUcontext, unsigned int*))
HEDDLE_PFN(cuCtxGetStreamPriorityRange_v5050, (int*, int*))
HEDDLE_PFN(cuCtxResetPersistingL2Cache_v11000, (void))
HEDDLE_PFN(cuCtxAttach_v2000, (CUcontext*, unsigned int))
HEDDLE_PFN(cuCtxDetach_v2000, (CUcontext))
HEDDLE_PFN(cuCtxGetExecAffinity_v11040, (CUexecAffinityParam*, CUexecAffinityType))
HEDDLE_PFN(cuModuleLoad_v2000, (CUmodule*, const char*))
HEDDLE_PFN(cuModuleLoadData_v2000, (CUmodule*, const void*))
HEDDLE_PFN(cuModuleLoadDataEx_v2010, (CUmodule*, const void*, unsigned int, CUjit_option*, void**))
HEDDLE_PFN(cuModuleLoadFatBinary_v2000, (CUmodule*, const void*))
HEDDLE_PFN(cuModuleUnload_v2000, (CUmodule))
HEDDLE_PFN(cuModuleGetFunction_v2000, (CUfunction*, CUmodule, const char*))
HEDDLE_PFN(cuModuleGetGlobal_v3020, (CUdeviceptr_v2*, size_t*, CUmodule, const char*))
HEDDLE_PFN(cuModuleGetTexRef_v2000, (CUtexref*, CUmodule, const char*))
HEDDLE_PFN(cuModuleGetSurfRef_v3000, (CUsurfref*, CUmodule, const char*))
HEDDLE_PFN(cuModuleGetFunctionCount_v12040, (unsigned int*, CUmodule))
HEDDLE_PFN(cuModuleEnumerateFunctions_v12040, (CUfunction*, unsigned int, CUmodule))
HEDDLE_PFN(cuLinkCreate_v6050, (unsigned int, CUjit_option*, void**, CUlinkState*))
HEDDLE_PFN(cuLinkAddData_v6050, (CUlinkState, CUjitInputType, void*, size_t, const char*,
                                 unsigned int, CUjit_option*, void**))
HEDDLE_PFN(cuLinkAddFile_v6050,
           (CUlinkState, CUjitInputType, const char*, unsigned int, CUjit_option*, void**))
HEDDLE_PFN(cuLinkComplete_v5050, (CUlinkState, void**, size_t*))
HEDDLE_PFN(cuLinkDestroy_v5050, (CUlinkState))
HEDDLE_PFN(cuMemGetInfo_v3020, (size_t*, size_t*))
HEDDLE_PFN(cuMemAlloc_v3020, (CUdeviceptr_v2*, size_t))
HEDDLE_PFN(cuMemAllocPitch_v3020, (CUdeviceptr_v2*, size_t*, size_t, size_t, unsigned int))
HEDDLE_PFN(cuMemFree_v3020, (CUdeviceptr_v2))
HEDDLE_PFN(cuMemGetAddressRange_v3020, (CUdeviceptr_v2*, size_t*, CUdeviceptr_v2))
HEDDLE_PFN(cuMemAllocHost_v3020, (void**, size_t))
HEDDLE_PFN(cuMemFreeHost_v2000, (void*))
HEDDLE_PFN(cuMemHostAlloc_v2020, (void**, size_t, unsigned int))
HEDDLE_PFN(cuMemHostGetDevicePointer_v3020, (CUdeviceptr_v2*, void*, unsigned int))
HEDDLE_PFN(cuMemHostGetFlags_v2030, (unsigned int*, void*))
HEDDLE_PFN(cuMemAllocManaged_v6000, (CUdeviceptr_v2*, size_t, unsigned int))
HEDDLE_PFN(cuDeviceGetByPCIBusId_v4010, (CUdevice_v1*, const char*))
HEDDLE_PFN(cuDeviceGetPCIBusId_v4010, (char*, int, CUdevice_v1))
HEDDLE_PFN(cuIpcGetEventHandle_v4010, (CUipcEventHandle_v1*, CUevent))
HEDDLE_PFN(cuIpcOpenEventHandle_v4010, (CUevent*, CUipcEventHandle_v1))
HEDDLE_PFN(cuIpcGetMemHandle_v4010, (CUipcMemHandle_v1*, CUdeviceptr_v2))
HEDDLE_PFN(cuIpcOpenMemHandle_v11000, (CUdeviceptr_v2*, CUipcMemHandle_v1, unsigned int))
HEDDLE_PFN(cuIpcCloseMemHandle_v4010, (CUdeviceptr_v2))
HEDDLE_PFN(cuMemHostRegister_v6050, (void*, size_t, unsigned int))
HEDDLE_PFN(cuMemHostUnregister_v4000, (void*))
HEDDLE_PFN(cuMemcpy_v7000_ptds, (CUdeviceptr_v2, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyPeer_v7000_ptds, (CUdeviceptr_v2, CUcontext, CUdeviceptr_v2, CUcontext, size_t))
HEDDLE_PFN(cuMemcpyHtoD_v7000_ptds, (CUdeviceptr_v2, const void*, size_t))
HEDDLE_PFN(cuMemcpyDtoH_v7000_ptds, (void*, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyDtoD_v7000_ptds, (CUdeviceptr_v2, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyDtoA_v7000_ptds, (CUarray, size_t, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyAtoD_v7000_ptds, (CUdeviceptr_v2, CUarray, size_t, size_t))
HEDDLE_PFN(cuMemcpyHtoA_v7000_ptds, (CUarray, size_t, const void*, size_t))
HEDDLE_PFN(cuMemcpyAtoH_v7000_ptds, (void*, CUarray, size_t, size_t))
HEDDLE_PFN(cuMemcpyAtoA_v7000_ptds, (CUarray, size_t, CUarray, size_t, size_t))
HEDDLE_PFN(cuMemcpy2D_v7000_ptds, (const CUDA_MEMCPY2D_v2*))
HEDDLE_PFN(cuMemcpy2DUnaligned_v7000_ptds, (const CUDA_MEMCPY2D_v2*))
HEDDLE_PFN(cuMemcpy3D_v7000_ptds, (const CUDA_MEMCPY3D_v2*))
HEDDLE_PFN(cuMemcpy3DPeer_v7000_ptds, (const CUDA_MEMCPY3D_PEER_v1*))
HEDDLE_PFN(cuMemcpyAsync_v7000_ptsz, (CUdeviceptr_v2, CUdeviceptr_v2, size_t, CUstream))
HEDDLE_PFN(cuMemcpyPeerAsync_v7000_ptsz,
           (CUdeviceptr_v2, CUcontext, CUdeviceptr_v2, CUcontext, size_t, CUstream))
HEDDLE_PFN(cuMemcpyHtoDAsync_v7000_ptsz, (CUdeviceptr_v2, const void*, size_t, CUstream))
HEDDLE_PFN(cuMemcpyDtoHAsync_v7000_ptsz, (void*, CUdeviceptr_v2, size_t, CUstream))
HEDDLE_PFN(cuMemcpyDtoDAsync_v7000_ptsz, (CUdeviceptr_v2, CUdeviceptr_v2, size_t, CUstream))
HEDDLE_PFN(cuMemcpyHtoAAsync_v7000_ptsz, (CUarray, size_t, const void*, size_t, CUstream))
HEDDLE_PFN(cuMemcpyAtoHAsync_v7000_ptsz, (void*, CUarray, size_t, size_t, CUstream))
HEDDLE_PFN(cuMemcpy2DAsync_v7000_ptsz, (const CUDA_MEMCPY2D_v2*, CUstream))
HEDDLE_PFN(cuMemcpy3DAsync_v7000_ptsz, (const CUDA_MEMCPY3D_v2*, CUstream))
HEDDLE_PFN(cuMemcpy3DPeerAsync_v7000_ptsz, (const CUDA_MEMCPY3D_PEER_v1*, CUstream))
HEDDLE_PFN(cuMemcpyBatchAsync_v12080_ptsz,
           (CUdeviceptr_v2*, CUdeviceptr_v2*, size_t*, size_t, CUmemcpyAttributes_v1*, size_t*,
            size_t, size_t*, CUstream))
HEDDLE_PFN(cuMemcpy3DBatchAsync_v12080_ptsz,
           (size_t, CUDA_MEMCPY3D_BATCH_OP_v1*, size_t*, unsigned long long, CUstream))
HEDDLE_PFN(cuMemcpyBatchAsync_v13000_ptsz, (CUdeviceptr_v2*, CUdeviceptr_v2*, size_t*, size_t,
                                            CUmemcpyAttributes_v1*, size_t*, size_t, CUstream))
HEDDLE_PFN(cuMemcpy3DBatchAsync_v13000_ptsz,
           (size_t, CUDA_MEMCPY3D_BATCH_OP_v1*, unsigned long long, CUstream))
HEDDLE_PFN(cuMemsetD8_v7000_ptds, (CUdeviceptr_v2, unsigned char, size_t))
HEDDLE_PFN(cuMemsetD16_v7000_ptds, (CUdeviceptr_v2, unsigned short, size_t))
HEDDLE_PFN(cuMemsetD32_v7000_ptds, (CUdeviceptr_v2, unsigned int, size_t))
HEDDLE_PFN(cuMemsetD2D8_v7000_ptds, (CUdeviceptr_v2, size_t, unsigned char, size_t, size_t))
HEDDLE_PFN(cuMemsetD2D16_v7000_ptds, (CUdeviceptr_v2, size_t, unsigned short, size_t, size_t))
HEDDLE_PFN(cuMemsetD2D32_v7000_ptds, (CUdeviceptr_v2, size_t, unsigned int, size_t, size_t))
HEDDLE_PFN(cuMemsetD8Async_v7000_ptsz, (CUdeviceptr_v2, unsigned char, size_t, CUstream))
HEDDLE_PFN(cuMemsetD16Async_v7000_ptsz, (CUdeviceptr_v2, unsigned short, size_t, CUstream))
HEDDLE_PFN(cuMemsetD32Async_v7000_ptsz, (CUdeviceptr_v2, unsigned int, size_t, CUstream))
HEDDLE_PFN(cuMemsetD2D8Async_v7000_ptsz,
           (CUdeviceptr_v2, size_t, unsigned char, size_t, size_t, CUstream))
HEDDLE_PFN(cuMemsetD2D16Async_v7000_ptsz,
           (CUdeviceptr_v2, size_t, unsigned short, size_t, size_t, CUstream))
HEDDLE_PFN(cuMemsetD2D32Async_v7000_ptsz,
           (CUdeviceptr_v2, size_t, unsigned int, size_t, size_t, CUstream))
HEDDLE_PFN(cuArrayCreate_v3020, (CUarray*, const CUDA_ARRAY_DESCRIPTOR_v2*))
HEDDLE_PFN(cuArrayGetDescriptor_v3020, (CUDA_ARRAY_DESCRIPTOR_v2*, CUarray))
HEDDLE_PFN(cuArrayGetSparseProperties_v11010, (CUDA_ARRAY_SPARSE_PROPERTIES_v1*, CUarray))
HEDDLE_PFN(cuMipmappedArrayGetSparseProperties_v11010,
           (CUDA_ARRAY_SPARSE_PROPERTIES_v1*, CUmipmappedArray))
HEDDLE_PFN(cuArrayGetMemoryRequirements_v11060,
           (CUDA_ARRAY_MEMORY_REQUIREMENTS_v1*, CUarray, CUdevice))
HEDDLE_PFN(cuMipmappedArrayGetMemoryRequirements_v11060,
           (CUDA_ARRAY_MEMORY_REQUIREMENTS_v1*, CUmipmappedArray, CUdevice))
HEDDLE_PFN(cuArrayGetPlane_v11020, (CUarray*, CUarray, unsigned int))
HEDDLE_PFN(cuArrayDestroy_v2000, (CUarray))
HEDDLE_PFN(cuArray3DCreate_v3020, (CUarray*, const CUDA_ARRAY3D_DESCRIPTOR_v2*))
HEDDLE_PFN(cuArray3DGetDescriptor_v3020, (CUDA_ARRAY3D_DESCRIPTOR_v2*, CUarray))
HEDDLE_PFN(cuMipmappedArrayCreate_v5000,
           (CUmipmappedArray*, const CUDA_ARRAY3D_DESCRIPTOR_v2*, unsigned int))
HEDDLE_PFN(cuMipmappedArrayGetLevel_v5000, (CUarray*, CUmipmappedArray, unsigned int))
HEDDLE_PFN(cuMipmappedArrayDestroy_v5000, (CUmipmappedArray))
HEDDLE_PFN(cuMemAddressReserve_v10020,
           (CUdeviceptr_v2*, size_t, size_t, CUdeviceptr_v2, unsigned long long))
HEDDLE_PFN(cuMemAddressFree_v10020, (CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemCreate_v10020, (CUmemGenericAllocationHandle_v1*, size_t,
                                const CUmemAllocationProp_v1*, unsigned long long))
HEDDLE_PFN(cuMemRelease_v10020, (CUmemGenericAllocationHandle_v1))
HEDDLE_PFN(cuMemMap_v10020,
           (CUdeviceptr_v2, size_t, size_t, CUmemGenericAllocationHandle_v1, unsigned long long))
HEDDLE_PFN(cuMemMapArrayAsync_v11010_ptsz, (CUarrayMapInfo_v1*, unsigned int, CUstream))
HEDDLE_PFN(cuMemUnmap_v10020, (CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemSetAccess_v10020, (CUdeviceptr_v2, size_t, const CUmemAccessDesc_v1*, size_t))
HEDDLE_PFN(cuMemGetAccess_v10020, (unsigned long long*, const CUmemLocation_v1*, CUdeviceptr_v2))
HEDDLE_PFN(cuMemExportToShareableHandle_v10020,
           (void*, CUmemGenericAllocationHandle_v1, CUmemAllocationHandleType, unsigned long long))
HEDDLE_PFN(cuMemImportFromShareableHandle_v10020,
           (CUmemGenericAllocationHandle_v1*, void*, CUmemAllocationHandleType))
HEDDLE_PFN(cuMemGetAllocationGranularity_v10020,
           (size_t*, const CUmemAllocationProp_v1*, CUmemAllocationGranularity_flags))
HEDDLE_PFN(cuMemGetAllocationPropertiesFromHandle_v10020,
           (CUmemAllocationProp_v1*, CUmemGenericAllocationHandle_v1))
HEDDLE_PFN(cuMemRetainAllocationHandle_v11000, (CUmemGenericAllocationHandle_v1*, void*))
HEDDLE_PFN(cuMemFreeAsync_v11020_ptsz, (CUdeviceptr_v2, CUstream))
HEDDLE_PFN(cuMemAllocAsync_v11020_ptsz, (CUdeviceptr_v2*, size_t, CUstream))
HEDDLE_PFN(cuMemPoolTrimTo_v11020, (CUmemoryPool, size_t))
HEDDLE_PFN(cuMemPoolSetAttribute_v11020, (CUmemoryPool, CUmemPool_attribute, void*))
HEDDLE_PFN(cuMemPoolGetAttribute_v11020, (CUmemoryPool, CUmemPool_attribute, void*))
HEDDLE_PFN(cuMemPoolSetAccess_v11020, (CUmemoryPool, const CUmemAccessDesc_v1*, size_t))
HEDDLE_PFN(cuMemPoolGetAccess_v11020, (CUmemAccess_flags*, CUmemoryPool, CUmemLocation_v1*))
HEDDLE_PFN(cuMemPoolCreate_v11020, (CUmemoryPool*, const CUmemPoolProps_v1*))
HEDDLE_PFN(cuMemPoolDestroy_v11020, (CUmemoryPool))
HEDDLE_PFN(cuMemGetDefaultMemPool_v13000, (CUmemoryPool*, CUmemLocation*, CUmemAllocationType))
HEDDLE_PFN(cuMemGetMemPool_v13000, (CUmemoryPool*, CUmemLocation*, CUmemAllocationType))
HEDDLE_PFN(cuMemSetMemPool_v13000, (CUmemLocation*, CUmemAllocationType, CUmemoryPool))
HEDDLE_PFN(cuMemAllocFromPoolAsync_v11020_ptsz, (CUdeviceptr_v2*, size_t, CUmemoryPool, CUstream))
HEDDLE_PFN(cuMemPoolExportToShareableHandle_v11020,
           (void*, CUmemoryPool, CUmemAllocationHandleType, unsigned long long))
HEDDLE_PFN(cuMemPoolImportFromShareableHandle_v11020,
           (CUmemoryPool*, void*, CUmemAllocationHandleType, unsigned long long))
HEDDLE_PFN(cuMemPoolExportPointer_v11020, (CUmemPoolPtrExportData_v1*, CUdeviceptr_v2))
HEDDLE_PFN(cuMemPoolImportPointer_v11020,
           (CUdeviceptr_v2*, CUmemoryPool, CUmemPoolPtrExportData_v1*))
HEDDLE_PFN(cuPointerGetAttribute_v4000, (void*, CUpointer_attribute, CUdeviceptr_v2))
HEDDLE_PFN(cuMemPrefetchAsync_v8000_ptsz, (CUdeviceptr_v2, size_t, CUdevice_v1, CUstream))
HEDDLE_PFN(cuMemAdvise_v8000, (CUdeviceptr_v2, size_t, CUmem_advise, CUdevice_v1))
HEDDLE_PFN(cuMemAdvise_v12020, (CUdeviceptr_v2, size_t, CUmem_advise, CUmemLocation_v1))
HEDDLE_PFN(cuMemPrefetchAsync_v12020_ptsz,
           (CUdeviceptr_v2, size_t, CUmemLocation_v1, unsigned int, CUstream))
HEDDLE_PFN(cuMemPrefetchBatchAsync_v13000_ptsz,
           (CUdeviceptr_v2*, size_t*, size_t, CUmemLocation_v1*, size_t*, size_t,
            unsigned long long, CUstream))
HEDDLE_PFN(cuMemDiscardBatchAsync_v13000_ptsz,
           (CUdeviceptr_v2*, size_t*, size_t, unsigned long long, CUstream))
HEDDLE_PFN(cuMemDiscardAndPrefetchBatchAsync_v13000_ptsz,
           (CUdeviceptr_v2*, size_t*, size_t, CUmemLocation_v1*, size_t*, size_t,
            unsigned long long, CUstream))
HEDDLE_PFN(cuMemRangeGetAttribute_v8000,
           (void*, size_t, CUmem_range_attribute, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemRangeGetAttributes_v8000,
           (void**, size_t*, CUmem_range_attribute*, size_t, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMulticastCreate_v12010, (CUmemGenericAllocationHandle*, const CUmulticastObjectProp*))
HEDDLE_PFN(cuMulticastAddDevice_v12010, (CUmemGenericAllocationHandle, CUdevice))
HEDDLE_PFN(cuMulticastBindMem_v12010,
           (CUmemGenericAllocationHandle, size_t, CUmemGenericAllocationHandle, size_t, size_t,
            unsigned long long))
HEDDLE_PFN(cuMulticastBindAddr_v12010,
           (CUmemGenericAllocationHandle, size_t, CUdeviceptr, size_t, unsigned long long))
HEDDLE_PFN(cuMulticastUnbind_v12010, (CUmemGenericAllocationHandle, CUdevice, size_t, size_t))
HEDDLE_PFN(cuMulticastGetGranularity_v12010,
           (size_t*, const CUmulticastObjectProp*, CUmulticastGranularity_flags))
HEDDLE_PFN(cuPointerSetAttribute_v6000, (const void*, CUpointer_attribute, CUdeviceptr_v2))
HEDDLE_PFN(cuPointerGetAttributes_v7000,
           (unsigned int, CUpointer_attribute*, void**, CUdeviceptr_v2))
HEDDLE_PFN(cuStreamCreate_v2000, (CUstream*, unsigned int))
HEDDLE_PFN(cuStreamCreateWithPriority_v5050, (CUstream*, unsigned int, int))
HEDDLE_PFN(cuStreamGetId_v12000, (CUstream, unsigned long long*))
HEDDLE_PFN(cuStreamGetId_v12000_ptsz, (CUstream, unsigned long long*))
HEDDLE_PFN(cuStreamGetPriority_v7000_ptsz, (CUstream, int*))
HEDDLE_PFN(cuStreamGetFlags_v7000_ptsz, (CUstream, unsigned int*))
HEDDLE_PFN(cuStreamGetCtx_v9020_ptsz, (CUstream, CUcontext*))
HEDDLE_PFN(cuStreamWaitEvent_v7000_ptsz, (CUstream, CUevent, unsigned int))
HEDDLE_PFN(cuStreamAddCallback_v7000_ptsz, (CUstream, CUstreamCallback, void*, unsigned int))
HEDDLE_PFN(cuStreamBeginCapture_v10000_ptsz, (CUstream))
HEDDLE_PFN(cuStreamBeginCapture_v10010_ptsz, (CUstream, CUstreamCaptureMode))
HEDDLE_PFN(cuStreamBeginCaptureToGraph_v12030_ptsz,
           (CUstream, CUgraph, const CUgraphNode*, const CUgraphEdgeData*, size_t,
            CUstreamCaptureMode))
HEDDLE_PFN(cuThreadExchangeStreamCaptureMode_v10010, (CUstreamCaptureMode*))
HEDDLE_PFN(cuStreamEndCapture_v10000_ptsz, (CUstream, CUgraph*))
HEDDLE_PFN(cuStreamIsCapturing_v10000_ptsz, (CUstream, CUstreamCaptureStatus*))
HEDDLE_PFN(cuStreamGetCaptureInfo_v10010_ptsz, (CUstream, CUstreamCaptureStatus*, cuuint64_t*))
HEDDLE_PFN(cuStreamGetCaptureInfo_v11030_ptsz,
           (CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, size_t*))
HEDDLE_PFN(cuStreamGetCaptureInfo_v12030_ptsz,
           (CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**,
            const CUgraphEdgeData**, size_t*))
HEDDLE_PFN(cuStreamUpdateCaptureDependencies_v11030_ptsz,
           (CUstream, CUgraphNode*, size_t, unsigned int))
HEDDLE_PFN(cuStreamUpdateCaptureDependencies_v12030_ptsz,
           (CUstream, CUgraphNode*, const CUgraphEdgeData*, size_t, unsigned int))
HEDDLE_PFN(cuStreamAttachMemAsync_v7000_ptsz, (CUstream, CUdeviceptr_v2, size_t, unsigned int))
HEDDLE_PFN(cuStreamQuery_v7000_ptsz, (CUstream))
HEDDLE_PFN(cuStreamSynchronize_v7000_ptsz, (CUstream))
HEDDLE_PFN(cuStreamDestroy_v4000, (CUstream))
HEDDLE_PFN(cuStreamCopyAttributes_v11000_ptsz, (CUstream, CUstream))
HEDDLE_PFN(cuStreamGetAttribute_v11000_ptsz, (CUstream, CUstreamAttrID, CUstreamAttrValue_v1*))
HEDDLE_PFN(cuStreamSetAttribute_v11000_ptsz,
           (CUstream, CUstreamAttrID, const CUstreamAttrValue_v1*))
HEDDLE_PFN(cuEventCreate_v2000, (CUevent*, unsigned int))
HEDDLE_PFN(cuEventRecord_v7000_ptsz, (CUevent, CUstream))
HEDDLE_PFN(cuEventRecordWithFlags_v11010_ptsz, (CUevent, CUstream, unsigned int))
HEDDLE_PFN(cuEventQuery_v2000, (CUevent))
HEDDLE_PFN(cuEventSynchronize_v2000, (CUevent))
HEDDLE_PFN(cuEventDestroy_v4000, (CUevent))
HEDDLE_PFN(cuEventElapsedTime_v2000, (float*, CUevent, CUevent))
HEDDLE_PFN(cuEventElapsedTime_v12080, (float*, CUevent, CUevent))
HEDDLE_PFN(cuImportExternalMemory_v10000,
           (CUexternalMemory*, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1*))
HEDDLE_PFN(cuExternalMemoryGetMappedBuffer_v10000,
           (CUdeviceptr_v2*, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1*))
HEDDLE_PFN(cuExternalMemoryGetMappedMipmappedArray_v10000,
           (CUmipmappedArray*, CUexternalMemory,
            const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1*))
HEDDLE_PFN(cuDestroyExternalMemory_v10000, (CUexternalMemory))
HEDDLE_PFN(cuImportExternalSemaphore_v10000,
           (CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1*))
HEDDLE_PFN(cuSignalExternalSemaphoresAsync_v10000_ptsz,
           (const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1*,
            unsigned int, CUstream))
HEDDLE_PFN(cuWaitExternalSemaphoresAsync_v10000_ptsz,
           (const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1*, unsigned int,
            CUstream))
HEDDLE_PFN(cuDestroyExternalSemaphore_v10000, (CUexternalSemaphore))
HEDDLE_PFN(cuStreamWaitValue32_v8000_ptsz, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWaitValue64_v9000_ptsz, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamWriteValue32_v8000_ptsz, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWriteValue64_v9000_ptsz, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamBatchMemOp_v8000_ptsz,
           (CUstream, unsigned int, CUstreamBatchMemOpParams_v1*, unsigned int))
HEDDLE_PFN(cuStreamWaitValue32_v11070_ptsz, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWaitValue64_v11070_ptsz, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamWriteValue32_v11070_ptsz, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWriteValue64_v11070_ptsz, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamBatchMemOp_v11070_ptsz,
           (CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int))
HEDDLE_PFN(cuFuncGetAttribute_v2020, (int*, CUfunction_attribute, CUfunction))
HEDDLE_PFN(cuFuncSetAttribute_v9000, (CUfunction, CUfunction_attribute, int))
HEDDLE_PFN(cuFuncSetCacheConfig_v3000, (CUfunction, CUfunc_cache))
HEDDLE_PFN(cuFuncSetSharedMemConfig_v4020, (CUfunction, CUsharedconfig))
HEDDLE_PFN(cuFuncGetName_v12030, (const char**, CUfunction))
HEDDLE_PFN(cuFuncGetParamInfo_v12040, (CUfunction, size_t, size_t*, size_t*))
HEDDLE_PFN(cuFuncIsLoaded_v12040, (CUfunctionLoadingState*, CUfunction))
HEDDLE_PFN(cuFuncLoad_v12040, (CUfunction))
HEDDLE_PFN(cuLaunchKernel_v7000_ptsz,
           (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
            unsigned int, unsigned int, CUstream, void**, void**))
HEDDLE_PFN(cuLaunchKernelEx_v11060_ptsz, (const CUlaunchConfig*, CUfunction, void**, void**))
HEDDLE_PFN(cuLaunchCooperativeKernel_v9000_ptsz,
           (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
            unsigned int, unsigned int, CUstream, void**))
HEDDLE_PFN(cuLaunchCooperativeKernelMultiDevice_v9000,
           (CUDA_LAUNCH_PARAMS_v1*, unsigned int, unsigned int))
HEDDLE_PFN(cuLaunchHostFunc_v10000_ptsz, (CUstream, CUhostFn, void*))
HEDDLE_PFN(cuFuncSetBlockShape_v2000, (CUfunction, int, int, int))
HEDDLE_PFN(cuFuncSetSharedSize_v2000, (CUfunction, unsigned int))
HEDDLE_PFN(cuParamSetSize_v2000, (CUfunction, unsigned int))
HEDDLE_PFN(cuParamSeti_v2000, (CUfunction, int, unsigned int))
HEDDLE_PFN(cuParamSetf_v2000, (CUfunction, int, float))
HEDDLE_PFN(cuParamSetv_v2000, (CUfunction, int, void*, unsigned int))
HEDDLE_PFN(cuLaunch_v2000, (CUfunction))
HEDDLE_PFN(cuLaunchGrid_v2000, (CUfunction, int, int))
HEDDLE_PFN(cuLaunchGridAsync_v2000, (CUfunction, int, int, CUstream))
HEDDLE_PFN(cuParamSetTexRef_v2000, (CUfunction, int, CUtexref))
HEDDLE_PFN(cuGraphCreate_v10000, (CUgraph*, unsigned int))
HEDDLE_PFN(cuGraphAddKernelNode_v10000,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_KERNEL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphKernelNodeGetParams_v10000, (CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphKernelNodeSetParams_v10000, (CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphAddKernelNode_v12000,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_KERNEL_NODE_PARAMS_v2*))
HEDDLE_PFN(cuGraphKernelNodeGetParams_v12000, (CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v2*))
HEDDLE_PFN(cuGraphKernelNodeSetParams_v12000, (CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v2*))
HEDDLE_PFN(cuGraphAddMemcpyNode_v10000,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_MEMCPY3D_v2*, CUcontext))
HEDDLE_PFN(cuGraphMemcpyNodeGetParams_v10000, (CUgraphNode, CUDA_MEMCPY3D_v2*))
HEDDLE_PFN(cuGraphMemcpyNodeSetParams_v10000, (CUgraphNode, const CUDA_MEMCPY3D_v2*))
HEDDLE_PFN(cuGraphAddMemsetNode_v10000, (CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                         const CUDA_MEMSET_NODE_PARAMS_v1*, CUcontext))
HEDDLE_PFN(cuGraphMemsetNodeGetParams_v10000, (CUgraphNode, CUDA_MEMSET_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphMemsetNodeSetParams_v10000, (CUgraphNode, const CUDA_MEMSET_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphAddHostNode_v10000,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_HOST_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphHostNodeGetParams_v10000, (CUgraphNode, CUDA_HOST_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphHostNodeSetParams_v10000, (CUgraphNode, const CUDA_HOST_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphAddChildGraphNode_v10000,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUgraph))
HEDDLE_PFN(cuGraphChildGraphNodeGetGraph_v10000, (CUgraphNode, CUgraph*))
HEDDLE_PFN(cuGraphAddEmptyNode_v10000, (CUgraphNode*, CUgraph, const CUgraphNode*, size_t))
HEDDLE_PFN(cuGraphAddEventRecordNode_v11010,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUevent))
HEDDLE_PFN(cuGraphEventRecordNodeGetEvent_v11010, (CUgraphNode, CUevent*))
HEDDLE_PFN(cuGraphEventRecordNodeSetEvent_v11010, (CUgraphNode, CUevent))
HEDDLE_PFN(cuGraphAddEventWaitNode_v11010,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUevent))
HEDDLE_PFN(cuGraphEventWaitNodeGetEvent_v11010, (CUgraphNode, CUevent*))
HEDDLE_PFN(cuGraphEventWaitNodeSetEvent_v11010, (CUgraphNode, CUevent))
HEDDLE_PFN(cuGraphAddExternalSemaphoresSignalNode_v11020,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
            const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExternalSemaphoresSignalNodeGetParams_v11020,
           (CUgraphNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExternalSemaphoresSignalNodeSetParams_v11020,
           (CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphAddExternalSemaphoresWaitNode_v11020,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
            const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExternalSemaphoresWaitNodeGetParams_v11020,
           (CUgraphNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExternalSemaphoresWaitNodeSetParams_v11020,
           (CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphAddBatchMemOpNode_v11070, (CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                             const CUDA_BATCH_MEM_OP_NODE_PARAMS*))
HEDDLE_PFN(cuGraphBatchMemOpNodeGetParams_v11070, (CUgraphNode, CUDA_BATCH_MEM_OP_NODE_PARAMS*))
HEDDLE_PFN(cuGraphBatchMemOpNodeSetParams_v11070,
           (CUgraphNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS*))
HEDDLE_PFN(cuGraphExecBatchMemOpNodeSetParams_v11070,
           (CUgraphExec, CUgraphNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS*))
HEDDLE_PFN(cuGraphClone_v10000, (CUgraph*, CUgraph))
HEDDLE_PFN(cuGraphNodeFindInClone_v10000, (CUgraphNode*, CUgraphNode, CUgraph))
HEDDLE_PFN(cuGraphNodeGetType_v10000, (CUgraphNode, CUgraphNodeType*))
HEDDLE_PFN(cuGraphGetNodes_v10000, (CUgraph, CUgraphNode*, size_t*))
HEDDLE_PFN(cuGraphGetRootNodes_v10000, (CUgraph, CUgraphNode*, size_t*))
HEDDLE_PFN(cuGraphGetEdges_v10000, (CUgraph, CUgraphNode*, CUgraphNode*, size_t*))
HEDDLE_PFN(cuGraphGetEdges_v12030, (CUgraph, CUgraphNode*, CUgraphNode*, CUgraphEdgeData*, size_t*))
HEDDLE_PFN(cuGraphNodeGetDependencies_v10000, (CUgraphNode, CUgraphNode*, size_t*))
HEDDLE_PFN(cuGraphNodeGetDependencies_v12030,
           (CUgraphNode, CUgraphNode*, CUgraphEdgeData*, size_t*))
HEDDLE_PFN(cuGraphNodeGetDependentNodes_v10000, (CUgraphNode, CUgraphNode*, size_t*))
HEDDLE_PFN(cuGraphNodeGetDependentNodes_v12030,
           (CUgraphNode, CUgraphNode*, CUgraphEdgeData*, size_t*))
HEDDLE_PFN(cuGraphAddDependencies_v10000, (CUgraph, const CUgraphNode*, const CUgraphNode*, size_t))
HEDDLE_PFN(cuGraphAddDependencies_v12030,
           (CUgraph, const CUgraphNode*, const CUgraphNode*, const CUgraphEdgeData*, size_t))
HEDDLE_PFN(cuGraphRemoveDependencies_v10000,
           (CUgraph, const CUgraphNode*, const CUgraphNode*, size_t))
HEDDLE_PFN(cuGraphRemoveDependencies_v12030,
           (CUgraph, const CUgraphNode*, const CUgraphNode*, const CUgraphEdgeData*, size_t))
HEDDLE_PFN(cuGraphDestroyNode_v10000, (CUgraphNode))
HEDDLE_PFN(cuGraphInstantiate_v11000, (CUgraphExec*, CUgraph, CUgraphNode*, char*, size_t))
HEDDLE_PFN(cuGraphInstantiateWithFlags_v11040, (CUgraphExec*, CUgraph, unsigned long long))
HEDDLE_PFN(cuGraphInstantiateWithParams_v12000_ptsz,
           (CUgraphExec*, CUgraph, CUDA_GRAPH_INSTANTIATE_PARAMS*))
HEDDLE_PFN(cuGraphExecGetFlags_v12000, (CUgraphExec, cuuint64_t*))
HEDDLE_PFN(cuGraphExecKernelNodeSetParams_v10010,
           (CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExecKernelNodeSetParams_v12000,
           (CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v2*))
HEDDLE_PFN(cuGraphExecMemcpyNodeSetParams_v10020,
           (CUgraphExec, CUgraphNode, const CUDA_MEMCPY3D_v2*, CUcontext))
HEDDLE_PFN(cuGraphExecMemsetNodeSetParams_v10020,
           (CUgraphExec, CUgraphNode, const CUDA_MEMSET_NODE_PARAMS_v1*, CUcontext))
HEDDLE_PFN(cuGraphExecHostNodeSetParams_v10020,
           (CUgraphExec, CUgraphNode, const CUDA_HOST_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExecChildGraphNodeSetParams_v11010, (CUgraphExec, CUgraphNode, CUgraph))
HEDDLE_PFN(cuGraphExecEventRecordNodeSetEvent_v11010, (CUgraphExec, CUgraphNode, CUevent))
HEDDLE_PFN(cuGraphExecEventWaitNodeSetEvent_v11010, (CUgraphExec, CUgraphNode, CUevent))
HEDDLE_PFN(cuGraphExecExternalSemaphoresSignalNodeSetParams_v11020,
           (CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphExecExternalSemaphoresWaitNodeSetParams_v11020,
           (CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1*))
HEDDLE_PFN(cuGraphUpload_v11010_ptsz, (CUgraphExec, CUstream))
HEDDLE_PFN(cuGraphLaunch_v10000_ptsz, (CUgraphExec, CUstream))
HEDDLE_PFN(cuGraphExecDestroy_v10000, (CUgraphExec))
HEDDLE_PFN(cuGraphDestroy_v10000, (CUgraph))
HEDDLE_PFN(cuGraphExecUpdate_v10020, (CUgraphExec, CUgraph, CUgraphNode*, CUgraphExecUpdateResult*))
HEDDLE_PFN(cuGraphExecUpdate_v12000, (CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo*))
HEDDLE_PFN(cuGraphKernelNodeCopyAttributes_v11000, (CUgraphNode, CUgraphNode))
HEDDLE_PFN(cuGraphKernelNodeGetAttribute_v11000,
           (CUgraphNode, CUkernelNodeAttrID, CUkernelNodeAttrValue_v1*))
HEDDLE_PFN(cuGraphKernelNodeSetAttribute_v11000,
           (CUgraphNode, CUkernelNodeAttrID, const CUkernelNodeAttrValue_v1*))
HEDDLE_PFN(cuGraphDebugDotPrint_v11030, (CUgraph, const char*, unsigned int))
HEDDLE_PFN(cuGraphAddMemAllocNode_v11040,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUDA_MEM_ALLOC_NODE_PARAMS*))
HEDDLE_PFN(cuGraphMemAllocNodeGetParams_v11040, (CUgraphNode, CUDA_MEM_ALLOC_NODE_PARAMS*))
HEDDLE_PFN(cuGraphAddMemFreeNode_v11040,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUdeviceptr))
HEDDLE_PFN(cuGraphMemFreeNodeGetParams_v11040, (CUgraphNode, CUdeviceptr*))
HEDDLE_PFN(cuGraphNodeSetEnabled_v11060, (CUgraphExec, CUgraphNode, unsigned int))
HEDDLE_PFN(cuGraphNodeGetEnabled_v11060, (CUgraphExec, CUgraphNode, unsigned int*))
HEDDLE_PFN(cuGraphAddNode_v12020,
           (CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUgraphNodeParams*))
HEDDLE_PFN(cuGraphAddNode_v12030, (CUgraphNode*, CUgraph, const CUgraphNode*,
                                   const CUgraphEdgeData*, size_t, CUgraphNodeParams*))
HEDDLE_PFN(cuGraphNodeSetParams_v12020, (CUgraphNode, CUgraphNodeParams*))
HEDDLE_PFN(cuGraphExecNodeSetParams_v12020, (CUgraphExec, CUgraphNode, CUgraphNodeParams*))
HEDDLE_PFN(cuGraphConditionalHandleCreate_v12030,
           (CUgraphConditionalHandle*, CUgraph, CUcontext, unsigned int, unsigned int))
HEDDLE_PFN(cuDeviceGraphMemTrim_v11040, (CUdevice))
HEDDLE_PFN(cuDeviceGetGraphMemAttribute_v11040, (CUdevice, CUgraphMem_attribute, void*))
HEDDLE_PFN(cuDeviceSetGraphMemAttribute_v11040, (CUdevice, CUgraphMem_attribute, void*))
HEDDLE_PFN(cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050, (int*, CUfunction, int, size_t))
HEDDLE_PFN(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags_v7000,
           (int*, CUfunction, int, size_t, unsigned int))
HEDDLE_PFN(cuOccupancyMaxPotentialBlockSize_v6050,
           (int*, int*, CUfunction, CUoccupancyB2DSize, size_t, int))
HEDDLE_PFN(cuOccupancyMaxPotentialBlockSizeWithFlags_v7000,
           (int*, int*, CUfunction, CUoccupancyB2DSize, size_t, int, unsigned int))
HEDDLE_PFN(cuOccupancyAvailableDynamicSMemPerBlock_v10020, (size_t*, CUfunction, int, int))
HEDDLE_PFN(cuOccupancyMaxPotentialClusterSize_v11070, (int*, CUfunction, const CUlaunchConfig*))
HEDDLE_PFN(cuOccupancyMaxActiveClusters_v11070, (int*, CUfunction, const CUlaunchConfig*))
HEDDLE_PFN(cuTexRefSetArray_v2000, (CUtexref, CUarray, unsigned int))
HEDDLE_PFN(cuTexRefSetMipmappedArray_v5000, (CUtexref, CUmipmappedArray, unsigned int))
HEDDLE_PFN(cuTexRefSetAddress_v3020, (size_t*, CUtexref, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuTexRefSetAddress2D_v4010,
           (CUtexref, const CUDA_ARRAY_DESCRIPTOR_v2*, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuTexRefSetFormat_v2000, (CUtexref, CUarray_format, int))
HEDDLE_PFN(cuTexRefSetAddressMode_v2000, (CUtexref, int, CUaddress_mode))
HEDDLE_PFN(cuTexRefSetFilterMode_v2000, (CUtexref, CUfilter_mode))
HEDDLE_PFN(cuTexRefSetMipmapFilterMode_v5000, (CUtexref, CUfilter_mode))
HEDDLE_PFN(cuTexRefSetMipmapLevelBias_v5000, (CUtexref, float))
HEDDLE_PFN(cuTexRefSetMipmapLevelClamp_v5000, (CUtexref, float, float))
HEDDLE_PFN(cuTexRefSetMaxAnisotropy_v5000, (CUtexref, unsigned int))
HEDDLE_PFN(cuTexRefSetBorderColor_v8000, (CUtexref, float*))
HEDDLE_PFN(cuTexRefSetFlags_v2000, (CUtexref, unsigned int))
HEDDLE_PFN(cuTexRefGetAddress_v3020, (CUdeviceptr_v2*, CUtexref))
HEDDLE_PFN(cuTexRefGetArray_v2000, (CUarray*, CUtexref))
HEDDLE_PFN(cuTexRefGetMipmappedArray_v5000, (CUmipmappedArray*, CUtexref))
HEDDLE_PFN(cuTexRefGetAddressMode_v2000, (CUaddress_mode*, CUtexref, int))
HEDDLE_PFN(cuTexRefGetFilterMode_v2000, (CUfilter_mode*, CUtexref))
HEDDLE_PFN(cuTexRefGetFormat_v2000, (CUarray_format*, int*, CUtexref))
HEDDLE_PFN(cuTexRefGetMipmapFilterMode_v5000, (CUfilter_mode*, CUtexref))
HEDDLE_PFN(cuTexRefGetMipmapLevelBias_v5000, (float*, CUtexref))
HEDDLE_PFN(cuTexRefGetMipmapLevelClamp_v5000, (float*, float*, CUtexref))
HEDDLE_PFN(cuTexRefGetMaxAnisotropy_v5000, (int*, CUtexref))
HEDDLE_PFN(cuTexRefGetBorderColor_v8000, (float*, CUtexref))
HEDDLE_PFN(cuTexRefGetFlags_v2000, (unsigned int*, CUtexref))
HEDDLE_PFN(cuTexRefCreate_v2000, (CUtexref*))
HEDDLE_PFN(cuTexRefDestroy_v2000, (CUtexref))
HEDDLE_PFN(cuSurfRefSetArray_v3000, (CUsurfref, CUarray, unsigned int))
HEDDLE_PFN(cuSurfRefGetArray_v3000, (CUarray*, CUsurfref))
HEDDLE_PFN(cuTexObjectCreate_v5000,
           (CUtexObject_v1*, const CUDA_RESOURCE_DESC_v1*, const CUDA_TEXTURE_DESC_v1*,
            const CUDA_RESOURCE_VIEW_DESC_v1*))
HEDDLE_PFN(cuTexObjectDestroy_v5000, (CUtexObject_v1))
HEDDLE_PFN(cuTexObjectGetResourceDesc_v5000, (CUDA_RESOURCE_DESC_v1*, CUtexObject_v1))
HEDDLE_PFN(cuTexObjectGetTextureDesc_v5000, (CUDA_TEXTURE_DESC_v1*, CUtexObject_v1))
HEDDLE_PFN(cuTexObjectGetResourceViewDesc_v5000, (CUDA_RESOURCE_VIEW_DESC_v1*, CUtexObject_v1))
HEDDLE_PFN(cuSurfObjectCreate_v5000, (CUsurfObject_v1*, const CUDA_RESOURCE_DESC_v1*))
HEDDLE_PFN(cuSurfObjectDestroy_v5000, (CUsurfObject_v1))
HEDDLE_PFN(cuSurfObjectGetResourceDesc_v5000, (CUDA_RESOURCE_DESC_v1*, CUsurfObject_v1))
HEDDLE_PFN(cuTensorMapEncodeTiled_v12000,
           (CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
            const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
            CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill))
HEDDLE_PFN(cuTensorMapEncodeIm2col_v12000,
           (CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
            const cuuint64_t*, const int*, const int*, cuuint32_t, cuuint32_t, const cuuint32_t*,
            CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
            CUtensorMapFloatOOBfill))
HEDDLE_PFN(cuTensorMapReplaceAddress_v12000, (CUtensorMap*, void*))
HEDDLE_PFN(cuTensorMapEncodeIm2colWide_v12080,
           (CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
            const cuuint64_t*, int, int, cuuint32_t, cuuint32_t, const cuuint32_t*,
            CUtensorMapInterleave, CUtensorMapIm2ColWideMode, CUtensorMapSwizzle,
            CUtensorMapL2promotion, CUtensorMapFloatOOBfill))
HEDDLE_PFN(cuDeviceCanAccessPeer_v4000, (int*, CUdevice_v1, CUdevice_v1))
HEDDLE_PFN(cuCtxEnablePeerAccess_v4000, (CUcontext, unsigned int))
HEDDLE_PFN(cuCtxDisablePeerAccess_v4000, (CUcontext))
HEDDLE_PFN(cuDeviceGetP2PAttribute_v8000, (int*, CUdevice_P2PAttribute, CUdevice_v1, CUdevice_v1))
HEDDLE_PFN(cuDeviceGetP2PAtomicCapabilities_v13000,
           (unsigned int*, const CUatomicOperation*, unsigned int, CUdevice, CUdevice))
HEDDLE_PFN(cuGraphicsUnregisterResource_v3000, (CUgraphicsResource))
HEDDLE_PFN(cuGraphicsSubResourceGetMappedArray_v3000,
           (CUarray*, CUgraphicsResource, unsigned int, unsigned int))
HEDDLE_PFN(cuGraphicsResourceGetMappedMipmappedArray_v5000, (CUmipmappedArray*, CUgraphicsResource))
HEDDLE_PFN(cuGraphicsResourceGetMappedPointer_v3020, (CUdeviceptr_v2*, size_t*, CUgraphicsResource))
HEDDLE_PFN(cuGraphicsResourceSetMapFlags_v6050, (CUgraphicsResource, unsigned int))
HEDDLE_PFN(cuGraphicsMapResources_v7000_ptsz, (unsigned int, CUgraphicsResource*, CUstream))
HEDDLE_PFN(cuGraphicsUnmapResources_v7000_ptsz, (unsigned int, CUgraphicsResource*, CUstream))
HEDDLE_PFN(cuGetExportTable_v3000, (const void**, const CUuuid*))
HEDDLE_PFN(cuFuncGetModule_v11000, (CUmodule*, CUfunction))
HEDDLE_PFN(cuGetProcAddress_v11030, (const char*, void**, int, cuuint64_t))
HEDDLE_PFN(cuGetProcAddress_v12000,
           (const char*, void**, int, cuuint64_t, CUdriverProcAddressQueryResult*))
HEDDLE_PFN(cuMemcpyHtoD_v3020, (CUdeviceptr_v2, const void*, size_t))
HEDDLE_PFN(cuMemcpyDtoH_v3020, (void*, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyDtoD_v3020, (CUdeviceptr_v2, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyDtoA_v3020, (CUarray, size_t, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyAtoD_v3020, (CUdeviceptr_v2, CUarray, size_t, size_t))
HEDDLE_PFN(cuMemcpyHtoA_v3020, (CUarray, size_t, const void*, size_t))
HEDDLE_PFN(cuMemcpyAtoH_v3020, (void*, CUarray, size_t, size_t))
HEDDLE_PFN(cuMemcpyAtoA_v3020, (CUarray, size_t, CUarray, size_t, size_t))
HEDDLE_PFN(cuMemcpyHtoAAsync_v3020, (CUarray, size_t, const void*, size_t, CUstream))
HEDDLE_PFN(cuMemcpyAtoHAsync_v3020, (void*, CUarray, size_t, size_t, CUstream))
HEDDLE_PFN(cuMemcpy2D_v3020, (const CUDA_MEMCPY2D_v2*))
HEDDLE_PFN(cuMemcpy2DUnaligned_v3020, (const CUDA_MEMCPY2D_v2*))
HEDDLE_PFN(cuMemcpy3D_v3020, (const CUDA_MEMCPY3D_v2*))
HEDDLE_PFN(cuMemcpyHtoDAsync_v3020, (CUdeviceptr_v2, const void*, size_t, CUstream))
HEDDLE_PFN(cuMemcpyDtoHAsync_v3020, (void*, CUdeviceptr_v2, size_t, CUstream))
HEDDLE_PFN(cuMemcpyDtoDAsync_v3020, (CUdeviceptr_v2, CUdeviceptr_v2, size_t, CUstream))
HEDDLE_PFN(cuMemcpy2DAsync_v3020, (const CUDA_MEMCPY2D_v2*, CUstream))
HEDDLE_PFN(cuMemcpy3DAsync_v3020, (const CUDA_MEMCPY3D_v2*, CUstream))
HEDDLE_PFN(cuMemsetD8_v3020, (CUdeviceptr_v2, unsigned char, size_t))
HEDDLE_PFN(cuMemsetD16_v3020, (CUdeviceptr_v2, unsigned short, size_t))
HEDDLE_PFN(cuMemsetD32_v3020, (CUdeviceptr_v2, unsigned int, size_t))
HEDDLE_PFN(cuMemsetD2D8_v3020, (CUdeviceptr_v2, size_t, unsigned char, size_t, size_t))
HEDDLE_PFN(cuMemsetD2D16_v3020, (CUdeviceptr_v2, size_t, unsigned short, size_t, size_t))
HEDDLE_PFN(cuMemsetD2D32_v3020, (CUdeviceptr_v2, size_t, unsigned int, size_t, size_t))
HEDDLE_PFN(cuMemcpy_v4000, (CUdeviceptr_v2, CUdeviceptr_v2, size_t))
HEDDLE_PFN(cuMemcpyAsync_v4000, (CUdeviceptr_v2, CUdeviceptr_v2, size_t, CUstream))
HEDDLE_PFN(cuMemcpyPeer_v4000, (CUdeviceptr_v2, CUcontext, CUdeviceptr_v2, CUcontext, size_t))
HEDDLE_PFN(cuMemcpyPeerAsync_v4000,
           (CUdeviceptr_v2, CUcontext, CUdeviceptr_v2, CUcontext, size_t, CUstream))
HEDDLE_PFN(cuMemcpy3DPeer_v4000, (const CUDA_MEMCPY3D_PEER_v1*))
HEDDLE_PFN(cuMemcpy3DPeerAsync_v4000, (const CUDA_MEMCPY3D_PEER_v1*, CUstream))
HEDDLE_PFN(cuMemcpyBatchAsync_v12080, (CUdeviceptr_v2*, CUdeviceptr_v2*, size_t*, size_t,
                                       CUmemcpyAttributes_v1*, size_t*, size_t, size_t*, CUstream))
HEDDLE_PFN(cuMemcpy3DBatchAsync_v12080,
           (size_t, CUDA_MEMCPY3D_BATCH_OP_v1*, size_t*, unsigned long long, CUstream))
HEDDLE_PFN(cuMemcpyBatchAsync_v13000, (CUdeviceptr_v2*, CUdeviceptr_v2*, size_t*, size_t,
                                       CUmemcpyAttributes_v1*, size_t*, size_t, CUstream))
HEDDLE_PFN(cuMemcpy3DBatchAsync_v13000,
           (size_t, CUDA_MEMCPY3D_BATCH_OP_v1*, unsigned long long, CUstream))
HEDDLE_PFN(cuMemsetD8Async_v3020, (CUdeviceptr_v2, unsigned char, size_t, CUstream))
HEDDLE_PFN(cuMemsetD16Async_v3020, (CUdeviceptr_v2, unsigned short, size_t, CUstream))
HEDDLE_PFN(cuMemsetD32Async_v3020, (CUdeviceptr_v2, unsigned int, size_t, CUstream))
HEDDLE_PFN(cuMemsetD2D8Async_v3020,
           (CUdeviceptr_v2, size_t, unsigned char, size_t, size_t, CUstream))
HEDDLE_PFN(cuMemsetD2D16Async_v3020,
           (CUdeviceptr_v2, size_t, unsigned short, size_t, size_t, CUstream))
HEDDLE_PFN(cuMemsetD2D32Async_v3020,
           (CUdeviceptr_v2, size_t, unsigned int, size_t, size_t, CUstream))
HEDDLE_PFN(cuStreamGetPriority_v5050, (CUstream, int*))
HEDDLE_PFN(cuStreamGetFlags_v5050, (CUstream, unsigned int*))
HEDDLE_PFN(cuStreamGetCtx_v9020, (CUstream, CUcontext*))
HEDDLE_PFN(cuStreamGetDevice_v12080, (CUstream, CUdevice*))
HEDDLE_PFN(cuStreamGetDevice_v12080_ptsz, (CUstream, CUdevice*))
HEDDLE_PFN(cuStreamWaitEvent_v3020, (CUstream, CUevent, unsigned int))
HEDDLE_PFN(cuStreamAddCallback_v5000, (CUstream, CUstreamCallback, void*, unsigned int))
HEDDLE_PFN(cuStreamAttachMemAsync_v6000, (CUstream, CUdeviceptr_v2, size_t, unsigned int))
HEDDLE_PFN(cuStreamQuery_v2000, (CUstream))
HEDDLE_PFN(cuStreamSynchronize_v2000, (CUstream))
HEDDLE_PFN(cuEventRecord_v2000, (CUevent, CUstream))
HEDDLE_PFN(cuEventRecordWithFlags_v11010, (CUevent, CUstream, unsigned int))
HEDDLE_PFN(cuLaunchKernel_v4000,
           (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
            unsigned int, unsigned int, CUstream, void**, void**))
HEDDLE_PFN(cuLaunchKernelEx_v11060, (const CUlaunchConfig*, CUfunction, void**, void**))
HEDDLE_PFN(cuLaunchHostFunc_v10000, (CUstream, CUhostFn, void*))
HEDDLE_PFN(cuGraphicsMapResources_v3000, (unsigned int, CUgraphicsResource*, CUstream))
HEDDLE_PFN(cuGraphicsUnmapResources_v3000, (unsigned int, CUgraphicsResource*, CUstream))
HEDDLE_PFN(cuStreamWriteValue32_v8000, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWaitValue32_v8000, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWriteValue64_v9000, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamWaitValue64_v9000, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamBatchMemOp_v8000,
           (CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int))
HEDDLE_PFN(cuStreamWriteValue32_v11070, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWaitValue32_v11070, (CUstream, CUdeviceptr_v2, cuuint32_t, unsigned int))
HEDDLE_PFN(cuStreamWriteValue64_v11070, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamWaitValue64_v11070, (CUstream, CUdeviceptr_v2, cuuint64_t, unsigned int))
HEDDLE_PFN(cuStreamBatchMemOp_v11070,
           (CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int))
HEDDLE_PFN(cuMemPrefetchAsync_v8000, (CUdeviceptr_v2, size_t, CUdevice_v1, CUstream))
HEDDLE_PFN(cuMemPrefetchAsync_v12020,
           (CUdeviceptr_v2, size_t, CUmemLocation_v1, unsigned int, CUstream))
HEDDLE_PFN(cuMemPrefetchBatchAsync_v13000, (CUdeviceptr_v2*, size_t*, size_t, CUmemLocation_v1*,
                                            size_t*, size_t, unsigned long long, CUstream))
HEDDLE_PFN(cuMemDiscardBatchAsync_v13000,
           (CUdeviceptr_v2*, size_t*, size_t, unsigned long long, CUstream))
HEDDLE_PFN(cuMemDiscardAndPrefetchBatchAsync_v13000,
           (CUdeviceptr_v2*, size_t*, size_t, CUmemLocation_v1*, size_t*, size_t,
            unsigned long long, CUstream))
HEDDLE_PFN(cuLaunchCooperativeKernel_v9000,
           (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
            unsigned int, unsigned int, CUstream, void**))
HEDDLE_PFN(cuSignalExternalSemaphoresAsync_v10000,
           (const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1*,
            unsigned int, CUstream))
HEDDLE_PFN(cuWaitExternalSemaphoresAsync_v10000,
           (const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1*, unsigned int,
            CUstream))
HEDDLE_PFN(cuStreamBeginCapture_v10000, (CUstream))
HEDDLE_PFN(cuStreamBeginCapture_v10010, (CUstream, CUstreamCaptureMode))
HEDDLE_PFN(cuStreamBeginCaptureToGraph_v12030,
           (CUstream, CUgraph, const CUgraphNode*, const CUgraphEdgeData*, size_t,
            CUstreamCaptureMode))
HEDDLE_PFN(cuStreamEndCapture_v10000, (CUstream, CUgraph*))
HEDDLE_PFN(cuStreamIsCapturing_v10000, (CUstream, CUstreamCaptureStatus*))
HEDDLE_PFN(cuStreamGetCaptureInfo_v10010, (CUstream, CUstreamCaptureStatus*, cuuint64_t*))
HEDDLE_PFN(cuStreamGetCaptureInfo_v11030,
           (CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, size_t*))
HEDDLE_PFN(cuStreamGetCaptureInfo_v12030, (CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*,
                                           const CUgraphNode**, const CUgraphEdgeData**, size_t*))
HEDDLE_PFN(cuStreamUpdateCaptureDependencies_v11030, (CUstream, CUgraphNode*, size_t, unsigned int))
HEDDLE_PFN(cuStreamUpdateCaptureDependencies_v12030,
           (CUstream, CUgraphNode*, const CUgraphEdgeData*, size_t, unsigned int))
HEDDLE_PFN(cuGraphInstantiateWithParams_v12000,
           (CUgraphExec*, CUgraph, CUDA_GRAPH_INSTANTIATE_PARAMS*))
HEDDLE_PFN(cuGraphUpload_v11010, (CUgraphExec, CUstream))
HEDDLE_PFN(cuGraphLaunch_v10000, (CUgraphExec, CUstream))
HEDDLE_PFN(cuStreamCopyAttributes_v11000, (CUstream, CUstream))
HEDDLE_PFN(cuStreamGetAttribute_v11000, (CUstream, CUstreamAttrID, CUstreamAttrValue_v1*))
HEDDLE_PFN(cuStreamSetAttribute_v11000, (CUstream, CUstreamAttrID, const CUstreamAttrValue_v1*))
HEDDLE_PFN(cuMemMapArrayAsync_v11010, (CUarrayMapInfo_v1*, unsigned int, CUstream))
HEDDLE_PFN(cuMemFreeAsync_v11020, (CUdeviceptr_v2, CUstream))
HEDDLE_PFN(cuMemAllocAsync_v11020, (CUdeviceptr_v2*, size_t, CUstream))
HEDDLE_PFN(cuMemAllocFromPoolAsync_v11020, (CUdeviceptr_v2*, size_t, CUmemoryPool, CUstream))
HEDDLE_PFN(cuFlushGPUDirectRDMAWrites_v11030,
           (CUflushGPUDirectRDMAWritesTarget, CUflushGPUDirectRDMAWritesScope))
HEDDLE_PFN(cuUserObjectCreate_v11030, (CUuserObject*, void*, CUhostFn, unsigned int, unsigned int))
HEDDLE_PFN(cuUserObjectRetain_v11030, (CUuserObject, unsigned int))
HEDDLE_PFN(cuUserObjectRelease_v11030, (CUuserObject, unsigned int))
HEDDLE_PFN(cuGraphRetainUserObject_v11030, (CUgraph, CUuserObject, unsigned int, unsigned int))
HEDDLE_PFN(cuGraphReleaseUserObject_v11030, (CUgraph, CUuserObject, unsigned int))
HEDDLE_PFN(cuModuleGetLoadingMode_v11070, (CUmoduleLoadingMode*))
HEDDLE_PFN(cuMemGetHandleForAddressRange_v11070,
           (void*, CUdeviceptr, size_t, CUmemRangeHandleType, unsigned long long))
HEDDLE_PFN(cuLibraryLoadData_v12000, (CUlibrary*, const void*, CUjit_option*, void**, unsigned int,
                                      CUlibraryOption*, void**, unsigned int))
HEDDLE_PFN(cuLibraryLoadFromFile_v12000, (CUlibrary*, const char*, CUjit_option*, void**,
                                          unsigned int, CUlibraryOption*, void**, unsigned int))
HEDDLE_PFN(cuLibraryUnload_v12000, (CUlibrary))
HEDDLE_PFN(cuLibraryGetKernel_v12000, (CUkernel*, CUlibrary, const char*))
HEDDLE_PFN(cuLibraryGetModule_v12000, (CUmodule*, CUlibrary))
HEDDLE_PFN(cuLibraryGetKernelCount_v12040, (unsigned int*, CUlibrary))
HEDDLE_PFN(cuLibraryEnumerateKernels_v12040, (CUkernel*, unsigned int, CUlibrary))
HEDDLE_PFN(cuKernelGetFunction_v12000, (CUfunction*, CUkernel))
HEDDLE_PFN(cuKernelGetLibrary_v12050, (CUlibrary*, CUkernel))
HEDDLE_PFN(cuLibraryGetGlobal_v12000, (CUdeviceptr*, size_t*, CUlibrary, const char*))
HEDDLE_PFN(cuLibraryGetManaged_v12000, (CUdeviceptr*, size_t*, CUlibrary, const char*))
HEDDLE_PFN(cuKernelGetAttribute_v12000, (int*, CUfunction_attribute, CUkernel, CUdevice))
HEDDLE_PFN(cuKernelSetAttribute_v12000, (CUfunction_attribute, int, CUkernel, CUdevice))
HEDDLE_PFN(cuKernelSetCacheConfig_v12000, (CUkernel, CUfunc_cache, CUdevice))
HEDDLE_PFN(cuKernelGetName_v12030, (const char**, CUkernel))
HEDDLE_PFN(cuKernelGetParamInfo_v12040, (CUkernel, size_t, size_t*, size_t*))
HEDDLE_PFN(cuLibraryGetUnifiedFunction_v12000, (void**, CUlibrary, const char*))
HEDDLE_PFN(cuCoredumpGetAttribute_v12010, (CUcoredumpSettings, void*, size_t*))
HEDDLE_PFN(cuCoredumpGetAttributeGlobal_v12010, (CUcoredumpSettings, void*, size_t*))
HEDDLE_PFN(cuCoredumpSetAttribute_v12010, (CUcoredumpSettings, void*, size_t*))
HEDDLE_PFN(cuCoredumpSetAttributeGlobal_v12010, (CUcoredumpSettings, void*, size_t*))
HEDDLE_PFN(cuDeviceRegisterAsyncNotification_v12040,
           (CUdevice, CUasyncCallback, void*, CUasyncCallbackHandle*))
HEDDLE_PFN(cuDeviceUnregisterAsyncNotification_v12040, (CUdevice, CUasyncCallbackHandle))
HEDDLE_PFN(cuGreenCtxCreate_v12040, (CUgreenCtx*, CUdevResourceDesc, CUdevice, unsigned int))
HEDDLE_PFN(cuGreenCtxDestroy_v12040, (CUgreenCtx))
HEDDLE_PFN(cuDeviceGetDevResource_v12040, (CUdevice, CUdevResource*, CUdevResourceType))
HEDDLE_PFN(cuCtxGetDevResource_v12040, (CUcontext, CUdevResource*, CUdevResourceType))
HEDDLE_PFN(cuGreenCtxGetDevResource_v12040, (CUgreenCtx, CUdevResource*, CUdevResourceType))
HEDDLE_PFN(cuGreenCtxRecordEvent_v12040, (CUgreenCtx, CUevent))
HEDDLE_PFN(cuGreenCtxWaitEvent_v12040, (CUgreenCtx, CUevent))
HEDDLE_PFN(cuDevResourceGenerateDesc_v12040, (CUdevResourceDesc*, CUdevResource*, unsigned int))
HEDDLE_PFN(cuDevSmResourceSplitByCount_v12040, (CUdevResource*, unsigned int*, const CUdevResource*,
                                                CUdevResource*, unsigned int, unsigned int))
HEDDLE_PFN(cuStreamGetGreenCtx_v12040, (CUstream, CUgreenCtx*))
HEDDLE_PFN(cuCtxFromGreenCtx_v12040, (CUcontext*, CUgreenCtx))
HEDDLE_PFN(cuGreenCtxGetId_v12090, (CUgreenCtx, unsigned long long*))
HEDDLE_PFN(cuCtxRecordEvent_v12050, (CUcontext, CUevent))
HEDDLE_PFN(cuCtxWaitEvent_v12050, (CUcontext, CUevent))
HEDDLE_PFN(cuGreenCtxStreamCreate_v12050, (CUstream*, CUgreenCtx, unsigned int, int))
HEDDLE_PFN(cuStreamGetCtx_v12050, (CUstream, CUcontext*, CUgreenCtx*))
HEDDLE_PFN(cuStreamGetCtx_v12050_ptsz, (CUstream, CUcontext*, CUgreenCtx*))
HEDDLE_PFN(cuMemBatchDecompressAsync_v12060,
           (CUmemDecompressParams*, size_t, unsigned int, size_t*, CUstream))
HEDDLE_PFN(cuMemBatchDecompressAsync_v12060_ptsz,
           (CUmemDecompressParams*, size_t, unsigned int, size_t*, CUstream))
HEDDLE_PFN(cuLogsRegisterCallback_v12090, (CUlogsCallback, void*, CUlogsCallbackHandle*))
HEDDLE_PFN(cuLogsUnregisterCallback_v12090, (CUlogsCallbackHandle))
HEDDLE_PFN(cuLogsCurrent_v12090, (CUlogIterator*, unsigned int))
HEDDLE_PFN(cuLogsDumpToFile_v12090, (CUlogIterator*, const char*, unsigned int))
HEDDLE_PFN(cuLogsDumpToMemory_v12090, (CUlogIterator*, char*, size_t*, unsigned int))
HEDDLE_PFN(cuCheckpointProcessGetRestoreThreadId_v12080, (int, int*))
HEDDLE_PFN(cuCheckpointProcessGetState_v12080, (int, CUprocessState*))
HEDDLE_PFN(cuCheckpointProcessLock_v12080, (int, CUcheckpointLockArgs*))
HEDDLE_PFN(cuCheckpointProcessCheckpoint_v12080, (int, CUcheckpointCheckpointArgs*))
HEDDLE_PFN(cuCheckpointProcessRestore_v12080, (int, CUcheckpointRestoreArgs*))
HEDDLE_PFN(cuCheckpointProcessUnlock_v12080, (int, CUcheckpointUnlockArgs*))

#undef HEDDLE_PFN

#if defined(__cplusplus)
}
#endif

#endif
