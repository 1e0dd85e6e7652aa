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

} // namespace
} // namespace heddle::ptx::testing
