// Counters in shared memory that threads count up by the bytes they have loaded, as histograms do.
#include "generator/body.h"

namespace heddle::reference {

namespace {

constexpr unsigned kCounters = 256;

} // namespace

// Each thread loads some bytes in a row, which lie behind those of the thread before.
std::vector<std::string> Body::loadBytes() {
  struct Kind {
    const char* load;
    unsigned words, bytes;
  };
  static const std::vector<Kind> kKinds = {
      {"u8", 1, 1}, {"u16", 1, 2}, {"b32", 1, 4}, {"v2.b32", 2, 8}, {"v4.b32", 4, 16}};
  Kind kind = random_.of(kKinds);
  if (module_.shape.threads() * kind.bytes > kInputBytes)
    kind = kKinds[0];
  const std::string at = fresh("%a", "b64");
  emit("mad.wide.u32 {}, %thread, {}, %in", at, kind.bytes);
  std::vector<std::string> words;
  for (unsigned i = 0; i < kind.words; ++i)
    words.push_back(fresh("%i", "b32"));
  const std::string list =
      kind.words > 1 ? fmt::format("{{{}}}", fmt::join(words, ", ")) : words[0];
  emit("ld.global{}.{} {}, [{}]", random_.coin() ? ".nc" : "", kind.load, list, at);
  std::vector<std::string> bytes;
  for (unsigned i = 0; i < kind.bytes; ++i) {
    bytes.push_back(fresh("%i", "b32"));
    emit("shr.u32 {}, {}, {}", bytes[i], words[i / 4], i % 4 * 8);
    emit("and.b32 {}, {}, {}", bytes[i], bytes[i], kCounters - 1);
  }
  return bytes;
}

void Body::countUp(const std::string& number, const std::string& value) {
  const std::string at = fresh("%i", "b32"), base = fresh("%i", "b32");
  emit("mov.u32 {}, counters", base);
  emit("mad.lo.u32 {}, {}, 4, {}", at, number, base);
  if (random_.coin())
    emit("red.shared.add.u32 [{}], {}", at, value);
  else
    emit("atom.shared.add.u32 _, [{}], {}", at, value);
}

void Body::counters() {
  module_.usesCounters = true;
  const std::vector<std::string> bytes = loadBytes();
  if (random_.coin())
    return countRuns(bytes);
  const std::string skip = label();
  if (random_.oneIn(3))
    emit("@{} bra {}", condition(), skip);
  const std::string value =
      random_.oneIn(3) ? source(ptx::ScalarType::B32, false) : std::to_string(random_.below(5));
  const bool mixes = random_.oneIn(6);
  for (const std::string& byte : bytes)
    countUp(byte, mixes && random_.coin() ? reg(Class::Word32) : value);
  place(skip);
}

// Counts neighbours that are equal at once, and the last one in any case.
void Body::countRuns(const std::vector<std::string>& bytes) {
  const std::string count = fresh("%i", "b32");
  emit("mov.u32 {}, 1", count);
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    const std::string isSame = fresh("%c", "pred"), goesOn = label();
    emit("setp.eq.u32 {}, {}, {}", isSame, bytes[i], bytes[i + 1]);
    emit("@{} bra {}", isSame, goesOn);
    countUp(bytes[i], count);
    emit("mov.u32 {}, 0", count);
    place(goesOn);
    emit("add.u32 {}, {}, 1", count, count);
  }
  countUp(bytes.back(), count);
}

void Body::clearCounters() {
  const std::string at = fresh("%i", "b32"), base = fresh("%i", "b32"),
                    isBehind = fresh("%c", "pred");
  const std::string next = label(), end = label();
  emit("mov.u32 {}, counters", base);
  emit("mad.lo.u32 {}, %thread, 4, {}", at, base);
  emit("add.u32 {}, {}, {}", base, base, 4 * kCounters);
  place(next);
  emit("setp.ge.u32 {}, {}, {}", isBehind, at, base);
  emit("@{} bra {}", isBehind, end);
  emit("st.shared.u32 [{}], 0", at);
  emit("add.u32 {}, {}, {}", at, at, 4 * module_.shape.threads());
  emit("bra {}", next);
  place(end);
}

// Adds what some of the counters hold to a sum of all threads, each with a weight of its own.
void Body::sumCounters() {
  const std::string sum = fresh("%i", "b32"), at = fresh("%i", "b32"), count = fresh("%i", "b32");
  emit("bar.sync 0");
  emit("mov.u32 {}, 0", sum);
  for (unsigned i = 0; i < 8; ++i) {
    emit("mad.lo.u32 {}, %thread, 5, {}", at, 32 * i);
    emit("and.b32 {}, {}, {}", at, at, kCounters - 1);
    emit("mov.u32 {}, counters", count);
    emit("mad.lo.u32 {}, {}, 4, {}", at, at, count);
    emit("ld.shared.u32 {}, [{}]", count, at);
    emit("mad.lo.u32 {}, {}, 31, {}", sum, sum, count);
  }
  emit("red.global.add.u32 [%sums], {}", sum);
}

std::string Body::counterDeclaration() {
  return fmt::format(".shared .align 4 .b32 counters[{}];\n", kCounters);
}

} // namespace heddle::reference
