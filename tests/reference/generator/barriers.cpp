// Barriers of the block, and what threads exchange around them.
#include "generator/body.h"

namespace heddle::reference {

void Body::exchange() {
  module_.usesShared = true;
  std::string index = fresh("%i", "b32");
  unsigned threads = module_.shape.threads();
  static const std::vector<std::string> kBarriers = {"bar.sync 0", "barrier.sync 0", "bar.sync 1",
                                                     "barrier.sync.aligned 3"};
  emit("st.shared.b32 [%own], {}", reg(Class::Word32));
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

void Body::updateUniform() {
  static const std::vector<std::string> kOps = {"add.u32", "sub.u32", "xor.b32", "mul.lo.u32"};
  emit("{} {}, {}, {}", random_.of(kOps), uniform(), uniform(), integerConstant(32));
}

} // namespace heddle::reference
