// The vectorised sampler, for the calls that most programs make: all lanes sample the same texture,
// which has one mipmap level and is not a cube. It does in loops over the lanes what sampler.cpp
// does for one lane at a time.
#pragma once

#include "texture/sample_call.h"

namespace heddle::texture {

// Samples if the call is of this kind, and returns whether it is. Lanes that are not active get
// unspecified results.
bool trySampleVectorised(const SampleCall& call, std::uint32_t lanes, std::uint64_t active,
                         const Texture* const* textures, const Texture* const* samplers,
                         const std::uint32_t* arguments, std::uint32_t* results);

} // namespace heddle::texture
