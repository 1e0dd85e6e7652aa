// The functions for OpenGL buffers from before CUDA 3.0, which name a buffer by its number. Each
// registered buffer is a graphics resource of the context.
#include "driver/core/handle_tables.h"

#include <map>
#include <mutex>
#include <utility>

namespace {

using namespace heddle::driver;

// The buffers that are registered. The entry of a resource that has ended with its context may
// stay, because its handle no longer lives and every use of it fails.
std::mutex mutex;
std::map<std::pair<CUcontext, GLuint>, CUgraphicsResource>& registered =
    *new std::map<std::pair<CUcontext, GLuint>, CUgraphicsResource>;

CUresult findBuffer(GLuint buffer, CUgraphicsResource& resource) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  std::lock_guard lock(mutex);
  const auto found = registered.find({context->handle(), buffer});
  if (found == registered.end())
    return CUDA_ERROR_INVALID_VALUE;
  resource = found->second;
  return CUDA_SUCCESS;
}

} // namespace

CUresult cuGLRegisterBufferObject(GLuint buffer) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  CUgraphicsResource resource;
  HEDDLE_TRY(cuGraphicsGLRegisterBuffer(&resource, buffer, CU_GRAPHICS_REGISTER_FLAGS_NONE));
  std::lock_guard lock(mutex);
  CUgraphicsResource& place = registered[{context->handle(), buffer}];
  // Where the number was registered before, it now stands for another buffer, and the old resource
  // ends.
  std::swap(place, resource);
  if (resource)
    cuGraphicsUnregisterResource(resource);
  return CUDA_SUCCESS;
}

CUresult cuGLMapBufferObjectAsync(CUdeviceptr* out, size_t* bytes, GLuint buffer, CUstream stream) {
  CUgraphicsResource resource;
  HEDDLE_TRY(findBuffer(buffer, resource));
  HEDDLE_TRY(cuGraphicsMapResources(1, &resource, stream));
  return cuGraphicsResourceGetMappedPointer(out, bytes, resource);
}

CUresult cuGLMapBufferObject(CUdeviceptr* out, size_t* bytes, GLuint buffer) {
  return cuGLMapBufferObjectAsync(out, bytes, buffer, nullptr);
}

CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream stream) {
  CUgraphicsResource resource;
  HEDDLE_TRY(findBuffer(buffer, resource));
  return cuGraphicsUnmapResources(1, &resource, stream);
}

CUresult cuGLUnmapBufferObject(GLuint buffer) {
  return cuGLUnmapBufferObjectAsync(buffer, nullptr);
}

CUresult cuGLUnregisterBufferObject(GLuint buffer) {
  Context* context;
  CUgraphicsResource resource;
  HEDDLE_TRY(currentContext(context));
  HEDDLE_TRY(findBuffer(buffer, resource));
  HEDDLE_TRY(cuGraphicsUnregisterResource(resource));
  std::lock_guard lock(mutex);
  registered.erase({context->handle(), buffer});
  return CUDA_SUCCESS;
}

CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags) {
  CUgraphicsResource resource;
  HEDDLE_TRY(findBuffer(buffer, resource));
  return cuGraphicsResourceSetMapFlags(resource, flags);
}
