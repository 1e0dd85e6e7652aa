// mma, wmma, ldmatrix, stmatrix, movmatrix: whole warps, with fragments laid out by the formulas of
// the PTX manual.
#include "warp_harness.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace heddle::ptx::testing {
namespace {

using Words = std::vector<std::uint32_t>;
using Matrix = std::vector<double>; // row-major

struct Element {
  unsigned bits;
  std::uint64_t (*encode)(double);
  double low, high;
};

std::uint64_t half(double x) {
  return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x));
}
std::uint64_t brain(double x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(x)) >> 16;
}
std::uint64_t single(double x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(x));
}
std::uint64_t twice(double x) {
  return std::bit_cast<std::uint64_t>(x);
}
std::uint64_t number(double x) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
}
// Small integers only.
std::uint64_t e4m3(double x) {
  double magnitude = std::fabs(x);
  if (magnitude == 0)
    return 0;
  int exponent = std::ilogb(magnitude);
  auto mantissa = static_cast<unsigned>(std::ldexp(magnitude, 3 - exponent)) & 7;
  return (x < 0 ? 0x80U : 0U) | static_cast<unsigned>(exponent + 7) << 3 | mantissa;
}
std::uint64_t e5m2(double x) {
  return half(x) >> 8;
}

const std::map<std::string_view, Element> kElements = {
    {"f16", {16, half, -8, 8}},   {"bf16", {16, brain, -8, 8}},   {"tf32", {32, single, -8, 8}},
    {"f32", {32, single, -8, 8}}, {"f64", {64, twice, -8, 8}},    {"s8", {8, number, -128, 127}},
    {"u8", {8, number, 0, 255}},  {"s4", {4, number, -8, 7}},     {"u4", {4, number, 0, 15}},
    {"b1", {1, number, 0, 1}},    {"s32", {32, number, -99, 99}}, {"e4m3", {8, e4m3, -8, 8}},
    {"e5m2", {8, e5m2, -2, 2}},
};

Matrix randomMatrix(unsigned count, const Element& element, std::mt19937& generator) {
  std::uniform_int_distribution<int> values(static_cast<int>(element.low),
                                            static_cast<int>(element.high));
  Matrix matrix(count);
  for (double& value : matrix)
    value = values(generator);
  return matrix;
}

// Elements of one lane, in order, packed into 32-bit words.
void pack(Words& words, std::span<const double> values, const Element& element) {
  unsigned used = 32;
  for (double value : values) {
    std::uint64_t bits = element.encode(value);
    if (element.bits == 64) {
      words.push_back(static_cast<std::uint32_t>(bits));
      words.push_back(static_cast<std::uint32_t>(bits >> 32));
      continue;
    }
    if (used == 32) {
      words.push_back(0);
      used = 0;
    }
    words.back() |=
        static_cast<std::uint32_t>((bits & ((std::uint64_t{1} << element.bits) - 1)) << used);
    used += element.bits;
  }
}

struct Shape {
  unsigned m, n, k;
};

struct Case {
  std::string_view shape, a, b, c;
  std::string_view tail = ""; // after the types
};

// Where the manual puts element i of a lane.
struct Place {
  unsigned row, column;
};
// Elements per lane of 4 consecutive lanes along k: a register's.
Place placeA(const Shape& shape, unsigned bits, unsigned lane, unsigned i) {
  unsigned group = lane >> 2, inGroup = lane & 3, perRegister = bits == 64 ? 1 : 32 / bits;
  unsigned reg = i / perRegister, rows = shape.m / 8;
  return {group + 8 * (reg % rows),
          4 * perRegister * (reg / rows) + inGroup * perRegister + i % perRegister};
}
Place placeB(unsigned bits, unsigned lane, unsigned i) {
  unsigned group = lane >> 2, inGroup = lane & 3, perRegister = bits == 64 ? 1 : 32 / bits;
  return {4 * perRegister * (i / perRegister) + inGroup * perRegister + i % perRegister, group};
}
Place placeC(unsigned lane, unsigned i) {
  return {(lane >> 2) + 8 * (i >> 1), 2 * (lane & 3) + (i & 1)};
}

Shape shapeOf(std::string_view text) {
  Shape shape{};
  EXPECT_EQ(std::sscanf(std::string(text).c_str(), "m%un%uk%u", &shape.m, &shape.n, &shape.k), 3);
  return shape;
}

// "{%x0, %x1}", and code that loads or stores them from the array of the lane.
std::string registers(char name, unsigned count) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += fmt::format("{}%{}{}", i ? ", " : "", name, i);
  return text + "}";
}
std::string transfer(bool load, char name, unsigned count, unsigned bits, std::string_view array) {
  std::string text = fmt::format("ld.param.u64 %p, [{}]; mad.wide.u32 %p, %lane, {}, %p;\n", array,
                                 count * bits / 8);
  for (unsigned i = 0; i < count; ++i)
    text += load ? fmt::format("ld.global.b{} %{}{}, [%p+{}];\n", bits, name, i, i * bits / 8)
                 : fmt::format("st.global.b{} [%p+{}], %{}{};\n", bits, i * bits / 8, name, i);
  return text;
}

class Multiply : public ::testing::TestWithParam<Case> {};

TEST_P(Multiply, MatchesTheMatrixProduct) {
  const Case& c = GetParam();
  Shape shape = shapeOf(c.shape);
  const Element &a = kElements.at(c.a), &b = kElements.at(c.b), &acc = kElements.at(c.c);
  std::mt19937 generator(shape.m * 1000 + shape.k);
  Matrix left = randomMatrix(shape.m * shape.k, a, generator);
  Matrix right = randomMatrix(shape.k * shape.n, b, generator);
  Matrix sum = randomMatrix(shape.m * shape.n, acc, generator);

  unsigned countA = shape.m * shape.k / 32, countB = shape.k * shape.n / 32, countC = shape.m / 4;
  Words wordsA, wordsB, wordsC;
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::vector<double> values;
    for (unsigned i = 0; i < countA; ++i) {
      Place p = placeA(shape, a.bits, lane, i);
      values.push_back(left[p.row * shape.k + p.column]);
    }
    pack(wordsA, values, a);
    values.clear();
    for (unsigned i = 0; i < countB; ++i) {
      Place p = placeB(b.bits, lane, i);
      values.push_back(right[p.row * shape.n + p.column]);
    }
    pack(wordsB, values, b);
    values.clear();
    for (unsigned i = 0; i < countC; ++i) {
      Place p = placeC(lane, i);
      values.push_back(sum[p.row * shape.n + p.column]);
    }
    pack(wordsC, values, acc);
  }
  unsigned bits = a.bits == 64 ? 64 : 32;
  unsigned regsA = countA * a.bits / bits, regsB = countB * b.bits / bits;
  unsigned regsC = countC * acc.bits / bits;
  std::string code = fmt::format(
      ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {{\n"
      ".reg .b{0} %a<9>; .reg .b{0} %b<9>; .reg .b{0} %c<9>; .reg .b{0} %d<9>; .reg .b64 %p;\n"
      ".reg .b32 %lane; mov.u32 %lane, %laneid;\n{1}{2}{3}"
      "mma.sync.aligned.{4}.row.col.{5}.{6}.{7}.{5}{8} {9}, {10}, {11}, {12};\n{13}ret; }}",
      bits, transfer(true, 'a', regsA, bits, "a"), transfer(true, 'b', regsB, bits, "b"),
      transfer(true, 'c', regsC, bits, "c"), c.shape, c.c, c.a, c.b, c.tail, registers('d', regsC),
      registers('a', regsA), registers('b', regsB), registers('c', regsC),
      transfer(false, 'd', regsC, bits, "d"));
  Words result(wordsC.size());
  std::array arguments = {addressOf(wordsA), addressOf(wordsB), addressOf(wordsC),
                          addressOf(result)};
  WarpProgram(code).run("k", 32, arguments);

  Words wanted;
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::vector<double> values;
    for (unsigned i = 0; i < countC; ++i) {
      Place p = placeC(lane, i);
      double value = sum[p.row * shape.n + p.column];
      for (unsigned k = 0; k < shape.k; ++k) {
        double x = left[p.row * shape.k + k], y = right[k * shape.n + p.column];
        value += c.tail == ".xor.popc" ? double(x != y) : x * y;
      }
      values.push_back(value);
    }
    pack(wanted, values, acc);
  }
  EXPECT_EQ(result, wanted) << code;
}

INSTANTIATE_TEST_SUITE_P(
    Matrix, Multiply,
    ::testing::Values(
        Case{"m16n8k8", "f16", "f16", "f32"}, Case{"m16n8k16", "f16", "f16", "f32"},
        Case{"m16n8k16", "f16", "f16", "f16"}, Case{"m16n8k8", "f16", "f16", "f16"},
        Case{"m16n8k8", "bf16", "bf16", "f32"}, Case{"m16n8k16", "bf16", "bf16", "f32"},
        Case{"m16n8k4", "tf32", "tf32", "f32"}, Case{"m16n8k8", "tf32", "tf32", "f32"},
        Case{"m16n8k32", "e4m3", "e5m2", "f32"}, Case{"m16n8k16", "e5m2", "e4m3", "f16"},
        Case{"m8n8k16", "s8", "u8", "s32"}, Case{"m16n8k16", "u8", "s8", "s32"},
        Case{"m16n8k32", "s8", "s8", "s32"}, Case{"m8n8k32", "s4", "u4", "s32"},
        Case{"m16n8k32", "u4", "u4", "s32"}, Case{"m16n8k64", "s4", "s4", "s32"},
        Case{"m8n8k128", "b1", "b1", "s32", ".xor.popc"},
        Case{"m16n8k128", "b1", "b1", "s32", ".and.popc"},
        Case{"m16n8k256", "b1", "b1", "s32", ".and.popc"}, Case{"m8n8k4", "f64", "f64", "f64"},
        Case{"m16n8k4", "f64", "f64", "f64"}, Case{"m16n8k8", "f64", "f64", "f64"},
        Case{"m16n8k16", "f64", "f64", "f64"}),
    [](const auto& info) {
      const Case& c = info.param;
      return fmt::format("{}_{}_{}_{}{}", c.shape, c.a, c.b, c.c,
                         c.tail.empty() ? "" : c.tail.substr(1, 3));
    });

// wmma: from memory to memory, in every layout.
class Wmma : public ::testing::TestWithParam<Case> {};

// Row- or column-major in memory, `stride` elements between the rows or columns.
std::vector<std::uint8_t> inMemory(const Matrix& matrix, unsigned height, unsigned width,
                                   bool rowMajor, unsigned stride, const Element& element) {
  unsigned lines = rowMajor ? height : width;
  std::vector<std::uint8_t> bytes(lines * stride * element.bits / 8 + 8);
  for (unsigned row = 0; row < height; ++row)
    for (unsigned column = 0; column < width; ++column) {
      unsigned index = rowMajor ? row * stride + column : column * stride + row;
      std::uint64_t bits = element.encode(matrix[row * width + column]);
      if (element.bits >= 8) {
        std::memcpy(&bytes[index * element.bits / 8], &bits, element.bits / 8);
      } else {
        unsigned at = index * element.bits;
        bits &= (1U << element.bits) - 1;
        bytes[at / 8] |= static_cast<std::uint8_t>(bits << at % 8);
      }
    }
  return bytes;
}

TEST_P(Wmma, MatchesTheMatrixProduct) {
  const Case& c = GetParam();
  Shape shape = shapeOf(c.shape);
  const Element &a = kElements.at(c.a), &b = kElements.at(c.b), &acc = kElements.at(c.c);
  bool rowsOnly = a.bits < 8;
  for (unsigned layouts = 0; layouts < 4; ++layouts) {
    bool rowA = layouts & 1, rowB = layouts & 2, rowC = rowA == rowB;
    if (rowsOnly && (!rowA || rowB))
      continue;
    std::mt19937 generator(layouts);
    Matrix left = randomMatrix(shape.m * shape.k, a, generator);
    Matrix right = randomMatrix(shape.k * shape.n, b, generator);
    Matrix sum = randomMatrix(shape.m * shape.n, acc, generator);
    unsigned padding = rowsOnly ? 128 : 16;
    unsigned strideA = (rowA ? shape.k : shape.m) + padding;
    unsigned strideB = (rowB ? shape.n : shape.k) + padding;
    unsigned strideC = (rowC ? shape.n : shape.m) + 8;
    auto memoryA = inMemory(left, shape.m, shape.k, rowA, strideA, a);
    auto memoryB = inMemory(right, shape.k, shape.n, rowB, strideB, b);
    auto memoryC = inMemory(sum, shape.m, shape.n, rowC, strideC, acc);

    unsigned bits = a.bits == 64 ? 64 : 32;
    unsigned regsA = c.a == "f16" ? 8 : shape.m * shape.k * a.bits / bits / 32;
    unsigned regsB = c.a == "f16" ? 8 : shape.k * shape.n * b.bits / bits / 32;
    unsigned regsC = shape.m * shape.n * acc.bits / bits / 32;
    auto layout = [](bool row) { return row ? "row" : "col"; };
    std::string types =
        c.a == "f16" ? fmt::format("{0}.{0}", c.c) : fmt::format("{0}.{1}.{2}.{0}", c.c, c.a, c.b);
    std::string code = fmt::format(
        ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c) {{\n"
        ".reg .b{0} %a<9>; .reg .b{0} %b<9>; .reg .b{0} %c<9>; .reg .b64 %p<3>; .reg .b32 %s;\n"
        "ld.param.u64 %p0, [a]; ld.param.u64 %p1, [b]; ld.param.u64 %p2, [c];\n"
        "wmma.load.a.sync.aligned.{1}.{2}.global.{3} {4}, [%p0], {5};\n"
        "mov.u32 %s, {6};\n"
        "wmma.load.b.sync.aligned.{7}.{2}.{8} {9}, [%p1], %s;\n"
        "wmma.load.c.sync.aligned.{10}.{2}.{11} {12}, [%p2], {13};\n"
        "wmma.mma{14}.sync.aligned.{1}.{7}.{2}.{15} {12}, {4}, {9}, {12};\n"
        "wmma.store.d.sync.aligned.{10}.{2}.global.{11} [%p2], {12}, {13};\nret; }}",
        bits, layout(rowA), c.shape, c.a, registers('a', regsA), strideA, strideB, layout(rowB),
        c.b, registers('b', regsB), layout(rowC), c.c, registers('c', regsC), strideC, c.tail,
        types);
    std::array arguments = {addressOf(memoryA), addressOf(memoryB), addressOf(memoryC)};
    WarpProgram(code).run("k", 32, arguments);

    Matrix product = sum;
    for (unsigned row = 0; row < shape.m; ++row)
      for (unsigned column = 0; column < shape.n; ++column)
        for (unsigned k = 0; k < shape.k; ++k) {
          double x = left[row * shape.k + k], y = right[k * shape.n + column];
          product[row * shape.n + column] += c.tail == ".xor.popc" ? double(x != y) : x * y;
        }
    EXPECT_EQ(memoryC, inMemory(product, shape.m, shape.n, rowC, strideC, acc)) << code;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Matrix, Wmma,
    ::testing::Values(
        Case{"m16n16k16", "f16", "f16", "f32"}, Case{"m16n16k16", "f16", "f16", "f16"},
        Case{"m32n8k16", "f16", "f16", "f32"}, Case{"m8n32k16", "f16", "f16", "f16"},
        Case{"m16n16k16", "bf16", "bf16", "f32"}, Case{"m8n32k16", "bf16", "bf16", "f32"},
        Case{"m16n16k8", "tf32", "tf32", "f32"}, Case{"m16n16k16", "s8", "s8", "s32"},
        Case{"m32n8k16", "u8", "u8", "s32"}, Case{"m8n8k4", "f64", "f64", "f64"},
        Case{"m8n8k32", "s4", "s4", "s32"}, Case{"m8n8k128", "b1", "b1", "s32", ".xor.popc"},
        Case{"m8n8k128", "b1", "b1", "s32", ".and.popc"}),
    [](const auto& info) {
      const Case& c = info.param;
      return fmt::format("{}_{}_{}{}", c.shape, c.a, c.c,
                         c.tail.empty() ? "" : c.tail.substr(1, 3));
    });

// The shape of sm_70: four products of 8 x 4 and 4 x 8 matrices.
TEST(QuadMultiply, EveryLayout) {
  for (unsigned variant = 0; variant < 8; ++variant) {
    bool rowA = variant & 1, columnB = variant & 2, wide = variant & 4;
    const Element &element = kElements.at("f16"), &acc = kElements.at(wide ? "f32" : "f16");
    std::mt19937 generator(variant);
    std::array<Matrix, 4> left, right, sum;
    for (unsigned q = 0; q < 4; ++q) {
      left[q] = randomMatrix(32, element, generator);
      right[q] = randomMatrix(32, element, generator);
      sum[q] = randomMatrix(64, acc, generator);
    }
    auto placeOfC = [&](unsigned lane, unsigned i) -> Place {
      unsigned upper = lane < 16 ? 0 : 4;
      if (!wide)
        return {upper + lane % 4, i};
      return {upper + (lane & 1) + (i & 2), (i & 4) + (lane & 2) + (i & 1)};
    };
    Words wordsA, wordsB, wordsC, wanted;
    for (unsigned lane = 0; lane < 32; ++lane) {
      unsigned q = lane / 4 % 4, upper = lane < 16 ? 0 : 4;
      std::vector<double> a, b, c, d;
      for (unsigned i = 0; i < 4; ++i) {
        a.push_back(rowA ? left[q][(upper + lane % 4) * 4 + i]
                         : left[q][(upper + i) * 4 + lane % 4]);
        b.push_back(columnB ? right[q][i * 8 + upper + lane % 4]
                            : right[q][lane % 4 * 8 + upper + i]);
      }
      for (unsigned i = 0; i < 8; ++i) {
        Place p = placeOfC(lane, i);
        c.push_back(sum[q][p.row * 8 + p.column]);
        d.push_back(c.back());
        for (unsigned k = 0; k < 4; ++k)
          d.back() += left[q][p.row * 4 + k] * right[q][k * 8 + p.column];
      }
      pack(wordsA, a, element);
      pack(wordsB, b, element);
      pack(wordsC, c, acc);
      pack(wanted, d, acc);
    }
    unsigned regsC = wide ? 8 : 4;
    std::string code = fmt::format(
        ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d) {{\n"
        ".reg .b32 %a<9>; .reg .b32 %b<9>; .reg .b32 %c<9>; .reg .b32 %d<9>; .reg .b64 %p;\n"
        ".reg .b32 %lane; mov.u32 %lane, %laneid;\n{0}{1}{2}"
        "mma.sync.aligned.m8n8k4.{3}.{4}.{5}.f16.f16.{5} {6}, {7}, {8}, {9};\n{10}ret; }}",
        transfer(true, 'a', 2, 32, "a"), transfer(true, 'b', 2, 32, "b"),
        transfer(true, 'c', regsC, 32, "c"), rowA ? "row" : "col", columnB ? "col" : "row",
        wide ? "f32" : "f16", registers('d', regsC), registers('a', 2), registers('b', 2),
        registers('c', regsC), transfer(false, 'd', regsC, 32, "d"));
    Words result(wordsC.size());
    std::array arguments = {addressOf(wordsA), addressOf(wordsB), addressOf(wordsC),
                            addressOf(result)};
    WarpProgram(code).run("k", 32, arguments);
    EXPECT_EQ(result, wanted) << code;
  }
}

// Four 8 x 8 matrices in shared memory, to registers, transposed in registers, and back.
TEST(MatrixMemory, LoadMoveStore) {
  for (bool transposedLoad : {false, true})
    for (bool transposedStore : {false, true}) {
      std::vector<std::uint16_t> input(256), loaded(256), moved(64), stored(256);
      for (unsigned i = 0; i < 256; ++i)
        input[i] = static_cast<std::uint16_t>(i * 257 + 3);
      std::string code = fmt::format(
          ".visible .entry k(.param .u64 in, .param .u64 loaded, .param .u64 moved, "
          ".param .u64 stored) {{\n"
          ".shared .align 16 .b8 s[512]; .shared .align 16 .b8 t[512];\n"
          ".reg .b32 %r<9>; .reg .b64 %p; .reg .b32 %lane, %s, %o;\n"
          "mov.u32 %lane, %laneid; mov.u32 %s, s; mad.lo.u32 %s, %lane, 16, %s;\n"
          "ld.param.u64 %p, [in]; mad.wide.u32 %p, %lane, 16, %p;\n"
          "ld.global.v4.b32 {{%r0,%r1,%r2,%r3}}, [%p]; st.shared.v4.b32 [%s], "
          "{{%r0,%r1,%r2,%r3}};\n"
          "bar.warp.sync -1;\n"
          "ldmatrix.sync.aligned.m8n8.x4{0}.shared.b16 {{%r0,%r1,%r2,%r3}}, [%s];\n"
          "movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r0;\n"
          "ld.param.u64 %p, [loaded]; mad.wide.u32 %p, %lane, 16, %p;\n"
          "st.global.v4.b32 [%p], {{%r0,%r1,%r2,%r3}};\n"
          "ld.param.u64 %p, [moved]; mad.wide.u32 %p, %lane, 4, %p; st.global.b32 [%p], %r4;\n"
          "mov.u32 %o, t; mad.lo.u32 %o, %lane, 16, %o;\n"
          "stmatrix.sync.aligned.m8n8.x4{1}.shared.b16 [%o], {{%r0,%r1,%r2,%r3}};\n"
          "bar.warp.sync -1; ld.shared.v4.b32 {{%r0,%r1,%r2,%r3}}, [%o];\n"
          "ld.param.u64 %p, [stored]; mad.wide.u32 %p, %lane, 16, %p;\n"
          "st.global.v4.b32 [%p], {{%r0,%r1,%r2,%r3}};\nret; }}",
          transposedLoad ? ".trans" : "", transposedStore ? ".trans" : "");
      std::array arguments = {addressOf(input), addressOf(loaded), addressOf(moved),
                              addressOf(stored)};
      WarpProgram(code).run("k", 32, arguments);
      for (unsigned lane = 0; lane < 32; ++lane)
        for (unsigned i = 0; i < 8; ++i) {
          unsigned matrix = i / 2, row = lane / 4, column = lane % 4 * 2 + i % 2;
          if (transposedLoad)
            std::swap(row, column);
          EXPECT_EQ(loaded[lane * 8 + i], input[matrix * 64 + row * 8 + column])
              << lane << " " << i;
          if (matrix == 0) {
            EXPECT_EQ(moved[lane * 2 + i], input[column * 8 + row]) << lane << " " << i;
          }
        }
      for (unsigned i = 0; i < 256; ++i) {
        unsigned row = i / 8 % 8, column = i % 8;
        bool same = transposedLoad == transposedStore;
        EXPECT_EQ(stored[i], input[i / 64 * 64 + (same ? i % 64 : column * 8 + row)]) << i;
      }
    }
}

TEST(MatrixSaturation, IntegersSaturate) {
  std::string code = fmt::format(
      ".visible .entry k(.param .u64 d) {{ .reg .b32 %d<4>; .reg .b64 %p; .reg .b32 %lane;\n"
      "mov.u32 %lane, %laneid;\n"
      "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {{%d0, %d1}}, {{0x01010101}}, "
      "{{0x01010101}}, {{0x7ffffff8, 5}};\n{}ret; }}",
      transfer(false, 'd', 2, 32, "d"));
  Words result(64);
  std::array arguments = {addressOf(result)};
  WarpProgram(code).run("k", 32, arguments);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(result[2 * lane], 0x7fffffffU);
    EXPECT_EQ(result[2 * lane + 1], 21U);
  }
}

} // namespace
} // namespace heddle::ptx::testing
