#include "driver/texture/texture_reference.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "driver/memory/array.h"
#include "driver/memory/array_formats.h"
#include "memory/saturating_size.h"

#include <algorithm>

namespace heddle::driver {
namespace {

// A running kernel must keep the binding that it started with.
void replace(Context& context, Texture* variable, const Texture& texture) {
  if (!variable)
    return;
  context.waitForWork();
  *variable = texture;
}

} // namespace

CUresult TextureReference::describe(Texture& texture) const {
  CUDA_RESOURCE_DESC described = resource;
  if (described.resType == CU_RESOURCE_TYPE_LINEAR) {
    described.res.linear.format = format;
    described.res.linear.numChannels = channels;
  }
  return describeResource(described, nullptr, context_, texture);
}

void TextureReference::forgetFreed() {
  Texture texture{};
  bound = bound && describe(texture) == CUDA_SUCCESS;
}

CUresult TextureReference::update() {
  Texture texture{};
  if (bound) {
    HEDDLE_TRY(describe(texture));
    HEDDLE_TRY(describeSampler(sampler, texture));
  }
  replace(context_, variable_, texture);
  return CUDA_SUCCESS;
}

CUresult SurfaceReference::bind(CUarray handle) {
  Array* array;
  HEDDLE_TRY(findArray(handle, array));
  if (!(array->descriptor().Flags & CUDA_ARRAY3D_SURFACE_LDST))
    return CUDA_ERROR_INVALID_VALUE;
  Texture surface{};
  describeArray(*array, surface);
  replace(context_, variable_, surface);
  array_ = handle;
  return CUDA_SUCCESS;
}

} // namespace heddle::driver

using namespace heddle;
using namespace heddle::driver;

namespace {

CUresult find(CUtexref handle, TextureReference*& reference) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  reference = Driver::instance().tables().textureReferences.find(handle);
  return reference ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// Answers a query for one attribute of a reference.
template <typename Out, typename Get> CUresult answer(Out* out, CUtexref handle, Get get) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = static_cast<Out>(get(*reference));
  return CUDA_SUCCESS;
}

// Changes a reference. It stays as it was if `change` fails or if the result cannot be read as a
// texture.
template <typename Change> CUresult change(CUtexref handle, Change apply) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  TextureReference changed = *reference;
  changed.forgetFreed();
  HEDDLE_TRY(apply(changed));
  HEDDLE_TRY(changed.update());
  reference->bound = changed.bound;
  reference->resource = changed.resource;
  reference->sampler = changed.sampler;
  reference->format = changed.format;
  reference->channels = changed.channels;
  return CUDA_SUCCESS;
}

bool isFilter(CUfilter_mode mode) {
  return mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
}

unsigned textureAlignment() {
  int alignment = 512;
  CUdevice device;
  if (cuCtxGetDevice(&device) == CUDA_SUCCESS)
    cuDeviceGetAttribute(&alignment, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, device);
  return static_cast<unsigned>(alignment);
}

} // namespace

CUresult cuModuleGetTexRef(CUtexref* out, CUmodule handle, const char* name) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Module* module = Driver::instance().tables().modules.find(handle);
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!out || !name)
    return CUDA_ERROR_INVALID_VALUE;
  TextureReference* reference = module->textureReference(name);
  if (!reference)
    return CUDA_ERROR_NOT_FOUND;
  *out = reinterpret_cast<CUtexref>(reference);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetSurfRef(CUsurfref* out, CUmodule handle, const char* name) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Module* module = Driver::instance().tables().modules.find(handle);
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!out || !name)
    return CUDA_ERROR_INVALID_VALUE;
  SurfaceReference* reference = module->surfaceReference(name);
  if (!reference)
    return CUDA_ERROR_NOT_FOUND;
  *out = reinterpret_cast<CUsurfref>(reference);
  return CUDA_SUCCESS;
}

CUresult cuTexRefCreate(CUtexref* out) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  TextureReference* reference =
      Driver::instance().tables().textureReferences.create(*context, nullptr);
  *out = reinterpret_cast<CUtexref>(reference);
  return reference ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuTexRefDestroy(CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  Driver::instance().tables().textureReferences.destroy(reference);
  return CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref handle, CUarray array, unsigned int flags) {
  if (flags != CU_TRSA_OVERRIDE_FORMAT)
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    Array* found;
    HEDDLE_TRY(findArray(array, found));
    reference.bound = true;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_ARRAY;
    reference.resource.res.array.hArray = array;
    reference.format = found->descriptor().Format;
    reference.channels = found->descriptor().NumChannels;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMipmappedArray(CUtexref handle, CUmipmappedArray array, unsigned int flags) {
  if (flags != CU_TRSA_OVERRIDE_FORMAT)
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    MipmappedArray* found;
    HEDDLE_TRY(findMipmappedArray(array, found));
    reference.bound = true;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    reference.resource.res.mipmap.hMipmappedArray = array;
    reference.format = found->descriptor().Format;
    reference.channels = found->descriptor().NumChannels;
    return CUDA_SUCCESS;
  });
}

// A texture begins at an aligned address. If that is before the memory, the program is told by how
// much, and adds it to its indices.
CUresult cuTexRefSetAddress(size_t* offset, CUtexref handle, CUdeviceptr pointer, size_t bytes) {
  return change(handle, [&](TextureReference& reference) {
    const std::size_t before = pointer % textureAlignment();
    if (before && !offset)
      return CUDA_ERROR_INVALID_VALUE;
    reference.bound = pointer != 0;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_LINEAR;
    reference.resource.res.linear.devPtr = pointer - before;
    reference.resource.res.linear.sizeInBytes = memory::saturatingSum(bytes, before);
    if (offset)
      *offset = before;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetAddress2D(CUtexref handle, const CUDA_ARRAY_DESCRIPTOR* descriptor,
                              CUdeviceptr pointer, size_t pitch) {
  if (!descriptor)
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    reference.bound = true;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    auto& pitched = reference.resource.res.pitch2D;
    pitched.devPtr = pointer;
    pitched.format = reference.format = descriptor->Format;
    pitched.numChannels = reference.channels = descriptor->NumChannels;
    pitched.width = descriptor->Width;
    pitched.height = descriptor->Height;
    pitched.pitchInBytes = pitch;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetFormat(CUtexref handle, CUarray_format format, int channels) {
  const ArrayFormat* known = findArrayFormat(format);
  if (!known || !known->takes(static_cast<unsigned>(channels)))
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    reference.format = format;
    reference.channels = static_cast<unsigned>(channels);
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetAddressMode(CUtexref handle, int dimension, CUaddress_mode mode) {
  if (dimension < 0 || dimension > 2 || static_cast<unsigned>(mode) > CU_TR_ADDRESS_MODE_BORDER)
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.addressMode[dimension] = mode;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetFilterMode(CUtexref handle, CUfilter_mode mode) {
  if (!isFilter(mode))
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.filterMode = mode;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref handle, CUfilter_mode mode) {
  if (!isFilter(mode))
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.mipmapFilterMode = mode;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref handle, float bias) {
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.mipmapLevelBias = bias;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref handle, float least, float most) {
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.minMipmapLevelClamp = least;
    reference.sampler.maxMipmapLevelClamp = most;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref handle, unsigned int most) {
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.maxAnisotropy = most;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetBorderColor(CUtexref handle, float* color) {
  if (!color)
    return CUDA_ERROR_INVALID_VALUE;
  return change(handle, [&](TextureReference& reference) {
    std::copy_n(color, 4, reference.sampler.borderColor);
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefSetFlags(CUtexref handle, unsigned int flags) {
  return change(handle, [&](TextureReference& reference) {
    reference.sampler.flags = flags;
    return CUDA_SUCCESS;
  });
}

CUresult cuTexRefGetAddress(CUdeviceptr* out, CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  const CUresourcetype type = reference->resource.resType;
  if (!out || !reference->bound ||
      (type != CU_RESOURCE_TYPE_LINEAR && type != CU_RESOURCE_TYPE_PITCH2D))
    return CUDA_ERROR_INVALID_VALUE;
  *out = type == CU_RESOURCE_TYPE_LINEAR ? reference->resource.res.linear.devPtr
                                         : reference->resource.res.pitch2D.devPtr;
  return CUDA_SUCCESS;
}

CUresult cuTexRefGetArray(CUarray* out, CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  if (!out || !reference->bound || reference->resource.resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  *out = reference->resource.res.array.hArray;
  return CUDA_SUCCESS;
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray* out, CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  if (!out || !reference->bound || reference->resource.resType != CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  *out = reference->resource.res.mipmap.hMipmappedArray;
  return CUDA_SUCCESS;
}

CUresult cuTexRefGetAddressMode(CUaddress_mode* out, CUtexref handle, int dimension) {
  if (dimension < 0 || dimension > 2)
    return CUDA_ERROR_INVALID_VALUE;
  return answer(out, handle, [&](const auto& r) { return r.sampler.addressMode[dimension]; });
}

CUresult cuTexRefGetFilterMode(CUfilter_mode* out, CUtexref handle) {
  return answer(out, handle, [](const auto& r) { return r.sampler.filterMode; });
}

CUresult cuTexRefGetFormat(CUarray_format* format, int* channels, CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  if (format)
    *format = reference->format;
  if (channels)
    *channels = static_cast<int>(reference->channels);
  return CUDA_SUCCESS;
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode* out, CUtexref handle) {
  return answer(out, handle, [](const auto& r) { return r.sampler.mipmapFilterMode; });
}

CUresult cuTexRefGetMipmapLevelBias(float* out, CUtexref handle) {
  return answer(out, handle, [](const auto& r) { return r.sampler.mipmapLevelBias; });
}

CUresult cuTexRefGetMipmapLevelClamp(float* least, float* most, CUtexref handle) {
  HEDDLE_TRY(answer(least, handle, [](const auto& r) { return r.sampler.minMipmapLevelClamp; }));
  return answer(most, handle, [](const auto& r) { return r.sampler.maxMipmapLevelClamp; });
}

CUresult cuTexRefGetMaxAnisotropy(int* out, CUtexref handle) {
  return answer(out, handle, [](const auto& r) { return r.sampler.maxAnisotropy; });
}

CUresult cuTexRefGetBorderColor(float* out, CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  std::copy_n(reference->sampler.borderColor, 4, out);
  return CUDA_SUCCESS;
}

CUresult cuTexRefGetFlags(unsigned int* out, CUtexref handle) {
  return answer(out, handle, [](const auto& r) { return r.sampler.flags; });
}

// A reference is a variable of a module, which every kernel of the module sees.
CUresult cuParamSetTexRef(CUfunction, int unit, CUtexref handle) {
  TextureReference* reference;
  HEDDLE_TRY(find(handle, reference));
  return unit == CU_PARAM_TR_DEFAULT ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuSurfRefSetArray(CUsurfref handle, CUarray array, unsigned int flags) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  SurfaceReference* reference = Driver::instance().tables().surfaceReferences.find(handle);
  return reference && flags == 0 ? reference->bind(array) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuSurfRefGetArray(CUarray* out, CUsurfref handle) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const SurfaceReference* reference = Driver::instance().tables().surfaceReferences.find(handle);
  if (!out || !reference || !reference->array())
    return CUDA_ERROR_INVALID_VALUE;
  *out = reference->array();
  return CUDA_SUCCESS;
}
