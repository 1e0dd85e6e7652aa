#include "simt/thread_intrinsics.h"

#include "simt/called_functions.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::simt {
namespace {

using enum ThreadOp;

constexpr ThreadOpInfo kTable[] = {
    {TidX, "heddle.tid.x", 0},
    {TidY, "heddle.tid.y", 0},
    {TidZ, "heddle.tid.z", 0},
    {NtidX, "heddle.ntid.x", UniformResult},
    {NtidY, "heddle.ntid.y", UniformResult},
    {NtidZ, "heddle.ntid.z", UniformResult},
    {CtaidX, "heddle.ctaid.x", UniformResult},
    {CtaidY, "heddle.ctaid.y", UniformResult},
    {CtaidZ, "heddle.ctaid.z", UniformResult},
    {NctaidX, "heddle.nctaid.x", UniformResult},
    {NctaidY, "heddle.nctaid.y", UniformResult},
    {NctaidZ, "heddle.nctaid.z", UniformResult},
    {LaneId, "heddle.laneid", 0},
    {WarpId, "heddle.warpid", UniformResult},
    {NWarpId, "heddle.nwarpid", UniformResult},
    {SmId, "heddle.smid", UniformResult},
    {NSmId, "heddle.nsmid", UniformResult},
    {GridId, "heddle.gridid", UniformResult},
    {ClusterNctaidX, "heddle.cluster_nctaid.x", UniformResult},
    {ClusterNctaidY, "heddle.cluster_nctaid.y", UniformResult},
    {ClusterNctaidZ, "heddle.cluster_nctaid.z", UniformResult},
    {ClusterState, "heddle.cluster.state", UniformResult},
    {ClusterStride, "heddle.cluster.stride", UniformResult},
    {LanemaskEq, "heddle.lanemask.eq", 0},
    {LanemaskLe, "heddle.lanemask.le", 0},
    {LanemaskLt, "heddle.lanemask.lt", 0},
    {LanemaskGe, "heddle.lanemask.ge", 0},
    {LanemaskGt, "heddle.lanemask.gt", 0},
    {DynamicSmemSize, "heddle.dynamic_smem_size", UniformResult},
    {TotalSmemSize, "heddle.total_smem_size", UniformResult},
    {Clock64, "heddle.clock64", UniformResult},
    {GlobalTimer, "heddle.globaltimer", UniformResult},
    {NanoSleep, "heddle.nanosleep", 0},
    {Barrier, "heddle.barrier", BlockLevel},
    {BarrierArrive, "heddle.barrier.arrive", BlockLevel},
    {BarrierPopc, "heddle.barrier.popc", BlockLevel | UniformResult},
    {BarrierAnd, "heddle.barrier.and", BlockLevel | UniformResult},
    {BarrierOr, "heddle.barrier.or", BlockLevel | UniformResult},
    {Yield, "heddle.yield", BlockLevel},
    {Wait, "heddle.wait", BlockLevel},
    {WarpBarrier, "heddle.warp.barrier", WarpLevel},
    {Step, "heddle.step", WarpLevel},
    {ShflIdx, "heddle.shfl.idx", WarpLevel},
    {ShflUp, "heddle.shfl.up", WarpLevel},
    {ShflDown, "heddle.shfl.down", WarpLevel},
    {ShflBfly, "heddle.shfl.bfly", WarpLevel},
    {VoteAny, "heddle.vote.any", WarpLevel},
    {VoteAll, "heddle.vote.all", WarpLevel},
    {VoteUni, "heddle.vote.uni", WarpLevel},
    {VoteBallot, "heddle.vote.ballot", WarpLevel},
    {ActiveMask, "heddle.activemask", WarpLevel | UniformResult},
    {MatchAny32, "heddle.match.any.b32", WarpLevel},
    {MatchAny64, "heddle.match.any.b64", WarpLevel},
    {MatchAll32, "heddle.match.all.b32", WarpLevel},
    {MatchAll64, "heddle.match.all.b64", WarpLevel},
    {ReduxAdd, "heddle.redux.add", WarpLevel},
    {ReduxMin, "heddle.redux.min", WarpLevel},
    {ReduxMax, "heddle.redux.max", WarpLevel},
    {ReduxUMin, "heddle.redux.umin", WarpLevel},
    {ReduxUMax, "heddle.redux.umax", WarpLevel},
    {ReduxAnd, "heddle.redux.and", WarpLevel},
    {ReduxOr, "heddle.redux.or", WarpLevel},
    {ReduxXor, "heddle.redux.xor", WarpLevel},
    {CvtaShared, "heddle.cvta.shared", 0},
    {CvtaToShared, "heddle.cvta.to.shared", 0},
    {IsSpaceShared, "heddle.isspacep.shared", 0},
    {IsSpaceLocal, "heddle.isspacep.local", 0},
    {IsSpaceGlobal, "heddle.isspacep.global", 0},
    {IsSpaceConst, "heddle.isspacep.const", 0},
    {IsSpaceParam, "heddle.isspacep.param", 0},
    {SharedBase, "heddle.shared.base", UniformResult},
    {MaskAny, "heddle.mask.any", UniformResult},
    {MaskAll, "heddle.mask.all", UniformResult},
    {BlockThread, "heddle.block.thread", 0},
    {Inside, "heddle.inside", 0},
    {Called, "heddle.called", 0},
    {Trap, "heddle.trap", PerLane},
    {ClusterArrive, "heddle.cluster_arrive", PerLane},
    {ClusterExit, "heddle.cluster_exit", PerLane},
    {SurfacePack, "heddle.surface_pack", PerLane},
    {Exit, "heddle.exit", 0},
    {Brkpt, "heddle.brkpt", 0},
    {VPrintf, "vprintf", PerLane},
    {Malloc, "malloc", PerLane},
    {Free, "free", PerLane},
    {AssertFail, "__assertfail", PerLane},
};

constexpr ThreadOpInfo kNone = {None, "", 0};
constexpr ThreadOpInfo kDeviceRuntime = {DeviceRuntime, "heddle.device.", PerLane};
constexpr ThreadOpInfo kTextureSample = {TextureSample, "heddle.texture_sample.", 0};

} // namespace

const ThreadOpInfo& threadOpInfo(const llvm::Value* callee) {
  static const auto* byName = [] {
    auto* map = new llvm::StringMap<const ThreadOpInfo*>;
    for (const ThreadOpInfo& info : kTable)
      (*map)[info.name] = &info;
    return map;
  }();
  auto* function = llvm::dyn_cast<llvm::Function>(callee);
  if (!function || !function->isDeclaration())
    return kNone;
  if (function->getName().starts_with(kDeviceRuntime.name))
    return kDeviceRuntime;
  if (function->getName().starts_with(kTextureSample.name))
    return kTextureSample;
  auto found = byName->find(function->getName());
  return found == byName->end() ? kNone : *found->second;
}

const char* threadOpName(ThreadOp op) {
  for (const ThreadOpInfo& info : kTable)
    if (info.op == op)
      return info.name;
  return "";
}

std::string runtimeFunction(const llvm::CallBase& call, const ThreadOpInfo& info) {
  if (info.op == AssertFail)
    return "heddle_assertfail";
  llvm::StringRef name = call.getCalledFunction()->getName();
  name.consume_front("heddle.");
  if (info.op == DeviceRuntime) {
    name.consume_front("device.");
    return ("heddle_device_" + name).str();
  }
  return ("heddle_" + name).str();
}

bool isWarpSynchronous(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer && instruction.isVolatile() && pointer->getType()->getPointerAddressSpace() == 3;
}

bool usesWarpOperations(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (threadOpInfo(*call).flags & WarpLevel ||
          (call->getCalledFunction() && call->getCalledFunction()->hasFnAttribute(kWarpFunction)))
        return true;
    if (isWarpSynchronous(instruction))
      return true;
  }
  return false;
}

} // namespace heddle::simt
