// Checks the operands of an instruction against the operand pattern of a form. One class, three
// files: operand_check.cpp (kinds and types), operand_check_texture.cpp (operands of texture,
// surface and tensor instructions) and operand_check_constants.cpp (values that an instruction
// restricts). Every check returns what is wrong, or an empty string.
#pragma once

#include "ptx/parser.h"

#include <string>

namespace heddle::ptx {

class OperandCheck {
public:
  OperandCheck(const Unit& unit, const Function& function, const RawInstruction& raw,
               Instruction& instruction)
      : unit_(unit), function_(function), raw_(raw), instruction_(instruction) {}

  // Sets `place` to the operand that is wrong, and Instruction::paired.
  std::string check(Location& place);

private:
  std::string checkOne(const OperandSpec& spec, const Operand& operand) const;
  std::string checkPairedPredicate(const OperandSpec& spec, const Operand& operand);
  std::string checkAddress(const Operand& operand) const;
  std::string checkValue(ScalarType want, bool destination, const Operand& operand) const;
  std::string checkRegister(ScalarType want, const Operand& operand) const;
  std::string checkSpecialRegister(ScalarType want, const Operand& operand) const;
  std::string checkVector(ScalarType want, bool destination, const Operand& operand) const;
  std::string checkFragment(bool destination, const Operand& operand) const;
  std::string checkMove(ScalarType want, bool destination, const Operand& operand) const;
  std::string checkMoveElement(unsigned bits, bool destination, const Operand& element) const;
  std::string checkList(ScalarType want, std::size_t count, const Operand& operand) const;

  std::string checkResource(const Operand& operand) const;
  std::string checkCoordinates(const Operand& operand) const;
  std::string checkCoordinate(ScalarType want, const Operand& coordinate, bool anyType) const;
  std::string checkGradient(const Operand& operand) const;
  std::string checkOffsetOrDepth(const Operand& operand) const;

  std::string checkTensorCoordinates(const Operand& operand) const;
  std::size_t tensorRank() const;

  std::string checkConstants(Location& place) const;
  std::string checkBarrier(Location& place) const;
  std::string checkCopySize(Location& place) const;
  std::string checkCacheLineSize(Location& place) const;
  std::string checkStoreToParameter(Location& place) const;
  std::string checkRandomBits(Location& place) const;
  std::string checkSelectors(Location& place) const;

  ScalarType registerType(const Operand& operand) const {
    return function_.registers[operand.index].type;
  }
  ScalarType typeOf(const OperandSpec& spec) const;
  bool allowsWiderRegisters() const;
  bool allowsUnusedResult() const;

  const Unit& unit_;
  const Function& function_;
  const RawInstruction& raw_;
  Instruction& instruction_;
};

} // namespace heddle::ptx
