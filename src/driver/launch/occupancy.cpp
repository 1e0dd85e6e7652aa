// Occupancy: how many blocks a multiprocessor of a GPU would hold at once. Here a core runs one
// block at a time, but programs choose their block size and the size of cooperative grids by it.
#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"
#include "driver/launch/launch.h"

#include <algorithm>

namespace heddle::driver {

namespace {

constexpr std::uint32_t kWarpSize = 32;

// The units in which the multiprocessors from a compute capability on allocate registers and shared
// memory.
struct Allocation {
  std::uint32_t capability;
  std::uint32_t registers;  // unit of the registers of a warp; before 2.0, of a block
  std::uint32_t warps;      // unit of the warps of a block
  std::uint32_t partitions; // the registers are divided between so many
  std::uint32_t shared;     // unit of the shared memory of a block, in bytes
};
constexpr Allocation kAllocations[] = {
    {80, 256, 1, 4, 128}, {61, 256, 1, 4, 256}, {60, 256, 1, 2, 256}, {30, 256, 1, 4, 256},
    {20, 64, 1, 1, 128},  {12, 512, 2, 1, 512}, {10, 256, 2, 1, 512},
};

const Allocation& allocation() {
  return *std::ranges::find_if(kAllocations, [](const Allocation& each) {
    return each.capability <= limits().computeCapability || each.capability == 10;
  });
}

std::uint32_t roundUp(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::uint32_t blocksByRegisters(std::uint32_t registers, std::uint32_t warps) {
  const Allocation& given = allocation();
  if (limits().computeCapability < 20) {
    const std::uint32_t block =
        roundUp(roundUp(warps, given.warps) * kWarpSize * registers, given.registers);
    return limits().registersPerMultiprocessor / block;
  }
  const std::uint32_t warp = roundUp(registers * kWarpSize, given.registers);
  return limits().registersPerMultiprocessor / given.partitions / warp * given.partitions / warps;
}

std::uint32_t warpsOf(int blockSize) {
  return roundUp(static_cast<std::uint32_t>(blockSize), kWarpSize) / kWarpSize;
}

int activeBlocks(const Function& function, int blockSize, std::size_t dynamicShared) {
  const jit::KernelInfo& info = function.info();
  int dynamicLimit = 0;
  functionAttribute(info, function.settings, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    dynamicLimit);
  // As on a GPU, launch bounds have no influence.
  if (static_cast<std::uint32_t>(blockSize) > limits().threadsPerBlock ||
      dynamicShared > static_cast<std::size_t>(dynamicLimit))
    return 0;
  const std::uint32_t warps = warpsOf(blockSize);
  const std::uint32_t byThreads = limits().threadsPerMultiprocessor / (warps * kWarpSize);
  // Before 2.0 the parameters of a kernel were in shared memory.
  const std::uint32_t shared = roundUp(
      info.staticSharedBytes + static_cast<std::uint32_t>(dynamicShared) + limits().sharedReserved +
          (limits().computeCapability < 20 ? info.parameterBytes : 0),
      allocation().shared);
  const std::uint32_t byShared =
      shared ? limits().sharedPerMultiprocessor / shared : limits().blocksPerMultiprocessor;
  int registers = 0;
  functionAttribute(info, function.settings, CU_FUNC_ATTRIBUTE_NUM_REGS, registers);
  return static_cast<int>(
      std::min({limits().blocksPerMultiprocessor, byThreads, byShared,
                blocksByRegisters(static_cast<std::uint32_t>(registers), warps)}));
}

} // namespace

std::uint32_t threadsByRegisters(std::uint32_t registers) {
  std::uint32_t warps = warpsOf(static_cast<int>(limits().threadsPerBlock));
  while (warps > 1 && blocksByRegisters(registers, warps) == 0)
    --warps;
  return std::min(warps * kWarpSize, limits().threadsPerBlock);
}

std::uint64_t maxResidentBlocks(const Function& function, const exec::LaunchDimensions& dimensions,
                                unsigned multiprocessors) {
  int all = 1;
  cuDeviceGetAttribute(&all, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  if (multiprocessors == 0)
    multiprocessors = static_cast<unsigned>(all);
  const int threads =
      static_cast<int>(dimensions.blockDim[0] * dimensions.blockDim[1] * dimensions.blockDim[2]);
  return static_cast<std::uint64_t>(multiprocessors) *
         static_cast<std::uint64_t>(activeBlocks(function, threads, dimensions.dynamicSharedBytes));
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction handle,
                                                              int blockSize, size_t dynamicShared,
                                                              unsigned int flags) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!blocks || blockSize <= 0 || flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
    return CUDA_ERROR_INVALID_VALUE;
  *blocks = activeBlocks(*function, blockSize, dynamicShared);
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction handle, int blockSize,
                                                     size_t dynamicShared) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, handle, blockSize,
                                                              dynamicShared, 0);
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize,
                                                   CUfunction handle,
                                                   CUoccupancyB2DSize dynamicSharedOf,
                                                   size_t dynamicShared, int blockSizeLimit,
                                                   unsigned int flags) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!minGridSize || !blockSize || blockSizeLimit < 0 ||
      flags > CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
    return CUDA_ERROR_INVALID_VALUE;
  int limit = static_cast<int>(maxThreads(function->info()));
  if (blockSizeLimit > 0)
    limit = std::min(limit, blockSizeLimit);
  int bestThreads = 0, bestBlocks = 0;
  for (int size = limit; size > 0; size = (size - 1) / 32 * 32) {
    const int blocks =
        activeBlocks(*function, size, dynamicSharedOf ? dynamicSharedOf(size) : dynamicShared);
    if (blocks * size > bestThreads) {
      bestThreads = blocks * size;
      bestBlocks = blocks;
      *blockSize = size;
    }
  }
  if (bestThreads == 0)
    *blockSize = 0;
  int multiprocessors = 1;
  HEDDLE_TRY(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  *minGridSize = bestBlocks * multiprocessors;
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction handle,
                                          CUoccupancyB2DSize dynamicSharedOf, size_t dynamicShared,
                                          int blockSizeLimit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, handle, dynamicSharedOf,
                                                   dynamicShared, blockSizeLimit, 0);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, CUfunction handle, int blocks,
                                                 int blockSize) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!bytes || blocks <= 0 || blocks > static_cast<int>(limits().blocksPerMultiprocessor) ||
      blockSize <= 0 || static_cast<std::uint32_t>(blockSize) > limits().threadsPerBlock ||
      static_cast<std::uint32_t>(blocks) * warpsOf(blockSize) * kWarpSize >
          limits().threadsPerMultiprocessor)
    return CUDA_ERROR_INVALID_VALUE;
  // As on an H200, the shared memory that the system takes in each block is not subtracted, and the
  // answer is at most what the attributes of the kernel let a launch ask for.
  const std::uint32_t perBlock =
      limits().sharedPerMultiprocessor / static_cast<std::uint32_t>(blocks);
  const std::uint32_t taken = std::min(perBlock, function->info().staticSharedBytes);
  int dynamicLimit = 0;
  functionAttribute(function->info(), function->settings,
                    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamicLimit);
  *bytes = std::min(perBlock - taken, static_cast<std::uint32_t>(dynamicLimit));
  return CUDA_SUCCESS;
}

namespace {

// The blocks in a cluster of a launch, by its attributes or else by the kernel; 0 if it has none.
// Where the kernel says it, the attributes must not say otherwise.
CUresult clusterBlocks(const Function& function, const CUlaunchConfig& config, unsigned& blocks) {
  const unsigned grid[] = {config.gridDimX, config.gridDimY, config.gridDimZ};
  const std::array<unsigned, 3> required = requiredCluster(function.info(), function.settings);
  std::array<unsigned, 3> cluster = required;
  bool isAsked = cluster[0] != 0;
  for (unsigned index = 0; index < config.numAttrs; ++index)
    if (const CUlaunchAttribute& attribute = config.attrs[index];
        attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      cluster = {attribute.value.clusterDim.x, attribute.value.clusterDim.y,
                 attribute.value.clusterDim.z};
      isAsked = true;
    }
  blocks = isAsked;
  if (!isAsked)
    return CUDA_SUCCESS;
  if (required[0] && cluster != required)
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (cluster[axis] == 0 || grid[axis] % cluster[axis] != 0)
      return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    blocks *= cluster[axis];
  }
  return CUDA_SUCCESS;
}

} // namespace

CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction handle,
                                      const CUlaunchConfig* config) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!clusters || !config || (config->numAttrs && !config->attrs))
    return CUDA_ERROR_INVALID_VALUE;
  if (config->gridDimX == 0 || config->gridDimY == 0 || config->gridDimZ == 0)
    return CUDA_ERROR_INVALID_VALUE;
  unsigned blocks = 0;
  HEDDLE_TRY(clusterBlocks(*function, *config, blocks));
  if (blocks > kPortableClusterBlocks && !function->settings.nonPortableCluster)
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  if (blocks > heddle::kMostClusterBlocks)
    blocks = 0; // no device has room for such a cluster
  const heddle::exec::LaunchDimensions dimensions{
      {config->gridDimX, config->gridDimY, config->gridDimZ},
      {config->blockDimX, config->blockDimY, config->blockDimZ},
      config->sharedMemBytes};
  // As on an H200, a launch without clusters has none that are active.
  *clusters = blocks ? static_cast<int>(maxResidentBlocks(*function, dimensions) / blocks) : 0;
  return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialClusterSize(int* size, CUfunction handle,
                                            const CUlaunchConfig* config) {
  Function* function;
  HEDDLE_TRY(findFunction(handle, function));
  if (!size || !config)
    return CUDA_ERROR_INVALID_VALUE;
  if (config->numAttrs && !config->attrs)
    return CUDA_ERROR_INVALID_VALUE;
  unsigned blocks = 0;
  HEDDLE_TRY(clusterBlocks(*function, *config, blocks));
  const int threads = static_cast<int>(config->blockDimX * config->blockDimY * config->blockDimZ);
  if (threads <= 0 || activeBlocks(*function, threads, config->sharedMemBytes) == 0)
    return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  *size = static_cast<int>(function->settings.nonPortableCluster ? heddle::kMostClusterBlocks
                                                                 : kPortableClusterBlocks);
  return CUDA_SUCCESS;
}
