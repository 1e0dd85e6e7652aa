// Initialisers of .texref, .samplerref and .surfref variables. They give attributes by name, which
// become the bytes of a description (ir/texture.h). The driver overwrites it when it binds a
// texture.
#include "ir/texture.h"
#include "ptx/parser.h"

#include <cstddef>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

enum class Values { Number, Filter, Address, Ignored, Inverted };

struct Attribute {
  std::string_view name;
  Values values;
  std::size_t offset;
  unsigned bytes;
};
constexpr std::size_t kSampler = offsetof(Texture, sampler);
constexpr std::size_t kAddress = kSampler + offsetof(TextureSampler, addressMode);
constexpr std::size_t kNormalized = kSampler + offsetof(TextureSampler, normalized);
constexpr Attribute kAttributes[] = {
    {"width", Values::Number, offsetof(Texture, answers) + offsetof(TextureAnswers, width), 4},
    {"height", Values::Number, offsetof(Texture, answers) + offsetof(TextureAnswers, height), 4},
    {"depth", Values::Number, offsetof(Texture, answers) + offsetof(TextureAnswers, depth), 4},
    {"channel_data_type", Values::Ignored, 0, 0},
    {"channel_order", Values::Ignored, 0, 0},
    {"normalized_coords", Values::Number, kNormalized, 1},
    {"force_unnormalized_coords", Values::Inverted, kNormalized, 1},
    {"filter_mode", Values::Filter, kSampler + offsetof(TextureSampler, linear), 1},
    {"addr_mode_0", Values::Address, kAddress, 4},
    {"addr_mode_1", Values::Address, kAddress + 4, 4},
    {"addr_mode_2", Values::Address, kAddress + 8, 4},
};

struct NamedValue {
  std::string_view name;
  std::uint32_t value;
};
constexpr NamedValue kFilters[] = {{"nearest", 0}, {"linear", 1}};
constexpr NamedValue kAddresses[] = {{"wrap", TextureAddressWrap},
                                     {"mirror", TextureAddressMirror},
                                     {"clamp_ogl", TextureAddressClamp},
                                     {"clamp_to_edge", TextureAddressClamp},
                                     {"clamp_to_border", TextureAddressBorder}};

} // namespace

void Parser::parseReferenceInitialiser(Variable& variable) {
  variable.initialiser.assign(sizeof(Texture), 0);
  const auto set = [&](const Attribute& attribute, std::uint64_t value) {
    for (unsigned i = 0; i < attribute.bytes; ++i)
      variable.initialiser[attribute.offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
  };
  expectPunctuation('{');
  if (variable.type == ScalarType::Samplerref)
    variable.initialiser[kNormalized] = 1;
  while (!isPunctuation('}')) {
    const Location location = peek().location;
    const std::string_view name = expectIdentifier("an attribute");
    const Attribute* attribute = nullptr;
    for (const Attribute& known : kAttributes)
      if (known.name == name)
        attribute = &known;
    if (!attribute)
      fail(location, fmt::format("Unknown attribute '{}'", name));
    expectPunctuation('=');
    const auto named = [&](std::span<const NamedValue> values) {
      const Location place = peek().location;
      const std::string_view word = expectIdentifier("a value");
      for (const NamedValue& value : values)
        if (value.name == word)
          return set(*attribute, value.value);
      fail(place, fmt::format("Unknown value '{}' of '{}'", word, name));
    };
    switch (attribute->values) {
    case Values::Number:
      set(*attribute, parseUnsignedConstant("a number"));
      break;
    case Values::Inverted:
      set(*attribute, parseUnsignedConstant("a number") == 0);
      break;
    case Values::Filter:
      named(kFilters);
      break;
    case Values::Address:
      named(kAddresses);
      break;
    case Values::Ignored:
      take();
      break;
    }
    if (!acceptPunctuation(','))
      break;
  }
  expectPunctuation('}');
}

} // namespace heddle::ptx
