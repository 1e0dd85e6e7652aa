// Making communicators, asking them, and ending them.
#include "library/handles.h"
#include "nccl/group.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace heddle::nccl {

namespace {

using Handles = library::Handles<ncclComm>;

void checkPointer(const void* pointer, const char* name) {
  if (!pointer)
    throw Failure{ncclInvalidArgument, std::string(name) + " is null"};
}

bool isSet(int value) {
  return value != NCCL_CONFIG_UNDEF_INT;
}

// What the program wants, where it has said so, in place of `base`.
ncclConfig_t readConfig(const ncclConfig_t* given, const ncclConfig_t& base) {
  if (!given)
    return base;
  if (given->magic != base.magic || given->size > sizeof(ncclConfig_t) ||
      given->size < offsetof(ncclConfig_t, cgaClusterSize))
    throw Failure{ncclInvalidArgument, "ncclConfig_t is not initialised"};
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  std::memcpy(&config, given, given->size);
  const auto isFlag = [](int value) { return !isSet(value) || value == 0 || value == 1; };
  const auto isCount = [](int value) { return !isSet(value) || value > 0; };
  if (!isFlag(config.blocking) || !isFlag(config.splitShare) || !isFlag(config.shrinkShare) ||
      (isSet(config.cgaClusterSize) && config.cgaClusterSize < 0) || !isCount(config.minCTAs) ||
      !isCount(config.maxCTAs) ||
      (isSet(config.minCTAs) && isSet(config.maxCTAs) && config.minCTAs > config.maxCTAs))
    throw Failure{ncclInvalidArgument, "a value of ncclConfig_t is invalid"};
  if (!isSet(config.blocking))
    config.blocking = base.blocking;
  return config;
}

ncclConfig_t defaultConfig() {
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  config.blocking = 1;
  return config;
}

// Makes the handle of a communicator that a job has yet to connect.
InitJob makeJob(ncclComm_t* handle, int ranks, int rank, int device, const ncclConfig_t& config) {
  auto communicator = std::make_shared<Communicator>(rank, ranks, device, config);
  communicator->state = ncclInProgress;
  *handle = Handles::get().add(ncclComm{communicator});
  return {communicator, handle, nullptr};
}

void initialise(ncclComm_t* handle, int ranks, const ncclUniqueId& id, int rank,
                const ncclConfig_t* given, ncclResult_t& result) {
  // The driver gives threads that begin later access to the memory of all devices.
  int device = 0, devices = 0;
  cudaError_t error = cudaGetDeviceCount(&devices);
  if (!error)
    error = cudaGetDevice(&device);
  if (error) {
    result = reportCuda(error);
    return;
  }
  checkPointer(handle, "comm");
  if (ranks < 1 || rank < 0 || rank >= ranks)
    throw Failure{ncclInvalidArgument, "an invalid rank: " + std::to_string(rank) + " of " +
                                           std::to_string(ranks) + " ranks"};
  InitJob job = makeJob(handle, ranks, rank, device, readConfig(given, defaultConfig()));
  job.run = [communicator = job.communicator, id] { communicator->connect(id); };
  result = submit(std::move(job));
}

ncclResult_t initialise(ncclComm_t* handle, int ranks, const ncclUniqueId& id, int rank,
                        const ncclConfig_t* given) {
  return guardedInGroup([&] {
    ncclResult_t result = ncclSuccess;
    initialise(handle, ranks, id, rank, given, result);
    return result;
  });
}

struct SplitMember {
  int color, key, rank;
};

// The part of ncclCommSplit() that waits for the other ranks.
void split(Communicator& parent, Communicator& made, int color, int key) {
  std::vector<int> everyone;
  for (int rank = 0; rank < parent.ranks; ++rank)
    everyone.push_back(rank);
  std::vector<SplitMember> members;
  const auto check = [](bool isGood) {
    if (!isGood)
      throw Failure{ncclRemoteError, "a rank is gone that would have to take part"};
  };
  check(parent.exchange(everyone, SplitMember{color, key, parent.rank}, members));
  std::erase_if(members, [&](const SplitMember& member) { return member.color != color; });
  std::ranges::sort(members, {},
                    [](const SplitMember& member) { return std::pair(member.key, member.rank); });
  const bool isFirst = color != NCCL_SPLIT_NOCOLOR && members.front().rank == parent.rank;
  const ncclUniqueId own = isFirst ? makeUniqueId() : ncclUniqueId{};
  std::vector<ncclUniqueId> ids;
  check(parent.exchange(everyone, own, ids));
  if (color == NCCL_SPLIT_NOCOLOR)
    return;
  made.ranks = static_cast<int>(members.size());
  made.rank = static_cast<int>(std::ranges::find(members, parent.rank, &SplitMember::rank) -
                               members.begin());
  made.connect(ids[static_cast<std::size_t>(members.front().rank)]);
}

void shrink(Communicator& parent, Communicator& made, const std::vector<int>& members) {
  const ncclUniqueId own = members.front() == parent.rank ? makeUniqueId() : ncclUniqueId{};
  std::vector<ncclUniqueId> ids;
  if (!parent.exchange(members, own, ids))
    throw Failure{ncclRemoteError, "a rank is gone that is to remain"};
  made.connect(ids.front());
}

std::vector<int> remaining(const Communicator& parent, const int* excluded, int count) {
  const std::span<const int> out(excluded, static_cast<std::size_t>(count));
  if (std::ranges::any_of(out, [&](int rank) { return rank < 0 || rank >= parent.ranks; }))
    throw Failure{ncclInvalidArgument, "an excluded rank is not of the communicator"};
  std::vector<int> members;
  for (int rank = 0; rank < parent.ranks; ++rank)
    if (std::ranges::find(out, rank) == out.end())
      members.push_back(rank);
  if (std::ranges::find(members, parent.rank) == members.end())
    throw Failure{ncclInvalidUsage, "this rank is excluded and must not call ncclCommShrink()"};
  return members;
}

ncclResult_t initialiseAll(ncclComm_t* handles, int count, const int* devices) {
  checkPointer(handles, "comms");
  if (count < 0)
    throw Failure{ncclInvalidArgument, "an invalid number of devices: " + std::to_string(count)};
  int known = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&known))
    return reportCuda(error);
  for (int index = 0; devices && index < count; ++index) {
    if (devices[index] < 0 || devices[index] >= known)
      throw Failure{ncclInvalidArgument, "an invalid device: " + std::to_string(devices[index])};
    if (std::find(devices, devices + index, devices[index]) != devices + index)
      throw Failure{ncclInvalidUsage, "a device is there twice: " + std::to_string(devices[index])};
  }
  const ncclUniqueId id = makeUniqueId();
  library::CurrentDevice current;
  ncclGroupStart();
  for (int index = 0; index < count; ++index)
    if (const cudaError_t error = current.set(devices ? devices[index] : index))
      noteInGroup(reportCuda(error));
    else
      initialise(handles + index, count, id, index, nullptr);
  return ncclGroupEnd();
}

// Ends a communicator in good order.
ncclResult_t destroy(ncclComm_t handle) {
  const std::shared_ptr<Communicator> communicator = findAny(handle);
  Handles::get().remove(handle);
  if (communicator->state != ncclSuccess) {
    communicator->abort = true; // a thread may still be connecting it
    return ncclSuccess;
  }
  communicator->waitUntilIdle();
  const ncclResult_t failure = communicator->progress->failure();
  communicator->progress->leave();
  // A program that has not looked before learns here that its results are wrong.
  return failure == ncclRemoteError || failure == ncclSystemError
             ? report(failure, communicator->progress->failureText())
             : ncclSuccess;
}

} // namespace

} // namespace heddle::nccl

using namespace heddle::nccl;

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  return guarded([&] {
    checkPointer(id, "uniqueId");
    *id = makeUniqueId();
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclGetUniqueId);

ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  return initialise(comm, ranks, id, rank, nullptr);
}
HEDDLE_PROFILED(ncclCommInitRank);

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config) {
  return initialise(comm, ranks, id, rank, config);
}
HEDDLE_PROFILED(ncclCommInitRankConfig);

// One root is quick enough for all ranks, so that the first id does.
ncclResult_t ncclCommInitRankScalable(ncclComm_t* comm, int ranks, int rank, int idCount,
                                      ncclUniqueId* ids, ncclConfig_t* config) {
  if (!ids || idCount < 1 || idCount > ranks)
    return noteInGroup(report(ncclInvalidArgument, "an invalid number of unique ids"));
  return initialise(comm, ranks, *ids, rank, config);
}
HEDDLE_PROFILED(ncclCommInitRankScalable);

ncclResult_t ncclCommInitAll(ncclComm_t* comms, int count, const int* devices) {
  return guarded([&] { return initialiseAll(comms, count, devices); });
}
HEDDLE_PROFILED(ncclCommInitAll);

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  if (!comm)
    return ncclSuccess;
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    communicator->waitUntilIdle();
    const ncclResult_t failure = communicator->progress->failure();
    return failure ? report(failure, communicator->progress->failureText()) : ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommFinalize);

ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  return comm ? guarded([&] { return destroy(comm); }) : ncclSuccess;
}
HEDDLE_PROFILED(ncclCommDestroy);

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  if (!comm)
    return ncclSuccess;
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = findAny(comm);
    communicator->abort = true;
    Handles::get().remove(comm);
    if (communicator->state == ncclSuccess)
      communicator->progress->abort();
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommAbort);

ncclResult_t ncclCommRevoke(ncclComm_t comm, int flags) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    if (flags != NCCL_REVOKE_DEFAULT)
      return report(ncclInvalidArgument, "ncclCommRevoke() has no flags");
    communicator->progress->revoke(ncclInvalidUsage, "the communicator was revoked");
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommRevoke);

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t* made,
                           ncclConfig_t* config) {
  return guardedInGroup([&] {
    const std::shared_ptr<Communicator> parent = find(comm);
    checkPointer(made, "newcomm");
    if (color < NCCL_SPLIT_NOCOLOR)
      throw Failure{ncclInvalidArgument, "an invalid color: " + std::to_string(color)};
    const ncclConfig_t wanted = readConfig(config, parent->config);
    InitJob job = makeJob(made, parent->ranks, parent->rank, parent->device, wanted);
    job.run = [parent, communicator = job.communicator, color, key, made] {
      split(*parent, *communicator, color, key);
      if (color != NCCL_SPLIT_NOCOLOR)
        return;
      Handles::get().remove(*made);
      *made = nullptr;
    };
    return submit(std::move(job));
  });
}
HEDDLE_PROFILED(ncclCommSplit);

ncclResult_t ncclCommShrink(ncclComm_t comm, int* excluded, int count, ncclComm_t* made,
                            ncclConfig_t* config, int flags) {
  return guardedInGroup([&] {
    const std::shared_ptr<Communicator> parent = find(comm);
    checkPointer(made, "newcomm");
    checkPointer(excluded, "excludeRanksList");
    if (count <= 0 || count >= parent->ranks || (flags & ~NCCL_SHRINK_ABORT))
      throw Failure{ncclInvalidArgument, "an invalid number of ranks, or invalid flags"};
    const std::vector<int> members = remaining(*parent, excluded, count);
    if (flags & NCCL_SHRINK_ABORT)
      parent->progress->revoke(ncclInvalidUsage, "the communicator was shrunk");
    else if (const ncclResult_t failure = parent->progress->failure())
      throw Failure{failure, parent->progress->failureText()};
    const auto rank = std::ranges::find(members, parent->rank) - members.begin();
    InitJob job = makeJob(made, static_cast<int>(members.size()), static_cast<int>(rank),
                          parent->device, readConfig(config, parent->config));
    job.run = [parent, communicator = job.communicator, members] {
      shrink(*parent, *communicator, members);
    };
    return submit(std::move(job));
  });
}
HEDDLE_PROFILED(ncclCommShrink);

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* error) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = findAny(comm);
    checkPointer(error, "asyncError");
    const ncclResult_t state = communicator->state;
    *error = state ? state : communicator->progress->failure();
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommGetAsyncError);

ncclResult_t ncclCommCount(const ncclComm_t comm, int* count) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    checkPointer(count, "count");
    *count = communicator->ranks;
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommCount);

ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int* device) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    checkPointer(device, "device");
    *device = communicator->device;
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommCuDevice);

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int* rank) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    checkPointer(rank, "rank");
    *rank = communicator->rank;
    return ncclSuccess;
  });
}
HEDDLE_PROFILED(ncclCommUserRank);
