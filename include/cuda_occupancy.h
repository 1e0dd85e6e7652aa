/* How many blocks of a kernel a multiprocessor holds, computed from numbers alone: no device and no
 * library is asked. C and C++, for the host and the device. */
#ifndef __cuda_occupancy_h__
#define __cuda_occupancy_h__

#include <limits.h>
#include <stddef.h>

#define __CUDA_OCC_MAJOR__ 12
#define __CUDA_OCC_MINOR__ 1

#ifdef __CUDACC__
#define __OCC_INLINE inline __host__ __device__
#elif defined(__cplusplus)
#define __OCC_INLINE inline
#else
#define __OCC_INLINE __inline
#endif

typedef enum cudaOccError_enum {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1,
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2
} cudaOccError;

typedef enum cudaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT
} cudaOccPartitionedGCConfig;

typedef enum cudaOccPartitionedGCSupport_enum {
  PARTITIONED_GC_NOT_SUPPORTED,
  PARTITIONED_GC_SUPPORTED
} cudaOccPartitionedGCSupport;

typedef enum cudaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN
} cudaOccFuncShmemConfig;

typedef enum cudaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0x00,
  CACHE_PREFER_SHARED = 0x01,
  CACHE_PREFER_L1 = 0x02,
  CACHE_PREFER_EQUAL = 0x03
} cudaOccCacheConfig;

typedef enum cudaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;

typedef enum cudaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10,
  OCC_LIMIT_VIRTUAL_RESOURCES = 0x20
} cudaOccLimitingFactor;

typedef struct cudaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
#ifdef __cplusplus
  __OCC_INLINE cudaOccDeviceProp()
      : computeMajor(0), computeMinor(0), maxThreadsPerBlock(0), maxThreadsPerMultiprocessor(0),
        regsPerBlock(0), regsPerMultiprocessor(0), warpSize(0), sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0), numSms(0), sharedMemPerBlockOptin(0),
        reservedSharedMemPerBlock(0) {}
  /* From a cudaDeviceProp. */
  template <typename DeviceProp>
  __OCC_INLINE cudaOccDeviceProp(const DeviceProp& from)
      : computeMajor(from.major), computeMinor(from.minor),
        maxThreadsPerBlock(from.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(from.maxThreadsPerMultiProcessor),
        regsPerBlock(from.regsPerBlock), regsPerMultiprocessor(from.regsPerMultiprocessor),
        warpSize(from.warpSize), sharedMemPerBlock(from.sharedMemPerBlock),
        sharedMemPerMultiprocessor(from.sharedMemPerMultiprocessor),
        numSms(from.multiProcessorCount), sharedMemPerBlockOptin(from.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(from.reservedSharedMemPerBlock) {}
#endif
} cudaOccDeviceProp;

typedef struct cudaOccFuncAttributes {
  int maxThreadsPerBlock;
  int numRegs;
  size_t sharedSizeBytes;
  cudaOccPartitionedGCConfig partitionedGCConfig;
  cudaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;
  int virtualResourceCount;
#ifdef __cplusplus
  __OCC_INLINE cudaOccFuncAttributes()
      : maxThreadsPerBlock(0), numRegs(0), sharedSizeBytes(0),
        partitionedGCConfig(PARTITIONED_GC_OFF), shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT),
        maxDynamicSharedSizeBytes(0), numBlockBarriers(0), virtualResourceCount(0) {}
  /* From a cudaFuncAttributes. */
  template <typename FuncAttributes>
  __OCC_INLINE cudaOccFuncAttributes(const FuncAttributes& from)
      : maxThreadsPerBlock(from.maxThreadsPerBlock), numRegs(from.numRegs),
        sharedSizeBytes(from.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(from.maxDynamicSharedSizeBytes), numBlockBarriers(1),
        virtualResourceCount(0) {}
#endif
} cudaOccFuncAttributes;

typedef struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig;
  int carveoutConfig;
#ifdef __cplusplus
  __OCC_INLINE cudaOccDeviceState()
      : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
} cudaOccDeviceState;

typedef struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int blockLimitVirtual;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig partitionedGCConfig;
} cudaOccResult;

/* What the tables of the programming guide say of an architecture. */
typedef struct __heddleOccArchitecture {
  int major;
  int minor;
  int blocks;            /* per multiprocessor */
  int partitions;        /* of a multiprocessor, each with its share of warps and registers */
  int barriers;          /* of blocks in a multiprocessor; 0: as many as they like */
  int sharedGranularity; /* of shared memory's allocation, in bytes */
  int carveouts; /* how many of the sizes below, in KiB, shared memory can have; 0: it is fixed */
  short carveout[10];
} __heddleOccArchitecture;

static __OCC_INLINE int __heddleOccFind(__heddleOccArchitecture* found, int major, int minor) {
  const __heddleOccArchitecture known[] = {
      {5, -1, 32, 4, 0, 256, 0, {0}},
      {6, 0, 32, 2, 0, 256, 0, {0}},
      {6, -1, 32, 4, 0, 256, 0, {0}},
      {7, 5, 16, 4, 0, 256, 2, {32, 64}},
      {7, -1, 32, 4, 0, 256, 6, {0, 8, 16, 32, 64, 96}},
      {8, 0, 32, 4, 0, 128, 8, {0, 8, 16, 32, 64, 100, 132, 164}},
      {8, 7, 16, 4, 0, 128, 8, {0, 8, 16, 32, 64, 100, 132, 164}},
      {8, 9, 24, 4, 0, 128, 6, {0, 8, 16, 32, 64, 100}},
      {8, -1, 16, 4, 0, 128, 6, {0, 8, 16, 32, 64, 100}},
      {9, -1, 32, 4, 64, 128, 10, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
      {10, -1, 32, 4, 64, 128, 10, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
      {11, -1, 24, 4, 24, 128, 10, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228}},
      {12, -1, 24, 4, 24, 128, 6, {0, 8, 16, 32, 64, 100}},
  };
  unsigned int i;
  for (i = 0; i < sizeof known / sizeof known[0]; ++i)
    if (known[i].major == major && (known[i].minor == minor || known[i].minor < 0)) {
      *found = known[i];
      return 1;
    }
  return 0;
}

static __OCC_INLINE size_t __heddleOccRoundUp(size_t value, size_t unit) {
  return (value + unit - 1) / unit * unit;
}

static __OCC_INLINE int __heddleOccLess(int left, int right) {
  return left < right ? left : right;
}

/* How much shared memory the multiprocessor has when blocks of this size run. */
static __OCC_INLINE size_t __heddleOccSharedCapacity(const __heddleOccArchitecture* architecture,
                                                     const cudaOccDeviceProp* properties,
                                                     const cudaOccDeviceState* state,
                                                     size_t perBlock) {
  size_t wanted;
  int i;
  if (architecture->carveouts == 0 || state->carveoutConfig == SHAREDMEM_CARVEOUT_DEFAULT)
    return properties->sharedMemPerMultiprocessor;
  wanted = properties->sharedMemPerMultiprocessor * (size_t)state->carveoutConfig / 100;
  if (wanted < perBlock)
    wanted = perBlock;
  for (i = 0; i < architecture->carveouts; ++i)
    if ((size_t)architecture->carveout[i] * 1024 >= wanted)
      return (size_t)architecture->carveout[i] * 1024;
  return properties->sharedMemPerMultiprocessor;
}

static __OCC_INLINE cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(
    cudaOccResult* result, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state, int blockSize,
    size_t dynamicSmemSize) {
  __heddleOccArchitecture architecture;
  int warps, warpsHeld, registersPerWarp;
  size_t dynamicLimit, perBlockLimit, shared;
  if (!result || !properties || !attributes || !state || blockSize <= 0 ||
      properties->warpSize <= 0 || properties->maxThreadsPerBlock <= 0 ||
      properties->maxThreadsPerMultiprocessor <= 0 || properties->regsPerMultiprocessor <= 0 ||
      properties->sharedMemPerMultiprocessor == 0 || attributes->maxThreadsPerBlock <= 0 ||
      attributes->numRegs < 0 || state->carveoutConfig < SHAREDMEM_CARVEOUT_DEFAULT ||
      state->carveoutConfig > 100)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (!__heddleOccFind(&architecture, properties->computeMajor, properties->computeMinor))
    return CUDA_OCC_ERROR_UNKNOWN_DEVICE;

  warps = (blockSize + properties->warpSize - 1) / properties->warpSize;
  result->blockLimitWarps =
      blockSize > properties->maxThreadsPerBlock
          ? 0
          : properties->maxThreadsPerMultiprocessor / properties->warpSize / warps;
  result->blockLimitBlocks = architecture.blocks;

  /* Registers go to whole warps, in units of 256, and a warp lives in one partition. */
  registersPerWarp =
      (int)__heddleOccRoundUp((size_t)(attributes->numRegs * properties->warpSize), 256);
  result->allocatedRegistersPerBlock = registersPerWarp * warps;
  result->blockLimitRegs = INT_MAX;
  if (registersPerWarp > 0) {
    warpsHeld = properties->regsPerMultiprocessor / architecture.partitions / registersPerWarp *
                architecture.partitions;
    result->blockLimitRegs =
        attributes->numRegs > 255 || result->allocatedRegistersPerBlock > properties->regsPerBlock
            ? 0
            : warpsHeld / warps;
  }

  shared = attributes->sharedSizeBytes + dynamicSmemSize;
  perBlockLimit = properties->sharedMemPerBlock;
  dynamicLimit = perBlockLimit;
  if (attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN) {
    dynamicLimit = attributes->maxDynamicSharedSizeBytes;
    if (properties->sharedMemPerBlockOptin > perBlockLimit)
      perBlockLimit = properties->sharedMemPerBlockOptin;
  }
  result->allocatedSharedMemPerBlock = __heddleOccRoundUp(
      shared + (properties->computeMajor >= 8 ? properties->reservedSharedMemPerBlock : 0),
      (size_t)architecture.sharedGranularity);
  result->blockLimitSharedMem = INT_MAX;
  if (shared > perBlockLimit || dynamicSmemSize > dynamicLimit)
    result->blockLimitSharedMem = 0;
  else if (result->allocatedSharedMemPerBlock > 0)
    result->blockLimitSharedMem =
        (int)(__heddleOccSharedCapacity(&architecture, properties, state,
                                        result->allocatedSharedMemPerBlock) /
              result->allocatedSharedMemPerBlock);
  result->blockLimitBarriers = architecture.barriers > 0 && attributes->numBlockBarriers > 0
                                   ? architecture.barriers / attributes->numBlockBarriers
                                   : INT_MAX;
  result->blockLimitVirtual = INT_MAX;
  result->partitionedGCConfig = PARTITIONED_GC_OFF;

  {
    const int limits[] = {result->blockLimitWarps,     result->blockLimitRegs,
                          result->blockLimitSharedMem, result->blockLimitBlocks,
                          result->blockLimitBarriers,  result->blockLimitVirtual};
    int i;
    result->activeBlocksPerMultiprocessor = limits[0];
    for (i = 1; i < 6; ++i)
      result->activeBlocksPerMultiprocessor =
          __heddleOccLess(result->activeBlocksPerMultiprocessor, limits[i]);
    result->limitingFactors = 0;
    for (i = 0; i < 6; ++i)
      if (limits[i] == result->activeBlocksPerMultiprocessor)
        result->limitingFactors |= 1u << i;
  }
  return CUDA_OCC_SUCCESS;
}

static __OCC_INLINE cudaOccError
cudaOccAvailableDynamicSMemPerBlock(size_t* bytesAvailable, const cudaOccDeviceProp* properties,
                                    const cudaOccFuncAttributes* attributes,
                                    const cudaOccDeviceState* state, int numBlocks, int blockSize) {
  __heddleOccArchitecture architecture;
  cudaOccResult result;
  cudaOccError error;
  size_t perBlock, taken, limit;
  if (!bytesAvailable || numBlocks <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  error =
      cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state, blockSize, 0);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  if (numBlocks > result.activeBlocksPerMultiprocessor)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  __heddleOccFind(&architecture, properties->computeMajor, properties->computeMinor);
  perBlock = __heddleOccSharedCapacity(&architecture, properties, state, 0) / (size_t)numBlocks;
  perBlock =
      perBlock / (size_t)architecture.sharedGranularity * (size_t)architecture.sharedGranularity;
  taken = attributes->sharedSizeBytes;
  limit = (attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN &&
                   properties->sharedMemPerBlockOptin > properties->sharedMemPerBlock
               ? properties->sharedMemPerBlockOptin
               : properties->sharedMemPerBlock) -
          attributes->sharedSizeBytes;
  perBlock -= perBlock < taken ? perBlock : taken;
  *bytesAvailable = perBlock < limit ? perBlock : limit;
  return CUDA_OCC_SUCCESS;
}

/* One size tried: whether it is the best so far is kept in minGridSize and blockSize. */
static __OCC_INLINE cudaOccError __heddleOccTry(int* minGridSize, int* blockSize, int size,
                                                size_t dynamicSMemSize,
                                                const cudaOccDeviceProp* properties,
                                                const cudaOccFuncAttributes* attributes,
                                                const cudaOccDeviceState* state) {
  cudaOccResult result;
  cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes,
                                                               state, size, dynamicSMemSize);
  if (error == CUDA_OCC_SUCCESS &&
      result.activeBlocksPerMultiprocessor * size > *minGridSize * *blockSize) {
    *minGridSize = result.activeBlocksPerMultiprocessor;
    *blockSize = size;
  }
  return error;
}

static __OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  cudaOccError error = CUDA_OCC_SUCCESS;
  int size;
  if (!minGridSize || !blockSize || !properties || !attributes || !state ||
      properties->warpSize <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  *minGridSize = *blockSize = 0;
  size = __heddleOccLess(properties->maxThreadsPerBlock, attributes->maxThreadsPerBlock);
  for (; size > 0 && error == CUDA_OCC_SUCCESS;
       size = (size - 1) / properties->warpSize * properties->warpSize)
    error = __heddleOccTry(minGridSize, blockSize, size,
                           blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(size)
                                                      : dynamicSMemSize,
                           properties, attributes, state);
  *minGridSize *= properties->numSms;
  return error;
}

#ifdef __cplusplus
namespace {

template <typename UnaryFunction>
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  cudaOccError error = CUDA_OCC_SUCCESS;
  if (!minGridSize || !blockSize || !properties || !attributes || !state ||
      properties->warpSize <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  *minGridSize = *blockSize = 0;
  int size = __heddleOccLess(properties->maxThreadsPerBlock, attributes->maxThreadsPerBlock);
  for (; size > 0 && error == CUDA_OCC_SUCCESS;
       size = (size - 1) / properties->warpSize * properties->warpSize)
    error = __heddleOccTry(minGridSize, blockSize, size, blockSizeToDynamicSMemSize(size),
                           properties, attributes, state);
  *minGridSize *= properties->numSms;
  return error;
}

__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
    const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
    size_t dynamicSMemSize = 0) {
  return ::cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes,
                                                 state, nullptr, dynamicSMemSize);
}

} // namespace
#endif

#undef __OCC_INLINE

#endif
