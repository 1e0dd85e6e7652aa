// Matches instructions to the instruction table. The first form whose modifiers and operands fit,
// and which the unit's version and target have, is the one.
#include "ptx/instruction_rules.h"
#include "ptx/operand_check.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::ptx {
namespace {

std::string fullNameOf(const RawInstruction& raw) {
  std::string name(raw.name);
  for (std::string_view modifier : raw.modifiers)
    name.append(".").append(modifier);
  return name;
}

// Whether the item takes the modifier, alone or as an end of one such as "xorsign.abs".
bool takesModifier(const ModifierItem& item, const std::string& modifier) {
  return item.any || std::ranges::any_of(item.choices, [&](const ModifierChoice& choice) {
           return choice.text == modifier || choice.text.starts_with(modifier + ".") ||
                  choice.text.ends_with("." + modifier);
         });
}

// Says what is wrong with modifiers that no form takes.
[[noreturn]] void failModifiers(const RawInstruction& raw) {
  std::span<const Form> forms = formsOf(raw.name);
  for (std::string_view modifier : raw.modifiers) {
    bool isKnown = std::ranges::any_of(forms, [&](const Form& form) {
      return std::ranges::any_of(form.modifiers, [&](const ModifierItem& item) {
        return takesModifier(item, std::string(modifier));
      });
    });
    if (isKnown)
      continue;
    if (typeByName(modifier))
      throw SyntaxError{raw.location,
                        fmt::format("Unexpected instruction types specified for '{}': '.{}'",
                                    raw.name, modifier)};
    throw SyntaxError{raw.location, fmt::format("Illegal modifier '.{}' for instruction '{}'",
                                                modifier, raw.name)};
  }
  bool hasType =
      std::ranges::any_of(raw.modifiers, [](auto m) { return typeByName(m).has_value(); });
  if (!hasType)
    throw SyntaxError{
        raw.location,
        fmt::format("Incomplete instruction '{}': a type or modifier is missing", fullNameOf(raw))};
  throw SyntaxError{raw.location,
                    fmt::format("Illegal combination of modifiers in '{}'", fullNameOf(raw))};
}

} // namespace

std::vector<InstructionChecker::Candidate>
InstructionChecker::candidatesFor(const RawInstruction& raw) {
  std::vector<Candidate> candidates = candidatesFor(raw, Order::AsListed);
  return candidates.empty() ? candidatesFor(raw, Order::Any) : candidates;
}

std::vector<InstructionChecker::Candidate>
InstructionChecker::candidatesFor(const RawInstruction& raw, Order order) {
  std::vector<Candidate> candidates;
  std::vector<MatchedModifier> matched;
  for (const Form& form : formsOf(raw.name)) {
    if (form.lastVersion != 0 && unit_.version > form.lastVersion)
      continue;
    if (!matchModifiers(form, raw.modifiers, matched, order))
      continue;
    Candidate candidate;
    candidate.instruction.form = &form;
    candidate.instruction.setModifiers(unit_.spellings.emplace_back(matched));
    candidate.problem = versionProblem(unit_, candidate.instruction, fullNameOf(raw));
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

Instruction InstructionChecker::check(const Function& function, RawInstruction raw) {
  std::vector<Candidate> own;
  std::span<const Candidate> candidates;
  if (raw.spelling.empty()) {
    own = candidatesFor(raw);
    candidates = own;
  } else {
    auto [entry, isNew] = candidates_.try_emplace(raw.spelling);
    if (isNew)
      entry->second = candidatesFor(raw);
    candidates = entry->second;
  }
  std::string reason, unfit;
  Location place;
  for (const Candidate& candidate : candidates) {
    Instruction instruction = candidate.instruction;
    Location where;
    std::string problem = OperandCheck(unit_, function, raw, instruction).check(where);
    if (!problem.empty()) {
      if (reason.empty()) {
        reason = std::move(problem);
        place = where;
      }
      continue;
    }
    std::string tooNew = candidate.problem;
    if (tooNew.empty() && instruction.paired && instruction.form->family == Family::Texture)
      tooNew =
          ageProblem(unit_, fmt::format("{}' with a residency predicate of '", raw.name), 71, 60);
    if (!tooNew.empty()) {
      if (unfit.empty())
        unfit = tooNew;
      continue;
    }
    if (instruction.form->family == Family::Refused)
      throw SyntaxError{raw.location,
                        fmt::format("Instruction '{}' is not supported", fullNameOf(raw)),
                        ErrorKind::NotSupported};
    instruction.location = raw.location;
    instruction.operands = std::move(raw.operands);
    instruction.guard = std::move(raw.guard);
    return instruction;
  }
  if (!unfit.empty())
    throw SyntaxError{raw.location, unfit};
  if (reason.empty())
    failModifiers(raw);
  throw SyntaxError{
      place, fmt::format("Arguments mismatch for instruction '{}': {}", fullNameOf(raw), reason)};
}

} // namespace heddle::ptx
