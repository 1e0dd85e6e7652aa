// CUtexObject and CUsurfObject: texture and surface objects.
#include "driver/core/handle_tables.h"
#include "driver/texture/texture.h"

using namespace heddle;
using namespace heddle::driver;

namespace {

TextureObject* findTexture(CUtexObject handle) {
  return Driver::instance().tables().textureObjects.find(reinterpret_cast<const void*>(handle));
}
SurfaceObject* findSurface(CUsurfObject handle) {
  return Driver::instance().tables().surfaceObjects.find(reinterpret_cast<const void*>(handle));
}

} // namespace

CUresult cuTexObjectCreate(CUtexObject* out, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* descriptor,
                           const CUDA_RESOURCE_VIEW_DESC* view) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !resource || !descriptor || resource->flags)
    return CUDA_ERROR_INVALID_VALUE;
  Texture texture{};
  HEDDLE_TRY(describeResource(*resource, view, *context, texture));
  HEDDLE_TRY(describeSampler(*descriptor, texture));
  TextureObject* object = Driver::instance().tables().textureObjects.create();
  if (!object)
    return CUDA_ERROR_OUT_OF_MEMORY;
  object->texture = texture;
  object->resource = *resource;
  object->sampler = *descriptor;
  if (view)
    object->view = *view;
  context->adopt(*object, Driver::instance().tables().textureObjects);
  *out = reinterpret_cast<CUtexObject>(&object->texture);
  return CUDA_SUCCESS;
}

CUresult cuTexObjectDestroy(CUtexObject handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  TextureObject* object = findTexture(handle);
  if (!object)
    return CUDA_SUCCESS;
  Driver::instance().tables().textureObjects.destroy(object);
  return CUDA_SUCCESS;
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUtexObject handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const TextureObject* object = findTexture(handle);
  if (!out || !object)
    return CUDA_ERROR_INVALID_VALUE;
  *out = object->resource;
  return CUDA_SUCCESS;
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* out, CUtexObject handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const TextureObject* object = findTexture(handle);
  if (!out || !object)
    return CUDA_ERROR_INVALID_VALUE;
  *out = object->sampler;
  return CUDA_SUCCESS;
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* out, CUtexObject handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const TextureObject* object = findTexture(handle);
  if (!out || !object)
    return CUDA_ERROR_INVALID_VALUE;
  *out = object->view;
  return CUDA_SUCCESS;
}

CUresult cuSurfObjectCreate(CUsurfObject* out, const CUDA_RESOURCE_DESC* resource) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !resource || resource->flags || resource->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  Array* array;
  HEDDLE_TRY(findArray(resource->res.array.hArray, array));
  SurfaceObject* object = Driver::instance().tables().surfaceObjects.create();
  if (!object)
    return CUDA_ERROR_OUT_OF_MEMORY;
  describeArray(*array, object->surface);
  object->resource = *resource;
  context->adopt(*object, Driver::instance().tables().surfaceObjects);
  *out = reinterpret_cast<CUsurfObject>(&object->surface);
  return CUDA_SUCCESS;
}

CUresult cuSurfObjectDestroy(CUsurfObject handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  SurfaceObject* object = findSurface(handle);
  if (!object)
    return CUDA_SUCCESS;
  Driver::instance().tables().surfaceObjects.destroy(object);
  return CUDA_SUCCESS;
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUsurfObject handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const SurfaceObject* object = findSurface(handle);
  if (!out || !object)
    return CUDA_ERROR_INVALID_VALUE;
  *out = object->resource;
  return CUDA_SUCCESS;
}
