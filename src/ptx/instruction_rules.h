// What is wrong with an instruction that a line of the table takes: rules that go across lines, and
// the versions and targets that a module is for.
#pragma once

#include "ptx/module.h"

#include <string>

namespace heddle::ptx {

// Whether a unit is too old for something; empty when it is not.
std::string ageProblem(const Unit& unit, const std::string& what, unsigned version,
                       unsigned target);

// Whether the instruction had the modifier from its beginning.
bool isEarlier(const Instruction& instruction, const LaterModifier& later);

// Empty when the unit can have the instruction.
std::string ruleProblem(const Unit& unit, const Instruction& instruction);

} // namespace heddle::ptx
