// A function that is declared again with other attributes: for clang another function, or an error.
// For nvcc it is the same one, for both sides, with a warning where the first declaration did not
// say so. Definitions outside of their class often leave the attributes out.
#include "nvcc/frontend/diagnostics.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>

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
  // What has its code already, another one can only be added to, as clang allows.
  if (target == formerTarget || !isForHostOrDevice(target) || !isForHostOrDevice(formerTarget) ||
      former.isDefined() ||
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

} // namespace

extern "C" {

void __real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA*, FunctionDecl*, const LookupResult&);
void __wrap__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA* self, FunctionDecl* function, const LookupResult& previous) {
  __real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_12LookupResultE(
      self, function, previous);
  for (NamedDecl* each : previous)
    if (FunctionDecl* former = each->getAsFunction())
      merge(*self, *function, *former);
}
}
