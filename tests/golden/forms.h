// The list of instruction forms that a GPU has been asked about: forms.txt, read and expanded.
//
// A line is   NAME  RESULT = OPERAND...  [| BODY]
//   <a,b,c>    one of several, the empty text among them if wanted; a line stands for all choices
//   \1 … \9    what the first, second … <> of the line has become, without a leading dot
//   NAME       the instruction with its modifiers
//   RESULT, OPERAND
//              a type; TYPE*N is N registers in braces; TYPE@POOL takes its values from another
//              pool of operands.h than the type's own
//   BODY       PTX in which $op is NAME, $d the result and $a $b $c … the operands; without one the
//              instruction with its operands in their order
// [SECTION] begins a section: one file of recorded results, one test. # begins a comment.
#pragma once

#include <string>
#include <vector>

namespace golden {

struct Operand {
  std::string type; // f32, u16, f16x2, pred …
  std::string pool;
  unsigned count = 0; // registers in braces; 0: one register, no braces

  unsigned registers() const { return count == 0 ? 1 : count; }
};

struct Form {
  std::string text; // the expanded line, blanks normalised: what results are recorded under
  std::string name;
  Operand result;
  std::vector<Operand> operands;
  std::string body;

  // Forms with the same signature have the same operand values.
  std::string signature() const;
};

struct Section {
  std::string name;
  std::vector<Form> forms;
};

// Throws std::runtime_error with the line's number.
std::vector<Section> readForms(const std::string& path);

} // namespace golden
