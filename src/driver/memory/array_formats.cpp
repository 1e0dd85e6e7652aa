#include "driver/memory/array_formats.h"

#include <algorithm>
#include <iterator>

namespace heddle::driver {
namespace {

constexpr ArrayFormat kFormats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, TexelFormatU8, 1, 0},
    {CU_AD_FORMAT_UNSIGNED_INT16, TexelFormatU16, 2, 0},
    {CU_AD_FORMAT_UNSIGNED_INT32, TexelFormatU32, 4, 0},
    {CU_AD_FORMAT_SIGNED_INT8, TexelFormatS8, 1, 0},
    {CU_AD_FORMAT_SIGNED_INT16, TexelFormatS16, 2, 0},
    {CU_AD_FORMAT_SIGNED_INT32, TexelFormatS32, 4, 0},
    {CU_AD_FORMAT_HALF, TexelFormatF16, 2, 0},
    {CU_AD_FORMAT_FLOAT, TexelFormatF32, 4, 0},
    {CU_AD_FORMAT_UNORM_INT8X1, TexelFormatU8, 1, 1, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_UNORM_INT8X2, TexelFormatU8, 1, 2, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_UNORM_INT8X4, TexelFormatU8, 1, 4, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_UNORM_INT16X1, TexelFormatU16, 2, 1, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_UNORM_INT16X2, TexelFormatU16, 2, 2, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_UNORM_INT16X4, TexelFormatU16, 2, 4, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_SNORM_INT8X1, TexelFormatS8, 1, 1, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_SNORM_INT8X2, TexelFormatS8, 1, 2, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_SNORM_INT8X4, TexelFormatS8, 1, 4, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_SNORM_INT16X1, TexelFormatS16, 2, 1, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_SNORM_INT16X2, TexelFormatS16, 2, 2, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_SNORM_INT16X4, TexelFormatS16, 2, 4, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_UNORM_INT_101010_2, TexelFormatU1010102, 1, 4, BlockCompressionNone, 0, true},
    {CU_AD_FORMAT_BC1_UNORM, TexelFormatU8, 1, 4, BlockCompression1, 8, true},
    {CU_AD_FORMAT_BC1_UNORM_SRGB, TexelFormatU8, 1, 4, BlockCompression1, 8, true, true},
    {CU_AD_FORMAT_BC2_UNORM, TexelFormatU8, 1, 4, BlockCompression2, 16, true},
    {CU_AD_FORMAT_BC2_UNORM_SRGB, TexelFormatU8, 1, 4, BlockCompression2, 16, true, true},
    {CU_AD_FORMAT_BC3_UNORM, TexelFormatU8, 1, 4, BlockCompression3, 16, true},
    {CU_AD_FORMAT_BC3_UNORM_SRGB, TexelFormatU8, 1, 4, BlockCompression3, 16, true, true},
    {CU_AD_FORMAT_BC4_UNORM, TexelFormatU16, 2, 1, BlockCompression4Unsigned, 8, true},
    {CU_AD_FORMAT_BC4_SNORM, TexelFormatS16, 2, 1, BlockCompression4Signed, 8, true},
    {CU_AD_FORMAT_BC5_UNORM, TexelFormatU16, 2, 2, BlockCompression5Unsigned, 16, true},
    {CU_AD_FORMAT_BC5_SNORM, TexelFormatS16, 2, 2, BlockCompression5Signed, 16, true},
    {CU_AD_FORMAT_BC6H_UF16, TexelFormatF16, 2, 3, BlockCompression6Unsigned, 16, true},
    {CU_AD_FORMAT_BC6H_SF16, TexelFormatF16, 2, 3, BlockCompression6Signed, 16, true},
    {CU_AD_FORMAT_BC7_UNORM, TexelFormatU8, 1, 4, BlockCompression7, 16, true},
    {CU_AD_FORMAT_BC7_UNORM_SRGB, TexelFormatU8, 1, 4, BlockCompression7, 16, true, true},
};

// Formats with the same bits as another one, of which textures make other values.
constexpr ViewFormat kViewFormats[] = {
    {CU_RES_VIEW_FORMAT_UINT_1X8, CU_AD_FORMAT_UNSIGNED_INT8, 1},
    {CU_RES_VIEW_FORMAT_UINT_2X8, CU_AD_FORMAT_UNSIGNED_INT8, 2},
    {CU_RES_VIEW_FORMAT_UINT_4X8, CU_AD_FORMAT_UNSIGNED_INT8, 4},
    {CU_RES_VIEW_FORMAT_SINT_1X8, CU_AD_FORMAT_SIGNED_INT8, 1},
    {CU_RES_VIEW_FORMAT_SINT_2X8, CU_AD_FORMAT_SIGNED_INT8, 2},
    {CU_RES_VIEW_FORMAT_SINT_4X8, CU_AD_FORMAT_SIGNED_INT8, 4},
    {CU_RES_VIEW_FORMAT_UINT_1X16, CU_AD_FORMAT_UNSIGNED_INT16, 1},
    {CU_RES_VIEW_FORMAT_UINT_2X16, CU_AD_FORMAT_UNSIGNED_INT16, 2},
    {CU_RES_VIEW_FORMAT_UINT_4X16, CU_AD_FORMAT_UNSIGNED_INT16, 4},
    {CU_RES_VIEW_FORMAT_SINT_1X16, CU_AD_FORMAT_SIGNED_INT16, 1},
    {CU_RES_VIEW_FORMAT_SINT_2X16, CU_AD_FORMAT_SIGNED_INT16, 2},
    {CU_RES_VIEW_FORMAT_SINT_4X16, CU_AD_FORMAT_SIGNED_INT16, 4},
    {CU_RES_VIEW_FORMAT_UINT_1X32, CU_AD_FORMAT_UNSIGNED_INT32, 1},
    {CU_RES_VIEW_FORMAT_UINT_2X32, CU_AD_FORMAT_UNSIGNED_INT32, 2},
    {CU_RES_VIEW_FORMAT_UINT_4X32, CU_AD_FORMAT_UNSIGNED_INT32, 4},
    {CU_RES_VIEW_FORMAT_SINT_1X32, CU_AD_FORMAT_SIGNED_INT32, 1},
    {CU_RES_VIEW_FORMAT_SINT_2X32, CU_AD_FORMAT_SIGNED_INT32, 2},
    {CU_RES_VIEW_FORMAT_SINT_4X32, CU_AD_FORMAT_SIGNED_INT32, 4},
    {CU_RES_VIEW_FORMAT_FLOAT_1X16, CU_AD_FORMAT_HALF, 1},
    {CU_RES_VIEW_FORMAT_FLOAT_2X16, CU_AD_FORMAT_HALF, 2},
    {CU_RES_VIEW_FORMAT_FLOAT_4X16, CU_AD_FORMAT_HALF, 4},
    {CU_RES_VIEW_FORMAT_FLOAT_1X32, CU_AD_FORMAT_FLOAT, 1},
    {CU_RES_VIEW_FORMAT_FLOAT_2X32, CU_AD_FORMAT_FLOAT, 2},
    {CU_RES_VIEW_FORMAT_FLOAT_4X32, CU_AD_FORMAT_FLOAT, 4},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC1, CU_AD_FORMAT_BC1_UNORM, 4},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC2, CU_AD_FORMAT_BC2_UNORM, 4},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC3, CU_AD_FORMAT_BC3_UNORM, 4},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC4, CU_AD_FORMAT_BC4_UNORM, 1},
    {CU_RES_VIEW_FORMAT_SIGNED_BC4, CU_AD_FORMAT_BC4_SNORM, 1},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC5, CU_AD_FORMAT_BC5_UNORM, 2},
    {CU_RES_VIEW_FORMAT_SIGNED_BC5, CU_AD_FORMAT_BC5_SNORM, 2},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC6H, CU_AD_FORMAT_BC6H_UF16, 3},
    {CU_RES_VIEW_FORMAT_SIGNED_BC6H, CU_AD_FORMAT_BC6H_SF16, 3},
    {CU_RES_VIEW_FORMAT_UNSIGNED_BC7, CU_AD_FORMAT_BC7_UNORM, 4},
};

} // namespace

const ArrayFormat* findArrayFormat(CUarray_format format) {
  const auto* found = std::ranges::find(kFormats, format, &ArrayFormat::format);
  return found == std::end(kFormats) ? nullptr : found;
}

const ViewFormat* findViewFormat(CUresourceViewFormat view) {
  const auto* found = std::ranges::find(kViewFormats, view, &ViewFormat::view);
  return found == std::end(kViewFormats) ? nullptr : found;
}

} // namespace heddle::driver
