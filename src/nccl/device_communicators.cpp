// Communicators for kernels (nccl_device.h): teams of ranks, and the memory in which kernels meet
// and signal. Where all ranks are of one process, GIN is loads and stores; between processes there
// is none.
#include "nccl/group.h"
#include "nccl/windows.h"
#include "nccl_device.h"
#include "trace/message.h"

#include <algorithm>

namespace heddle::nccl {

namespace {

// The unit of ncclGetResourceBufferOffset().
constexpr std::size_t kUnit = 128;

// Places buffers behind each other in the memory of a device communicator.
class Layout {
public:
  ncclDevResourceHandle_t add(std::size_t bytes, std::size_t align = kUnit) {
    align = std::max(align, kUnit);
    bytes_ = (bytes_ + align - 1) / align * align;
    const auto handle = static_cast<ncclDevResourceHandle_t>(bytes_ / kUnit);
    bytes_ += bytes;
    return handle;
  }
  std::size_t bytes() const { return bytes_; }

private:
  std::size_t bytes_ = 0;
};

// For each barrier a counter for every member, and the round it is in.
std::size_t barrierBytes(int members, int barriers) {
  return static_cast<std::size_t>(barriers) * static_cast<std::size_t>(members + 1) *
         sizeof(std::uint32_t);
}

ncclTeam_t worldTeam(const Communicator& communicator) {
  return {communicator.ranks, communicator.rank, 1};
}

template <class Answer, class Body> Answer answerOf(ncclComm_t handle, Body body) {
  Answer answer{};
  (void)guarded([&] {
    answer = body(*find(handle));
    return ncclSuccess;
  });
  return answer;
}

ncclResult_t refuse(const char* what) {
  trace::reportNotSupported(what);
  return report(ncclInternalError, std::string(what) + " is not supported");
}

// Adds what the program's own lists ask for, and tells it where that will be.
void addListed(const ncclDevCommRequirements_t& requirements, Layout& layout, ncclDevComm_t& made) {
  for (const auto* each = requirements.resourceRequirementsList; each; each = each->next) {
    const ncclDevResourceHandle_t handle = layout.add(each->bufferSize, each->bufferAlign);
    if (each->outBufferHandle)
      *each->outBufferHandle = handle;
    if (each->outGinSignalStart)
      *each->outGinSignalStart = static_cast<ncclGinSignal_t>(made.ginSignalCount);
    if (each->outGinCounterStart)
      *each->outGinCounterStart = static_cast<ncclGinCounter_t>(made.ginCounterCount);
    made.ginSignalCount += each->ginSignalCount;
    made.ginCounterCount += each->ginCounterCount;
  }
}

ncclDevComm_t describe(const Communicator& communicator,
                       const ncclDevCommRequirements_t& requirements, Layout& layout) {
  ncclDevComm_t made{};
  made.rank = communicator.rank;
  made.nRanks = communicator.ranks;
  made.lsaSize = communicator.lsaSize;
  made.lsaRank = communicator.rank % communicator.lsaSize;
  made.lsaBarrier.nBarriers = std::max(requirements.barrierCount, requirements.lsaBarrierCount);
  made.lsaBarrier.bufHandle = layout.add(barrierBytes(made.lsaSize, made.lsaBarrier.nBarriers));
  made.railGinBarrier.nBarriers =
      std::max(requirements.barrierCount, requirements.railGinBarrierCount);
  made.railGinBarrier.bufHandle =
      layout.add(barrierBytes(made.nRanks / made.lsaSize, made.railGinBarrier.nBarriers));
  made.ginSignalCount = requirements.ginSignalCount;
  made.ginCounterCount = requirements.ginCounterCount;
  addListed(requirements, layout, made);
  const auto numbers = [&](int count) {
    return layout.add(static_cast<std::size_t>(count) * sizeof(std::uint64_t));
  };
  made.ginSignals = numbers(made.ginSignalCount);
  made.ginSignalShadows = numbers(made.ginSignalCount);
  made.ginCounters = numbers(made.ginCounterCount);
  made.ginContextCount = made.lsaSize == made.nRanks ? 1 : 0;
  return made;
}

bool wantsMultimem(const ncclDevCommRequirements_t& requirements) {
  for (const auto* each = requirements.teamRequirementsList; each; each = each->next)
    if (each->multimem)
      return true;
  return requirements.lsaMultimem;
}

bool wantsGin(const ncclDevCommRequirements_t& requirements, const ncclDevComm_t& made) {
  return requirements.ginForceEnable || made.ginSignalCount > 0 || made.ginCounterCount > 0 ||
         made.railGinBarrier.nBarriers > 0;
}

template <class Handle>
ncclResult_t requireBarriers(ncclTeam_t team, int count, Handle* handle,
                             ncclDevResourceRequirements_t* requirement) {
  if (!handle || !requirement || count < 0)
    return report(ncclInvalidArgument, "an invalid argument of a barrier");
  *requirement = {};
  requirement->bufferSize = barrierBytes(team.nRanks, count);
  requirement->bufferAlign = alignof(std::uint32_t);
  requirement->outBufferHandle = &handle->bufHandle;
  handle->nBarriers = count;
  return ncclSuccess;
}

// The memory of a device communicator, all zeros, as a window that owns it.
ncclWindow_t makeResources(Communicator& communicator, std::size_t bytes) {
  const DeviceScope scope(communicator.device);
  void* memory = nullptr;
  if (cudaMalloc(&memory, std::max(bytes, kUnit)))
    throw Failure{ncclUnhandledCudaError, "there is no memory for a device communicator"};
  try {
    if (cudaMemset(memory, 0, bytes) || cudaStreamSynchronize(nullptr))
      throw Failure{ncclUnhandledCudaError, "memory of a device communicator cannot be written"};
    return makeWindow(communicator, memory, memory);
  } catch (...) {
    (void)cudaFree(memory);
    throw;
  }
}

} // namespace

} // namespace heddle::nccl

using namespace heddle::nccl;

ncclResult_t ncclDevCommCreate(ncclComm_t comm, const ncclDevCommRequirements_t* requirements,
                               ncclDevComm_t* out) {
  return guardedInGroup([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    if (!requirements || !out)
      return report(ncclInvalidArgument, "an argument of ncclDevCommCreate() is null");
    if (wantsMultimem(*requirements))
      return refuse("ncclDevCommCreate() with multimem");
    if (requirements->lsaLLA2ABlockCount > 0)
      return refuse("ncclDevCommCreate() with LLA2A");
    Layout layout;
    const ncclDevComm_t made = describe(*communicator, *requirements, layout);
    if (wantsGin(*requirements, made) && made.lsaSize != made.nRanks)
      return refuse("ncclDevCommCreate() with GIN between processes");
    return submit(ExchangeJob{communicator, [communicator, made, bytes = layout.bytes(), out] {
                                const ncclWindow_t window = makeResources(*communicator, bytes);
                                *out = made;
                                out->resourceWindow = window;
                              }});
  });
}
HEDDLE_PROFILED(ncclDevCommCreate);

ncclResult_t ncclDevCommDestroy(ncclComm_t comm, const ncclDevComm_t* made) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    return made && destroyWindow(*communicator, made->resourceWindow)
               ? ncclSuccess
               : report(ncclInvalidArgument, "this is no device communicator");
  });
}
HEDDLE_PROFILED(ncclDevCommDestroy);

ncclResult_t ncclLsaBarrierCreateRequirement(ncclTeam_t team, int count,
                                             ncclLsaBarrierHandle_t* handle,
                                             ncclDevResourceRequirements_t* requirement) {
  return requireBarriers(team, count, handle, requirement);
}
HEDDLE_PROFILED(ncclLsaBarrierCreateRequirement);

ncclResult_t ncclGinBarrierCreateRequirement(ncclComm_t comm, ncclTeam_t team, int count,
                                             ncclGinBarrierHandle_t* handle,
                                             ncclDevResourceRequirements_t* requirement) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    if (communicator->lsaSize != communicator->ranks)
      return refuse("ncclGinBarrierCreateRequirement() between processes");
    return requireBarriers(team, count, handle, requirement);
  });
}
HEDDLE_PROFILED(ncclGinBarrierCreateRequirement);

ncclTeam_t ncclTeamWorld(ncclComm_t comm) {
  return answerOf<ncclTeam_t>(comm, worldTeam);
}
extern "C" __attribute__((alias("ncclTeamWorld"),
                          visibility("default"))) ncclTeam_t pncclTeamWorld(ncclComm_t);

ncclTeam_t ncclTeamLsa(ncclComm_t comm) {
  return answerOf<ncclTeam_t>(comm, [](const Communicator& communicator) {
    return ncclTeamInnerFactor(worldTeam(communicator), communicator.lsaSize);
  });
}
extern "C" __attribute__((alias("ncclTeamLsa"),
                          visibility("default"))) ncclTeam_t pncclTeamLsa(ncclComm_t);

ncclTeam_t ncclTeamRail(ncclComm_t comm) {
  return answerOf<ncclTeam_t>(comm, [](const Communicator& communicator) {
    return ncclTeamOuterFactor(worldTeam(communicator), communicator.lsaSize);
  });
}
extern "C" __attribute__((alias("ncclTeamRail"),
                          visibility("default"))) ncclTeam_t pncclTeamRail(ncclComm_t);

int ncclTeamRankToWorld(ncclComm_t comm, ncclTeam_t team, int rank) {
  return answerOf<int>(comm, [&](const Communicator& communicator) {
    return ncclTeamRankToTeam(worldTeam(communicator), team, rank);
  });
}
extern "C" __attribute__((alias("ncclTeamRankToWorld"), visibility("default"))) int
pncclTeamRankToWorld(ncclComm_t, ncclTeam_t, int);

int ncclTeamRankToLsa(ncclComm_t comm, ncclTeam_t team, int rank) {
  return answerOf<int>(comm, [&](const Communicator& communicator) {
    return ncclTeamRankToTeam(ncclTeamInnerFactor(worldTeam(communicator), communicator.lsaSize),
                              team, rank);
  });
}
extern "C" __attribute__((alias("ncclTeamRankToLsa"), visibility("default"))) int
pncclTeamRankToLsa(ncclComm_t, ncclTeam_t, int);
