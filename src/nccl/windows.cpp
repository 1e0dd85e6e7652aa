#include "nccl/windows.h"

#include "nccl/group.h"
#include "nccl_device.h"

#include <cstring>

namespace heddle::nccl {

namespace {

// Where the window begins in each rank of this rank's LSA team.
std::vector<void*> exchangeAddresses(Communicator& communicator, void* memory) {
  if (communicator.lsaSize == 1)
    return {memory};
  std::vector<int> team;
  const int first = communicator.rank - communicator.rank % communicator.lsaSize;
  for (int rank = first; rank < first + communicator.lsaSize; ++rank)
    team.push_back(rank);
  std::vector<void*> addresses;
  if (!communicator.exchange(team, memory, addresses))
    throw Failure{ncclRemoteError, "a rank is gone that would have to make its window"};
  return addresses;
}

// Lets kernels of the current device access the memory that the addresses point to.
void enablePeerAccess(const std::vector<void*>& addresses, int current) {
  for (const void* address : addresses) {
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, address) || attributes.type != cudaMemoryTypeDevice ||
        attributes.device == current)
      continue;
    const cudaError_t result = cudaDeviceEnablePeerAccess(attributes.device, 0);
    if (result == cudaErrorPeerAccessAlreadyEnabled)
      (void)cudaGetLastError(); // which the program would see otherwise
    else if (result)
      throw Failure{ncclUnhandledCudaError, "a window of another device cannot be accessed"};
  }
}

} // namespace

ncclWindow_t makeWindow(Communicator& communicator, void* memory, void* owned) {
  const std::vector<void*> addresses = exchangeAddresses(communicator, memory);
  const std::size_t addressBytes = addresses.size() * sizeof(void*);
  const DeviceScope scope(communicator.device);
  enablePeerAccess(addresses, communicator.device);
  char* made = nullptr;
  if (cudaMalloc(&made, sizeof(ncclWindow_vidmem) + addressBytes))
    throw Failure{ncclUnhandledCudaError, "there is no memory for a window"};
  const ncclWindow_vidmem description{
      reinterpret_cast<char* const*>(made + sizeof(ncclWindow_vidmem)),
      communicator.rank % communicator.lsaSize, communicator.rank};
  std::vector<char> content(sizeof description + addressBytes);
  std::memcpy(content.data(), &description, sizeof description);
  std::memcpy(content.data() + sizeof description, addresses.data(), addressBytes);
  if (cudaMemcpy(made, content.data(), content.size(), cudaMemcpyHostToDevice)) {
    (void)cudaFree(made);
    throw Failure{ncclUnhandledCudaError, "a window cannot be written"};
  }
  const std::lock_guard lock(communicator.mutex);
  const auto window = reinterpret_cast<ncclWindow_t>(made);
  communicator.windows.emplace(window, owned);
  return window;
}

bool destroyWindow(Communicator& communicator, ncclWindow_t window) {
  void* owned = nullptr;
  {
    const std::lock_guard lock(communicator.mutex);
    const auto found = communicator.windows.find(window);
    if (found == communicator.windows.end())
      return false;
    owned = found->second;
    communicator.windows.erase(found);
  }
  const DeviceScope scope(communicator.device);
  (void)cudaFree(window);
  (void)cudaFree(owned);
  return true;
}

} // namespace heddle::nccl

using namespace heddle::nccl;

ncclResult_t ncclCommWindowRegister(ncclComm_t comm, void* buffer, size_t bytes,
                                    ncclWindow_t* window, int flags) {
  return guardedInGroup([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    if (!window || !buffer || bytes == 0 || (flags & ~NCCL_WIN_COLL_SYMMETRIC))
      return report(ncclInvalidArgument, "an invalid argument of a window");
    return submit(ExchangeJob{communicator, [communicator, buffer, window] {
                                *window = makeWindow(*communicator, buffer, nullptr);
                              }});
  });
}
HEDDLE_PROFILED(ncclCommWindowRegister);

ncclResult_t ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t window) {
  return guarded([&] {
    const std::shared_ptr<Communicator> communicator = find(comm);
    return !window || destroyWindow(*communicator, window)
               ? ncclSuccess
               : report(ncclInvalidArgument, "the handle is of no window");
  });
}
HEDDLE_PROFILED(ncclCommWindowDeregister);
