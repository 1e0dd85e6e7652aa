// Shuffles, votes, matches and reductions, under any mask.
#include "generator/body.h"

namespace heddle::reference {

using ptx::ScalarType;

// A lane that is there: the wanted one, or else the reader itself.
std::string Body::presentLane(const std::string& mask, const std::string& wanted) {
  std::string here = fresh("%m", "b32"), all = fresh("%c", "pred"), from = fresh("%i", "b32");
  std::string bit = fresh("%i", "b32"), p = fresh("%c", "pred");
  emit("setp.eq.u32 {}, 0, 0", all);
  emit("vote.sync.ballot.b32 {}, {}, {}", here, all, mask);
  emit("and.b32 {}, {}, 31", from, wanted);
  emit("shr.u32 {}, {}, {}", bit, here, from);
  emit("and.b32 {}, {}, 1", bit, bit);
  emit("setp.eq.u32 {}, {}, 0", p, bit);
  emit("@{} mov.u32 {}, %laneid", p, from);
  return from;
}

// With any operands, where all 32 lanes are there.
void Body::shuffleWholeWarp(const Place& place) {
  static const std::vector<std::string> kModes = {"up", "down", "bfly", "idx"};
  std::string here = fresh("%m", "b32"), p = fresh("%c", "pred"), end = label();
  emit("setp.eq.u32 {}, 0, 0", p);
  emit("vote.sync.ballot.b32 {}, {}, {}", here, p, place.mask);
  emit("setp.ne.u32 {}, {}, -1", p, here);
  emit("@{} bra {}", p, end);
  std::string segments = fmt::format("{:#x}", random_.bits() & 0x1f1f);
  emit("shfl.sync.{}.b32 {}|{}, {}, {}, {}, -1", random_.of(kModes), reg(Class::Word32),
       reg(Class::Pred), reg(Class::Word32),
       random_.coin() ? reg(Class::Word32) : std::to_string(random_.below(40)),
       random_.oneIn(3) ? reg(Class::Word32) : segments);
  this->place(end);
}

// Through shared memory, between barriers of the lanes.
void Body::exchangeInWarp(const Place& place) {
  // What a thread wrote before it exited is not ordered before what the block reads later.
  std::string array = module_.mayExit ? sharedWords(module_.shape.threads()) : "shared";
  module_.usesShared |= !module_.mayExit;
  std::string from = presentLane(place.mask, reg(Class::Word32)), index = fresh("%i", "b32");
  emit("st.shared.b32 [{}], {}", wordOf(array, "%thread", true), reg(Class::Word32));
  emit("bar.warp.sync {}", place.mask);
  emit("and.b32 {}, %thread, -32", index);
  emit("add.u32 {}, {}, {}", index, index, from);
  emit("ld.shared.b32 {}, [{}]", reg(Class::Word32), wordOf(array, index, true));
  emit("bar.warp.sync {}", place.mask);
}

void Body::warp(const Place& place) {
  const std::string& mask = place.mask;
  std::string word = reg(Class::Word32);
  switch (random_.below(8)) {
  case 6:
    return shuffleWholeWarp(place);
  case 7:
    if (kernel_)
      return exchangeInWarp(place);
    [[fallthrough]];
  case 0: {
    std::string from = presentLane(mask, source(ScalarType::B32, false));
    return emit("shfl.sync.idx.b32 {}, {}, {}, 31, {}", word, reg(Class::Word32), from, mask);
  }
  case 1: {
    // Towards lane 0 or across, in segments; the lanes that read what is not there are put right.
    std::string here = fresh("%m", "b32"), all = fresh("%c", "pred"), from = fresh("%i", "b32");
    std::string bit = fresh("%i", "b32"), p = fresh("%c", "pred"), delta = fresh("%i", "b32");
    static const std::vector<std::string> kModes = {"up", "down", "bfly"};
    std::string mode = random_.of(kModes);
    unsigned distance = 1u << random_.below(5);
    emit("setp.eq.u32 {}, 0, 0", all);
    emit("vote.sync.ballot.b32 {}, {}, {}", here, all, mask);
    emit("mov.u32 {}, %laneid", from);
    emit("{}.{} {}, {}, {}",
         mode == "up"     ? "sub"
         : mode == "down" ? "add"
                          : "xor",
         mode == "bfly" ? "b32" : "u32", from, from, distance);
    emit("and.b32 {}, {}, 31", from, from);
    emit("shr.u32 {}, {}, {}", bit, here, from);
    emit("and.b32 {}, {}, 1", bit, bit);
    emit("setp.eq.u32 {}, {}, 0", p, bit);
    emit("mov.u32 {}, {}", delta, distance);
    emit("@{} mov.u32 {}, 0", p, delta);
    return emit("shfl.sync.{}.b32 {}|{}, {}, {}, {}, {}", mode, word, reg(Class::Pred),
                reg(Class::Word32), delta, mode == "up" ? 0 : 31, mask);
  }
  case 2:
    return emit("vote.sync.ballot.b32 {}, {}, {}", word, reg(Class::Pred), mask);
  case 3: {
    static const std::vector<std::string> kModes = {"all", "any", "uni"};
    return emit("vote.sync.{}.pred {}, {}, {}", random_.of(kModes), reg(Class::Pred),
                reg(Class::Pred), mask);
  }
  case 4: {
    if (has(Class::Word64) && random_.oneIn(3)) {
      std::string key = fresh("%a", "b64");
      emit("and.b64 {}, {}, 0x300000001", key, reg(Class::Word64));
      return emit("match.any.sync.b64 {}, {}, {}", word, key, mask);
    }
    std::string key = fresh("%i", "b32");
    emit("and.b32 {}, {}, 3", key, reg(Class::Word32));
    if (random_.coin())
      return emit("match.any.sync.b32 {}, {}, {}", word, key, mask);
    return emit("match.all.sync.b32 {}|{}, {}, {}", word, reg(Class::Pred), key, mask);
  }
  default: {
    static const std::vector<std::string> kOps = {"add.u32", "add.s32", "min.u32",
                                                  "max.u32", "min.s32", "max.s32",
                                                  "and.b32", "or.b32",  "xor.b32"};
    return emit("redux.sync.{} {}, {}, {}", random_.of(kOps), word, reg(Class::Word32), mask);
  }
  }
}

} // namespace heddle::reference
