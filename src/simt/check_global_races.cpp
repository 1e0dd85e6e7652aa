#include "simt/check_global_races.h"

#include "ir/checker_abi.h"
#include "ir/thread_operations.h"
#include "simt/checked_accesses.h"
#include "simt/race_instrumentation.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::simt {
namespace {

using Memory = CheckedAccesses::Memory;

constexpr std::uint64_t kGranuleBytes = 4;
constexpr std::uint64_t kAllBytes = 0xf;
constexpr std::uint64_t kEpochUnit = std::uint64_t{1} << kGlobalRaceEpochShift;
constexpr std::uint64_t kRunUnit = std::uint64_t{1} << kGlobalRaceRunShift;
constexpr std::uint64_t kThreadBits = kGlobalRaceThreadMask << kGlobalRaceThreadShift;

bool isShared(const CheckedAccesses& checks, const Access& access) {
  const std::optional<KnownMemory> known = checks.knownMemory(access);
  return known && StringRef(known->space) == "shared";
}

// Asks whether the access may be to global memory. Memory of which nothing is known may be.
bool mayBeGlobal(const CheckedAccesses& checks, const Access& access) {
  const std::optional<KnownMemory> known = checks.knownMemory(access);
  return !checks.isOfParameters(access) && (!known || StringRef(known->space) == "global");
}

bool isAtomicOrVolatile(const Instruction& instruction) {
  return instruction.isAtomic() || instruction.isVolatile();
}

// Adds the checks to one function.
class GlobalRaceChecks {
public:
  explicit GlobalRaceChecks(Function& function) : function_(function), checks_(function) {
    for (Instruction& instruction : instructions(function))
      collect(instruction);
  }

  bool ordersClusters() const { return ordersClusters_; }
  std::uint32_t hidden() const { return hidden_; }

  bool insert(RaceSites& sites, std::uint32_t hidden) {
    if (accesses_.empty() && barriers_.empty())
      return false;
    sites_ = &sites;
    hidden_ = hidden;
    findStamp();
    for (const Access& access : accesses_)
      insertCheck(access);
    for (Instruction* barrier : barriers_)
      beginEpoch(*barrier);
    return true;
  }

private:
  void collect(Instruction& instruction) {
    const ThreadOp op = threadOp(instruction);
    ordersClusters_ |= op == ThreadOp::ClusterArrive;
    if (op == ThreadOp::WarpBarrier)
      hidden_ |= kGlobalRaceHiddenInWarp;
    if (isBarrierOfWholeBlock(instruction))
      barriers_.push_back(&instruction);
    else if (isBarrierOfBlock(instruction))
      hidden_ |= kGlobalRaceHiddenInBlock;
    const std::optional<Access> access = accessOf(instruction);
    if (!access)
      return;
    // Threads of a block may order each other by flags and locks in shared memory.
    if (isShared(checks_, *access) && isAtomicOrVolatile(instruction) &&
        (instruction.isVolatile() || orderingOf(instruction) != AtomicOrdering::Monotonic))
      hidden_ |= kGlobalRaceHiddenInBlock;
    if (mayBeGlobal(checks_, *access))
      accesses_.push_back(*access);
  }

  void findStamp() {
    IRBuilder<> builder(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Type* const i64 = builder.getInt64Ty();
    Value* const shared = callThreadOp(builder, ThreadOp::SharedBase);
    Value* const total = builder.CreateZExt(callThreadOp(builder, ThreadOp::TotalSmemSize), i64);
    Value* const rounded =
        builder.CreateAnd(builder.CreateAdd(total, builder.getInt64(kSharedAlignment - 1)),
                          builder.getInt64(~std::uint64_t{kSharedAlignment - 1}));
    Value* const begin = builder.CreateGEP(
        builder.getInt8Ty(), shared, builder.CreateAdd(rounded, builder.getInt64(kRaceShadowBytes)),
        "global.race");
    Value* const stamps = builder.CreateConstGEP1_64(builder.getInt8Ty(), begin, 64);
    stampPointer_ = builder.CreateGEP(i64, stamps, threadNumber(builder), "stamp.at");
    floorPointer_ = builder.CreateConstGEP1_64(i64, begin, 7);
    // What has no shadow has this pair of words, which nobody looks at.
    nowhere_ = builder.CreatePtrToInt(begin, i64);
  }

  Value* load(IRBuilder<>& builder, Value* at, const char* name) {
    return ofChecker(builder.CreateAlignedLoad(builder.getInt64Ty(), at, Align(8), name));
  }
  Value* symbol(IRBuilder<>& builder, const char* name) {
    return builder.CreatePtrToInt(
        function_.getParent()->getOrInsertGlobal(name, builder.getInt8Ty()), builder.getInt64Ty());
  }
  static Value* hasBits(IRBuilder<>& builder, Value* word, std::uint64_t bits) {
    return builder.CreateICmpNE(builder.CreateAnd(word, builder.getInt64(bits)),
                                builder.getInt64(0));
  }

  // Where the words of the first four bytes of an access lie, as a number.
  struct Shadow {
    Value *words, *isThere;
  };
  Shadow shadowOf(IRBuilder<>& builder, Value* address) {
    Type* const i64 = builder.getInt64Ty();
    Value* const offset = builder.CreateSub(address, symbol(builder, kGlobalRaceBegin));
    Value* const chunk = builder.CreateLShr(offset, kGlobalRaceChunkBits, "chunk");
    Value* const isInTable = builder.CreateICmpULT(chunk, symbol(builder, kGlobalRaceChunkCount));
    Value* const table =
        function_.getParent()->getOrInsertGlobal(kGlobalRaceChunks, builder.getInt8Ty());
    Value* const entry = builder.CreateSelect(isInTable, chunk, builder.getInt64(0));
    Value* const shadow = load(builder, builder.CreateGEP(i64, table, entry), "shadow");
    Value* const isThere = builder.CreateAnd(
        isInTable, builder.CreateICmpNE(shadow, builder.getInt64(0)), "has.shadow");
    Value* const within =
        builder.CreateAnd(offset, builder.getInt64((1u << kGlobalRaceChunkBits) - kGranuleBytes));
    return {builder.CreateAdd(shadow, builder.CreateShl(within, 2)), isThere};
  }

  struct Words {
    Value *write, *read; // where they lie
    Value *writer, *reader;
  };
  Words wordsAt(IRBuilder<>& builder, const Shadow& shadow, std::uint64_t index) {
    Type* const pointer = PointerType::get(builder.getContext(), 0);
    Value* const at = builder.CreateSelect(
        shadow.isThere, builder.CreateAdd(shadow.words, builder.getInt64(index * 16)), nowhere_);
    Words words;
    words.write = builder.CreateIntToPtr(at, pointer);
    words.read = builder.CreateConstGEP1_64(builder.getInt64Ty(), words.write, 1);
    words.writer = load(builder, words.write, "written");
    words.reader = load(builder, words.read, "read");
    return words;
  }

  // How a word of the shadow stands to the thread.
  struct Relation {
    Value* isRecent;     // neither empty nor of a grid that is ordered before
    Value* isOtherBlock; // by its run
    Value* isSameEpoch;  // of the same block, without a barrier in between
    Value* isOtherThread;
  };
  Relation relationTo(IRBuilder<>& builder, Value* stamp, Value* floor, Value* word) {
    Value* const difference = builder.CreateXor(word, stamp);
    return {builder.CreateICmpUGE(word, floor),
            builder.CreateICmpUGE(difference, builder.getInt64(kRunUnit)),
            builder.CreateICmpULT(difference, builder.getInt64(kEpochUnit)),
            hasBits(builder, difference, kThreadBits)};
  }
  // Whether the access in the word may be in conflict with one of this thread.
  Value* isOther(IRBuilder<>& builder, const Relation& relation, Value* word) {
    Value* const thread =
        builder.CreateOr(relation.isOtherThread, hasBits(builder, word, kGlobalRaceThreads));
    Value* const block =
        builder.CreateOr(relation.isOtherBlock, hasBits(builder, word, kGlobalRaceBlocks));
    return builder.CreateAnd(
        relation.isRecent,
        builder.CreateOr(block, builder.CreateAnd(relation.isSameEpoch, thread)));
  }

  // Two atomics are no race.
  Value* isConflict(IRBuilder<>& builder, const Access& access, const Relation& relation,
                    Value* word) {
    Value* const other = isOther(builder, relation, word);
    if (!isAtomicOrVolatile(*access.instruction))
      return other;
    return builder.CreateAnd(other, builder.CreateNot(hasBits(builder, word, kGlobalRaceAtomic)));
  }

  void judge(IRBuilder<>& builder, const Access& access) {
    auto* const site = cast<Constant>(siteOf(builder, access));
    checks_.callEngine(builder, "heddle_check_global_race",
                       {CheckedAccesses::address(builder, access), valueOf(builder, access), site,
                        sites_->placeholder(),
                        builder.getInt32(static_cast<std::uint32_t>(
                            hidden_ | sites_->number(site) << kGlobalRaceSiteNumberShift))},
                       Memory::Kernels);
  }
  // The engine knows by the end of the text that an access is atomic or volatile.
  Value* siteOf(IRBuilder<>& builder, const Access& access) {
    const char* const kind = access.operation == Access::Operation::Read ? "read " : "write ";
    const char* const space = access.instruction->isAtomic()     ? " global atomic"
                              : access.instruction->isVolatile() ? " global volatile"
                                                                 : " global";
    return checks_.site(builder, *access.instruction, kind + std::to_string(access.bytes) + space);
  }

  static Value* bytesOf(IRBuilder<>& builder, const Access& access, Value* address) {
    if (access.bytes >= kGranuleBytes)
      return builder.getInt64(kAllBytes << kGlobalRaceBytesShift);
    Value* const within = builder.CreateAnd(address, builder.getInt64(kGranuleBytes - 1));
    return builder.CreateShl(builder.getInt64(((1u << access.bytes) - 1) << kGlobalRaceBytesShift),
                             within);
  }

  // The word of a reader says whether there were others before it that still count.
  Value* withEarlierReaders(IRBuilder<>& builder, Value* word, const Relation& relation,
                            Value* reader) {
    const auto flag = [&](Value* condition, std::uint64_t bits) {
      return builder.CreateSelect(condition, builder.getInt64(bits), builder.getInt64(0));
    };
    Value* const blocks = builder.CreateAnd(
        relation.isRecent,
        builder.CreateOr(relation.isOtherBlock, hasBits(builder, reader, kGlobalRaceBlocks)));
    Value* const threads = builder.CreateAnd(
        builder.CreateAnd(relation.isRecent, relation.isSameEpoch),
        builder.CreateOr(relation.isOtherThread, hasBits(builder, reader, kGlobalRaceThreads)));
    return builder.CreateOr(
        word, builder.CreateOr(flag(blocks, kGlobalRaceBlocks), flag(threads, kGlobalRaceThreads)));
  }

  void insertCheck(const Access& access) {
    IRBuilder<> builder(access.instruction);
    auto* const site = cast<Constant>(siteOf(builder, access));
    Value* const address = CheckedAccesses::address(builder, access);
    const Shadow shadow = shadowOf(builder, address);
    Value* const stamp = load(builder, stampPointer_, "stamp");
    Value* const floor = load(builder, floorPointer_, "floor");
    Value* const word = builder.CreateOr(
        builder.CreateOr(stamp, bytesOf(builder, access, address)),
        builder.getInt64(sites_->number(site) << kGlobalRaceSiteShift |
                         (isAtomicOrVolatile(*access.instruction) ? kGlobalRaceAtomic : 0)));
    const std::uint64_t count = std::max<std::uint64_t>(access.bytes / kGranuleBytes, 1);
    std::vector<std::pair<Value*, Value*>> notes; // where, and which word
    Value* conflict = builder.getFalse();
    for (std::uint64_t index = 0; index < count; ++index) {
      const Words words = wordsAt(builder, shadow, index);
      const Relation writer = relationTo(builder, stamp, floor, words.writer);
      const Relation reader = relationTo(builder, stamp, floor, words.reader);
      conflict = builder.CreateOr(conflict, isConflict(builder, access, writer, words.writer));
      if (access.writes())
        conflict = builder.CreateOr(conflict, isConflict(builder, access, reader, words.reader));
      notes.emplace_back(access.writes() ? words.write : words.read,
                         access.writes() ? word
                                         : withEarlierReaders(builder, word, reader, words.reader));
    }
    conflict = builder.CreateAnd(conflict, shadow.isThere, "conflict");
    judgeWhere(conflict, access.instruction, access);
    noteOrdering(access);
    // A write is noted when it has happened, since the engine compares what is in memory with the
    // value of a lane that has lost its word.
    Instruction* const behind =
        access.writes() ? access.instruction->getNextNode() : access.instruction;
    note(behind, access, builder, shadow.isThere, conflict, stamp, notes);
  }

  void judgeWhere(Value* condition, Instruction* before, const Access& access) {
    IRBuilder<> builder(before);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, condition);
    Instruction* const forGang =
        SplitBlockAndInsertIfThen(any, before, false, unlikelyBranch(function_.getContext()));
    IRBuilder<> judged(SplitBlockAndInsertIfThen(condition, forGang, false));
    judge(judged, access);
  }

  // Notes the access where it was not judged; the engine notes those. Lanes of one address lose
  // their words to one of them. A write that was lost is judged, and a read leaves a flag.
  void note(Instruction* before, const Access& access, IRBuilder<>& builder, Value* isThere,
            Value* conflict, Value* stamp, ArrayRef<std::pair<Value*, Value*>> notes) {
    builder.SetInsertPoint(before);
    Value* const toNote = builder.CreateAnd(isThere, builder.CreateNot(conflict));
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, toNote);
    Instruction* const forGang = SplitBlockAndInsertIfThen(any, before, false);
    Instruction* const forLane = SplitBlockAndInsertIfThen(toNote, forGang, false);
    builder.SetInsertPoint(forLane);
    Value* isLost = builder.getFalse();
    for (const auto& [at, word] : notes) {
      ofChecker(builder.CreateAlignedStore(word, at, Align(8)));
      isLost = builder.CreateOr(isLost, isLostTo(builder, load(builder, at, "kept"), stamp));
    }
    // Atomics of several lanes at one address are no race, and one of their words is enough.
    if (access.writes() && isAtomicOrVolatile(*access.instruction))
      return;
    if (access.writes())
      return judgeWhere(isLost, forLane, access);
    IRBuilder<> again(SplitBlockAndInsertIfThen(isLost, forLane, false));
    for (const auto& [at, word] : notes)
      ofChecker(again.CreateAlignedStore(again.CreateOr(word, again.getInt64(kGlobalRaceThreads)),
                                         at, Align(8)));
  }
  // Whether a word that was just stored is another thread's of the same block. Blocks that run on
  // other workers may have stored theirs, which the next access to these bytes finds.
  static Value* isLostTo(IRBuilder<>& builder, Value* kept, Value* stamp) {
    Value* const difference = builder.CreateXor(kept, stamp);
    return builder.CreateAnd(builder.CreateICmpULT(difference, builder.getInt64(kEpochUnit)),
                             hasBits(builder, difference, kThreadBits));
  }

  void noteOrdering(const Access& access) {
    if (!isAtomicOrVolatile(*access.instruction))
      return;
    IRBuilder<> builder(access.instruction);
    Value* const address = CheckedAccesses::address(builder, access);
    if (access.writes())
      checks_.callEngine(builder, "heddle_global_race_release", address, Memory::Kernels);
    builder.SetInsertPoint(access.instruction->getNextNode());
    if (access.reads())
      checks_.callEngine(builder, "heddle_global_race_acquire", address, Memory::Kernels);
  }

  // A thread that has passed a barrier of the block is in its next epoch. When the bits for epochs
  // are used up, the thread stays in the last one, in which nothing is followed.
  void beginEpoch(Instruction& barrier) {
    IRBuilder<> builder(barrier.getNextNode());
    Value* const stamp = load(builder, stampPointer_, "stamp");
    Value* const isLast = builder.CreateICmpEQ(
        builder.CreateAnd(stamp, builder.getInt64(kGlobalRaceEpochs << kGlobalRaceEpochShift)),
        builder.getInt64(kGlobalRaceEpochs << kGlobalRaceEpochShift));
    Value* const next =
        builder.CreateSelect(isLast, stamp, builder.CreateAdd(stamp, builder.getInt64(kEpochUnit)));
    ofChecker(builder.CreateAlignedStore(next, stampPointer_, Align(8)));
  }

  Function& function_;
  CheckedAccesses checks_;
  std::vector<Access> accesses_;
  std::vector<Instruction*> barriers_; // of the whole block
  bool ordersClusters_ = false;
  std::uint32_t hidden_ = 0;
  RaceSites* sites_ = nullptr;
  Value *stampPointer_ = nullptr, *floorPointer_ = nullptr, *nowhere_ = nullptr;
};

} // namespace

PreservedAnalyses CheckGlobalRacesPass::run(Module& module, ModuleAnalysisManager&) {
  std::vector<GlobalRaceChecks> all;
  for (Function& function : module)
    if (!function.isDeclaration())
      all.emplace_back(function);
  if (any_of(all, [](const GlobalRaceChecks& each) { return each.ordersClusters(); }))
    return PreservedAnalyses::all();
  std::uint32_t hidden = 0;
  for (const GlobalRaceChecks& each : all)
    hidden |= each.hidden();
  RaceSites sites(module, kGlobalRaceSites);
  bool isChanged = false;
  for (GlobalRaceChecks& each : all)
    isChanged |= each.insert(sites, hidden);
  sites.make();
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::simt
