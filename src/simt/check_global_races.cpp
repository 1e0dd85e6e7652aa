#include "simt/check_global_races.h"

#include "ir/checker_abi.h"
#include "ir/thread_operations.h"
#include "simt/ascending_lanes.h"
#include "simt/checked_accesses.h"
#include "simt/race_instrumentation.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace heddle::simt {
namespace {

using Memory = CheckedAccesses::Memory;

constexpr std::uint64_t kGranuleBytes = 4;
constexpr std::uint64_t kAllBytes = 0xf;
constexpr std::uint64_t kEpochUnit = std::uint64_t{1} << kGlobalRaceEpochShift;
constexpr std::uint64_t kRunUnit = std::uint64_t{1} << kGlobalRaceRunShift;
constexpr std::uint64_t kThreadBits = kGlobalRaceThreadMask << kGlobalRaceThreadShift;
constexpr std::uint64_t kStampBits = ~((std::uint64_t{1} << kGlobalRaceThreadShift) - 1);

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

// Whether the thread writes the bytes that it reads before it comes to a barrier. Whatever is in
// conflict with the read is in conflict with the write, too, so the word of the write is enough.
bool isWrittenNext(const Access& read) {
  const DataLayout& layout = read.instruction->getModule()->getDataLayout();
  for (const Instruction* next = read.instruction->getNextNode(); next;
       next = next->getNextNode()) {
    if (auto* call = dyn_cast<CallBase>(next); call && !call->doesNotAccessMemory())
      return false;
    if (auto* store = dyn_cast<StoreInst>(next);
        store && store->isSimple() && store->getPointerOperand() == read.pointer &&
        layout.getTypeStoreSize(store->getValueOperand()->getType()) == read.bytes)
      return true;
  }
  return false;
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
    if (!mayBeGlobal(checks_, *access))
      return;
    accesses_.push_back(*access);
    if (isa<LoadInst>(instruction) && !isAtomicOrVolatile(instruction) && isWrittenNext(*access))
      isWrittenNext_.insert(&instruction);
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
    ofChecker(builder.CreateAlignedStore(sites_->placeholder(),
                                         builder.CreateConstGEP1_64(i64, begin, 6), Align(8)));
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

  Value* offsetOf(IRBuilder<>& builder, const Access& access) {
    return builder.CreateSub(CheckedAccesses::address(builder, access),
                             symbol(builder, kGlobalRaceBegin), "covered.offset");
  }
  // Whether a lane's address is one that has no shadow.
  Value* isAnyOutside(IRBuilder<>& builder, const Access& access) {
    auto* const outside = cast<ICmpInst>(builder.CreateICmpUGE(
        offsetOf(builder, access), symbol(builder, kGlobalRaceCovered), "uncovered"));
    outside->setMetadata(kBoundsCheck, MDNode::get(builder.getContext(), {}));
    return callThreadOp(builder, ThreadOp::MaskAny, outside);
  }

  // Where the word of some four bytes of an access lies. Addresses of four bytes and more are
  // aligned, and so lanes that access a row have a row of words.
  Value* wordAt(IRBuilder<>& builder, const Access& access, std::uint64_t index) {
    Value* offset = offsetOf(builder, access);
    if (access.bytes < kGranuleBytes)
      offset = builder.CreateAnd(offset, builder.getInt64(~(kGranuleBytes - 1)));
    offset = builder.CreateAdd(builder.CreateShl(offset, 1), builder.getInt64(index * 8));
    return atSymbol(builder, kGlobalRaceAccesses, offset);
  }
  Value* atSymbol(IRBuilder<>& builder, const char* name, Value* offset) {
    return builder.CreateGEP(builder.getInt8Ty(),
                             function_.getParent()->getOrInsertGlobal(name, builder.getInt8Ty()),
                             offset);
  }
  static std::uint64_t granulesOf(const Access& access) {
    return std::max<std::uint64_t>(access.bytes / kGranuleBytes, 1);
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

  void judge(IRBuilder<>& builder, const Access& access, std::uint32_t when = 0) {
    auto* const site = cast<Constant>(siteOf(builder, access));
    checks_.callEngine(builder, "heddle_check_global_race",
                       {CheckedAccesses::address(builder, access), valueOf(builder, access), site,
                        sites_->placeholder(),
                        builder.getInt32(static_cast<std::uint32_t>(
                            hidden_ | when | sites_->number(site) << kGlobalRaceSiteNumberShift))},
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
                            Value* last) {
    const auto flag = [&](Value* condition, std::uint64_t bits) {
      return builder.CreateSelect(condition, builder.getInt64(bits), builder.getInt64(0));
    };
    Value* const isRead =
        builder.CreateAnd(relation.isRecent, hasBits(builder, last, kGlobalRaceRead));
    Value* const blocks = builder.CreateAnd(
        isRead, builder.CreateOr(relation.isOtherBlock, hasBits(builder, last, kGlobalRaceBlocks)));
    Value* const threads = builder.CreateAnd(
        builder.CreateAnd(isRead, relation.isSameEpoch),
        builder.CreateOr(relation.isOtherThread, hasBits(builder, last, kGlobalRaceThreads)));
    return builder.CreateOr(
        word, builder.CreateOr(flag(blocks, kGlobalRaceBlocks), flag(threads, kGlobalRaceThreads)));
  }

  // What a thread writes into the shadow for an access.
  Value* wordOf(IRBuilder<>& builder, const Access& access, Value* stamp) {
    auto* const site = cast<Constant>(siteOf(builder, access));
    return builder.CreateOr(
        builder.CreateOr(stamp,
                         bytesOf(builder, access, CheckedAccesses::address(builder, access))),
        builder.getInt64(sites_->number(site) << kGlobalRaceSiteShift |
                         (access.writes() ? 0 : kGlobalRaceRead) |
                         (isAtomicOrVolatile(*access.instruction) ? kGlobalRaceAtomic : 0)));
  }

  // Loads the words of the shadow that an access is compared with.
  std::vector<Value*> earlierWords(IRBuilder<>& builder, const Access& access) {
    std::vector<Value*> words;
    for (std::uint64_t index = 0; index < granulesOf(access); ++index)
      words.push_back(load(builder, wordAt(builder, access, index), "last"));
    return words;
  }

  // Tells, by little code, words that cannot be in conflict: those of earlier grids and of this
  // thread alone, and for a read those of other reads.
  Value* isSuspicious(IRBuilder<>& builder, const Access& access, Value* stamp, Value* floor,
                      Value* word) {
    Value* const recent = builder.CreateICmpUGE(word, floor);
    Value* const difference = builder.CreateXor(word, stamp);
    if (access.writes())
      return builder.CreateAnd(
          recent, hasBits(builder, difference,
                          ~(kRunUnit - 1) | kThreadBits | kGlobalRaceThreads | kGlobalRaceBlocks));
    return builder.CreateAnd(builder.CreateAnd(recent, hasWrite(builder, word)),
                             hasBits(builder, difference, kStampBits));
  }
  // Whether the word is of a write, or of a read that stands for one, too.
  static Value* hasWrite(IRBuilder<>& builder, Value* word) {
    return builder.CreateICmpNE(
        builder.CreateAnd(word, builder.getInt64(kGlobalRaceRead | kGlobalRaceWritten)),
        builder.getInt64(kGlobalRaceRead));
  }
  // Tells whether the thread itself made the access with no barrier of the block since, and the
  // word is of a write or stands for one. A read then needs neither comparison nor word: whatever
  // is in conflict with it is in conflict with that access, too.
  static Value* isOwnWithWrite(IRBuilder<>& builder, Value* stamp, Value* word,
                               const Relation& relation) {
    Value* const isOthers = hasBits(builder, builder.CreateXor(word, stamp), kStampBits);
    return builder.CreateAnd(builder.CreateAnd(relation.isRecent, hasWrite(builder, word)),
                             builder.CreateNot(isOthers));
  }

  // The write that a read is to be compared with.
  struct EarlierWrite {
    Value* word;
    Value* isRecent; // not where there is none
  };
  EarlierWrite earlierWrite(IRBuilder<>& builder, Value* floor, Value* last) {
    Value* const entry = builder.CreateLShr(
        builder.CreateAnd(last, builder.getInt64(kGlobalRaceEntryMask)), kGlobalRaceEntryShift);
    Value* const distance = load(builder, entryAt(builder, entry).distance, "distance");
    Value* const stamp = builder.CreateAnd(last, builder.getInt64(kStampBits));
    Value* const word = builder.CreateSelect(hasBits(builder, last, kGlobalRaceWritten),
                                             builder.CreateAdd(stamp, distance), last, "written");
    Value* const isRecent =
        builder.CreateAnd(builder.CreateICmpUGE(last, floor), builder.CreateICmpUGE(word, floor));
    return {word, builder.CreateAnd(isRecent, hasWrite(builder, last))};
  }

  // The fields of an entry in the table of earlier writes.
  struct EntryPointers {
    Value *read, *distance;
  };
  EntryPointers entryAt(IRBuilder<>& builder, Value* number) {
    Value* const offset =
        builder.CreateMul(number, builder.getInt64(sizeof(GlobalRaceEarlierWrite)));
    return {atSymbol(builder, kGlobalRaceEarlierWrites, offset),
            atSymbol(builder, kGlobalRaceEarlierWrites,
                     builder.CreateAdd(
                         offset, builder.getInt64(offsetof(GlobalRaceEarlierWrite, distance))))};
  }
  // What the word of a read becomes that stands for a write, too, and whether there is an entry for
  // it. EarlierWrites::combine() (exec/earlier_writes.cpp) does the same.
  struct Combined {
    Value *word, *isFound;
  };
  Combined combine(IRBuilder<>& builder, Value* stamp, Value* word, Value* write) {
    Value* const isSameEpoch =
        builder.CreateICmpULT(builder.CreateXor(write, stamp), builder.getInt64(kEpochUnit));
    Value* const withReader =
        builder.CreateOr(builder.CreateAnd(write, builder.getInt64(~kThreadBits)),
                         builder.CreateAnd(stamp, builder.getInt64(kThreadBits)));
    Value* const distance =
        builder.CreateSub(builder.CreateSelect(isSameEpoch, write, withReader), stamp);
    Value* const read = builder.CreateAnd(word, builder.getInt64(kGlobalRaceEntryMask));
    Value* const mixed =
        builder.CreateXor(distance, builder.CreateShl(read, kGlobalRaceEntryHashShift));
    Value* const number =
        builder.CreateLShr(builder.CreateMul(mixed, builder.getInt64(kGlobalRaceEntryHash)),
                           64 - kGlobalRaceEntryBits);
    const EntryPointers entry = entryAt(builder, number);
    Value* const isFound = builder.CreateAnd(
        builder.CreateICmpEQ(load(builder, entry.read, "entry.read"), read),
        builder.CreateICmpEQ(load(builder, entry.distance, "entry.distance"), distance));
    Value* const rest = builder.CreateAnd(word, builder.getInt64(~kGlobalRaceEntryMask));
    Value* const combined =
        builder.CreateOr(builder.CreateOr(rest, builder.CreateShl(number, kGlobalRaceEntryShift)),
                         builder.getInt64(kGlobalRaceWritten));
    return {combined, isFound};
  }

  void insertCheck(const Access& access) {
    IRBuilder<> builder(access.instruction);
    Instruction *uncovered, *look;
    SplitBlockAndInsertIfThenElse(isAnyOutside(builder, access), access.instruction->getIterator(),
                                  &uncovered, &look, unlikelyBranch(function_.getContext()));
    builder.SetInsertPoint(uncovered);
    judge(builder, access, access.writes() ? kGlobalRaceBeforeWrites : 0);
    builder.SetInsertPoint(look);
    Value* const stamp = load(builder, stampPointer_, "stamp");
    Value* const floor = load(builder, floorPointer_, "floor");
    const std::vector<Value*> words = earlierWords(builder, access);
    Value* suspicious = builder.getFalse();
    for (Value* const word : words)
      suspicious = builder.CreateOr(suspicious, isSuspicious(builder, access, stamp, floor, word));
    Value* const isAnySuspicious = callThreadOp(builder, ThreadOp::MaskAny, suspicious);
    Instruction *careful, *quick;
    SplitBlockAndInsertIfThenElse(isAnySuspicious, look->getIterator(), &careful, &quick,
                                  unlikelyBranch(function_.getContext()));
    Value* const conflict = judgeCarefully(careful, access, stamp, floor, words);
    if (!access.writes()) {
      noteCarefully(careful, access, conflict);
      note(quick, access, /*isBehindWrites=*/false);
    }
    noteOrdering(access);
    if (access.writes())
      noteWrite(access, uncovered, look, careful, quick, conflict);
  }

  // Has the engine judge the lanes that are in conflict, and returns which ones are.
  Value* judgeCarefully(Instruction* before, const Access& access, Value* stamp, Value* floor,
                        ArrayRef<Value*> words) {
    IRBuilder<> builder(before);
    Value* conflict = builder.getFalse();
    for (Value* const word : words)
      conflict = builder.CreateOr(
          conflict,
          access.writes()
              ? isConflict(builder, access, relationTo(builder, stamp, floor, word), word)
              : isReadForEngine(builder, access, stamp, floor, word),
          "conflict");
    judgeWhere(conflict, before, access);
    return conflict;
  }
  // Whether a read is in conflict with the write before it, or is to take the place of a write for
  // which there is no entry yet.
  Value* isReadForEngine(IRBuilder<>& builder, const Access& access, Value* stamp, Value* floor,
                         Value* last) {
    const EarlierWrite write = earlierWrite(builder, floor, last);
    Value* isForEngine =
        isConflict(builder, access, relationTo(builder, stamp, floor, write.word), write.word);
    if (!isWrittenNext_.contains(access.instruction)) {
      Value* const isOwn =
          isOwnWithWrite(builder, stamp, last, relationTo(builder, stamp, floor, last));
      const Combined both = combine(builder, stamp, wordOf(builder, access, stamp), write.word);
      isForEngine =
          builder.CreateOr(isForEngine, builder.CreateNot(builder.CreateOr(isOwn, both.isFound)));
    }
    return builder.CreateAnd(write.isRecent, isForEngine);
  }

  // Notes the accesses that were not judged; the engine has noted those.
  void noteCarefully(Instruction* before, const Access& access, Value* conflict) {
    IRBuilder<> builder(before);
    Value* const toNote = builder.CreateNot(conflict);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, toNote);
    Instruction* const forGang = SplitBlockAndInsertIfThen(any, before, false);
    Instruction* const forLane = SplitBlockAndInsertIfThen(toNote, forGang, false);
    note(forLane, access, /*isBehindWrites=*/true);
  }

  // A write is noted when it has happened, since the engine compares what is in memory with the
  // value of a lane that has lost its word.
  void noteWrite(const Access& access, Instruction* uncovered, Instruction* look,
                 Instruction* careful, Instruction* quick, Value* conflict) {
    // How the gang came here: left to the engine, by the quick way, or by the careful one.
    IRBuilder<> builder(&look->getParent()->front());
    Type* const i1 = builder.getInt1Ty();
    PHINode* const wasQuick = builder.CreatePHI(i1, 2, "was.quick");
    wasQuick->addIncoming(builder.getTrue(), quick->getParent());
    wasQuick->addIncoming(builder.getFalse(), careful->getParent());
    PHINode* const wasJudged = builder.CreatePHI(i1, 2, "was.judged");
    wasJudged->addIncoming(builder.getFalse(), quick->getParent());
    wasJudged->addIncoming(conflict, careful->getParent());
    builder.SetInsertPoint(&access.instruction->getParent()->front());
    const auto merge = [&](Value* value, Value* otherwise, const char* name) {
      PHINode* const merged = builder.CreatePHI(i1, 2, name);
      merged->addIncoming(value, look->getParent());
      merged->addIncoming(otherwise, uncovered->getParent());
      return merged;
    };
    Value* const notesQuickly = merge(wasQuick, builder.getFalse(), "notes.quickly");
    Value* const isNoted = merge(wasJudged, builder.getTrue(), "is.noted");
    Value* const wasLeft = merge(builder.getFalse(), builder.getTrue(), "was.left");
    Instruction* const behind = access.instruction->getNextNode();
    Instruction *atOnce, *laneByLane;
    SplitBlockAndInsertIfThenElse(notesQuickly, behind->getIterator(), &atOnce, &laneByLane);
    note(atOnce, access, /*isBehindWrites=*/false);
    noteCarefully(laneByLane, access, isNoted);
    // Atomics of several lanes at one address are no race.
    if (isAtomicOrVolatile(*access.instruction))
      return;
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(wasLeft, behind, false, unlikelyBranch(function_.getContext())));
    judge(builder, access, kGlobalRaceBehindWrites);
  }

  void judgeWhere(Value* condition, Instruction* before, const Access& access) {
    IRBuilder<> builder(before);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, condition);
    Instruction* const forGang =
        SplitBlockAndInsertIfThen(any, before, false, unlikelyBranch(function_.getContext()));
    IRBuilder<> judged(SplitBlockAndInsertIfThen(condition, forGang, false));
    judge(judged, access);
  }

  // Writes the access into the shadow. When several lanes access one address, the word of only one
  // lane remains there. The engine judges a write whose word was lost, and a lost read sets a flag
  // in the word that remains, so that no race goes unnoticed with it. `isBehindWrites` says that a
  // read may take the place of a write by another thread.
  void note(Instruction* before, const Access& access, bool isBehindWrites) {
    if (isWrittenNext_.contains(access.instruction))
      return;
    IRBuilder<> builder(before);
    Value* const stamp = load(builder, stampPointer_, "stamp");
    Value* const floor = load(builder, floorPointer_, "floor");
    Value* const word = wordOf(builder, access, stamp);
    Value* isLost = builder.getFalse();
    std::vector<std::pair<Value*, Value*>> notes; // where, and which word
    for (std::uint64_t index = 0; index < granulesOf(access); ++index) {
      Value* const at = wordAt(builder, access, index);
      Value *noted = word, *isOwn = builder.getFalse();
      if (!access.writes()) {
        Value* const last = load(builder, at, "last");
        const Relation relation = relationTo(builder, stamp, floor, last);
        isOwn = isOwnWithWrite(builder, stamp, last, relation);
        noted = withEarlierReaders(builder, word, relation, last);
        if (isBehindWrites) {
          const EarlierWrite write = earlierWrite(builder, floor, last);
          const Combined both = combine(builder, stamp, noted, write.word);
          noted = builder.CreateSelect(builder.CreateAnd(write.isRecent, both.isFound), both.word,
                                       noted);
        }
        noted = builder.CreateSelect(isOwn, last, noted);
      }
      ofChecker(builder.CreateAlignedStore(noted, at, Align(8)));
      Value* const isOthers = isLostTo(builder, load(builder, at, "kept"), stamp);
      isLost = builder.CreateOr(isLost, builder.CreateAnd(isOthers, builder.CreateNot(isOwn)));
      notes.emplace_back(at, noted);
    }
    // Atomics of several lanes at one address are no race, and one of their words is enough.
    if (access.writes() && isAtomicOrVolatile(*access.instruction))
      return;
    if (access.writes())
      return judgeWhere(isLost, before, access);
    Value* const any = callThreadOp(builder, ThreadOp::MaskAny, isLost);
    Instruction* const forGang = SplitBlockAndInsertIfThen(any, before, false);
    IRBuilder<> again(SplitBlockAndInsertIfThen(isLost, forGang, false));
    for (const auto& [at, noted] : notes)
      ofChecker(again.CreateAlignedStore(again.CreateOr(noted, again.getInt64(kGlobalRaceThreads)),
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
  SmallPtrSet<Instruction*, 8> isWrittenNext_; // of the reads
  std::vector<Instruction*> barriers_;         // of the whole block
  bool ordersClusters_ = false;
  std::uint32_t hidden_ = 0;
  RaceSites* sites_ = nullptr;
  Value *stampPointer_ = nullptr, *floorPointer_ = nullptr;
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
