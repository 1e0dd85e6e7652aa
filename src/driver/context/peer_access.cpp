// Which contexts may use the memory of other devices' contexts.
#include "driver/context/context.h"
#include "driver/device/device.h"

namespace heddle::driver {

CUresult Context::enablePeer(Context& peer) {
  if (&peer.device() == &device_)
    return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  std::lock_guard lock(mutex_);
  if (!peers_.insert(peer.id()).second)
    return CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
  execution_->allowDevice(peer.device().index());
  return CUDA_SUCCESS;
}

CUresult Context::disablePeer(Context& peer) {
  std::lock_guard lock(mutex_);
  if (!peers_.erase(peer.id()))
    return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
  // Running kernels may still use the memory of the peer.
  execution_->synchronize();
  execution_->forbidDevice(peer.device().index());
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuCtxEnablePeerAccess(CUcontext handle, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Context* peer = Context::find(handle);
  if (!peer)
    return CUDA_ERROR_INVALID_CONTEXT;
  return flags ? CUDA_ERROR_INVALID_VALUE : context->enablePeer(*peer);
}

CUresult cuCtxDisablePeerAccess(CUcontext handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Context* peer = Context::find(handle);
  return peer ? context->disablePeer(*peer) : CUDA_ERROR_INVALID_CONTEXT;
}
