// Two habits of inline PTX that nvcc accepts and clang does not: special registers written with one
// %, and operands of the constraint "C", whose string becomes part of the instruction.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/CharInfo.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Sema/Sema.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

constexpr StringRef kTextConstraint = "C";

// Doubles each % before a letter, which cannot be an operand.
std::string escapeRegisters(StringRef text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] != '%' || i + 1 == text.size())
      continue;
    if (text[i + 1] == '%')
      result += text[++i];
    else if (isAsciiIdentifierStart(text[i + 1]))
      result += '%';
  }
  return result;
}

StringLiteral* makeLiteral(ASTContext& context, StringRef text, SourceLocation location) {
  return StringLiteral::Create(
      context, text, StringLiteralKind::Ordinary, /*Pascal=*/false,
      context.getStringLiteralArrayType(context.CharTy, static_cast<unsigned>(text.size())),
      location);
}

std::optional<std::string> constantText(ASTContext& context, const Expr& expression) {
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression.IgnoreParenImpCasts()))
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl()))
      if (const Expr* initializer = variable->getAnyInitializer())
        if (const auto* literal = dyn_cast<StringLiteral>(initializer->IgnoreParenImpCasts()))
          return literal->getString().str();
  return expression.tryEvaluateString(context);
}

// Replaces %operand by the text, and lowers the numbers of the operands behind it.
std::string replaceOperand(StringRef source, unsigned operand, StringRef text) {
  std::string result;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] != '%' || i + 1 == source.size()) {
      result += source[i];
      continue;
    }
    if (source[i + 1] == '%') {
      result += "%%";
      ++i;
      continue;
    }
    StringRef digits = source.substr(i + 1).take_while(isDigit);
    unsigned number = 0;
    if (digits.empty() || digits.getAsInteger(10, number)) {
      result += '%';
      continue;
    }
    if (number == operand)
      result += text;
    else
      result += '%' + std::to_string(number > operand ? number - 1 : number);
    i += digits.size();
  }
  return result;
}

// The operands of an asm statement in the order of the statement. Labels, which come last, have an
// expression but neither a constraint nor a name.
struct Operands {
  unsigned outputs, inputs;
  SmallVector<IdentifierInfo*> names;
  SmallVector<Expr*> constraints, expressions;

  void replaceTexts(ASTContext& context, std::string& source) {
    for (unsigned i = outputs; i < outputs + inputs; ++i) {
      const auto* constraint = dyn_cast<StringLiteral>(constraints[i]);
      if (!constraint || constraint->getString() != kTextConstraint ||
          expressions[i]->isInstantiationDependent())
        continue;
      std::optional<std::string> text = constantText(context, *expressions[i]);
      if (!text)
        continue;
      source = replaceOperand(source, i, *text);
      names.erase(names.begin() + i);
      constraints.erase(constraints.begin() + i);
      expressions.erase(expressions.begin() + i);
      --inputs;
      --i;
    }
  }
};

} // namespace

extern "C" {

// The string may depend on a template parameter, so the constraint is accepted before it is known.
bool __real__ZNK5clang10TargetInfo23validateInputConstraintEN4llvm15MutableArrayRefINS0_14ConstraintInfoEEERS3_(
    const TargetInfo*, MutableArrayRef<TargetInfo::ConstraintInfo>, TargetInfo::ConstraintInfo&);
bool __wrap__ZNK5clang10TargetInfo23validateInputConstraintEN4llvm15MutableArrayRefINS0_14ConstraintInfoEEERS3_(
    const TargetInfo* self, MutableArrayRef<TargetInfo::ConstraintInfo> outputs,
    TargetInfo::ConstraintInfo& info) {
  if (info.getConstraintStr() == kTextConstraint && self->getTriple().isNVPTX()) {
    info.setAllowsRegister();
    return true;
  }
  return __real__ZNK5clang10TargetInfo23validateInputConstraintEN4llvm15MutableArrayRefINS0_14ConstraintInfoEEERS3_(
      self, outputs, info);
}

// Special registers in inline PTX may be written with one %, as in "mov.u32 %0, %laneid;".
StmtResult
__real__ZN5clang4Sema15ActOnGCCAsmStmtENS_14SourceLocationEbbjjPPNS_14IdentifierInfoEN4llvm15MutableArrayRefIPNS_4ExprEEES9_S8_S9_jS1_(
    Sema*, SourceLocation, bool, bool, unsigned, unsigned, IdentifierInfo**, MultiExprArg,
    MultiExprArg, Expr*, MultiExprArg, unsigned, SourceLocation);
StmtResult
__wrap__ZN5clang4Sema15ActOnGCCAsmStmtENS_14SourceLocationEbbjjPPNS_14IdentifierInfoEN4llvm15MutableArrayRefIPNS_4ExprEEES9_S8_S9_jS1_(
    Sema* self, SourceLocation location, bool isSimple, bool isVolatile, unsigned outputs,
    unsigned inputs, IdentifierInfo** names, MultiExprArg constraints, MultiExprArg operands,
    Expr* text, MultiExprArg clobbers, unsigned labels, SourceLocation end) {
  Operands all{outputs,
               inputs,
               {names, names + outputs + inputs},
               {constraints.begin(), constraints.end()},
               {operands.begin(), operands.end()}};
  auto* literal = dyn_cast<StringLiteral>(text);
  if (!isSimple && literal && literal->isOrdinary() &&
      self->Context.getTargetInfo().getTriple().isNVPTX()) {
    std::string changed = escapeRegisters(literal->getString());
    all.replaceTexts(self->Context, changed);
    if (changed != literal->getString())
      text = makeLiteral(self->Context, changed, literal->getBeginLoc());
  }
  return __real__ZN5clang4Sema15ActOnGCCAsmStmtENS_14SourceLocationEbbjjPPNS_14IdentifierInfoEN4llvm15MutableArrayRefIPNS_4ExprEEES9_S8_S9_jS1_(
      self, location, isSimple, isVolatile, outputs, all.inputs, all.names.data(), all.constraints,
      all.expressions, text, clobbers, labels, end);
}
}
