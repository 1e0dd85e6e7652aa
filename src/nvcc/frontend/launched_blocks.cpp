#include "nvcc/frontend/launched_blocks.h"

#include "ir/launched_blocks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

using namespace clang;

namespace heddle::frontend {

namespace {

struct Launch {
  const FunctionDecl* kernel;
  std::array<std::uint32_t, 3> blockDim;
};

// What is known of the source. clang compiles one in a process, in one thread.
struct Launches {
  std::vector<Launch> seen;
  // A set, so that the comments are in an order that does not depend on that of the launches.
  std::set<std::pair<std::string, std::array<std::uint32_t, 3>>> named;
};

Launches& launches() {
  static Launches all;
  return all;
}

// The variable's initial value; null for what is no variable or has none. A variable whose value
// depends on itself must not be followed for ever.
const Expr* initialValue(const Expr& expression, unsigned depth) {
  constexpr unsigned kMostVariables = 8;
  const auto* reference = dyn_cast<DeclRefExpr>(&expression);
  const auto* variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || isa<ParmVarDecl>(variable) || depth == kMostVariables)
    return nullptr;
  return variable->getAnyInitializer();
}

std::optional<std::uint64_t> constantInteger(const ASTContext& context, const Expr& given,
                                             unsigned depth = 0) {
  if (given.isValueDependent() || !given.getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult result;
  if (given.EvaluateAsInt(result, context))
    return result.Val.getInt().getLimitedValue();
  const Expr& expression = *given.IgnoreParenCasts();
  if (const Expr* value = initialValue(expression, depth))
    return constantInteger(context, *value, depth + 1);
  const auto* operation = dyn_cast<BinaryOperator>(&expression);
  if (!operation || operation->getOpcode() != BO_Mul)
    return std::nullopt;
  const auto left = constantInteger(context, *operation->getLHS(), depth);
  const auto right = constantInteger(context, *operation->getRHS(), depth);
  return left && right ? std::optional(*left * *right) : std::nullopt;
}

// The dimensions of an expression of type dim3. dim3's constructor has default arguments, and
// without any others the members are probably assigned later.
std::optional<std::array<std::uint32_t, 3>>
constantBlockDim(const ASTContext& context, const Expr& given, unsigned depth = 0) {
  const Expr& expression = *given.IgnoreParenCasts();
  if (const Expr* value = initialValue(expression, depth))
    return constantBlockDim(context, *value, depth + 1);
  const auto* construction = dyn_cast<CXXConstructExpr>(&expression);
  if (!construction || construction->getNumArgs() == 0)
    return std::nullopt;
  if (construction->getConstructor()->isCopyOrMoveConstructor())
    return constantBlockDim(context, *construction->getArg(0), depth);
  std::array<std::uint32_t, 3> blockDim{};
  if (construction->getNumArgs() != blockDim.size() ||
      isa<CXXDefaultArgExpr>(construction->getArg(0)))
    return std::nullopt;
  for (unsigned axis = 0; axis < blockDim.size(); ++axis) {
    const auto value = constantInteger(context, *construction->getArg(axis));
    if (!value || *value == 0 || *value > UINT16_MAX)
      return std::nullopt;
    blockDim[axis] = static_cast<std::uint32_t>(*value);
  }
  return blockDim;
}

void remember(const FunctionDecl* kernel, const Expr& block) {
  if (!kernel || kernel->isDependentContext() || !kernel->hasAttr<CUDAGlobalAttr>() ||
      block.isInstantiationDependent())
    return;
  if (const auto blockDim = constantBlockDim(kernel->getASTContext(), block))
    launches().seen.push_back({kernel, *blockDim});
}

// The function that an argument for a kernel names: kernel, &kernel or a cast of these.
const FunctionDecl* namedFunction(const Expr& argument) {
  const Expr* expression = argument.IgnoreParenCasts();
  if (const auto* operation = dyn_cast<UnaryOperator>(expression);
      operation && operation->getOpcode() == UO_AddrOf)
    expression = operation->getSubExpr()->IgnoreParenCasts();
  const auto* reference = dyn_cast<DeclRefExpr>(expression);
  return reference ? dyn_cast<FunctionDecl>(reference->getDecl()) : nullptr;
}

} // namespace

void rememberLaunch(const CUDAKernelCallExpr& launch) {
  constexpr unsigned kBlockArgument = 1; // of the configuration: grid, block, shared memory, stream
  if (launch.getConfig()->getNumArgs() > kBlockArgument)
    remember(launch.getDirectCallee(), *launch.getConfig()->getArg(kBlockArgument));
}

void rememberLaunchFunction(const CallExpr& call) {
  constexpr unsigned kKernelArgument = 0, kBlockArgument = 2;
  const FunctionDecl* function = call.getDirectCallee();
  const IdentifierInfo* name = function ? function->getIdentifier() : nullptr;
  if (name && call.getNumArgs() > kBlockArgument &&
      (name->isStr("cudaLaunchKernel") || name->isStr("cudaLaunchCooperativeKernel")))
    remember(namedFunction(*call.getArg(kKernelArgument)), *call.getArg(kBlockArgument));
}

void nameLaunchedKernels() {
  for (const Launch& launch : launches().seen)
    launches().named.emplace(
        ASTNameGenerator(launch.kernel->getASTContext()).getName(launch.kernel), launch.blockDim);
  launches().seen.clear();
}

std::string launchedBlockComments(const llvm::Module& module) {
  std::string comments;
  for (const auto& [kernel, blockDim] : launches().named) {
    const llvm::Function* function = module.getFunction(kernel);
    if (!function || function->isDeclaration())
      continue;
    (comments += kLaunchedComment) += kernel;
    for (const std::uint32_t threads : blockDim)
      comments += ' ' + std::to_string(threads);
    comments += '\n';
  }
  return comments;
}

} // namespace heddle::frontend
