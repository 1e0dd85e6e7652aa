// Links and inlines the heddle.lib.* helpers, which are written in C and C++ in src/ptx/builtins
// and compiled to bitcode when Heddle is built.
#include "ptx/lowering/lowering.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace heddle::ptx {
namespace {

alignas(16) constexpr unsigned char kRounding[] = {
#include "builtins_rounding.inc"
};
alignas(16) constexpr unsigned char kApproximate[] = {
#include "builtins_approximate.inc"
};
alignas(16) constexpr unsigned char kHalf[] = {
#include "builtins_half.inc"
};
alignas(16) constexpr unsigned char kFp8[] = {
#include "builtins_fp8.inc"
};
alignas(16) constexpr unsigned char kStochastic[] = {
#include "builtins_stochastic.inc"
};
alignas(16) constexpr unsigned char kMbarrier[] = {
#include "builtins_mbarrier.inc"
};
alignas(16) constexpr unsigned char kSurface[] = {
#include "builtins_surface.inc"
};
alignas(16) constexpr unsigned char kTexture[] = {
#include "builtins_texture.inc"
};

constexpr llvm::StringRef kPrefix = "heddle.lib.";

llvm::StringRef bytesOf(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

LoweringError internalError(std::string message) {
  return {ErrorKind::NotSupported, {}, "internal error: " + std::move(message)};
}

bool needsHelpers(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (function.isDeclaration() && function.getName().starts_with(kPrefix))
      return true;
  return false;
}

void inlineHelper(llvm::Function& helper) {
  while (!helper.use_empty()) {
    auto* call = llvm::cast<llvm::CallInst>(helper.user_back());
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess())
      throw internalError("helper cannot be inlined: " + helper.getName().str());
  }
  helper.eraseFromParent();
}

} // namespace

void linkHelpers(llvm::Module& module) {
  for (std::span<const unsigned char> bytes :
       {std::span<const unsigned char>(kRounding), std::span<const unsigned char>(kApproximate),
        std::span<const unsigned char>(kHalf), std::span<const unsigned char>(kFp8),
        std::span<const unsigned char>(kStochastic), std::span<const unsigned char>(kMbarrier),
        std::span<const unsigned char>(kSurface), std::span<const unsigned char>(kTexture)}) {
    if (!needsHelpers(module))
      break;
    auto source = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytesOf(bytes), "heddle.lib"),
                                             module.getContext());
    if (!source)
      throw internalError(llvm::toString(source.takeError()));
    // The bitcode was built for the host's baseline processor. Inlined code gets the attributes of
    // the kernel, so the module's settings must not conflict.
    (*source)->setDataLayout(module.getDataLayout());
    (*source)->setTargetTriple(module.getTargetTriple());
    if (llvm::NamedMDNode* flags = (*source)->getModuleFlagsMetadata())
      flags->eraseFromParent();
    if (llvm::Linker::linkModules(module, std::move(*source), llvm::Linker::LinkOnlyNeeded))
      throw internalError("the numeric helpers cannot be linked");
  }
  std::vector<llvm::Function*> helpers;
  for (llvm::Function& function : module)
    if (function.getName().starts_with(kPrefix)) {
      if (function.isDeclaration())
        throw internalError("there is no helper " + function.getName().str());
      helpers.push_back(&function);
    }
  // Helpers do not call each other: builtins.h makes everything else inline.
  for (llvm::Function* function : helpers) {
    function->setAttributes(llvm::AttributeList());
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
    inlineHelper(*function);
  }
  for (llvm::StringRef leftover : {"llvm.ident", "llvm.errno.tbaa"})
    if (llvm::NamedMDNode* node = module.getNamedMetadata(leftover))
      node->eraseFromParent();
}

void removeRepeatedFlushes(llvm::Module& module) {
  llvm::Function* flush = module.getFunction("heddle.lib.ftz.f32");
  if (!flush)
    return;
  auto isFlushed = [&](llvm::Value* value) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    if (call && call->getCalledFunction() == flush)
      return true;
    if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(value))
      return !number->getValueAPF().isDenormal();
    return llvm::isa<llvm::SIToFPInst>(value) || llvm::isa<llvm::UIToFPInst>(value);
  };
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : flush->users())
    calls.push_back(llvm::cast<llvm::CallInst>(user));
  for (llvm::CallInst* call : calls) {
    llvm::Value* argument = call->getArgOperand(0);
    auto* phi = llvm::dyn_cast<llvm::PHINode>(argument);
    // A loop's accumulator is flushed already if every value that comes into the phi is.
    bool flushed = phi ? llvm::all_of(phi->incoming_values(),
                                      [&](llvm::Value* v) { return v == call || isFlushed(v); })
                       : isFlushed(argument);
    if (!flushed)
      continue;
    call->replaceAllUsesWith(argument);
    call->eraseFromParent();
  }
}

} // namespace heddle::ptx
