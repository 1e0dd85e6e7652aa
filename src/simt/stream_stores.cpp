#include "simt/stream_stores.h"

#include "ir/kernel_abi.h"
#include "simt/function_attributes.h"
#include "simt/region_functions.h"
#include "simt/vector_target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace llvm;

namespace heddle::simt {
namespace {

bool tellsOtherBlocks(const Instruction& instruction) {
  if (isa<IntrinsicInst>(instruction))
    return false;
  return isa<CallBase>(instruction) || instruction.isAtomic() || instruction.isVolatile();
}

bool isPrefetch(const User* user) {
  auto* call = dyn_cast<IntrinsicInst>(user);
  return call && call->getIntrinsicID() == Intrinsic::prefetch;
}

// What the kernel reads, as the objects that LLVM finds behind the addresses. In a block function
// that includes what it prefetches to write it. In a region it does not: on a Xeon with AVX-512,
// that of CUB's scan which writes the sums takes 317 cycles a warp around the caches and 689
// through them, both without prefetches (2026-11, one thread, outside of the engine).
SmallPtrSet<const Value*, 8> objectsRead(const Function& function) {
  const bool isRegion = function.hasFnAttribute(kRegion);
  SmallPtrSet<const Value*, 8> objects;
  for (const Instruction& instruction : instructions(function)) {
    if (isRegion && isPrefetch(&instruction))
      continue;
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      objects.insert(getUnderlyingObject(load->getPointerOperand(), 0));
    else if (auto* call = dyn_cast<IntrinsicInst>(&instruction);
             call && call->mayReadFromMemory() && call->arg_size() > 0)
      objects.insert(getUnderlyingObject(call->getArgOperand(0), 0));
  }
  return objects;
}

class StoreStreamer {
public:
  StoreStreamer(Function& function, const LoopInfo& loops, ScalarEvolution& evolution)
      : function_(function), layout_(function.getParent()->getDataLayout()), loops_(loops),
        evolution_(evolution) {}

  bool run() {
    for (const Instruction& instruction : instructions(function_)) {
      if (tellsOtherBlocks(instruction))
        return false;
    }
    findStores();
    if (stores_.empty())
      return false;
    writesMuch_ = compareWithCache();
    for (StoreInst* store : stores_)
      stream(*store);
    return true;
  }

private:
  void findStores() {
    const SmallPtrSet<const Value*, 8> read = objectsRead(function_);
    for (Instruction& instruction : instructions(function_)) {
      auto* store = dyn_cast<StoreInst>(&instruction);
      if (!store || !store->getValueOperand()->getType()->isVectorTy())
        continue;
      const std::uint64_t bytes = bytesOf(*store);
      const Value* object = getUnderlyingObject(store->getPointerOperand(), 0);
      if (isGlobal(object) && isPowerOf2_64(bytes) && bytes >= kCacheLineBytes &&
          !read.contains(object))
        stores_.push_back(store);
    }
  }

  // Pointers among the parameters are loaded from memory. Where the block's own memory is, as its
  // shared memory, the block's context says itself.
  // One of several addresses is a lane of a vector of numbers.
  bool isGlobal(const Value* object) const {
    if (auto* lane = dyn_cast<ExtractElementInst>(object))
      return isa<IntToPtrInst>(lane->getVectorOperand());
    if (auto* load = dyn_cast<LoadInst>(object))
      return getUnderlyingObject(load->getPointerOperand(), 0) != function_.getArg(0);
    return isa<IntToPtrInst>(object);
  }

  static std::uint64_t bytesOfElement(const StoreInst& store) {
    return store.getValueOperand()->getType()->getScalarSizeInBits() / 8;
  }

  std::uint64_t bytesOf(const StoreInst& store) const {
    return layout_.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue();
  }

  std::uint64_t bytesOfBlock() const {
    SmallDenseMap<const BasicBlock*, std::uint64_t> bytesIn;
    const bool isRegion = function_.hasFnAttribute(kRegion);
    for (const StoreInst* store : stores_)
      bytesIn[store->getParent()] += isRegion ? bytesOfElement(*store) : bytesOf(*store);
    return isRegion ? bytesOfRegion(bytesIn) : bytesOfLongestWay(bytesIn);
  }

  // What a block writes is taken to be what is stored on the way through its function on which this
  // is most: there may be copies of a store for other gangs, of which one is run. A loop whose trip
  // count is not known counts once.
  std::uint64_t
  bytesOfLongestWay(const SmallDenseMap<const BasicBlock*, std::uint64_t>& bytesIn) const {
    std::uint64_t most = 0;
    SmallDenseMap<const BasicBlock*, std::uint64_t> upTo;
    for (const BasicBlock* block : ReversePostOrderTraversal<Function*>(&function_)) {
      std::uint64_t before = 0;
      for (const BasicBlock* from : predecessors(block))
        before = std::max(before, upTo.lookup(from));
      upTo[block] = before + bytesIn.lookup(block) * timesRun(*block);
      most = std::max(most, upTo[block]);
    }
    return most;
  }

  std::uint64_t timesRun(const BasicBlock& block) const {
    std::uint64_t times = 1;
    for (const Loop* loop = loops_.getLoopFor(&block); loop; loop = loop->getParentLoop())
      times *= std::max(evolution_.getSmallConstantTripCount(loop), 1u);
    return times;
  }

  // A region has the code of one gang, and its basic blocks may be copies of each other, so that
  // each thread writes what one of them stores.
  std::uint64_t
  bytesOfRegion(const SmallDenseMap<const BasicBlock*, std::uint64_t>& bytesOfThread) const {
    std::uint64_t most = 0;
    for (const auto& [block, bytes] : bytesOfThread)
      most = std::max(most, bytes);
    return most * blockDim(function_).threads();
  }

  Value* contextField(IRBuilder<>& builder, Type* type, std::size_t offset) {
    Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), function_.getArg(0), offset);
    return builder.CreateLoad(type, address);
  }

  Value* compareWithCache() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value* bytes = builder.getInt64(bytesOfBlock());
    for (unsigned axis = 0; axis < 3; ++axis) {
      Value* blocks = contextField(builder, builder.getInt32Ty(),
                                   offsetof(BlockContext, nctaid) + axis * sizeof(std::uint32_t));
      bytes = builder.CreateMul(bytes, builder.CreateZExt(blocks, builder.getInt64Ty()));
    }
    Value* cached =
        contextField(builder, builder.getInt64Ty(), offsetof(BlockContext, cachedGridBytes));
    return builder.CreateICmpUGT(bytes, cached, "writesMuch");
  }

  void stream(StoreInst& store) {
    IRBuilder<> builder(&store);
    Value* address = builder.CreatePtrToInt(store.getPointerOperand(), builder.getInt64Ty());
    Value* isAligned = builder.CreateICmpEQ(
        builder.CreateAnd(address, builder.getInt64(kCacheLineBytes - 1)), builder.getInt64(0));
    Instruction *streamed = nullptr, *cached = nullptr;
    SplitBlockAndInsertIfThenElse(builder.CreateAnd(writesMuch_, isAligned), store.getIterator(),
                                  &streamed, &cached);
    auto* around = cast<StoreInst>(store.clone());
    around->insertBefore(streamed->getIterator());
    around->setAlignment(Align(kCacheLineBytes));
    around->setMetadata(
        LLVMContext::MD_nontemporal,
        MDNode::get(function_.getContext(), ConstantAsMetadata::get(builder.getInt32(1))));
    movePrefetches(*store.getPointerOperand(), *builder.GetInsertBlock(), *cached);
    store.moveBefore(cached);
  }

  // Lets the block prefetch what later blocks will store (prefetch_next_blocks.h) only where they
  // will not store it around the caches.
  static void movePrefetches(Value& pointer, const BasicBlock& from, Instruction& to) {
    for (User* ahead : pointer.users()) {
      if (!isa<GetElementPtrInst>(ahead))
        continue;
      for (User* user : ahead->users())
        if (isPrefetch(user) && cast<Instruction>(user)->getParent() == &from)
          cast<Instruction>(user)->moveBefore(&to);
    }
  }

  Function& function_;
  const DataLayout& layout_;
  const LoopInfo& loops_;
  ScalarEvolution& evolution_;
  SmallVector<StoreInst*> stores_;
  Value* writesMuch_ = nullptr;
};

} // namespace

PreservedAnalyses StreamStoresPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const bool isX86 = Triple(function.getParent()->getTargetTriple()).isX86();
  const Attribute region = function.getFnAttribute(kRegion);
  if (!isX86 || (region.isValid() && region.getValueAsString() != kLastRegion))
    return PreservedAnalyses::all();
  StoreStreamer streamer(function, analyses.getResult<LoopAnalysis>(function),
                         analyses.getResult<ScalarEvolutionAnalysis>(function));
  return streamer.run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
