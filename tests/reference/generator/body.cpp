// Registers, and the choice of statements.
#include "generator/body.h"

namespace heddle::reference {

using ptx::ScalarType;

std::string Body::reg(Class c) {
  unsigned index = random_.below(infoOf(c).count);
  used_.emplace(c, index);
  return fmt::format("{}{}", infoOf(c).prefix, index);
}

std::string Body::fresh(const char* prefix, const char* type) {
  std::string name = fmt::format("{}x{}", prefix, freshNames_++);
  freshDeclarations_.push_back(fmt::format(".reg .{} {};", type, name));
  return name;
}

std::string Body::integerConstant(unsigned bits) {
  static const std::vector<std::int64_t> kValues = {
      0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 1000, 32767, 32768};
  if (random_.oneIn(4))
    return fmt::format("{:#x}", random_.bits() >> (64 - bits));
  std::int64_t value = random_.of(kValues);
  if (bits == 16 && value > 32767)
    value = 32767;
  return std::to_string(random_.oneIn(4) ? -value : value);
}

std::string Body::source(ScalarType type, bool allowConstant) {
  Class c = classOf(type);
  if (allowConstant && random_.oneIn(6)) {
    static const std::vector<std::uint32_t> kSingles = {
        0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x7f800000, 0xff800000,
        0x7fffffff, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x40490fdb, 0x4b800000,
        0xcf000000, 0x4f000000, 0x33000000, 0x3effffff, 0x41200000};
    static const std::vector<std::uint64_t> kDoubles = {0,
                                                        0x8000000000000000,
                                                        0x3ff0000000000000,
                                                        0xbfe0000000000000,
                                                        0x7ff0000000000000,
                                                        0xfff8000000000000,
                                                        1,
                                                        0x000fffffffffffff,
                                                        0x0010000000000000,
                                                        0x7fefffffffffffff,
                                                        0x400921fb54442d18,
                                                        0x41dfffffffc00000,
                                                        0xc1e0000000000000,
                                                        0x43e0000000000000,
                                                        0x3ca0000000000000};
    switch (c) {
    case Class::Word16:
    case Class::Word32:
    case Class::Word64:
      return integerConstant(ptx::bitsOf(type));
    case Class::Single:
      return fmt::format("0f{:08x}", random_.of(kSingles));
    case Class::Double:
      return fmt::format("0d{:016x}", random_.of(kDoubles));
    default:
      break;
    }
  }
  if (c == Class::Word32 && random_.oneIn(8) && kernel_)
    return uniform();
  return reg(c);
}

// --- Statements

void Body::statements(Place place, unsigned budget) {
  unsigned count = 1 + random_.below(budget + 1);
  for (unsigned i = 0; i < count; ++i)
    statement(place, budget > count ? budget - count : 0);
}

void Body::statement(const Place& place, unsigned budget) {
  bool nests = place.depth < 4 && budget > 1;
  unsigned choice = random_.below(module_.computes ? 400 : 100);
  if (nests && choice < 12)
    return conditional(place, budget);
  if (nests && choice < 20)
    return loop(place, budget);
  if (nests && choice < 23)
    return switchOver(place, budget);
  if (nests && choice < 26)
    return tangle(place, budget);
  if (choice < 30 && !module_.functions.empty())
    return callFunction(place);
  if (choice < 31 && kernel_)
    return clampedLoads();
  if (choice < 36)
    return loads();
  if (choice < 40 && kernel_)
    return ownMemory();
  if (choice < 44)
    return localMemory();
  if (choice < 48)
    return sums();
  // What a thread did before it exited is not ordered before the barrier at the end.
  if (choice < 49 && kernel_ && !module_.mayExit)
    return counters();
  if (choice < 56 && place.blockUniform)
    return together(place);
  if (choice < 60 && module_.waits && kernel_)
    return waitInMemory(place);
  if (choice < 68 && !place.mask.empty())
    return warp(place);
  if (choice < 71 && place.leavable && !place.breakTo.empty())
    return leaveLoop(place);
  if (choice < 73 && module_.mayExit && random_.coin())
    return exitSome();
  if (choice < 75 && place.blockUniform && kernel_)
    return updateUniform();
  if (choice < 78)
    return carryChain();
  if (choice < 84)
    return moves();
  computation();
}

} // namespace heddle::reference
