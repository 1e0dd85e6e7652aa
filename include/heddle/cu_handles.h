/* Scalar and handle types of the driver API. Every handle is a pointer to a struct that only the
   driver knows. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef unsigned long long CUdeviceptr_v2;
typedef CUdeviceptr_v2 CUdeviceptr;
typedef int CUdevice_v1;
typedef CUdevice_v1 CUdevice;
typedef unsigned long long CUtexObject_v1;
typedef CUtexObject_v1 CUtexObject;
typedef unsigned long long CUsurfObject_v1;
typedef CUsurfObject_v1 CUsurfObject;
typedef cuuint64_t CUgraphConditionalHandle;
typedef unsigned long long CUmemGenericAllocationHandle_v1;
typedef CUmemGenericAllocationHandle_v1 CUmemGenericAllocationHandle;
typedef unsigned int CUlogIterator;

typedef struct CUarray_st* CUarray;
typedef struct CUasyncCallbackEntry_st* CUasyncCallbackHandle;
typedef struct CUctx_st* CUcontext;
typedef struct CUdevResourceDesc_st* CUdevResourceDesc;
typedef struct CUevent_st* CUevent;
typedef struct CUextMemory_st* CUexternalMemory;
typedef struct CUextSemaphore_st* CUexternalSemaphore;
typedef struct CUfunc_st* CUfunction;
typedef struct CUgraph_st* CUgraph;
typedef struct CUgraphDeviceUpdatableNode_st* CUgraphDeviceNode;
typedef struct CUgraphExec_st* CUgraphExec;
typedef struct CUgraphNode_st* CUgraphNode;
typedef struct CUgraphicsResource_st* CUgraphicsResource;
typedef struct CUgreenCtx_st* CUgreenCtx;
typedef struct CUkern_st* CUkernel;
typedef struct CUlib_st* CUlibrary;
typedef struct CUlinkState_st* CUlinkState;
typedef struct CUlogsCallbackEntry_st* CUlogsCallbackHandle;
typedef struct CUmemPoolHandle_st* CUmemoryPool;
typedef struct CUmipmappedArray_st* CUmipmappedArray;
typedef struct CUmod_st* CUmodule;
typedef struct CUstream_st* CUstream;
typedef struct CUsurfref_st* CUsurfref;
typedef struct CUtexref_st* CUtexref;
typedef struct CUuserObject_st* CUuserObject;
