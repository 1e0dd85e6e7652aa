// Kernels ready to run: checked, with their arguments.
#pragma once

#include "driver/graph/graph.h"
#include "exec/task.h"

namespace heddle::driver {

// The most blocks that any device takes in a cluster.
constexpr std::uint32_t kPortableClusterBlocks = 8;

// Whether the function can be launched with these dimensions.
CUresult checkDimensions(const Function& function, const exec::LaunchDimensions& dimensions);
// Checks a launch in a context and packs its arguments, given in either form.
CUresult packLaunch(Context& context, CUfunction function, const exec::LaunchDimensions& dimensions,
                    void** parameters, void** extra, bool cooperative, KernelLaunch& launch);
// A task for it.
CUresult makeKernelTask(Context& context, const KernelLaunch& launch, exec::TaskRef& task);

// The same for copies and fills, for graphs.
CUresult makeCopyTask(Context& context, const CUDA_MEMCPY3D& description, exec::TaskRef& task);
// To memory that only the program knows.
bool isTowardsPageable(const CUDA_MEMCPY3D& description);
CUresult makeFillTask(Context& context, const CUDA_MEMSET_NODE_PARAMS& description,
                      exec::TaskRef& task);

} // namespace heddle::driver
