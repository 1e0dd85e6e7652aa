#include "operands.h"

#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>

namespace golden {
namespace {

using Values = std::vector<std::uint64_t>;

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

private:
  std::uint64_t state_;
};

std::uint64_t hashBytes(const void* data, std::size_t size) { // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < size; ++i)
    hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3;
  return hash;
}

std::uint64_t lowBits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t(1) << bits) - 1);
}

// --- Floating-point formats, as numbers of bits

struct Format {
  unsigned exponent, mantissa;

  unsigned bits() const { return 1 + exponent + mantissa; }
  std::uint64_t sign() const { return std::uint64_t(1) << (exponent + mantissa); }
  std::uint64_t infinity() const { return lowBits(~std::uint64_t(0), exponent) << mantissa; }
  int bias() const { return (1 << (exponent - 1)) - 1; }
};

constexpr Format kSingle{8, 23}, kDouble{11, 52}, kHalf{5, 10}, kBrain{8, 7};

// x, rounded towards zero.
std::uint64_t encode(const Format& format, double x) {
  std::uint64_t sign = std::signbit(x) ? format.sign() : 0;
  x = std::fabs(x);
  if (x == 0)
    return sign;
  int exponent;
  std::frexp(x, &exponent);
  int biased = exponent - 1 + format.bias();
  if (biased >= (1 << format.exponent) - 1)
    return sign | (format.infinity() - 1);
  int shift = biased >= 1 ? static_cast<int>(format.mantissa) - (exponent - 1)
                          : static_cast<int>(format.mantissa) + format.bias() - 1;
  auto mantissa = static_cast<std::uint64_t>(std::ldexp(x, shift));
  return sign | (biased >= 1 ? (static_cast<std::uint64_t>(biased) << format.mantissa) +
                                   (mantissa - (std::uint64_t(1) << format.mantissa))
                             : mantissa);
}

// The first few matter most: combinations of three operands take only those.
Values floatEdges(const Format& format) {
  std::uint64_t one = encode(format, 1), infinity = format.infinity(), sign = format.sign();
  std::uint64_t normal = std::uint64_t(1) << format.mantissa;
  Values edges = {0, sign, 1, sign | (normal - 1), normal, one, sign | one, one + 1,
                  encode(format, -1.0 / 3), infinity - 1, infinity, infinity | (normal >> 1),
                  // pairs take these too
                  encode(format, std::ldexp(1, -static_cast<int>(format.mantissa) - 1)),
                  encode(format, 1.5), sign | (infinity - 1), sign | infinity, sign | 1, normal - 1,
                  sign | normal, normal + 1, one - 1, sign | (one - 1), encode(format, 0.5),
                  encode(format, 2), encode(format, 3), encode(format, -3), encode(format, 0.1),
                  encode(format, 10),
                  encode(format, std::ldexp(1, static_cast<int>(format.mantissa) + 1)),
                  encode(format, std::ldexp(1, static_cast<int>(format.mantissa) + 1)) - 1,
                  encode(format, -std::ldexp(1, static_cast<int>(format.mantissa))) + 1,
                  encode(format, std::ldexp(1.0, format.bias() / 2)),
                  encode(format, std::ldexp(-1.7, format.bias() / 2)),
                  encode(format, std::ldexp(1.3, -format.bias() / 2)),
                  encode(format, std::ldexp(-1.9, -format.bias() / 2)),
                  encode(format, 3.14159265358979), encode(format, -2.71828182845905),
                  infinity | 1, // signalling NaN
                  sign | infinity | (normal - 1), encode(format, 1.41421356237310)};
  return edges;
}

std::uint64_t randomFloat(const Format& format, Random& random) {
  std::uint64_t kind = random.below(4), bits = random.next();
  if (kind == 0)
    return lowBits(bits, format.bits());
  if (kind == 1) { // few bits of mantissa, so that results are ties
    bits = lowBits(bits, format.mantissa) & (random.next() & random.next() & random.next());
  }
  int span = format.exponent < 8 ? 4 : 12;
  auto exponent =
      static_cast<std::uint64_t>(format.bias() - span + static_cast<int>(random.below(2 * span)));
  return lowBits(bits, format.mantissa) | exponent << format.mantissa |
         (random.next() & format.sign());
}

// Powers of two and halves, with their neighbours: where conversions to integers change.
void addIntegerLimits(const Format& format, Values& values) {
  for (int power = -1; power <= 65; ++power)
    for (double x : {std::ldexp(1, power), std::ldexp(1, power) - 0.5, std::ldexp(1, power) + 0.5})
      for (std::uint64_t sign : {std::uint64_t(0), format.sign()}) {
        std::uint64_t bits = encode(format, x);
        for (std::uint64_t near : {bits - 1, bits, bits + 1})
          values.push_back(near | sign);
      }
}

// --- Integers

Values integerEdges(unsigned bits) {
  std::uint64_t top = std::uint64_t(1) << (bits - 1);
  Values edges = {0, 1, ~std::uint64_t(0), top, top - 1, 2, 3, 7, 100, top + 1, top >> 1,
                  ~std::uint64_t(1), 0x5555555555555555, 0x123456789abcdef0, 0xfedcba9876543210,
                  // pairs take these too
                  5, 8, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff,
                  0x10000, 0xffffff, 0x800000, 0x7fffffff, 0x80000000, 0x0f0f0f0f0f0f0f0f,
                  0xaaaaaaaaaaaaaaaa, 0xdeadbeefcafebabe, ~std::uint64_t(6)};
  for (std::uint64_t& edge : edges)
    edge = lowBits(edge, bits);
  return edges;
}

std::uint64_t randomInteger(unsigned bits, Random& random) {
  std::uint64_t value = lowBits(random.next(), bits);
  value >>= random.below(2) == 0 ? 0 : random.below(bits);
  return lowBits(random.below(4) == 0 ? ~value : value, bits);
}

// --- Pools

struct Pool {
  Values edges;                               // most important first
  std::uint64_t (*random)(Random&) = nullptr; // further values
  Values (*single)() = nullptr;               // what a sole operand also takes
  unsigned singleRandom = 1024;               // and how many further ones
};

template <const Format& format> Values onlyOperand() {
  Values values;
  addIntegerLimits(format, values);
  return values;
}
template <unsigned bits> Values allValues() {
  Values values;
  for (std::uint64_t i = 0; i < (std::uint64_t(1) << bits); ++i)
    values.push_back(i);
  return values;
}

// Each exponent of f32 alike.
std::uint64_t denseSingle(Random& random) {
  return lowBits(random.next(), 32);
}
// Where trigonometric and exponential functions are not trivial.
std::uint64_t moderateSingle(Random& random) {
  std::uint64_t exponent = 127 - 16 + random.below(24);
  return lowBits(random.next(), 23) | exponent << 23 | (random.next() & 0x80000000);
}
template <const Format& format> std::uint64_t pairOf(Random& random) {
  std::uint64_t low = randomFloat(format, random);
  return low | randomFloat(format, random) << 16;
}
Values pairEdges(const Format& format) {
  Values edges = floatEdges(format);
  Values pairs;
  for (std::size_t i = 0; i < edges.size(); ++i)
    pairs.push_back(edges[i] | edges[(i * 7 + 3) % edges.size()] << 16);
  return pairs;
}

// Numbers whose products and sums are exact in every format with ten bits of mantissa.
std::uint64_t smallNumber(const Format& format, Random& random) {
  return encode(format, static_cast<double>(random.below(17)) / 2 - 4);
}
template <const Format& format> std::uint64_t smallPair(Random& random) {
  std::uint64_t low = smallNumber(format, random);
  return low | smallNumber(format, random) << 16;
}
// e4m3 and e5m2: 1 … 7 quarters in four bytes.
template <unsigned mantissa, int bias> std::uint64_t smallBytes(Random& random) {
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < 4; ++i) {
    std::uint64_t exponent = static_cast<std::uint64_t>(bias - 1) + random.below(3);
    bytes = bytes << 8 | random.below(2) << 7 | exponent << mantissa |
            (random.below(2) << (mantissa - 1));
  }
  return bytes;
}

const Pool& poolNamed(const std::string& name) {
  static const std::map<std::string, Pool> pools = [] {
    std::map<std::string, Pool> map;
    map["f32"] = {floatEdges(kSingle), [](Random& r) { return randomFloat(kSingle, r); },
                  onlyOperand<kSingle>};
    map["f64"] = {floatEdges(kDouble), [](Random& r) { return randomFloat(kDouble, r); },
                  onlyOperand<kDouble>};
    map["f16"] = {floatEdges(kHalf), [](Random& r) { return randomFloat(kHalf, r); },
                  onlyOperand<kHalf>};
    map["bf16"] = {floatEdges(kBrain), [](Random& r) { return randomFloat(kBrain, r); },
                   onlyOperand<kBrain>};
    map["f16x2"] = {pairEdges(kHalf), pairOf<kHalf>};
    map["bf16x2"] = {pairEdges(kBrain), pairOf<kBrain>};
    map["all16"] = {{}, nullptr, allValues<16>, 0};
    map["dense"] = {floatEdges(kSingle), denseSingle, nullptr, 4096 - 40};
    map["moderate"] = {floatEdges(kSingle), moderateSingle, nullptr, 4096 - 40};
    map["bytes2"] = {{},
                     nullptr,
                     [] {
                       Values values;
                       for (std::uint64_t i = 0; i < 256; ++i)
                         for (std::uint64_t other : {i, 255 - i})
                           values.push_back(i | other << 8);
                       return values;
                     },
                     0};
    map["u8"] = map["s8"] = {integerEdges(8), [](Random& r) { return randomInteger(8, r); },
                             allValues<8>, 0};
    map["u16"] = map["s16"] =
        map["b16"] = {integerEdges(16), [](Random& r) { return randomInteger(16, r); }};
    map["u32"] = map["s32"] =
        map["b32"] = {integerEdges(32), [](Random& r) { return randomInteger(32, r); }};
    map["u64"] = map["s64"] =
        map["b64"] = {integerEdges(64), [](Random& r) { return randomInteger(64, r); }};
    map["pred"] = {{0, 1}, [](Random& r) { return r.below(2); }};
    // Shift counts, positions and lengths of bit fields.
    map["count"] = {{0,  1,  31, 32,  33,  8,          16,         63,
                     64, 65, 15, 255, 256, 0x80000000, 0xffffffff, 7,
                     24, 30, 2,  20,  48,  127,        128,        0x100000001 & 0xffffffff},
                    [](Random& r) { return r.below(70); }};
    map["selector"] = {{0x3210, 0x7654, 0x0123, 0xfedc, 0x8888, 0x0000, 0x7777, 0xffff, 0x1032,
                        0x89ab, 0x4567, 0xffff3210, 1, 2, 3},
                       [](Random& r) { return r.below(0x10000); }};
    map["smallf16x2"] = {{}, smallPair<kHalf>};
    map["smallbf16x2"] = {{}, smallPair<kBrain>};
    map["smallf32"] = {{}, [](Random& r) { return smallNumber(kSingle, r); }};
    map["smallf64"] = {{}, [](Random& r) { return smallNumber(kDouble, r); }};
    map["smalle4m3"] = {{}, smallBytes<3, 7>};
    map["smalle5m2"] = {{}, smallBytes<2, 15>};
    map["plainf64"] = {{}, [](Random& r) {
                         return lowBits(r.next(), 52) | (1018 + r.below(8)) << 52 |
                                (r.next() & (std::uint64_t(1) << 63));
                       }};
    map["plainf32"] = {{}, [](Random& r) {
                         return lowBits(r.next(), 23) | (122 + r.below(8)) << 23 |
                                (r.next() & 0x80000000);
                       }};
    map["plainf16x2"] = {{}, [](Random& r) {
                           std::uint64_t pair = 0;
                           for (int i = 0; i < 2; ++i)
                             pair = pair << 16 | lowBits(r.next(), 10) | (12 + r.below(5)) << 10 |
                                    (r.next() & 0x8000);
                           return pair;
                         }};
    map["plainbf16x2"] = {{}, [](Random& r) {
                            std::uint64_t pair = 0;
                            for (int i = 0; i < 2; ++i)
                              pair = pair << 16 | lowBits(r.next(), 7) | (122 + r.below(8)) << 7 |
                                     (r.next() & 0x8000);
                            return pair;
                          }};
    // Factors of products just below the normal range, and summands of that size.
    map["tinyf32"] = {{0x00800000, 0x3f7fffff, 0x80800000, 0x3f800001, 0, 0x80000000, 0x00ffffff,
                       0x3f7ffffe, 0x00800001, 0x807fffff, 0x3f000000, 0x3effffff, 0xbf7fffff,
                       0x3f000001, 0x01000000, 0x00fffffe},
                      [](Random& r) {
                        std::uint64_t digits =
                            r.below(2) == 0 ? r.below(16) : 0x7fffff - r.below(16);
                        std::uint64_t exponent =
                            r.below(2) == 0 ? 1 + r.below(2) : 125 + r.below(3);
                        return digits | exponent << 23 | (r.next() & 0x80000000);
                      }};
    map["tinyf16"] = {{0x0400, 0x3bff, 0x8400, 0x3c01, 0, 0x8000, 0x07ff, 0x3bfe, 0x0401, 0x83ff,
                       0x3800, 0x37ff, 0xbbff, 0x3801, 0x0800, 0x07fe},
                      [](Random& r) {
                        std::uint64_t digits = r.below(2) == 0 ? r.below(16) : 0x3ff - r.below(16);
                        std::uint64_t exponent = r.below(2) == 0 ? 1 + r.below(2) : 13 + r.below(3);
                        return digits | exponent << 10 | (r.next() & 0x8000);
                      }};
    // Metadata of sparse matrices: which two of four elements are there, or which one of two.
    map["twoOfFour"] = {{}, [](Random& r) {
                          std::uint64_t word = 0;
                          for (int i = 0; i < 8; ++i)
                            word = word << 4 | (0xedc984u >> (4 * r.below(6)) & 15);
                          return word;
                        }};
    map["oneOfTwo"] = {{}, [](Random& r) {
                         std::uint64_t word = 0;
                         for (int i = 0; i < 8; ++i)
                           word = word << 4 | (r.below(2) == 0 ? 0x4 : 0xe);
                         return word;
                       }};
    // NaNs that can be told apart, a few numbers and infinities.
    map["nanf64"] = {{0x7ff8000000000001, 0xfff8000000000002, 0x7ff0000000000003,
                      0xfff0000000000004, 0x7ffc000000000005, 0x3ff0000000000000, 0,
                      0x7ff0000000000000, 0xfff0000000000000, 0x8000000000000000,
                      0x7ff8000000000000, 0xffffffffffffffff},
                     nullptr};
    map["specialf32"] = {{}, [](Random& r) {
                           constexpr std::uint32_t values[] = {0,          0x3f800000, 0xc0000000,
                                                               0x3f800000, 0x40400000, 0x7f800000,
                                                               0xff800000, 0x7fc00001};
                           return std::uint64_t(values[r.below(r.below(2) ? 5 : 8)]);
                         }};
    map["specialf16x2"] = {{}, [](Random& r) {
                             constexpr std::uint32_t values[] = {0,      0x3c00, 0xc000, 0x3c00,
                                                                 0x4200, 0x7c00, 0xfc00, 0x7e01};
                             std::uint64_t low = values[r.below(r.below(4) ? 5 : 8)];
                             return low | std::uint64_t(values[r.below(r.below(4) ? 5 : 8)]) << 16;
                           }};
    map["specialbf16x2"] = {{}, [](Random& r) {
                              constexpr std::uint32_t values[] = {0,      0x3f80, 0xc000, 0x3f80,
                                                                  0x4040, 0x7f80, 0xff80, 0x7fc1};
                              std::uint64_t low = values[r.below(r.below(4) ? 5 : 8)];
                              return low | std::uint64_t(values[r.below(r.below(4) ? 5 : 8)]) << 16;
                            }};
    map["bits"] = {{}, [](Random& r) { return lowBits(r.next(), 32); }};
    return map;
  }();
  auto found = pools.find(name);
  if (found == pools.end())
    throw std::runtime_error("no pool " + name);
  return found->second;
}

std::uint64_t valueOf(const Pool& pool, Random& random) {
  if (!pool.random || (!pool.edges.empty() && random.below(4) == 0))
    return pool.edges.at(random.below(pool.edges.size()));
  return pool.random(random);
}

} // namespace

unsigned bitsOf(const std::string& type) {
  static const std::map<std::string, unsigned> exceptions = {
      {"pred", 32}, {"u8", 32}, {"s8", 32}, {"e4m3x2", 16}, {"e5m2x2", 16}, {"tf32", 32}};
  if (auto found = exceptions.find(type); found != exceptions.end())
    return found->second;
  if (type.size() > 2 && type.substr(type.size() - 2) == "x2")
    return 32;
  std::size_t digits = type.find_first_of("0123456789");
  return static_cast<unsigned>(std::stoul(type.substr(digits)));
}

std::uint64_t OperandValues::hash() const {
  return hashBytes(values.data(), values.size() * sizeof values[0]);
}

OperandValues operandValues(const Form& form) {
  std::vector<const Pool*> pools;
  for (const Operand& operand : form.operands)
    for (unsigned i = 0; i < operand.registers(); ++i)
      pools.push_back(&poolNamed(operand.pool));
  std::string signature = form.signature();
  Random random(hashBytes(signature.data(), signature.size()));

  std::vector<Values> rows;
  auto addRandom = [&](unsigned number) {
    for (unsigned i = 0; i < number; ++i) {
      Values row;
      for (const Pool* pool : pools)
        row.push_back(valueOf(*pool, random));
      rows.push_back(row);
    }
  };
  if (pools.size() == 1) {
    for (std::uint64_t edge : pools[0]->edges)
      rows.push_back({edge});
    if (pools[0]->single)
      for (std::uint64_t value : pools[0]->single())
        rows.push_back({lowBits(value, bitsOf(form.operands[0].type))});
    if (pools[0]->random)
      addRandom(pools[0]->singleRandom);
  } else if (pools.size() == 2) {
    for (std::uint64_t a : pools[0]->edges)
      for (std::uint64_t b : pools[1]->edges)
        rows.push_back({a, b});
    addRandom(448);
  } else if (pools.size() == 3) {
    constexpr std::size_t kFew = 12;
    for (std::size_t a = 0; a < kFew && a < pools[0]->edges.size(); ++a)
      for (std::size_t b = 0; b < kFew && b < pools[1]->edges.size(); ++b)
        for (std::size_t c = 0; c < kFew && c < pools[2]->edges.size(); ++c)
          rows.push_back({pools[0]->edges[a], pools[1]->edges[b], pools[2]->edges[c]});
    addRandom(320);
  } else {
    addRandom(pools.size() > 4 ? 256 : 1024);
  }
  while (rows.size() % kBlock != 0)
    rows.push_back(rows.back());

  OperandValues result;
  result.count = static_cast<unsigned>(rows.size());
  result.values.resize(rows.size() * pools.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t r = 0; r < pools.size(); ++r)
      result.values[r * rows.size() + i] = rows[i][r];
  return result;
}

} // namespace golden
