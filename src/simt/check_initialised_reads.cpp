#include "simt/check_initialised_reads.h"

#include "ir/checker_abi.h"
#include "ir/kernel_abi.h"
#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

using Memory = CheckedAccesses::Memory;

// The shadow of a local array is cleared by one store for each eight bytes.
constexpr std::uint64_t kMostLocalBytes = 1024;

MDNode* unlikely(LLVMContext& context) {
  return MDBuilder(context).createUnlikelyBranchWeights();
}

// Whether the engine writes to shared memory behind the back of compiled code, or other blocks do.
bool writesOtherwise(const Instruction& instruction) {
  const ThreadOp op = threadOp(instruction);
  return op == ThreadOp::ClusterArrive || op == ThreadOp::TensorCopy;
}

// Whether all uses of a pointer into a local array are accesses of this function.
bool isOnlyAccessed(const Value& pointer) {
  return all_of(pointer.uses(), [](const Use& use) {
    const User* const user = use.getUser();
    if (isa<LoadInst>(user))
      return true;
    if (isa<StoreInst>(user))
      return use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (auto* call = dyn_cast<IntrinsicInst>(user))
      return call->isLifetimeStartOrEnd();
    // PTX computes with addresses as numbers.
    const bool isAddress =
        isa<GetElementPtrInst, PtrToIntInst, IntToPtrInst>(user) ||
        (isa<BinaryOperator>(user) && cast<BinaryOperator>(user)->getOpcode() == Instruction::Add);
    return isAddress && isOnlyAccessed(*user);
  });
}

// The load whose value a store stores, if that is all that happens to the value.
LoadInst* copiedLoad(const Access& access) {
  auto* const store = dyn_cast<StoreInst>(access.instruction);
  auto* const load = store ? dyn_cast<LoadInst>(store->getValueOperand()) : nullptr;
  return load && load->isSimple() && store->isSimple() ? load : nullptr;
}
bool isOnlyStored(const LoadInst& load) {
  return !load.use_empty() && all_of(load.users(), [&](const User* user) {
    auto* const store = dyn_cast<StoreInst>(user);
    return store && store->isSimple() && store->getValueOperand() == &load;
  });
}

// Whether an atomic access only writes: an exchange whose result nobody uses, with which threads
// that begin together give a variable its first value.
bool onlyWrites(const Access& access) {
  auto* const update = dyn_cast<AtomicRMWInst>(access.instruction);
  return update && update->getOperation() == AtomicRMWInst::Xchg && update->use_empty();
}

// Padding is shorter than the members beside it. What is copied as one value of up to eight bytes
// is a structure, or a part of one, that begins with a member; a vector has members of four bytes,
// of which none is padding.
std::uint64_t copiedWordBytes(std::uint64_t bytes) {
  return bytes > 8 ? 4 : 8;
}

// The shadow of an access in words that lanes can load and store: eight bytes, or all of it if that
// is less.
class Shadow {
public:
  Shadow(IRBuilder<>& builder, std::uint64_t bytes, std::uint64_t mostBytes, Value* pointer)
      : wordBytes_(std::min({bytes & -bytes, mostBytes, std::uint64_t{8}})),
        wordCount_(bytes / wordBytes_),
        type_(builder.getIntNTy(static_cast<unsigned>(wordBytes_) * 8)), pointer_(pointer) {}

  // Whether a byte has not been written, or nothing of a word has.
  Value* isUnwritten(IRBuilder<>& builder) const {
    Value* all = ones();
    for (std::uint64_t index = 0; index < wordCount_; ++index)
      all = builder.CreateAnd(all, load(builder, index));
    return builder.CreateICmpNE(all, ones(), "unwritten");
  }
  Value* isWhollyUnwritten(IRBuilder<>& builder) const {
    Value* any = builder.getFalse();
    for (std::uint64_t index = 0; index < wordCount_; ++index)
      any = builder.CreateOr(any, isZero(builder, load(builder, index)));
    return any;
  }

  void mark(IRBuilder<>& builder) const {
    for (std::uint64_t index = 0; index < wordCount_; ++index)
      store(builder, ones(), index);
  }
  // A copy of what has not been written at all has been reported, and counts as written.
  void copy(IRBuilder<>& builder, const Shadow& from) const {
    for (std::uint64_t index = 0; index < wordCount_; ++index) {
      Value* const written = from.load(builder, index);
      store(builder, builder.CreateSelect(isZero(builder, written), ones(), written), index);
    }
  }

private:
  static Value* isZero(IRBuilder<>& builder, Value* word) {
    return builder.CreateICmpEQ(word, Constant::getNullValue(word->getType()), "unwritten");
  }
  Constant* ones() const { return Constant::getAllOnesValue(type_); }
  Value* word(IRBuilder<>& builder, std::uint64_t index) const {
    return index == 0 ? pointer_ : builder.CreateConstGEP1_64(type_, pointer_, index);
  }
  Value* load(IRBuilder<>& builder, std::uint64_t index) const {
    return ofChecker(
        builder.CreateAlignedLoad(type_, word(builder, index), Align(wordBytes_), "written"));
  }
  void store(IRBuilder<>& builder, Value* value, std::uint64_t index) const {
    ofChecker(builder.CreateAlignedStore(value, word(builder, index), Align(wordBytes_)));
  }

  std::uint64_t wordBytes_, wordCount_;
  IntegerType* type_;
  Value* pointer_;
};

// Adds the checks to one function.
class InitialisedChecks {
public:
  InitialisedChecks(Function& function, bool global, bool ofBlock)
      : function_(function), checks_(function), global_(global), ofBlock_(ofBlock) {}

  bool insert(bool followsShared) {
    followsShared_ = ofBlock_ && followsShared;
    if (ofBlock_)
      makeLocalShadows();
    if (global_)
      checkBulkReads();
    std::vector<Access> accesses;
    for (Instruction& instruction : instructions(function_))
      if (const std::optional<Access> access = accessOf(instruction);
          access && spaceOf(*access) != Space::None)
        accesses.push_back(*access);
    for (const Access& access : accesses)
      if (auto* load = dyn_cast<LoadInst>(access.instruction); load && isOnlyStored(*load))
        copied_[load] = access;
    if (any_of(accesses, [&](const Access& each) { return spaceOf(each) == Space::Shared; }))
      findSharedShadow();
    for (const Access& access : accesses)
      insertCheck(access);
    return !accesses.empty() || hasBulkReads_;
  }

private:
  // A copy by cp.async.bulk is a loop, but to a program it is one read, which is reported as such.
  void checkBulkReads() {
    std::vector<CallInst*> notes;
    for (Instruction& instruction : instructions(function_))
      if (const char* operation = bulkOperation(instruction);
          operation && StringRef(operation) == "read")
        notes.push_back(cast<CallInst>(&instruction));
    for (CallInst* const note : notes) {
      IRBuilder<> builder(note);
      checks_.callEngine(builder, "heddle_check_bulk_initialised",
                         {note->getArgOperand(1), note->getArgOperand(2),
                          checks_.site(builder, *note, "read 16 global")},
                         Memory::Kernels);
    }
    hasBulkReads_ = !notes.empty();
  }

  // Where an access goes; None for memory that is not checked.
  enum class Space { None, Shared, Local, Unknown };

  Space spaceOf(const Access& access) const {
    if (checks_.isOfParameters(access))
      return Space::None;
    const std::optional<KnownMemory> known = checks_.knownMemory(access);
    if (!known)
      return Space::Unknown;
    if (StringRef(known->space) == "shared")
      return followsShared_ ? Space::Shared : Space::None;
    return localShadows_.contains(CheckedAccesses::localArray(access)) ? Space::Local : Space::None;
  }

  void findSharedShadow() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Type* const i64 = builder.getInt64Ty();
    Value* const total = builder.CreateZExt(callThreadOp(builder, ThreadOp::TotalSmemSize), i64);
    Value* const rounded =
        builder.CreateAnd(builder.CreateAdd(total, builder.getInt64(kSharedAlignment - 1)),
                          builder.getInt64(~std::uint64_t{kSharedAlignment - 1}));
    sharedDistance_ = builder.CreateAdd(rounded, builder.getInt64(kSharedWrittenOffset));
  }

  void makeLocalShadows() {
    const DataLayout& layout = function_.getParent()->getDataLayout();
    std::vector<AllocaInst*> arrays;
    for (Instruction& instruction : function_.getEntryBlock())
      if (auto* array = dyn_cast<AllocaInst>(&instruction); array && isOnlyAccessed(*array))
        arrays.push_back(array);
    for (AllocaInst* const array : arrays)
      if (const std::optional<TypeSize> size = array->getAllocationSize(layout);
          size && size->getFixedValue() <= kMostLocalBytes)
        makeLocalShadow(*array, (size->getFixedValue() + 7) / 8);
  }
  // Nothing of an array has been written when the thread begins.
  void makeLocalShadow(AllocaInst& array, std::uint64_t words) {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst* const shadow =
        builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), words), nullptr, "writes");
    shadow->setAlignment(std::max(array.getAlign(), Align(8)));
    for (std::uint64_t index = 0; index < words; ++index)
      ofChecker(builder.CreateAlignedStore(
          builder.getInt64(0), builder.CreateConstGEP1_64(builder.getInt64Ty(), shadow, index),
          Align(8)));
    localShadows_[&array] = shadow;
  }

  Shadow shadowOf(IRBuilder<>& builder, const Access& access) {
    const Space space = spaceOf(access);
    const bool isCopied = copied_.contains(access.instruction) || sourceOf(access);
    const std::uint64_t mostBytes = isCopied ? copiedWordBytes(access.bytes) : 8;
    if (space == Space::Local) {
      AllocaInst* const array = CheckedAccesses::localArray(access);
      Type* const i64 = builder.getInt64Ty();
      Value* const offset = builder.CreateSub(builder.CreatePtrToInt(access.pointer, i64),
                                              builder.CreatePtrToInt(array, i64));
      return {builder, access.bytes, mostBytes,
              builder.CreateGEP(builder.getInt8Ty(), localShadows_[array], offset, "shadow")};
    }
    Value* const distance =
        space == Space::Shared ? sharedDistance_ : builder.getInt64(kInitialisedBytesDistance);
    return {builder, access.bytes, mostBytes,
            builder.CreateGEP(builder.getInt8Ty(), access.pointer, distance, "shadow")};
  }

  // What stands in for an access at an address that the inlined code cannot handle. What is outside
  // of shared memory or of an array is a mistake that memcheck finds.
  void judge(IRBuilder<>& builder, const Access& access) {
    if (spaceOf(access) != Space::Unknown)
      return;
    Value* const address = CheckedAccesses::address(builder, access);
    if (access.reads())
      checks_.callEngine(builder, "heddle_check_initialised",
                         {address, checks_.site(builder, access)}, Memory::Kernels);
    if (access.writes())
      checks_.callEngine(builder, "heddle_mark_initialised",
                         {address, builder.getInt32(static_cast<std::uint32_t>(access.bytes))},
                         Memory::Kernels);
  }

  void checkRead(Instruction* before, const Access& access) {
    IRBuilder<> builder(before);
    const Shadow shadow = shadowOf(builder, access);
    Value* const isUnwritten = copied_.contains(access.instruction)
                                   ? shadow.isWhollyUnwritten(builder)
                                   : shadow.isUnwritten(builder);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, isUnwritten);
    Instruction* const forGang =
        SplitBlockAndInsertIfThen(any, before, false, unlikely(builder.getContext()));
    IRBuilder<> report(SplitBlockAndInsertIfThen(isUnwritten, forGang, false));
    checks_.callEngine(
        report,
        spaceOf(access) == Space::Unknown ? "heddle_check_initialised" : "heddle_report_unwritten",
        {CheckedAccesses::address(report, access), checks_.site(report, access)}, Memory::Kernels);
  }

  // The access that a store copies the value of; null where the whole value counts as written.
  const Access* sourceOf(const Access& access) const {
    LoadInst* const load = copiedLoad(access);
    const auto found = load ? copied_.find(load) : copied_.end();
    return found == copied_.end() ? nullptr : &found->second;
  }

  bool hasShadow(const Access& access) const {
    return spaceOf(access) != Space::Unknown || global_;
  }

  void insertCheck(const Access& access) {
    const Access* const source = access.writes() ? sourceOf(access) : nullptr;
    const bool copies = source && hasShadow(*source);
    IRBuilder<> builder(access.instruction);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, checks_.isOutside(builder, access));
    Instruction *slow, *fast;
    SplitBlockAndInsertIfThenElse(any, access.instruction->getIterator(), &slow, &fast,
                                  unlikely(builder.getContext()));
    builder.SetInsertPoint(slow);
    judge(builder, access);
    if (!hasShadow(access))
      return;
    // In global memory compute-sanitizer counts each atomic access as a read.
    if (access.reads() && (spaceOf(access) == Space::Unknown || !onlyWrites(access)))
      checkRead(fast, access);
    if (copies)
      return copyShadow(fast, access, *source);
    builder.SetInsertPoint(fast);
    if (access.writes())
      shadowOf(builder, access).mark(builder);
  }

  void copyShadow(Instruction* before, const Access& access, const Access& source) {
    IRBuilder<> builder(before);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, checks_.isOutside(builder, source));
    Instruction *whole, *inPart;
    SplitBlockAndInsertIfThenElse(any, before->getIterator(), &whole, &inPart,
                                  unlikely(builder.getContext()));
    builder.SetInsertPoint(whole);
    shadowOf(builder, access).mark(builder);
    builder.SetInsertPoint(inPart);
    shadowOf(builder, access).copy(builder, shadowOf(builder, source));
  }

  Function& function_;
  CheckedAccesses checks_;
  const bool global_, ofBlock_;
  bool followsShared_ = false, hasBulkReads_ = false;
  Value* sharedDistance_ = nullptr;
  DenseMap<AllocaInst*, Value*> localShadows_;
  DenseMap<Instruction*, Access> copied_; // loads whose values are only stored again
};

} // namespace

PreservedAnalyses CheckInitialisedReadsPass::run(Module& module, ModuleAnalysisManager&) {
  const bool followsShared = none_of(
      module, [](Function& function) { return any_of(instructions(function), writesOtherwise); });
  bool isChanged = false;
  for (Function& function : module)
    if (!function.isDeclaration())
      isChanged |= InitialisedChecks(function, global_, ofBlock_).insert(followsShared);
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
