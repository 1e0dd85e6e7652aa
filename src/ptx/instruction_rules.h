// What is wrong with an instruction whose modifiers fit a form: the versions and targets that the
// unit is for, and rules about combinations of modifiers, which a line of instructions.def cannot
// express. Every function returns the error, or an empty string.
#pragma once

#include "ptx/module.h"

#include <string>

namespace heddle::ptx {

// Whether the unit's version and target are too old for something.
std::string ageProblem(const Unit& unit, const std::string& what, unsigned version,
                       unsigned target);

// `name` is the instruction as it is written.
std::string versionProblem(const Unit& unit, const Instruction& instruction,
                           const std::string& name);

} // namespace heddle::ptx
