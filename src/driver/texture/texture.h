// From the descriptors of the API to what kernels and the sampler read (ir/texture.h); for texture
// and surface objects, and for references.
#pragma once

#include "driver/context/context_dependents.h"
#include "driver/core/driver.h"
#include "ir/texture.h"

namespace heddle::driver {

class Array;
class Context;

// Fills in where the elements lie and what they are.
CUresult describeResource(const CUDA_RESOURCE_DESC& resource, const CUDA_RESOURCE_VIEW_DESC* view,
                          Context& context, Texture& texture);
void describeArray(const Array& array, Texture& texture);

// Fills in how texels are read; the resource comes first.
CUresult describeSampler(const CUDA_TEXTURE_DESC& descriptor, Texture& texture);

// What is behind a CUtexObject. The handle is its address, and kernels take that for a Texture's.
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
