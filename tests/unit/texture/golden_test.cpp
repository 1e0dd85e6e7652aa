// The sampler against what a GPU (H200) gave, bit by bit.
#include "golden_cases.h"

#include "ir/texture.h"
#include "texture/sampler.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <map>

using namespace heddle;

uint16_t halfOf(float value) {
  return std::bit_cast<uint16_t>(static_cast<_Float16>(value));
}

struct Golden {
  int words;
  std::vector<uint32_t> values;
};
static std::map<std::string, Golden> readGolden(const char* path) {
  std::map<std::string, Golden> result;
  std::ifstream in(path, std::ios::binary);
  std::string name;
  int samples, words;
  while (in >> name >> samples >> words) {
    in.get();
    Golden g{words, std::vector<uint32_t>(samples * words)};
    in.read(reinterpret_cast<char*>(g.values.data()), g.values.size() * 4);
    result[name] = g;
  }
  return result;
}
static const TexelFormat kFormats[] = {TexelFormatF32, TexelFormatF16, TexelFormatU8,
                                       TexelFormatS8,  TexelFormatU16, TexelFormatS16,
                                       TexelFormatU32, TexelFormatS32};

// With as many samples to a call as there are lanes.
static std::vector<uint32_t> sampleCase(const Case& c, unsigned lanes) {
  state = 12345;
  Texture t{};
  t.format = kFormats[c.format];
  t.channels = c.channels;
  t.elementBytes = c.channels * bitsOf(c.format);
  t.levels = c.levels;
  t.isLinear = c.geometry == GLinear;
  t.isCube = c.geometry == GCube || c.geometry == GACube;
  const bool real = c.format == F32 || c.format == F16;
  const bool wide = c.format == U32 || c.format == S32;
  t.isFloat = real || (!wide && c.norm);
  t.isSrgb = c.srgb && c.format == U8;
  std::vector<std::vector<unsigned char>> data(c.levels);
  const bool layered = c.geometry == GA1 || c.geometry == GA2 || t.isCube;
  const size_t height = c.geometry == G1 || c.geometry == GA1 || c.geometry == GLinear ? 0 : c.h;
  const size_t depth =
      c.geometry == GCube    ? 6
      : c.geometry == GACube ? 6 * c.d
      : c.geometry == G1 || c.geometry == G2 || c.geometry == GLinear || c.geometry == GPitch ? 0
                                                                                              : c.d;
  for (int level = 0; level < c.levels; ++level) {
    size_t w = std::max<size_t>(1, c.w >> level), h = std::max<size_t>(1, height >> level),
           d = std::max<size_t>(1, layered ? depth : depth >> level);
    fillTexels(c, data[level], w * h * d, level);
    t.level[level] = {data[level].data(),
                      nullptr,
                      w * t.elementBytes,
                      w * h * t.elementBytes,
                      (uint32_t)w,
                      (uint32_t)h,
                      (uint32_t)d,
                      (uint32_t)(w * t.elementBytes),
                      0};
  }
  for (int i = 0; i < 3; ++i)
    t.sampler.addressMode[i] =
        (c.mode == Wrap || c.mode == Mirror) && !c.normalized ? Clamp : c.mode;
  t.sampler.linear = c.linear;
  t.sampler.linearLevel = c.mipLinear;
  t.sampler.normalized = c.normalized;
  t.sampler.seamless = c.seamless;
  std::copy_n(c.border, 4, t.sampler.border);
  t.sampler.levelBias = c.bias;
  t.sampler.leastLevel = c.minLevel;
  t.sampler.mostLevel = c.maxLevel;
  static const uint32_t geometries[] = {
      TextureGeometry1D,          TextureGeometry2D,        TextureGeometry3D,
      TextureGeometryLayered1D,   TextureGeometryLayered2D, TextureGeometryCube,
      TextureGeometryLayeredCube, TextureGeometry1D,        TextureGeometry2D};
  uint32_t call = geometries[c.geometry] << TextureCallGeometryShift;
  if (c.op == Lod)
    call |= TextureOperationLevel << TextureCallOperationShift;
  if (c.op == Grad)
    call |= TextureOperationGradient << TextureCallOperationShift;
  if (c.op >= Gather0 && c.op <= Gather3)
    call |= TextureOperationGather << TextureCallOperationShift | (c.op - Gather0)
                                                                      << TextureCallComponentShift;
  if (c.op == FetchS)
    call |= TextureCallIntegers;
  const unsigned coordinates = c.geometry == G1 || c.geometry == GA1 || c.geometry == GLinear ? 1
                               : c.geometry == G3 || t.isCube                                 ? 3
                                                                                              : 2;
  std::vector<uint32_t> results, arguments;
  const std::vector<const Texture*> textures(lanes, &t);
  for (int i = 0; i < c.samples; ++i) {
    const Point p = pointOf(c, i);
    std::vector<uint32_t> a;
    if (c.geometry == GA1 || c.geometry == GA2 || c.geometry == GACube)
      a.push_back(p.layer);
    const float xyz[] = {p.x, p.y, p.z};
    for (unsigned k = 0; k < coordinates; ++k)
      a.push_back(c.op == FetchS ? (uint32_t)(int)xyz[k] : std::bit_cast<uint32_t>(xyz[k]));
    if (c.op == Lod)
      a.push_back(std::bit_cast<uint32_t>(p.level));
    if (c.op == Grad) {
      for (unsigned k = 0; k < coordinates; ++k)
        a.push_back(std::bit_cast<uint32_t>(p.dx[k]));
      for (unsigned k = 0; k < coordinates; ++k)
        a.push_back(std::bit_cast<uint32_t>(p.dy[k]));
    }
    const unsigned lane = i % lanes;
    arguments.resize(a.size() * lanes);
    for (size_t k = 0; k < a.size(); ++k)
      arguments[k * lanes + lane] = a[k];
    if (lane + 1 < lanes && i + 1 < c.samples)
      continue;
    std::vector<uint32_t> r(4 * lanes);
    heddle::texture::sample(call, lanes, (uint64_t{2} << lane) - 1, textures.data(), nullptr,
                            arguments.data(), r.data());
    for (unsigned l = 0; l <= lane; ++l)
      for (int word = 0; word < c.words; ++word)
        results.push_back(r[word * lanes + l]);
  }
  return results;
}

// What is not a GPU's to the last bit, and how far off it may be: weights that lie in the middle of
// two, sums of signed bytes, the corners of cubes, and the levels that gradients lead
// to.
struct Deviation {
  const char* name;
  double most;
};
constexpr Deviation kDeviations[] = {
    {"3d-arithmetic", 0.01},
    {"3d-coarse", 0.01},
    {"s8-norm-linear", 0.008},
    {"s8-all-linear", 0.0001},
    {"s8-1d-linear", 0.008},
    {"cube-linear-seamless", 0.003},
    {"cube-linear-seamless-ties", 0.003},
    {"lod-3d", 0.005},
    {"grad-2d", 0.16},
    {"grad-2d-rectangle", 0.16},
    {"grad-1d", 0.16},
    {"grad-3d", 0.16},
    {"3d-inside", 0.01},
    {"3d-inside-normalized", 0.01},
    {"3d-inside-levels", 0.01},
    {"3d-inside-levels-linear", 0.01},
};

double deviationOf(const std::string& name) {
  for (const Deviation& deviation : kDeviations)
    if (deviation.name == name)
      return deviation.most;
  return 0;
}

TEST(Sampler, GivesWhatAGpuGives) {
  const auto golden = readGolden(GOLDEN);
  ASSERT_FALSE(golden.empty());
  for (const Case& c : goldenCases()) {
    const auto found = golden.find(c.name);
    ASSERT_NE(found, golden.end()) << c.name;
    if (c.aniso > 1) // one sample stands for the many
      continue;
    const std::vector<uint32_t> mine = sampleCase(c, 16);
    ASSERT_EQ(mine, sampleCase(c, 1)) << c.name;
    ASSERT_EQ(mine.size(), found->second.values.size()) << c.name;
    const double most = deviationOf(c.name);
    for (size_t i = 0; i < mine.size(); ++i) {
      const uint32_t expected = found->second.values[i];
      if (most == 0)
        ASSERT_EQ(mine[i], expected) << c.name << " word " << i;
      else
        ASSERT_NEAR(std::bit_cast<float>(mine[i]), std::bit_cast<float>(expected), most)
            << c.name << " word " << i;
    }
  }
}
