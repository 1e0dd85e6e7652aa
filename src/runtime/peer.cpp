// Peer access between devices.
#include "runtime/runtime.h"

using namespace heddle::runtime;

namespace {

// The runtime names peers by device, and the driver by context: calls `use` with the primary
// context of the device.
template <class Use>
cudaError_t withPeerContext(int peerDevice, Use&& use, const char* caller = __builtin_FUNCTION()) {
  auto body = [&](const Driver& driver) {
    CUcontext peer = nullptr;
    if (cudaError_t status = primaryContext(driver, peerDevice, peer); status != cudaSuccess)
      return status;
    return toError(use(driver, peer));
  };
  return inContext(body, caller);
}

} // namespace

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceCanAccessPeer(canAccessPeer, device, peerDevice);
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  return withPeerContext(peerDevice, [&](const Driver& driver, CUcontext peer) {
    return driver.cuCtxEnablePeerAccess(peer, flags);
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
  return withPeerContext(peerDevice, [](const Driver& driver, CUcontext peer) {
    return driver.cuCtxDisablePeerAccess(peer);
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attr, int srcDevice,
                                      int dstDevice) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetP2PAttribute(value, static_cast<CUdevice_P2PAttribute>(attr),
                                          srcDevice, dstDevice);
  });
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int* capabilities,
                                               const cudaAtomicOperation* operations,
                                               unsigned int count, int srcDevice, int dstDevice) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetP2PAtomicCapabilities(
        capabilities, reinterpret_cast<const CUatomicOperation*>(operations), count, srcDevice,
        dstDevice);
  });
}

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int* capabilities,
                                                const cudaAtomicOperation* operations,
                                                unsigned int count, int device) {
  return inDriver([&](const Driver& driver) {
    return driver.cuDeviceGetHostAtomicCapabilities(
        capabilities, reinterpret_cast<const CUatomicOperation*>(operations), count, device);
  });
}
