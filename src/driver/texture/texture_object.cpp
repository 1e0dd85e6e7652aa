// CUtexObject and CUsurfObject: texture and surface objects.
#include "driver/core/handle_tables.h"
#include "driver/memory/array.h"
#include "driver/memory/array_formats.h"
#include "driver/texture/texture.h"
#include "memory/access_bounds.h"

using namespace heddle;
using namespace heddle::driver;

namespace {

HandleTable<TextureObject>& textures() {
  return Driver::instance().tables().textureObjects;
}
HandleTable<SurfaceObject>& surfaces() {
  return Driver::instance().tables().surfaceObjects;
}

// Copies a member of the object out.
template <class Value, class Object>
CUresult get(Value* out, const HandleTable<Object>& table, unsigned long long handle,
             Value Object::* member) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const Object* object = table.find(reinterpret_cast<const void*>(handle));
  if (!out || !object)
    return CUDA_ERROR_INVALID_VALUE;
  *out = object->*member;
  return CUDA_SUCCESS;
}

// An object that is not there, or not any more, is no error.
template <class Object> CUresult destroy(HandleTable<Object>& table, unsigned long long handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (Object* object = table.find(reinterpret_cast<const void*>(handle)))
    table.destroy(object);
  return CUDA_SUCCESS;
}

// Tells the checker, if there is one, that kernels read a description.
void addToBounds(const Texture& description) {
  if (auto* bounds = memory::AccessBounds::active())
    bounds->addOutside(&description, sizeof description);
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
  TextureObject* object = textures().create();
  if (!object)
    return CUDA_ERROR_OUT_OF_MEMORY;
  addToBounds(object->texture);
  object->texture = texture;
  object->resource = *resource;
  object->sampler = *descriptor;
  if (view)
    object->view = *view;
  context->adopt(*object, textures());
  *out = reinterpret_cast<CUtexObject>(&object->texture);
  return CUDA_SUCCESS;
}

CUresult cuTexObjectDestroy(CUtexObject handle) {
  return destroy(textures(), handle);
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUtexObject handle) {
  return get(out, textures(), handle, &TextureObject::resource);
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* out, CUtexObject handle) {
  return get(out, textures(), handle, &TextureObject::sampler);
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* out, CUtexObject handle) {
  return get(out, textures(), handle, &TextureObject::view);
}

CUresult cuSurfObjectCreate(CUsurfObject* out, const CUDA_RESOURCE_DESC* resource) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !resource || resource->flags || resource->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  Array* array;
  HEDDLE_TRY(findArray(resource->res.array.hArray, array));
  // Kernels find the elements of surfaces by themselves, and know neither blocks nor tiles.
  if (array->place().tiles || findArrayFormat(array->descriptor().Format)->compression)
    return CUDA_ERROR_INVALID_VALUE;
  SurfaceObject* object = surfaces().create();
  if (!object)
    return CUDA_ERROR_OUT_OF_MEMORY;
  addToBounds(object->surface);
  describeArray(*array, object->surface);
  object->resource = *resource;
  context->adopt(*object, surfaces());
  *out = reinterpret_cast<CUsurfObject>(&object->surface);
  return CUDA_SUCCESS;
}

CUresult cuSurfObjectDestroy(CUsurfObject handle) {
  return destroy(surfaces(), handle);
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* out, CUsurfObject handle) {
  return get(out, surfaces(), handle, &SurfaceObject::resource);
}
