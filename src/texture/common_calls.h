// The calls that most programs make: all lanes sample the same texture, which has one level and is
// no cube. What is done for a lane alone in the sampler is done here for all of them in loops.
#pragma once

#include "texture/call.h"

namespace heddle::texture {

// Whether it was such a call, and the results are there. Lanes that are not active get some too.
bool sampleCommonly(const Call& call, std::uint32_t lanes, std::uint64_t active,
                    const Texture* const* textures, const Texture* const* samplers,
                    const std::uint32_t* arguments, std::uint32_t* results);

} // namespace heddle::texture
