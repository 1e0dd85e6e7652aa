// Threads that wait for each other in memory: locks, flags, chains, barriers between blocks. What
// they do meanwhile has the same result in any order.
#include "generator/body.h"

namespace heddle::reference {

namespace {

// How a value is passed on through a word of memory: the order is the instruction's own or that of
// a fence beside it.
struct Passing {
  std::string release; // before the write
  std::string store, add, load;
  std::string acquire; // after the read
};

Passing passing(Random& random, bool shared) {
  const char* scope = shared ? "cta" : random.coin() ? "gpu" : "sys";
  const char* space = shared ? "shared" : "global";
  if (random.coin())
    return {"", fmt::format("st.release.{}.{}.b32", scope, space),
            fmt::format("atom.acq_rel.{}.{}.add.u32", scope, space),
            fmt::format("ld.acquire.{}.{}.b32", scope, space), ""};
  static const std::vector<std::string> kWide = {"fence.acq_rel.gpu", "membar.gl", "fence.sc.gpu",
                                                 "membar.sys"};
  static const std::vector<std::string> kNarrow = {"fence.acq_rel.cta", "membar.cta"};
  std::string fence = random.of(shared ? kNarrow : kWide);
  // Volatile accesses to shared memory are for warps in step.
  bool isVolatile = !shared && random.coin();
  std::string how = isVolatile ? "volatile" : fmt::format("relaxed.{}", scope);
  return {fence, fmt::format("st.{}.{}.b32", how, space), fmt::format("atom.{}.add.u32", space),
          fmt::format("ld.{}.{}.b32", how, space), fence};
}

} // namespace

std::string Body::sharedWords(unsigned count) {
  std::string name = fmt::format("words{}", module_.sharedArrays.size());
  module_.sharedArrays.push_back(count);
  return name;
}

std::string Body::globalWords(unsigned count) {
  std::string name = fmt::format("gwords{}", module_.globalArrays.size());
  module_.globalArrays.push_back(count);
  return name;
}

// The address of a word of an array.
std::string Body::wordOf(const std::string& array, const std::string& index, bool shared) {
  if (shared) {
    std::string at = fresh("%i", "b32"), base = fresh("%i", "b32");
    emit("mov.u32 {}, {}", base, array);
    emit("mad.lo.u32 {}, {}, 4, {}", at, index, base);
    return at;
  }
  std::string at = fresh("%a", "b64"), base = fresh("%a", "b64");
  emit("mov.u64 {}, {}", base, array);
  emit("mad.wide.u32 {}, {}, 4, {}", at, index, base);
  return at;
}

void Body::order(const std::string& fence) {
  if (!fence.empty())
    emit("{}", fence);
}

// Reads a word until it is `wanted` (or at least not 0).
void Body::waitUntil(const std::string& load, const std::string& place, const std::string& wanted) {
  std::string value = fresh("%i", "b32"), p = fresh("%c", "pred"), again = label();
  this->place(again);
  if (random_.oneIn(4))
    emit("nanosleep.u32 {}", random_.below(100));
  emit("{} {}, [{}]", load, value, place);
  emit("setp.{}.u32 {}, {}, {}", wanted.empty() ? "eq" : "ne", p, value,
       wanted.empty() ? "0" : wanted);
  emit("@{} bra {}", p, again);
}

// Something done to a word of common memory that only the holder of a lock may do.
void Body::criticalSection(bool shared, bool withTickets) {
  static const std::vector<std::string> kOps = {"add.u32", "xor.b32", "max.u32"};
  static_assert(kGuarded == 3);
  unsigned slot = withTickets ? 2 : random_.below(2); // each lock has words of its own
  std::string word = fresh("%i", "b32");
  std::string place = shared ? fmt::format("shared_sums+{}", 4 * (kSums + slot))
                             : fmt::format("%sums+{}", 64 + 4 * slot);
  const char* space = shared ? "shared" : "global";
  const char* strength = !shared && random_.oneIn(3) ? ".volatile" : "";
  emit("ld{}.{}.u32 {}, [{}]", strength, space, word, place);
  emit("{} {}, {}, {}", kOps[slot], word, word, reg(Class::Word32));
  emit("st{}.{}.u32 [{}], {}", strength, space, place, word);
}

void Body::waitInMemory(const Place& place) {
  // What needs every thread stands where all come, once.
  bool everyone = place.depth == 0 && place.blockUniform && !module_.mayExit;
  if (!everyone || random_.oneIn(3))
    return spinLock();
  switch (random_.below(3)) {
  case 0:
    return waitForThread();
  case 1:
    if (module_.shape.grid[0] > 1)
      return waitForBlock();
    [[fallthrough]];
  default:
    return lastOne();
  }
}

void Body::spinLock() {
  bool shared = random_.coin() && !module_.mayExit;
  Passing how = passing(random_, shared);
  const char* space = shared ? "shared" : "global";
  module_.usesSharedSums |= shared;
  unsigned kind = random_.below(3);
  bool withTickets = kind == 2;
  std::string& lock = module_.locks[2 * shared + withTickets];
  if (lock.empty())
    lock = shared ? sharedWords(2) : globalWords(2);
  std::string place = wordOf(lock, "0", shared);
  std::string old = fresh("%i", "b32"), p = fresh("%c", "pred"), again = label();
  bool ordered = how.acquire.empty();
  std::string scope = ordered ? std::string(".acquire.") + (shared ? "cta" : "gpu") : "";
  auto release = [&](const std::string& value) {
    order(how.release);
    if (value == "0" && random_.coin())
      emit("atom{}.{}.exch.b32 {}, [{}], 0",
           ordered ? std::string(".release.") + (shared ? "cta" : "gpu") : "", space, old, place);
    else
      emit("{} [{}], {}", how.store, place, value);
  };
  switch (kind) {
  case 0: // one after the other
    this->place(again);
    emit("atom{}.{}.cas.b32 {}, [{}], 0, 1", scope, space, old, place);
    emit("setp.ne.u32 {}, {}, 0", p, old);
    emit("@{} bra {}", p, again);
    order(how.acquire);
    criticalSection(shared, withTickets);
    return release("0");
  case 1: { // whoever gets it, inside the loop
    std::string done = fresh("%i", "b32"), next = label();
    emit("mov.u32 {}, 0", done);
    this->place(again);
    emit("atom{}.{}.cas.b32 {}, [{}], 0, 1", scope, space, old, place);
    emit("setp.ne.u32 {}, {}, 0", p, old);
    emit("@{} bra {}", p, next);
    order(how.acquire);
    criticalSection(shared, withTickets);
    release("0");
    emit("mov.u32 {}, 1", done);
    this->place(next);
    emit("setp.eq.u32 {}, {}, 0", p, done);
    emit("@{} bra {}", p, again);
    return;
  }
  default: { // with tickets
    std::string ticket = fresh("%i", "b32");
    emit("atom.{}.add.u32 {}, [{}+4], 1", space, ticket, place);
    waitUntil(how.load, place, ticket);
    order(how.acquire);
    criticalSection(shared, withTickets);
    emit("add.u32 {}, {}, 1", ticket, ticket);
    return release(ticket);
  }
  }
}

// Every thread writes a value and a flag, and waits for the flag of another; or each waits for the
// one before and passes a sum on.
void Body::waitForThread() {
  bool shared = random_.coin(), chain = random_.oneIn(3);
  unsigned threads = module_.shape.threads();
  unsigned count = shared ? threads : threads * module_.shape.grid[0];
  Passing how = passing(random_, shared);
  const char* space = shared ? "shared" : "global";
  std::string values = shared ? sharedWords(count) : globalWords(count);
  std::string flags = shared ? sharedWords(count) : globalWords(count);
  std::string self = "%thread";
  if (!shared) {
    self = fresh("%i", "b32");
    emit("mov.u32 {}, %ctaid.x", self);
    emit("mad.lo.u32 {}, {}, {}, %thread", self, self, threads);
  }
  std::string word = reg(Class::Word32), result = fresh("%i", "b32"), other = fresh("%i", "b32");
  auto write = [&](const std::string& value) {
    emit("st.{}.b32 [{}], {}", space, wordOf(values, self, shared), value);
    std::string flag = wordOf(flags, self, shared);
    order(how.release);
    emit("{} [{}], 1", how.store, flag);
  };
  auto readOther = [&] {
    std::string value = wordOf(values, other, shared), flag = wordOf(flags, other, shared);
    waitUntil(how.load, flag, "");
    order(how.acquire);
    emit("ld.{}.b32 {}, [{}]", space, result, value);
  };
  if (chain) {
    std::string p = fresh("%c", "pred"), first = label();
    emit("mov.b32 {}, {}", result, word);
    emit("setp.eq.u32 {}, {}, 0", p, self);
    emit("@{} bra {}", p, first);
    emit("sub.u32 {}, {}, 1", other, self);
    readOther();
    emit("mad.lo.u32 {}, {}, 3, {}", result, result, word);
    place(first);
    write(result);
  } else {
    write(word);
    emit("add.u32 {}, {}, {}", other, self, 1 + random_.below(count));
    emit("rem.u32 {}, {}, {}", other, other, count);
    readOther();
  }
  emit("mov.b32 {}, {}", reg(Class::Word32), result);
}

// Blocks write, and wait for another block or for all of them.
void Body::waitForBlock() {
  unsigned threads = module_.shape.threads(), blocks = module_.shape.grid[0];
  Passing how = passing(random_, false);
  std::string values = globalWords(threads * blocks), flags = globalWords(blocks);
  std::string block = fresh("%i", "b32"), self = fresh("%i", "b32"), other = fresh("%i", "b32");
  std::string p = fresh("%c", "pred"), rest = label();
  bool all = random_.coin();
  emit("mov.u32 {}, %ctaid.x", block);
  emit("mad.lo.u32 {}, {}, {}, %thread", self, block, threads);
  emit("add.u32 {}, {}, {}", other, block, 1 + random_.below(blocks));
  emit("rem.u32 {}, {}, {}", other, other, blocks);
  emit("st.global.b32 [{}], {}", wordOf(values, self, false), reg(Class::Word32));
  emit("bar.sync 0");
  emit("setp.ne.u32 {}, %thread, {}", p, random_.below(threads));
  emit("@{} bra {}", p, rest);
  std::string own = wordOf(flags, all ? "0" : block, false);
  order(how.release);
  if (all) {
    emit("{} {}, [{}], 1", how.add, fresh("%i", "b32"), own);
    waitUntil(how.load, own, std::to_string(blocks));
  } else {
    emit("{} [{}], 1", how.store, own);
    waitUntil(how.load, wordOf(flags, other, false), "");
  }
  order(how.acquire);
  place(rest);
  emit("bar.sync 0");
  std::string index = fresh("%i", "b32");
  emit("rem.u32 {}, {}, {}", index, reg(Class::Word32), threads);
  emit("mad.lo.u32 {}, {}, {}, {}", index, other, threads, index);
  emit("ld.global.b32 {}, [{}]", reg(Class::Word32), wordOf(values, index, false));
}

// The thread that comes last, of all blocks, reads what the others have left.
void Body::lastOne() {
  unsigned total = module_.shape.threads() * module_.shape.grid[0];
  std::string values = globalWords(total), counter = globalWords(1);
  std::string self = fresh("%i", "b32"), old = fresh("%i", "b32"), word = fresh("%i", "b32");
  std::string p = fresh("%c", "pred"), end = label(), head = label();
  emit("mov.u32 {}, %ctaid.x", self);
  emit("mad.lo.u32 {}, {}, {}, %thread", self, self, module_.shape.threads());
  emit("st.global.b32 [{}], {}", wordOf(values, self, false), reg(Class::Word32));
  std::string place = wordOf(counter, "0", false);
  bool fences = random_.coin(), adds = random_.coin();
  if (fences)
    emit("membar.gl");
  emit("atom{}.global.{} {}, [{}], {}", fences ? "" : ".acq_rel.gpu", adds ? "add.u32" : "inc.u32",
       old, place, adds ? 1 : total);
  emit("setp.ne.u32 {}, {}, {}", p, old, total - 1);
  emit("@{} bra {}", p, end);
  if (fences)
    emit("membar.gl");
  emit("mov.u32 {}, 0", self);
  this->place(head);
  emit("ld.global.b32 {}, [{}]", word, wordOf(values, self, false));
  emit("red.global.add.u32 [%sums+{}], {}", 80, word);
  emit("add.u32 {}, {}, {}", self, self, 1 + random_.below(7));
  emit("setp.lt.u32 {}, {}, {}", p, self, total);
  emit("@{} bra {}", p, head);
  this->place(end);
}

} // namespace heddle::reference
