// sust.p: a store to a surface with conversion to its format.
#pragma once

#include "ir/texture.h"

#include <array>
#include <cstdint>

namespace heddle::texture {

// Stores as many of the words as the surface has channels.
void storeElement(const Texture& surface, unsigned char* element,
                  const std::array<std::uint32_t, 4>& words);

} // namespace heddle::texture
