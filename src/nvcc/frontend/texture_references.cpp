// Texture and surface references of CUDA 11 and before. Our header has `texture` and `surface` in
// the namespace heddle::references (heddle/texture_references.h), so that they do not clash with
// names of the program. They are looked up there when the program has nothing of that name.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace {

NamespaceDecl* namespaceIn(DeclContext& context, StringRef name) {
  ASTContext& all = context.getParentASTContext();
  return context.lookup(&all.Idents.get(name)).find_first<NamespaceDecl>();
}

} // namespace

extern "C" {

bool __real__ZN5clang4Sema10LookupNameERNS_12LookupResultEPNS_5ScopeEbb(Sema*, LookupResult&,
                                                                        Scope*, bool, bool);
bool __wrap__ZN5clang4Sema10LookupNameERNS_12LookupResultEPNS_5ScopeEbb(
    Sema* sema, LookupResult& result, Scope* scope, bool createBuiltin, bool forceC) {
  if (__real__ZN5clang4Sema10LookupNameERNS_12LookupResultEPNS_5ScopeEbb(sema, result, scope,
                                                                         createBuiltin, forceC))
    return true;
  const IdentifierInfo* name = result.getLookupName().getAsIdentifierInfo();
  if (!sema->getLangOpts().CUDA || result.getLookupKind() != Sema::LookupOrdinaryName || !name ||
      (!name->isStr("texture") && !name->isStr("surface")))
    return false;
  NamespaceDecl* heddle = namespaceIn(*sema->getASTContext().getTranslationUnitDecl(), "heddle");
  NamespaceDecl* references = heddle ? namespaceIn(*heddle, "references") : nullptr;
  return references && sema->LookupQualifiedName(result, references);
}
}
