// The textures that were sampled on a GPU, and where: shared by the program that recorded them
// (golden.cu) and the test of the sampler. golden_cases.inc has the list.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

enum Geometry { G1, G2, G3, GA1, GA2, GCube, GACube, GLinear, GPitch };
enum Format { F32, F16, U8, S8, U16, S16, U32, S32 };
enum Operation { Fetch, FetchInt, Lod, Grad, Gather0, Gather1, Gather2, Gather3, FetchS };
enum Fill { Random, Step, Index, Ramp, LevelNumber };
enum Points {
  Fine,
  Spread,
  Edges,
  Special,
  Levels,
  Directions,
  Ties,
  Gradients,
  Coarse,
  Texels,
  Inside
};

enum AddressMode { Wrap, Clamp, Mirror, Border };

struct Point {
  float x, y, z, level;
  float dx[3], dy[3];
  int layer;
};

struct Case {
  const char* name = nullptr;
  Geometry geometry = G1;
  int w = 0, h = 0, d = 0; // d: layers too
  Format format = F32;
  int channels = 1;
  Operation op = Fetch;
  Points points = Spread;
  int samples = 128;
  int words = 1;
  Fill fill = Random;
  bool linear = false;
  bool normalized = false;
  AddressMode mode = Clamp;
  bool norm = false; // read mode
  bool srgb = false;
  float border[4] = {0, 0, 0, 0};
  int levels = 1;
  bool mipLinear = false;
  float bias = 0, minLevel = 0, maxLevel = 99;
  int aniso = 0;
  bool seamless = false;
};

uint16_t halfOf(float value);

inline uint32_t state;
inline uint32_t next() {
  state = state * 1664525u + 1013904223u;
  return state >> 8; // 24 bits
}
inline float unit() {
  return next() * (1.0f / 16777216.0f);
}

inline unsigned bitsOf(Format f) {
  return f == F32 || f == U32 || f == S32 ? 4 : f == U8 || f == S8 ? 1 : 2;
}

inline void fillTexels(const Case& c, std::vector<unsigned char>& data, size_t count, int level) {
  const unsigned bytes = bitsOf(c.format);
  data.resize(count * c.channels * bytes);
  for (size_t i = 0; i < count * c.channels; ++i) {
    float f = 0;
    uint32_t u = next() ^ next() << 8;
    switch (c.fill) {
    case Random:
      f = unit() * 2 - 1;
      break;
    case Step:
      f = i & 1;
      u = (i & 1) * 0xffffffffu;
      break;
    case Index:
      f = (float)i;
      u = (uint32_t)i;
      break;
    case Ramp:
      f = (float)(i * i);
      u = (uint32_t)(i * 3);
      break;
    case LevelNumber:
      f = (float)level;
      u = level;
      break;
    }
    switch (c.format) {
    case F32:
      std::memcpy(&data[i * 4], &f, 4);
      break;
    case F16: {
      uint16_t h = halfOf(f);
      std::memcpy(&data[i * 2], &h, 2);
      break;
    }
    default:
      std::memcpy(&data[i * bytes], &u, bytes);
      break;
    }
  }
}

inline Point pointOf(const Case& c, int i) {
  Point p = {};
  const float sx = c.normalized ? 1.0f / c.w : 1, sy = c.normalized ? 1.0f / (c.h ? c.h : 1) : 1,
              sz = c.normalized ? 1.0f / (c.d ? c.d : 1) : 1;
  switch (c.points) {
  case Fine: // steps of 1/4096 of a texel between the centres of texels 0 and 1
    p.x = (0.5f + i * (1.0f / c.samples)) * sx;
    p.y = (0.5f + ((i * 37) % c.samples) * (1.0f / c.samples)) * sy;
    p.z = (0.5f + ((i * 101) % c.samples) * (1.0f / c.samples)) * sz;
    break;
  case Texels: // the middle of each
    p.x = (i + 0.5f) * sx;
    p.y = 0.5f * sy;
    p.z = 0.5f * sz;
    break;
  case Inside:
    p.x = unit() * c.w * sx;
    p.y = unit() * c.h * sy;
    p.z = unit() * c.d * sz;
    break;
  case Coarse: // multiples of 1/16 of a texel
    p.x = (next() % (32 * c.w) * 0.0625f - c.w * 0.5f) * sx;
    p.y = (next() % (32 * (c.h ? c.h : 1)) * 0.0625f - c.h * 0.5f) * sy;
    p.z = (next() % (32 * (c.d ? c.d : 1)) * 0.0625f - c.d * 0.5f) * sz;
    break;
  case Spread:
    p.x = (unit() * 4 - 1.5f) * c.w * sx;
    p.y = (unit() * 4 - 1.5f) * c.h * sy;
    p.z = (unit() * 4 - 1.5f) * c.d * sz;
    p.layer = (int)(next() % (2 * (c.d ? c.d : 1) + 2)) - 2;
    break;
  case Edges: { // around the borders of texels
    int k = (i / 8) % (2 * c.w) - c.w / 2;
    float x = (float)k * (c.normalized ? 1.0f : 1);
    if (c.normalized)
      x = (float)k / (float)c.w;
    static const float steps[8] = {0,           0,           0,           -1.0f / 1024,
                                   1.0f / 1024, -1.0f / 512, -1.0f / 511, -1.0f / 4096};
    if (i % 8 == 1)
      x = std::nextafterf(x, -1e30f);
    else if (i % 8 == 2)
      x = std::nextafterf(x, 1e30f);
    else
      x += steps[i % 8] * sx;
    p.x = x;
    p.y = (0.5f + (i % 3)) * sy;
    p.z = 0.5f * sz;
    break;
  }
  case Special: {
    static const uint32_t bits[] = {0x7fc00000, 0xffc00000, 0x7f800000, 0xff800000, 0x80000000,
                                    1,          0x80000001, 0x4b000000, 0x4b800000, 0x4f000000,
                                    0xcf000000, 0x5f000000, 0xdf000000, 0x7f7fffff, 0xff7fffff,
                                    0x33000000, 0xb3000000, 0x47800000, 0x48000040, 0xc8000040};
    uint32_t b = bits[i % 20];
    std::memcpy(&p.x, &b, 4);
    p.y = 0.5f * sy;
    p.z = 0.5f * sz;
    break;
  }
  case Levels:
    p.x = unit() * c.w * sx;
    p.y = unit() * c.h * sy;
    p.z = unit() * c.d * sz;
    if (c.geometry == GCube) {
      p.x = unit() * 2 - 1;
      p.y = unit() * 2 - 1;
      p.z = unit() * 2 - 1;
    }
    p.level = -1.25f + i * ((c.levels + 2.0f) / c.samples);
    break;
  case Directions:
    p.x = unit() * 2 - 1;
    p.y = unit() * 2 - 1;
    p.z = unit() * 2 - 1;
    p.layer = c.d ? (int)(next() % (c.d + 2)) - 1 : 0;
    break;
  case Ties: {
    static const float v[5] = {-1, -0.5f, 0, 0.5f, 1};
    p.x = v[i % 5];
    p.y = v[i / 5 % 5];
    p.z = v[i / 25 % 5];
    break;
  }
  case Gradients:
    p.x = unit() * c.w * sx;
    p.y = unit() * c.h * sy;
    p.z = unit() * c.d * sz;
    for (int k = 0; k < 3; ++k) {
      float scale = std::ldexp(1.0f, -(int)(next() % 6));
      p.dx[k] = i < c.samples / 4
                    ? (k == 0 ? std::ldexp(1.0f, -(i % 8)) * (1 + (i / 8) * 0.125f) : 0)
                    : (unit() * 2 - 1) * scale;
      p.dy[k] = i < c.samples / 2 ? 0 : (unit() * 2 - 1) * scale;
    }
    break;
  }
  return p;
}

inline std::vector<Case> goldenCases() {
  const AddressMode wrap = Wrap, mirror = Mirror, border = Border;
  return {
#include "golden_cases.inc"
  };
}
