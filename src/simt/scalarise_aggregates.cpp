#include "simt/scalarise_aggregates.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include <map>
#include <vector>

using namespace llvm;

namespace heddle::simt {
namespace {

// Replaces bitcasts between a number and a short vector by shifts. LLVM's scalariser makes them
// from bitcasts between vectors of different lengths.
void lowerVectorBitcasts(Function& function) {
  for (BasicBlock& block : function)
    for (Instruction& instruction : make_early_inc_range(block)) {
      auto* cast = dyn_cast<BitCastInst>(&instruction);
      if (!cast)
        continue;
      auto* from = dyn_cast<FixedVectorType>(cast->getSrcTy());
      auto* to = dyn_cast<FixedVectorType>(cast->getDestTy());
      if ((from != nullptr) == (to != nullptr))
        continue;
      IRBuilder<> builder(cast);
      FixedVectorType* vector = from ? from : to;
      unsigned bits = vector->getScalarSizeInBits();
      Type* part = builder.getIntNTy(bits);
      Type* whole = builder.getIntNTy(bits * vector->getNumElements());
      Value* result = nullptr;
      if (from) {
        result = ConstantInt::get(whole, 0);
        for (unsigned i = 0; i < from->getNumElements(); ++i) {
          Value* element = builder.CreateExtractElement(cast->getOperand(0), i);
          element = builder.CreateZExt(builder.CreateBitCast(element, part), whole);
          result = builder.CreateOr(result, builder.CreateShl(element, bits * i));
        }
        result = builder.CreateBitCast(result, cast->getDestTy());
      } else {
        Value* number = builder.CreateBitCast(cast->getOperand(0), whole);
        result = PoisonValue::get(to);
        for (unsigned i = 0; i < to->getNumElements(); ++i) {
          Value* element = builder.CreateTrunc(builder.CreateLShr(number, bits * i), part);
          result = builder.CreateInsertElement(
              result, builder.CreateBitCast(element, to->getElementType()), i);
        }
      }
      cast->replaceAllUsesWith(result);
      cast->eraseFromParent();
    }
}

// Splits phis of structs into phis of their elements. LLVM's passes make them where all elements of
// a struct meet in phis.
void splitStructPhis(Function& function) {
  std::vector<PHINode*> whole;
  for (BasicBlock& block : function)
    for (PHINode& phi : block.phis())
      if (isa<StructType>(phi.getType()))
        whole.push_back(&phi);
  std::map<PHINode*, std::vector<PHINode*>> parts;
  for (PHINode* phi : whole)
    for (Type* type : cast<StructType>(phi->getType())->elements())
      parts[phi].push_back(
          PHINode::Create(type, phi->getNumIncomingValues(), phi->getName(), phi->getIterator()));
  for (PHINode* phi : whole) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      Value* incoming = phi->getIncomingValue(i);
      BasicBlock* from = phi->getIncomingBlock(i);
      auto* other = dyn_cast<PHINode>(incoming);
      IRBuilder<> builder(from->getTerminator());
      for (unsigned element = 0; element < parts[phi].size(); ++element)
        parts[phi][element]->addIncoming(other ? static_cast<Value*>(parts[other][element])
                                               : builder.CreateExtractValue(incoming, element),
                                         from);
    }
    for (User* user : make_early_inc_range(phi->users())) {
      auto* extract = dyn_cast<ExtractValueInst>(user);
      if (!extract || extract->getNumIndices() != 1)
        continue;
      extract->replaceAllUsesWith(parts[phi][extract->getIndices()[0]]);
      extract->eraseFromParent();
    }
  }
  for (PHINode* phi : whole) {
    bool isNeeded = any_of(phi->users(), [&](User* user) { return !isa<PHINode>(user); });
    if (isNeeded)
      continue;
    phi->replaceAllUsesWith(PoisonValue::get(phi->getType()));
    phi->eraseFromParent();
  }
}

// Puts a vector that is used in another block than the one that made it together there, from its
// elements.
void rebuildVectorsWhereUsed(Function& function) {
  for (BasicBlock& block : function)
    for (Instruction& instruction : block) {
      if (isa<PHINode>(instruction) || isa<ExtractElementInst>(instruction))
        continue;
      for (Use& use : instruction.operands()) {
        auto* made = dyn_cast<Instruction>(use);
        auto* type = dyn_cast<FixedVectorType>(use->getType());
        if (!made || !type || made->getParent() == &block)
          continue;
        IRBuilder<> builder(&instruction);
        Value* vector = PoisonValue::get(type);
        for (unsigned i = 0; i < type->getNumElements(); ++i)
          vector = builder.CreateInsertElement(vector, builder.CreateExtractElement(made, i), i);
        use.set(vector);
      }
    }
}

// Moves extractions to the block that made the vector or struct, so that only elements live across
// blocks.
void extractWhereDefined(Function& function) {
  for (BasicBlock& block : function)
    for (Instruction& instruction : make_early_inc_range(block)) {
      bool extracts =
          isa<ExtractValueInst>(instruction) ||
          (isa<ExtractElementInst>(instruction) && isa<ConstantInt>(instruction.getOperand(1)));
      auto* whole = extracts ? dyn_cast<Instruction>(instruction.getOperand(0)) : nullptr;
      if (whole && whole->getParent() != &block && !whole->isTerminator())
        instruction.moveBefore(*whole->getParent(), isa<PHINode>(whole)
                                                        ? whole->getParent()->getFirstInsertionPt()
                                                        : std::next(whole->getIterator()));
    }
}

} // namespace

PreservedAnalyses ScalariseAggregatesPass::run(Function& function,
                                               FunctionAnalysisManager& analyses) {
  ScalarizerPassOptions options;
  options.ScalarizeLoadStore = false;
  analyses.invalidate(function, ScalarizerPass(options).run(function, analyses));
  lowerVectorBitcasts(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  analyses.invalidate(function, DCEPass().run(function, analyses));
  splitStructPhis(function);
  rebuildVectorsWhereUsed(function);
  extractWhereDefined(function);
  return PreservedAnalyses::none();
}

} // namespace heddle::simt
