#include "driver/graphics/gl_formats.h"

#include <algorithm>
#include <iterator>

namespace heddle::driver {

namespace {

// GL_RED to GL_LUMINANCE_ALPHA, and GL_*_INTEGER.
constexpr unsigned kRed = 0x1903;
constexpr unsigned kRg = 0x8227;
constexpr unsigned kRgba = 0x1908;
constexpr unsigned kAlpha = 0x1906;
constexpr unsigned kLuminance = 0x1909;
constexpr unsigned kLuminanceAlpha = 0x190A;
constexpr unsigned kRedInteger = 0x8D94;
constexpr unsigned kRgInteger = 0x8228;
constexpr unsigned kRgbaInteger = 0x8D99;
// GL_BYTE to GL_HALF_FLOAT.
constexpr unsigned kByte = 0x1400;
constexpr unsigned kUnsignedByte = 0x1401;
constexpr unsigned kShort = 0x1402;
constexpr unsigned kUnsignedShort = 0x1403;
constexpr unsigned kInt = 0x1404;
constexpr unsigned kUnsignedInt = 0x1405;
constexpr unsigned kFloat = 0x1406;
constexpr unsigned kHalfFloat = 0x140B;

constexpr auto kU8 = CU_AD_FORMAT_UNSIGNED_INT8;
constexpr auto kU16 = CU_AD_FORMAT_UNSIGNED_INT16;
constexpr auto kU32 = CU_AD_FORMAT_UNSIGNED_INT32;
constexpr auto kS8 = CU_AD_FORMAT_SIGNED_INT8;
constexpr auto kS16 = CU_AD_FORMAT_SIGNED_INT16;
constexpr auto kS32 = CU_AD_FORMAT_SIGNED_INT32;
constexpr auto kF16 = CU_AD_FORMAT_HALF;
constexpr auto kF32 = CU_AD_FORMAT_FLOAT;

constexpr GlFormat kFormats[] = {
    // GL_R8 to GL_RG32UI
    {0x8229, kU8, 1, kRed, kUnsignedByte},
    {0x822A, kU16, 1, kRed, kUnsignedShort},
    {0x822B, kU8, 2, kRg, kUnsignedByte},
    {0x822C, kU16, 2, kRg, kUnsignedShort},
    {0x822D, kF16, 1, kRed, kHalfFloat},
    {0x822E, kF32, 1, kRed, kFloat},
    {0x822F, kF16, 2, kRg, kHalfFloat},
    {0x8230, kF32, 2, kRg, kFloat},
    {0x8231, kS8, 1, kRedInteger, kByte},
    {0x8232, kU8, 1, kRedInteger, kUnsignedByte},
    {0x8233, kS16, 1, kRedInteger, kShort},
    {0x8234, kU16, 1, kRedInteger, kUnsignedShort},
    {0x8235, kS32, 1, kRedInteger, kInt},
    {0x8236, kU32, 1, kRedInteger, kUnsignedInt},
    {0x8237, kS8, 2, kRgInteger, kByte},
    {0x8238, kU8, 2, kRgInteger, kUnsignedByte},
    {0x8239, kS16, 2, kRgInteger, kShort},
    {0x823A, kU16, 2, kRgInteger, kUnsignedShort},
    {0x823B, kS32, 2, kRgInteger, kInt},
    {0x823C, kU32, 2, kRgInteger, kUnsignedInt},
    // GL_RGBA (which is GL_RGBA8 in practice), GL_RGBA8, GL_RGBA16, and floats
    {kRgba, kU8, 4, kRgba, kUnsignedByte},
    {0x8058, kU8, 4, kRgba, kUnsignedByte},
    {0x805B, kU16, 4, kRgba, kUnsignedShort},
    {0x8814, kF32, 4, kRgba, kFloat},
    {0x881A, kF16, 4, kRgba, kHalfFloat},
    // GL_RGBA32UI to GL_RGBA8I
    {0x8D70, kU32, 4, kRgbaInteger, kUnsignedInt},
    {0x8D76, kU16, 4, kRgbaInteger, kUnsignedShort},
    {0x8D7C, kU8, 4, kRgbaInteger, kUnsignedByte},
    {0x8D82, kS32, 4, kRgbaInteger, kInt},
    {0x8D88, kS16, 4, kRgbaInteger, kShort},
    {0x8D8E, kS8, 4, kRgbaInteger, kByte},
    // GL_ALPHA8, GL_ALPHA16, GL_LUMINANCE8 and 16, GL_LUMINANCE8_ALPHA8 and 16, GL_INTENSITY8 and
    // 16
    {0x803C, kU8, 1, kAlpha, kUnsignedByte},
    {0x803E, kU16, 1, kAlpha, kUnsignedShort},
    {0x8040, kU8, 1, kLuminance, kUnsignedByte},
    {0x8042, kU16, 1, kLuminance, kUnsignedShort},
    {0x8045, kU8, 2, kLuminanceAlpha, kUnsignedByte},
    {0x8048, kU16, 2, kLuminanceAlpha, kUnsignedShort},
    {0x804B, kU8, 1, kRed, kUnsignedByte},
    {0x804D, kU16, 1, kRed, kUnsignedShort},
    // GL_ALPHA32F_ARB to GL_LUMINANCE_ALPHA32F_ARB, and with 16 bits
    {0x8816, kF32, 1, kAlpha, kFloat},
    {0x8817, kF32, 1, kRed, kFloat},
    {0x8818, kF32, 1, kLuminance, kFloat},
    {0x8819, kF32, 2, kLuminanceAlpha, kFloat},
    {0x881C, kF16, 1, kAlpha, kHalfFloat},
    {0x881D, kF16, 1, kRed, kHalfFloat},
    {0x881E, kF16, 1, kLuminance, kHalfFloat},
    {0x881F, kF16, 2, kLuminanceAlpha, kHalfFloat},
};

} // namespace

const GlFormat* findGlFormat(unsigned internalFormat) {
  const auto* found = std::ranges::find(kFormats, internalFormat, &GlFormat::internalFormat);
  return found == std::end(kFormats) ? nullptr : found;
}

} // namespace heddle::driver
