// Graphics resources, and the functions of cuda_gl_interop.h.
#include "runtime/runtime.h"

#include "cuda_gl_interop.h"

using namespace heddle::runtime;

namespace {

CUgraphicsResource toDriver(cudaGraphicsResource_t resource) {
  return reinterpret_cast<CUgraphicsResource>(resource);
}

CUgraphicsResource* toDriver(cudaGraphicsResource_t* resources) {
  return reinterpret_cast<CUgraphicsResource*>(resources);
}

} // namespace

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsUnregisterResource(toDriver(resource));
  });
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsResourceSetMapFlags(toDriver(resource), flags);
  });
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources,
                                     cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsMapResources(static_cast<unsigned>(count), toDriver(resources), stream);
  });
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources,
                                       cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsUnmapResources(static_cast<unsigned>(count), toDriver(resources),
                                           stream);
  });
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** devPtr, size_t* size,
                                                 cudaGraphicsResource_t resource) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsResourceGetMappedPointer(reinterpret_cast<CUdeviceptr*>(devPtr), size,
                                                     toDriver(resource));
  });
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array,
                                                  cudaGraphicsResource_t resource,
                                                  unsigned int arrayIndex, unsigned int mipLevel) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsSubResourceGetMappedArray(reinterpret_cast<CUarray*>(array),
                                                      toDriver(resource), arrayIndex, mipLevel);
  });
}

cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t* mipmappedArray,
                                                        cudaGraphicsResource_t resource) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsResourceGetMappedMipmappedArray(
        reinterpret_cast<CUmipmappedArray*>(mipmappedArray), toDriver(resource));
  });
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource** resource, GLuint buffer,
                                         unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsGLRegisterBuffer(toDriver(resource), buffer, flags);
  });
}

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource** resource, GLuint image,
                                        GLenum target, unsigned int flags) {
  return inContext([&](const Driver& driver) {
    return driver.cuGraphicsGLRegisterImage(toDriver(resource), image, target, flags);
  });
}

cudaError_t cudaGLGetDevices(unsigned int* count, int* devices, unsigned int room,
                             cudaGLDeviceList list) {
  return inContext([&](const Driver& driver) {
    return driver.cuGLGetDevices(count, devices, room, static_cast<CUGLDeviceList>(list));
  });
}

// Since CUDA 5 OpenGL needs no device of its own, but the call still comes too late for a thread
// that has a context.
cudaError_t cudaGLSetGLDevice(int device) {
  return inDriver([&](const Driver& driver) {
    CUdevice found;
    if (const CUresult result = driver.cuDeviceGet(&found, device))
      return toError(result);
    return currentContext(driver) ? cudaErrorSetOnActiveProcess : selectDevice(driver, device);
  });
}

cudaError_t cudaGLRegisterBufferObject(GLuint buffer) {
  return inContext([&](const Driver& driver) { return driver.cuGLRegisterBufferObject(buffer); });
}

cudaError_t cudaGLMapBufferObject(void** devPtr, GLuint buffer) {
  return inContext([&](const Driver& driver) {
    size_t bytes = 0;
    return driver.cuGLMapBufferObject(reinterpret_cast<CUdeviceptr*>(devPtr), &bytes, buffer);
  });
}

cudaError_t cudaGLMapBufferObjectAsync(void** devPtr, GLuint buffer, cudaStream_t stream) {
  return inContext([&](const Driver& driver) {
    size_t bytes = 0;
    return driver.cuGLMapBufferObjectAsync(reinterpret_cast<CUdeviceptr*>(devPtr), &bytes, buffer,
                                           stream);
  });
}

cudaError_t cudaGLUnmapBufferObject(GLuint buffer) {
  return inContext([&](const Driver& driver) { return driver.cuGLUnmapBufferObject(buffer); });
}

cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGLUnmapBufferObjectAsync(buffer, stream); });
}

cudaError_t cudaGLUnregisterBufferObject(GLuint buffer) {
  return inContext([&](const Driver& driver) { return driver.cuGLUnregisterBufferObject(buffer); });
}

cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags) {
  return inContext(
      [&](const Driver& driver) { return driver.cuGLSetBufferObjectMapFlags(buffer, flags); });
}
