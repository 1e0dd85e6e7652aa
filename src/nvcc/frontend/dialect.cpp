// Makes clang accept nvcc's dialect of CUDA, by replacing single functions of clang. The linker's
// --wrap (frontend/CMakeLists.txt) sends clang's calls of a function to its __wrap_ twin, which can
// call the original under its __real_ name. The comment on each says what nvcc does.
#include "nvcc/frontend/annotations.h"
#include "nvcc/frontend/device_launch.h"
#include "nvcc/frontend/diagnostics.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Overload.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

// A function that a whole-program compilation for the device emits only when a kernel needs it.
bool isOptionalDeviceFunction(const FunctionDecl& function, const LangOptions& options) {
  return options.CUDA && options.CUDAIsDevice && !options.GPURelocatableDeviceCode &&
         !function.hasAttr<CUDAGlobalAttr>() && !function.hasAttr<UsedAttr>();
}

// Whether the program wrote one of the attributes. clang adds them to constants of the host that
// device code uses, and then they are implicit.
bool isExplicit(const Attr* device, const Attr* constant) {
  return (device && !device->isImplicit()) || (constant && !constant->isImplicit());
}

bool isStaticDeviceVariable(const ASTContext& context, const VarDecl& variable) {
  return context.getLangOpts().CUDAIsDevice && variable.isFileVarDecl() &&
         !variable.isExternallyVisible() && !variable.getType()->isDependentType() &&
         variable.isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
         isExplicit(variable.getAttr<CUDADeviceAttr>(), variable.getAttr<CUDAConstantAttr>()) &&
         !context.getSourceManager().isInSystemHeader(variable.getLocation());
}

bool isDefaultInitialized(const VarDecl& variable) {
  const Expr* init = variable.getInit();
  const auto* construct = init ? dyn_cast<CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
  return construct && variable.getInitStyle() == VarDecl::CallInit &&
         construct->getParenOrBraceRange().isInvalid() &&
         (construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(construct->getArg(0)));
}

void addMemberType(CXXRecordDecl& record, StringRef name) {
  ASTContext& context = record.getASTContext();
  auto* member = TypedefDecl::Create(context, &record, record.getLocation(), record.getLocation(),
                                     &context.Idents.get(name),
                                     context.getTrivialTypeSourceInfo(context.IntTy));
  member->setAccess(AS_public);
  member->setImplicit();
  record.addDecl(member);
}

bool isInDeviceFunction(SemaCUDA& sema, const CXXRecordDecl& record) {
  for (const DeclContext* each = record.getDeclContext(); each; each = each->getParent())
    if (const auto* function = dyn_cast<FunctionDecl>(each)) {
      CUDAFunctionTarget target = sema.IdentifyTarget(function);
      return target == CUDAFunctionTarget::Device || target == CUDAFunctionTarget::Global;
    }
  return false;
}

// Gives the closure types of extended lambdas a member type, by which
// __nv_is_extended_device_lambda_closure_type and its like recognise them.
void markExtendedLambda(SemaCUDA& sema, CXXMethodDecl& callOperator) {
  if (callOperator.hasAttr<CUDADeviceAttr>() &&
      !isInDeviceFunction(sema, *callOperator.getParent()))
    addMemberType(*callOperator.getParent(), callOperator.hasAttr<CUDAHostAttr>()
                                                 ? "__heddle_host_device_lambda"
                                                 : "__heddle_device_lambda");
}

void checkExtendedLambda(SemaCUDA& sema, const CXXMethodDecl& callOperator) {
  Preprocessor& preprocessor = sema.SemaRef.getPreprocessor();
  if (!(callOperator.hasAttr<CUDADeviceAttr>() || callOperator.hasAttr<CUDAHostAttr>()) ||
      preprocessor.isMacroDefined("__CUDACC_EXTENDED_LAMBDA__") ||
      preprocessor.isMacroDefined("__CUDACC_RTC__") ||
      sema.SemaRef.getSourceManager().isInSystemHeader(callOperator.getLocation()))
    return;
  unsigned error = sema.getDiagnostics().getCustomDiagID(
      DiagnosticsEngine::Error,
      "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag");
  sema.Diag(callOperator.getLocation(), error);
}

// A function that only the device has, in the host pass, or one that only the host has, in the
// device pass.
bool isForOtherPass(SemaCUDA& sema, const FunctionDecl* function) {
  if (!function)
    return false;
  switch (sema.IdentifyTarget(function)) {
  case CUDAFunctionTarget::Device:
  case CUDAFunctionTarget::Global:
    return !sema.getLangOpts().CUDAIsDevice;
  case CUDAFunctionTarget::Host:
    return sema.getLangOpts().CUDAIsDevice;
  default:
    return false;
  }
}

// Whether a __host__ __device__ function, in the device pass, calls a function that only the host
// has.
bool isHostCallOnDevice(SemaCUDA& sema, const FunctionDecl* caller, const FunctionDecl& callee) {
  const auto& evaluation = sema.SemaRef.currentEvaluationContext();
  return sema.getLangOpts().CUDAIsDevice && caller && !evaluation.isUnevaluated() &&
         !evaluation.isConstantEvaluated() &&
         sema.IdentifyTarget(caller) == CUDAFunctionTarget::HostDevice &&
         sema.IdentifyTarget(&callee) == CUDAFunctionTarget::Host &&
         sema.IdentifyPreference(caller, &callee) == SemaCUDA::CFP_WrongSide;
}

void trapIfCalled(SemaCUDA& sema, FunctionDecl& function) {
  for (FunctionDecl* each : function.redecls())
    if (!each->hasAttr<AnnotateAttr>())
      each->addAttr(AnnotateAttr::CreateImplicit(sema.getASTContext(),
                                                 heddle::frontend::kTrapAnnotation, nullptr, 0));
}

// nvcc only warns about a call of a __host__ function in a __host__ __device__ function. Often it
// is on the way to an exception, such as that of std::array::at. What a thread does that gets there
// is undefined; here it traps.
void warnOfHostCall(SemaCUDA& sema, SourceLocation location, const FunctionDecl& caller,
                    FunctionDecl& callee) {
  unsigned warning = heddle::frontend::warningId(
      sema.getDiagnostics(), "calling a __host__ function (%0) from a __host__ __device__ "
                             "function (%1) is not allowed; the device traps there");
  SemaBase::SemaDiagnosticBuilder(SemaBase::SemaDiagnosticBuilder::K_Deferred, location, warning,
                                  &caller, sema.SemaRef)
      << &callee << &caller;
  trapIfCalled(sema, callee);
}

// Host code, including initializers, may take the address of a device function, although it cannot
// be called there. restrictions.cpp reports calls.
bool isDeviceFunctionOnHost(SemaCUDA& sema, const FunctionDecl* caller,
                            const FunctionDecl& callee) {
  return (!caller || caller->isImplicit() ||
          sema.IdentifyTarget(caller) == CUDAFunctionTarget::Host) &&
         !isa<CXXConstructorDecl, CXXDestructorDecl>(callee) &&
         sema.IdentifyTarget(&callee) == CUDAFunctionTarget::Device;
}

// Deduction guides are never called, so it does not matter whether they are for the host or for the
// device.
bool isNeverCalled(const FunctionDecl& function) {
  return isa<CXXDeductionGuideDecl>(function);
}

// While an object of this class lives, isActive() tells whether clang is choosing one of several
// overloads whose address is taken.
class OverloadAddressScope {
public:
  explicit OverloadAddressScope(const Expr& name) : outer_(current_) {
    current_ = current_ || name.hasPlaceholderType(BuiltinType::Overload);
  }
  ~OverloadAddressScope() { current_ = outer_; }
  OverloadAddressScope(const OverloadAddressScope&) = delete;
  OverloadAddressScope& operator=(const OverloadAddressScope&) = delete;

  static bool isActive() { return current_; }

private:
  bool outer_;
  static thread_local bool current_;
};
thread_local bool OverloadAddressScope::current_ = false;

// A builtin of the host's processor whose name does not begin with __builtin_ and that no header
// has to declare first, such as __rdtsc. gcc has no such builtins, so programs define functions of
// these names.
bool isHostBuiltinWithOrdinaryName(const ASTContext& context, StringRef name, unsigned id) {
  bool ofHost = context.getLangOpts().CUDAIsDevice ? context.BuiltinInfo.isAuxBuiltinID(id)
                                                   : id >= Builtin::FirstTSBuiltin;
  return ofHost && !name.starts_with("__builtin_") && !context.BuiltinInfo.getHeaderName(id);
}

} // namespace

extern "C" {

// nvcc leaves a shared variable of a class with a constructor uninitialised, with a warning; clang
// refuses it. Initializers of static variables are only checked in the pass that the function is
// for.
void __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(SemaCUDA*, VarDecl*);
void __wrap__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(SemaCUDA* self,
                                                                      VarDecl* variable) {
  if (isForOtherPass(*self, dyn_cast<FunctionDecl>(variable->getDeclContext())))
    return;
  if (!variable->hasAttr<CUDASharedAttr>() || !variable->isStaticLocal() ||
      !isDefaultInitialized(*variable)) {
    __real__ZN5clang8SemaCUDA23checkAllowedInitializerEPNS_7VarDeclE(self, variable);
    return;
  }
  const auto* construct = cast<CXXConstructExpr>(variable->getInit()->IgnoreImplicit());
  if (!variable->isInvalidDecl() &&
      !self->isEmptyConstructor(variable->getLocation(), construct->getConstructor())) {
    unsigned warning = heddle::frontend::warningId(
        self->getDiagnostics(), "dynamic initialization is not supported for a function-scope "
                                "static __shared__ variable; it is left uninitialized");
    self->Diag(variable->getLocation(), warning);
  }
}

// Which functions device code may call is only checked in the device pass, because a class may have
// other members there.
using Preference = SemaCUDA::CUDAFunctionPreference;
Preference __real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA*, const FunctionDecl*, const FunctionDecl*);
Preference __wrap__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA* self, const FunctionDecl* caller, const FunctionDecl* callee) {
  if (isNeverCalled(*callee) || heddle::frontend::mayBeLaunchedFrom(self->SemaRef, caller, callee))
    return SemaCUDA::CFP_Native;
  Preference preference =
      __real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(self, caller, callee);
  bool possible = isForOtherPass(*self, caller) || (OverloadAddressScope::isActive() &&
                                                    isDeviceFunctionOnHost(*self, caller, *callee));
  return preference == SemaCUDA::CFP_Never && possible ? SemaCUDA::CFP_WrongSide : preference;
}

// Host code may take the address of an overloaded device function, as a template argument or for a
// pointer. Where overloads of the host and of the device fit, it gets the host's.
FunctionDecl*
__real__ZN5clang4Sema34ResolveAddressOfOverloadedFunctionEPNS_4ExprENS_8QualTypeEbRNS_14DeclAccessPairEPb(
    Sema*, Expr*, QualType, bool, DeclAccessPair&, bool*);
FunctionDecl*
__wrap__ZN5clang4Sema34ResolveAddressOfOverloadedFunctionEPNS_4ExprENS_8QualTypeEbRNS_14DeclAccessPairEPb(
    Sema* self, Expr* from, QualType to, bool complain, DeclAccessPair& found, bool* hadMultiple) {
  OverloadAddressScope choice(*from);
  return __real__ZN5clang4Sema34ResolveAddressOfOverloadedFunctionEPNS_4ExprENS_8QualTypeEbRNS_14DeclAccessPairEPb(
      self, from, to, complain, found, hadMultiple);
}
ExprResult
__real__ZN5clang4Sema32BuildConvertedConstantExpressionEPNS_4ExprENS_8QualTypeENS0_7CCEKindEPNS_9NamedDeclE(
    Sema*, Expr*, QualType, Sema::CCEKind, NamedDecl*);
ExprResult
__wrap__ZN5clang4Sema32BuildConvertedConstantExpressionEPNS_4ExprENS_8QualTypeENS0_7CCEKindEPNS_9NamedDeclE(
    Sema* self, Expr* from, QualType to, Sema::CCEKind kind, NamedDecl* destination) {
  OverloadAddressScope choice(*from);
  return __real__ZN5clang4Sema32BuildConvertedConstantExpressionEPNS_4ExprENS_8QualTypeENS0_7CCEKindEPNS_9NamedDeclE(
      self, from, to, kind, destination);
}
ImplicitConversionSequence
__real__ZN5clang4Sema21TryImplicitConversionEPNS_4ExprENS_8QualTypeEbNS0_15AllowedExplicitEbbb(
    Sema*, Expr*, QualType, bool, Sema::AllowedExplicit, bool, bool, bool);
ImplicitConversionSequence
__wrap__ZN5clang4Sema21TryImplicitConversionEPNS_4ExprENS_8QualTypeEbNS0_15AllowedExplicitEbbb(
    Sema* self, Expr* from, QualType to, bool suppressUserConversions,
    Sema::AllowedExplicit allowExplicit, bool inOverloadResolution, bool cStyle, bool writeback) {
  OverloadAddressScope choice(*from);
  return __real__ZN5clang4Sema21TryImplicitConversionEPNS_4ExprENS_8QualTypeEbNS0_15AllowedExplicitEbbb(
      self, from, to, suppressUserConversions, allowExplicit, inOverloadResolution, cStyle,
      writeback);
}
bool __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(SemaCUDA*,
                                                                                 SourceLocation,
                                                                                 FunctionDecl*);
bool __wrap__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(
    SemaCUDA* self, SourceLocation location, FunctionDecl* callee) {
  const FunctionDecl* caller = self->SemaRef.getCurFunctionDecl(/*AllowLambda=*/true);
  if (isNeverCalled(*callee) || heddle::frontend::mayBeLaunchedFrom(self->SemaRef, caller, callee))
    return true;
  if (isHostCallOnDevice(*self, caller, *callee)) {
    warnOfHostCall(*self, location, *caller, *callee);
    return true;
  }
  if (!self->getLangOpts().CUDAIsDevice && isDeviceFunctionOnHost(*self, caller, *callee)) {
    trapIfCalled(*self, *callee);
    return true;
  }
  return isForOtherPass(*self, caller) ||
         __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(self, location,
                                                                                     callee);
}

// A C function that a system header or ours declares, such as __assert_fail, may be declared again
// as __host__ __device__.
void __real__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA*, FunctionDecl*, const LookupResult&);
void __wrap__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA* self, FunctionDecl* function, const LookupResult& previous) {
  const SourceManager& sources = self->SemaRef.getSourceManager();
  bool redeclaresSystemFunction = function->isExternC() && !previous.empty();
  for (const NamedDecl* each : previous)
    redeclaresSystemFunction =
        redeclaresSystemFunction && sources.isInSystemHeader(each->getLocation());
  if (!redeclaresSystemFunction)
    __real__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
        self, function, previous);
}

// A program may define its own __rdtsc, although clang has a builtin of that name.
NamedDecl*
__real__ZN5clang4Sema19LazilyCreateBuiltinEPNS_14IdentifierInfoEjPNS_5ScopeEbNS_14SourceLocationE(
    Sema*, IdentifierInfo*, unsigned, Scope*, bool, SourceLocation);
NamedDecl*
__wrap__ZN5clang4Sema19LazilyCreateBuiltinEPNS_14IdentifierInfoEjPNS_5ScopeEbNS_14SourceLocationE(
    Sema* self, IdentifierInfo* name, unsigned id, Scope* scope, bool isRedeclaration,
    SourceLocation location) {
  if (isRedeclaration && self->getLangOpts().CUDA &&
      isHostBuiltinWithOrdinaryName(self->Context, name->getName(), id))
    return nullptr;
  return __real__ZN5clang4Sema19LazilyCreateBuiltinEPNS_14IdentifierInfoEjPNS_5ScopeEbNS_14SourceLocationE(
      self, name, id, scope, isRedeclaration, location);
}

// A __host__ __device__ function may call functions of the host as long as no kernel calls it. So
// it is not emitted for the device before a kernel needs it.
Sema::FunctionEmissionStatus
__real__ZN5clang4Sema17getEmissionStatusEPKNS_12FunctionDeclEb(Sema*, const FunctionDecl*, bool);
Sema::FunctionEmissionStatus __wrap__ZN5clang4Sema17getEmissionStatusEPKNS_12FunctionDeclEb(
    Sema* self, const FunctionDecl* function, bool final) {
  auto status =
      __real__ZN5clang4Sema17getEmissionStatusEPKNS_12FunctionDeclEb(self, function, final);
  if (status == Sema::FunctionEmissionStatus::Emitted &&
      isOptionalDeviceFunction(*function, self->getLangOpts()) &&
      self->CUDA().IdentifyTarget(function) == CUDAFunctionTarget::HostDevice)
    return Sema::FunctionEmissionStatus::Unknown;
  return status;
}
bool __real__ZN5clang10ASTContext17DeclMustBeEmittedEPKNS_4DeclE(ASTContext*, const Decl*);
bool __wrap__ZN5clang10ASTContext17DeclMustBeEmittedEPKNS_4DeclE(ASTContext* self,
                                                                 const Decl* declaration) {
  const auto* function = dyn_cast<FunctionDecl>(declaration);
  if (function && isOptionalDeviceFunction(*function, self->getLangOpts()))
    return false;
  // Device variables are emitted whether kernels use them or not.
  if (const auto* variable = dyn_cast<VarDecl>(declaration);
      variable && isStaticDeviceVariable(*self, *variable)) {
    if (!variable->hasAttr<UsedAttr>())
      const_cast<VarDecl*>(variable)->addAttr(UsedAttr::CreateImplicit(*self));
    // In relocatable code clang names the variable differently once the host uses it, and functions
    // before that use are already emitted with the other name. So it always counts as used.
    if (self->getLangOpts().GPURelocatableDeviceCode)
      self->CUDADeviceVarODRUsedByHost.insert(variable);
    return true;
  }
  return __real__ZN5clang10ASTContext17DeclMustBeEmittedEPKNS_4DeclE(self, declaration);
}

// Extended lambdas need nvcc's option, and are marked. The second function is for lambdas inside a
// template, which get their attributes when the template is instantiated.
void __real__ZN5clang8SemaCUDA14SetLambdaAttrsEPNS_13CXXMethodDeclE(SemaCUDA*, CXXMethodDecl*);
void __wrap__ZN5clang8SemaCUDA14SetLambdaAttrsEPNS_13CXXMethodDeclE(SemaCUDA* self,
                                                                    CXXMethodDecl* method) {
  // The original adds implicit attributes, which do not make a lambda an extended one.
  checkExtendedLambda(*self, *method);
  markExtendedLambda(*self, *method);
  __real__ZN5clang8SemaCUDA14SetLambdaAttrsEPNS_13CXXMethodDeclE(self, method);
}
using LateAttributes = Sema::LateInstantiatedAttrVec;
void __real__ZN5clang4Sema16InstantiateAttrsERKNS_30MultiLevelTemplateArgumentListEPKNS_4DeclEPS4_PN4llvm11SmallVectorINS0_25LateInstantiatedAttributeELj16EEEPNS_23LocalInstantiationScopeE(
    Sema*, const MultiLevelTemplateArgumentList&, const Decl*, Decl*, LateAttributes*,
    LocalInstantiationScope*);
void __wrap__ZN5clang4Sema16InstantiateAttrsERKNS_30MultiLevelTemplateArgumentListEPKNS_4DeclEPS4_PN4llvm11SmallVectorINS0_25LateInstantiatedAttributeELj16EEEPNS_23LocalInstantiationScopeE(
    Sema* self, const MultiLevelTemplateArgumentList& arguments, const Decl* pattern,
    Decl* instance, LateAttributes* late, LocalInstantiationScope* scope) {
  __real__ZN5clang4Sema16InstantiateAttrsERKNS_30MultiLevelTemplateArgumentListEPKNS_4DeclEPS4_PN4llvm11SmallVectorINS0_25LateInstantiatedAttributeELj16EEEPNS_23LocalInstantiationScopeE(
      self, arguments, pattern, instance, late, scope);
  auto* method = dyn_cast<CXXMethodDecl>(instance);
  if (self->getLangOpts().CUDA && method && isLambdaCallOperator(method))
    markExtendedLambda(self->CUDA(), *method);
}
}
