// Launches from device code (dynamic parallelism). clang parses
// kernel<<<grid, block, shared, stream>>>(arguments) anywhere, but refuses kernels in device code,
// and would call the host's launch function there. Here such a call becomes one of __heddle_launch
// (cuda_device_runtime_api.h), with the arguments converted to the kernel's parameters. Without
// -rdc=true it is an error, as in nvcc.
#include "nvcc/frontend/device_launch.h"

#include "nvcc/frontend/builtin_math.h"
#include "nvcc/frontend/launched_blocks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

const FunctionDecl* enclosingFunction(const DeclContext* context) {
  while (context && !context->isFunctionOrMethod())
    context = context->getParent();
  return dyn_cast_or_null<FunctionDecl>(context);
}

// clang makes every lambda without attributes __host__ __device__. In nvcc it is what the function
// around it is.
bool isDeviceCode(Sema& sema, const FunctionDecl* function) {
  while (function && isLambdaCallOperator(function) &&
         SemaCUDA::isImplicitHostDeviceFunction(function))
    function = enclosingFunction(cast<CXXMethodDecl>(function)->getParent()->getDeclContext());
  if (!function || SemaCUDA::isImplicitHostDeviceFunction(function))
    return false;
  CUDAFunctionTarget target = sema.CUDA().IdentifyTarget(function);
  return target == CUDAFunctionTarget::Global || target == CUDAFunctionTarget::Device ||
         target == CUDAFunctionTarget::HostDevice;
}

ExprResult translateLaunch(Sema& sema, CUDAKernelCallExpr& launch) {
  if (!sema.getLangOpts().CUDAIsDevice || launch.isTypeDependent() ||
      sema.CurContext->isDependentContext())
    return &launch;
  if (!isDeviceCode(sema, sema.getCurFunctionDecl(/*AllowLambda=*/true))) {
    heddle::frontend::rememberLaunch(launch);
    return &launch;
  }
  SourceLocation begin = launch.getBeginLoc();
  if (!sema.getLangOpts().GPURelocatableDeviceCode) {
    unsigned error = sema.getDiagnostics().getCustomDiagID(
        DiagnosticsEngine::Error, "kernel launch from __device__ or __global__ functions requires "
                                  "separate compilation mode");
    sema.Diag(begin, error);
    return ExprError();
  }
  ASTContext& context = sema.Context;
  LookupResult found(sema, &context.Idents.get("__heddle_launch"), begin, Sema::LookupOrdinaryName);
  sema.LookupQualifiedName(found, context.getTranslationUnitDecl());
  ExprResult helper = found.empty() ? ExprError()
                                    : sema.BuildDeclarationNameExpr(CXXScopeSpec(), found,
                                                                    /*NeedsADL=*/false);
  if (helper.isInvalid())
    return &launch;
  SmallVector<Expr*, 16> arguments;
  for (Expr* part : launch.getConfig()->arguments())
    arguments.push_back(part);
  arguments.push_back(launch.getCallee());
  for (Expr* argument : launch.arguments())
    arguments.push_back(argument);
  return sema.BuildCallExpr(nullptr, helper.get(), begin, arguments, launch.getRParenLoc());
}

} // namespace

bool heddle::frontend::mayBeLaunchedFrom(Sema& sema, const FunctionDecl* caller,
                                         const FunctionDecl* callee) {
  return (callee->hasAttr<CUDAGlobalAttr>() || callee == sema.Context.getcudaConfigureCallDecl()) &&
         isDeviceCode(sema, caller);
}

extern "C" {

ExprResult
__real__ZN5clang4Sema13ActOnCallExprEPNS_5ScopeEPNS_4ExprENS_14SourceLocationEN4llvm15MutableArrayRefIS4_EES5_S4_(
    Sema*, Scope*, Expr*, SourceLocation, MultiExprArg, SourceLocation, Expr*);
ExprResult
__wrap__ZN5clang4Sema13ActOnCallExprEPNS_5ScopeEPNS_4ExprENS_14SourceLocationEN4llvm15MutableArrayRefIS4_EES5_S4_(
    Sema* self, Scope* scope, Expr* callee, SourceLocation open, MultiExprArg arguments,
    SourceLocation close, Expr* configuration) {
  ExprResult call =
      __real__ZN5clang4Sema13ActOnCallExprEPNS_5ScopeEPNS_4ExprENS_14SourceLocationEN4llvm15MutableArrayRefIS4_EES5_S4_(
          self, scope, callee, open, arguments, close, configuration);
  auto* launch =
      configuration && call.isUsable() ? dyn_cast<CUDAKernelCallExpr>(call.get()) : nullptr;
  if (launch)
    return translateLaunch(*self, *launch);
  const auto* plain = call.isUsable() ? dyn_cast<CallExpr>(call.get()) : nullptr;
  if (plain && self->getLangOpts().CUDAIsDevice)
    heddle::frontend::rememberLaunchFunction(*plain);
  return heddle::frontend::replaceMathBuiltin(*self, call);
}
}
