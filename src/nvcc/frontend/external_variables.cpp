#include "nvcc/frontend/external_variables.h"

#include "nvcc/frontend/diagnostics.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

namespace heddle::frontend {

namespace {

using namespace clang;

class ExternalVariables : public RecursiveASTVisitor<ExternalVariables> {
public:
  explicit ExternalVariables(Sema& sema)
      : sema_(sema),
        warning_(
            warningId(sema.getDiagnostics(),
                      "extern declaration of the entity %q0 is treated as a static definition")) {}

  bool VisitVarDecl(VarDecl* variable) {
    if (isDefinedNowhere(*variable))
      define(*variable);
    return true;
  }
  // Variables inside functions are left alone.
  bool TraverseStmt(Stmt*) { return true; }

private:
  bool isDefinedNowhere(VarDecl& variable) const {
    // An array without a bound cannot be defined here, since its size is unknown.
    return variable.hasExternalStorage() && variable.isFirstDecl() && !variable.isInvalidDecl() &&
           (variable.hasAttr<CUDADeviceAttr>() || variable.hasAttr<CUDAConstantAttr>()) &&
           !variable.hasAttr<CUDASharedAttr>() && !variable.hasAttr<WeakAttr>() &&
           !variable.getType()->isDependentType() &&
           !variable.getMostRecentDecl()->getType()->isIncompleteType() &&
           !variable.hasDefinition();
  }

  void define(VarDecl& variable) {
    if (sema_.getLangOpts().CUDAIsDevice)
      sema_.Diag(variable.getLocation(), warning_) << &variable;
    // clang registers the section of a variable when it meets the definition.
    if (const auto* section = variable.getAttr<SectionAttr>())
      sema_.UnifySection(section->getName(), ASTContext::PSF_Read | ASTContext::PSF_Write,
                         &variable);
    // On the host the variable stays extern, so that clang does not register it with the runtime:
    // for NVIDIA's runtime it is no symbol either. A managed variable, which our headers put into a
    // section, needs memory on the host, so it is defined there too.
    if (sema_.getLangOpts().CUDAIsDevice || variable.hasAttr<SectionAttr>())
      for (VarDecl* each : variable.redecls())
        each->setStorageClass(SC_None);
    sema_.Consumer.CompleteTentativeDefinition(variable.getMostRecentDecl());
  }

  Sema& sema_;
  unsigned warning_;
};

} // namespace

void defineExternalVariables(Sema& sema) {
  const SourceManager& sources = sema.getSourceManager();
  ExternalVariables visitor(sema);
  for (Decl* each : sema.Context.getTranslationUnitDecl()->noload_decls())
    if (each->getLocation().isValid() && !sources.isInSystemHeader(each->getLocation()))
      visitor.TraverseDecl(each);
}

} // namespace heddle::frontend
