// CUfunction: a kernel of a module, and its native code for the block dimensions used so far.
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

// What a program can set on a CUfunction or CUkernel.
struct FunctionSettings {
  int maxDynamicSharedBytes = -1; // -1 for what static shared memory leaves of 48 KiB
  int carveout = CU_SHAREDMEM_CARVEOUT_DEFAULT;
  CUfunc_cache cacheConfig = CU_FUNC_CACHE_PREFER_NONE;
  std::array<std::uint32_t, 3> cluster{}; // zeros when not set
  bool nonPortableCluster = false;
  int clusterScheduling = CU_CLUSTER_SCHEDULING_POLICY_DEFAULT;
  std::uint32_t mostRegisters = UINT32_MAX; // that a thread may have, by CU_JIT_MAX_REGISTERS
};

// The cluster dimensions that a kernel is compiled for or that were set on it. Zeros when each
// launch decides.
inline std::array<std::uint32_t, 3> requiredCluster(const jit::KernelInfo& info,
                                                    const FunctionSettings& settings) {
  const auto& compiled = info.requiredCluster;
  if (!compiled[0])
    return settings.cluster;
  return {compiled[0], std::max(compiled[1], 1u), std::max(compiled[2], 1u)};
}

// Attributes depend only on what the PTX declares and on the settings, so a CUkernel, which has no
// context, has them too.
CUresult functionAttribute(const jit::KernelInfo& info, const FunctionSettings& settings,
                           CUfunction_attribute attribute, int& value);
CUresult setFunctionAttribute(const jit::KernelInfo& info, FunctionSettings& settings,
                              CUfunction_attribute attribute, int value);
std::uint32_t maxThreads(const jit::KernelInfo& info);

// What a program has set on a function for a launch in the manner of CUDA before 4.0.
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

  // Whether there is native code for any block dimensions.
  bool isCompiled() const { return last_.load(std::memory_order_relaxed); }
  // The native code for these block dimensions; null when they have not been compiled.
  const CompiledKernel* compiled(const std::array<std::uint32_t, 3>& blockDim);
  // As compiled(), but compiles the kernel if that has not been done.
  CUresult specialise(const std::array<std::uint32_t, 3>& blockDim, const CompiledKernel*& kernel);

private:
  struct Specialisation {
    std::array<std::uint32_t, 3> blockDim;
    const CompiledKernel* kernel;
  };

  Module& module_;
  const jit::KernelInfo& info_;
  jit::Program& program_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Specialisation>> specialisations_;
  std::atomic<const Specialisation*> last_{nullptr}; // found without a lock
};

// The most blocks of a cooperative grid. On a GPU that is as many as all multiprocessors hold at
// once.
// `multiprocessors` is how many the grid may use; 0 stands for all of the device.
std::uint64_t maxResidentBlocks(const Function& function, const exec::LaunchDimensions& dimensions,
                                unsigned multiprocessors = 0);

// The function of a handle. A CUkernel, which the API accepts too, stands for its function in the
// current context.
CUresult findFunction(CUfunction handle, Function*& function);
// The same, but a CUkernel stands for its function in `context`.
CUresult findFunction(CUfunction handle, Context& context, Function*& function);
// The context that a CUfunction belongs to; null for a CUkernel, which has none.
Context* contextOf(CUfunction handle);

} // namespace heddle::driver
