#include "simt/check_shared_races.h"

#include "ir/checker_abi.h"
#include "ir/checker_notes.h"
#include "ir/thread_operations.h"
#include "simt/barrier_intervals.h"
#include "simt/checked_accesses.h"
#include "simt/lower_clusters.h"
#include "simt/race_instrumentation.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

using Memory = CheckedAccesses::Memory;

constexpr std::uint64_t kGranuleBytes = 1u << kRaceGranuleBits;
constexpr std::uint64_t kEpochUnit = std::uint64_t{1} << kRaceEpochShift;
constexpr std::uint64_t kThreadBits = kRaceThreads << kRaceThreadShift;
constexpr std::uint64_t kClockBits = kRaceClocks << kRaceClockShift;

bool isOfShared(const CheckedAccesses& checks, const Access& access) {
  const std::optional<KnownMemory> known = checks.knownMemory(access);
  return known && StringRef(known->space) == "shared";
}

// The threads that a barrier of a warp is for; null for other instructions. Shuffles and votes
// exchange values, but do not order accesses to memory.
Value* warpMembers(Instruction& instruction) {
  return threadOp(instruction) == ThreadOp::WarpBarrier
             ? cast<CallInst>(instruction).getArgOperand(0)
             : nullptr;
}

// What a note says of asynchronous copies; nothing for other instructions.
std::optional<CheckerNote> copyNote(const Instruction& instruction) {
  if (threadOp(instruction) != ThreadOp::Note)
    return std::nullopt;
  const auto kind = static_cast<CheckerNote>(
      cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(0))->getZExtValue());
  switch (kind) {
  case CheckerNote::CopyStart:
  case CheckerNote::CopyCommit:
  case CheckerNote::CopyWait:
  case CheckerNote::CopyWaitAll:
    return kind;
  case CheckerNote::MbarrierInit:
  case CheckerNote::MbarrierInval:
  case CheckerNote::MbarrierUse:
  case CheckerNote::BulkRead:
  case CheckerNote::BulkWrite:
    return std::nullopt;
  }
  return std::nullopt;
}

// The checks of one function.
class RaceChecks {
public:
  explicit RaceChecks(Function& function) : function_(function), checks_(function) { collect(); }

  // Whether the function copies tensors. Such copies order threads in ways that the checker does
  // not follow.
  bool copiesTensors() const { return copiesTensors_; }
  // Whether the function has addresses in the shared memory of other blocks of its cluster.
  bool reachesOtherBlocks() const { return reachesOtherBlocks_; }
  // Whether atomics order threads of the function.
  bool hasOrderingAtomics() const { return hasOrderingAtomics_; }
  // Whether the engine has to know all accesses between two barriers of the block.
  bool needsAll() const { return needsAll_; }
  // Whether the function makes asynchronous copies, which are not complete before a wait.
  bool hasCopies() const { return !copyNotes_.empty(); }

  bool insert(RaceSites& sites, bool isPrecise, bool followsCopies) {
    if (accesses_.empty() && orderings_.empty())
      return false;
    sites_ = &sites;
    isPrecise_ = isPrecise;
    followsCopies_ = followsCopies;
    if (!followsCopies)
      leaveOutReadsWithoutWrites();
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    findShadow(builder);
    for (const Access& access : accesses_)
      insertCheck(access);
    for (Instruction* instruction : orderings_)
      noteOrdering(*instruction);
    for (CallInst* note : copyNotes_)
      insertCopyNote(*note);
    return true;
  }

private:
  void collect() {
    for (Instruction& instruction : instructions(function_)) {
      const ThreadOp op = threadOp(instruction);
      copiesTensors_ |= op == ThreadOp::TensorCopy;
      reachesOtherBlocks_ |= op == ThreadOp::ClusterStride;
      if (copyNote(instruction))
        copyNotes_.push_back(cast<CallInst>(&instruction));
      const bool isOfBlock = isBarrierOfBlock(instruction), isOfWarp = warpMembers(instruction);
      const bool isOfCluster = op == ThreadOp::ClusterArrive;
      if (isOfBlock || isOfWarp || isOfCluster)
        orderings_.push_back(&instruction);
      needsAll_ |= isOfWarp || isOfCluster || (isOfBlock && !isBarrierOfWholeBlock(instruction));
      if (const std::optional<Access> access = accessOf(instruction);
          access && isOfShared(checks_, *access))
        collectAccess(*access);
    }
  }
  void collectAccess(const Access& access) {
    accesses_.push_back(access);
    needsAll_ |= access.bytes < kGranuleBytes;
    if (!access.instruction->isAtomic() ||
        orderingOf(*access.instruction) == AtomicOrdering::Monotonic)
      return;
    orderings_.push_back(access.instruction);
    hasOrderingAtomics_ = needsAll_ = true;
  }

  // Where nothing is written between two barriers of the block, no read there can be in a race.
  void leaveOutReadsWithoutWrites() {
    InstructionSet writes;
    for (const Access& access : accesses_)
      if (access.writes())
        writes.insert(access.instruction);
    const InstructionSet alone = instructionsWithoutWrites(
        function_, [&](const Instruction& each) { return writes.contains(&each); });
    erase_if(accesses_, [&](const Access& access) { return alone.contains(access.instruction); });
  }

  // The addresses of the shadow, which are the same for all accesses.
  void findShadow(IRBuilder<>& builder) {
    Type* const i64 = builder.getInt64Ty();
    Value* const base = callThreadOp(builder, ThreadOp::SharedBase);
    base_ = builder.CreatePtrToInt(base, i64);
    Value* const total = builder.CreateZExt(callThreadOp(builder, ThreadOp::TotalSmemSize), i64);
    sharedBytes_ = builder.CreateBinaryIntrinsic(Intrinsic::umin, total,
                                                 builder.getInt64(kMostRaceSharedBytes));
    Value* const rounded =
        builder.CreateAnd(builder.CreateAdd(total, builder.getInt64(kSharedAlignment - 1)),
                          builder.getInt64(~std::uint64_t{kSharedAlignment - 1}));
    Value* const stamps = builder.CreateGEP(
        builder.getInt8Ty(), base, builder.CreateAdd(rounded, builder.getInt64(kRaceGapBytes)));
    words_ = builder.CreateConstGEP1_64(builder.getInt8Ty(), stamps, kRaceStampBytes);
    stampPointer_ = builder.CreateGEP(i64, stamps, threadNumber(builder), "stamp.at");
  }

  // What an access finds in the shadow of its bytes.
  struct Finding {
    Value* word; // the address of the last write; those of the reads are behind it
    Value *writer, *reader;
    Value *isOtherWriter, *isOtherReader; // another thread, since the last barrier of the block
  };

  Value* load(IRBuilder<>& builder, Value* at, const char* name) {
    return ofChecker(builder.CreateAlignedLoad(builder.getInt64Ty(), at, Align(8), name));
  }
  static void storeShadow(IRBuilder<>& builder, Value* word, Value* at) {
    ofChecker(builder.CreateAlignedStore(word, at, Align(8)));
  }
  static Value* hasBits(IRBuilder<>& builder, Value* word, std::uint64_t bits) {
    return builder.CreateICmpNE(builder.CreateAnd(word, builder.getInt64(bits)),
                                builder.getInt64(0));
  }
  // Whether the word is of this epoch, from the difference between it and the stamp.
  static Value* isCurrent(IRBuilder<>& builder, Value* difference) {
    return builder.CreateICmpULT(difference, builder.getInt64(kEpochUnit));
  }

  Finding find(IRBuilder<>& builder, Value* stamp, Value* granule) {
    Finding found;
    found.word = builder.CreateGEP(
        builder.getInt64Ty(), words_,
        builder.CreateMul(granule, builder.getInt64(kRaceGranuleWords), "", true, true));
    found.writer = load(builder, found.word, "written");
    found.reader = load(builder, readWord(builder, found), "read");
    const auto isOther = [&](Value* word) {
      Value* const difference = builder.CreateXor(word, stamp);
      return builder.CreateAnd(isCurrent(builder, difference),
                               hasBits(builder, difference, kThreadBits | kRaceSeveral));
    };
    found.isOtherWriter = isOther(found.writer);
    found.isOtherReader = isOther(found.reader);
    return found;
  }
  Value* readWord(IRBuilder<>& builder, const Finding& found) {
    return builder.CreateConstGEP1_64(builder.getInt64Ty(), found.word, 1);
  }
  Value* wordOfReadBefore(IRBuilder<>& builder, const Finding& found) {
    return builder.CreateConstGEP1_64(builder.getInt64Ty(), found.word, 2);
  }

  // Whether another thread's access may be in conflict with this one.
  Value* isConflict(IRBuilder<>& builder, const Access& access, const Finding& found) {
    Value* writer = found.isOtherWriter;
    if (access.operation == Access::Operation::Atomic && !isPrecise_)
      writer =
          builder.CreateAnd(writer, builder.CreateNot(hasBits(builder, found.writer, kRaceAtomic)));
    const bool needsReader = access.writes() || isPrecise_;
    return needsReader ? builder.CreateOr(writer, found.isOtherReader) : writer;
  }

  // The engine tells loads and stores that are atomic from others by the end of the text.
  Value* siteOf(IRBuilder<>& builder, const Access& access) {
    if (access.operation == Access::Operation::Atomic || !access.instruction->isAtomic())
      return checks_.site(builder, access);
    return checks_.site(builder, *access.instruction,
                        std::string(access.writes() ? "write " : "read ") +
                            std::to_string(access.bytes) + " shared atomic");
  }

  void judge(IRBuilder<>& builder, const Access& access) {
    checks_.callEngine(builder, "heddle_check_race",
                       {CheckedAccesses::address(builder, access), valueOf(builder, access),
                        siteOf(builder, access), sites_->placeholder()},
                       Memory::Kernels);
  }

  // Notes the access in the shadow of its bytes. Lanes that have the same address lose their words
  // to one of them. For reads and atomics it is enough to note that there are several, unless the
  // engine wants to know all of them. Writes of several lanes to one address are judged.
  void note(Instruction* before, const Access& access, Value* stamp, const Finding& found,
            Value* word) {
    IRBuilder<> builder(before);
    const bool isRead = !access.writes();
    Value* const at = isRead ? readWord(builder, found) : found.word;
    const bool marksSeveral = access.operation != Access::Operation::Write && !isPrecise_;
    if (marksSeveral) {
      Value* const isOther = isRead ? found.isOtherReader : found.isOtherWriter;
      word = builder.CreateOr(word, builder.CreateZExt(isOther, builder.getInt64Ty()));
    }
    if (isRead && marksSeveral)
      storeShadow(builder, found.reader, wordOfReadBefore(builder, found));
    storeShadow(builder, word, at);
    Value* const kept = load(builder, at, "kept");
    Value* const isLost = hasBits(builder, builder.CreateXor(kept, stamp), kThreadBits);
    if (marksSeveral) {
      IRBuilder<> again(SplitBlockAndInsertIfThen(isLost, before, false));
      if (isRead)
        storeShadow(again, again.CreateSelect(found.isOtherReader, found.reader, kept),
                    wordOfReadBefore(again, found));
      storeShadow(again, again.CreateOr(word, again.getInt64(kRaceSeveral)), at);
      return;
    }
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, isLost);
    Instruction* const forGang =
        SplitBlockAndInsertIfThen(any, before, false, unlikelyBranch(function_.getContext()));
    IRBuilder<> lost(SplitBlockAndInsertIfThen(isLost, forGang, false));
    judge(lost, access);
  }

  // Which of the four bytes of a granule the access is to, in the place that it has in a word.
  static Value* bytesOf(IRBuilder<>& builder, const Access& access, Value* offset) {
    if (access.bytes >= kGranuleBytes)
      return builder.getInt64(kRaceBytes << kRaceBytesShift);
    Value* const within = builder.CreateAnd(offset, builder.getInt64(kGranuleBytes - 1));
    return builder.CreateShl(builder.getInt64(((1u << access.bytes) - 1) << kRaceBytesShift),
                             within);
  }

  // Whether the shadow has the read already, so that nothing has to be noted.
  Value* isNoted(IRBuilder<>& builder, Value* stamp, const Finding& found) {
    Value* const difference = builder.CreateXor(found.reader, stamp);
    Value* isSame = builder.CreateNot(hasBits(builder, difference, kThreadBits));
    if (!isPrecise_)
      isSame = builder.CreateOr(isSame, hasBits(builder, found.reader, kRaceSeveral));
    return builder.CreateAnd(isCurrent(builder, difference), isSame);
  }

  void insertCheck(const Access& access) {
    IRBuilder<> builder(access.instruction);
    Type* const i64 = builder.getInt64Ty();
    auto* const site = cast<Constant>(siteOf(builder, access));
    Value* const stamp = load(builder, stampPointer_, "stamp");
    Value* const offset = builder.CreateSub(CheckedAccesses::address(builder, access), base_);
    Value* const isInside = builder.CreateICmpULT(offset, sharedBytes_);
    Value* const word =
        builder.CreateOr(builder.CreateOr(stamp, bytesOf(builder, access, offset)),
                         builder.getInt64(sites_->number(site) << kRaceSiteShift |
                                          (access.instruction->isAtomic() ? kRaceAtomic : 0)));
    // Out of bounds there is no shadow, but words that no other access looks at.
    Value* const outside = builder.getInt64(kMostRaceSharedBytes >> kRaceGranuleBits);
    Value* const granule = builder.CreateSelect(
        isInside, builder.CreateLShr(offset, kRaceGranuleBits), outside, "granule");
    const std::uint64_t count = std::max<std::uint64_t>(access.bytes / kGranuleBytes, 1);
    std::vector<Finding> all;
    Value* conflict = builder.getFalse();
    Value* isNew = builder.getFalse();
    for (std::uint64_t index = 0; index < count; ++index) {
      Value* const here = builder.CreateSelect(
          isInside, builder.CreateAdd(granule, ConstantInt::get(i64, index)), outside);
      all.push_back(find(builder, stamp, index == 0 ? granule : here));
      conflict = builder.CreateOr(conflict, isConflict(builder, access, all.back()));
      if (!access.writes())
        isNew = builder.CreateOr(isNew, builder.CreateNot(isNoted(builder, stamp, all.back())));
    }
    conflict = builder.CreateAnd(conflict, isInside, "conflict");
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, conflict);
    Instruction* const forGang = SplitBlockAndInsertIfThen(any, access.instruction, false,
                                                           unlikelyBranch(function_.getContext()));
    IRBuilder<> judged(SplitBlockAndInsertIfThen(conflict, forGang, false));
    judge(judged, access);
    // The engine notes what it has judged. A write is noted when it has happened, since the engine
    // compares what is in memory with the value of a lane that has lost its word.
    Instruction* const behind =
        access.writes() ? access.instruction->getNextNode() : access.instruction;
    builder.SetInsertPoint(behind);
    Value* toNote = builder.CreateNot(conflict);
    if (!access.writes())
      toNote = builder.CreateAnd(toNote, isNew);
    Value* const anyToNote = callThreadOp(builder, ThreadOp::MaskAny, toNote);
    Instruction* const noting = SplitBlockAndInsertIfThen(anyToNote, behind, false);
    Instruction* const forLane = SplitBlockAndInsertIfThen(toNote, noting, false);
    for (const Finding& found : all)
      note(forLane, access, stamp, found, word);
  }

  // A thread that has passed a barrier of the block is in its next epoch, and its clock begins
  // anew.
  void beginEpoch(Instruction& barrier) {
    IRBuilder<> builder(barrier.getNextNode());
    Value* const stamp = load(builder, stampPointer_, "stamp");
    Value* const next = builder.CreateAnd(builder.CreateAdd(stamp, builder.getInt64(kEpochUnit)),
                                          builder.getInt64(~kClockBits));
    ofChecker(builder.CreateAlignedStore(next, stampPointer_, Align(8)));
    if (followsCopies_)
      checks_.callEngine(builder, "heddle_race_copy_epoch", {}, Memory::Kernels);
  }

  void insertCopyNote(CallInst& note) {
    IRBuilder<> builder(&note);
    const auto call = [&](StringRef function, ArrayRef<Value*> arguments) {
      checks_.callEngine(builder, function, arguments, Memory::Kernels);
    };
    Value *const address = note.getArgOperand(1), *const count = note.getArgOperand(2);
    const CheckerNote kind = *copyNote(note);
    if (kind == CheckerNote::CopyStart) {
      const std::uint64_t bytes = cast<ConstantInt>(count)->getZExtValue();
      call("heddle_race_copy",
           {address, checks_.site(builder, note, "write " + std::to_string(bytes) + " shared"),
            sites_->placeholder()});
    } else if (kind == CheckerNote::CopyCommit)
      call("heddle_race_copy_commit", {});
    else
      call("heddle_race_copy_wait", {count, builder.getInt32(kind == CheckerNote::CopyWaitAll)});
  }

  void call(Instruction* before, StringRef function, ArrayRef<Value*> arguments) {
    IRBuilder<> builder(before);
    checks_.callEngine(builder, function, arguments, Memory::Kernels);
  }

  void noteOrdering(Instruction& instruction) {
    Instruction* const behind = instruction.getNextNode();
    if (isBarrierOfWholeBlock(instruction))
      return beginEpoch(instruction);
    if (threadOp(instruction) == ThreadOp::ClusterArrive) {
      IRBuilder<> builder(&instruction);
      return call(&instruction, "heddle_race_barrier_arrive",
                  {builder.getInt32(kClusterBarrier), builder.getInt32(0)});
    }
    if (isBarrierOfCluster(instruction))
      return call(behind, "heddle_race_barrier_leave",
                  cast<CallInst>(instruction).getArgOperand(0));
    if (isBarrierOfBlock(instruction)) {
      auto& barrier = cast<CallInst>(instruction);
      Value* const number = barrier.getArgOperand(0);
      call(&instruction, "heddle_race_barrier_arrive", {number, barrier.getArgOperand(1)});
      if (threadOp(instruction) != ThreadOp::BarrierArrive)
        call(behind, "heddle_race_barrier_leave", number);
      return;
    }
    if (Value* const members = warpMembers(instruction)) {
      call(&instruction, "heddle_race_warp_arrive", members);
      call(behind, "heddle_race_warp_leave", members);
      return;
    }
    const Access access = *accessOf(instruction);
    IRBuilder<> builder(&instruction);
    Value* const address = CheckedAccesses::address(builder, access);
    const AtomicOrdering ordering = orderingOf(instruction);
    if (isReleaseOrStronger(ordering))
      call(&instruction, "heddle_race_release", address);
    if (isAcquireOrStronger(ordering))
      call(behind, "heddle_race_acquire", address);
  }

  Function& function_;
  CheckedAccesses checks_;
  std::vector<Access> accesses_;
  std::vector<Instruction*> orderings_;
  std::vector<CallInst*> copyNotes_;
  bool copiesTensors_ = false, reachesOtherBlocks_ = false;
  bool hasOrderingAtomics_ = false, needsAll_ = false;
  bool isPrecise_ = false; // as needsAll(), for all functions of the module
  bool followsCopies_ = false;
  RaceSites* sites_ = nullptr;
  Value *base_ = nullptr, *sharedBytes_ = nullptr, *words_ = nullptr, *stampPointer_ = nullptr;
};

} // namespace

PreservedAnalyses CheckSharedRacesPass::run(Module& module, ModuleAnalysisManager&) {
  std::vector<RaceChecks> all;
  for (Function& function : module)
    if (!function.isDeclaration())
      all.emplace_back(function);
  const bool isOrderedByOthers =
      any_of(all, [](const RaceChecks& each) { return each.reachesOtherBlocks(); }) &&
      any_of(all, [](const RaceChecks& each) { return each.hasOrderingAtomics(); });
  if (isOrderedByOthers || any_of(all, [](const RaceChecks& each) { return each.copiesTensors(); }))
    return PreservedAnalyses::all();
  const bool hasCopies = any_of(all, [](const RaceChecks& each) { return each.hasCopies(); });
  const bool isPrecise =
      hasCopies || any_of(all, [](const RaceChecks& each) { return each.needsAll(); });
  RaceSites sites(module, kRaceSites);
  bool isChanged = false;
  for (RaceChecks& each : all)
    isChanged |= each.insert(sites, isPrecise, hasCopies);
  sites.make();
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
