// Arithmetic, drawn from the instruction table, and moves.
#include "generator/body.h"

#include <map>

namespace heddle::reference {

using ptx::Family;
using ptx::Form;
using ptx::Opcode;
using ptx::OperandSpec;
using ptx::ScalarType;

namespace {

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
        return item.set == ptx::ModifierSet::Accuracy;
      });
      if (computes && !approximate && form.lastVersion == 0 && form.version <= 87 &&
          form.target <= 90)
        forms.push_back(&form);
    }
    return forms;
  }();
  return kForms;
}

} // namespace

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
    const ptx::ModifierChoice& choice = random_.of(item.choices);
    name.append(".").append(choice.text);
    leaksSign |= choice.text == "xorsign.abs" || choice.text == "rna";
    if (!ptx::isTypeSet(item.set))
      continue;
    (item.set == ptx::ModifierSet::T   ? t
     : item.set == ptx::ModifierSet::D ? d
     : item.set == ptx::ModifierSet::A ? a
                                       : b) = static_cast<ScalarType>(choice.value);
  }
  if (t == ScalarType::None)
    t = d;
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

} // namespace heddle::reference
