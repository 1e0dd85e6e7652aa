// A function that is declared again with other attributes: for clang another function, or an error.
// For nvcc it is the same one, for both sides, with a warning where the first declaration did not
// say so. Definitions outside of their class often leave the attributes out. So do specializations
// and explicit instantiations, which have those of the template as well.
#include "nvcc/frontend/diagnostics.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <llvm/Support/SaveAndRestore.h>

// The functions are clang's; only their names are C's.
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

// The functions of the C library have twins for the device in our headers, and a program may add to
// either. Only where clang would refuse them do two declarations of headers mean the same function.
bool areTwins(const SourceManager& sources, const FunctionDecl& one, CUDAFunctionTarget oneTarget,
              const FunctionDecl& other, CUDAFunctionTarget otherTarget) {
  const bool inHeader = sources.isInSystemHeader(one.getLocation());
  if (inHeader != sources.isInSystemHeader(other.getLocation()))
    return true;
  return inHeader && oneTarget != CUDAFunctionTarget::HostDevice &&
         otherTarget != CUDAFunctionTarget::HostDevice;
}

template <class Side> void addTo(FunctionDecl& function) {
  for (FunctionDecl* each : function.redecls())
    if (!each->hasAttr<Side>())
      each->addAttr(Side::CreateImplicit(function.getASTContext()));
}

void merge(SemaCUDA& sema, FunctionDecl& function, FunctionDecl& former) {
  const CUDAFunctionTarget target = sema.IdentifyTarget(&function);
  const CUDAFunctionTarget formerTarget = sema.IdentifyTarget(&former);
  // To what has its code already, another one can be added, as clang allows.
  const bool isAnother = former.isDefined() && !function.getFriendObjectKind();
  if (target == formerTarget || !isForHostOrDevice(target) || !isForHostOrDevice(formerTarget) ||
      isAnother ||
      areTwins(sema.SemaRef.getSourceManager(), function, target, former, formerTarget) ||
      sema.SemaRef.IsOverload(&function, &former, /*UseMemberUsingDeclRules=*/false,
                              /*ConsiderCudaAttrs=*/false))
    return;
  const bool withoutAttributes =
      !function.hasAttr<CUDAHostAttr>() && !function.hasAttr<CUDADeviceAttr>();
  if (formerTarget != CUDAFunctionTarget::HostDevice) {
    unsigned warning = heddle::frontend::warningId(
        sema.getDiagnostics(), "a %0 function(%1) redeclared with%select{ %3|out __device__}2, "
                               "hence treated as a __host__ __device__ function");
    sema.Diag(function.getLocation(), warning)
        << nameOf(formerTarget) << &function << withoutAttributes << nameOf(target);
  }
  // The host may call it only where a declaration says so in words.
  const bool forHost = function.hasAttr<CUDAHostAttr>() || former.hasAttr<CUDAHostAttr>();
  for (FunctionDecl* each : {&function, &former}) {
    addTo<CUDADeviceAttr>(*each);
    if (forHost)
      addTo<CUDAHostAttr>(*each);
  }
}

void mergeWithFormer(SemaCUDA& sema, FunctionDecl& function, const LookupResult& previous) {
  for (NamedDecl* each : previous)
    if (FunctionDecl* former = each->getAsFunction())
      merge(sema, function, *former);
}

// What clang has made of the template for these arguments, before it has seen the specialization.
FunctionDecl* formerOf(const FunctionDecl& specialization, FunctionTemplateDecl& primary) {
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
  mergeWithFormer(*self, *function, previous);
}

void __real__ZN5clang8SemaCUDA18inheritTargetAttrsEPNS_12FunctionDeclERKNS_20FunctionTemplateDeclE(
    SemaCUDA*, FunctionDecl*, const FunctionTemplateDecl&);
void __wrap__ZN5clang8SemaCUDA18inheritTargetAttrsEPNS_12FunctionDeclERKNS_20FunctionTemplateDeclE(
    SemaCUDA* self, FunctionDecl* function, const FunctionTemplateDecl& primary) {
  __real__ZN5clang8SemaCUDA18inheritTargetAttrsEPNS_12FunctionDeclERKNS_20FunctionTemplateDeclE(
      self, function, primary);
  if (FunctionDecl* former = formerOf(*function, const_cast<FunctionTemplateDecl&>(primary))) {
    if (function->hasAttr<CUDADeviceAttr>())
      addTo<CUDADeviceAttr>(*former);
    if (function->hasAttr<CUDAHostAttr>())
      addTo<CUDAHostAttr>(*former);
  }
}

// Friends of a template's instance.
bool __real__ZN5clang4Sema24CheckFunctionDeclarationEPNS_5ScopeEPNS_12FunctionDeclERNS_12LookupResultEbb(
    Sema*, Scope*, FunctionDecl*, LookupResult&, bool, bool);
bool __wrap__ZN5clang4Sema24CheckFunctionDeclarationEPNS_5ScopeEPNS_12FunctionDeclERNS_12LookupResultEbb(
    Sema* self, Scope* scope, FunctionDecl* function, LookupResult& previous,
    bool isMemberSpecialization, bool isDefinition) {
  if (self->getLangOpts().CUDA && function->getFriendObjectKind())
    mergeWithFormer(self->CUDA(), *function, previous);
  return __real__ZN5clang4Sema24CheckFunctionDeclarationEPNS_5ScopeEPNS_12FunctionDeclERNS_12LookupResultEbb(
      self, scope, function, previous, isMemberSpecialization, isDefinition);
}

// Asked without what is only implied, it is for a comparison of a template's attributes with those
// of a specialization or an explicit instantiation: the answer is always the same.
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
