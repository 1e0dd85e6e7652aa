// Emits gang IR for one kernel: shared by the files gang_*.cpp, memory_access.cpp,
// texture_calls.cpp, warp_operations.cpp and those of the operations of warps.
#pragma once

#include "ir/thread_operations.h"
#include "simt/called_functions.h"
#include "simt/linearisation.h"
#include "simt/row_strides.h"
#include "simt/turn_squares.h"
#include "simt/uniformity_analysis.h"
#include "simt/vector_target.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>

namespace heddle::simt {

// Metadata of atomic accesses to memory that only the threads of one block can see.
inline constexpr const char* kBlockPrivate = "heddle.block_private";
// In gang IR: all gangs of the block meet here. Arguments: i32 barrier, i32 threads.
inline constexpr const char* kGangBarrier = "heddle.gang.barrier";
inline constexpr const char* kGangBarrierArrive = "heddle.gang.barrier.arrive";
// In gang IR: a good place to let the other gangs of the block go on.
inline constexpr const char* kGangYield = "heddle.gang.yield";
// In gang IR: lanes wait for what another gang, or another block, has to do.
inline constexpr const char* kGangWait = "heddle.gang.wait";

// In gang IR: has every lane of this gang a thread? (i32 gang)
inline constexpr const char* kGangFull = "heddle.gang.full";

class GangBuilder {
public:
  GangBuilder(llvm::Function& thread, const BlockDim& block, unsigned width,
              const VectorTarget& target, const Shapes& shapes, const Linearisation& plan,
              llvm::LoopInfo& loops);

  // The gang function: of a kernel `void (ptr context, i32 gang)`, of a function that gangs call as
  // declareGangFunction says. The error names what has no form under masks.
  llvm::Expected<llvm::Function*> build(const std::string& name);

private:
  using Value = llvm::Value;
  // A value of thread IR in this block: one scalar (uniform, or lane 0 of an affine value), a
  // vector over the lanes, or one of those per part of a vector or struct.
  struct Lanes {
    Value* scalar = nullptr;
    Value* vector = nullptr;
    llvm::SmallVector<Value*, 4> parts;
  };
  struct Slots {
    llvm::AllocaInst* scalar = nullptr;
    llvm::AllocaInst* vector = nullptr;
  };

  // --- values
  llvm::Type* vectorOf(llvm::Type* type) const;
  Lanes& lanes(const Value* value);
  Value* scalar(const Value* value);
  Value* vector(const Value* value);
  Value* laneValue(const Value* value, Value* lane); // of one lane, given by number
  Value* part(const Value* value,
              unsigned index); // of a vector or struct value, as vector over lanes
  void define(const llvm::Instruction& instruction, Lanes lanes);
  llvm::Constant* laneConstants(llvm::Type* element,
                                llvm::function_ref<std::int64_t(unsigned lane)> constant);
  Value* vectorFromLane0(Value* base, const Shape& shape);
  Value* laneNumbers(llvm::Type* element, std::int64_t stride);
  Slots& slots(const llvm::Instruction& instruction);
  bool leavesBlock(const llvm::Instruction& instruction) const;
  llvm::AllocaInst* slot(llvm::Type* type, const llvm::Twine& name);
  void promoteSlots();

  // --- masks; null stands for all lanes
  Value* mask() const { return mask_; }
  bool isOff(unsigned lane) const; // whether the lane is known not to be active
  bool hasFewLanes() const;   // whether so many are off that those left are better taken singly
  Value* anyActive();         // i1 scalar
  Value* anyOf(Value* lanes); // i1 scalar, over a vector of i1
  Value* allOf(Value* lanes);
  Value* andMask(Value* mask, Value* condition);
  Value* maskBits(Value* mask); // integer with one bit per lane
  void whenAny(const std::function<void()>& body);
  // Runs `body` once per active lane with the lane's number; collects its result, if any, in a
  // vector.
  Value* forEachActiveLane(llvm::Type* result, const std::function<Value*(Value* lane)>& body);
  // Runs `body` for each active lane, too. Where all lanes are active, as they mostly are, it takes
  // several in a row, without looking for the next one in the mask.
  void forEachLane(const std::function<void(Value* lane)>& body);
  // Returns whether work that is done lane by lane becomes a loop over the lanes, which makes much
  // less code than a copy of the work for each lane.
  bool runsLanesInLoops() const { return target_.isStripMined(width_); }
  // Allocates an array with one element for each lane. A loop over the lanes stores its results
  // there, since it cannot insert them into a vector without copying the whole vector for each
  // lane.
  llvm::AllocaInst* laneArray(llvm::Type* element);
  void setLane(llvm::AllocaInst* array, Value* lane, Value* value);
  Value* lanesOf(llvm::AllocaInst* array);
  // Emits `body` in a loop over groups of `lanes` neighbouring lanes, with the number of each
  // group's first lane. All lanes must be active, because the body does not look at the mask.
  void forEachGroup(unsigned lanes, const std::function<void(Value* lane)>& body);

  // --- control flow
  void emitBlock(llvm::BasicBlock& block);
  void emitBlockStart(llvm::BasicBlock& block);
  void emitTerminator(llvm::BasicBlock& block);
  Value* edgeMask(llvm::BasicBlock& from, unsigned successor);
  void emitEdge(llvm::BasicBlock& from, llvm::BasicBlock& to, unsigned successor, bool physical);
  llvm::AllocaInst* edgeSlot(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  llvm::AllocaInst* maskSlot(const llvm::BasicBlock* block);
  llvm::Constant* constantMask(const llvm::BasicBlock& block);

  // --- instructions
  void emit(llvm::Instruction& instruction);
  void emitNow(llvm::Instruction& instruction);
  void emitScalar(llvm::Instruction& instruction); // uniform, or lane 0 of an affine value
  void emitVector(llvm::Instruction& instruction);
  void emitExtract(llvm::Instruction& instruction);
  void emitParts(llvm::Instruction& instruction); // of a vector or struct
  Value* emitArithmetic(llvm::Instruction& instruction);
  Value* divide(llvm::BinaryOperator& division); // with remainders
  void emitCall(llvm::CallBase& call);
  void emitIntrinsic(llvm::CallBase& call);
  void emitPrefetch(llvm::CallBase& call);
  void emitThreadOp(llvm::CallBase& call, const ThreadOpInfo& info);
  void emitByTable(llvm::CallBase& call, const ThreadOpInfo& info);
  void emitLaneCalls(llvm::CallBase& call, const ThreadOpInfo& info);
  void emitGroupCalls(llvm::CallBase& call, const llvm::Function& function);
  void emitGangCall(llvm::CallBase& call, llvm::Function& callee);
  void emitPerLane(llvm::Instruction& instruction); // unrolled, for what has no vector form
  void emitTextureSample(llvm::CallBase& call);     // texture_calls.cpp
  Value* contextField(std::size_t offset, llvm::Type* type, const llvm::Twine& name);
  Value* threadNumbers(); // linear thread index of each lane
  Value* threadIndex(ThreadOp op, bool asVector);
  Value* gangBase(); // linear thread index of lane 0

  // --- gang_atomics.cpp
  void emitAtomicRMW(llvm::AtomicRMWInst& atomic);
  void emitCmpXchg(llvm::AtomicCmpXchgInst& exchange);

  // --- memory_access.cpp
  void emitLoad(llvm::LoadInst& load);
  void emitStore(llvm::StoreInst& store);
  Value* loadUniform(llvm::LoadInst& load);
  Value* laneAddress(const Value* pointer, unsigned lane);
  // The address of one lane for an access in the block, computed as a scalar from the one value
  // that differs between lanes.
  Value* addressFromIndex(const Value* pointer, const llvm::BasicBlock* block, unsigned lane);
  // A load or store of which each lane has its own address or value.
  struct LaneAccess {
    const Value* pointer;
    Shape shape; // of the pointer
    llvm::Type* element;
    unsigned parts; // how many elements the value of a lane has; one unless it is a vector
    llvm::Align align;
    std::int64_t bytes = 0;    // of an element
    bool isContiguous = false; // whether the lanes' memory lies one after the other, without gaps
    bool fitsWindow = false;   // whether it may be made of accesses to the memory around it
    bool fitsGather = false;   // whether processors gather and scatter such elements
    bool fitsWord = false;     // whether an aligned 32-bit word always holds the whole value
  };
  // Contiguous memory that has the memory of all lanes, at places that are constants.
  struct Window {
    std::int64_t start = 0; // in bytes from lane 0's address
    unsigned elements = 0;
    bool isOwned = false;                   // whether no other block or host thread accesses it
    llvm::SmallVector<unsigned, 32> places; // in elements: that of each part of each lane
  };
  // --- window_access.cpp
  std::optional<Window> findWindow(const LaneAccess& access, unsigned most);
  void alignWindow(const LaneAccess& access, Window& window);
  unsigned windowPiece(const LaneAccess& access, const Window& window) const;
  Value* windowAddress(const LaneAccess& access, const Window& window, unsigned element);
  llvm::SmallVector<Value*, 4> loadWindow(const LaneAccess& access, const Window& window,
                                          const llvm::LoadInst* load = nullptr);
  void storeWindow(const LaneAccess& access, const Window& window, llvm::ArrayRef<Value*> values,
                   const llvm::StoreInst* store = nullptr);
  // --- run_access.cpp
  unsigned lanesOfRun(const LaneAccess& access, bool isSimple);
  Value* runAddress(const LaneAccess& access, unsigned lane);
  Value* loadRuns(const llvm::LoadInst& load, const LaneAccess& access, unsigned run);
  void storeRuns(const llvm::StoreInst& store, const LaneAccess& access, unsigned run,
                 Value* values);
  // --- column_access.cpp
  std::optional<RowsBelow> findRowsBelow(const LaneAccess& access);
  Value* loadColumns(const llvm::LoadInst& load, const LaneAccess& access, const RowsBelow& rows);
  void storeColumns(const llvm::StoreInst& store, const LaneAccess& access, const RowsBelow& rows,
                    Value* values);
  // --- memory_access.cpp
  LaneAccess laneAccess(const llvm::Instruction& instruction, llvm::Type* value);
  Value* partAddresses(const LaneAccess& access, unsigned part);
  Value* addressesForLanes(const LaneAccess& access, llvm::function_ref<Value*()> otherwise);
  Value* maskOfParts(unsigned parts);
  llvm::SmallVector<Value*, 4> loadLanes(llvm::LoadInst& load);
  llvm::SmallVector<Value*, 4> loadSeparateLanes(llvm::LoadInst& load, const LaneAccess& access);
  llvm::SmallVector<Value*, 4> loadContiguous(const LaneAccess& access, Value* address,
                                              const llvm::LoadInst* load = nullptr);
  bool isClampedRow(const llvm::LoadInst& load, const LaneAccess& access) const;
  Value* clampedLane(const Value* value, unsigned lane, const llvm::BasicBlock& block);
  Value* loadRowOrLanes(llvm::LoadInst& load, const LaneAccess& access, Value* condition,
                        llvm::function_ref<Value*()> loadRow);
  llvm::SmallVector<Value*, 4> loadClampedRow(llvm::LoadInst& load, const LaneAccess& access);
  llvm::SmallVector<Value*, 4> loadRowOfPage(llvm::LoadInst& load, const LaneAccess& access);
  llvm::SmallVector<Value*, 4> gather(const LaneAccess& access);
  llvm::SmallVector<Value*, 4> gatherWords(const LaneAccess& access);
  llvm::SmallVector<Value*, 4> loadLaneByLane(llvm::LoadInst& load, const LaneAccess& access);
  llvm::SmallVector<Value*, 4> loadInLoop(llvm::LoadInst& load, const LaneAccess& access);
  llvm::SmallVector<Value*, 4> loadLane(llvm::LoadInst& load, const LaneAccess& access,
                                        Value* address);
  void makeAddresses(const LaneAccess& access);
  std::optional<Window> findPairs(const LaneAccess& access);
  std::optional<Window> findOwnedWindow(const LaneAccess& access);
  bool writeBack(llvm::StoreInst& store, const LaneAccess& access, llvm::ArrayRef<Value*> values);
  void storeUniform(llvm::StoreInst& store);
  void storeLane(llvm::StoreInst& store, llvm::ArrayRef<Value*> values, Value* address,
                 Value* lane);
  void storeLastLane(llvm::StoreInst& store, llvm::ArrayRef<Value*> values);
  void storeContiguous(llvm::StoreInst& store, const LaneAccess& access,
                       llvm::ArrayRef<Value*> values);
  void scatter(const LaneAccess& access, llvm::ArrayRef<Value*> values);
  void storeLaneByLane(llvm::StoreInst& store, const LaneAccess& access,
                       llvm::ArrayRef<Value*> values);
  bool isAlwaysReadable(const Value* pointer) const;
  llvm::AllocaInst* scratch();
  Value* readableScratch(const llvm::LoadInst& load);
  llvm::Constant* zeros();

  // --- warp_operations.cpp
  void emitWarpOp(llvm::CallBase& call, const ThreadOpInfo& info);
  Value* activeMaskVector();
  Value* participants(const Value* members);
  Value* lanesInGroup(Value* lanes, const Value* members);

  // --- gang_conditions.cpp
  // What is known about a condition without the lanes' own answers: they meet it if `all` holds,
  // and none does unless `any` holds. If the answer is exact, the opposite is true, too.
  struct Agreement {
    Value* all;
    Value* any;
    bool isAllExact = true;
    bool isAnyExact = true;
    bool isUniform() const { return all == any; }
  };
  enum class Quantifier : std::uint8_t { Any, All };
  void deferConditions(llvm::BasicBlock& block);
  Value* whetherLanesMeet(const llvm::CallBase& call, Quantifier quantifier);
  std::optional<Agreement> agreement(const Value* condition, const llvm::BasicBlock& block,
                                     unsigned& comparisons);
  std::optional<Agreement> agreementOnComparison(llvm::CmpInst::Predicate predicate,
                                                 const Value* left, const Value* right,
                                                 const llvm::BasicBlock& block);
  Agreement agreementBelow(llvm::CmpInst::Predicate predicate, const Value* numbers,
                           const Value* limit);
  Agreement opposite(const Agreement& answer);
  Agreement both(const Agreement& first, const Agreement& second);
  Agreement either(const Agreement& first, const Agreement& second);

  // --- vote.cpp
  Value* vote(llvm::CallBase& call, ThreadOp op);
  Value* voteInGroups(llvm::CallBase& call, ThreadOp op);

  // --- match.cpp
  Value* matchAny(llvm::CallBase& call);
  Value* lanesWithSameSmallValue(Value* values);
  Value* lanesWithSameValue(Value* values);
  void emitMatchAll(llvm::CallBase& call);

  // --- redux.cpp
  Value* redux(llvm::CallBase& call, ThreadOp op);
  Value* reduxInGroups(llvm::CallBase& call, ThreadOp op);

  // --- shuffle.cpp
  void emitShuffle(llvm::CallBase& call, const ThreadOpInfo& info);
  Value* shuffledValue(llvm::CallBase& call);
  Value* shuffle(llvm::CallBase& call, const ThreadOpInfo& info, Value*& inRange);
  llvm::AllocaInst* spillForShuffle(Value* value, unsigned copies);
  Value* rotate(Value* value, Value* distance);
  Value* permute(Value* value, Value* sources);

  // --- gang_barriers.cpp
  void emitBlockOp(llvm::CallBase& call, const ThreadOpInfo& info);
  void callGang(const char* name, llvm::ArrayRef<Value*> arguments);
  Value* countPredicates(llvm::CallBase& call, ThreadOp op);
  void emitBarrierReduction(llvm::CallBase& call, ThreadOp op, Value* id, Value* threads);

  // Notes the first failure. Emission goes on to the end of the instruction with placeholders.
  void fail(const std::string& message) {
    if (error_.empty())
      error_ = message;
  }

  llvm::Function& thread_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const llvm::DataLayout& layout_;
  BlockDim block_;
  unsigned width_;
  VectorTarget target_;
  const Shapes& shapes_;
  const Linearisation& plan_;
  llvm::LoopInfo& loops_;
  RowStrides rowStrides_;
  llvm::Function* gang_ = nullptr;
  llvm::IRBuilder<> builder_;
  llvm::BasicBlock* setup_ = nullptr; // allocas and context loads
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> starts_;
  llvm::DenseMap<const Value*, Lanes> local_;
  // Conditions of this block that only questions about all lanes need. They are emitted where the
  // lanes themselves have to be asked.
  llvm::DenseSet<const llvm::Instruction*> deferred_;
  // Whether any lane meets a condition of which it was asked whether all do.
  llvm::DenseMap<const Value*, Value*> meetsAny_;
  llvm::DenseMap<const llvm::Instruction*, Slots> slots_;
  llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, llvm::AllocaInst*>
      edgeSlots_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::AllocaInst*> maskSlots_;
  llvm::DenseMap<std::size_t, Value*> contextFields_;
  llvm::DenseMap<const llvm::AllocaInst*, llvm::AllocaInst*> locals_;
  // Masks that are known already when the gang function is built, by their edge or block.
  llvm::DenseMap<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, llvm::Constant*>
      constantEdges_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::Constant*> constantMasks_;
  llvm::SmallVector<llvm::AllocaInst*, 32> promotable_;
  llvm::AllocaInst* scratch_ = nullptr;
  bool isScratchCleared_ = false;
  // Stores of single lanes, in the code so far.
  unsigned laneStores_ = 0, laneStoresInLoops_ = 0;
  Value* mask_ = nullptr;
  Value* anyActive_ = nullptr;
  // Does the mask only leave out lanes that have no thread, which are in the last gang of the
  // block?
  bool onlyMissingThreads_ = false;
  std::string error_;
};

// Loads the field of BlockContext at this offset.
llvm::Value* loadContextField(llvm::IRBuilder<>& builder, llvm::Value* context, std::size_t offset,
                              llvm::Type* type, const llvm::Twine& name);

} // namespace heddle::simt
