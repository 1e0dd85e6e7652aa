#include "generator.h"

#include "ptx/module.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>
#include <set>

namespace heddle::reference {
namespace {

using ptx::Family;
using ptx::Form;
using ptx::Opcode;
using ptx::OperandSpec;
using ptx::ScalarType;

// Registers of a class hold one kind of value. Floating-point values have classes of their own even
// where they live in untyped registers, because the bits of a NaN are not defined: they become
// integers only through canonicalBits().
enum class Class { Word16, Word32, Word64, Single, Double, Half, Brain, HalfPair, BrainPair, Pred };
constexpr std::size_t kClasses = 10;
struct ClassInfo {
  const char* prefix;
  const char* type;
  unsigned count;
};
constexpr ClassInfo kClassInfo[kClasses] = {
    {"%h", "b16", 3},  {"%r", "b32", 5},  {"%l", "b64", 3},  {"%f", "f32", 4},  {"%d", "f64", 3},
    {"%fh", "b16", 3}, {"%fb", "b16", 3}, {"%xh", "b32", 2}, {"%xb", "b32", 2}, {"%p", "pred", 4},
};
constexpr Class kAllClasses[kClasses] = {
    Class::Word16, Class::Word32, Class::Word64,   Class::Single,    Class::Double,
    Class::Half,   Class::Brain,  Class::HalfPair, Class::BrainPair, Class::Pred};

const ClassInfo& infoOf(Class c) {
  return kClassInfo[static_cast<std::size_t>(c)];
}

Class classOf(ScalarType type) {
  switch (type) {
  case ScalarType::Pred:
    return Class::Pred;
  case ScalarType::F16:
    return Class::Half;
  case ScalarType::Bf16:
    return Class::Brain;
  case ScalarType::F16x2:
    return Class::HalfPair;
  case ScalarType::Bf16x2:
    return Class::BrainPair;
  case ScalarType::F32:
    return Class::Single;
  case ScalarType::F64:
    return Class::Double;
  default:
    break;
  }
  unsigned bits = ptx::bitsOf(type);
  return bits == 64 ? Class::Word64 : bits == 32 ? Class::Word32 : Class::Word16;
}

// Forms that compute registers from registers, exactly.
const std::vector<const Form*>& computingForms() {
  static const std::vector<const Form*> kForms = [] {
    std::vector<const Form*> forms;
    for (const Form& form : ptx::allForms()) {
      bool computes = form.family == Family::Integer || form.family == Family::Bits ||
                      form.family == Family::Float || form.family == Family::Half ||
                      form.family == Family::Compare || form.family == Family::Logic ||
                      form.family == Family::Convert;
      bool approximate = std::ranges::any_of(form.modifiers, [](const ptx::ModifierItem& item) {
        return std::ranges::find(item.choices, "approx") != item.choices.end();
      });
      if (computes && !approximate && form.lastVersion == 0 && form.version <= 87 &&
          form.target <= 90)
        forms.push_back(&form);
    }
    return forms;
  }();
  return kForms;
}

class Random {
public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(engine_() % limit); }
  bool oneIn(unsigned n) { return below(n) == 0; }
  bool coin() { return oneIn(2); }
  template <typename T> const T& of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

private:
  std::mt19937_64 engine_;
};

// Where a statement stands.
struct Place {
  unsigned depth = 0;
  bool blockUniform = false; // all threads that have not exited come here together
  bool leavable = false;     // `breakTo` and `continueTo` may be used at any depth
  std::string mask;          // a register: lanes of the warp that are here; empty: not known
  std::string breakTo, continueTo;
};

struct DeviceFunction {
  std::string name;
  bool inRegisters; // .reg parameters rather than .param
  bool recursive;
};

// What is decided once for a module.
struct Module {
  const LaunchShape& shape;
  Random& random;
  std::vector<Class> classes;
  std::vector<DeviceFunction> functions;
  bool computes = false; // mostly arithmetic
  bool mayExit = false;
  bool usesMasks = false;
  bool usesShared = false, usesSharedSums = false;
};

// One function body, text line by line.
class Body {
public:
  Body(Module& module, bool isKernel)
      : module_(module), random_(module.random), kernel_(isKernel) {}

  void statements(Place place, unsigned budget);
  std::string kernelText();
  std::string functionText(const DeviceFunction& function);

private:
  // Registers.
  std::string reg(Class c);
  std::string fresh(const char* prefix, const char* type);
  std::string integerConstant(unsigned bits);
  std::string source(ScalarType type, bool allowConstant = true);
  std::string uniform() { return fmt::format("%u{}", random_.below(3)); }
  bool has(Class c) const { return std::ranges::find(module_.classes, c) != module_.classes.end(); }
  std::string label() { return fmt::format("L{}", labels_++); }

  // Text.
  template <typename... T> void emit(fmt::format_string<T...> format, T&&... values) {
    text_ += "  " + fmt::format(format, std::forward<T>(values)...) + ";\n";
  }
  void place(const std::string& name) { text_ += name + ":\n"; }

  // Statements.
  void statement(const Place& place, unsigned budget);
  void computation();
  bool computationOf(const Form& form, Class wanted);
  void removeNan(Class c, const std::string& name);
  std::string canonicalBits(Class c, const std::string& name);
  void carryChain();
  void moves();
  std::string condition();
  std::string uniformCondition();
  void conditional(const Place& place, unsigned budget);
  void loop(const Place& place, unsigned budget);
  void leaveLoop(const Place& place);
  void leaveMaskedLoop(Place& place, const std::string& loopMask);
  void switchOver(const Place& place, unsigned budget);
  void tangle(const Place& place, unsigned budget);
  void callFunction();
  void loads();
  void ownMemory();
  void localMemory();
  void sums();
  void exchange();
  void barrierVote();
  void producers();
  void warp(const Place& place);
  void exitSome();
  void updateUniform();

  void prologue();
  void epilogue();
  std::string declarations() const;

  Module& module_;
  Random& random_;
  bool kernel_;
  std::string text_;
  std::set<std::pair<Class, unsigned>> used_;
  std::vector<std::string> freshDeclarations_;
  unsigned labels_ = 0, freshNames_ = 0;
  bool usesLocal_ = false, usesTable_ = false;
};

// --- Registers

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

// --- Arithmetic

void Body::removeNan(Class c, const std::string& name) {
  std::string p = fresh("%n", "pred");
  switch (c) {
  case Class::Single:
    emit("testp.notanumber.f32 {}, {}", p, name);
    emit("@{} mov.f32 {}, 0f3f800000", p, name);
    return;
  case Class::Double:
    emit("testp.notanumber.f64 {}, {}", p, name);
    emit("@{} mov.f64 {}, 0d3ff0000000000000", p, name);
    return;
  case Class::Half:
  case Class::Brain:
    emit("setp.nan.{} {}, {}, {}", c == Class::Half ? "f16" : "bf16", p, name, name);
    emit("@{} mov.b16 {}, 0x3c00", p, name);
    return;
  default: {
    std::string q = fresh("%n", "pred");
    emit("setp.nan.{} {}|{}, {}, {}", c == Class::HalfPair ? "f16x2" : "bf16x2", p, q, name, name);
    emit("@{} mov.b32 {}, 0x3c003c00", p, name);
    emit("@{} mov.b32 {}, 0x3c003c00", q, name);
  }
  }
}

// The bits of a floating-point value, the same for every NaN, in an untyped register.
std::string Body::canonicalBits(Class c, const std::string& name) {
  std::string p = fresh("%n", "pred");
  switch (c) {
  case Class::Single: {
    std::string bits = fresh("%b", "b32");
    emit("mov.b32 {}, {}", bits, name);
    emit("testp.notanumber.f32 {}, {}", p, name);
    emit("@{} mov.b32 {}, 0x7fffffff", p, bits);
    return bits;
  }
  case Class::Double: {
    std::string bits = fresh("%b", "b64");
    emit("mov.b64 {}, {}", bits, name);
    emit("testp.notanumber.f64 {}, {}", p, name);
    emit("@{} mov.b64 {}, 0x7fffffffffffffff", p, bits);
    return bits;
  }
  case Class::Half:
  case Class::Brain: {
    std::string bits = fresh("%b", "b16");
    emit("mov.b16 {}, {}", bits, name);
    emit("setp.nan.{} {}, {}, {}", c == Class::Half ? "f16" : "bf16", p, name, name);
    emit("@{} mov.b16 {}, 0x7fff", p, bits);
    return bits;
  }
  default: {
    std::string q = fresh("%n", "pred"), bits = fresh("%b", "b32");
    std::string low = fresh("%b", "b16"), high = fresh("%b", "b16");
    emit("setp.nan.{} {}|{}, {}, {}", c == Class::HalfPair ? "f16x2" : "bf16x2", p, q, name, name);
    emit("mov.b32 {{{}, {}}}, {}", low, high, name);
    emit("@{} mov.b16 {}, 0x7fff", p, low);
    emit("@{} mov.b16 {}, 0x7fff", q, high);
    emit("mov.b32 {}, {{{}, {}}}", bits, low, high);
    return bits;
  }
  }
}

bool Body::computationOf(const Form& form, Class wanted) {
  std::string name(ptx::nameOf(form.opcode));
  ScalarType t{}, d{}, a{}, b{};
  bool leaksSign = form.opcode == Opcode::Copysign;
  for (const ptx::ModifierItem& item : form.modifiers) {
    if (item.any)
      return false;
    if (item.optional && random_.coin())
      continue;
    std::string_view choice = random_.of(item.choices);
    name.append(".").append(choice);
    leaksSign |= choice == "xorsign.abs" || choice == "rna";
    if (!item.isType)
      continue;
    auto type = ptx::typeByName(choice);
    if (!type)
      return false;
    (item.name == "T" ? t : item.name == "D" ? d : item.name == "A" ? a : b) = *type;
  }
  if (t == ScalarType::None)
    t = d;
  // Whether .ftz flushes what it widens is not known.
  if (d == ScalarType::F32 && a == ScalarType::Bf16 && name.find("ftz") != std::string::npos)
    return false;
  auto typeOf = [&](const OperandSpec& spec) {
    return spec.typeName == 0     ? spec.type
           : spec.typeName == 'T' ? t
           : spec.typeName == 'D' ? d
           : spec.typeName == 'A' ? a
           : spec.typeName == 'B' ? b
                                  : ptx::widened(t);
  };
  bool isWanted = false;
  for (const OperandSpec& spec : form.operands) {
    if (spec.kind == OperandSpec::Kind::Constant)
      continue;
    Class c = classOf(typeOf(spec));
    if (spec.kind != OperandSpec::Kind::Value || !has(c))
      return false;
    isWanted |= c == wanted;
  }
  if (!isWanted)
    return false;
  bool relaxed = form.family == Family::Convert;
  std::vector<std::string> operands;
  std::string sources;
  for (const OperandSpec& spec : form.operands) {
    if (spec.optional)
      continue;
    if (spec.kind == OperandSpec::Kind::Constant) {
      operands.push_back(fmt::format("{:#x}", random_.below(256)));
      continue;
    }
    ScalarType type = typeOf(spec);
    if (spec.destination) {
      Class c = classOf(type);
      if (relaxed && ptx::isInteger(type) && ptx::bitsOf(type) <= 16 && random_.coin())
        c = Class::Word32;
      std::string target = reg(c);
      bool isPair = form.opcode == Opcode::Lop3 ||
                    ptx::typeInfo(t).kind == ptx::TypeKind::PackedFloat; // no choice
      bool paired = spec.pairedPredicate && (isPair || random_.coin());
      if (paired) {
        std::string second = reg(Class::Pred);
        while (second == target)
          second = reg(Class::Pred);
        target += "|" + second;
      }
      operands.push_back(target);
      continue;
    }
    bool narrow = relaxed && ptx::isInteger(type) && ptx::bitsOf(type) <= 16;
    if (narrow) {
      operands.push_back(random_.coin() ? reg(Class::Word32) : reg(Class::Word16));
      continue;
    }
    std::string operand = source(type, !leaksSign && form.family != Family::Convert);
    if (type == ScalarType::Pred && form.family == Family::Compare &&
        (form.opcode == Opcode::Setp || form.opcode == Opcode::Set) && random_.coin())
      operand = "!" + operand;
    if (leaksSign)
      removeNan(classOf(type), operand);
    operands.push_back(operand);
  }
  std::string guard = random_.oneIn(6)
                          ? fmt::format("@{}{} ", random_.coin() ? "!" : "", reg(Class::Pred))
                          : std::string();
  emit("{}{} {}", guard, name, fmt::join(operands, ", "));
  return true;
}

void Body::computation() {
  // First the instruction, then its form: otherwise cvt and set are most of what is drawn.
  static const std::vector<std::vector<const Form*>> kByOpcode = [] {
    std::map<Opcode, std::vector<const Form*>> forms;
    for (const Form* form : computingForms())
      forms[form->opcode].push_back(form);
    std::vector<std::vector<const Form*>> result;
    for (auto& [opcode, list] : forms)
      result.push_back(list);
    return result;
  }();
  // Every class of values gets its share, however few instructions it has.
  Class wanted = random_.of(module_.classes);
  for (int attempt = 0; attempt < 2000; ++attempt) {
    const auto& forms = random_.of(kByOpcode);
    if (computationOf(*random_.of(forms), wanted))
      return;
  }
}

void Body::carryChain() {
  bool adds = random_.coin();
  const char* type = has(Class::Word64) && random_.coin() ? "u64" : "u32";
  ScalarType t = *ptx::typeByName(type);
  Class c = classOf(t);
  auto s = [&] { return source(t); };
  if (adds && random_.coin())
    emit("mad.{}.cc.{} {}, {}, {}, {}", random_.coin() ? "lo" : "hi", type, reg(c), s(), s(), s());
  else
    emit("{}.cc.{} {}, {}, {}", adds ? "add" : "sub", type, reg(c), s(), s());
  if (adds && random_.coin())
    emit("madc.{}.cc.{} {}, {}, {}, {}", random_.coin() ? "lo" : "hi", type, reg(c), s(), s(), s());
  else
    emit("{}.cc.{} {}, {}, {}", adds ? "addc" : "subc", type, reg(c), s(), s());
  emit("{}.{} {}, {}, {}", adds ? "addc" : "subc", type, reg(c), s(), s());
}

void Body::moves() {
  auto word = [&] { return reg(Class::Word32); };
  for (int attempt = 0; attempt < 20; ++attempt)
    switch (random_.below(9)) {
    case 0:
      if (!has(Class::Word16))
        continue;
      return emit("mov.b32 {}, {{{}, {}}}", word(), reg(Class::Word16), reg(Class::Word16));
    case 1: {
      if (!has(Class::Word16))
        continue;
      std::string low = reg(Class::Word16), high = reg(Class::Word16);
      if (low == high)
        high = "_";
      return emit("mov.b32 {{{}, {}}}, {}", low, high, word());
    }
    case 2:
      if (!has(Class::Word64))
        continue;
      return emit("mov.b64 {}, {{{}, {}}}", reg(Class::Word64), word(), word());
    case 3: {
      if (!has(Class::Word64))
        continue;
      std::string low = word(), high = word();
      if (low == high)
        low = "_";
      return emit("mov.b64 {{{}, {}}}, {}", low, high, reg(Class::Word64));
    }
    case 4: // bits to a float
      if (!has(Class::Single))
        continue;
      return emit("mov.b32 {}, {}", reg(Class::Single), word());
    case 5:
      if (!has(Class::Double) || !has(Class::Word64))
        continue;
      return emit("mov.b64 {}, {}", reg(Class::Double), reg(Class::Word64));
    case 6: {
      Class pair = random_.coin() ? Class::HalfPair : Class::BrainPair;
      Class one = pair == Class::HalfPair ? Class::Half : Class::Brain;
      if (!has(pair) || !has(one))
        continue;
      if (random_.coin())
        return emit("mov.b32 {}, {{{}, {}}}", reg(pair), reg(one), reg(one));
      return emit("mov.b32 {{{}, _}}, {}", reg(one), reg(pair));
    }
    case 7: {
      static constexpr struct {
        Class from, to;
        const char* type;
      } kFrom[] = {
          {Class::Single, Class::Word32, "b32"},   {Class::Double, Class::Word64, "b64"},
          {Class::Half, Class::Word16, "b16"},     {Class::Brain, Class::Word16, "b16"},
          {Class::HalfPair, Class::Word32, "b32"}, {Class::BrainPair, Class::Word32, "b32"}};
      const auto& choice = kFrom[random_.below(std::size(kFrom))];
      if (!has(choice.from) || !has(choice.to))
        continue;
      std::string bits = canonicalBits(choice.from, reg(choice.from));
      return emit("mov.{} {}, {}", choice.type, reg(choice.to), bits);
    }
    default:
      return emit("mov.pred {}, {}", reg(Class::Pred), reg(Class::Pred));
    }
}

// --- Control flow

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

std::string Body::uniformCondition() {
  std::string p = fresh("%c", "pred");
  emit("setp.{} {}, {}, {}", random_.coin() ? "lt.u32" : "gt.s32", p, uniform(),
       integerConstant(32));
  return p;
}

void Body::conditional(const Place& place, unsigned budget) {
  bool isUniform = place.blockUniform && random_.oneIn(3);
  std::string p = isUniform ? uniformCondition() : condition();
  Place yes = place, no = place;
  yes.depth = no.depth = place.depth + 1;
  yes.blockUniform = no.blockUniform = isUniform;
  if (!isUniform && !place.mask.empty()) {
    yes.mask = fresh("%m", "b32");
    no.mask = fresh("%m", "b32");
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
  bool isUniform = place.blockUniform && random_.coin();
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
  bool isUniform = place.blockUniform && random_.oneIn(3);
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

void Body::callFunction() {
  const DeviceFunction& function = random_.of(module_.functions);
  std::string result = reg(Class::Word32), a = source(ScalarType::U32, false),
              b = source(ScalarType::U32, false);
  std::string target = function.name, suffix;
  if (random_.oneIn(3)) {
    // Through a pointer that may differ from lane to lane.
    std::string pointer = fresh("%fp", "b64"), p = condition(), prototype = "P" + label();
    std::vector<const DeviceFunction*> alike;
    for (const DeviceFunction& other : module_.functions)
      if (other.inRegisters == function.inRegisters)
        alike.push_back(&other);
    emit("mov.u64 {}, {}", pointer, function.name);
    emit("@{} mov.u64 {}, {}", p, pointer, random_.of(alike)->name);
    const char* kind = function.inRegisters ? "reg" : "param";
    text_ += fmt::format("{}: .callprototype (.{} .b32 _) _ (.{} .b32 _, .{} .b32 _);\n", prototype,
                         kind, kind, kind);
    target = pointer;
    suffix = ", " + prototype;
  }
  if (function.inRegisters)
    return emit("call ({}), {}, ({}, {}){}", result, target, a, b, suffix);
  text_ += "  {\n  .param .b32 a;\n  .param .b32 b;\n  .param .b32 v;\n";
  emit("st.param.b32 [a], {}", a);
  emit("st.param.b32 [b], {}", b);
  emit("call (v), {}, (a, b){}", target, suffix);
  emit("ld.param.b32 {}, [v]", result);
  text_ += "  }\n";
}

// --- Memory

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

// Memory that no other thread touches: loads, stores and atomics whose results show.
void Body::ownMemory() {
  unsigned offset = 384 + 16 * random_.below(4);
  switch (random_.below(6)) {
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
  unsigned slot = random_.below(kOps.size());
  // What a thread did before it exited is not ordered before the barrier at the end.
  bool shared = random_.coin() && !module_.mayExit;
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

// --- Threads together

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

void Body::warp(const Place& place) {
  const std::string& mask = place.mask;
  std::string word = reg(Class::Word32);
  switch (random_.below(6)) {
  case 0: {
    // A lane reads from another only where that one is there; otherwise from itself.
    std::string here = fresh("%m", "b32"), all = fresh("%c", "pred"), from = fresh("%i", "b32");
    std::string bit = fresh("%i", "b32"), p = fresh("%c", "pred");
    emit("setp.eq.u32 {}, 0, 0", all);
    emit("vote.sync.ballot.b32 {}, {}, {}", here, all, mask);
    emit("and.b32 {}, {}, 31", from, source(ScalarType::B32, false));
    emit("shr.u32 {}, {}, {}", bit, here, from);
    emit("and.b32 {}, {}, 1", bit, bit);
    emit("setp.eq.u32 {}, {}, 0", p, bit);
    emit("@{} mov.u32 {}, %laneid", p, from);
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

void Body::exitSome() {
  std::string p = condition(), stay = label();
  emit("@{} bra {}", p, stay);
  if (kernel_)
    emit("st.global.b32 [%out+448], {}", reg(Class::Word32));
  emit("exit");
  place(stay);
}

void Body::updateUniform() {
  static const std::vector<std::string> kOps = {"add.u32", "sub.u32", "xor.b32", "mul.lo.u32"};
  emit("{} {}, {}, {}", random_.of(kOps), uniform(), uniform(), integerConstant(32));
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
  if (choice < 30 && !module_.functions.empty() && kernel_)
    return callFunction();
  if (choice < 36)
    return loads();
  if (choice < 40 && kernel_)
    return ownMemory();
  if (choice < 44)
    return localMemory();
  if (choice < 48 && kernel_)
    return sums();
  if (choice < 56 && place.blockUniform && kernel_) {
    unsigned threads = module_.shape.threads();
    if (random_.oneIn(4))
      return barrierVote();
    if (random_.oneIn(5) && !module_.mayExit && threads >= 64 && threads % 32 == 0)
      return producers();
    return exchange();
  }
  if (choice < 66 && !place.mask.empty())
    return warp(place);
  if (choice < 69 && place.leavable && !place.breakTo.empty())
    return leaveLoop(place);
  if (choice < 71 && module_.mayExit && random_.coin())
    return exitSome();
  if (choice < 73 && place.blockUniform && kernel_)
    return updateUniform();
  if (choice < 76)
    return carryChain();
  if (choice < 82)
    return moves();
  computation();
}

// --- Whole functions

std::string Body::declarations() const {
  std::string text;
  for (const ClassInfo& info : kClassInfo)
    text += fmt::format("  .reg .{} {}<{}>;\n", info.type, info.prefix, info.count);
  for (const std::string& line : freshDeclarations_)
    text += "  " + line + "\n";
  if (usesLocal_)
    text += "  .local .align 16 .b8 local[64];\n";
  return text;
}

// Gives every register that the body uses a value of the thread's own.
void Body::prologue() {
  std::string body = std::move(text_);
  text_.clear();
  if (kernel_) {
    unsigned threads = module_.shape.threads();
    for (const char* name : {"%thread", "%size", "%word", "%u0", "%u1", "%u2", "%own", "%shared"})
      freshDeclarations_.push_back(fmt::format(".reg .b32 {};", name));
    for (const char* name : {"%in", "%out", "%sums", "%mine", "%wide"})
      freshDeclarations_.push_back(fmt::format(".reg .b64 {};", name));
    freshDeclarations_.push_back(".reg .pred %first, %everyone;");
    freshDeclarations_.push_back(".reg .b32 %warpmask;");
    emit("ld.param.u64 %in, [in]");
    emit("ld.param.u64 %out, [out]");
    emit("ld.param.u64 %sums, [sums]");
    emit("ld.param.u32 %u0, [u0]");
    emit("ld.param.u32 %u1, [u1]");
    emit("mov.u32 %u2, %ctaid.x");
    // The linear index in the block, which names the lane too.
    emit("mov.u32 %thread, %tid.z");
    emit("mov.u32 %size, %ntid.y");
    emit("mov.u32 %word, %tid.y");
    emit("mad.lo.u32 %thread, %thread, %size, %word");
    emit("mov.u32 %size, %ntid.x");
    emit("mov.u32 %word, %tid.x");
    emit("mad.lo.u32 %thread, %thread, %size, %word");
    emit("mad.lo.u32 %word, %u2, {}, %thread", threads);
    emit("mad.wide.u32 %out, %word, {}, %out", kOutputBytes);
    emit("mad.lo.u32 %word, %word, 24, 8");
    emit("and.b32 %word, %word, {:#x}", kInputBytes / 2 - 8);
    emit("cvt.u64.u32 %mine, %word");
    emit("add.u64 %mine, %mine, %in");
    if (module_.usesShared) {
      emit("mov.u32 %shared, shared");
      emit("mad.lo.u32 %own, %thread, 4, %shared");
      emit("st.shared.u32 [%own], %word");
    }
    if (module_.usesSharedSums) {
      emit("setp.eq.u32 %first, %thread, 0");
      for (unsigned i = 0; i < 9; ++i)
        emit("@%first st.shared.u32 [shared_sums+{}], {}", 4 * i, i * 1000);
    }
    if (module_.usesShared || module_.usesSharedSums)
      emit("bar.sync 0");
    if (module_.usesMasks) {
      emit("setp.eq.u32 %everyone, 0, 0");
      emit("vote.sync.ballot.b32 %warpmask, %everyone, -1");
    }
  } else {
    freshDeclarations_.push_back(".reg .b32 %word;");
    freshDeclarations_.push_back(".reg .b64 %wide;");
  }
  unsigned offset = 0;
  for (const auto& [c, index] : used_) {
    std::string name = fmt::format("{}{}", infoOf(c).prefix, index);
    bool is64 = c == Class::Word64 || c == Class::Double;
    bool is16 = c == Class::Word16 || c == Class::Half || c == Class::Brain;
    if (is64)
      offset = (offset + 7) / 8 * 8;
    if (kernel_) {
      if (c == Class::Pred) {
        emit("ld.global.u8 %word, [%mine+{}]", offset);
        emit("and.b32 %word, %word, 1");
        emit("setp.ne.u32 {}, %word, 0", name);
      } else {
        emit("ld.global.{} {}, [%mine+{}]", is64 ? "b64" : is16 ? "b16" : "b32", name, offset);
      }
    } else {
      // From the arguments.
      emit("mad.lo.u32 %word, %a0, {}, %a1", 2 * index + 1 + 16 * static_cast<unsigned>(c));
      if (is64)
        emit("mul.wide.u32 %wide, %word, {}", 0x9e3779b9 >> index);
      if (c == Class::Double)
        emit("mov.b64 {}, %wide", name);
      else if (c == Class::Word64)
        emit("mov.b64 {}, %wide", name);
      else if (is16)
        emit("cvt.u16.u32 {}, %word", name);
      else if (c == Class::Pred)
        emit("setp.gt.s32 {}, %word, 3", name);
      else
        emit("mov.b32 {}, %word", name);
    }
    offset += is64 ? 8 : is16 ? 4 : 4;
  }
  if (usesLocal_) {
    std::string words = kernel_ ? "%thread" : "%a0";
    for (unsigned i = 0; i < 4; ++i)
      emit("st.local.v4.b32 [local+{}], {{{}, {}, {}, {}}}", 16 * i, words, i, words, i * 77);
  }
  text_ += body;
}

// Everything the thread holds goes to its part of the output.
void Body::epilogue() {
  unsigned slot = 0;
  std::set<std::pair<Class, unsigned>> used = used_;
  for (const auto& [c, index] : used) {
    std::string name = fmt::format("{}{}", infoOf(c).prefix, index);
    switch (c) {
    case Class::Pred: {
      std::string word = fresh("%b", "b32");
      emit("selp.u32 {}, 1, 2, {}", word, name);
      emit("st.global.b32 [%out+{}], {}", 8 * slot, word);
      break;
    }
    case Class::Word16:
      emit("st.global.b16 [%out+{}], {}", 8 * slot, name);
      break;
    case Class::Word32:
      emit("st.global.b32 [%out+{}], {}", 8 * slot, name);
      break;
    case Class::Word64:
      emit("st.global.b64 [%out+{}], {}", 8 * slot, name);
      break;
    case Class::Double:
      emit("st.global.b64 [%out+{}], {}", 8 * slot, canonicalBits(c, name));
      break;
    case Class::Half:
    case Class::Brain:
      emit("st.global.b16 [%out+{}], {}", 8 * slot, canonicalBits(c, name));
      break;
    default:
      emit("st.global.b32 [%out+{}], {}", 8 * slot, canonicalBits(c, name));
    }
    ++slot;
  }
  if (module_.usesSharedSums) {
    emit("bar.sync 0");
    for (unsigned i = 0; i < 9; ++i) {
      std::string word = fresh("%b", "b32");
      emit("ld.shared.b32 {}, [shared_sums+{}]", word, 4 * i);
      emit("st.global.b32 [%out+{}], {}", 464 + 4 * i, word);
    }
  }
  emit("ret");
}

std::string Body::kernelText() {
  epilogue();
  prologue();
  std::string text;
  if (module_.usesShared)
    text += fmt::format(".shared .align 8 .b8 shared[{}];\n", 4 * module_.shape.threads());
  if (module_.usesSharedSums)
    text += ".shared .align 4 .b8 shared_sums[36];\n";
  text += ".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 sums, .param .u32 u0, "
          ".param .u32 u1)\n{\n";
  return text + declarations() + text_ + "}\n";
}

std::string Body::functionText(const DeviceFunction& function) {
  std::string p = fresh("%c", "pred");
  if (function.recursive) {
    // As deep as the low bits of the first argument say.
    std::string depth = fresh("%i", "b32"), out = label(), deeper = fresh("%i", "b32");
    emit("and.b32 {}, %a0, 3", depth);
    emit("setp.eq.u32 {}, {}, 0", p, depth);
    emit("@{} bra {}", p, out);
    emit("sub.u32 {}, %a0, 1", deeper);
    std::string value = reg(Class::Word32);
    if (function.inRegisters) {
      emit("call ({}), {}, ({}, {})", value, function.name, deeper, reg(Class::Word32));
    } else {
      text_ += "  {\n  .param .b32 a;\n  .param .b32 b;\n  .param .b32 v;\n";
      emit("st.param.b32 [a], {}", deeper);
      emit("st.param.b32 [b], {}", reg(Class::Word32));
      emit("call (v), {}, (a, b)", function.name);
      emit("ld.param.b32 {}, [v]", value);
      text_ += "  }\n";
    }
    place(out);
  }
  std::string sum = fresh("%i", "b32");
  emit("mov.u32 {}, 17", sum);
  std::set<std::pair<Class, unsigned>> used = used_;
  for (const auto& [c, index] : used) {
    std::string name = fmt::format("{}{}", infoOf(c).prefix, index), bits = name;
    if (c == Class::Pred) {
      bits = fresh("%b", "b32");
      emit("selp.u32 {}, 1, 2, {}", bits, name);
    } else if (c != Class::Word16 && c != Class::Word32 && c != Class::Word64) {
      bits = canonicalBits(c, name);
    }
    bool is64 = c == Class::Word64 || c == Class::Double;
    bool is16 = c == Class::Word16 || c == Class::Half || c == Class::Brain;
    if (is64 || is16) {
      std::string word = fresh("%b", "b32");
      emit("cvt.u32.{} {}, {}", is64 ? "u64" : "u16", word, bits);
      bits = word;
    }
    emit("mad.lo.u32 {}, {}, 31, {}", sum, sum, bits);
  }
  if (function.inRegisters)
    emit("mov.b32 %v, {}", sum);
  else
    emit("st.param.b32 [v], {}", sum);
  emit("ret");
  std::string body = std::move(text_);
  text_.clear();
  if (!function.inRegisters) {
    freshDeclarations_.push_back(".reg .b32 %a0, %a1;");
    emit("ld.param.b32 %a0, [a]");
    emit("ld.param.b32 %a1, [b]");
  }
  std::string loadArguments = std::move(text_);
  text_ = std::move(body);
  prologue();
  text_ = loadArguments + text_;
  std::string head =
      function.inRegisters
          ? fmt::format(".func (.reg .b32 %v) {} (.reg .b32 %a0, .reg .b32 %a1)\n{{\n",
                        function.name)
          : fmt::format(".func (.param .b32 v) {} (.param .b32 a, .param .b32 b)\n{{\n",
                        function.name);
  return head + declarations() + text_ + "}\n";
}

} // namespace

std::string generateModule(std::uint64_t seed, const LaunchShape& shape) {
  Random random(seed * 0x9e3779b97f4a7c15 + 1);
  Module module{shape, random, {Class::Word32, Class::Pred}, {}};
  module.computes = random.coin();
  for (Class c : kAllClasses)
    if (c != Class::Word32 && c != Class::Pred && random.oneIn(module.computes ? 2 : 3))
      module.classes.push_back(c);
  module.mayExit = random.oneIn(3);
  std::string text = ".version 8.7\n.target sm_90\n.address_size 64\n";
  std::vector<std::string> words;
  for (unsigned i = 0; i < 64; ++i)
    words.push_back(fmt::format("{:#x}", random.bits() >> (random.coin() ? 32 : 60)));
  text += fmt::format(".const .align 16 .b32 table[64] = {{{}}};\n", fmt::join(words, ", "));
  if (random.oneIn(3)) {
    unsigned count = 1 + random.below(2);
    for (unsigned i = 0; i < count; ++i) {
      DeviceFunction function{fmt::format("f{}", i), random.coin(), random.oneIn(3)};
      Body body(module, false);
      Place place;
      place.depth = 2;
      body.statements(place, 8);
      text += body.functionText(function);
      module.functions.push_back(function);
    }
  }
  Body kernel(module, true);
  Place place;
  place.blockUniform = true;
  module.usesMasks = random.oneIn(3); // the others run in gangs of any width
  if (module.usesMasks)
    place.mask = "%warpmask";
  kernel.statements(place, random.oneIn(8) || module.computes ? 20 : 3 + random.below(6));
  return text + kernel.kernelText();
}

} // namespace heddle::reference
