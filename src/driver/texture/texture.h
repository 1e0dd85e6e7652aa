// Translates descriptors of textures and surfaces of the API to the description that kernels and
// the sampler read (ir/texture.h). Objects and references both use it.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "ir/texture.h"

namespace heddle::driver {

class Array;
class Context;

// Fills in where the elements are and their format.
CUresult describeResource(const CUDA_RESOURCE_DESC& resource, const CUDA_RESOURCE_VIEW_DESC* view,
                          Context& context, Texture& texture);
void describeArray(const Array& array, Texture& texture);

// Fills in how texels are read. describeResource() must come before.
CUresult describeSampler(const CUDA_TEXTURE_DESC& descriptor, Texture& texture);

// What a CUtexObject refers to. The handle is the address of `texture`, which kernels read, and
// must be the address of the object too: so `texture` is the first member.
struct TextureObject {
  Texture texture{};
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC sampler{};
  CUDA_RESOURCE_VIEW_DESC view{};
  ContextDependent dependent;
};
struct SurfaceObject {
  Texture surface{};
  CUDA_RESOURCE_DESC resource{};
  ContextDependent dependent;
};

} // namespace heddle::driver
