// Loads and stores of a gang: one vector access where lanes are contiguous, a masked or gathered
// one where the CPU has that, or one access per lane.
#include "simt/clamped_rows.h"
#include "simt/gang_builder.h"
#include "simt/row_access.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

#include <utility>

using namespace llvm;

namespace heddle::simt {

namespace {

// Stores of single lanes that a function may have in a row. Beyond that, they become loops over the
// lanes, so that very long code still compiles in reasonable time. Stores in loops are counted
// apart from the others, as they run more often: a matrix product with a tile of 8 times 8 elements
// a thread has a thousand stores of single lanes at its end.
constexpr unsigned kMostLaneStores = 1024;
// A load or store whose lanes have gaps between them accesses the gaps as well if they make it at
// most so many times as large. More registers than that cost as much as accesses lane by lane, or a
// gather. A store loads what it stores to, so it is worth less of them unless it saves a scatter.
constexpr unsigned kMostWindowsLoaded = 4;
constexpr unsigned kMostWindowsStored = 2;
// At least the bytes of the largest value that a lane loads or stores.
constexpr unsigned kScratchBytes = 64;
// The name of a constant in the module that consists of kScratchBytes zeros.
constexpr const char* kZeros = "heddle.zeros";
// The smallest page that any OS uses.
constexpr std::int64_t kPageBytes = 4096;
// The smallest unit that processors gather.
constexpr unsigned kWordBytes = 4;

LoadInst* withFlagsOf(const LoadInst* load, LoadInst* created) {
  if (!load)
    return created;
  created->setVolatile(load->isVolatile());
  created->setAAMetadata(load->getAAMetadata());
  if (MDNode* invariant = load->getMetadata(LLVMContext::MD_invariant_load))
    created->setMetadata(LLVMContext::MD_invariant_load, invariant);
  return created;
}

StoreInst* withFlagsOf(const StoreInst& store, StoreInst* created) {
  created->setVolatile(store.isVolatile());
  created->setAAMetadata(store.getAAMetadata());
  return created;
}

// Is a block reached from another one alone, by way of blocks of which that is true as well?
bool isReachedOnlyFrom(const BasicBlock* from, const BasicBlock* block) {
  while (block && block != from)
    block = block->getSinglePredecessor();
  return block != nullptr;
}

// The operand that alone differs between lanes, of arithmetic that addresses are made by; null for
// anything else.
const Value* onlyVaryingOperand(const Shapes& shapes, const Value& value) {
  auto* instruction = dyn_cast<Instruction>(&value);
  const bool isArithmetic = instruction && !value.getType()->isVectorTy() &&
                            isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction);
  const Value* varying = nullptr;
  if (isArithmetic)
    for (const Value* operand : instruction->operands()) {
      if (shapes.of(operand).isUniform())
        continue;
      if (varying || !shapes.of(operand).isVarying())
        return nullptr;
      varying = operand;
    }
  return varying;
}

// Whether each lane accesses a row of its own, at a constant distance from the others.
template <typename LaneAccess> bool areRows(const LaneAccess& access, unsigned width) {
  return access.fitsWindow && !access.isContiguous && access.parts > 1 &&
         access.bytes * access.parts == kRowBytes && width >= access.parts;
}

// Whether lanes that do not store may write what is there already, which is quicker than a branch
// for each lane. Nobody else writes to the memory, as it is the block's, and all lanes have valid
// addresses, since all of them have read from there.
bool canWriteBack(const StoreInst& store, const Linearisation& plan) {
  const Value* pointer = store.getPointerOperand();
  auto* base = dyn_cast<Instruction>(getUnderlyingObject(pointer));
  if (store.isVolatile() || !base || threadOp(*base) != ThreadOp::SharedBase)
    return false;
  return any_of(pointer->users(), [&](const User* user) {
    auto* load = dyn_cast<LoadInst>(user);
    return load && load->getType() == store.getValueOperand()->getType() &&
           plan.hasFullMask(load->getParent()) && load->getParent() != store.getParent() &&
           isReachedOnlyFrom(load->getParent(), store.getParent());
  });
}

} // namespace

// Memory that lanes without a valid address may write.
AllocaInst* GangBuilder::scratch() {
  if (!scratch_) {
    IRBuilder<> setup(setup_, setup_->begin());
    scratch_ =
        setup.CreateAlloca(ArrayType::get(setup.getInt8Ty(), kScratchBytes), nullptr, "scratch");
    scratch_->setAlignment(Align(kScratchBytes));
  }
  return scratch_;
}

// Memory that lanes without a valid address may read instead: zeros, since what they read may
// decide about branches, which must not be undefined.
Value* GangBuilder::readableScratch(const LoadInst& load) {
  if (!load.isAtomic())
    return zeros();
  // CPUs without an atomic load of 16 bytes write back what they have read.
  if (!isScratchCleared_)
    IRBuilder<>(setup_->getTerminator())
        .CreateMemSet(scratch(), builder_.getInt8(0), kScratchBytes, Align(kScratchBytes));
  isScratchCleared_ = true;
  return scratch();
}

Constant* GangBuilder::zeros() {
  if (GlobalVariable* zeros = module_.getGlobalVariable(kZeros, true))
    return zeros;
  Type* type = ArrayType::get(builder_.getInt8Ty(), kScratchBytes);
  auto* zeros = new GlobalVariable(module_, type, true, GlobalValue::PrivateLinkage,
                                   Constant::getNullValue(type), kZeros);
  zeros->setAlignment(Align(kScratchBytes));
  zeros->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return zeros;
}

bool GangBuilder::isAlwaysReadable(const Value* pointer) const {
  // With an index that only a run knows, the address may lie anywhere while all lanes are inactive,
  // as in `if (i < 4 && threadIdx.x < n) x = table[i]`.
  APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value* const object = pointer->stripAndAccumulateConstantOffsets(layout_, offset, true);
  bool isParameters = isa<Argument>(object) && !thread_.hasFnAttribute(kCalledByGangs);
  return isParameters || isa<AllocaInst>(object) || isa<GlobalVariable>(object);
}

Value* GangBuilder::laneAddress(const Value* pointer, unsigned lane) {
  Shape shape = shapes_.of(pointer);
  if (!shape.isVarying())
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), scalar(pointer), shape.offset(lane));
  return builder_.CreateExtractElement(vector(pointer), lane);
}

// An index is often a byte or a word, of which fewer registers hold all lanes than of the
// addresses, and the arithmetic between the two is part of an access on most CPUs. Arithmetic of
// other blocks is not repeated: what it starts from may not be known in the block of the access.
Value* GangBuilder::addressFromIndex(const Value* pointer, const BasicBlock* block, unsigned lane) {
  SmallVector<const Instruction*, 8> steps;
  const Value* index = pointer;
  while (const Value* operand = onlyVaryingOperand(shapes_, *index)) {
    auto* const step = cast<Instruction>(index);
    if (step->getParent() != block)
      break;
    steps.push_back(step);
    index = operand;
  }
  if (steps.empty() || !shapes_.of(index).isVarying())
    return laneAddress(pointer, lane);
  Value* value = builder_.CreateExtractElement(vector(index), lane);
  for (const Instruction* step : reverse(steps)) {
    Instruction* copy = step->clone();
    for (Use& operand : copy->operands())
      operand.set(shapes_.of(operand).isVarying() ? value : scalar(operand));
    value = builder_.Insert(copy);
  }
  return value;
}

// The addresses to take one lane after the other, that of inactive lanes being what `otherwise`
// gives; null where laneAddress() gives them at less cost.
Value* GangBuilder::addressesForLanes(const LaneAccess& access, function_ref<Value*()> otherwise) {
  const bool areAllValid = !mask_ || isa<Constant>(mask_);
  if (areAllValid && !access.shape.isVarying())
    return nullptr;
  Value* addresses = vector(access.pointer);
  if (!mask_)
    return addresses;
  return builder_.CreateSelect(mask_, addresses, builder_.CreateVectorSplat(width_, otherwise()));
}

Value* GangBuilder::loadUniform(LoadInst& load) {
  Value* address = scalar(load.getPointerOperand());
  if (mask_ && !isAlwaysReadable(load.getPointerOperand()))
    address = builder_.CreateSelect(anyActive(), address, readableScratch(load));
  auto* clone = cast<LoadInst>(load.clone());
  clone->setOperand(0, address);
  return builder_.Insert(clone, load.getName());
}

GangBuilder::LaneAccess GangBuilder::laneAccess(const Instruction& instruction, Type* value) {
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  auto* vectorType = dyn_cast<FixedVectorType>(value);
  LaneAccess access{.pointer = pointer,
                    .shape = shapes_.of(pointer),
                    .element = vectorType ? vectorType->getElementType() : value,
                    .parts = vectorType ? vectorType->getNumElements() : 1,
                    .align = isa<LoadInst>(instruction) ? cast<LoadInst>(instruction).getAlign()
                                                        : cast<StoreInst>(instruction).getAlign()};
  access.bytes =
      static_cast<std::int64_t>(layout_.getTypeStoreSize(access.element).getFixedValue());
  unsigned bits = access.element->getPrimitiveSizeInBits();
  access.isContiguous = access.shape.isAffine() &&
                        access.shape.stride == access.bytes * access.parts &&
                        !instruction.isAtomic() && bits >= 8;
  const bool isPlain = !instruction.isVolatile() && !instruction.isAtomic();
  access.fitsWindow = isPlain && isPowerOf2_32(bits) && bits >= 8 && bits <= 64 &&
                      !access.shape.isVarying() && !access.shape.isUniform();
  const bool isWord = bits == 32 || bits == 64;
  access.fitsGather = (isWord || (runsLanesInLoops() && bits >= 8)) && isPlain;
  const std::uint64_t wholeBytes = access.bytes * access.parts;
  access.fitsWord = (bits == 8 || bits == 16) && isPlain && isPowerOf2_64(wholeBytes) &&
                    wholeBytes <= kWordBytes && access.align >= wholeBytes;
  return access;
}

Value* GangBuilder::partAddresses(const LaneAccess& access, unsigned part) {
  Value* addresses = vector(access.pointer);
  if (part == 0)
    return addresses;
  return builder_.CreateGEP(builder_.getInt8Ty(), addresses,
                            builder_.getInt64(part * access.bytes));
}

// The mask for an access whose elements are those of lane 0, then those of lane 1 and so on.
Value* GangBuilder::maskOfParts(unsigned parts) {
  return parts == 1 ? mask_
                    : builder_.CreateShuffleVector(mask_, createReplicatedMask(parts, width_));
}

// One access to the memory of all lanes, which is contiguous from the address on. `load` is the
// instruction that it is for, if any.
SmallVector<Value*, 4> GangBuilder::loadContiguous(const LaneAccess& access, Value* address,
                                                   const LoadInst* load) {
  Type* all = FixedVectorType::get(access.element, width_ * access.parts);
  Value* loaded;
  if (mask_)
    loaded = builder_.CreateMaskedLoad(all, address, access.align, maskOfParts(access.parts),
                                       Constant::getNullValue(all));
  else
    loaded = withFlagsOf(load, builder_.CreateAlignedLoad(all, address, access.align));
  if (access.parts == 1)
    return {loaded};
  SmallVector<Value*, 4> result;
  for (unsigned part = 0; part < access.parts; ++part)
    result.push_back(
        builder_.CreateShuffleVector(loaded, createStrideMask(part, access.parts, width_)));
  return result;
}

SmallVector<Value*, 4> GangBuilder::gather(const LaneAccess& access) {
  Type* wide = vectorOf(access.element);
  SmallVector<Value*, 4> result;
  for (unsigned part = 0; part < access.parts; ++part)
    result.push_back(builder_.CreateMaskedGather(wide, partAddresses(access, part),
                                                 std::min(access.align, Align(access.bytes)), mask_,
                                                 Constant::getNullValue(wide)));
  return result;
}

// Processors gather words, but neither bytes nor shorts. The aligned word around a value is in the
// same page, so reading all of it does not fault where reading the value would not.
SmallVector<Value*, 4> GangBuilder::gatherWords(const LaneAccess& access) {
  Value* addresses = vector(access.pointer);
  Type* words = vectorOf(builder_.getInt32Ty());
  Type* numbers = vectorOf(builder_.getInt64Ty());
  Value* aligned = builder_.CreateIntrinsic(
      Intrinsic::ptrmask, {addresses->getType(), numbers},
      {addresses, ConstantInt::getSigned(numbers, -std::int64_t{kWordBytes})});
  Value* gathered = builder_.CreateMaskedGather(words, aligned, Align(kWordBytes), mask_,
                                                Constant::getNullValue(words));
  Value* byte = builder_.CreateAnd(
      builder_.CreateTrunc(builder_.CreatePtrToInt(addresses, numbers), words), kWordBytes - 1);
  Value* first = builder_.CreateLShr(gathered, builder_.CreateShl(byte, 3));
  SmallVector<Value*, 4> result;
  for (unsigned part = 0; part < access.parts; ++part) {
    Value* bits = builder_.CreateTrunc(
        builder_.CreateLShr(first, 8 * access.bytes * part),
        vectorOf(builder_.getIntNTy(access.element->getPrimitiveSizeInBits())));
    result.push_back(builder_.CreateBitCast(bits, vectorOf(access.element)));
  }
  return result;
}

// Without branches: inactive lanes read zeros, unless it is known which they are.
SmallVector<Value*, 4> GangBuilder::loadLaneByLane(LoadInst& load, const LaneAccess& access) {
  if (runsLanesInLoops())
    return loadInLoop(load, access);
  SmallVector<Value*, 4> result(access.parts, PoisonValue::get(vectorOf(access.element)));
  Value* addresses = addressesForLanes(access, [&] { return readableScratch(load); });
  for (unsigned lane = 0; lane < width_; ++lane) {
    if (isOff(lane))
      continue;
    Value* address = addresses ? builder_.CreateExtractElement(addresses, lane)
                               : laneAddress(access.pointer, lane);
    const SmallVector<Value*, 4> loaded = loadLane(load, access, address);
    for (unsigned part = 0; part < access.parts; ++part)
      result[part] = builder_.CreateInsertElement(result[part], loaded[part], lane);
  }
  return result;
}

// The elements of one lane's value.
SmallVector<Value*, 4> GangBuilder::loadLane(LoadInst& load, const LaneAccess& access,
                                             Value* address) {
  const unsigned parts = access.parts;
  Type* unit = parts == 1 ? access.element : FixedVectorType::get(access.element, parts);
  LoadInst* loaded = withFlagsOf(&load, builder_.CreateAlignedLoad(unit, address, access.align));
  if (load.isAtomic())
    loaded->setAtomic(load.getOrdering(), load.getSyncScopeID());
  if (parts == 1)
    return {loaded};
  SmallVector<Value*, 4> elements;
  for (unsigned part = 0; part < parts; ++part)
    elements.push_back(builder_.CreateExtractElement(loaded, part));
  return elements;
}

SmallVector<Value*, 4> GangBuilder::loadInLoop(LoadInst& load, const LaneAccess& access) {
  SmallVector<AllocaInst*, 4> arrays;
  for (unsigned part = 0; part < access.parts; ++part)
    arrays.push_back(laneArray(access.element));
  makeAddresses(access);
  forEachActiveLane(nullptr, [&](Value* lane) -> Value* {
    for (auto [array, value] : zip(arrays, loadLane(load, access, laneValue(access.pointer, lane))))
      setLane(array, lane, value);
    return nullptr;
  });
  SmallVector<Value*, 4> result;
  for (AllocaInst* array : arrays)
    result.push_back(lanesOf(array));
  return result;
}

// Makes the addresses before a loop over lanes, in which they would be made once per lane.
void GangBuilder::makeAddresses(const LaneAccess& access) {
  if (!access.shape.isExactlyAffine())
    vector(access.pointer);
}

bool GangBuilder::isClampedRow(const LoadInst& load, const LaneAccess& access) const {
  return width_ > 1 && access.parts == 1 && access.element->getPrimitiveSizeInBits() >= 8 &&
         load.isSimple() && access.shape.isVarying() &&
         simt::isClampedRow(shapes_, *access.pointer, access.bytes);
}

// Computes the address of one lane again as a scalar, back to what the load's block gets from other
// blocks: of those values only the vectors of all lanes are at hand.
Value* GangBuilder::clampedLane(const Value* value, unsigned lane, const BasicBlock& block) {
  const Shape shape = shapes_.of(value);
  if (shape.isUniform())
    return scalar(value);
  if (shape.isExactlyAffine() && !value->getType()->isPointerTy())
    return builder_.CreateAdd(scalar(value),
                              ConstantInt::getSigned(value->getType(), shape.offset(lane)));
  auto* instruction = dyn_cast<Instruction>(value);
  if (!shape.isVarying() || !instruction || instruction->getParent() != &block)
    return builder_.CreateExtractElement(vector(value), lane);
  const std::optional<unsigned> varying = clampedOperand(shapes_, *instruction);
  if (!varying)
    return builder_.CreateExtractElement(vector(value), lane);
  Instruction* copy = instruction->clone();
  const auto* call = dyn_cast<CallBase>(instruction);
  const unsigned operands = call ? call->arg_size() : instruction->getNumOperands();
  for (unsigned i = 0; i < operands; ++i)
    copy->setOperand(i, clampedLane(instruction->getOperand(i), lane, block));
  return builder_.Insert(copy);
}

// Loads a row of lanes at once as `loadRow` does if `condition` holds, and lanes without an order
// otherwise.
Value* GangBuilder::loadRowOrLanes(LoadInst& load, const LaneAccess& access, Value* condition,
                                   function_ref<Value*()> loadRow) {
  BasicBlock* row = BasicBlock::Create(context_, "row", gang_);
  BasicBlock* separate = BasicBlock::Create(context_, "separate", gang_);
  BasicBlock* done = BasicBlock::Create(context_, "loaded", gang_);
  builder_.CreateCondBr(condition, row, separate);
  builder_.SetInsertPoint(done);
  PHINode* result = builder_.CreatePHI(vectorOf(access.element), 2);
  builder_.SetInsertPoint(row);
  result->addIncoming(loadRow(), row);
  builder_.CreateBr(done);
  builder_.SetInsertPoint(separate);
  auto saved = local_; // what is computed here does not hold behind it
  Value* savedAny = anyActive_;
  Value* lanes = loadSeparateLanes(load, access)[0];
  local_ = std::move(saved);
  anyActive_ = savedAny;
  result->addIncoming(lanes, builder_.GetInsertBlock());
  builder_.CreateBr(done);
  builder_.SetInsertPoint(done);
  return result;
}

// One load for all lanes where no index of the gang is clamped, which is nearly everywhere.
SmallVector<Value*, 4> GangBuilder::loadClampedRow(LoadInst& load, const LaneAccess& access) {
  const BasicBlock& block = *load.getParent();
  Value* first = clampedLane(access.pointer, 0, block);
  Value* last = clampedLane(access.pointer, width_ - 1, block);
  Value* distance = builder_.CreateSub(builder_.CreatePtrToInt(last, builder_.getInt64Ty()),
                                       builder_.CreatePtrToInt(first, builder_.getInt64Ty()));
  // What a lane that is not active computed may be poison.
  Value* isRow = builder_.CreateFreeze(
      builder_.CreateICmpEQ(distance, builder_.getInt64((width_ - 1) * access.bytes)));
  return {
      loadRowOrLanes(load, access, isRow, [&] { return loadContiguous(access, first, &load)[0]; })};
}

// Where the CPU has no masked loads, a gang at the edge of a row would load lane by lane. Instead
// it loads the lanes that are not active as well, if all lanes lie in one page: the load then
// faults only if that of an active lane would.
SmallVector<Value*, 4> GangBuilder::loadRowOfPage(LoadInst& load, const LaneAccess& access) {
  Value* first = builder_.CreateFreeze(scalar(access.pointer));
  Value* offset = builder_.CreateAnd(builder_.CreatePtrToInt(first, builder_.getInt64Ty()),
                                     builder_.getInt64(kPageBytes - 1));
  Value* isInPage =
      builder_.CreateICmpULE(offset, builder_.getInt64(kPageBytes - width_ * access.bytes));
  return {loadRowOrLanes(load, access, builder_.CreateAnd(anyActive(), isInPage), [&]() -> Value* {
    Type* all = vectorOf(access.element);
    Value* loaded = withFlagsOf(&load, builder_.CreateAlignedLoad(all, first, access.align));
    return builder_.CreateSelect(mask_, loaded, Constant::getNullValue(all));
  })};
}

// Loads for all lanes. Returns one vector over the lanes for each element of the value.
SmallVector<Value*, 4> GangBuilder::loadLanes(LoadInst& load) {
  LaneAccess access = laneAccess(load, load.getType());
  // Only the last gang of the block lacks lanes. For the others the block function makes the mask
  // constant, and LLVM drops it, so a masked load costs them nothing.
  bool isMaskCheap =
      onlyMissingThreads_ || ((target_.maskedMemory || runsLanesInLoops()) && access.parts == 1);
  if (auto window = findPairs(access))
    return loadWindow(access, *window, &load);
  if (access.isContiguous && (!mask_ || (isMaskCheap && !load.isVolatile())))
    return loadContiguous(access, scalar(access.pointer), &load);
  if (runsLanesInLoops() && access.fitsGather)
    return gather(access);
  if (!mask_ && areRows(access, width_))
    return loadRows(builder_, {access.element, access.parts, width_, target_.registerBits},
                    [&](unsigned lane) -> Value* {
                      return withFlagsOf(
                          &load, builder_.CreateAlignedLoad(load.getType(),
                                                            laneAddress(access.pointer, lane),
                                                            access.align));
                    });
  if (auto window = findWindow(access, kMostWindowsLoaded))
    return loadWindow(access, *window, &load);
  if ((!mask_ || isMaskCheap) && isClampedRow(load, access))
    return loadClampedRow(load, access);
  if (mask_ && !isa<Constant>(mask_) && access.isContiguous && access.parts == 1 &&
      load.isSimple() && width_ * access.bytes <= kPageBytes)
    return loadRowOfPage(load, access);
  return loadSeparateLanes(load, access);
}

// The lanes' addresses have no order.
SmallVector<Value*, 4> GangBuilder::loadSeparateLanes(LoadInst& load, const LaneAccess& access) {
  if (const unsigned run = lanesOfRun(access, load.isSimple()); run > 1)
    return {loadRuns(load, access, run)};
  if (const std::optional<RowsBelow> rows = findRowsBelow(access))
    return {loadColumns(load, access, *rows)};
  // Plain loads of the lanes' vectors are quicker than one gather for each of their elements.
  bool arePlainVectors = access.shape.isAffine() && !mask_ && access.parts > 1;
  if (target_.gather && access.fitsGather && !arePlainVectors && !hasFewLanes())
    return gather(access);
  if (target_.gather && access.fitsWord && !access.shape.isAffine())
    return gatherWords(access);
  return loadLaneByLane(load, access);
}

void GangBuilder::emitLoad(LoadInst& load) {
  Shape shape = shapes_.of(&load);
  if (!shape.isVarying()) {
    define(load, {.scalar = loadUniform(load), .vector = nullptr, .parts = {}});
    return;
  }
  Lanes result;
  if (load.getType()->isVectorTy())
    result.parts = loadLanes(load);
  else
    result.vector = loadLanes(load)[0];
  define(load, result);
}

void GangBuilder::storeUniform(StoreInst& store) {
  Value* value = scalar(store.getValueOperand());
  Value* address = scalar(store.getPointerOperand());
  whenAny([&] {
    auto* clone = cast<StoreInst>(store.clone());
    clone->setOperand(0, value);
    clone->setOperand(1, address);
    builder_.Insert(clone);
  });
}

// Stores one lane's value, the elements of which are in `values`.
void GangBuilder::storeLane(StoreInst& store, ArrayRef<Value*> values, Value* address,
                            Value* lane) {
  Value* value;
  if (auto* vectorType = dyn_cast<FixedVectorType>(store.getValueOperand()->getType())) {
    value = PoisonValue::get(vectorType);
    for (unsigned part = 0; part < values.size(); ++part)
      value = builder_.CreateInsertElement(value, builder_.CreateExtractElement(values[part], lane),
                                           part);
  } else {
    value = builder_.CreateExtractElement(values[0], lane);
  }
  StoreInst* created =
      withFlagsOf(store, builder_.CreateAlignedStore(value, address, store.getAlign()));
  if (store.isAtomic())
    created->setAtomic(store.getOrdering(), store.getSyncScopeID());
}

// All lanes write to the same address, and the value of the last active lane stays.
void GangBuilder::storeLastLane(StoreInst& store, ArrayRef<Value*> values) {
  Value* address = scalar(store.getPointerOperand());
  whenAny([&] {
    Value* lane = builder_.getInt32(width_ - 1);
    if (mask_) {
      Value* zeros =
          builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, maskBits(mask_), builder_.getTrue());
      lane = builder_.CreateSub(lane, builder_.CreateZExtOrTrunc(zeros, builder_.getInt32Ty()));
    }
    storeLane(store, values, address, lane);
  });
}

void GangBuilder::storeContiguous(StoreInst& store, const LaneAccess& access,
                                  ArrayRef<Value*> values) {
  Value* all = values[0];
  if (access.parts > 1)
    all = builder_.CreateShuffleVector(concatenateVectors(builder_, values),
                                       createInterleaveMask(width_, access.parts));
  Value* address = scalar(access.pointer);
  if (mask_)
    builder_.CreateMaskedStore(all, address, access.align, maskOfParts(access.parts));
  else
    withFlagsOf(store, builder_.CreateAlignedStore(all, address, access.align));
}

void GangBuilder::scatter(const LaneAccess& access, ArrayRef<Value*> values) {
  for (unsigned part = 0; part < access.parts; ++part)
    builder_.CreateMaskedScatter(values[part], partAddresses(access, part),
                                 std::min(access.align, Align(access.bytes)), mask_);
}

void GangBuilder::storeLaneByLane(StoreInst& store, const LaneAccess& access,
                                  ArrayRef<Value*> values) {
  unsigned& stores = loops_.getLoopFor(store.getParent()) ? laneStoresInLoops_ : laneStores_;
  stores += width_;
  if (stores > kMostLaneStores || runsLanesInLoops()) {
    makeAddresses(access);
    forEachLane(
        [&](Value* lane) { storeLane(store, values, laneValue(access.pointer, lane), lane); });
    return;
  }
  Value* addresses = addressesForLanes(access, [&] { return scratch(); });
  for (unsigned lane = 0; lane < width_; ++lane) {
    if (isOff(lane))
      continue;
    Value* address = addresses ? builder_.CreateExtractElement(addresses, lane)
                               : laneAddress(access.pointer, lane);
    storeLane(store, values, address, builder_.getInt32(lane));
  }
}

// The window of lanes with two elements each and no gaps. Pairs are accessed register by register:
// LLVM then drops shuffles that only undo each other, as where pairs are copied.
std::optional<GangBuilder::Window> GangBuilder::findPairs(const LaneAccess& access) {
  return access.isContiguous && access.parts == 2 && !runsLanesInLoops() ? findWindow(access, 1)
                                                                         : std::nullopt;
}

std::optional<GangBuilder::Window> GangBuilder::findOwnedWindow(const LaneAccess& access) {
  auto window = findWindow(access, target_.scatter ? kMostWindowsLoaded : kMostWindowsStored);
  return window && window->isOwned ? window : std::nullopt;
}

// Stores for all lanes, those that are not active what is there already. Returns whether it may,
// and whether that is quicker than to store for the active lanes alone. It is so even where the CPU
// has masked stores: a load from where one has just stored waits until the store is in the cache,
// and LLVM does not replace that load by a value.
bool GangBuilder::writeBack(StoreInst& store, const LaneAccess& access, ArrayRef<Value*> values) {
  if (onlyMissingThreads_ || !canWriteBack(store, plan_))
    return false;
  Value* mask = std::exchange(mask_, nullptr);
  auto window = access.isContiguous ? std::nullopt : findOwnedWindow(access);
  const bool stores = access.isContiguous || window;
  if (stores) {
    SmallVector<Value*, 4> merged;
    for (auto [value, before] :
         zip(values,
             window ? loadWindow(access, *window) : loadContiguous(access, scalar(access.pointer))))
      merged.push_back(builder_.CreateSelect(mask, value, before));
    if (window)
      storeWindow(access, *window, merged);
    else
      storeContiguous(store, access, merged);
  }
  mask_ = mask;
  return stores;
}

void GangBuilder::emitStore(StoreInst& store) {
  Value* stored = store.getValueOperand();
  LaneAccess access = laneAccess(store, stored->getType());
  if (width_ == 1 || (access.shape.isUniform() && shapes_.of(stored).isUniform()))
    return storeUniform(store);
  SmallVector<Value*, 4> values;
  for (unsigned i = 0; i < access.parts; ++i)
    values.push_back(stored->getType()->isVectorTy() ? part(stored, i) : vector(stored));
  if (access.shape.isUniform())
    return storeLastLane(store, values);
  if (mask_ && writeBack(store, access, values))
    return;
  bool isMaskCheap = onlyMissingThreads_ || access.parts == 1;
  if (auto window = findPairs(access))
    return storeWindow(access, *window, values, &store);
  if (access.isContiguous && (!mask_ || (isMaskCheap && !store.isVolatile())))
    return storeContiguous(store, access, values);
  if (runsLanesInLoops() && access.fitsGather)
    return scatter(access, values);
  if (!mask_ && areRows(access, width_))
    return storeRows(builder_, {access.element, access.parts, width_, target_.registerBits}, values,
                     [&](unsigned lane, Value* row) {
                       withFlagsOf(store,
                                   builder_.CreateAlignedStore(
                                       row, laneAddress(access.pointer, lane), access.align));
                     });
  if (auto window = findOwnedWindow(access))
    return storeWindow(access, *window, values, &store);
  if (const unsigned run = lanesOfRun(access, store.isSimple()); run > 1)
    return storeRuns(store, access, run, values[0]);
  if (const std::optional<RowsBelow> rows = findRowsBelow(access))
    return storeColumns(store, access, *rows, values[0]);
  if (target_.scatter && access.fitsGather && !hasFewLanes())
    return scatter(access, values);
  storeLaneByLane(store, access, values);
}

} // namespace heddle::simt
