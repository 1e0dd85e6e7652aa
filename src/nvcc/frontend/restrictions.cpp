// Reports what CUDA forbids and clang accepts. The checks run over the finished syntax tree of the
// device pass, which comes first; only calls in host code are checked in the host pass. Our own
// headers and those of the system are left out.
#include "nvcc/frontend/declarators.h"
#include "nvcc/frontend/default_space.h"
#include "nvcc/frontend/external_variables.h"
#include "nvcc/frontend/launched_blocks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>

using namespace clang;

namespace {

// The most bytes of parameters that a kernel can have, from compute capability 7.0 on.
constexpr std::int64_t kParameterLimit = 32764;

bool isAnnotated(const Decl& declaration, StringRef text) {
  for (const auto* each : declaration.specific_attrs<AnnotateAttr>())
    if (each->getAnnotation() == text)
      return true;
  return false;
}

// Whether the program marked the function, rather than clang, which does so for constexpr functions
// and for lambdas inside device code.
bool isExplicitDeviceFunction(const FunctionDecl& function) {
  const auto* device = function.getAttr<CUDADeviceAttr>();
  return (device && !device->isImplicit()) || function.hasAttr<CUDAGlobalAttr>();
}

// Visits a syntax tree and knows in which function it is.
template <class Derived> class FunctionVisitor : public RecursiveASTVisitor<Derived> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseFunctionDecl(FunctionDecl* function) { return traverse(function); }
  bool TraverseCXXMethodDecl(CXXMethodDecl* method) { return traverse(method); }
  bool TraverseCXXConstructorDecl(CXXConstructorDecl* method) { return traverse(method); }
  bool TraverseCXXDestructorDecl(CXXDestructorDecl* method) { return traverse(method); }
  bool TraverseCXXConversionDecl(CXXConversionDecl* method) { return traverse(method); }

  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    const FunctionDecl* outer = function_;
    function_ = lambda->getCallOperator();
    bool more = this->TraverseStmt(lambda->getBody());
    function_ = outer;
    return more;
  }

protected:
  template <std::size_t N> void report(SourceLocation location, const char (&text)[N]) {
    sema_.Diag(location, sema_.getDiagnostics().getCustomDiagID(DiagnosticsEngine::Error, text));
  }

  Sema& sema_;
  const FunctionDecl* function_ = nullptr;

private:
  friend Derived;
  explicit FunctionVisitor(Sema& sema) : sema_(sema) {}

  // Visits the declaration, and then the body with function_ set.
  bool traverse(FunctionDecl* function) {
    if (!this->WalkUpFromFunctionDecl(function))
      return false;
    const FunctionDecl* outer = function_;
    function_ = function;
    bool more = true;
    if (Stmt* body = function->getBody(); body && function->isThisDeclarationADefinition())
      more = this->TraverseStmt(body);
    function_ = outer;
    return more;
  }
};

// In the host pass, reports calls of device functions. Host code may take their address, but not
// call them.
class HostCalls : public FunctionVisitor<HostCalls> {
public:
  explicit HostCalls(Sema& sema) : FunctionVisitor(sema) {}

  // Operands of decltype, sizeof and noexcept are not evaluated, so what they call is not called.
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr*) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr*) { return true; }

  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee && function_ && !function_->isDependentContext() &&
        sema_.CUDA().IdentifyTarget(function_) == CUDAFunctionTarget::Host &&
        sema_.CUDA().IdentifyTarget(callee) == CUDAFunctionTarget::Device)
      report(call->getBeginLoc(),
             "calling a __device__ function from a __host__ function is not allowed");
    return true;
  }
};

class Restrictions : public FunctionVisitor<Restrictions> {
public:
  explicit Restrictions(Sema& sema) : FunctionVisitor(sema), context_(sema.Context) {}

  bool VisitFunctionDecl(FunctionDecl* function) {
    checkGridConstants(*function);
    if (function->hasAttr<CUDAGlobalAttr>()) {
      checkKernel(*function);
    } else if (const auto* bounds = function->getAttr<CUDALaunchBoundsAttr>()) {
      report(bounds->getLocation(), "__launch_bounds__ is only allowed on a __global__ function");
    } else if (isAnnotated(*function, "heddle.cluster_dims")) {
      report(function->getLocation(), "__cluster_dims__ is only allowed on a __global__ function");
    }
    return true;
  }

  bool VisitVarDecl(VarDecl* variable) {
    if (isa<ParmVarDecl>(variable))
      return true;
    if (isAnnotated(*variable, "heddle.managed") &&
        (variable->hasAttr<CUDAConstantAttr>() || variable->hasAttr<CUDASharedAttr>()))
      report(variable->getLocation(),
             "__managed__ variables cannot be marked __shared__ or __constant__");
    if (variable->isStaticDataMember() && hasExplicitQualifier(*variable))
      report(variable->getLocation(), "memory qualifier on data member is not allowed");
    if (variable->isInline() && !variable->isConstexpr() && !variable->isStaticDataMember() &&
        hasExplicitQualifier(*variable) && variable->isExternallyVisible() &&
        !sema_.getLangOpts().GPURelocatableDeviceCode)
      report(variable->getLocation(),
             "an inline __device__/__constant__/__managed__ variable must have internal linkage "
             "when the program is compiled in whole program mode (-rdc=false)");
    return true;
  }

  bool VisitDeclStmt(DeclStmt* statement) {
    for (Decl* each : statement->decls())
      if (auto* variable = dyn_cast<VarDecl>(each); variable && variable->isStaticLocal())
        checkStaticLocal(*variable);
    return true;
  }
  bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr* expression) {
    if (isDeviceCode())
      report(expression->getOperatorLoc(),
             "the operator 'dynamic_cast' is not allowed in device code");
    return true;
  }
  bool VisitCXXThrowExpr(CXXThrowExpr* expression) {
    return checkExceptions(expression->getThrowLoc());
  }
  bool VisitCXXTryStmt(CXXTryStmt* statement) { return checkExceptions(statement->getTryLoc()); }
  bool VisitBinaryOperator(BinaryOperator* expression) {
    if (expression->isAssignmentOp())
      checkModified(*expression->getLHS(), expression->getOperatorLoc());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* expression) {
    if (expression->isIncrementDecrementOp())
      checkModified(*expression->getSubExpr(), expression->getOperatorLoc());
    if (expression->getOpcode() == UO_AddrOf)
      checkAddress(*expression->getSubExpr(), expression->getOperatorLoc());
    return true;
  }

private:
  bool isDeviceCode() const { return function_ && isExplicitDeviceFunction(*function_); }

  // clang adds implicit qualifiers to constants of the host that device code uses, and libnvrtc's
  // default execution space gives one to every variable.
  bool hasExplicitQualifier(const VarDecl& variable) const {
    for (const Attr* each : variable.attrs())
      if (isa<CUDADeviceAttr, CUDAConstantAttr, CUDASharedAttr>(each) && !each->isImplicit() &&
          !isByDefaultSpace(*each))
        return true;
    return false;
  }
  bool isByDefaultSpace(const Attr& attribute) const {
    const PresumedLoc location =
        context_.getSourceManager().getPresumedLoc(attribute.getLocation());
    return location.isValid() &&
           StringRef(location.getFilename()) == heddle::frontend::kDefaultSpaceFile;
  }

  bool checkExceptions(SourceLocation location) {
    // In functions that are only for the device clang reports it.
    if (function_ && function_->hasAttr<CUDAHostAttr>() && isExplicitDeviceFunction(*function_))
      report(location, "device code does not support exception handling");
    return true;
  }

  void checkModified(const Expr& place, SourceLocation location) {
    if (!isDeviceCode() || function_->hasAttr<CUDAHostAttr>())
      return;
    // Like nvcc, refuses the variable itself and not parts of it: a kernel may store through a
    // pointer that is in constant memory.
    const auto* reference = dyn_cast<DeclRefExpr>(place.IgnoreParens());
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (variable && variable->hasAttr<CUDAConstantAttr>())
      report(location, "a __constant__ variable cannot be modified in device code");
  }

  // Our headers give the other built-in variables a private operator&. warpSize is a plain
  // constant.
  void checkAddress(const Expr& place, SourceLocation location) {
    const auto* reference = dyn_cast<DeclRefExpr>(place.IgnoreParens());
    const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (variable && variable->getDeclName().isIdentifier() && variable->getName() == "warpSize" &&
        context_.getSourceManager().isInSystemHeader(variable->getLocation()))
      report(location, "cannot take address of builtin variable \"warpSize\"");
  }

  void checkStaticLocal(const VarDecl& variable) {
    bool inHost =
        function_ && !function_->hasAttr<CUDADeviceAttr>() && !function_->hasAttr<CUDAGlobalAttr>();
    if (inHost && hasExplicitQualifier(variable))
      report(variable.getLocation(),
             "a static __device__ variable declaration is not allowed inside a host function body");
    if (isDeviceCode() && !function_->hasAttr<CUDAHostAttr>() &&
        !variable.hasAttr<CUDASharedAttr>() && variable.hasInit() &&
        !variable.getInit()->isValueDependent() && !variable.hasConstantInitialization())
      report(variable.getLocation(),
             "dynamic initialization is not supported for a function-scope static variable within "
             "a __device__/__global__ function");
  }

  void checkKernel(const FunctionDecl& kernel) {
    SourceLocation location = kernel.getLocation();
    if (isa<CXXMethodDecl>(kernel))
      report(location, "a __global__ function or function template cannot be a member function");
    if (kernel.isVariadic())
      report(location, "a __global__ function cannot have ellipsis");
    if (kernel.isOverloadedOperator())
      report(location, "an operator function cannot be a __global__ function");
    if (kernel.isConstexprSpecified())
      report(location, "a __global__ function or function template cannot be marked constexpr");
    if (kernel.getFriendObjectKind() != Decl::FOK_None && kernel.isThisDeclarationADefinition())
      report(
          location,
          "a __global__ function or function template cannot be defined in a friend declaration");
    if (kernel.getDeclaredReturnType()->getContainedDeducedType())
      report(location, "a __global__ function must not have a deduced return type");
    if (const auto* type = kernel.getType()->getAs<FunctionProtoType>();
        type && type->hasExceptionSpec())
      report(location,
             "an exception specification is not allowed for a __global__ function or function "
             "template");
    if (kernel.hasAttr<CUDALaunchBoundsAttr>() && isAnnotated(kernel, "heddle.maxnreg"))
      report(location, "the __launch_bounds__ and __maxnreg__ qualifiers cannot be applied to the "
                       "same kernel");
    checkParameters(kernel);
    checkTemplateArguments(kernel);
  }

  void checkParameters(const FunctionDecl& kernel) {
    std::int64_t size = 0;
    for (const ParmVarDecl* parameter : kernel.parameters()) {
      QualType type = parameter->getType();
      if (type->isDependentType())
        return;
      if (type->isRValueReferenceType())
        report(parameter->getLocation(),
               "a __global__ function cannot have a parameter with rvalue reference type");
      if (isInitializerList(type))
        report(parameter->getLocation(), "a __global__ function or function template cannot have a "
                                         "parameter with type std::initializer_list");
      // va_list is an array of one element, which as a parameter has become a pointer.
      if (isVaList(parameter->getOriginalType()))
        report(parameter->getLocation(),
               "a __global__ function or function template cannot have a parameter with va_list "
               "type");
      if (type->isIncompleteType() || type->isReferenceType())
        continue;
      std::int64_t alignment = context_.getTypeAlignInChars(type).getQuantity();
      size = (size + alignment - 1) / alignment * alignment;
      size += context_.getTypeSizeInChars(type).getQuantity();
    }
    if (size > kParameterLimit)
      report(kernel.getLocation(),
             "the parameters of a __global__ function may take 32764 bytes at most");
  }

  void checkGridConstants(const FunctionDecl& function) {
    const FunctionDecl* previous = function.getTemplateSpecializationKind() == TSK_Undeclared
                                       ? function.getPreviousDecl()
                                       : nullptr;
    for (const ParmVarDecl* parameter : function.parameters()) {
      SourceLocation location = parameter->getLocation();
      QualType type = parameter->getType();
      bool marked = heddle::frontend::isGridConstant(*parameter);
      if (previous && marked != heddle::frontend::isGridConstant(
                                    *previous->getParamDecl(parameter->getFunctionScopeIndex())))
        report(location, "incompatible __grid_constant__ annotation for a parameter in function "
                         "redeclaration");
      if (!marked || type->isDependentType())
        continue;
      if (!function.hasAttr<CUDAGlobalAttr>())
        report(location,
               "__grid_constant__ annotation is only allowed on a parameter of a __global__ "
               "function");
      else if (type->isReferenceType())
        report(location,
               "a parameter annotated with __grid_constant__ must not have reference type");
      else if (!type.isConstQualified())
        report(location,
               "a parameter annotated with __grid_constant__ must have const-qualified type");
    }
  }

  static bool isInitializerList(QualType type) {
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record && record->isInStdNamespace() && record->getDeclName().isIdentifier() &&
           record->getName() == "initializer_list";
  }
  static bool isVaList(QualType type) {
    for (const TypedefType* each = type->getAs<TypedefType>(); each;
         each = each->desugar()->getAs<TypedefType>())
      if (StringRef name = each->getDecl()->getName();
          name == "va_list" || name == "__gnuc_va_list" || name == "__builtin_va_list")
        return true;
    return false;
  }

  void checkTemplateArguments(const FunctionDecl& kernel) {
    const TemplateArgumentList* arguments = kernel.getTemplateSpecializationArgs();
    if (!arguments)
      return;
    SourceLocation location = kernel.getPointOfInstantiation();
    if (location.isInvalid())
      location = kernel.getLocation();
    for (const TemplateArgument& argument : arguments->asArray()) {
      if (argument.getKind() != TemplateArgument::Type)
        continue;
      const TagDecl* type = argument.getAsType()->getAsTagDecl();
      if (!type)
        continue;
      const auto* record = dyn_cast<CXXRecordDecl>(type);
      if (record && record->isLambda())
        continue;
      if (const auto* function = dyn_cast_or_null<FunctionDecl>(type->getParentFunctionOrMethod());
          function && !function->hasAttr<CUDADeviceAttr>() && !function->hasAttr<CUDAGlobalAttr>())
        report(location, "a type defined inside a __host__ function cannot be used in the template "
                         "argument type of a __global__ function template instantiation");
      if (isa<CXXRecordDecl>(type->getDeclContext()) &&
          (type->getAccess() == AS_private || type->getAccess() == AS_protected))
        report(location,
               "a type that is defined inside a class and has private or protected access "
               "cannot be used in the template argument type of a __global__ function "
               "template instantiation");
    }
  }

  ASTContext& context_;
};

template <class Visitor> void visitProgram(Sema& sema, Visitor visitor) {
  const SourceManager& sources = sema.getSourceManager();
  // Declarations in a precompiled header were checked when it was made.
  for (Decl* each : sema.Context.getTranslationUnitDecl()->noload_decls())
    if (each->getLocation().isValid() && !sources.isInSystemHeader(each->getLocation()))
      visitor.TraverseDecl(each);
}

} // namespace

extern "C" {

void __real__ZN5clang4Sema25ActOnEndOfTranslationUnitEv(Sema*);
void __wrap__ZN5clang4Sema25ActOnEndOfTranslationUnitEv(Sema* self) {
  if (self->getLangOpts().CUDA && !self->getLangOpts().GPURelocatableDeviceCode)
    heddle::frontend::defineExternalVariables(*self);
  __real__ZN5clang4Sema25ActOnEndOfTranslationUnitEv(self);
  if (!self->getLangOpts().CUDA || self->getDiagnostics().hasErrorOccurred())
    return;
  if (self->getLangOpts().CUDAIsDevice) {
    visitProgram(*self, Restrictions(*self));
    heddle::frontend::nameLaunchedKernels();
  } else {
    visitProgram(*self, HostCalls(*self));
  }
}
}
