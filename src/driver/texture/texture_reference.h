// CUtexref and CUsurfref: a variable of a module that textures or arrays are bound to.
#pragma once

#include "driver/texture/texture.h"

namespace heddle::driver {

class TextureReference {
public:
  // `variable` is the memory that kernels read; null for a reference that belongs to no module.
  TextureReference(Context& context, Texture* variable) : context_(context), variable_(variable) {
    for (CUaddress_mode& mode : sampler.addressMode)
      mode = CU_TR_ADDRESS_MODE_CLAMP;
    sampler.maxMipmapLevelClamp = TextureMostLevels;
  }

  // What is bound, and how it is read. Kernels that start after update() see the changes.
  bool bound = false;
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC sampler{};
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  unsigned channels = 1;

  CUresult update();
  // Unbinds memory that has been freed. A program may free what is bound before it unbinds it or
  // binds other memory.
  void forgetFreed();

private:
  CUresult describe(Texture& texture) const;

  Context& context_;
  Texture* const variable_;
};

class SurfaceReference {
public:
  SurfaceReference(Context& context, Texture* variable) : context_(context), variable_(variable) {}
  CUresult bind(CUarray array);
  CUarray array() const { return array_; }

private:
  Context& context_;
  Texture* const variable_;
  CUarray array_ = nullptr;
};

} // namespace heddle::driver
