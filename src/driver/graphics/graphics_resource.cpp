#include "driver/graphics/graphics_resource.h"

#include "driver/core/handle_tables.h"
#include "driver/graph/stream_capture.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace heddle::driver {

namespace {

// Guards the state of all resources. Mapping is rare and waits for the graphics API anyway.
std::mutex mutex;

CUresult findResource(CUgraphicsResource handle, GraphicsResource*& resource) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  resource = Driver::instance().tables().graphicsResources.find(handle);
  if (!resource)
    return CUDA_ERROR_INVALID_HANDLE;
  return &resource->context == context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult findUnmappedResource(CUgraphicsResource handle, GraphicsResource*& resource) {
  HEDDLE_TRY(findResource(handle, resource));
  return resource->isMapped ? CUDA_ERROR_ALREADY_MAPPED : CUDA_SUCCESS;
}

// Finds the resources of a list. No resource may be in it twice, and all of them must be mapped, or
// none of them, as `areMapped` says.
CUresult findResources(unsigned count, const CUgraphicsResource* handles, bool areMapped,
                       std::vector<GraphicsResource*>& resources) {
  if (!handles || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    GraphicsResource* resource;
    HEDDLE_TRY(findResource(handles[i], resource));
    if (std::ranges::find(resources, resource) != resources.end())
      return CUDA_ERROR_INVALID_HANDLE;
    resources.push_back(resource);
  }
  for (const GraphicsResource* resource : resources)
    if (resource->isMapped != areMapped)
      return areMapped ? CUDA_ERROR_NOT_MAPPED : CUDA_ERROR_ALREADY_MAPPED;
  for (const GraphicsResource* resource : resources)
    HEDDLE_TRY(resource->object->check());
  return CUDA_SUCCESS;
}

CUresult findStreamToMapIn(CUstream handle) {
  StreamTarget target;
  HEDDLE_TRY(findStream(handle, target));
  return refuseWhileCapturing(target);
}

} // namespace

CUresult findMappedResource(CUgraphicsResource handle, GraphicsResource*& resource) {
  HEDDLE_TRY(findResource(handle, resource));
  return resource->isMapped ? CUDA_SUCCESS : CUDA_ERROR_NOT_MAPPED;
}

bool areRegisterFlags(unsigned flags, unsigned allowed) {
  return (flags & ~allowed) == 0 && (flags & kBufferRegisterFlags) != kBufferRegisterFlags;
}

CUresult addGraphicsResource(CUgraphicsResource* out, Context& context,
                             std::unique_ptr<GraphicsObject> object, unsigned registerFlags) {
  auto& table = Driver::instance().tables().graphicsResources;
  GraphicsResource* resource =
      table.create(context, std::move(object), registerFlags & kBufferRegisterFlags);
  if (!resource)
    return CUDA_ERROR_OUT_OF_MEMORY;
  context.adopt(*resource, table);
  *out = reinterpret_cast<CUgraphicsResource>(resource);
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

CUresult cuGraphicsUnregisterResource(CUgraphicsResource handle) {
  GraphicsResource* resource;
  std::unique_lock lock(mutex);
  HEDDLE_TRY(findUnmappedResource(handle, resource));
  // The work may still use the memory. It may also wait for another thread, which must be able to
  // map meanwhile.
  Context& context = resource->context;
  lock.unlock();
  context.waitForWork();
  lock.lock();
  HEDDLE_TRY(findUnmappedResource(handle, resource));
  Driver::instance().tables().graphicsResources.destroy(resource);
  return CUDA_SUCCESS;
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource handle, unsigned int flags) {
  GraphicsResource* resource;
  std::lock_guard lock(mutex);
  HEDDLE_TRY(findUnmappedResource(handle, resource));
  if (flags > CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD)
    return CUDA_ERROR_INVALID_VALUE;
  resource->mapFlags = flags;
  return CUDA_SUCCESS;
}

CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource* handles, CUstream stream) {
  std::lock_guard lock(mutex);
  std::vector<GraphicsResource*> resources;
  HEDDLE_TRY(findResources(count, handles, false, resources));
  HEDDLE_TRY(findStreamToMapIn(stream));
  for (GraphicsResource* resource : resources) {
    if (resource->mapFlags != CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD)
      resource->object->copyIn();
    resource->isMapped = true;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource* handles,
                                  CUstream stream) {
  std::unique_lock lock(mutex);
  std::vector<GraphicsResource*> resources;
  HEDDLE_TRY(findResources(count, handles, true, resources));
  HEDDLE_TRY(findStreamToMapIn(stream));
  // The work of the stream may wait for another thread, which must be able to map meanwhile.
  lock.unlock();
  HEDDLE_TRY(cuStreamSynchronize(stream));
  lock.lock();
  resources.clear();
  HEDDLE_TRY(findResources(count, handles, true, resources));
  for (GraphicsResource* resource : resources) {
    if (resource->mapFlags != CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY)
      resource->object->copyOut();
    resource->isMapped = false;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr* out, size_t* bytes,
                                            CUgraphicsResource handle) {
  GraphicsResource* resource;
  std::lock_guard lock(mutex);
  HEDDLE_TRY(findMappedResource(handle, resource));
  const std::span<char> memory = resource->object->bytes();
  if (!memory.data())
    return CUDA_ERROR_NOT_MAPPED_AS_POINTER;
  if (out)
    *out = reinterpret_cast<CUdeviceptr>(memory.data());
  if (bytes)
    *bytes = memory.size();
  return CUDA_SUCCESS;
}

CUresult cuGraphicsSubResourceGetMappedArray(CUarray* out, CUgraphicsResource handle,
                                             unsigned int layer, unsigned int level) {
  GraphicsResource* resource;
  std::lock_guard lock(mutex);
  HEDDLE_TRY(findMappedResource(handle, resource));
  if (!resource->object->image())
    return CUDA_ERROR_NOT_MAPPED_AS_ARRAY;
  Array* array = resource->object->layer(layer, level);
  if (!out || !array)
    return CUDA_ERROR_INVALID_VALUE;
  *out = reinterpret_cast<CUarray>(array);
  return CUDA_SUCCESS;
}

CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray* out,
                                                   CUgraphicsResource handle) {
  GraphicsResource* resource;
  std::lock_guard lock(mutex);
  HEDDLE_TRY(findMappedResource(handle, resource));
  if (!resource->object->image())
    return CUDA_ERROR_NOT_MAPPED_AS_ARRAY;
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = reinterpret_cast<CUmipmappedArray>(resource->object->image());
  return CUDA_SUCCESS;
}
