// Where nvcc's dialect differs from clang's, as replacements of single functions of clang: the
// linker's --wrap sends clang's calls to the __wrap_ functions below, which may call the original
// under its __real_ name. Each says what nvcc does; nothing else of clang changes.
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

// The functions are clang's; only their names are C's.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

// Neither a kernel nor code for the host: what a whole-program compilation for the device emits
// only when a kernel needs it.
bool isOptionalDeviceFunction(const FunctionDecl& function, const LangOptions& options) {
  return options.CUDA && options.CUDAIsDevice && !options.GPURelocatableDeviceCode &&
         !function.hasAttr<CUDAGlobalAttr>() && !function.hasAttr<UsedAttr>();
}

// Not only implied, as for constants of the host that device code uses.
bool isWritten(const Attr* device, const Attr* constant) {
  return (device && !device->isImplicit()) || (constant && !constant->isImplicit());
}

bool isStaticDeviceVariable(const ASTContext& context, const VarDecl& variable) {
  return context.getLangOpts().CUDAIsDevice && variable.isFileVarDecl() &&
         !variable.isExternallyVisible() && !variable.getType()->isDependentType() &&
         variable.isThisDeclarationADefinition() != VarDecl::DeclarationOnly &&
         isWritten(variable.getAttr<CUDADeviceAttr>(), variable.getAttr<CUDAConstantAttr>()) &&
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

// The closure types of extended lambdas are known by member types, which
// __nv_is_extended_device_lambda_closure_type and its like look for.
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

// A function for the device alone in the pass for the host, or the other way round.
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

// Code for both sides, in the pass for the device, that calls a function of the host.
bool leavesDevice(SemaCUDA& sema, const FunctionDecl* caller, const FunctionDecl& callee) {
  const auto& evaluation = sema.SemaRef.currentEvaluationContext();
  return sema.getLangOpts().CUDAIsDevice && caller && !evaluation.isUnevaluated() &&
         !evaluation.isConstantEvaluated() &&
         sema.IdentifyTarget(caller) == CUDAFunctionTarget::HostDevice &&
         sema.IdentifyTarget(&callee) == CUDAFunctionTarget::Host &&
         sema.IdentifyPreference(caller, &callee) == SemaCUDA::CFP_WrongSide;
}

void addOtherSide(SemaCUDA& sema, FunctionDecl& function) {
  for (FunctionDecl* each : function.redecls())
    if (!each->hasAttr<AnnotateAttr>())
      each->addAttr(AnnotateAttr::CreateImplicit(sema.getASTContext(), heddle::frontend::kOtherSide,
                                                 nullptr, 0));
}

// nvcc lets it pass with a warning, and what happens when a thread comes there is undefined: often
// it is the way to an exception, such as that of std::array::at. Here it is a trap.
void warnOfHostCall(SemaCUDA& sema, SourceLocation location, const FunctionDecl& caller,
                    FunctionDecl& callee) {
  unsigned warning = heddle::frontend::warningId(
      sema.getDiagnostics(), "calling a __host__ function (%0) from a __host__ __device__ "
                             "function (%1) is not allowed; the device traps there");
  SemaBase::SemaDiagnosticBuilder(SemaBase::SemaDiagnosticBuilder::K_Deferred, location, warning,
                                  &caller, sema.SemaRef)
      << &callee << &caller;
  addOtherSide(sema, callee);
}

// The host's code, what is initialized for it included, may take the address of a function of the
// device, for what it is worth there. That it does not call it, restrictions.cpp sees to.
bool isDeviceFunctionOnHost(SemaCUDA& sema, const FunctionDecl* caller,
                            const FunctionDecl& callee) {
  return (!caller || caller->isImplicit() ||
          sema.IdentifyTarget(caller) == CUDAFunctionTarget::Host) &&
         !isa<CXXConstructorDecl, CXXDestructorDecl>(callee) &&
         sema.IdentifyTarget(&callee) == CUDAFunctionTarget::Device;
}

// Nothing calls a deduction guide.
bool isOfNoSide(const FunctionDecl& function) {
  return isa<CXXDeductionGuideDecl>(function);
}

// While one of several functions is looked for, to take its address.
class ChoiceOfAddress {
public:
  explicit ChoiceOfAddress(const Expr& name) : outer_(current_) {
    current_ = current_ || name.hasPlaceholderType(BuiltinType::Overload);
  }
  ~ChoiceOfAddress() { current_ = outer_; }
  ChoiceOfAddress(const ChoiceOfAddress&) = delete;
  ChoiceOfAddress& operator=(const ChoiceOfAddress&) = delete;

  static bool isMade() { return current_; }

private:
  bool outer_;
  static thread_local bool current_;
};
thread_local bool ChoiceOfAddress::current_ = false;

// A builtin of the host's processor with an ordinary name that no header has to declare first, such
// as __rdtsc. With gcc these are names that programs can give to functions of their own.
bool isHostBuiltinWithOrdinaryName(const ASTContext& context, StringRef name, unsigned id) {
  bool ofHost = context.getLangOpts().CUDAIsDevice ? context.BuiltinInfo.isAuxBuiltinID(id)
                                                   : id >= Builtin::FirstTSBuiltin;
  return ofHost && !name.starts_with("__builtin_") && !context.BuiltinInfo.getHeaderName(id);
}

} // namespace

extern "C" {

// A shared variable of a class with a constructor stays uninitialised, with a warning; clang
// refuses it. What initialises a static variable of a function, the pass for its side asks.
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

// Whether code for the device only calls what it may, only the pass for the device asks: a class
// may have other members there.
using Preference = SemaCUDA::CUDAFunctionPreference;
Preference __real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA*, const FunctionDecl*, const FunctionDecl*);
Preference __wrap__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(
    SemaCUDA* self, const FunctionDecl* caller, const FunctionDecl* callee) {
  if (isOfNoSide(*callee) || heddle::frontend::mayBeLaunchedFrom(self->SemaRef, caller, callee))
    return SemaCUDA::CFP_Native;
  Preference preference =
      __real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_(self, caller, callee);
  bool possible = isForOtherPass(*self, caller) ||
                  (ChoiceOfAddress::isMade() && isDeviceFunctionOnHost(*self, caller, *callee));
  return preference == SemaCUDA::CFP_Never && possible ? SemaCUDA::CFP_WrongSide : preference;
}

// Also on the host, the address of an overloaded function of the device can be taken, as the
// argument of a template or for a pointer. Where the functions of both sides fit, the host's is
// preferred.
FunctionDecl*
__real__ZN5clang4Sema34ResolveAddressOfOverloadedFunctionEPNS_4ExprENS_8QualTypeEbRNS_14DeclAccessPairEPb(
    Sema*, Expr*, QualType, bool, DeclAccessPair&, bool*);
FunctionDecl*
__wrap__ZN5clang4Sema34ResolveAddressOfOverloadedFunctionEPNS_4ExprENS_8QualTypeEbRNS_14DeclAccessPairEPb(
    Sema* self, Expr* from, QualType to, bool complain, DeclAccessPair& found, bool* hadMultiple) {
  ChoiceOfAddress choice(*from);
  return __real__ZN5clang4Sema34ResolveAddressOfOverloadedFunctionEPNS_4ExprENS_8QualTypeEbRNS_14DeclAccessPairEPb(
      self, from, to, complain, found, hadMultiple);
}
ExprResult
__real__ZN5clang4Sema32BuildConvertedConstantExpressionEPNS_4ExprENS_8QualTypeENS0_7CCEKindEPNS_9NamedDeclE(
    Sema*, Expr*, QualType, Sema::CCEKind, NamedDecl*);
ExprResult
__wrap__ZN5clang4Sema32BuildConvertedConstantExpressionEPNS_4ExprENS_8QualTypeENS0_7CCEKindEPNS_9NamedDeclE(
    Sema* self, Expr* from, QualType to, Sema::CCEKind kind, NamedDecl* destination) {
  ChoiceOfAddress choice(*from);
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
  ChoiceOfAddress choice(*from);
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
  if (isOfNoSide(*callee) || heddle::frontend::mayBeLaunchedFrom(self->SemaRef, caller, callee))
    return true;
  if (leavesDevice(*self, caller, *callee)) {
    warnOfHostCall(*self, location, *caller, *callee);
    return true;
  }
  if (!self->getLangOpts().CUDAIsDevice && isDeviceFunctionOnHost(*self, caller, *callee)) {
    addOtherSide(*self, *callee);
    return true;
  }
  return isForOtherPass(*self, caller) ||
         __real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE(self, location,
                                                                                     callee);
}

// A C function of the system or of CUDA, such as __assert_fail, may be declared again for both
// sides.
void __real__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA*, FunctionDecl*, const LookupResult&);
void __wrap__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
    SemaCUDA* self, FunctionDecl* function, const LookupResult& previous) {
  const SourceManager& sources = self->SemaRef.getSourceManager();
  bool again = function->isExternC() && !previous.empty();
  for (const NamedDecl* each : previous)
    again = again && sources.isInSystemHeader(each->getLocation());
  if (!again)
    __real__ZN5clang8SemaCUDA19checkTargetOverloadEPNS_12FunctionDeclERKNS_12LookupResultE(
        self, function, previous);
}

// Nothing is in the way of a program's own __rdtsc.
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

// A __host__ __device__ function may call functions of the host as long as no kernel calls it.
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
  // Variables of the device are there whether kernels use them or not.
  if (const auto* variable = dyn_cast<VarDecl>(declaration);
      variable && isStaticDeviceVariable(*self, *variable)) {
    if (!variable->hasAttr<UsedAttr>())
      const_cast<VarDecl*>(variable)->addAttr(UsedAttr::CreateImplicit(*self));
    // In relocatable code the name depends on whether the host uses the variable, and functions
    // before that use are already emitted with the other one: all get the name for the host.
    if (self->getLangOpts().GPURelocatableDeviceCode)
      self->CUDADeviceVarODRUsedByHost.insert(variable);
    return true;
  }
  return __real__ZN5clang10ASTContext17DeclMustBeEmittedEPKNS_4DeclE(self, declaration);
}

// The attributes of a lambda: as written, and as instantiated with a template around it.
void __real__ZN5clang8SemaCUDA14SetLambdaAttrsEPNS_13CXXMethodDeclE(SemaCUDA*, CXXMethodDecl*);
void __wrap__ZN5clang8SemaCUDA14SetLambdaAttrsEPNS_13CXXMethodDeclE(SemaCUDA* self,
                                                                    CXXMethodDecl* method) {
  // Before the original adds what is only implied.
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
