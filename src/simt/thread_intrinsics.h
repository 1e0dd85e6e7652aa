// The `heddle.*` functions of thread IR as data: which operation a call is and what is known of it.
#pragma once

#include "llvm/IR/Instructions.h"

#include <string>

namespace heddle::simt {

enum class ThreadOp {
  None,
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  ClusterNctaidX,
  ClusterNctaidY,
  ClusterNctaidZ,
  ClusterState,
  ClusterStride,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  DynamicSmemSize,
  TotalSmemSize,
  Clock64,
  GlobalTimer,
  NanoSleep,
  Barrier,
  BarrierArrive,
  BarrierPopc,
  BarrierAnd,
  BarrierOr,
  Yield,
  Wait,
  WarpBarrier,
  Step, // before an access that the lanes of a warp make together
  ShflIdx,
  ShflUp,
  ShflDown,
  ShflBfly,
  VoteAny,
  VoteAll,
  VoteUni,
  VoteBallot,
  ActiveMask,
  MatchAny32,
  MatchAny64,
  MatchAll32,
  MatchAll64,
  ReduxAdd,
  ReduxMin,
  ReduxMax,
  ReduxUMin,
  ReduxUMax,
  ReduxAnd,
  ReduxOr,
  ReduxXor,
  CvtaShared,
  CvtaToShared,
  IsSpaceShared,
  IsSpaceLocal,
  IsSpaceGlobal,
  IsSpaceConst,
  IsSpaceParam,
  SharedBase,
  MaskAny,
  MaskAll,
  BlockThread,
  Inside, // is there such a thread, in the last gang of a block?
  Called, // is the lane among those that call this function?
  Trap,
  ClusterArrive,
  ClusterExit,
  SurfacePack,
  Exit,
  Brkpt,
  VPrintf,
  Malloc,
  Free,
  AssertFail,
  TextureSample, // heddle.texture_sample.*, one call for all lanes
  DeviceRuntime, // heddle.device.*, of ir/device_runtime.def
};

enum ThreadOpFlags : unsigned {
  UniformResult = 1, // every active lane gets the same value
  WarpLevel = 2,     // the lanes of a warp meet here
  BlockLevel = 4,    // the threads of a block meet here
  PerLane = 8,       // a call into the run-time library, once per active lane
};

struct ThreadOpInfo {
  ThreadOp op;
  const char* name;
  unsigned flags;
};

const ThreadOpInfo& threadOpInfo(const llvm::Value* callee);
inline const ThreadOpInfo& threadOpInfo(const llvm::CallBase& call) {
  return threadOpInfo(call.getCalledOperand());
}
inline ThreadOp threadOp(const llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call ? threadOpInfo(*call).op : ThreadOp::None;
}
const char* threadOpName(ThreadOp op);
// The run-time function behind a call that is made for each lane.
std::string runtimeFunction(const llvm::CallBase& call, const ThreadOpInfo& info);

// An access to volatile shared memory: how programs before Volta spoke between the lanes of a warp.
bool isWarpSynchronous(const llvm::Instruction& instruction);
// Does any instruction of the function need the lanes of a warp to meet?
bool usesWarpOperations(const llvm::Function& function);

} // namespace heddle::simt
