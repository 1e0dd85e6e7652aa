/* Entry points of the driver API, by the object they act on. The plain names are mapped to entries
   by cu_versions.h. */
#pragma once

#include "cu_structs.h"
#include "cu_versions.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Errors, start and versions */
CUresult CUDAAPI cuDriverGetVersion(int*);
CUresult CUDAAPI cuGetErrorName(CUresult, const char**);
CUresult CUDAAPI cuGetErrorString(CUresult, const char**);
CUresult CUDAAPI cuGetExportTable(const void**, const CUuuid*);
CUresult CUDAAPI cuGetProcAddress(const char*, void**, int, cuuint64_t,
                                  CUdriverProcAddressQueryResult*);
CUresult CUDAAPI cuInit(unsigned int);

/* Devices */
CUresult CUDAAPI cuDeviceCanAccessPeer(int*, CUdevice, CUdevice);
CUresult CUDAAPI cuDeviceComputeCapability(int*, int*, CUdevice);
CUresult CUDAAPI cuDeviceGet(CUdevice*, int);
CUresult CUDAAPI cuDeviceGetAttribute(int*, CUdevice_attribute, CUdevice);
CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice*, const char*);
CUresult CUDAAPI cuDeviceGetCount(int*);
CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool*, CUdevice);
CUresult CUDAAPI cuDeviceGetDevResource(CUdevice, CUdevResource*, CUdevResourceType);
CUresult CUDAAPI cuDeviceGetExecAffinitySupport(int*, CUexecAffinityType, CUdevice);
CUresult CUDAAPI cuDeviceGetGraphMemAttribute(CUdevice, CUgraphMem_attribute, void*);
CUresult CUDAAPI cuDeviceGetHostAtomicCapabilities(unsigned int*, const CUatomicOperation*,
                                                   unsigned int, CUdevice);
CUresult CUDAAPI cuDeviceGetLuid(char*, unsigned int*, CUdevice);
CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool*, CUdevice);
CUresult CUDAAPI cuDeviceGetName(char*, int, CUdevice);
CUresult CUDAAPI cuDeviceGetNvSciSyncAttributes(void*, CUdevice, int);
CUresult CUDAAPI cuDeviceGetP2PAtomicCapabilities(unsigned int*, const CUatomicOperation*,
                                                  unsigned int, CUdevice, CUdevice);
CUresult CUDAAPI cuDeviceGetP2PAttribute(int*, CUdevice_P2PAttribute, CUdevice, CUdevice);
CUresult CUDAAPI cuDeviceGetPCIBusId(char*, int, CUdevice);
CUresult CUDAAPI cuDeviceGetProperties(CUdevprop*, CUdevice);
CUresult CUDAAPI cuDeviceGetTexture1DLinearMaxWidth(size_t*, CUarray_format, unsigned int,
                                                    CUdevice);
CUresult CUDAAPI cuDeviceGetUuid(CUuuid*, CUdevice);
CUresult CUDAAPI cuDeviceGraphMemTrim(CUdevice);
CUresult CUDAAPI cuDeviceRegisterAsyncNotification(CUdevice, CUasyncCallback, void*,
                                                   CUasyncCallbackHandle*);
CUresult CUDAAPI cuDeviceSetGraphMemAttribute(CUdevice, CUgraphMem_attribute, void*);
CUresult CUDAAPI cuDeviceSetMemPool(CUdevice, CUmemoryPool);
CUresult CUDAAPI cuDeviceTotalMem(size_t*, CUdevice);
CUresult CUDAAPI cuDeviceUnregisterAsyncNotification(CUdevice, CUasyncCallbackHandle);
CUresult CUDAAPI cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget,
                                            CUflushGPUDirectRDMAWritesScope);

/* Primary context */
CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice, unsigned int*, int*);
CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice);
CUresult CUDAAPI cuDevicePrimaryCtxReset(CUdevice);
CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext*, CUdevice);
CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int);

/* Contexts */
CUresult CUDAAPI cuCtxAttach(CUcontext*, unsigned int);
CUresult CUDAAPI cuCtxCreate(CUcontext*, CUctxCreateParams*, unsigned int, CUdevice);
CUresult CUDAAPI cuCtxDestroy(CUcontext);
CUresult CUDAAPI cuCtxDetach(CUcontext);
CUresult CUDAAPI cuCtxDisablePeerAccess(CUcontext);
CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext, unsigned int);
CUresult CUDAAPI cuCtxFromGreenCtx(CUcontext*, CUgreenCtx);
CUresult CUDAAPI cuCtxGetApiVersion(CUcontext, unsigned int*);
CUresult CUDAAPI cuCtxGetCacheConfig(CUfunc_cache*);
CUresult CUDAAPI cuCtxGetCurrent(CUcontext*);
CUresult CUDAAPI cuCtxGetDevResource(CUcontext, CUdevResource*, CUdevResourceType);
CUresult CUDAAPI cuCtxGetDevice(CUdevice*);
CUresult CUDAAPI cuCtxGetDevice_v2(CUdevice*, CUcontext);
CUresult CUDAAPI cuCtxGetExecAffinity(CUexecAffinityParam*, CUexecAffinityType);
CUresult CUDAAPI cuCtxGetFlags(unsigned int*);
CUresult CUDAAPI cuCtxGetId(CUcontext, unsigned long long*);
CUresult CUDAAPI cuCtxGetLimit(size_t*, CUlimit);
CUresult CUDAAPI cuCtxGetSharedMemConfig(CUsharedconfig*);
CUresult CUDAAPI cuCtxGetStreamPriorityRange(int*, int*);
CUresult CUDAAPI cuCtxPopCurrent(CUcontext*);
CUresult CUDAAPI cuCtxPushCurrent(CUcontext);
CUresult CUDAAPI cuCtxRecordEvent(CUcontext, CUevent);
CUresult CUDAAPI cuCtxResetPersistingL2Cache(void);
CUresult CUDAAPI cuCtxSetCacheConfig(CUfunc_cache);
CUresult CUDAAPI cuCtxSetCurrent(CUcontext);
CUresult CUDAAPI cuCtxSetFlags(unsigned int);
CUresult CUDAAPI cuCtxSetLimit(CUlimit, size_t);
CUresult CUDAAPI cuCtxSetSharedMemConfig(CUsharedconfig);
CUresult CUDAAPI cuCtxSynchronize(void);
CUresult CUDAAPI cuCtxSynchronize_v2(CUcontext);
CUresult CUDAAPI cuCtxWaitEvent(CUcontext, CUevent);
CUresult CUDAAPI cuDevResourceGenerateDesc(CUdevResourceDesc*, CUdevResource*, unsigned int);
CUresult CUDAAPI cuDevSmResourceSplitByCount(CUdevResource*, unsigned int*, const CUdevResource*,
                                             CUdevResource*, unsigned int, unsigned int);
CUresult CUDAAPI cuGreenCtxCreate(CUgreenCtx*, CUdevResourceDesc, CUdevice, unsigned int);
CUresult CUDAAPI cuGreenCtxDestroy(CUgreenCtx);
CUresult CUDAAPI cuGreenCtxGetDevResource(CUgreenCtx, CUdevResource*, CUdevResourceType);
CUresult CUDAAPI cuGreenCtxGetId(CUgreenCtx, unsigned long long*);
CUresult CUDAAPI cuGreenCtxRecordEvent(CUgreenCtx, CUevent);
CUresult CUDAAPI cuGreenCtxStreamCreate(CUstream*, CUgreenCtx, unsigned int, int);
CUresult CUDAAPI cuGreenCtxWaitEvent(CUgreenCtx, CUevent);

/* Modules */
CUresult CUDAAPI cuLinkAddData(CUlinkState, CUjitInputType, void*, size_t, const char*,
                               unsigned int, CUjit_option*, void**);
CUresult CUDAAPI cuLinkAddFile(CUlinkState, CUjitInputType, const char*, unsigned int,
                               CUjit_option*, void**);
CUresult CUDAAPI cuLinkComplete(CUlinkState, void**, size_t*);
CUresult CUDAAPI cuLinkCreate(unsigned int, CUjit_option*, void**, CUlinkState*);
CUresult CUDAAPI cuLinkDestroy(CUlinkState);
CUresult CUDAAPI cuModuleEnumerateFunctions(CUfunction*, unsigned int, CUmodule);
CUresult CUDAAPI cuModuleGetFunction(CUfunction*, CUmodule, const char*);
CUresult CUDAAPI cuModuleGetFunctionCount(unsigned int*, CUmodule);
CUresult CUDAAPI cuModuleGetGlobal(CUdeviceptr*, size_t*, CUmodule, const char*);
CUresult CUDAAPI cuModuleGetLoadingMode(CUmoduleLoadingMode*);
CUresult CUDAAPI cuModuleGetSurfRef(CUsurfref*, CUmodule, const char*);
CUresult CUDAAPI cuModuleGetTexRef(CUtexref*, CUmodule, const char*);
CUresult CUDAAPI cuModuleLoad(CUmodule*, const char*);
CUresult CUDAAPI cuModuleLoadData(CUmodule*, const void*);
CUresult CUDAAPI cuModuleLoadDataEx(CUmodule*, const void*, unsigned int, CUjit_option*, void**);
CUresult CUDAAPI cuModuleLoadFatBinary(CUmodule*, const void*);
CUresult CUDAAPI cuModuleUnload(CUmodule);

/* Libraries and kernels */
CUresult CUDAAPI cuKernelGetAttribute(int*, CUfunction_attribute, CUkernel, CUdevice);
CUresult CUDAAPI cuKernelGetFunction(CUfunction*, CUkernel);
CUresult CUDAAPI cuKernelGetLibrary(CUlibrary*, CUkernel);
CUresult CUDAAPI cuKernelGetName(const char**, CUkernel);
CUresult CUDAAPI cuKernelGetParamInfo(CUkernel, size_t, size_t*, size_t*);
CUresult CUDAAPI cuKernelSetAttribute(CUfunction_attribute, int, CUkernel, CUdevice);
CUresult CUDAAPI cuKernelSetCacheConfig(CUkernel, CUfunc_cache, CUdevice);
CUresult CUDAAPI cuLibraryEnumerateKernels(CUkernel*, unsigned int, CUlibrary);
CUresult CUDAAPI cuLibraryGetGlobal(CUdeviceptr*, size_t*, CUlibrary, const char*);
CUresult CUDAAPI cuLibraryGetKernel(CUkernel*, CUlibrary, const char*);
CUresult CUDAAPI cuLibraryGetKernelCount(unsigned int*, CUlibrary);
CUresult CUDAAPI cuLibraryGetManaged(CUdeviceptr*, size_t*, CUlibrary, const char*);
CUresult CUDAAPI cuLibraryGetModule(CUmodule*, CUlibrary);
CUresult CUDAAPI cuLibraryGetUnifiedFunction(void**, CUlibrary, const char*);
CUresult CUDAAPI cuLibraryLoadData(CUlibrary*, const void*, CUjit_option*, void**, unsigned int,
                                   CUlibraryOption*, void**, unsigned int);
CUresult CUDAAPI cuLibraryLoadFromFile(CUlibrary*, const char*, CUjit_option*, void**, unsigned int,
                                       CUlibraryOption*, void**, unsigned int);
CUresult CUDAAPI cuLibraryUnload(CUlibrary);

/* Functions */
CUresult CUDAAPI cuFuncGetAttribute(int*, CUfunction_attribute, CUfunction);
CUresult CUDAAPI cuFuncGetModule(CUmodule*, CUfunction);
CUresult CUDAAPI cuFuncGetName(const char**, CUfunction);
CUresult CUDAAPI cuFuncGetParamInfo(CUfunction, size_t, size_t*, size_t*);
CUresult CUDAAPI cuFuncIsLoaded(CUfunctionLoadingState*, CUfunction);
CUresult CUDAAPI cuFuncLoad(CUfunction);
CUresult CUDAAPI cuFuncSetAttribute(CUfunction, CUfunction_attribute, int);
CUresult CUDAAPI cuFuncSetBlockShape(CUfunction, int, int, int);
CUresult CUDAAPI cuFuncSetCacheConfig(CUfunction, CUfunc_cache);
CUresult CUDAAPI cuFuncSetSharedMemConfig(CUfunction, CUsharedconfig);
CUresult CUDAAPI cuFuncSetSharedSize(CUfunction, unsigned int);
CUresult CUDAAPI cuParamSetSize(CUfunction, unsigned int);
CUresult CUDAAPI cuParamSetTexRef(CUfunction, int, CUtexref);
CUresult CUDAAPI cuParamSetf(CUfunction, int, float);
CUresult CUDAAPI cuParamSeti(CUfunction, int, unsigned int);
CUresult CUDAAPI cuParamSetv(CUfunction, int, void*, unsigned int);

/* Launches */
CUresult CUDAAPI cuLaunch(CUfunction);
CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction, unsigned int, unsigned int, unsigned int,
                                           unsigned int, unsigned int, unsigned int, unsigned int,
                                           CUstream, void**);
CUresult CUDAAPI cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS*, unsigned int,
                                                      unsigned int);
CUresult CUDAAPI cuLaunchGrid(CUfunction, int, int);
CUresult CUDAAPI cuLaunchGridAsync(CUfunction, int, int, CUstream);
CUresult CUDAAPI cuLaunchHostFunc(CUstream, CUhostFn, void*);
CUresult CUDAAPI cuLaunchKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int,
                                unsigned int, unsigned int, unsigned int, CUstream, void**, void**);
CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig*, CUfunction, void**, void**);

/* Occupancy */
CUresult CUDAAPI cuOccupancyAvailableDynamicSMemPerBlock(size_t*, CUfunction, int, int);
CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int*, CUfunction, int, size_t);
CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, CUfunction, int, size_t,
                                                                      unsigned int);
CUresult CUDAAPI cuOccupancyMaxActiveClusters(int*, CUfunction, const CUlaunchConfig*);
CUresult CUDAAPI cuOccupancyMaxPotentialBlockSize(int*, int*, CUfunction, CUoccupancyB2DSize,
                                                  size_t, int);
CUresult CUDAAPI cuOccupancyMaxPotentialBlockSizeWithFlags(int*, int*, CUfunction,
                                                           CUoccupancyB2DSize, size_t, int,
                                                           unsigned int);
CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int*, CUfunction, const CUlaunchConfig*);

/* Streams */
CUresult CUDAAPI cuStreamAddCallback(CUstream, CUstreamCallback, void*, unsigned int);
CUresult CUDAAPI cuStreamAttachMemAsync(CUstream, CUdeviceptr, size_t, unsigned int);
CUresult CUDAAPI cuStreamBatchMemOp(CUstream, unsigned int, CUstreamBatchMemOpParams*,
                                    unsigned int);
CUresult CUDAAPI cuStreamBeginCapture(CUstream, CUstreamCaptureMode);
CUresult CUDAAPI cuStreamBeginCaptureToGraph(CUstream, CUgraph, const CUgraphNode*,
                                             const CUgraphEdgeData*, size_t, CUstreamCaptureMode);
CUresult CUDAAPI cuStreamCopyAttributes(CUstream, CUstream);
CUresult CUDAAPI cuStreamCreate(CUstream*, unsigned int);
CUresult CUDAAPI cuStreamCreateWithPriority(CUstream*, unsigned int, int);
CUresult CUDAAPI cuStreamDestroy(CUstream);
CUresult CUDAAPI cuStreamEndCapture(CUstream, CUgraph*);
CUresult CUDAAPI cuStreamGetAttribute(CUstream, CUstreamAttrID, CUstreamAttrValue*);
CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*,
                                        const CUgraphNode**, const CUgraphEdgeData**, size_t*);
CUresult CUDAAPI cuStreamGetCtx(CUstream, CUcontext*);
CUresult CUDAAPI cuStreamGetCtx_v2(CUstream, CUcontext*, CUgreenCtx*);
CUresult CUDAAPI cuStreamGetDevice(CUstream, CUdevice*);
CUresult CUDAAPI cuStreamGetFlags(CUstream, unsigned int*);
CUresult CUDAAPI cuStreamGetGreenCtx(CUstream, CUgreenCtx*);
CUresult CUDAAPI cuStreamGetId(CUstream, unsigned long long*);
CUresult CUDAAPI cuStreamGetPriority(CUstream, int*);
CUresult CUDAAPI cuStreamIsCapturing(CUstream, CUstreamCaptureStatus*);
CUresult CUDAAPI cuStreamQuery(CUstream);
CUresult CUDAAPI cuStreamSetAttribute(CUstream, CUstreamAttrID, const CUstreamAttrValue*);
CUresult CUDAAPI cuStreamSynchronize(CUstream);
CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream, CUgraphNode*, const CUgraphEdgeData*,
                                                   size_t, unsigned int);
CUresult CUDAAPI cuStreamWaitEvent(CUstream, CUevent, unsigned int);
CUresult CUDAAPI cuStreamWaitValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
CUresult CUDAAPI cuStreamWaitValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
CUresult CUDAAPI cuStreamWriteValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
CUresult CUDAAPI cuStreamWriteValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode*);

/* Events */
CUresult CUDAAPI cuEventCreate(CUevent*, unsigned int);
CUresult CUDAAPI cuEventDestroy(CUevent);
CUresult CUDAAPI cuEventElapsedTime(float*, CUevent, CUevent);
CUresult CUDAAPI cuEventQuery(CUevent);
CUresult CUDAAPI cuEventRecord(CUevent, CUstream);
CUresult CUDAAPI cuEventRecordWithFlags(CUevent, CUstream, unsigned int);
CUresult CUDAAPI cuEventSynchronize(CUevent);

/* Memory: allocation and queries */
CUresult CUDAAPI cuMemAddressFree(CUdeviceptr, size_t);
CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr*, size_t, size_t, CUdeviceptr, unsigned long long);
CUresult CUDAAPI cuMemAdvise(CUdeviceptr, size_t, CUmem_advise, CUmemLocation);
CUresult CUDAAPI cuMemAlloc(CUdeviceptr*, size_t);
CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr*, size_t, CUstream);
CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr*, size_t, CUmemoryPool, CUstream);
CUresult CUDAAPI cuMemAllocHost(void**, size_t);
CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr*, size_t, unsigned int);
CUresult CUDAAPI cuMemAllocPitch(CUdeviceptr*, size_t*, size_t, size_t, unsigned int);
CUresult CUDAAPI cuMemBatchDecompressAsync(CUmemDecompressParams*, size_t, unsigned int, size_t*,
                                           CUstream);
CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle*, size_t, const CUmemAllocationProp*,
                             unsigned long long);
CUresult CUDAAPI cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr*, size_t*, size_t, CUmemLocation*,
                                                   size_t*, size_t, unsigned long long, CUstream);
CUresult CUDAAPI cuMemDiscardBatchAsync(CUdeviceptr*, size_t*, size_t, unsigned long long,
                                        CUstream);
CUresult CUDAAPI cuMemExportToShareableHandle(void*, CUmemGenericAllocationHandle,
                                              CUmemAllocationHandleType, unsigned long long);
CUresult CUDAAPI cuMemFree(CUdeviceptr);
CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr, CUstream);
CUresult CUDAAPI cuMemFreeHost(void*);
CUresult CUDAAPI cuMemGetAccess(unsigned long long*, const CUmemLocation*, CUdeviceptr);
CUresult CUDAAPI cuMemGetAddressRange(CUdeviceptr*, size_t*, CUdeviceptr);
CUresult CUDAAPI cuMemGetAllocationGranularity(size_t*, const CUmemAllocationProp*,
                                               CUmemAllocationGranularity_flags);
CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp*,
                                                        CUmemGenericAllocationHandle);
CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool*, CUmemLocation*, CUmemAllocationType);
CUresult CUDAAPI cuMemGetHandleForAddressRange(void*, CUdeviceptr, size_t, CUmemRangeHandleType,
                                               unsigned long long);
CUresult CUDAAPI cuMemGetInfo(size_t*, size_t*);
CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool*, CUmemLocation*, CUmemAllocationType);
CUresult CUDAAPI cuMemHostAlloc(void**, size_t, unsigned int);
CUresult CUDAAPI cuMemHostGetDevicePointer(CUdeviceptr*, void*, unsigned int);
CUresult CUDAAPI cuMemHostGetFlags(unsigned int*, void*);
CUresult CUDAAPI cuMemHostRegister(void*, size_t, unsigned int);
CUresult CUDAAPI cuMemHostUnregister(void*);
CUresult CUDAAPI cuMemImportFromShareableHandle(CUmemGenericAllocationHandle*, void*,
                                                CUmemAllocationHandleType);
CUresult CUDAAPI cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle,
                          unsigned long long);
CUresult CUDAAPI cuMemMapArrayAsync(CUarrayMapInfo*, unsigned int, CUstream);
CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool*, const CUmemPoolProps*);
CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool);
CUresult CUDAAPI cuMemPoolExportPointer(CUmemPoolPtrExportData*, CUdeviceptr);
CUresult CUDAAPI cuMemPoolExportToShareableHandle(void*, CUmemoryPool, CUmemAllocationHandleType,
                                                  unsigned long long);
CUresult CUDAAPI cuMemPoolGetAccess(CUmemAccess_flags*, CUmemoryPool, CUmemLocation*);
CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute, void*);
CUresult CUDAAPI cuMemPoolImportFromShareableHandle(CUmemoryPool*, void*, CUmemAllocationHandleType,
                                                    unsigned long long);
CUresult CUDAAPI cuMemPoolImportPointer(CUdeviceptr*, CUmemoryPool, CUmemPoolPtrExportData*);
CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool, const CUmemAccessDesc*, size_t);
CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void*);
CUresult CUDAAPI cuMemPoolTrimTo(CUmemoryPool, size_t);
CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream);
CUresult CUDAAPI cuMemPrefetchBatchAsync(CUdeviceptr*, size_t*, size_t, CUmemLocation*, size_t*,
                                         size_t, unsigned long long, CUstream);
CUresult CUDAAPI cuMemRangeGetAttribute(void*, size_t, CUmem_range_attribute, CUdeviceptr, size_t);
CUresult CUDAAPI cuMemRangeGetAttributes(void**, size_t*, CUmem_range_attribute*, size_t,
                                         CUdeviceptr, size_t);
CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle);
CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle*, void*);
CUresult CUDAAPI cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t);
CUresult CUDAAPI cuMemSetMemPool(CUmemLocation*, CUmemAllocationType, CUmemoryPool);
CUresult CUDAAPI cuMemUnmap(CUdeviceptr, size_t);
CUresult CUDAAPI cuMulticastAddDevice(CUmemGenericAllocationHandle, CUdevice);
CUresult CUDAAPI cuMulticastBindAddr(CUmemGenericAllocationHandle, size_t, CUdeviceptr, size_t,
                                     unsigned long long);
CUresult CUDAAPI cuMulticastBindMem(CUmemGenericAllocationHandle, size_t,
                                    CUmemGenericAllocationHandle, size_t, size_t,
                                    unsigned long long);
CUresult CUDAAPI cuMulticastCreate(CUmemGenericAllocationHandle*, const CUmulticastObjectProp*);
CUresult CUDAAPI cuMulticastGetGranularity(size_t*, const CUmulticastObjectProp*,
                                           CUmulticastGranularity_flags);
CUresult CUDAAPI cuMulticastUnbind(CUmemGenericAllocationHandle, CUdevice, size_t, size_t);
CUresult CUDAAPI cuPointerGetAttribute(void*, CUpointer_attribute, CUdeviceptr);
CUresult CUDAAPI cuPointerGetAttributes(unsigned int, CUpointer_attribute*, void**, CUdeviceptr);
CUresult CUDAAPI cuPointerSetAttribute(const void*, CUpointer_attribute, CUdeviceptr);

/* Memory: copies */
CUresult CUDAAPI cuMemcpy(CUdeviceptr, CUdeviceptr, size_t);
CUresult CUDAAPI cuMemcpy2D(const CUDA_MEMCPY2D*);
CUresult CUDAAPI cuMemcpy2DAsync(const CUDA_MEMCPY2D*, CUstream);
CUresult CUDAAPI cuMemcpy2DUnaligned(const CUDA_MEMCPY2D*);
CUresult CUDAAPI cuMemcpy3D(const CUDA_MEMCPY3D*);
CUresult CUDAAPI cuMemcpy3DAsync(const CUDA_MEMCPY3D*, CUstream);
CUresult CUDAAPI cuMemcpy3DBatchAsync(size_t, CUDA_MEMCPY3D_BATCH_OP*, unsigned long long,
                                      CUstream);
CUresult CUDAAPI cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER*);
CUresult CUDAAPI cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER*, CUstream);
CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream);
CUresult CUDAAPI cuMemcpyAtoA(CUarray, size_t, CUarray, size_t, size_t);
CUresult CUDAAPI cuMemcpyAtoD(CUdeviceptr, CUarray, size_t, size_t);
CUresult CUDAAPI cuMemcpyAtoH(void*, CUarray, size_t, size_t);
CUresult CUDAAPI cuMemcpyAtoHAsync(void*, CUarray, size_t, size_t, CUstream);
CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr*, CUdeviceptr*, size_t*, size_t,
                                    CUmemcpyAttributes*, size_t*, size_t, CUstream);
CUresult CUDAAPI cuMemcpyDtoA(CUarray, size_t, CUdeviceptr, size_t);
CUresult CUDAAPI cuMemcpyDtoD(CUdeviceptr, CUdeviceptr, size_t);
CUresult CUDAAPI cuMemcpyDtoDAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream);
CUresult CUDAAPI cuMemcpyDtoH(void*, CUdeviceptr, size_t);
CUresult CUDAAPI cuMemcpyDtoHAsync(void*, CUdeviceptr, size_t, CUstream);
CUresult CUDAAPI cuMemcpyHtoA(CUarray, size_t, const void*, size_t);
CUresult CUDAAPI cuMemcpyHtoAAsync(CUarray, size_t, const void*, size_t, CUstream);
CUresult CUDAAPI cuMemcpyHtoD(CUdeviceptr, const void*, size_t);
CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr, const void*, size_t, CUstream);
CUresult CUDAAPI cuMemcpyPeer(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t);
CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t,
                                   CUstream);

/* Memory: fills */
CUresult CUDAAPI cuMemsetD16(CUdeviceptr, unsigned short, size_t);
CUresult CUDAAPI cuMemsetD16Async(CUdeviceptr, unsigned short, size_t, CUstream);
CUresult CUDAAPI cuMemsetD2D16(CUdeviceptr, size_t, unsigned short, size_t, size_t);
CUresult CUDAAPI cuMemsetD2D16Async(CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream);
CUresult CUDAAPI cuMemsetD2D32(CUdeviceptr, size_t, unsigned int, size_t, size_t);
CUresult CUDAAPI cuMemsetD2D32Async(CUdeviceptr, size_t, unsigned int, size_t, size_t, CUstream);
CUresult CUDAAPI cuMemsetD2D8(CUdeviceptr, size_t, unsigned char, size_t, size_t);
CUresult CUDAAPI cuMemsetD2D8Async(CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream);
CUresult CUDAAPI cuMemsetD32(CUdeviceptr, unsigned int, size_t);
CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr, unsigned int, size_t, CUstream);
CUresult CUDAAPI cuMemsetD8(CUdeviceptr, unsigned char, size_t);
CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream);

/* Memory shared between processes */
CUresult CUDAAPI cuIpcCloseMemHandle(CUdeviceptr);
CUresult CUDAAPI cuIpcGetEventHandle(CUipcEventHandle*, CUevent);
CUresult CUDAAPI cuIpcGetMemHandle(CUipcMemHandle*, CUdeviceptr);
CUresult CUDAAPI cuIpcOpenEventHandle(CUevent*, CUipcEventHandle);
CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr*, CUipcMemHandle, unsigned int);

/* Arrays */
CUresult CUDAAPI cuArray3DCreate(CUarray*, const CUDA_ARRAY3D_DESCRIPTOR*);
CUresult CUDAAPI cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR*, CUarray);
CUresult CUDAAPI cuArrayCreate(CUarray*, const CUDA_ARRAY_DESCRIPTOR*);
CUresult CUDAAPI cuArrayDestroy(CUarray);
CUresult CUDAAPI cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR*, CUarray);
CUresult CUDAAPI cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS*, CUarray, CUdevice);
CUresult CUDAAPI cuArrayGetPlane(CUarray*, CUarray, unsigned int);
CUresult CUDAAPI cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES*, CUarray);
CUresult CUDAAPI cuMipmappedArrayCreate(CUmipmappedArray*, const CUDA_ARRAY3D_DESCRIPTOR*,
                                        unsigned int);
CUresult CUDAAPI cuMipmappedArrayDestroy(CUmipmappedArray);
CUresult CUDAAPI cuMipmappedArrayGetLevel(CUarray*, CUmipmappedArray, unsigned int);
CUresult CUDAAPI cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS*,
                                                       CUmipmappedArray, CUdevice);
CUresult CUDAAPI cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES*,
                                                     CUmipmappedArray);

/* Textures and surfaces */
CUresult CUDAAPI cuSurfObjectCreate(CUsurfObject*, const CUDA_RESOURCE_DESC*);
CUresult CUDAAPI cuSurfObjectDestroy(CUsurfObject);
CUresult CUDAAPI cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC*, CUsurfObject);
CUresult CUDAAPI cuSurfRefGetArray(CUarray*, CUsurfref);
CUresult CUDAAPI cuSurfRefSetArray(CUsurfref, CUarray, unsigned int);
CUresult CUDAAPI cuTensorMapEncodeIm2col(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*,
                                         const cuuint64_t*, const cuuint64_t*, const int*,
                                         const int*, cuuint32_t, cuuint32_t, const cuuint32_t*,
                                         CUtensorMapInterleave, CUtensorMapSwizzle,
                                         CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
CUresult CUDAAPI cuTensorMapEncodeIm2colWide(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*,
                                             const cuuint64_t*, const cuuint64_t*, int, int,
                                             cuuint32_t, cuuint32_t, const cuuint32_t*,
                                             CUtensorMapInterleave, CUtensorMapIm2ColWideMode,
                                             CUtensorMapSwizzle, CUtensorMapL2promotion,
                                             CUtensorMapFloatOOBfill);
CUresult CUDAAPI cuTensorMapEncodeTiled(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*,
                                        const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                                        const cuuint32_t*, CUtensorMapInterleave,
                                        CUtensorMapSwizzle, CUtensorMapL2promotion,
                                        CUtensorMapFloatOOBfill);
CUresult CUDAAPI cuTensorMapReplaceAddress(CUtensorMap*, void*);
CUresult CUDAAPI cuTexObjectCreate(CUtexObject*, const CUDA_RESOURCE_DESC*,
                                   const CUDA_TEXTURE_DESC*, const CUDA_RESOURCE_VIEW_DESC*);
CUresult CUDAAPI cuTexObjectDestroy(CUtexObject);
CUresult CUDAAPI cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC*, CUtexObject);
CUresult CUDAAPI cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC*, CUtexObject);
CUresult CUDAAPI cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC*, CUtexObject);
CUresult CUDAAPI cuTexRefCreate(CUtexref*);
CUresult CUDAAPI cuTexRefDestroy(CUtexref);
CUresult CUDAAPI cuTexRefGetAddress(CUdeviceptr*, CUtexref);
CUresult CUDAAPI cuTexRefGetAddressMode(CUaddress_mode*, CUtexref, int);
CUresult CUDAAPI cuTexRefGetArray(CUarray*, CUtexref);
CUresult CUDAAPI cuTexRefGetBorderColor(float*, CUtexref);
CUresult CUDAAPI cuTexRefGetFilterMode(CUfilter_mode*, CUtexref);
CUresult CUDAAPI cuTexRefGetFlags(unsigned int*, CUtexref);
CUresult CUDAAPI cuTexRefGetFormat(CUarray_format*, int*, CUtexref);
CUresult CUDAAPI cuTexRefGetMaxAnisotropy(int*, CUtexref);
CUresult CUDAAPI cuTexRefGetMipmapFilterMode(CUfilter_mode*, CUtexref);
CUresult CUDAAPI cuTexRefGetMipmapLevelBias(float*, CUtexref);
CUresult CUDAAPI cuTexRefGetMipmapLevelClamp(float*, float*, CUtexref);
CUresult CUDAAPI cuTexRefGetMipmappedArray(CUmipmappedArray*, CUtexref);
CUresult CUDAAPI cuTexRefSetAddress(size_t*, CUtexref, CUdeviceptr, size_t);
CUresult CUDAAPI cuTexRefSetAddress2D(CUtexref, const CUDA_ARRAY_DESCRIPTOR*, CUdeviceptr, size_t);
CUresult CUDAAPI cuTexRefSetAddressMode(CUtexref, int, CUaddress_mode);
CUresult CUDAAPI cuTexRefSetArray(CUtexref, CUarray, unsigned int);
CUresult CUDAAPI cuTexRefSetBorderColor(CUtexref, float*);
CUresult CUDAAPI cuTexRefSetFilterMode(CUtexref, CUfilter_mode);
CUresult CUDAAPI cuTexRefSetFlags(CUtexref, unsigned int);
CUresult CUDAAPI cuTexRefSetFormat(CUtexref, CUarray_format, int);
CUresult CUDAAPI cuTexRefSetMaxAnisotropy(CUtexref, unsigned int);
CUresult CUDAAPI cuTexRefSetMipmapFilterMode(CUtexref, CUfilter_mode);
CUresult CUDAAPI cuTexRefSetMipmapLevelBias(CUtexref, float);
CUresult CUDAAPI cuTexRefSetMipmapLevelClamp(CUtexref, float, float);
CUresult CUDAAPI cuTexRefSetMipmappedArray(CUtexref, CUmipmappedArray, unsigned int);

/* Graphs */
CUresult CUDAAPI cuGraphAddBatchMemOpNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                          const CUDA_BATCH_MEM_OP_NODE_PARAMS*);
CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                          CUgraph);
CUresult CUDAAPI cuGraphAddDependencies(CUgraph, const CUgraphNode*, const CUgraphNode*,
                                        const CUgraphEdgeData*, size_t);
CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t);
CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                           CUevent);
CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                         CUevent);
CUresult CUDAAPI cuGraphAddExternalSemaphoresSignalNode(CUgraphNode*, CUgraph, const CUgraphNode*,
                                                        size_t,
                                                        const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphAddExternalSemaphoresWaitNode(CUgraphNode*, CUgraph, const CUgraphNode*,
                                                      size_t, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*);
CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                    const CUDA_HOST_NODE_PARAMS*);
CUresult CUDAAPI cuGraphAddKernelNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                      const CUDA_KERNEL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphAddMemAllocNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                        CUDA_MEM_ALLOC_NODE_PARAMS*);
CUresult CUDAAPI cuGraphAddMemFreeNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                       CUdeviceptr);
CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                      const CUDA_MEMCPY3D*, CUcontext);
CUresult CUDAAPI cuGraphAddMemsetNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t,
                                      const CUDA_MEMSET_NODE_PARAMS*, CUcontext);
CUresult CUDAAPI cuGraphAddNode(CUgraphNode*, CUgraph, const CUgraphNode*, const CUgraphEdgeData*,
                                size_t, CUgraphNodeParams*);
CUresult CUDAAPI cuGraphBatchMemOpNodeGetParams(CUgraphNode, CUDA_BATCH_MEM_OP_NODE_PARAMS*);
CUresult CUDAAPI cuGraphBatchMemOpNodeSetParams(CUgraphNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS*);
CUresult CUDAAPI cuGraphChildGraphNodeGetGraph(CUgraphNode, CUgraph*);
CUresult CUDAAPI cuGraphClone(CUgraph*, CUgraph);
CUresult CUDAAPI cuGraphConditionalHandleCreate(CUgraphConditionalHandle*, CUgraph, CUcontext,
                                                unsigned int, unsigned int);
CUresult CUDAAPI cuGraphCreate(CUgraph*, unsigned int);
CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph, const char*, unsigned int);
CUresult CUDAAPI cuGraphDestroy(CUgraph);
CUresult CUDAAPI cuGraphDestroyNode(CUgraphNode);
CUresult CUDAAPI cuGraphEventRecordNodeGetEvent(CUgraphNode, CUevent*);
CUresult CUDAAPI cuGraphEventRecordNodeSetEvent(CUgraphNode, CUevent);
CUresult CUDAAPI cuGraphEventWaitNodeGetEvent(CUgraphNode, CUevent*);
CUresult CUDAAPI cuGraphEventWaitNodeSetEvent(CUgraphNode, CUevent);
CUresult CUDAAPI cuGraphExecBatchMemOpNodeSetParams(CUgraphExec, CUgraphNode,
                                                    const CUDA_BATCH_MEM_OP_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExecChildGraphNodeSetParams(CUgraphExec, CUgraphNode, CUgraph);
CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec);
CUresult CUDAAPI cuGraphExecEventRecordNodeSetEvent(CUgraphExec, CUgraphNode, CUevent);
CUresult CUDAAPI cuGraphExecEventWaitNodeSetEvent(CUgraphExec, CUgraphNode, CUevent);
CUresult CUDAAPI cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec, cuuint64_t*);
CUresult CUDAAPI cuGraphExecHostNodeSetParams(CUgraphExec, CUgraphNode,
                                              const CUDA_HOST_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExecKernelNodeSetParams(CUgraphExec, CUgraphNode,
                                                const CUDA_KERNEL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_MEMCPY3D*,
                                                CUcontext);
CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec, CUgraphNode,
                                                const CUDA_MEMSET_NODE_PARAMS*, CUcontext);
CUresult CUDAAPI cuGraphExecNodeSetParams(CUgraphExec, CUgraphNode, CUgraphNodeParams*);
CUresult CUDAAPI cuGraphExecUpdate(CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo*);
CUresult CUDAAPI cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode,
                                                              CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*);
CUresult CUDAAPI
cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode,
                                                            CUDA_EXT_SEM_WAIT_NODE_PARAMS*);
CUresult CUDAAPI cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode,
                                                            const CUDA_EXT_SEM_WAIT_NODE_PARAMS*);
CUresult CUDAAPI cuGraphGetEdges(CUgraph, CUgraphNode*, CUgraphNode*, CUgraphEdgeData*, size_t*);
CUresult CUDAAPI cuGraphGetNodes(CUgraph, CUgraphNode*, size_t*);
CUresult CUDAAPI cuGraphGetRootNodes(CUgraph, CUgraphNode*, size_t*);
CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode, CUDA_HOST_NODE_PARAMS*);
CUresult CUDAAPI cuGraphHostNodeSetParams(CUgraphNode, const CUDA_HOST_NODE_PARAMS*);
CUresult CUDAAPI cuGraphInstantiate(CUgraphExec*, CUgraph, unsigned long long);
CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec*, CUgraph,
                                              CUDA_GRAPH_INSTANTIATE_PARAMS*);
CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode, CUgraphNode);
CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode, CUkernelNodeAttrID,
                                               CUkernelNodeAttrValue*);
CUresult CUDAAPI cuGraphKernelNodeGetParams(CUgraphNode, CUDA_KERNEL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode, CUkernelNodeAttrID,
                                               const CUkernelNodeAttrValue*);
CUresult CUDAAPI cuGraphKernelNodeSetParams(CUgraphNode, const CUDA_KERNEL_NODE_PARAMS*);
CUresult CUDAAPI cuGraphLaunch(CUgraphExec, CUstream);
CUresult CUDAAPI cuGraphMemAllocNodeGetParams(CUgraphNode, CUDA_MEM_ALLOC_NODE_PARAMS*);
CUresult CUDAAPI cuGraphMemFreeNodeGetParams(CUgraphNode, CUdeviceptr*);
CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode, CUDA_MEMCPY3D*);
CUresult CUDAAPI cuGraphMemcpyNodeSetParams(CUgraphNode, const CUDA_MEMCPY3D*);
CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode, CUDA_MEMSET_NODE_PARAMS*);
CUresult CUDAAPI cuGraphMemsetNodeSetParams(CUgraphNode, const CUDA_MEMSET_NODE_PARAMS*);
CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode*, CUgraphNode, CUgraph);
CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode, CUgraphNode*, CUgraphEdgeData*, size_t*);
CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode, CUgraphNode*, CUgraphEdgeData*, size_t*);
CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec, CUgraphNode, unsigned int*);
CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode, CUgraphNodeType*);
CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec, CUgraphNode, unsigned int);
CUresult CUDAAPI cuGraphNodeSetParams(CUgraphNode, CUgraphNodeParams*);
CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph, CUuserObject, unsigned int);
CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph, const CUgraphNode*, const CUgraphNode*,
                                           const CUgraphEdgeData*, size_t);
CUresult CUDAAPI cuGraphRetainUserObject(CUgraph, CUuserObject, unsigned int, unsigned int);
CUresult CUDAAPI cuGraphUpload(CUgraphExec, CUstream);
CUresult CUDAAPI cuUserObjectCreate(CUuserObject*, void*, CUhostFn, unsigned int, unsigned int);
CUresult CUDAAPI cuUserObjectRelease(CUuserObject, unsigned int);
CUresult CUDAAPI cuUserObjectRetain(CUuserObject, unsigned int);

/* Interoperability */
CUresult CUDAAPI cuDestroyExternalMemory(CUexternalMemory);
CUresult CUDAAPI cuDestroyExternalSemaphore(CUexternalSemaphore);
CUresult CUDAAPI cuExternalMemoryGetMappedBuffer(CUdeviceptr*, CUexternalMemory,
                                                 const CUDA_EXTERNAL_MEMORY_BUFFER_DESC*);
CUresult CUDAAPI cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray*, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC*);
CUresult CUDAAPI cuGraphicsMapResources(unsigned int, CUgraphicsResource*, CUstream);
CUresult CUDAAPI cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray*, CUgraphicsResource);
CUresult CUDAAPI cuGraphicsResourceGetMappedPointer(CUdeviceptr*, size_t*, CUgraphicsResource);
CUresult CUDAAPI cuGraphicsResourceSetMapFlags(CUgraphicsResource, unsigned int);
CUresult CUDAAPI cuGraphicsSubResourceGetMappedArray(CUarray*, CUgraphicsResource, unsigned int,
                                                     unsigned int);
CUresult CUDAAPI cuGraphicsUnmapResources(unsigned int, CUgraphicsResource*, CUstream);
CUresult CUDAAPI cuGraphicsUnregisterResource(CUgraphicsResource);
CUresult CUDAAPI cuImportExternalMemory(CUexternalMemory*, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC*);
CUresult CUDAAPI cuImportExternalSemaphore(CUexternalSemaphore*,
                                           const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC*);
CUresult CUDAAPI cuSignalExternalSemaphoresAsync(const CUexternalSemaphore*,
                                                 const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS*,
                                                 unsigned int, CUstream);
CUresult CUDAAPI cuWaitExternalSemaphoresAsync(const CUexternalSemaphore*,
                                               const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS*,
                                               unsigned int, CUstream);

/* Profiling, logs, dumps and checkpoints */
CUresult CUDAAPI cuCheckpointProcessCheckpoint(int, CUcheckpointCheckpointArgs*);
CUresult CUDAAPI cuCheckpointProcessGetRestoreThreadId(int, int*);
CUresult CUDAAPI cuCheckpointProcessGetState(int, CUprocessState*);
CUresult CUDAAPI cuCheckpointProcessLock(int, CUcheckpointLockArgs*);
CUresult CUDAAPI cuCheckpointProcessRestore(int, CUcheckpointRestoreArgs*);
CUresult CUDAAPI cuCheckpointProcessUnlock(int, CUcheckpointUnlockArgs*);
CUresult CUDAAPI cuCoredumpGetAttribute(CUcoredumpSettings, void*, size_t*);
CUresult CUDAAPI cuCoredumpGetAttributeGlobal(CUcoredumpSettings, void*, size_t*);
CUresult CUDAAPI cuCoredumpSetAttribute(CUcoredumpSettings, void*, size_t*);
CUresult CUDAAPI cuCoredumpSetAttributeGlobal(CUcoredumpSettings, void*, size_t*);
CUresult CUDAAPI cuLogsCurrent(CUlogIterator*, unsigned int);
CUresult CUDAAPI cuLogsDumpToFile(CUlogIterator*, const char*, unsigned int);
CUresult CUDAAPI cuLogsDumpToMemory(CUlogIterator*, char*, size_t*, unsigned int);
CUresult CUDAAPI cuLogsRegisterCallback(CUlogsCallback, void*, CUlogsCallbackHandle*);
CUresult CUDAAPI cuLogsUnregisterCallback(CUlogsCallbackHandle);

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
/* Programs built for a default stream per thread get the forms of functions that act on it. */
static inline CUresult heddleGetProcAddressPerThread(const char* name, void** address, int version,
                                                     cuuint64_t flags,
                                                     CUdriverProcAddressQueryResult* status) {
  const cuuint64_t chosen = flags ? flags : CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  return cuGetProcAddress(name, address, version, chosen, status);
}
#undef cuGetProcAddress
#define cuGetProcAddress heddleGetProcAddressPerThread
#endif

#ifdef __cplusplus
}
#endif
