#include "form_texts.h"

#include <fmt/format.h>

namespace heddle::ptx::testing {
namespace {

constexpr std::string_view kBody = R"(.address_size 64
.shared .align 16 .b8 sh[256];
.global .texref texture;
.global .surfref surface;
.func (.param .b32 r) callee(.param .b32 a) { ret; }
.visible .entry k(.param .u64 p)
{
.reg .b8 %c<9>; .reg .b16 %h<9>; .reg .b32 %r<140>; .reg .b64 %d<40>; .reg .pred %p<9>;
.reg .b128 %q<9>; .reg .f32 %f<140>; .reg .f64 %e<40>;
.param .b32 result; .param .b32 argument; .param .b64 slot;
targets: .branchtargets away;
)";

std::string registerOf(ScalarType type, unsigned number) {
  switch (bitsOf(type)) {
  case 1:
    return fmt::format("%p{}", number);
  case 8:
    return fmt::format("%c{}", number);
  case 16:
    return fmt::format("%h{}", number);
  case 64:
    return fmt::format("%d{}", number);
  case 128:
    return fmt::format("%q{}", number);
  default:
    return fmt::format("%r{}", number);
  }
}

std::string list(unsigned count, std::string_view prefix, unsigned first) {
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += fmt::format("{}{}{}", i ? "," : "", prefix, first + i);
  return text + "}";
}

} // namespace

std::vector<Variant> variantsOf(const Form& form) {
  std::vector<Variant> variants;
  auto build = [&](bool optionals, std::size_t varied, std::size_t choice) {
    Variant variant;
    for (std::size_t i = 0; i < form.modifiers.size(); ++i) {
      const ModifierItem& item = form.modifiers[i];
      if (item.any || (item.optional && !optionals && i != varied))
        continue;
      variant.modifiers.push_back({item.set, item.choices[i == varied ? choice : 0].value});
    }
    variants.push_back(std::move(variant));
  };
  for (bool optionals : {false, true})
    build(optionals, form.modifiers.size(), 0);
  for (std::size_t i = 0; i < form.modifiers.size(); ++i) {
    // The shapes of wgmma only differ in the number of columns; a few stand for all.
    std::size_t choices = form.modifiers[i].choices.size();
    if (form.modifiers[i].set == ModifierSet::WarpgroupShape)
      choices = 3;
    for (std::size_t c = form.modifiers[i].optional ? 0 : 1; c < choices; ++c)
      build(false, i, c);
  }
  return variants;
}

namespace {

// Registers that hold one operand of a matrix instruction.
std::string fragment(const Form& form, const Variant& v, std::size_t operand) {
  if (form.opcode == Opcode::Clusterlaunchcontrol)
    return list(4, "%r", 1);
  if (form.opcode == Opcode::Ldmatrix || form.opcode == Opcode::Stmatrix)
    return list(static_cast<unsigned>(spelling(*v.modifier<MatrixCount>())[1] - '0') *
                    (v.has(MatrixTile::M16n16) ? 2 : 1),
                "%r", 1);
  if (form.opcode == Opcode::Wgmma) {
    if (operand == 1)
      return list(4, "%r", 1);
    unsigned columns = 0;
    std::sscanf(std::string(spelling(*v.modifier<WarpgroupShape>())).c_str(), "m64n%u", &columns);
    bool isHalf = v.type(ModifierSet::D) == ScalarType::F16;
    return list(isHalf ? columns / 4 : columns / 2,
                v.type(ModifierSet::D) == ScalarType::F32 ? "%f" : "%r", 1);
  }
  unsigned m = 0, n = 0, k = 0;
  std::sscanf(std::string(spelling(*v.modifier<MmaShape>())).c_str(), "m%un%uk%u", &m, &n, &k);
  bool isFragmentAccess = form.opcode == Opcode::Wmma && !v.has(WmmaOp::Mma);
  constexpr ModifierSet kRoles[] = {ModifierSet::D, ModifierSet::A, ModifierSet::B, ModifierSet::C};
  ModifierSet role = !isFragmentAccess        ? kRoles[operand]
                     : v.has(WmmaFragment::A) ? ModifierSet::A
                     : v.has(WmmaFragment::B) ? ModifierSet::B
                                              : ModifierSet::C;
  bool isFactor = role == ModifierSet::A || role == ModifierSet::B;
  ScalarType element = v.type(isFragmentAccess ? ModifierSet::T : role);
  bool isHalfWmma =
      form.opcode == Opcode::Wmma && (element == ScalarType::None || element == ScalarType::F16);
  if (isHalfWmma && isFactor)
    return list(8, "%r", 1);
  bool isOfQuadPairs = form.opcode == Opcode::Mma && v.has(MmaShape::M8n8k4) &&
                       v.type(ModifierSet::A) == ScalarType::F16;
  if (isOfQuadPairs)
    return isFactor                     ? list(2, "%r", 1)
           : element == ScalarType::F16 ? list(4, "%r", 1)
                                        : list(8, "%f", 1);
  unsigned elements = (role == ModifierSet::A   ? m * k
                       : role == ModifierSet::B ? n * k
                                                : m * n) /
                      32;
  if (role == ModifierSet::A && v.modifier<Sparsity>())
    elements /= 2;
  // A 4-bit float takes a byte unless all elements are such.
  bool isPadded = element == ScalarType::E2m1 && !v.has(MmaKind::Mxf4) && !v.has(MmaKind::Mxf4nvf4);
  unsigned bits = isPadded ? 8 : bitsOf(element);
  if (bits == 64)
    return list(elements, "%d", 1);
  return list(std::max(elements * bits / 32, 1U), element == ScalarType::F32 ? "%f" : "%r", 1);
}

unsigned tensorRank(const Variant& v) {
  return static_cast<unsigned>(*v.modifier<TensorRank>()) + 1;
}

std::string coordinates(const Variant& v, bool isSurface) {
  std::optional<Geometry> geometry = v.modifier<Geometry>();
  unsigned count = geometry == Geometry::D1                                ? 1
                   : geometry == Geometry::D2 || geometry == Geometry::A1d ? 2
                                                                           : 4;
  return fmt::format("[{}, {}]", isSurface ? "surface" : "texture", list(count, "%r", 20));
}

std::string operandText(const Form& form, const Variant& v, std::size_t at) {
  const OperandSpec& spec = form.operands[at];
  auto number = static_cast<unsigned>(at + 1);
  auto typeOf = [&]() -> ScalarType {
    if (spec.typeName == 0)
      return spec.type;
    ScalarType t = v.type(spec.typeName == 'A'   ? ModifierSet::A
                          : spec.typeName == 'B' ? ModifierSet::B
                          : spec.typeName == 'D' ? ModifierSet::D
                                                 : ModifierSet::T);
    if (t == ScalarType::None)
      t = v.type(ModifierSet::D);
    return spec.typeName == 'W' ? widened(t) : t;
  };
  // Conversions keep 8-bit integers in wider registers.
  auto registerFor = [&](ScalarType t) {
    return registerOf(bitsOf(t) == 8 && spec.typeName != 0 ? ScalarType::B16 : t, number);
  };
  bool isSurface = form.opcode == Opcode::Suld || form.opcode == Opcode::Sust ||
                   form.opcode == Opcode::Sured || form.opcode == Opcode::Suq;
  switch (spec.kind) {
  case OperandSpec::Kind::Value:
  case OperandSpec::Kind::Move:
    return registerFor(typeOf());
  case OperandSpec::Kind::Vector: {
    ScalarType t = typeOf();
    std::optional<VectorSize> size = v.modifier<VectorSize>();
    if (!size)
      return registerFor(t);
    std::string text = "{";
    for (unsigned i = 0; i < static_cast<unsigned>(spelling(*size)[1] - '0'); ++i)
      text +=
          (i ? "," : "") + registerOf(bitsOf(t) == 8 ? ScalarType::B16 : t, bitsOf(t) > 64 ? 1 : i);
    return text + "}";
  }
  case OperandSpec::Kind::Fragment:
    return fragment(form, v, at);
  case OperandSpec::Kind::Address:
    if (std::optional<SpaceModifier> space = v.modifier<SpaceModifier>();
        space && spelling(*space).starts_with("param"))
      return form.opcode == Opcode::St ? "[slot]" : form.opcode == Opcode::Ld ? "[p]" : "[%d1]";
    return fmt::format("[%d{}]", number);
  case OperandSpec::Kind::Constant:
    return form.opcode == Opcode::Setmaxnreg ? "64"
           : form.opcode == Opcode::Applypriority || form.opcode == Opcode::Discard ||
                   form.opcode == Opcode::Fence || v.has(TensormapOp::CpFenceproxy)
               ? "128"
           : form.opcode == Opcode::Cp ? "16"
           : form.opcode == Opcode::Mma || form.opcode == Opcode::St ||
                   form.opcode == Opcode::Wgmma || v.has(TensormapOp::Replace)
               ? "0"
               : "8";
  case OperandSpec::Kind::Label:
    return "away";
  case OperandSpec::Kind::Name:
    return "targets";
  case OperandSpec::Kind::Resource:
    return v.has(TextureQuery::ForceUnnormalizedCoords) ? "[%d20]"
           : isSurface                                  ? "[surface]"
                                                        : "[texture]";
  case OperandSpec::Kind::Coordinates:
    return coordinates(v, isSurface);
  case OperandSpec::Kind::Gradient: {
    std::string_view geometry = spelling(*v.modifier<Geometry>());
    return list(geometry.ends_with("1d") ? 1 : geometry.ends_with("2d") ? 2 : 4, "%f", 1);
  }
  case OperandSpec::Kind::OffsetOrDepth:
    return "{%r1,%r2}";
  case OperandSpec::Kind::Quad:
    return list(4, "%f", 1);
  case OperandSpec::Kind::Selector:
    return "{0, 1}";
  case OperandSpec::Kind::TensorCoordinates:
    return fmt::format("[%d{}, {}]", number, list(tensorRank(v), "%r", 20));
  case OperandSpec::Kind::Im2colOffsets:
    return list(tensorRank(v) - 2, "%h", 1);
  case OperandSpec::Kind::Sink:
    return "_";
  case OperandSpec::Kind::Any:
    break;
  }
  switch (form.family) {
  case Family::Barrier:
    return "%p2"; // bar.red
  case Family::Video: {
    bool three = nameOf(form.opcode).back() != '2' && nameOf(form.opcode).back() != '4' &&
                 !v.modifier<VideoOp>() && form.opcode != Opcode::Vmad;
    return three ? "%r1, %r2, %r3" : "%r1, %r2, %r3, %r4";
  }
  case Family::Call:
    return "(result), callee, (argument)";
  case Family::AsyncCopy:
    return v.has(Flag::CacheHint) ? "%d1" : "%r1";
  default:
    return {};
  }
}

} // namespace

bool isRefused(const Form& form) {
  if (form.family == Family::Refused)
    return true;
  // Of textures: several samples, and questions that only graphics asks.
  constexpr std::string_view kGraphics[] = {"2dms", "num_samples", "memory_layout",
                                            "force_unnormalized_coords", "samplerref"};
  auto isGraphics = [&](const ModifierItem& item) {
    return std::ranges::any_of(item.choices, [&](const ModifierChoice& choice) {
      return std::ranges::find(kGraphics, choice.text) != std::end(kGraphics);
    });
  };
  return form.family == Family::Texture && std::ranges::any_of(form.modifiers, isGraphics);
}

std::string instructionText(const Form& form, const Variant& v) {
  std::string text(nameOf(form.opcode));
  for (const MatchedModifier& modifier : v.modifiers)
    text.append(".").append(modifier.text());
  std::string_view separator = " ";
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    if (form.operands[i].optional && !v.has(Flag::CacheHint))
      continue;
    text += separator;
    text += operandText(form, v, i);
    if (form.operands[i].pairedPredicate)
      text += "|%p8";
    separator = ", ";
  }
  return text + ";\n";
}

std::string formBody() {
  return std::string(kBody);
}

namespace {

// One that has the form, of those with the most others.
std::string newTargetOf(const Form& form) {
  const SpecialTargetInfo* special = specialTarget(form.target);
  return special && special->first == 120 ? "sm_120a" : "sm_100a";
}

} // namespace

std::string moduleText(const Form& form, const std::string& code) {
  bool isOldWarp = form.family == Family::Warp && form.version < 60; // without .sync
  unsigned version = form.lastVersion != 0 ? form.lastVersion : isOldWarp ? 60 : 92;
  std::string target = form.lastVersion != 0 ? fmt::format("sm_{}", std::max(form.target, 13U))
                       : isOldWarp           ? "sm_60"
                                             : newTargetOf(form);
  std::string head =
      fmt::format(".version {}.{}\n.target {}\n", version / 10, version % 10, target);
  std::string body = formBody();
  if (version < 83) // what those versions do not have
    for (std::string_view line : {".address_size 64\n", ".reg .b128 %q<9>; "})
      body.erase(body.find(line), line.size());
  if (version < 14)
    body.erase(body.find(".param .u64 p"), std::string_view(".param .u64 p").size());
  return head + body + code + "away: ret;\n}\n";
}

} // namespace heddle::ptx::testing
