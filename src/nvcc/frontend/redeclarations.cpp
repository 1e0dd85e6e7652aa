// Redeclarations of a function with other __host__ and __device__ attributes. clang takes them for
// another function, or for an error. nvcc takes them for the same function, which is __host__
// __device__ then, with a warning unless the first declaration said so. Definitions outside of
// their class often leave the attributes out. So do specializations and explicit instantiations,
// which also have those of the template.
#include "nvcc/frontend/diagnostics.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <llvm/Support/SaveAndRestore.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

StringRef nameOf(CUDAFunctionTarget target) {
  switch (target) {
  case CUDAFunctionTarget::Device:
    return "__device__";
  case CUDAFunctionTarget::HostDevice:
    return "__host__ __device__";
  default:
    return "__host__";
  }
}

bool isForHostOrDevice(CUDAFunctionTarget target) {
  return target == CUDAFunctionTarget::Host || target == CUDAFunctionTarget::Device ||
         target == CUDAFunctionTarget::HostDevice;
}

// Our headers overload functions of the C library for the device, and a program may overload
// either. Such functions stay two, unless the header's is for both sides already. Two declarations
// in headers are the same function only where clang would refuse them otherwise, which is when one
// of them is __host__ __device__.
bool areSeparateFunctions(const SourceManager& sources, const FunctionDecl& one,
                          CUDAFunctionTarget oneTarget, const FunctionDecl& other,
                          CUDAFunctionTarget otherTarget) {
  const bool inHeader = sources.isInSystemHeader(one.getLocation());
  if (inHeader != sources.isInSystemHeader(other.getLocation()))
    return otherTarget != CUDAFunctionTarget::HostDevice;
  return inHeader && oneTarget != CUDAFunctionTarget::HostDevice &&
         otherTarget != CUDAFunctionTarget::HostDevice;
}

template <class Side> void addTo(FunctionDecl& function) {
  for (FunctionDecl* each : function.redecls())
    if (!each->hasAttr<Side>())
      each->addAttr(Side::CreateImplicit(function.getASTContext()));
}

void merge(SemaCUDA& sema, FunctionDecl& function, FunctionDecl& previous) {
  const CUDAFunctionTarget target = sema.IdentifyTarget(&function);
  const CUDAFunctionTarget previousTarget = sema.IdentifyTarget(&previous);
  // clang allows an overload for the other side of a function that has a body already, but none of
  // a function for both sides.
  const bool isOverload = previousTarget != CUDAFunctionTarget::HostDevice &&
                          previous.isDefined() && !function.getFriendObjectKind();
  if (target == previousTarget || !isForHostOrDevice(target) ||
      !isForHostOrDevice(previousTarget) || isOverload ||
      areSeparateFunctions(sema.SemaRef.getSourceManager(), function, target, previous,
                           previousTarget) ||
      sema.SemaRef.IsOverload(&function, &previous, /*UseMemberUsingDeclRules=*/false,
                              /*ConsiderCudaAttrs=*/false))
    return;
  const bool withoutAttributes =
      !function.hasAttr<CUDAHostAttr>() && !function.hasAttr<CUDADeviceAttr>();
  if (previousTarget != CUDAFunctionTarget::HostDevice) {
    unsigned warning = heddle::frontend::warningId(
        sema.getDiagnostics(), "a %0 function(%1) redeclared with%select{ %3|out __device__}2, "
                               "hence treated as a __host__ __device__ function");
    sema.Diag(function.getLocation(), warning)
        << nameOf(previousTarget) << &function << withoutAttributes << nameOf(target);
  }
  // The host may call it only when a declaration says __host__.
  const bool forHost = function.hasAttr<CUDAHostAttr>() || previous.hasAttr<CUDAHostAttr>();
  for (FunctionDecl* each : {&function, &previous}) {
    addTo<CUDADeviceAttr>(*each);
    if (forHost)
      addTo<CUDAHostAttr>(*each);
  }
}

void mergeWithPrevious(SemaCUDA& sema, FunctionDecl& function, const LookupResult& found) {
  for (NamedDecl* each : found)
    if (FunctionDecl* previous = each->getAsFunction())
      merge(sema, function, *previous);
}

// The specialization that clang instantiated for these arguments before it met the explicit one.
FunctionDecl* existingSpecialization(const FunctionDecl& specialization,
                                     FunctionTemplateDecl& primary) {
  const TemplateArgumentList* arguments = specialization.getTemplateSpecializationArgs();
  void* position = nullptr;
  return arguments ? primary.findSpecialization(arguments->asArray(), position) : nullptr;
}

thread_local bool inExplicitInstantiation = false;

} // namespace

extern "C" {

void __real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA*, FunctionDecl*, const LookupResult&);
void __wrap__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA* self, FunctionDecl* function, const LookupResult& previous) {
  __real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
      self, function, previous);
  mergeWithPrevious(*self, *function, previous);
}

void __real__ZN5clang8SemaCUDA18inheritTargetAttrsEPNS_12FunctionDeclERKNS_20FunctionTemplateDeclE(
    SemaCUDA*, FunctionDecl*, const FunctionTemplateDecl&);
void __wrap__ZN5clang8SemaCUDA18inheritTargetAttrsEPNS_12FunctionDeclERKNS_20FunctionTemplateDeclE(
    SemaCUDA* self, FunctionDecl* function, const FunctionTemplateDecl& primary) {
  __real__ZN5clang8SemaCUDA18inheritTargetAttrsEPNS_12FunctionDeclERKNS_20FunctionTemplateDeclE(
      self, function, primary);
  if (FunctionDecl* previous =
          existingSpecialization(*function, const_cast<FunctionTemplateDecl&>(primary))) {
    if (function->hasAttr<CUDADeviceAttr>())
      addTo<CUDADeviceAttr>(*previous);
    if (function->hasAttr<CUDAHostAttr>())
      addTo<CUDAHostAttr>(*previous);
  }
}

// clang also comes here with friends that are declared when a class template is instantiated.
bool __real__ZN5clang4Sema24CheckFunctionDeclarationEPNS_5ScopeEPNS_12FunctionDeclERNS_12LookupResultEbb(
    Sema*, Scope*, FunctionDecl*, LookupResult&, bool, bool);
bool __wrap__ZN5clang4Sema24CheckFunctionDeclarationEPNS_5ScopeEPNS_12FunctionDeclERNS_12LookupResultEbb(
    Sema* self, Scope* scope, FunctionDecl* function, LookupResult& previous,
    bool isMemberSpecialization, bool isDefinition) {
  if (self->getLangOpts().CUDA && function->getFriendObjectKind())
    mergeWithPrevious(self->CUDA(), *function, previous);
  return __real__ZN5clang4Sema24CheckFunctionDeclarationEPNS_5ScopeEPNS_12FunctionDeclERNS_12LookupResultEbb(
      self, scope, function, previous, isMemberSpecialization, isDefinition);
}

// clang calls this with ignoreImplicit only to compare the attributes of a template with those of a
// specialization or an explicit instantiation. They may differ in nvcc, so both get the same
// answer.
CUDAFunctionTarget
__real__ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb(SemaCUDA*, const FunctionDecl*,
                                                                bool);
CUDAFunctionTarget __wrap__ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb(
    SemaCUDA* self, const FunctionDecl* function, bool ignoreImplicit) {
  return ignoreImplicit ? CUDAFunctionTarget::Host
                        : __real__ZN5clang8SemaCUDA14IdentifyTargetEPKNS_12FunctionDeclEb(
                              self, function, ignoreImplicit);
}
CUDAFunctionTarget
__real__ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE(SemaCUDA*,
                                                                       const ParsedAttributesView&);
CUDAFunctionTarget __wrap__ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE(
    SemaCUDA* self, const ParsedAttributesView& attributes) {
  return inExplicitInstantiation
             ? CUDAFunctionTarget::Host
             : __real__ZN5clang8SemaCUDA14IdentifyTargetERKNS_20ParsedAttributesViewE(self,
                                                                                      attributes);
}
DeclResult
__real__ZN5clang4Sema26ActOnExplicitInstantiationEPNS_5ScopeENS_14SourceLocationES3_RNS_10DeclaratorE(
    Sema*, Scope*, SourceLocation, SourceLocation, Declarator&);
DeclResult
__wrap__ZN5clang4Sema26ActOnExplicitInstantiationEPNS_5ScopeENS_14SourceLocationES3_RNS_10DeclaratorE(
    Sema* self, Scope* scope, SourceLocation externLocation, SourceLocation templateLocation,
    Declarator& declarator) {
  llvm::SaveAndRestore inside(inExplicitInstantiation, true);
  return __real__ZN5clang4Sema26ActOnExplicitInstantiationEPNS_5ScopeENS_14SourceLocationES3_RNS_10DeclaratorE(
      self, scope, externLocation, templateLocation, declarator);
}
}
