#include "nvrtc/static_variables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"

namespace heddle::nvrtc {

namespace {

bool isDeviceVariable(const clang::VarDecl& variable) {
  return variable.hasAttr<clang::CUDADeviceAttr>() || variable.hasAttr<clang::CUDAConstantAttr>();
}

} // namespace

bool StaticVariables::HandleTopLevelDecl(clang::DeclGroupRef group) {
  for (clang::Decl* declaration : group) {
    auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (!variable || !isDeviceVariable(*variable) || !variable->isFileVarDecl() ||
        variable->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly ||
        variable->isExternallyVisible() || variable->getType()->isDependentType())
      continue;
    clang::ASTContext& context = variable->getASTContext();
    variable->addAttr(clang::UsedAttr::CreateImplicit(context));
    // Variables in namespaces keep their mangled names, which are unique.
    if (variable->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
        !variable->hasAttr<clang::AsmLabelAttr>())
      variable->addAttr(clang::AsmLabelAttr::CreateImplicit(context, variable->getName(),
                                                            /*IsLiteralLabel=*/true));
  }
  return true;
}

} // namespace heddle::nvrtc
