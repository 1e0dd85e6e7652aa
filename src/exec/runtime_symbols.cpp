#include "exec/runtime_symbols.h"

#include "exec/barrier_deadlock.h"
#include "exec/runtime_gate.h"
#include "ir/checker_abi.h"
#include "ir/device_runtime.h"
#include "ir/texture.h"
#include "memory/protection_keys.h"

namespace heddle::exec {

namespace {

template <bool hasWall> std::span<const RuntimeSymbol> symbolsBehindGates() {
  static const RuntimeSymbol symbols[] = {
#define HEDDLE_SYMBOL(function)                                                                    \
  {#function, reinterpret_cast<void*>(hasWall ? &RuntimeGate<&function>::callInHostMode            \
                                              : &RuntimeGate<&function>::call)},
#define HEDDLE_THREAD_OP(op, name, result, parameters, effects, flags, implementation, ptx)        \
  implementation
#define HEDDLE_CALL HEDDLE_SYMBOL
#define HEDDLE_LANE_CALL HEDDLE_SYMBOL
#define HEDDLE_SAMPLER_CALL HEDDLE_SYMBOL
#define HEDDLE_FIBER_CALL HEDDLE_SYMBOL
#include "ir/thread_operations.def"
      // In front of calls through pointers (simt/check_indirect_calls.h).
      HEDDLE_SYMBOL(heddle_invalid_call)
      // What the checks in kernels call (ir/checker_abi.h).
      HEDDLE_SYMBOL(heddle_check_access) HEDDLE_SYMBOL(heddle_check_bulk_access) HEDDLE_SYMBOL(
          heddle_check_bulk_initialised) HEDDLE_SYMBOL(heddle_check_free)
          HEDDLE_SYMBOL(heddle_end_checks) HEDDLE_SYMBOL(heddle_check_initialised) HEDDLE_SYMBOL(
              heddle_mark_initialised) HEDDLE_SYMBOL(heddle_report_unwritten)
              HEDDLE_SYMBOL(heddle_check_members) HEDDLE_SYMBOL(heddle_sync_warp) HEDDLE_SYMBOL(
                  heddle_sync_barrier) HEDDLE_SYMBOL(heddle_sync_passed)
                  HEDDLE_SYMBOL(heddle_sync_exit) HEDDLE_SYMBOL(heddle_sync_wait) HEDDLE_SYMBOL(
                      heddle_sync_went_on) HEDDLE_SYMBOL(heddle_sync_mbarrier)
                      HEDDLE_SYMBOL(heddle_check_race) HEDDLE_SYMBOL(heddle_race_warp_arrive)
                          HEDDLE_SYMBOL(heddle_race_warp_leave) HEDDLE_SYMBOL(
                              heddle_race_barrier_arrive) HEDDLE_SYMBOL(heddle_race_barrier_leave)
                              HEDDLE_SYMBOL(heddle_race_release) HEDDLE_SYMBOL(heddle_race_acquire)
                                  HEDDLE_SYMBOL(heddle_race_copy)
                                      HEDDLE_SYMBOL(heddle_race_copy_commit)
                                          HEDDLE_SYMBOL(heddle_race_copy_wait)
                                              HEDDLE_SYMBOL(heddle_race_copy_epoch)
                                                  HEDDLE_SYMBOL(heddle_check_global_race)
                                                      HEDDLE_SYMBOL(heddle_global_race_release)
                                                          HEDDLE_SYMBOL(heddle_global_race_acquire)
      // Which the schedulers of gangs and fibers call.
      HEDDLE_SYMBOL(heddle_barrier_deadlock)
      // Behind all warp operations of threads that run as fibers, and what runs those.
      HEDDLE_SYMBOL(heddle_warp_operation) HEDDLE_SYMBOL(heddle_run_threads)
#define HEDDLE_DEVICE_RUNTIME(name, result, parameters, stream) HEDDLE_SYMBOL(heddle_device_##name)
#include "ir/device_runtime.def"
#undef HEDDLE_DEVICE_RUNTIME
#undef HEDDLE_SYMBOL
  };
  return symbols;
}

} // namespace

std::span<const RuntimeSymbol> runtimeSymbols() {
  return memory::wallIsUp() ? symbolsBehindGates<true>() : symbolsBehindGates<false>();
}

} // namespace heddle::exec
