#include "nvrtc/name_expressions.h"
#include "nvrtc/clang_arguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/Stmt.h"

namespace heddle::nvrtc {

namespace {

const clang::ValueDecl* referenced(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
  while (expression) {
    expression = expression->IgnoreParenCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
      return reference->getDecl();
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    expression = unary && unary->getOpcode() == clang::UO_AddrOf ? unary->getSubExpr() : nullptr;
  }
  return nullptr;
}

bool isKernelOrDeviceVariable(const clang::ValueDecl& declaration) {
  if (llvm::isa<clang::FunctionDecl>(declaration))
    return declaration.hasAttr<clang::CUDAGlobalAttr>();
  return llvm::isa<clang::VarDecl>(declaration) && (declaration.hasAttr<clang::CUDADeviceAttr>() ||
                                                    declaration.hasAttr<clang::CUDAConstantAttr>());
}

std::string loweredName(const clang::ValueDecl& declaration) {
  std::unique_ptr<clang::MangleContext> mangler(declaration.getASTContext().createMangleContext());
  if (!mangler->shouldMangleDeclName(&declaration))
    return declaration.getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
    mangler->mangleName(clang::GlobalDecl(function), stream);
  else
    mangler->mangleName(clang::GlobalDecl(llvm::cast<clang::VarDecl>(&declaration)), stream);
  return name;
}

} // namespace

bool NameExpressions::HandleTopLevelDecl(clang::DeclGroupRef group) {
  if (cancelled_ && cancelled_()) {
    wasCancelled_ = true;
    return false;
  }
  for (clang::Decl* declaration : group)
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      if (const clang::IdentifierInfo* name = function->getIdentifier();
          name && name->isStr(kExpressionFunction))
        resolve(*function);
  return true;
}

void NameExpressions::resolve(const clang::FunctionDecl& function) {
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  if (!body)
    return;
  clang::DiagnosticsEngine& diagnostics = function.getASTContext().getDiagnostics();
  auto statement = body->body_begin();
  // There are fewer statements when an expression did not parse. Its error is in the log already.
  if (body->size() != expressions_.size())
    return;
  for (const std::string& expression : expressions_) {
    const clang::Stmt* each = *statement++;
    const clang::ValueDecl* declaration = referenced(each);
    if (!declaration || !isKernelOrDeviceVariable(*declaration)) {
      unsigned id = diagnostics.getCustomDiagID(
          clang::DiagnosticsEngine::Error,
          "Name expression must form address of a __global__ function or the address of a "
          "__device__/__constant__ variable. Input name expression was: \"%0\"");
      diagnostics.Report(each->getBeginLoc(), id) << expression;
      continue;
    }
    names_.push_back(loweredName(*declaration));
  }
}

} // namespace heddle::nvrtc
