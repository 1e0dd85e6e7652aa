// From a kernel and the dimensions of its grid to a task for the workers. A launch by the host, a
// kernel node of a graph and a launch by device code differ in where the arguments come from; all
// three make their task with makeKernelTask().
#pragma once

#include "driver/graph/graph.h"
#include "exec/kernel_task.h"

namespace heddle::driver {

// The most blocks in a cluster that every GPU with clusters can run. A function must ask for more
// by CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED.
constexpr std::uint32_t kPortableClusterBlocks = 8;

// Checks that the grid can run, gives it the cluster dimensions that the function demands, compiles
// the function for the block dimensions if that has not been done, and makes the task. The task
// belongs to the caller, who fills in its parameters.
CUresult makeKernelTask(Function& function, const exec::LaunchDimensions& dimensions,
                        bool cooperative, exec::KernelTask*& task);

// The task of a kernel node.
CUresult makeKernelTask(Context& context, const KernelLaunch& launch, exec::TaskRef& task);

// Checks a launch as makeKernelTask() does, and keeps it with its arguments for a graph. The
// arguments come as pointers (`parameters`) or as one buffer (`extra`), as in cuLaunchKernel.
CUresult packLaunch(Context& context, CUfunction function, const exec::LaunchDimensions& dimensions,
                    void** parameters, void** extra, bool cooperative, KernelLaunch& launch);

// How many threads of a block a multiprocessor has registers for, when each needs so many.
std::uint32_t threadsByRegisters(std::uint32_t registers);

} // namespace heddle::driver
