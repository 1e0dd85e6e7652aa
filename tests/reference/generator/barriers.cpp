// Barriers of the block, and what threads exchange around them.
#include "generator/body.h"

namespace heddle::reference {

void Body::exchange() {
  module_.usesShared = true;
  std::string index = fresh("%i", "b32");
  unsigned threads = module_.shape.threads();
  static const std::vector<std::string> kBarriers = {"bar.sync 0", "barrier.sync 0", "bar.sync 1",
                                                     "barrier.sync.aligned 3"};
  storeOwn(reg(Class::Word32));
  emit("{}", random_.of(kBarriers));
  switch (random_.below(3)) {
  case 0:
    emit("add.u32 {}, %thread, {}", index, 1 + random_.below(threads));
    break;
  case 1:
    emit("xor.b32 {}, %thread, {}", index, 1 + random_.below(threads));
    break;
  default:
    emit("mov.b32 {}, {}", index, reg(Class::Word32));
  }
  emit("rem.u32 {}, {}, {}", index, index, threads);
  emit("mad.lo.u32 {}, {}, 4, %shared", index, index);
  if (random_.oneIn(3)) {
    std::string wide = fresh("%a", "b64");
    emit("cvt.u64.u32 {}, {}", wide, index);
    emit("cvta.shared.u64 {}, {}", wide, wide);
    emit("ld.b32 {}, [{}]", reg(Class::Word32), wide);
  } else {
    emit("ld.shared.{} {}, [{}]", random_.coin() ? "b32" : "s16", reg(Class::Word32), index);
  }
  emit("{}", random_.of(kBarriers));
}

void Body::barrierVote() {
  std::string negation = random_.coin() ? "!" : "";
  switch (random_.below(3)) {
  case 0:
    return emit("bar.red.popc.u32 {}, 0, {}{}", reg(Class::Word32), negation, reg(Class::Pred));
  case 1:
    return emit("bar.red.and.pred {}, 1, {}{}", reg(Class::Pred), negation, reg(Class::Pred));
  default:
    return emit("barrier.red.or.pred {}, 2, {}{}", reg(Class::Pred), negation, reg(Class::Pred));
  }
}

// Some warps write and go on, the others wait for them.
void Body::producers() {
  module_.usesShared = true;
  unsigned threads = module_.shape.threads();
  unsigned writers = 32 * (1 + random_.below(threads / 32 - 1));
  std::string p = fresh("%c", "pred"), index = fresh("%i", "b32"), readers = label(), end = label();
  emit("setp.ge.u32 {}, %thread, {}", p, writers);
  emit("@{} bra {}", p, readers);
  emit("st.shared.b32 [%own], {}", reg(Class::Word32));
  emit("bar.arrive 5, {}", threads);
  emit("bra {}", end);
  place(readers);
  emit("bar.sync 5, {}", threads);
  emit("rem.u32 {}, {}, {}", index, reg(Class::Word32), writers);
  emit("mad.lo.u32 {}, {}, 4, %shared", index, index);
  emit("ld.shared.b32 {}, [{}]", reg(Class::Word32), index);
  place(end);
  emit("bar.sync 0");
}

// Each pair of warps has a barrier of its own, whose number is a register.
void Body::namedGroups() {
  module_.usesShared = true;
  std::string group = fresh("%i", "b32"), id = fresh("%i", "b32"), index = fresh("%i", "b32");
  const char* kind = random_.coin() ? "bar.sync" : "barrier.sync";
  emit("shr.u32 {}, %thread, 6", group);
  emit("add.u32 {}, {}, 1", id, group);
  emit("st.shared.b32 [%own], {}", reg(Class::Word32));
  emit("{} {}, 64", kind, id);
  emit("add.u32 {}, {}, {}", index, random_.coin() ? "%thread" : reg(Class::Word32),
       1 + random_.below(63));
  emit("and.b32 {}, {}, 63", index, index);
  emit("mad.lo.u32 {}, {}, 64, {}", index, group, index);
  emit("mad.lo.u32 {}, {}, 4, %shared", index, index);
  emit("ld.shared.b32 {}, [{}]", reg(Class::Word32), index);
  emit("{} {}, 64", kind, id);
}

// Some warps fill a buffer again and again that the others empty: one barrier says that it is full,
// another that it is empty.
void Body::pingPong() {
  module_.usesShared = true;
  unsigned threads = module_.shape.threads();
  unsigned writers = 32 * (1 + random_.below(threads / 32 - 1));
  std::string p = fresh("%c", "pred"), index = fresh("%i", "b32"), counter = fresh("%i", "b32");
  std::string value = fresh("%i", "b32"), reader = label(), end = label(), write = label(),
              read = label();
  std::string sum = reg(Class::Word32);
  unsigned rounds = 1 + random_.below(3);
  emit("mov.u32 {}, 0", counter);
  emit("setp.ge.u32 {}, %thread, {}", p, writers);
  emit("@{} bra {}", p, reader);
  place(write);
  emit("bar.sync 6, {}", threads);
  emit("mad.lo.u32 {}, {}, 77, {}", value, counter, sum);
  emit("st.shared.b32 [%own], {}", value);
  emit("bar.arrive 7, {}", threads);
  emit("add.u32 {}, {}, 1", counter, counter);
  emit("setp.lt.u32 {}, {}, {}", p, counter, rounds);
  emit("@{} bra {}", p, write);
  emit("bra {}", end);
  place(reader);
  emit("rem.u32 {}, {}, {}", index, reg(Class::Word32), writers);
  emit("mad.lo.u32 {}, {}, 4, %shared", index, index);
  place(read);
  emit("bar.arrive 6, {}", threads);
  emit("bar.sync 7, {}", threads);
  emit("ld.shared.b32 {}, [{}]", value, index);
  emit("mad.lo.u32 {}, {}, 3, {}", sum, sum, value);
  emit("add.u32 {}, {}, 1", counter, counter);
  emit("setp.lt.u32 {}, {}, {}", p, counter, rounds);
  emit("@{} bra {}", p, read);
  place(end);
  emit("bar.sync 0");
}

// The old way of exchanging values in a warp: volatile shared memory and no barrier.
void Body::lockstep() {
  module_.usesShared = true;
  unsigned threads = module_.shape.threads();
  std::string other = fresh("%i", "b32"), value = fresh("%i", "b32"), p = fresh("%c", "pred");
  std::string word = reg(Class::Word32), end = label();
  bool firstWarp = random_.coin();
  if (firstWarp) {
    emit("setp.ge.u32 {}, %thread, 32", p);
    emit("@{} bra {}", p, end);
  }
  unsigned steps = 1 + random_.below(3);
  for (unsigned i = 0; i < steps; ++i) {
    emit("st.volatile.shared.b32 [%own], {}", word);
    if (random_.coin()) {
      emit("xor.b32 {}, %thread, {}", other, 1u << random_.below(5));
    } else {
      emit("and.b32 {}, %thread, -32", other);
      emit("add.u32 {}, %thread, {}", value, 1 + random_.below(31));
      emit("and.b32 {}, {}, 31", value, value);
      emit("or.b32 {}, {}, {}", other, other, value);
    }
    emit("setp.ge.u32 {}, {}, {}", p, other, threads);
    emit("@{} mov.u32 {}, %thread", p, other);
    emit("mad.lo.u32 {}, {}, 4, %shared", other, other);
    emit("ld.volatile.shared.b32 {}, [{}]", value, other);
    emit("add.u32 {}, {}, {}", word, word, value);
  }
  place(end);
}

// Where all threads of the block come.
void Body::together(const Place& place) {
  unsigned threads = module_.shape.threads();
  if (!kernel_ || random_.oneIn(4))
    return barrierVote();
  if (module_.mayExit || random_.coin())
    return exchange();
  bool wholeWarps = threads >= 64 && threads % 32 == 0;
  switch (random_.below(4)) {
  case 0:
    if (wholeWarps)
      return producers();
    break;
  case 1:
    if (wholeWarps)
      return pingPong();
    break;
  case 2:
    if (threads % 64 == 0 && threads <= 896)
      return namedGroups();
    break;
  default:
    // Lanes that came out of a wait one by one are not in step.
    if (place.depth < 2 && !module_.waits)
      return lockstep();
  }
  exchange();
}

void Body::updateUniform() {
  static const std::vector<std::string> kOps = {"add.u32", "sub.u32", "xor.b32", "mul.lo.u32"};
  emit("{} {}, {}, {}", random_.of(kOps), uniform(), uniform(), integerConstant(32));
}

} // namespace heddle::reference
