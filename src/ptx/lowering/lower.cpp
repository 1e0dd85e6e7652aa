#include "ptx/lowering/lowering.h"

#include "ptx/function_symbol.h"
#include "ptx/shared_layout.h"

#include <fmt/format.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>

namespace heddle::ptx {
namespace {

struct HostTarget {
  std::string triple;
  std::string dataLayout;

  HostTarget() {
    llvm::InitializeNativeTarget();
    triple = llvm::sys::getProcessTriple();
    std::string error;
    if (const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error)) {
      std::unique_ptr<llvm::TargetMachine> machine(
          target->createTargetMachine(triple, "", "", {}, std::nullopt));
      dataLayout = machine->createDataLayout().getStringRepresentation();
    }
  }
};

const HostTarget& hostTarget() {
  static const HostTarget instance;
  return instance;
}

// Makes SSA values of registers and small local variables, and pointers of integer addresses.
void promote(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  llvm::SROAPass sroa(llvm::SROAOptions::PreserveCFG);
  for (llvm::Function& function : module) {
    if (function.isDeclaration())
      continue;
    llvm::removeUnreachableBlocks(function);
    promoteRegisters(function, functions.getResult<llvm::DominatorTreeAnalysis>(function));
    sroa.run(function, functions);
  }
  foldSharedAddresses(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration())
      continue;
    functions.invalidate(function, llvm::PreservedAnalyses::none());
    if (recoverPointers(function)) {
      functions.invalidate(function, llvm::PreservedAnalyses::none());
      sroa.run(function, functions);
    }
  }
}

} // namespace

llvm::Type* ModuleLowering::valueType(ScalarType type) {
  switch (type) {
  case ScalarType::F32:
    return llvm::Type::getFloatTy(context());
  case ScalarType::F64:
    return llvm::Type::getDoubleTy(context());
  default:
    return llvm::Type::getIntNTy(context(), bitsOf(type));
  }
}

// Scalars are passed as integers of their width, so that caller and callee agree even where a
// prototype has another type of the same width.
llvm::FunctionType* ModuleLowering::functionType(const Signature& signature) {
  llvm::Type* pointer = llvm::PointerType::get(context(), 0);
  std::vector<llvm::Type*> results, parameters;
  for (const Parameter& result : signature.results)
    if (result.isArray)
      parameters.push_back(pointer);
    else
      results.push_back(llvm::Type::getIntNTy(context(), bitsOf(result.type)));
  for (const Parameter& parameter : signature.parameters)
    parameters.push_back(parameter.isArray ? pointer
                                           : static_cast<llvm::Type*>(llvm::Type::getIntNTy(
                                                 context(), bitsOf(parameter.type))));
  llvm::Type* result = results.empty()       ? llvm::Type::getVoidTy(context())
                       : results.size() == 1 ? results[0]
                                             : llvm::StructType::get(context(), results);
  return llvm::FunctionType::get(result, parameters, false);
}

llvm::GlobalVariable* ModuleLowering::variable(std::uint32_t index) {
  llvm::GlobalVariable*& global = variables_[index];
  if (global)
    return global;
  const Definition& definition = module_.definitions[index];
  const Variable& variable = *definition.variable;
  bool shared = variable.space == StateSpace::Shared;
  llvm::Type* bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(context()), variable.size);
  // An extern shared variable with a size that is defined nowhere counts as static, as for ptxas.
  bool external = !shared || variable.unsized;
  global = new llvm::GlobalVariable(
      ir_, bytes, false,
      external ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage,
      external ? nullptr : llvm::UndefValue::get(bytes), definition.name, nullptr,
      llvm::GlobalValue::NotThreadLocal, shared ? kSharedAddressSpace : kGenericAddressSpace);
  global->setAlignment(llvm::Align(variable.alignment));
  return global;
}

llvm::Function* ModuleLowering::function(std::uint32_t index, bool called) {
  const Definition& definition = module_.definitions[index];
  const Function& source = *definition.function;
  llvm::Function*& function = functions_[index];
  if (!function) {
    llvm::FunctionType* type =
        source.isEntry ? llvm::FunctionType::get(llvm::Type::getVoidTy(context()),
                                                 {llvm::PointerType::get(context(), 0)}, false)
                       : functionType(source.signature);
    const bool isDeviceFunction = source.defined && !source.isEntry;
    function = llvm::Function::Create(
        type, llvm::GlobalValue::ExternalLinkage,
        isDeviceFunction ? functionSymbol(definition.name) : definition.name, ir_);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    if (source.signature.noreturn)
      function->addFnAttr(llvm::Attribute::NoReturn);
    if (const ThreadOpInfo& info = threadOpInfo(llvm::StringRef(definition.name));
        info.op != ThreadOp::None)
      addAttributes(*function, info);
    if (source.isEntry) {
      function->addFnAttr("heddle-kernel");
      function->getArg(0)->setName("params");
      function->addParamAttr(0, llvm::Attribute::NoAlias);
      function->addParamAttr(0, llvm::Attribute::ReadOnly);
    }
    if (isUniformSimt_)
      function->addFnAttr("heddle-uniform-simt");
    // Otherwise LLVM would turn loops of device code into calls of memset and memcpy.
    if (!definition.external)
      function->addFnAttr("no-builtins");
  }
  if (called && !source.defined && isTrapFunction(definition.name) && function->empty()) {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context(), "entry", function));
    callThreadOp(builder, ThreadOp::Trap);
    builder.CreateUnreachable();
  }
  const bool isSeparate = isUniformSimt_ && index != root_;
  if (called && source.defined && !isSeparate && !queued_[index]) {
    queued_[index] = true;
    pending_.push_back(index);
  }
  return function;
}

llvm::Constant* ModuleLowering::functionAddress(std::uint32_t index) {
  const Definition& definition = module_.definitions[index];
  if (!definition.function->isEntry)
    return function(index, false);
  // Device code can launch a kernel but not call it, so its address is a handle for launches.
  return ir_.getOrInsertGlobal(kernelHandle(definition.name), llvm::Type::getInt8Ty(context()));
}

llvm::Function* ModuleLowering::helper(llvm::StringRef name, llvm::Type* result,
                                       llvm::ArrayRef<llvm::Type*> parameters) {
  std::string full = ("heddle.lib." + name).str();
  if (llvm::Function* existing = ir_.getFunction(full))
    return existing;
  auto* function = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                          llvm::GlobalValue::ExternalLinkage, full, ir_);
  function->setDoesNotAccessMemory();
  return function;
}

void ModuleLowering::lower(std::uint32_t entry) {
  root_ = entry;
  function(entry, true);
  while (!pending_.empty()) {
    std::uint32_t index = pending_.front();
    pending_.pop_front();
    FunctionLowering(*this, module_.definitions[index], functions_[index]).lower();
  }
  if (locations_)
    locations_->finish();
}

// Notes where the shared variables lie whose offsets all kernels agree on, and on a kernel how much
// memory they take.
static void addSharedLayout(const Module& module, std::uint32_t entry, llvm::Module& ir) {
  const SharedLayout layout = sharedOfPointedFunctions(module);
  for (const auto& [index, offset] : layout.offsets)
    if (llvm::GlobalVariable* variable =
            ir.getGlobalVariable(module.definitions[index].name, /*AllowInternal=*/true))
      variable->addAttribute("heddle-shared-offset", std::to_string(offset));
  const Definition& definition = module.definitions[entry];
  if (definition.function->isEntry && usesLayout(module, entry, layout))
    ir.getFunction(definition.name)
        ->addFnAttr("heddle-reserved-shared-bytes", std::to_string(layout.bytes));
}

std::unique_ptr<llvm::Module> lower(const Module& module, std::string_view entry,
                                    llvm::LLVMContext& context,
                                    std::vector<Diagnostic>& diagnostics,
                                    DebugLocations locations) {
  auto found = module.byName.find(entry);
  bool exists = found != module.byName.end() && module.definitions[found->second].function;
  if (!exists || (!module.definitions[found->second].function->defined && !isTrapFunction(entry))) {
    diagnostics.push_back({Severity::Error,
                           ErrorKind::UnresolvedSymbol,
                           {},
                           fmt::format("there is no function '{}'", entry)});
    return nullptr;
  }
  auto ir = std::make_unique<llvm::Module>(llvm::StringRef(entry.data(), entry.size()), context);
  ir->setTargetTriple(hostTarget().triple);
  ir->setDataLayout(hostTarget().dataLayout);
  try {
    ModuleLowering(module, *ir, locations).lower(found->second);
    addSharedLayout(module, found->second, *ir);
    promote(*ir);
    removeRepeatedFlushes(*ir);
    showNanBits(*ir);
    linkHelpers(*ir);
  } catch (const LoweringError& error) {
    diagnostics.push_back({Severity::Error, error.kind, error.location, error.message});
    return nullptr;
  }
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(*ir, &stream)) {
    diagnostics.push_back({Severity::Error,
                           ErrorKind::NotSupported,
                           {},
                           fmt::format("internal error: invalid IR for '{}': {}", entry, problem)});
    return nullptr;
  }
  return ir;
}

} // namespace heddle::ptx
