// Declarations that mean something else in nvcc than in clang, changed before clang acts on them.
#include "nvcc/frontend/declarators.h"
#include "nvcc/frontend/diagnostics.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Sema/DeclSpec.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

using namespace clang;

namespace {

bool isShared(const ParsedAttributesView& attributes) {
  return attributes.hasAttribute(ParsedAttr::AT_CUDAShared);
}

bool hasUnknownSize(Sema& sema, const Declarator& declarator) {
  if (declarator.getNumTypeObjects() != 0) {
    const DeclaratorChunk& chunk = declarator.getTypeObject(0);
    return chunk.Kind == DeclaratorChunk::Array && !chunk.Arr.NumElts;
  }
  const DeclSpec& specifiers = declarator.getDeclSpec();
  return specifiers.getTypeSpecType() == DeclSpec::TST_typename &&
         sema.GetTypeFromParser(specifiers.getRepAsType())->isIncompleteArrayType();
}

// Programs declare built-in variables for their host code: `extern const dim3 blockDim;`. Such a
// declaration is ignored, because ours have other types.
bool isBuiltinVariable(Sema& sema, const Declarator& declarator) {
  const IdentifierInfo* name = declarator.getIdentifier();
  if (!name || !sema.CurContext->isTranslationUnit() ||
      declarator.getDeclSpec().getStorageClassSpec() != DeclSpec::SCS_extern)
    return false;
  if (!is_contained({"threadIdx", "blockIdx", "blockDim", "gridDim"}, name->getName()))
    return false;
  return sema.LookupSingleName(sema.TUScope, name, declarator.getIdentifierLoc(),
                               Sema::LookupOrdinaryName) != nullptr;
}

// Removes the attribute grid_constant, which clang 19 does not know. Returns whether it was there.
bool takeGridConstant(ParsedAttributesView& attributes) {
  for (ParsedAttr& each : attributes)
    if (each.getKind() == ParsedAttr::UnknownAttribute &&
        each.getAttrName()->getName() == "grid_constant") {
      attributes.remove(&each);
      return true;
    }
  return false;
}

StringRef gridConstantMark = "heddle.grid_constant";

} // namespace

// __grid_constant__ is kept as a SuppressAttr, because it has no effect on code and is carried over
// when a template is instantiated.
bool heddle::frontend::isGridConstant(const ParmVarDecl& parameter) {
  for (const auto* each : parameter.specific_attrs<SuppressAttr>())
    for (StringRef identifier : each->diagnosticIdentifiers())
      if (identifier == gridConstantMark)
        return true;
  return false;
}

extern "C" {

// nvcc takes `extern __shared__ int buffer[64];` for a definition, since the size is known, unless
// with separate compilation, where another file may define it.
Decl* __real__ZN5clang4Sema15ActOnDeclaratorEPNS_5ScopeERNS_10DeclaratorE(Sema*, Scope*,
                                                                          Declarator&);
Decl* __wrap__ZN5clang4Sema15ActOnDeclaratorEPNS_5ScopeERNS_10DeclaratorE(Sema* self, Scope* scope,
                                                                          Declarator& declarator) {
  DeclSpec& specifiers = declarator.getMutableDeclSpec();
  if (self->getLangOpts().CUDA && isBuiltinVariable(*self, declarator))
    return nullptr;
  if (!self->getLangOpts().CUDA || self->getLangOpts().GPURelocatableDeviceCode ||
      specifiers.getStorageClassSpec() != DeclSpec::SCS_extern ||
      !(isShared(specifiers.getAttributes()) || isShared(declarator.getAttributes())) ||
      hasUnknownSize(*self, declarator))
    return __real__ZN5clang4Sema15ActOnDeclaratorEPNS_5ScopeERNS_10DeclaratorE(self, scope,
                                                                               declarator);
  SourceLocation location = specifiers.getStorageClassSpecLoc();
  unsigned warning = heddle::frontend::warningId(
      self->getDiagnostics(),
      "extern declaration of the entity %0 is treated as a static definition");
  if (self->getLangOpts().CUDAIsDevice) // the host pass need not repeat it
    self->Diag(declarator.getIdentifierLoc(), warning) << declarator.getIdentifier();
  const auto setStorage = [&](DeclSpec::SCS storage) {
    const char* previous = nullptr;
    unsigned diagnostic = 0;
    specifiers.ClearStorageClassSpecs();
    specifiers.SetStorageClassSpec(*self, storage, location, previous, diagnostic,
                                   self->Context.getPrintingPolicy());
  };
  setStorage(DeclSpec::SCS_static);
  Decl* result =
      __real__ZN5clang4Sema15ActOnDeclaratorEPNS_5ScopeERNS_10DeclaratorE(self, scope, declarator);
  setStorage(DeclSpec::SCS_extern); // for further variables of the same declaration
  return result;
}

Decl* __real__ZN5clang4Sema20ActOnParamDeclaratorEPNS_5ScopeERNS_10DeclaratorENS_14SourceLocationE(
    Sema*, Scope*, Declarator&, SourceLocation);
Decl* __wrap__ZN5clang4Sema20ActOnParamDeclaratorEPNS_5ScopeERNS_10DeclaratorENS_14SourceLocationE(
    Sema* self, Scope* scope, Declarator& declarator, SourceLocation location) {
  bool gridConstant = takeGridConstant(declarator.getMutableDeclSpec().getAttributes());
  gridConstant |= takeGridConstant(declarator.getAttributes());
  for (unsigned i = 0; i < declarator.getNumTypeObjects(); ++i)
    gridConstant |= takeGridConstant(declarator.getTypeObject(i).getAttrs());
  Decl* result =
      __real__ZN5clang4Sema20ActOnParamDeclaratorEPNS_5ScopeERNS_10DeclaratorENS_14SourceLocationE(
          self, scope, declarator, location);
  if (gridConstant && result)
    result->addAttr(SuppressAttr::CreateImplicit(self->Context, &gridConstantMark, 1));
  return result;
}
}
