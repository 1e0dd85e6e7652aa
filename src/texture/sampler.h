// The sampler, which texture instructions call once for all lanes of a gang.
#pragma once

#include "ir/texture.h"

#include <cstdint>

namespace heddle::texture {

// As heddle_texture_sample() in ir/texture.h, but trusts the descriptions of the textures.
void sample(std::uint32_t call, std::uint32_t lanes, std::uint64_t active,
            const Texture* const* textures, const Texture* const* samplers,
            const std::uint32_t* arguments, std::uint32_t* results);

} // namespace heddle::texture
