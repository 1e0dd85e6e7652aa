// Arrays of variable size with an initializer: `int a[n] = {1, 2, 3};`. g++ accepts them in host
// code, and so does nvcc with it, but clang does not. The initializer becomes an expression that
// sets the array to zero and assigns the values.
#include <clang/AST/ASTContext.h>
#include <clang/Basic/Builtins.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace {

// Removes const from the variable while the values are assigned.
class WithoutQualifiers {
public:
  explicit WithoutQualifiers(VarDecl& variable) : variable_(variable), type_(variable.getType()) {
    Qualifiers qualifiers;
    variable_.setType(variable_.getASTContext().getUnqualifiedArrayType(type_, qualifiers));
  }
  ~WithoutQualifiers() { variable_.setType(type_); }
  WithoutQualifiers(const WithoutQualifiers&) = delete;
  WithoutQualifiers& operator=(const WithoutQualifiers&) = delete;

private:
  VarDecl& variable_;
  QualType type_;
};

class ArrayInitializer {
public:
  ArrayInitializer(Sema& sema, VarDecl& variable, SourceLocation location)
      : sema_(sema), variable_(variable), location_(location) {}

  // Null when a value can only be stored by a constructor.
  Expr* expression(Expr* values) {
    WithoutQualifiers scope(variable_);
    Expr* size = check(sema_.CreateUnaryExprOrTypeTraitExpr(array(), location_, UETT_SizeOf));
    if (!size)
      return nullptr;
    Expr* zeros[] = {array(), number(0), size};
    statements_.push_back(
        sema_.BuildBuiltinCallExpr(location_, Builtin::BI__builtin_memset, zeros));
    if (!assign(array(), values))
      return nullptr;
    statements_.push_back(number(0)); // an expression needs a value, though it is not used
    auto* body =
        CompoundStmt::Create(sema_.Context, statements_, FPOptionsOverride(), location_, location_);
    return new (sema_.Context) StmtExpr(body, sema_.Context.IntTy, location_, location_, 0);
  }

private:
  Expr* check(ExprResult result) { return result.isUsable() ? result.get() : nullptr; }
  Expr* array() {
    return sema_.BuildDeclRefExpr(&variable_, variable_.getType(), VK_LValue, location_);
  }
  Expr* number(unsigned n) {
    ASTContext& context = sema_.Context;
    return IntegerLiteral::Create(context, llvm::APInt(context.getIntWidth(context.IntTy), n),
                                  context.IntTy, location_);
  }

  bool assign(Expr* place, Expr* value) {
    auto* list = dyn_cast<InitListExpr>(value);
    if (!sema_.Context.getAsArrayType(place->getType())) {
      if (list && list->getNumInits() == 1 && place->getType()->isScalarType())
        value = list->getInit(0);
      else if (list && list->getNumInits() == 0)
        return true;
      Expr* assignment = check(sema_.BuildBinOp(nullptr, location_, BO_Assign, place, value));
      if (assignment)
        statements_.push_back(assignment);
      return assignment;
    }
    if (!list)
      return false;
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      if (isa<DesignatedInitExpr>(list->getInit(i)))
        return false;
      Expr* element =
          check(sema_.CreateBuiltinArraySubscriptExpr(place, location_, number(i), location_));
      if (!element || !assign(element, list->getInit(i)))
        return false;
    }
    return true;
  }

  Sema& sema_;
  VarDecl& variable_;
  SourceLocation location_;
  SmallVector<Stmt*, 32> statements_;
};

bool isInitializedVariableArray(Sema& sema, const VarDecl& variable, const Expr* values) {
  if (!sema.getLangOpts().CPlusPlus || variable.isInvalidDecl() ||
      !sema.Context.getAsVariableArrayType(variable.getType()))
    return false;
  return isa<InitListExpr>(values) &&
         sema.Context.getBaseElementType(variable.getType()).isTrivialType(sema.Context);
}

} // namespace

extern "C" {

void __real__ZN5clang4Sema20AddInitializerToDeclEPNS_4DeclEPNS_4ExprEb(Sema*, Decl*, Expr*, bool);
void __wrap__ZN5clang4Sema20AddInitializerToDeclEPNS_4DeclEPNS_4ExprEb(Sema* self,
                                                                       Decl* declaration,
                                                                       Expr* values, bool direct) {
  auto* variable = dyn_cast_or_null<VarDecl>(declaration);
  if (variable && isInitializedVariableArray(*self, *variable, values)) {
    // In a template the expression is made when it is instantiated.
    Expr* initializer =
        variable->getDeclContext()->isDependentContext()
            ? values
            : ArrayInitializer(*self, *variable, values->getBeginLoc()).expression(values);
    if (initializer) {
      variable->setInit(initializer);
      variable->setInitStyle(VarDecl::CInit);
      self->CheckCompleteVariableDeclaration(variable);
      return;
    }
  }
  __real__ZN5clang4Sema20AddInitializerToDeclEPNS_4DeclEPNS_4ExprEb(self, declaration, values,
                                                                    direct);
}
}
