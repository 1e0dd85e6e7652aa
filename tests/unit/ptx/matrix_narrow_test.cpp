// Matrices of floats of 8 bits and less: mma with and without scales, dense and sparse, and what
// ldmatrix and stmatrix do with bytes. Layouts by the PTX manual's formulas; results in double.
#include "warp_harness.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace heddle::ptx::testing {
namespace {

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;

constexpr std::string_view kHeader = ".version 8.7\n.target sm_120a\n.address_size 64\n";

struct Float {
  std::string_view name;
  unsigned exponentBits, mantissaBits;
  int bias;
};
constexpr Float kFloats[] = {
    {"e4m3", 4, 3, 7}, {"e5m2", 5, 2, 15}, {"e3m2", 3, 2, 3}, {"e2m3", 2, 3, 1}, {"e2m1", 2, 1, 1},
};

const Float& floatOf(std::string_view name) {
  return *std::ranges::find(kFloats, name, &Float::name);
}

double valueOf(const Float& format, unsigned bits) {
  unsigned magnitude = bits & ((1U << (format.exponentBits + format.mantissaBits)) - 1);
  unsigned field = magnitude >> format.mantissaBits;
  double mantissa = magnitude & ((1U << format.mantissaBits) - 1);
  mantissa = std::ldexp(mantissa, -static_cast<int>(format.mantissaBits)) + (field ? 1 : 0);
  double value = std::ldexp(mantissa, std::max(static_cast<int>(field), 1) - format.bias);
  return bits >> (format.exponentBits + format.mantissaBits) & 1 ? -value : value;
}

struct Case {
  std::string_view kind, shape, a, b;
  std::string_view scales = ""; // 1X, 2X, 4X
  std::string_view type = "";   // of scales
  bool sparse = false;
  bool half = false; // accumulators of f16
};

std::string registers(char name, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += fmt::format("{}%{}{}", i ? ", " : "", name, i);
  return text + "}";
}
std::string transfer(bool load, char name, unsigned count, std::string_view array) {
  std::string text =
      fmt::format("ld.param.u64 %p, [{}]; mad.wide.u32 %p, %lane, {}, %p;\n", array, count * 4);
  for (unsigned i = 0; i < count; ++i)
    text += load ? fmt::format("ld.global.b32 %{}{}, [%p+{}];\n", name, i, i * 4)
                 : fmt::format("st.global.b32 [%p+{}], %{}{};\n", i * 4, name, i);
  return text;
}

class NarrowMultiply : public ::testing::TestWithParam<Case> {};

TEST_P(NarrowMultiply, MatchesTheMatrixProduct) {
  const Case& c = GetParam();
  unsigned m = 0, n = 0, k = 0;
  ASSERT_EQ(std::sscanf(std::string(c.shape).c_str(), "m%un%uk%u", &m, &n, &k), 3);
  const Float &formatA = floatOf(c.a), &formatB = floatOf(c.b);
  bool packed = c.kind.starts_with("mxf4"); // 4 bits for each element
  unsigned bits = packed ? 4 : 8, perRegister = 32 / bits;
  std::mt19937 generator(k + c.a.size() + c.b[1]);

  // Elements, as bits. A sparse A has half of each group of four, or of pairs in a group of eight.
  auto element = [&](const Float& format) {
    unsigned width = 1 + format.exponentBits + format.mantissaBits;
    for (;;) {
      unsigned value = static_cast<unsigned>(generator()) & ((1U << width) - 1);
      // Numbers of a size that makes all sums exact, and no NaN.
      double size = std::fabs(valueOf(format, value));
      if (width < 8 || (size == 0 || (size >= 0.125 && size <= 16)))
        return value;
    }
  };
  unsigned unit = packed ? 2 : 1, group = 4 * unit;
  std::vector<unsigned> a(m * k), b(k * n);
  std::vector<unsigned> stored(m * k / 2), indices(m * k / group); // of two units of a group
  for (unsigned& value : b)
    value = element(formatB);
  if (!c.sparse) {
    for (unsigned& value : a)
      value = element(formatA);
  } else {
    for (unsigned row = 0; row < m; ++row)
      for (unsigned g = 0; g < k / group; ++g) {
        unsigned first = generator() % 3, second = first + 1 + generator() % (3 - first);
        indices[row * (k / group) + g] = first | second << 2;
        for (unsigned which = 0; which < 2; ++which)
          for (unsigned i = 0; i < unit; ++i) {
            unsigned value = element(formatA);
            stored[row * k / 2 + (g * 2 + which) * unit + i] = value;
            a[row * k + g * group + (which ? second : first) * unit + i] = value;
          }
      }
  }

  // Scales: four bytes in each lane, of which the selectors choose.
  unsigned blocks = c.scales.empty() ? 1 : static_cast<unsigned>(c.scales[0] - '0');
  unsigned byteA = blocks == 1 ? 3 : blocks == 2 ? 2 : 0, byteB = blocks == 1 ? 1 : 0;
  unsigned threadA = 1, threadB = 2;
  Words scaleA(32), scaleB(32);
  for (Words* words : {&scaleA, &scaleB})
    for (std::uint32_t& word : *words)
      for (unsigned i = 0; i < 4; ++i) {
        std::uint32_t byte = c.type == "ue4m3" ? 0x30 + generator() % 16 : 125 + generator() % 5;
        word |= byte << (8 * i);
      }
  auto scale = [&](const Words& words, unsigned lane, unsigned byte) {
    if (c.type.empty())
      return 1.0;
    unsigned value = words[lane] >> (8 * byte) & 0xff;
    return c.type == "ue4m3" ? valueOf(floatOf("e4m3"), value)
                             : std::ldexp(1.0, static_cast<int>(value) - 127);
  };

  auto pack = [&](Words& words, const Float& format, auto&& elementAt, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (i % perRegister == 0)
        words.push_back(0);
      unsigned shift = !packed && format.name == "e2m1" ? 2 : 0;
      words.back() |= elementAt(i) << (i % perRegister * bits + shift);
    }
  };
  unsigned depthA = c.sparse ? k / 2 : k;
  unsigned countA = m * depthA / 32, countB = k * n / 32;
  Words wordsA, wordsB, wordsC, metadata(32);
  std::vector<double> sum(m * n);
  for (double& value : sum)
    value = static_cast<int>(generator() % 33) - 16;
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned g = lane / 4, t = lane % 4;
    pack(
        wordsA, formatA,
        [&](unsigned i) {
          unsigned reg = i / perRegister;
          unsigned row = g + 8 * (reg % 2),
                   column = (4 * (reg / 2) + t) * perRegister + i % perRegister;
          return c.sparse ? stored[row * depthA + column] : a[row * k + column];
        },
        countA);
    pack(
        wordsB, formatB,
        [&](unsigned i) {
          return b[((4 * (i / perRegister) + t) * perRegister + i % perRegister) * n + g];
        },
        countB);
    for (unsigned i = 0; i < 4; ++i) {
      auto value = static_cast<float>(sum[(g + 8 * (i / 2)) * n + 2 * t + i % 2]);
      if (!c.half)
        wordsC.push_back(std::bit_cast<std::uint32_t>(value));
      else if (i % 2 == 0)
        wordsC.push_back(std::bit_cast<std::uint16_t>(static_cast<_Float16>(value)));
      else
        wordsC.back() |= std::uint32_t{std::bit_cast<std::uint16_t>(static_cast<_Float16>(value))}
                         << 16;
    }
    // One row's metadata a lane: rows g and g + 8 by turns, eight groups in each word.
    if (c.sparse)
      for (unsigned i = 0; i < 8; ++i)
        metadata[lane] |= indices[(g + 8 * (t % 2)) * (k / group) + 8 * (t / 2) + i] << (4 * i);
  }

  unsigned regsA = countA / perRegister, regsB = countB / perRegister, regsC = c.half ? 2 : 4;
  std::string modifiers = fmt::format(
      "mma{}.sync.aligned.{}.row.col.kind::{}{}{}.{}.{}.{}.{}{}",
      c.sparse ? ".sp::ordered_metadata" : "", c.shape, c.kind,
      c.type.empty() ? "" : ".block_scale",
      c.scales.empty() ? "" : fmt::format(".scale_vec::{}", c.scales), c.half ? "f16" : "f32", c.a,
      c.b, c.half ? "f16" : "f32", c.type.empty() ? "" : fmt::format(".{}", c.type));
  std::string tail = c.sparse ? ", %m0, 0" : "";
  if (!c.type.empty())
    tail += fmt::format(", %x0, {{{}, {}}}, %y0, {{%h0, {}}}", byteA, threadA, threadB);
  std::string code = fmt::format(
      "{}.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d, .param .u64 "
      "m, .param .u64 x, .param .u64 y) {{\n"
      ".reg .b32 %a<9>, %b<9>, %c<9>, %d<9>, %m<1>, %x<1>, %y<1>; .reg .b64 %p; .reg .b16 %h<1>;\n"
      ".reg .b32 %lane; mov.u32 %lane, %laneid; mov.u16 %h0, {};\n{}{}{}{}{}{}{} {}, {}, {}, "
      "{}{};\n"
      "{}ret; }}",
      kHeader, byteB, transfer(true, 'a', regsA, "a"), transfer(true, 'b', regsB, "b"),
      transfer(true, 'c', regsC, "c"), transfer(true, 'm', 1, "m"), transfer(true, 'x', 1, "x"),
      transfer(true, 'y', 1, "y"), modifiers, registers('d', regsC), registers('a', regsA),
      registers('b', regsB), registers('c', regsC), tail, transfer(false, 'd', regsC, "d"));
  Words result(wordsC.size());
  std::array arguments = {addressOf(wordsA), addressOf(wordsB),   addressOf(wordsC),
                          addressOf(result), addressOf(metadata), addressOf(scaleA),
                          addressOf(scaleB)};
  WarpProgram(code).run("k", 32, arguments);

  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i) {
      unsigned row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      double wanted = sum[row * n + column];
      for (unsigned x = 0; x < k; ++x) {
        unsigned block = x / (k / blocks);
        double left = valueOf(formatA, a[row * k + x]) *
                      scale(scaleA, 4 * (row % 8) + 2 * threadA + row / 8, byteA + block);
        double right = valueOf(formatB, b[x * n + column]) *
                       scale(scaleB, 4 * column + threadB, byteB + block);
        wanted += left * right;
      }
      if (c.half) {
        auto word = static_cast<std::uint16_t>(result[lane * 2 + i / 2] >> (16 * (i % 2)));
        EXPECT_EQ(std::bit_cast<_Float16>(word), static_cast<_Float16>(static_cast<float>(wanted)))
            << row << " " << column;
      } else {
        EXPECT_EQ(std::bit_cast<float>(result[lane * 4 + i]), static_cast<float>(wanted))
            << row << " " << column;
      }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Matrix, NarrowMultiply,
    ::testing::Values(Case{"f8f6f4", "m16n8k32", "e3m2", "e2m1"},
                      Case{"f8f6f4", "m16n8k32", "e2m3", "e4m3", "", "", false, true},
                      Case{"f8f6f4", "m16n8k16", "e4m3", "e5m2"},
                      Case{"f8f6f4", "m16n8k64", "e2m1", "e3m2", "", "", true},
                      Case{"mxf8f6f4", "m16n8k32", "e4m3", "e2m1", "1X", "ue8m0"},
                      Case{"mxf8f6f4", "m16n8k32", "e2m1", "e5m2", "", "ue8m0"},
                      Case{"mxf8f6f4", "m16n8k64", "e2m3", "e3m2", "1X", "ue8m0", true},
                      Case{"mxf4", "m16n8k64", "e2m1", "e2m1", "2X", "ue8m0"},
                      Case{"mxf4nvf4", "m16n8k64", "e2m1", "e2m1", "2X", "ue8m0"},
                      Case{"mxf4nvf4", "m16n8k64", "e2m1", "e2m1", "4X", "ue4m3"},
                      Case{"mxf4", "m16n8k128", "e2m1", "e2m1", "2X", "ue8m0", true},
                      Case{"mxf4nvf4", "m16n8k128", "e2m1", "e2m1", "4X", "ue4m3", true}),
    [](const auto& info) {
      const Case& c = info.param;
      return fmt::format("{}_{}_{}_{}_{}{}{}", c.kind, c.shape, c.a, c.b, c.scales, c.type,
                         c.sparse ? "_sparse" : "");
    });

// A scale that is not a number makes its row or column so, and no other.
TEST(NarrowMultiplyScales, NotANumber) {
  std::string code = fmt::format(
      "{}.visible .entry k(.param .u64 d) {{ .reg .b32 %d<4>, %s; .reg .b64 %p; .reg .b32 %lane; "
      ".reg .pred %q;\nmov.u32 %lane, %laneid; setp.eq.u32 %q, %lane, 8;\n"
      "selp.b32 %s, 0xff, 0x7f, %q;\n"
      "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e4m3.f32.ue8m0 "
      "{{%d0, %d1, %d2, %d3}}, {{0, 0, 0, 0}}, {{0, 0}}, {{0, 0, 0, 0}}, %s, {{0, 0}}, 0x7f, "
      "{{0, 0}};\n{}ret; }}",
      kHeader, transfer(false, 'd', 4, "d"));
  Words result(128);
  std::array arguments = {addressOf(result)};
  WarpProgram(code).run("k", 32, arguments);
  for (unsigned i = 0; i < 128; ++i) // lane 8 has the scale of row 2
    EXPECT_EQ(result[i], i / 16 == 2 && i % 4 < 2 ? 0x7fffffffU : 0U) << i;
}

// Rows of 16 bytes in shared memory, loaded with `load`, and stored again with `store`.
Bytes throughRegisters(const Bytes& input, std::string_view load, unsigned count, Words& loaded,
                       std::string_view store) {
  std::string list = registers('r', count);
  std::string code = fmt::format(
      "{}.visible .entry k(.param .u64 in, .param .u64 loaded, .param .u64 stored) {{\n"
      ".shared .align 16 .b8 s[512]; .shared .align 16 .b8 t[512];\n"
      ".reg .b32 %r<9>; .reg .b64 %p; .reg .b32 %lane, %s, %o;\n"
      "mov.u32 %lane, %laneid; mov.u32 %s, s; mad.lo.u32 %s, %lane, 16, %s;\n"
      "mov.u32 %o, t; mad.lo.u32 %o, %lane, 16, %o;\n"
      "ld.param.u64 %p, [in]; mad.wide.u32 %p, %lane, 16, %p;\n"
      "ld.global.v4.b32 {{%r0,%r1,%r2,%r3}}, [%p]; st.shared.v4.b32 [%s], {{%r0,%r1,%r2,%r3}};\n"
      "bar.warp.sync -1;\n{} {}, [%s];\n{}{}bar.warp.sync -1;\n"
      "ld.shared.v4.b32 {{%r0,%r1,%r2,%r3}}, [%o];\n"
      "ld.param.u64 %p, [stored]; mad.wide.u32 %p, %lane, 16, %p;\n"
      "st.global.v4.b32 [%p], {{%r0,%r1,%r2,%r3}};\nret; }}",
      kHeader, load, list, transfer(false, 'r', count, "loaded"),
      store.empty() ? "" : fmt::format("{} [%o], {};\n", store, list));
  loaded.assign(32 * count, 0);
  Bytes stored(512);
  std::array arguments = {addressOf(const_cast<Bytes&>(input)), addressOf(loaded),
                          addressOf(stored)};
  WarpProgram(code).run("k", 32, arguments);
  return stored;
}

Bytes someBytes() {
  Bytes bytes(512);
  for (unsigned i = 0; i < 512; ++i)
    bytes[i] = static_cast<std::uint8_t>(i * 37 + i / 16 * 11 + 5);
  return bytes;
}

// Element `column` of a row, of elements of `bits` bits.
unsigned elementOf(const Bytes& bytes, unsigned row, unsigned column, unsigned bits) {
  unsigned value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    unsigned at = column * bits + i;
    value |= (bytes[row * 16 + at / 8] >> at % 8 & 1U) << i;
  }
  return value;
}

TEST(NarrowMatrixMemory, RowsOfNarrowElements) {
  Bytes input = someBytes();
  for (unsigned bits : {6U, 4U}) {
    Words loaded;
    throughRegisters(input,
                     fmt::format("ldmatrix.sync.aligned.m8n16.x4.shared.b8x16.b{}x16_p{}", bits,
                                 bits == 6 ? 32 : 64),
                     4, loaded, "");
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < 16; ++i)
        EXPECT_EQ(loaded[lane * 4 + i / 4] >> (8 * (i % 4)) & 0xff,
                  elementOf(input, i / 4 * 8 + lane / 4, lane % 4 * 4 + i % 4, bits))
            << bits << " " << lane << " " << i;
  }
}

TEST(NarrowMatrixMemory, ColumnsOfBytesAndNarrowElements) {
  Bytes input = someBytes();
  for (unsigned bits : {8U, 6U, 4U}) {
    std::string types = bits == 8 ? "b8" : bits == 6 ? "b8x16.b6x16_p32" : "b8x16.b4x16_p64";
    Words loaded;
    throughRegisters(input, "ldmatrix.sync.aligned.m16n16.x2.trans.shared." + types, 4, loaded, "");
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < 16; ++i) {
        unsigned matrix = i / 8, row = lane / 4 + 8 * (i / 4 % 2), column = lane % 4 * 4 + i % 4;
        EXPECT_EQ(loaded[lane * 4 + i / 4] >> (8 * (i % 4)) & 0xff,
                  elementOf(input, matrix * 16 + column, row, bits))
            << bits << " " << lane << " " << i;
      }
  }
}

// Register i of a lane: rows g and g + 8 of columns 2t and 2t + 1 of a 16 x 8 matrix.
TEST(NarrowMatrixMemory, ColumnsAreStored) {
  Bytes input = someBytes();
  Words loaded;
  Bytes stored = throughRegisters(input, "ldmatrix.sync.aligned.m8n8.x4.shared.b16", 4, loaded,
                                  "stmatrix.sync.aligned.m16n8.x4.trans.shared.b8");
  for (unsigned row = 0; row < 32; ++row)
    for (unsigned byte = 0; byte < 16; ++byte) {
      unsigned column = row % 8, lane = byte % 8 * 4 + column / 2;
      unsigned place = column % 2 + 2 * (byte / 8);
      EXPECT_EQ(stored[row * 16 + byte], loaded[lane * 4 + row / 8] >> (8 * place) & 0xff)
          << row << " " << byte;
    }
}

} // namespace
} // namespace heddle::ptx::testing
