#include "texture/surface_store.h"

#include "texture/half.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace heddle::texture {

void storeElement(const Texture& surface, unsigned char* element,
                  const std::array<std::uint32_t, 4>& words) {
  if (surface.format == TexelFormatU1010102) {
    std::uint32_t packed = 0;
    for (unsigned i = 0; i < 4; ++i)
      packed |=
          static_cast<std::uint32_t>(std::nearbyint(
              std::clamp(std::bit_cast<float>(words[i]), 0.0F, 1.0F) * (i < 3 ? 1023.0F : 3.0F)))
          << 10 * i;
    std::memcpy(element, &packed, sizeof packed);
    return;
  }
  for (unsigned i = 0; i < surface.channels; ++i) {
    const auto store = [&](auto value, std::size_t bytes) {
      std::memcpy(element + i * bytes, &value, bytes);
    };
    const auto number = static_cast<std::int32_t>(words[i]);
    switch (surface.format) {
    case TexelFormatU8:
      store(static_cast<std::uint8_t>(std::min(words[i], 0xffU)), 1);
      break;
    case TexelFormatU16:
      store(static_cast<std::uint16_t>(std::min(words[i], 0xffffU)), 2);
      break;
    case TexelFormatS8:
      store(static_cast<std::int8_t>(std::clamp(number, -128, 127)), 1);
      break;
    case TexelFormatS16:
      store(static_cast<std::int16_t>(std::clamp(number, -32768, 32767)), 2);
      break;
    case TexelFormatF16:
      store(floatToHalf(std::bit_cast<float>(words[i])), 2);
      break;
    default:
      store(words[i], 4);
      break;
    }
  }
}

} // namespace heddle::texture
