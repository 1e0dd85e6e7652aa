// Checks calls: number, types, sizes and alignment of arguments and results.
#include "ptx/parser.h"

#include <fmt/format.h>

namespace heddle::ptx {
namespace {

using Kind = Operand::Kind;

class CallCheck {
public:
  CallCheck(const Unit& unit, const Function& caller, std::span<const Operand> operands,
            Location& place)
      : unit_(unit), caller_(caller), operands_(operands), place_(place) {}

  std::string check() {
    std::size_t at = 0;
    if (at < operands_.size() && operands_[at].kind == Kind::List)
      results_ = operands_[at++].elements;
    if (at == operands_.size())
      return "a function is expected";
    const Operand& callee = operands_[at++];
    if (at < operands_.size() && operands_[at].kind == Kind::List)
      arguments_ = operands_[at++].elements;
    const Operand* table = at < operands_.size() ? &operands_[at++] : nullptr;
    if (at != operands_.size())
      return "too many operands";
    place_ = callee.location;
    if (callee.kind == Kind::Symbol)
      return table ? "a register is expected with a prototype" : checkDirect(callee);
    if (callee.kind == Kind::Label) // an unknown name, reported when labels are resolved
      return {};
    if (callee.kind != Kind::Register || !table)
      return "a function, or a register with a prototype or list of targets is expected";
    place_ = table->location;
    if (table->kind != Kind::Table)
      return "a prototype or list of targets is expected";
    const Table& entry = caller_.tables[table->index];
    if (entry.kind == Table::Kind::Prototype)
      return checkSignature(entry.signature);
    if (entry.kind != Table::Kind::CallTargets)
      return "a prototype or list of targets is expected";
    for (std::uint32_t target : entry.entries)
      if (std::string problem = checkSignature(functionOf(target).signature); !problem.empty())
        return problem;
    return {};
  }

private:
  const Function& functionOf(std::uint32_t symbol) const {
    return *unit_.functions[unit_.symbols[symbol].index];
  }

  std::string checkDirect(const Operand& callee) {
    if (unit_.symbols[callee.index].kind != Symbol::Kind::Function)
      return "a function is expected";
    const Function& function = functionOf(callee.index);
    if (function.isEntry)
      return "Illegal call target, device function expected";
    return checkSignature(function.signature);
  }

  std::string checkSignature(const Signature& signature) {
    if (results_.size() != signature.results.size() ||
        arguments_.size() != signature.parameters.size())
      return "Call has wrong number of parameters";
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (std::string problem = checkOne(signature.results[i], results_[i], true); !problem.empty())
        return problem;
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (std::string problem = checkOne(signature.parameters[i], arguments_[i], false);
          !problem.empty())
        return problem;
    return {};
  }

  std::string checkOne(const Parameter& formal, const Operand& actual, bool isResult) {
    place_ = actual.location;
    auto mismatch = [&](std::string_view what) {
      return fmt::format("{} of argument does not match formal parameter '{}'", what, formal.name);
    };
    switch (actual.kind) {
    case Kind::Sink:
      return isResult ? std::string() : "'_' is not allowed here";
    case Kind::Register:
      if (formal.isArray)
        return fmt::format("Inconsistent state space for parameter '{}'",
                           caller_.registers[actual.index].name);
      return agrees(caller_.registers[actual.index].type, formal.type) ? std::string()
                                                                       : mismatch("Type");
    case Kind::Local: {
      const Variable& variable = caller_.variables[actual.index];
      if (variable.space != StateSpace::Param)
        return fmt::format("Call argument '{}' has illegal state space", variable.name);
      if (variable.isArray != formal.isArray)
        return mismatch("Type");
      if (!formal.isArray)
        return agrees(variable.type, formal.type) ? std::string() : mismatch("Type");
      if (variable.size != formal.size || bitsOf(variable.type) != bitsOf(formal.type))
        return mismatch("Type");
      return variable.alignment == formal.alignment ? std::string() : mismatch("Alignment");
    }
    case Kind::Integer:
    case Kind::Float: {
      if (isResult)
        return "a constant cannot be written";
      TypeKind kind = typeInfo(formal.type).kind;
      bool isReal = actual.kind == Kind::Float;
      bool fits = !formal.isArray && (kind == TypeKind::Bits ? !isReal || bitsOf(formal.type) >= 32
                                                             : (kind == TypeKind::Float) == isReal);
      return fits ? std::string() : mismatch("Type");
    }
    case Kind::Symbol:
      return "Call argument has illegal state space";
    case Kind::Label:
      return {};
    default:
      return mismatch("Type");
    }
  }

  const Unit& unit_;
  const Function& caller_;
  std::span<const Operand> operands_;
  Location& place_;
  std::span<const Operand> results_, arguments_;
};

} // namespace

std::string callProblem(const Unit& unit, const Function& caller, std::span<const Operand> operands,
                        Location& place) {
  return CallCheck(unit, caller, operands, place).check();
}

} // namespace heddle::ptx
