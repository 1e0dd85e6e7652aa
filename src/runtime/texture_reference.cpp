#include "runtime/texture_reference.h"

#include "runtime/array.h"
#include "runtime/error.h"
#include "runtime/runtime.h"
#include "runtime/until_unloaded.h"

#include <algorithm>
#include <cstring>

namespace heddle::runtime {
namespace {

cudaError_t moduleOf(const Driver& driver, Binary& binary, CUmodule& module) {
  CUlibrary library = nullptr;
  if (cudaError_t status = binary.load(driver, library); status != cudaSuccess)
    return status;
  return toError(driver.cuLibraryGetModule(&module, library));
}

template <typename Entries> auto* bySymbol(Entries& entries, const void* symbol) {
  for (auto& entry : entries)
    if (entry.host == symbol)
      return entry.host;
  for (auto& entry : entries)
    if (symbol && std::strcmp(entry.name, static_cast<const char*>(symbol)) == 0)
      return entry.host;
  return decltype(entries.front().host){};
}

} // namespace

TextureReferences& TextureReferences::instance() {
  static UntilUnloaded<TextureReferences> references;
  return references.get();
}

void TextureReferences::addTexture(Binary& binary, const textureReference* host, const char* name,
                                   bool readsFloats) {
  std::lock_guard lock(mutex_);
  textures_.push_back({&binary, host, name, readsFloats});
}

void TextureReferences::addSurface(Binary& binary, const surfaceReference* host, const char* name) {
  std::lock_guard lock(mutex_);
  surfaces_.push_back({&binary, host, name});
}

void TextureReferences::remove(const Binary& binary) {
  std::lock_guard lock(mutex_);
  std::erase_if(textures_, [&](const Texture& texture) {
    if (texture.binary == &binary && texture.bound)
      boundCount_.fetch_sub(1, std::memory_order_acq_rel);
    return texture.binary == &binary;
  });
  std::erase_if(surfaces_, [&](const Surface& surface) { return surface.binary == &binary; });
}

const textureReference* TextureReferences::findTexture(const void* symbol) {
  std::lock_guard lock(mutex_);
  return bySymbol(textures_, symbol);
}

const surfaceReference* TextureReferences::findSurface(const void* symbol) {
  std::lock_guard lock(mutex_);
  return bySymbol(surfaces_, symbol);
}

TextureReferences::Texture* TextureReferences::find(const textureReference* host) {
  auto found = std::ranges::find(textures_, host, &Texture::host);
  return found == textures_.end() ? nullptr : &*found;
}

cudaError_t TextureReferences::apply(const Driver& driver, Texture& texture, CUtexref& reference) {
  CUmodule module = nullptr;
  if (cudaError_t status = moduleOf(driver, *texture.binary, module); status != cudaSuccess)
    return status;
  if (CUresult result = driver.cuModuleGetTexRef(&reference, module, texture.name))
    return toError(result);
  const textureReference& from = *texture.host;
  unsigned flags = texture.readsFloats ? 0 : CU_TRSF_READ_AS_INTEGER;
  if (from.normalized)
    flags |= CU_TRSF_NORMALIZED_COORDINATES;
  if (from.sRGB)
    flags |= CU_TRSF_SRGB;
  CUresult result = driver.cuTexRefSetFlags(reference, flags);
  const auto then = [&](auto set, auto... arguments) {
    if (result == CUDA_SUCCESS)
      result = (driver.*set)(reference, arguments...);
  };
  then(&Driver::cuTexRefSetFilterMode, static_cast<CUfilter_mode>(from.filterMode));
  for (int i = 0; i < 3; ++i)
    then(&Driver::cuTexRefSetAddressMode, i, static_cast<CUaddress_mode>(from.addressMode[i]));
  then(&Driver::cuTexRefSetMaxAnisotropy, from.maxAnisotropy);
  then(&Driver::cuTexRefSetMipmapFilterMode, static_cast<CUfilter_mode>(from.mipmapFilterMode));
  then(&Driver::cuTexRefSetMipmapLevelBias, from.mipmapLevelBias);
  then(&Driver::cuTexRefSetMipmapLevelClamp, from.minMipmapLevelClamp, from.maxMipmapLevelClamp);
  texture.applied = from;
  return toError(result);
}

cudaError_t TextureReferences::prepare(const Driver& driver, const textureReference* host,
                                       CUtexref& reference) {
  std::lock_guard lock(mutex_);
  Texture* texture = find(host);
  return texture ? apply(driver, *texture, reference) : cudaErrorInvalidTexture;
}

cudaError_t TextureReferences::surface(const Driver& driver, const surfaceReference* host,
                                       CUsurfref& reference) {
  std::lock_guard lock(mutex_);
  auto found = std::ranges::find(surfaces_, host, &Surface::host);
  if (found == surfaces_.end())
    return cudaErrorInvalidSurface;
  CUmodule module = nullptr;
  if (cudaError_t status = moduleOf(driver, *found->binary, module); status != cudaSuccess)
    return status;
  return toError(driver.cuModuleGetSurfRef(&reference, module, found->name));
}

void TextureReferences::setBound(const textureReference* host, bool bound, size_t offset) {
  std::lock_guard lock(mutex_);
  Texture* texture = find(host);
  if (!texture)
    return;
  if (texture->bound != bound)
    boundCount_.fetch_add(bound ? 1 : -1U, std::memory_order_acq_rel);
  texture->bound = bound;
  texture->offset = offset;
}

bool TextureReferences::alignmentOffset(const textureReference* host, size_t& offset) {
  std::lock_guard lock(mutex_);
  const Texture* texture = find(host);
  if (!texture || !texture->bound)
    return false;
  offset = texture->offset;
  return true;
}

void TextureReferences::refreshBound(const Driver& driver) {
  std::lock_guard lock(mutex_);
  for (Texture& texture : textures_) {
    CUtexref reference = nullptr;
    // Bytes of padding may differ as well; then the same attributes are applied once more.
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (texture.bound && std::memcmp(&texture.applied, texture.host, sizeof texture.applied) != 0)
      apply(driver, texture, reference); // if it fails, the reference keeps its attributes
  }
}

} // namespace heddle::runtime

using namespace heddle::runtime;

namespace {

// Gives a reference its attributes and calls `use`, which binds memory or an array to it with the
// format and the number of channels of `desc`.
template <typename Bind>
cudaError_t bind(const textureReference* texref, const cudaChannelFormatDesc* desc, Bind use,
                 const char* caller = __builtin_FUNCTION()) {
  CUarray_format format{};
  unsigned channels = 0;
  if (!texref)
    return record(cudaErrorInvalidTexture);
  if (!desc || !toDriver(*desc, format, channels))
    return record(cudaErrorInvalidChannelDescriptor);
  auto body = [&](const Driver& driver) {
    CUtexref reference = nullptr;
    if (cudaError_t status = TextureReferences::instance().prepare(driver, texref, reference);
        status != cudaSuccess)
      return status;
    size_t offset = 0;
    cudaError_t status = toError(use(driver, reference, format, channels, offset));
    if (status == cudaSuccess)
      TextureReferences::instance().setBound(texref, true, offset);
    return status;
  };
  return inContext(body, caller);
}

} // namespace

cudaError_t cudaBindTexture(size_t* offset, const textureReference* texref, const void* devPtr,
                            const cudaChannelFormatDesc* desc, size_t size) {
  return bind(texref, desc,
              [&](const Driver& driver, CUtexref reference, CUarray_format format,
                  unsigned channels, size_t& before) {
                const auto pointer = reinterpret_cast<CUdeviceptr>(devPtr);
                CUdeviceptr start = 0;
                size_t bytes = 0;
                // The default size is the largest number; the texture ends with the allocation
                // then.
                if (driver.cuMemGetAddressRange(&start, &bytes, pointer) == CUDA_SUCCESS)
                  size = std::min<size_t>(size, start + bytes - pointer);
                CUresult result = driver.cuTexRefSetFormat(reference, format, channels);
                if (result == CUDA_SUCCESS)
                  result = driver.cuTexRefSetAddress(&before, reference, pointer, size);
                if (result == CUDA_SUCCESS && before && !offset)
                  result = CUDA_ERROR_INVALID_VALUE;
                if (result == CUDA_SUCCESS && offset)
                  *offset = before;
                return result;
              });
}

cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* texref, const void* devPtr,
                              const cudaChannelFormatDesc* desc, size_t width, size_t height,
                              size_t pitch) {
  return bind(texref, desc,
              [&](const Driver& driver, CUtexref reference, CUarray_format format,
                  unsigned channels, size_t&) {
                const CUDA_ARRAY_DESCRIPTOR shape{width, height, format, channels};
                CUresult result = driver.cuTexRefSetAddress2D(
                    reference, &shape, reinterpret_cast<CUdeviceptr>(devPtr), pitch);
                if (result == CUDA_SUCCESS && offset)
                  *offset = 0;
                return result;
              });
}

cudaError_t cudaBindTextureToArray(const textureReference* texref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc* desc) {
  return bind(texref, desc,
              [&](const Driver& driver, CUtexref reference, CUarray_format, unsigned, size_t&) {
                return driver.cuTexRefSetArray(reference, toDriver(array), CU_TRSA_OVERRIDE_FORMAT);
              });
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference* texref,
                                            cudaMipmappedArray_const_t mipmappedArray,
                                            const cudaChannelFormatDesc* desc) {
  return bind(
      texref, desc,
      [&](const Driver& driver, CUtexref reference, CUarray_format, unsigned, size_t&) {
        return driver.cuTexRefSetMipmappedArray(
            reference,
            reinterpret_cast<CUmipmappedArray>(const_cast<cudaMipmappedArray_t>(mipmappedArray)),
            CU_TRSA_OVERRIDE_FORMAT);
      });
}

cudaError_t cudaUnbindTexture(const textureReference* texref) {
  return inContext([&](const Driver& driver) {
    CUtexref reference = nullptr;
    cudaError_t status = TextureReferences::instance().prepare(driver, texref, reference);
    if (status != cudaSuccess)
      return status;
    TextureReferences::instance().setBound(texref, false);
    size_t offset = 0;
    return toError(driver.cuTexRefSetAddress(&offset, reference, 0, 0));
  });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* texref) {
  if (!offset || !texref)
    return record(cudaErrorInvalidValue);
  return record(TextureReferences::instance().alignmentOffset(texref, *offset)
                    ? cudaSuccess
                    : cudaErrorInvalidTextureBinding);
}

cudaError_t cudaGetTextureReference(const textureReference** texref, const void* symbol) {
  if (!texref)
    return record(cudaErrorInvalidValue);
  *texref = TextureReferences::instance().findTexture(symbol);
  return record(*texref ? cudaSuccess : cudaErrorInvalidTexture);
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference* surfref, cudaArray_const_t array,
                                   const cudaChannelFormatDesc*) {
  return inContext([&](const Driver& driver) {
    CUsurfref reference = nullptr;
    cudaError_t status = TextureReferences::instance().surface(driver, surfref, reference);
    return status == cudaSuccess ? toError(driver.cuSurfRefSetArray(reference, toDriver(array), 0))
                                 : status;
  });
}

cudaError_t cudaGetSurfaceReference(const surfaceReference** surfref, const void* symbol) {
  if (!surfref)
    return record(cudaErrorInvalidValue);
  *surfref = TextureReferences::instance().findSurface(symbol);
  return record(*surfref ? cudaSuccess : cudaErrorInvalidSurface);
}
