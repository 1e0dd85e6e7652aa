// Loads, stores and atomics.
#include "generator/body.h"

namespace heddle::reference {

using ptx::ScalarType;

void Body::loads() {
  bool fromTable = random_.oneIn(3) || !kernel_;
  usesTable_ |= fromTable;
  unsigned bytes = fromTable ? 256 : kInputBytes;
  struct Kind {
    const char* type;
    Class target;
    unsigned size;
  };
  static const std::vector<Kind> kKinds = {
      {"b32", Class::Word32, 4}, {"u8", Class::Word32, 1},  {"s8", Class::Word32, 1},
      {"u16", Class::Word32, 2}, {"s16", Class::Word32, 2}, {"s8", Class::Word16, 1},
      {"b16", Class::Word16, 2}, {"b64", Class::Word64, 8}, {"s32", Class::Word64, 4},
      {"u32", Class::Word64, 4}, {"f32", Class::Single, 4}, {"f64", Class::Double, 8},
      {"b16", Class::Half, 2},   {"b16", Class::Brain, 2},  {"b32", Class::HalfPair, 4},
  };
  Kind kind = random_.of(kKinds);
  if (!has(kind.target))
    kind = kKinds[0];
  unsigned lanes =
      random_.oneIn(4) && kind.size >= 4 ? (kind.size == 4 && random_.coin() ? 4 : 2) : 1;
  std::string offset = fresh("%i", "b32"), wide = fresh("%a", "b64");
  emit("and.b32 {}, {}, {:#x}", offset,
       kernel_ && random_.oneIn(3) ? "%thread" : reg(Class::Word32),
       (bytes - 1) & ~(kind.size * lanes - 1));
  emit("cvt.u64.u32 {}, {}", wide, offset);
  std::string space = ".const";
  if (fromTable) {
    std::string base = fresh("%a", "b64");
    emit("mov.u64 {}, table", base);
    emit("add.u64 {}, {}, {}", wide, wide, base);
  } else {
    emit("add.u64 {}, {}, %in", wide, wide);
    static const std::vector<std::string> kSpaces = {".global", ".global.nc", "",
                                                     ".volatile.global", ".relaxed.gpu.global"};
    space = random_.of(kSpaces);
  }
  if (lanes == 1)
    return emit("ld{}.{} {}, [{}]", space, kind.type, reg(kind.target), wide);
  std::set<std::string> targets;
  std::vector<std::string> list;
  for (unsigned i = 0; i < lanes; ++i) {
    std::string name = reg(kind.target);
    list.push_back(targets.insert(name).second ? name : "_");
  }
  emit("ld{}.v{}.{} {{{}}}, [{}]", space, lanes, kind.type, fmt::join(list, ", "), wide);
}

// Reads neighbours of one element, as a filter does: each index is clamped to what there is. The
// limits are constants, or the same number in all threads that is read from memory.
void Body::clampedLoads() {
  constexpr unsigned kElements = kInputBytes / 4;
  const std::string root = random_.oneIn(4) ? reg(Class::Word32) : "%thread";
  const unsigned low = random_.below(8), mostAbove = random_.below(64);
  std::string high = fmt::format("{}", low + mostAbove);
  if (random_.coin()) {
    usesTable_ = true;
    high = fresh("%i", "b32");
    emit("ld.const.b32 {}, [table+{}]", high, 4 * random_.below(64));
    emit("and.b32 {}, {}, {}", high, high, kElements / 2 - 1);
    emit("add.u32 {}, {}, {}", high, high, low);
  }
  const unsigned neighbours = 2 + random_.below(6);
  for (unsigned i = 0; i < neighbours; ++i) {
    std::string index = fresh("%i", "b32"), wide = fresh("%a", "b64");
    emit("add.s32 {}, {}, {}", index, root, static_cast<int>(random_.below(9)) - 4);
    if (random_.coin()) {
      emit("max.s32 {}, {}, {}", index, index, low);
      emit("min.s32 {}, {}, {}", index, index, high);
    } else {
      emit("min.s32 {}, {}, {}", index, index, high);
      emit("max.s32 {}, {}, {}", index, index, low);
    }
    emit("mul.wide.s32 {}, {}, 4", wide, index);
    emit("add.s64 {}, {}, %in", wide, wide);
    std::string loaded = fresh("%i", "b32");
    emit("ld.global.b32 {}, [{}]", loaded, wide);
    emit("add.u32 {}, {}, {}", reg(Class::Word32), reg(Class::Word32), loaded);
    // The compiler may move what needs none of these indices.
    if (random_.coin())
      emit("xor.b32 {}, {}, {}", reg(Class::Word32), reg(Class::Word32), reg(Class::Word32));
  }
}

// Memory that no other thread touches: loads, stores and atomics whose results show.
void Body::ownMemory() {
  unsigned offset = 384 + 16 * random_.below(4);
  switch (random_.below(9)) {
  case 6:
    return ownVectors(offset);
  case 7:
    if (has(Class::Word16))
      return emit("atom.global.cas.b16 {}, [%out+{}], {}, {}", reg(Class::Word16),
                  offset + 2 * random_.below(2), reg(Class::Word16), reg(Class::Word16));
    [[fallthrough]];
  case 8:
    if (has(Class::Word64))
      return emit("atom.cas.b64 {}, [%out+{}], {}, {}", reg(Class::Word64), offset,
                  reg(Class::Word64), reg(Class::Word64));
    [[fallthrough]];
  case 0:
    emit("st.global.b32 [%out+{}], {}", offset, source(ScalarType::B32));
    return emit("ld.global.s8 {}, [%out+{}]", reg(Class::Word32), offset + random_.below(4));
  case 1:
    return emit("st.global.v2.b32 [%out+{}], {{{}, {}}}", offset, reg(Class::Word32),
                reg(Class::Word32));
  case 2: {
    static const std::vector<std::string> kOps = {"add.u32", "add.s32", "min.s32", "max.u32",
                                                  "and.b32", "or.b32",  "xor.b32", "exch.b32",
                                                  "inc.u32", "dec.u32"};
    return emit("atom{}.{} {}, [%out+{}], {}", random_.coin() ? ".global" : "", random_.of(kOps),
                reg(Class::Word32), offset, source(ScalarType::B32));
  }
  case 3:
    return emit("atom.global.cas.b32 {}, [%out+{}], {}, {}", reg(Class::Word32), offset,
                source(ScalarType::B32), source(ScalarType::B32));
  case 4:
    if (has(Class::Word64)) {
      static const std::vector<std::string> kOps = {"add.u64", "min.s64",  "max.u64",
                                                    "xor.b64", "exch.b64", "and.b64"};
      return emit("atom.global.{} {}, [%out+{}], {}", random_.of(kOps), reg(Class::Word64), offset,
                  source(ScalarType::B64));
    }
    [[fallthrough]];
  default:
    emit("st.global.b16 [%out+{}], {}", offset + 2, reg(Class::Word32));
    return emit("ld.global.u32 {}, [%out+{}]", reg(Class::Word32), offset);
  }
}

// A vector written, and another read from the same bytes.
void Body::ownVectors(unsigned offset) {
  struct Kind {
    const char* type;
    unsigned count;
    Class held;
  };
  static const std::vector<Kind> kKinds = {
      {"b32", 4, Class::Word32}, {"b32", 2, Class::Word32}, {"u8", 4, Class::Word32},
      {"s8", 2, Class::Word32},  {"u16", 4, Class::Word32}, {"s16", 2, Class::Word32},
      {"b64", 2, Class::Word64}, {"u8", 4, Class::Word16},  {"b16", 4, Class::Word16},
  };
  auto kind = [&] {
    const Kind& drawn = random_.of(kKinds);
    return has(drawn.held) ? drawn : kKinds[0];
  };
  auto registers = [&](const Kind& of, bool distinct) {
    std::vector<std::string> list;
    for (unsigned i = 0; i < of.count; ++i) {
      std::string name = reg(of.held);
      list.push_back(distinct && std::ranges::find(list, name) != list.end() ? "_" : name);
    }
    return fmt::format("{}", fmt::join(list, ", "));
  };
  Kind stored = kind(), loaded = kind();
  emit("st{}.v{}.{} [%out+{}], {{{}}}", random_.coin() ? ".global" : "", stored.count, stored.type,
       offset, registers(stored, false));
  emit("ld.global.v{}.{} {{{}}}, [%out+{}]", loaded.count, loaded.type, registers(loaded, true),
       offset);
}

void Body::localMemory() {
  usesLocal_ = true;
  std::string index = fresh("%i", "b32"), wide = fresh("%a", "b64"), base = fresh("%a", "b64");
  struct Kind {
    const char* type;
    unsigned size;
  };
  static const std::vector<Kind> kKinds = {{"b32", 4}, {"b32", 4}, {"u8", 1}, {"s16", 2}};
  const Kind& kind = random_.of(kKinds);
  bool generic = random_.oneIn(3);
  emit("and.b32 {}, {}, {:#x}", index, reg(Class::Word32), 63 & ~(kind.size - 1));
  emit("cvt.u64.u32 {}, {}", wide, index);
  emit("mov.u64 {}, local", base);
  if (generic)
    emit("cvta.local.u64 {}, {}", base, base);
  emit("add.u64 {}, {}, {}", wide, wide, base);
  const char* space = generic ? "" : ".local";
  if (random_.coin())
    emit("st{}.{} [{}], {}", space, kind.type, wide, reg(Class::Word32));
  else
    emit("ld{}.{} {}, [{}]", space, kind.type, reg(Class::Word32), wide);
}

// Every slot has one operation, so that the order does not matter.
void Body::sums() {
  static const std::vector<std::string> kOps = {"add.u32", "min.u32", "max.u32",
                                                "min.s32", "max.s32", "and.b32",
                                                "or.b32",  "xor.b32", "add.s32"};
  unsigned slot = random_.below(kSums);
  // What a thread did before it exited is not ordered before the barrier at the end. Functions do
  // not know where the sums in global memory are.
  bool shared = (random_.coin() || !kernel_) && !module_.mayExit;
  if (!shared && !kernel_)
    return;
  std::string guard = random_.oneIn(3) ? fmt::format("@{} ", reg(Class::Pred)) : std::string();
  std::string value = source(ScalarType::B32, false);
  if (shared)
    module_.usesSharedSums = true;
  std::string place =
      shared ? fmt::format("shared_sums+{}", 4 * slot) : fmt::format("%sums+{}", 4 * slot);
  const char* space = shared ? "shared" : "global";
  if (random_.coin())
    emit("{}red.{}.{} [{}], {}", guard, space, kOps[slot], place, value);
  else
    emit("{}atom.{}.{} _, [{}], {}", guard, space, kOps[slot], place, value);
}

} // namespace heddle::reference
