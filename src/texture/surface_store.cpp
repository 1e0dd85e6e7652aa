// sust.p: a store to a surface with conversion to its format.

#include "ir/kernel_abi.h"
#include "ir/texture.h"
#include "texture/half.h"

#include <algorithm>
#include <bit>
#include <cstring>

void heddle_surface_pack(heddle::BlockContext*, std::uint32_t, std::uint64_t handle,
                         std::uint64_t element, std::uint32_t x, std::uint32_t y, std::uint32_t z,
                         std::uint32_t w) {
  using namespace heddle;
  const auto* surface = reinterpret_cast<const Texture*>(handle);
  auto* memory = reinterpret_cast<unsigned char*>(element);
  const std::uint32_t words[] = {x, y, z, w};
  for (unsigned i = 0; i < surface->channels; ++i) {
    const auto store = [&](auto value, std::size_t bytes) {
      std::memcpy(memory + i * bytes, &value, bytes);
    };
    const auto number = static_cast<std::int32_t>(words[i]);
    switch (surface->format) {
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
      store(texture::floatToHalf(std::bit_cast<float>(words[i])), 2);
      break;
    default:
      store(words[i], 4);
      break;
    }
  }
}
