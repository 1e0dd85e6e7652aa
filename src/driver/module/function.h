// CUfunction: a kernel of a module, and its native code for the block shapes used so far.
#pragma once

#include "driver/core/driver.h"
#include "exec/kernel_task.h"
#include "ir/kernel_abi.h"
#include "jit/program.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::driver {

// What can be set on a function or kernel.
struct FunctionSettings {
  int maxDynamicSharedBytes = -1; // -1: what is left of 48 KiB
  int carveout = CU_SHAREDMEM_CARVEOUT_DEFAULT;
  CUfunc_cache cacheConfig = CU_FUNC_CACHE_PREFER_NONE;
  std::array<std::uint32_t, 3> cluster{}; // zeros: not set
  bool nonPortableCluster = false;
  int clusterScheduling = CU_CLUSTER_SCHEDULING_POLICY_DEFAULT;
};

// The cluster that a kernel is compiled for or was given later, zeros where launches decide.
inline std::array<std::uint32_t, 3> requiredCluster(const jit::KernelInfo& info,
                                                    const FunctionSettings& settings) {
  const auto& compiled = info.requiredCluster;
  if (!compiled[0])
    return settings.cluster;
  return {compiled[0], std::max(compiled[1], 1u), std::max(compiled[2], 1u)};
}

// Attributes depend on what the PTX declares and on the settings alone.
CUresult functionAttribute(const jit::KernelInfo& info, const FunctionSettings& settings,
                           CUfunction_attribute attribute, int& value);
CUresult setFunctionAttribute(const jit::KernelInfo& info, FunctionSettings& settings,
                              CUfunction_attribute attribute, int value);
std::uint32_t maxThreads(const jit::KernelInfo& info);

// What the launch of CUDA before 4.0 keeps on a function.
struct LegacyLaunch {
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t sharedBytes = 0;
  std::uint32_t parameterBytes = 0;
  std::vector<char> parameters;
};

class Function {
public:
  Function(Module& module, const jit::KernelInfo& info, jit::Program& program)
      : module_(module), info_(info), program_(program) {}

  Module& module() { return module_; }
  const jit::KernelInfo& info() const { return info_; }
  FunctionSettings settings;
  LegacyLaunch legacyLaunch;

  // Its code for a shape; null when there is none yet.
  const CompiledKernel* compiled(const std::array<std::uint32_t, 3>& blockDim);
  // Compiles at first use of a shape.
  CUresult specialise(const std::array<std::uint32_t, 3>& blockDim, const CompiledKernel*& kernel);

private:
  struct Shape {
    std::array<std::uint32_t, 3> blockDim;
    const CompiledKernel* kernel;
  };

  Module& module_;
  const jit::KernelInfo& info_;
  jit::Program& program_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::atomic<const Shape*> last_{nullptr};
};

// The most blocks of a cooperative grid: as many as the multiprocessors hold at once.
std::uint64_t maxResidentBlocks(const Function& function, const exec::LaunchDimensions& dimensions);

// A handle may be of a CUfunction or of a CUkernel, which stands for its function in the current
// context; `context` is the one that the function belongs to.
CUresult findFunction(CUfunction handle, Function*& function);
// The same where a CUkernel stands for its function in that context, not in the current one.
CUresult findFunction(CUfunction handle, Context& context, Function*& function);
// The context of a CUfunction, whichever is current; null for a CUkernel, which has none.
Context* contextOf(CUfunction handle);

} // namespace heddle::driver
