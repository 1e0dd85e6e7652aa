// Branches, loops, switches, graphs of any shape, exits.
#include "generator/body.h"

namespace heddle::reference {

using ptx::ScalarType;

// A fresh predicate that differs from thread to thread.
std::string Body::condition() {
  std::string p = fresh("%c", "pred");
  switch (random_.below(4)) {
  case 0:
    emit("mov.pred {}, {}", p, reg(Class::Pred));
    break;
  case 1: {
    std::string bit = fresh("%b", "b32");
    emit("and.b32 {}, {}, {}", bit, kernel_ ? "%thread" : reg(Class::Word32),
         1 << random_.below(5));
    emit("setp.ne.u32 {}, {}, 0", p, bit);
    break;
  }
  case 2:
    if (kernel_) {
      emit("setp.lt.u32 {}, %thread, {}", p, random_.below(module_.shape.threads() + 1));
      break;
    }
    [[fallthrough]];
  default: {
    static const std::vector<std::string> kOrders = {"lt.s32", "ge.u32", "eq.u32", "gt.s32"};
    emit("setp.{} {}, {}, {}", random_.of(kOrders), p, reg(Class::Word32), source(ScalarType::U32));
  }
  }
  return p;
}

// A predicate that holds for the lanes of a set.
std::string Body::laneCondition(std::uint32_t lanes) {
  std::string p = fresh("%c", "pred"), bit = fresh("%b", "b32");
  emit("mov.u32 {}, %lanemask_eq", bit);
  emit("and.b32 {}, {}, {:#x}", bit, bit, lanes);
  emit("setp.ne.u32 {}, {}, 0", p, bit);
  return p;
}

std::string Body::uniformCondition() {
  std::string p = fresh("%c", "pred");
  emit("setp.{} {}, {}, {}", random_.coin() ? "lt.u32" : "gt.s32", p, uniform(),
       integerConstant(32));
  return p;
}

void Body::conditional(const Place& place, unsigned budget) {
  bool isUniform = place.blockUniform && kernel_ && random_.oneIn(3);
  bool byLane = !isUniform && !place.mask.empty() && random_.oneIn(3);
  auto lanes = static_cast<std::uint32_t>(random_.bits());
  std::string p = isUniform ? uniformCondition() : byLane ? laneCondition(lanes) : condition();
  Place yes = place, no = place;
  yes.depth = no.depth = place.depth + 1;
  yes.blockUniform = no.blockUniform = isUniform;
  if (!isUniform && !place.mask.empty()) {
    yes.mask = fresh("%m", "b32");
    no.mask = fresh("%m", "b32");
    if (byLane)
      emit("and.b32 {}, {}, {:#x}", yes.mask, place.mask, lanes);
    else
      emit("vote.sync.ballot.b32 {}, {}, {}", yes.mask, p, place.mask);
    emit("not.b32 {}, {}", no.mask, yes.mask);
    emit("and.b32 {}, {}, {}", no.mask, no.mask, place.mask);
  }
  std::string otherwise = label(), end = label();
  bool hasElse = random_.coin();
  emit("@!{} bra {}", p, hasElse ? otherwise : end);
  statements(yes, budget / 2);
  if (hasElse) {
    emit("bra {}", end);
    this->place(otherwise);
    statements(no, budget / 2);
  }
  this->place(end);
}

void Body::leaveLoop(const Place& place) {
  std::string p = condition();
  emit("@{} bra {}", p, random_.coin() ? place.breakTo : place.continueTo);
}

// At the top of a loop whose mask is kept: who leaves or goes on early is known to all.
void Body::leaveMaskedLoop(Place& place, const std::string& loopMask) {
  std::string p = condition(), left = fresh("%m", "b32"), rest = fresh("%m", "b32");
  bool breaks = random_.coin();
  emit("vote.sync.ballot.b32 {}, {}, {}", left, p, place.mask);
  emit("not.b32 {}, {}", rest, left);
  if (breaks)
    emit("and.b32 {}, {}, {}", loopMask, loopMask, rest);
  emit("and.b32 {}, {}, {}", rest, rest, place.mask);
  emit("@{} bra {}", p, breaks ? place.breakTo : place.continueTo);
  place.mask = rest;
}

void Body::loop(const Place& place, unsigned budget) {
  std::string counter = fresh("%i", "b32"), limit = fresh("%i", "b32"), p = fresh("%c", "pred");
  bool isUniform = place.blockUniform && kernel_ && random_.coin();
  bool knownCount = random_.oneIn(3);
  if (knownCount)
    emit("mov.u32 {}, {}", limit, 1 + random_.below(4));
  else
    emit("and.b32 {}, {}, 3", limit, isUniform ? uniform() : reg(Class::Word32));
  emit("mov.u32 {}, 0", counter);
  Place inside = place;
  inside.depth = place.depth + 1;
  inside.blockUniform = place.blockUniform && (isUniform || knownCount);
  bool leaves = random_.oneIn(3);
  if (inside.blockUniform && random_.coin())
    leaves = false;
  if (leaves)
    inside.blockUniform = false;
  bool masked = !place.mask.empty() && (!leaves || random_.coin());
  bool uniformTrips = isUniform || knownCount;
  std::string head = label();
  inside.breakTo = label();
  inside.continueTo = label();
  // Lanes that leave early would be missing where the loop's mask names them.
  inside.leavable = leaves && !masked;
  std::string loopMask;
  if (masked) {
    loopMask = fresh("%m", "b32");
    emit("mov.b32 {}, {}", loopMask, place.mask);
    inside.mask = loopMask;
  } else {
    inside.mask.clear();
  }
  bool testsBelow = random_.coin() && knownCount;
  this->place(head);
  if (!testsBelow) {
    emit("setp.lt.u32 {}, {}, {}", p, counter, limit);
    if (masked && !uniformTrips)
      emit("vote.sync.ballot.b32 {}, {}, {}", loopMask, p, loopMask);
    emit("@!{} bra {}", p, inside.breakTo);
  }
  if (masked && leaves) {
    statements(inside, budget / 3);
    leaveMaskedLoop(inside, loopMask);
    statements(inside, budget / 3);
  } else {
    if (inside.leavable && random_.coin()) {
      statements(inside, budget / 3);
      leaveLoop(inside);
      statements(inside, budget / 3);
    } else {
      statements(inside, budget / 2);
    }
  }
  this->place(inside.continueTo);
  if (!kernel_ || random_.coin())
    emit("xor.b32 {}, {}, {}", reg(Class::Word32), reg(Class::Word32), counter);
  emit("add.u32 {}, {}, 1", counter, counter);
  if (testsBelow) {
    emit("setp.lt.u32 {}, {}, {}", p, counter, limit);
    emit("@{} bra {}", p, head);
  } else {
    emit("bra {}", head);
  }
  this->place(inside.breakTo);
}

void Body::switchOver(const Place& place, unsigned budget) {
  std::string index = fresh("%i", "b32"), end = label(), table = "T" + label();
  unsigned cases = 2 + random_.below(3);
  bool isUniform = place.blockUniform && kernel_ && random_.oneIn(3);
  emit("rem.u32 {}, {}, {}", index, isUniform ? uniform() : reg(Class::Word32), cases);
  std::vector<std::string> names;
  for (unsigned i = 0; i < cases; ++i)
    names.push_back(label());
  std::vector<std::string> entries = names;
  if (random_.oneIn(3))
    entries[0] = names[1]; // two values with one target
  text_ += fmt::format("{}: .branchtargets {};\n", table, fmt::join(entries, ", "));
  emit("brx.idx {}, {}", index, table);
  Place inside = place;
  inside.depth = place.depth + 1;
  inside.blockUniform = isUniform;
  inside.mask.clear();
  if (!place.mask.empty())
    inside.leavable = false;
  for (unsigned i = 0; i < cases; ++i) {
    this->place(names[i]);
    statements(inside, budget / cases);
    if (!random_.oneIn(4)) // otherwise it falls into the next case
      emit("bra {}", end);
  }
  this->place(end);
}

// A graph with branches from anywhere to anywhere, as long as the fuel lasts.
void Body::tangle(const Place& place, unsigned budget) {
  std::string fuel = fresh("%i", "b32"), p = fresh("%c", "pred"), end = label();
  if (random_.coin()) {
    emit("mov.u32 {}, {}", fuel, 3 + random_.below(8));
  } else {
    emit("and.b32 {}, {}, 7", fuel, reg(Class::Word32));
    emit("add.u32 {}, {}, 1", fuel, fuel);
  }
  unsigned blocks = 2 + random_.below(4);
  std::vector<std::string> names;
  for (unsigned i = 0; i < blocks; ++i)
    names.push_back(label());
  Place inside = place;
  inside.depth = place.depth + 2;
  inside.blockUniform = false;
  inside.mask.clear();
  if (!place.mask.empty())
    inside.leavable = false;
  emit("@{} bra {}", condition(), random_.of(names));
  for (unsigned i = 0; i < blocks; ++i) {
    this->place(names[i]);
    statements(inside, std::min(budget / blocks, 3u));
    emit("sub.u32 {}, {}, 1", fuel, fuel);
    emit("setp.eq.u32 {}, {}, 0", p, fuel);
    emit("@{} bra {}", p, end);
    unsigned exits = 1 + random_.below(2);
    for (unsigned k = 0; k < exits; ++k)
      emit("@{} bra {}", condition(), random_.of(names));
    if (random_.coin())
      emit("bra {}", random_.of(names));
  }
  this->place(end);
}

void Body::exitSome() {
  std::string p, stay = label();
  unsigned threads = module_.shape.threads();
  if (kernel_ && threads > 32 && random_.oneIn(3)) { // whole warps
    p = fresh("%c", "pred");
    emit("setp.lt.u32 {}, %thread, {}", p, 32 * (1 + random_.below(threads / 32)));
  } else {
    p = condition();
  }
  emit("@{} bra {}", p, stay);
  if (kernel_)
    emit("st.global.b32 [%out+448], {}", reg(Class::Word32));
  emit("{}", kernel_ && random_.coin() ? "ret" : "exit");
  place(stay);
}

} // namespace heddle::reference
