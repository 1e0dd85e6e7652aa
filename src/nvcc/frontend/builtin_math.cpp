// Builtins of C's mathematical functions in device code. clang would make them intrinsics and calls
// of the C library that the device does not have. Here __builtin_sinf(x) becomes sinf(x), of the
// device library. Host compilers' headers and libcu++ call the builtins.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>

#include "nvcc/frontend/builtin_math.h"

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

// The type that the device library has for this one: there are functions for float and double only.
QualType libraryType(ASTContext& context, QualType type) {
  if (const auto* pointer = type->getAs<PointerType>())
    return context.getPointerType(libraryType(context, pointer->getPointeeType()));
  if (type->isFloat16Type() || type->isHalfType())
    return context.FloatTy;
  if (type->isSpecificBuiltinType(BuiltinType::LongDouble))
    return context.DoubleTy;
  return context.getCanonicalType(type).getUnqualifiedType();
}

bool hasTypes(ASTContext& context, const FunctionDecl& function, ArrayRef<QualType> types) {
  if (function.getNumParams() != types.size() || !function.hasAttr<CUDADeviceAttr>())
    return false;
  for (unsigned i = 0; i < types.size(); ++i)
    if (!context.hasSameUnqualifiedType(function.getParamDecl(i)->getType(), types[i]))
      return false;
  return true;
}

FunctionDecl* findIn(ASTContext& context, const DeclContext& scope, StringRef name,
                     ArrayRef<QualType> types) {
  for (NamedDecl* each : scope.lookup(&context.Idents.get(name)))
    if (auto* function = dyn_cast<FunctionDecl>(each))
      if (hasTypes(context, *function, types))
        return function;
  return nullptr;
}

NamespaceDecl* findNamespace(ASTContext& context, const DeclContext& scope, StringRef name) {
  for (NamedDecl* each : scope.lookup(&context.Idents.get(name)))
    if (auto* found = dyn_cast<NamespaceDecl>(each))
      return found;
  return nullptr;
}

NamespaceDecl* deviceLibrary(ASTContext& context) {
  const NamespaceDecl* heddle = findNamespace(context, *context.getTranslationUnitDecl(), "heddle");
  return heddle ? findNamespace(context, *heddle, "device") : nullptr;
}

// The name that the function has for all types: "sin" for __builtin_sinf and
// __builtin_elementwise_sin.
std::string baseName(StringRef builtin, QualType type) {
  builtin.consume_front("__builtin_");
  if (builtin.consume_front("elementwise_"))
    return builtin.str();
  if (type->isFloat16Type() || type->isHalfType())
    builtin.consume_back("f16");
  else if (type->isSpecificBuiltinType(BuiltinType::LongDouble))
    builtin.consume_back("l");
  else if (type->isSpecificBuiltinType(BuiltinType::Float))
    builtin.consume_back("f");
  return builtin.str();
}

// The first argument of floating type says which of the functions of one name it is.
QualType floatingType(const CallExpr& call) {
  for (const Expr* argument : call.arguments())
    if (argument->getType()->isRealFloatingType())
      return argument->getType().getCanonicalType();
  return {};
}

FunctionDecl* findReplacement(ASTContext& context, const CallExpr& call, StringRef builtin) {
  const QualType type = floatingType(call);
  if (type.isNull())
    return nullptr;
  SmallVector<QualType, 4> types;
  for (const Expr* argument : call.arguments())
    types.push_back(libraryType(context, argument->getType()));
  const std::string base = baseName(builtin, type);
  const bool isFloat = libraryType(context, type) == context.FloatTy;
  if (FunctionDecl* found =
          findIn(context, *context.getTranslationUnitDecl(), isFloat ? base + "f" : base, types))
    return found;
  const NamespaceDecl* library = deviceLibrary(context);
  return library ? findIn(context, *library, base, types) : nullptr;
}

// Whether `function`, which makes the call, is the replacement itself or part of the device
// library, which is written with the builtins that are single instructions.
bool isInReplacement(const FunctionDecl& function, const FunctionDecl& replacement) {
  return function.getCanonicalDecl() == replacement.getCanonicalDecl() ||
         function.getDeclContext()->Equals(deviceLibrary(function.getASTContext()));
}

// Library functions that clang evaluates at compile time are instructions of the device too, and
// must remain builtins in constant expressions.
bool isReplaceable(const Builtin::Context& builtins, unsigned id) {
  if (id == 0 || builtins.isConstantEvaluated(id))
    return false;
  const StringRef name = builtins.getName(id);
  return builtins.isLibFunction(id) || name.starts_with("__builtin_elementwise_") ||
         name.starts_with("__builtin_canonicalize");
}

ExprResult convert(Sema& sema, Expr* value, QualType type) {
  // Builtins of 16 bits have the type __fp16, which is for storage: conversions to it do not round.
  if (type->isHalfType())
    type = sema.Context.Float16Ty;
  if (sema.Context.hasSameUnqualifiedType(value->getType(), type))
    return value;
  // An explicit cast, because clang merges implicit ones that follow each other and then does not
  // round.
  return sema.BuildCStyleCastExpr(value->getBeginLoc(),
                                  sema.Context.getTrivialTypeSourceInfo(type, value->getBeginLoc()),
                                  value->getEndLoc(), value);
}

ExprResult callLibrary(Sema& sema, CallExpr& call, FunctionDecl& function) {
  Expr* callee =
      sema.BuildDeclRefExpr(&function, function.getType(), VK_LValue, call.getBeginLoc());
  SmallVector<Expr*, 4> arguments;
  for (unsigned i = 0; i < call.getNumArgs(); ++i)
    arguments.push_back(convert(sema, call.getArg(i), function.getParamDecl(i)->getType()).get());
  ExprResult result =
      sema.BuildCallExpr(nullptr, callee, call.getBeginLoc(), arguments, call.getRParenLoc());
  return result.isUsable() ? convert(sema, result.get(), call.getType()) : result;
}

} // namespace

ExprResult heddle::frontend::replaceMathBuiltin(Sema& sema, ExprResult result) {
  auto* call = result.isUsable() ? dyn_cast<CallExpr>(result.get()) : nullptr;
  if (!call || !sema.getLangOpts().CUDAIsDevice || call->isTypeDependent() ||
      call->isValueDependent() ||
      !isReplaceable(sema.Context.BuiltinInfo, call->getBuiltinCallee()))
    return result;
  const FunctionDecl* caller = sema.getCurFunctionDecl(/*AllowLambda=*/true);
  if (!caller || sema.CUDA().IdentifyTarget(caller) == CUDAFunctionTarget::Host)
    return result;
  FunctionDecl* function = findReplacement(
      sema.Context, *call, sema.Context.BuiltinInfo.getName(call->getBuiltinCallee()));
  if (!function || isInReplacement(*caller, *function))
    return result;
  return callLibrary(sema, *call, *function);
}

extern "C" {

// clang calls this function where a template is instantiated, and for calls that it builds itself.
ExprResult
__real__ZN5clang4Sema13BuildCallExprEPNS_5ScopeEPNS_4ExprENS_14SourceLocationEN4llvm15MutableArrayRefIS4_EES5_S4_bb(
    Sema*, Scope*, Expr*, SourceLocation, MultiExprArg, SourceLocation, Expr*, bool, bool);
ExprResult
__wrap__ZN5clang4Sema13BuildCallExprEPNS_5ScopeEPNS_4ExprENS_14SourceLocationEN4llvm15MutableArrayRefIS4_EES5_S4_bb(
    Sema* self, Scope* scope, Expr* callee, SourceLocation open, MultiExprArg arguments,
    SourceLocation close, Expr* configuration, bool isExecConfig, bool allowRecovery) {
  return heddle::frontend::replaceMathBuiltin(
      *self,
      __real__ZN5clang4Sema13BuildCallExprEPNS_5ScopeEPNS_4ExprENS_14SourceLocationEN4llvm15MutableArrayRefIS4_EES5_S4_bb(
          self, scope, callee, open, arguments, close, configuration, isExecConfig, allowRecovery));
}
}
