// nvcc takes the pointer that `reinterpret_cast<float4*>(&tile[i])` makes for one to aligned
// vectors: it loads 16 bytes at once, and a GPU faults where they are misaligned. clang knows that
// `tile` is an array of floats, and loads them one by one. What a cast makes of the address of a
// variable therefore loses where it comes from, which a sum with zero is enough for.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Sema/Sema.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

bool isComplete(QualType type) {
  return !type.isNull() && !type->isDependentType() && !type->isIncompleteType() &&
         !type->isFunctionType() && !type->isVoidType();
}

// What the address of a variable, or an array, is about; null for other expressions.
QualType variableType(const ASTContext& context, const Expr& expression) {
  const Expr* const inner = expression.IgnoreParens();
  if (const auto* operation = dyn_cast<UnaryOperator>(inner);
      operation && operation->getOpcode() == UO_AddrOf)
    return expression.getType()->getPointeeType();
  const ArrayType* const array = context.getAsArrayType(inner->getType());
  return array ? array->getElementType() : QualType();
}

// The variable that an expression is a part of; null where it is none, or not one of this source.
VarDecl* variableOf(const Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* operation = dyn_cast<UnaryOperator>(expression))
    return operation->getOpcode() == UO_AddrOf ? variableOf(operation->getSubExpr()) : nullptr;
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return variableOf(subscript->getBase());
  const auto* const reference = dyn_cast<DeclRefExpr>(expression);
  auto* const variable =
      reference ? const_cast<VarDecl*>(dyn_cast<VarDecl>(reference->getDecl())) : nullptr;
  return variable && variable->getType()->isArrayType() && variable->isFirstDecl() ? variable
                                                                                   : nullptr;
}

void raiseAlignment(ASTContext& context, VarDecl& variable, CharUnits alignment) {
  if (context.getDeclAlign(&variable) >= alignment)
    return;
  auto* const bytes = IntegerLiteral::Create(
      context, llvm::APInt(32, static_cast<std::uint64_t>(alignment.getQuantity())), context.IntTy,
      variable.getLocation());
  variable.addAttr(AlignedAttr::CreateImplicit(context, true, bytes));
}

Expr* withoutOrigin(Sema& sema, QualType target, Expr* expression) {
  if (!sema.getLangOpts().CUDAIsDevice || !sema.CurContext->isFunctionOrMethod() ||
      expression->isTypeDependent() || target->isDependentType())
    return expression;
  const QualType from = variableType(sema.Context, *expression), to = target->getPointeeType();
  if (!target->isPointerType() || !isComplete(from) || !isComplete(to) ||
      sema.Context.getTypeAlignInChars(to) <= sema.Context.getTypeAlignInChars(from))
    return expression;
  if (VarDecl* const variable = variableOf(expression))
    raiseAlignment(sema.Context, *variable, sema.Context.getTypeAlignInChars(to));
  const SourceLocation place = expression->getExprLoc();
  const ExprResult sum =
      sema.CreateBuiltinBinOp(place, BO_Add, expression, sema.ActOnIntegerConstant(place, 0).get());
  return sum.isUsable() ? sum.get() : expression;
}

} // namespace

extern "C" {

ExprResult
__real__ZN5clang4Sema17BuildCXXNamedCastENS_14SourceLocationENS_3tok9TokenKindEPNS_14TypeSourceInfoEPNS_4ExprENS_11SourceRangeES8_(
    Sema*, SourceLocation, tok::TokenKind, TypeSourceInfo*, Expr*, SourceRange, SourceRange);
ExprResult
__wrap__ZN5clang4Sema17BuildCXXNamedCastENS_14SourceLocationENS_3tok9TokenKindEPNS_14TypeSourceInfoEPNS_4ExprENS_11SourceRangeES8_(
    Sema* sema, SourceLocation place, tok::TokenKind kind, TypeSourceInfo* type, Expr* expression,
    SourceRange brackets, SourceRange parentheses) {
  if (kind == tok::kw_reinterpret_cast)
    expression = withoutOrigin(*sema, type->getType(), expression);
  return __real__ZN5clang4Sema17BuildCXXNamedCastENS_14SourceLocationENS_3tok9TokenKindEPNS_14TypeSourceInfoEPNS_4ExprENS_11SourceRangeES8_(
      sema, place, kind, type, expression, brackets, parentheses);
}

// clang's own calls the function above from the same object file, where no call is redirected. So
// its few lines are repeated here.
ExprResult
__wrap__ZN5clang4Sema17ActOnCXXNamedCastENS_14SourceLocationENS_3tok9TokenKindES1_RNS_10DeclaratorES1_S1_PNS_4ExprES1_(
    Sema* sema, SourceLocation place, tok::TokenKind kind, SourceLocation leftBracket,
    Declarator& declarator, SourceLocation rightBracket, SourceLocation leftParenthesis,
    Expr* expression, SourceLocation rightParenthesis) {
  TypeSourceInfo* const type = sema->GetTypeForDeclaratorCast(declarator, expression->getType());
  if (declarator.isInvalidType())
    return ExprError();
  sema->CheckExtraCXXDefaultArguments(declarator);
  return sema->BuildCXXNamedCast(place, kind, type, expression,
                                 SourceRange(leftBracket, rightBracket),
                                 SourceRange(leftParenthesis, rightParenthesis));
}

ExprResult
__real__ZN5clang4Sema19BuildCStyleCastExprENS_14SourceLocationEPNS_14TypeSourceInfoES1_PNS_4ExprE(
    Sema*, SourceLocation, TypeSourceInfo*, SourceLocation, Expr*);
ExprResult
__wrap__ZN5clang4Sema19BuildCStyleCastExprENS_14SourceLocationEPNS_14TypeSourceInfoES1_PNS_4ExprE(
    Sema* sema, SourceLocation leftParenthesis, TypeSourceInfo* type,
    SourceLocation rightParenthesis, Expr* expression) {
  return __real__ZN5clang4Sema19BuildCStyleCastExprENS_14SourceLocationEPNS_14TypeSourceInfoES1_PNS_4ExprE(
      sema, leftParenthesis, type, rightParenthesis,
      withoutOrigin(*sema, type->getType(), expression));
}

} // extern "C"
