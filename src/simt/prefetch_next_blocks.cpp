#include "simt/prefetch_next_blocks.h"

#include "ir/kernel_abi.h"
#include "simt/function_attributes.h"
#include "simt/region_functions.h"
#include "simt/vector_target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <cstddef>
#include <optional>

using namespace llvm;

namespace heddle::simt {
namespace {

// How far ahead lines are prefetched, in bytes. For a reduction of 2 KiB a block, 4 KiB were best
// of 2, 4 and 8 on a Xeon, by a few percent.
constexpr std::int64_t kBytesAhead = 4096;
// The most that blocks may read and write before the block for which lines are prefetched: these
// must still be in the first cache by then. Where blocks work on tiles of a matrix, those that are
// 4 KiB ahead in each row are many. A transposition with tiles of 32 times 32 floats takes 17 ms
// with 1 KiB ahead on a Xeon with 32 KiB of cache, and 23 ms with 4 KiB (2026-11).
constexpr std::int64_t kMostBytesBetween = 32 * 1024;
// Beyond this distance from block to block, memory that follows is not what blocks access soon.
constexpr std::int64_t kFarthestBlock = 1 << 16;
constexpr std::int64_t kLeastBytes = 16; // of an access of a gang; single values share lines
constexpr unsigned kDeepestExpression = 32;

// How a value grows from one block to the next along blockIdx.x. Wrapping around is ignored, since
// a wrong address of a prefetch does no harm.
class BlockStrides {
public:
  explicit BlockStrides(Function& function)
      : context_(function.getArg(0)), layout_(function.getParent()->getDataLayout()) {}

  // Returns nothing if the value does not grow by a constant.
  std::optional<std::int64_t> of(Value* value, unsigned depth = 0) {
    if (isa<Constant, Argument>(value))
      return 0;
    if (auto found = known_.find(value); found != known_.end())
      return found->second;
    known_[value] = std::nullopt; // for values that depend on themselves
    std::optional<std::int64_t> stride;
    if (auto* instruction = dyn_cast<Instruction>(value); instruction && depth < kDeepestExpression)
      stride = compute(*instruction, depth + 1);
    return known_[value] = stride;
  }

private:
  std::optional<std::int64_t> compute(Instruction& instruction, unsigned depth) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return ofLoad(*load, depth);
    if (auto* phi = dyn_cast<PHINode>(&instruction))
      return ofPhi(*phi, depth);
    if (auto* address = dyn_cast<GEPOperator>(&instruction))
      return ofAddress(*address, depth);
    if (isa<CastInst>(instruction))
      return of(instruction.getOperand(0), depth);
    if (auto* operation = dyn_cast<BinaryOperator>(&instruction))
      return ofOperation(*operation, depth);
    return isConstantOverBlocks(instruction, depth) ? std::optional<std::int64_t>(0) : std::nullopt;
  }

  std::optional<std::int64_t> ofLoad(LoadInst& load, unsigned depth) {
    APInt offset(64, 0);
    const Value* base =
        load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (base == context_)
      return offset == offsetof(BlockContext, ctaid) ? 1 : 0;
    return of(load.getPointerOperand(), depth) == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  }

  // A counter of a loop grows from block to block as its first value does.
  std::optional<std::int64_t> ofPhi(PHINode& phi, unsigned depth) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      auto* step = dyn_cast<Operator>(phi.getIncomingValue(i));
      const bool counts = step &&
                          (step->getOpcode() == Instruction::Add ||
                           step->getOpcode() == Instruction::GetElementPtr) &&
                          step->getNumOperands() == 2 && step->getOperand(0) == &phi &&
                          isa<Constant>(step->getOperand(1));
      if (counts && phi.getNumIncomingValues() == 2)
        return of(phi.getIncomingValue(1 - i), depth);
    }
    return std::nullopt;
  }

  std::optional<std::int64_t> ofAddress(GEPOperator& address, unsigned depth) {
    std::optional<std::int64_t> base = of(address.getPointerOperand(), depth);
    if (!base || address.getType()->isVectorTy() || address.getNumIndices() != 1)
      return std::nullopt;
    std::optional<std::int64_t> index = of(address.getOperand(1), depth);
    if (!index)
      return std::nullopt;
    const auto size = static_cast<std::int64_t>(
        layout_.getTypeAllocSize(address.getSourceElementType()).getFixedValue());
    return *base + *index * size;
  }

  std::optional<std::int64_t> ofOperation(BinaryOperator& operation, unsigned depth) {
    std::optional<std::int64_t> left = of(operation.getOperand(0), depth);
    std::optional<std::int64_t> right = of(operation.getOperand(1), depth);
    if (!left || !right)
      return std::nullopt;
    auto* constant = dyn_cast<ConstantInt>(operation.getOperand(1));
    const bool fits = constant && constant->getValue().isSignedIntN(32);
    switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Or: // of numbers without common bits, as in addresses
      return *left + *right;
    case Instruction::Sub:
      return *left - *right;
    case Instruction::Mul:
      if (fits)
        return *left * constant->getSExtValue();
      break;
    case Instruction::Shl:
      if (fits && constant->getSExtValue() < 32)
        return *left * (std::int64_t{1} << constant->getSExtValue());
      break;
    default:
      break;
    }
    return *left == 0 && *right == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  }

  bool isConstantOverBlocks(Instruction& instruction, unsigned depth) {
    return !instruction.mayReadOrWriteMemory() &&
           all_of(instruction.operands(), [&](Value* operand) { return of(operand, depth) == 0; });
  }

  const Value* context_;
  const DataLayout& layout_;
  DenseMap<Value*, std::optional<std::int64_t>> known_;
};

// The bytes that gangs access at an address.
struct Access {
  Instruction* first; // of the instructions that do
  std::int64_t bytes;
  bool stores;
};

// A block function with barriers has loops over its gangs; a region that it calls is one gang's.
bool isInLoopOfGang(const Instruction& instruction, const LoopInfo& loops) {
  const unsigned loopsOverGangs = instruction.getFunction()->hasFnAttribute(kRegion) ? 0 : 1;
  return loops.getLoopDepth(instruction.getParent()) > loopsOverGangs;
}

MapVector<Value*, Access> accessesOfGangs(Function& function, const LoopInfo& loops,
                                          const DataLayout& layout) {
  MapVector<Value*, Access> accesses;
  for (Instruction& instruction : instructions(function)) {
    Value* pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || isInLoopOfGang(instruction, loops))
      continue;
    const auto bytes = static_cast<std::int64_t>(
        layout.getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue());
    if (bytes < kLeastBytes)
      continue;
    Access& access = accesses.insert({pointer, {&instruction, bytes, false}}).first->second;
    access.stores |= isa<StoreInst>(instruction);
  }
  return accesses;
}

// Whether loads are worth a prefetch. On a Neoverse V1, hardware fetches them early enough, and the
// reduction that a Xeon runs in two thirds of the time takes an eighth more.
bool waitsForLoads(const Function& function) {
  return Triple(function.getParent()->getTargetTriple()).isX86();
}

// Returns how many bytes ahead lines are prefetched, if blocks are `stride` bytes apart. Where
// blocks wait for each other, workers take one block at a time in turn. So the next one of a worker
// comes as many blocks later as there are workers, and lines of those in between would be taken
// from the workers that access them just then.
Value* distanceAhead(Function& function, std::int64_t stride, std::int64_t bytesOfBlock) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  const std::int64_t blocks = std::clamp<std::int64_t>(kMostBytesBetween / bytesOfBlock, 1,
                                                       (kBytesAhead + stride - 1) / stride);
  Value* distance = builder.getInt64(blocks * stride);
  if (!function.hasFnAttribute(kYields))
    return distance;
  Value* field = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), function.getArg(0),
                                                    offsetof(BlockContext, workerCount));
  Value* workers = builder.CreateLoad(builder.getInt32Ty(), field, "workers");
  return builder.CreateMul(builder.CreateZExt(workers, builder.getInt64Ty()), distance);
}

// How much of the accesses' memory a block comes to, in bytes. A region is run once for each gang,
// as is the body of a loop.
std::int64_t bytesOfBlock(ArrayRef<Instruction*> accesses, const LoopInfo& loops) {
  std::int64_t bytes = 0;
  for (Instruction* access : accesses) {
    const Function& function = *access->getFunction();
    const Type* type = getLoadStoreType(access);
    const std::int64_t size = access->getDataLayout().getTypeStoreSize(const_cast<Type*>(type));
    auto* vector = dyn_cast<FixedVectorType>(type);
    const unsigned lanes = vector ? vector->getNumElements() : 1;
    const bool isEachGang =
        function.hasFnAttribute(kRegion) || loops.getLoopDepth(access->getParent()) > 0;
    bytes += isEachGang ? size * divideCeil(blockDim(function).threads(), lanes) : size;
  }
  return bytes;
}

// A line of memory that a block after this one will access.
struct Line {
  Instruction* access; // by which this block comes to its own line of the same place
  Value* pointer;      // of that access
  Value* distance;
  std::int64_t offset;
  bool isStored;
};

void prefetch(const Line& line, Instruction& before) {
  constexpr unsigned kKeepInAllCaches = 3, kData = 1;
  IRBuilder<> builder(&before);
  Value* offset = builder.CreateAdd(line.distance, builder.getInt64(line.offset));
  Value* ahead = builder.CreateGEP(builder.getInt8Ty(), line.pointer, offset);
  builder.CreateIntrinsic(Intrinsic::prefetch, {ahead->getType()},
                          {ahead, builder.getInt32(line.isStored),
                           builder.getInt32(kKeepInAllCaches), builder.getInt32(kData)});
}

// Puts the prefetches of a basic block at equal distances between its first access and its end,
// but none before its own access, where its address might not be known. A core waits for about
// twelve lines at a time, so prefetches that follow each other closely hold up the loads behind
// them, and the arithmetic after the last one has no memory to overlap with.
void spread(ArrayRef<Line> lines) {
  SmallVector<Instruction*, 0> places;
  DenseMap<const Instruction*, std::size_t> placeOfAccess;
  Instruction* first = lines.front().access;
  for (Instruction& place : make_range(first->getIterator(), first->getParent()->end())) {
    placeOfAccess[&place] = places.size();
    places.push_back(&place);
  }
  for (const auto& [i, line] : enumerate(lines)) {
    const std::size_t place = i * (places.size() - 1) / lines.size();
    prefetch(line, *places[std::max(place, placeOfAccess.at(line.access))]);
  }
}

} // namespace

PreservedAnalyses PrefetchNextBlocksPass::run(Function& function,
                                              FunctionAnalysisManager& analyses) {
  if (!function.hasFnAttribute(kHasBarriers) && !function.hasFnAttribute(kRegion))
    return PreservedAnalyses::all();
  BlockStrides strides(function);
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  MapVector<Value*, Access> accesses =
      accessesOfGangs(function, loops, function.getParent()->getDataLayout());
  accesses.remove_if([&](const auto& entry) {
    const std::int64_t stride = strides.of(entry.first).value_or(0);
    return stride <= 0 || stride > kFarthestBlock ||
           !(entry.second.stores || waitsForLoads(function));
  });
  SmallVector<Instruction*, 16> first;
  for (const auto& [pointer, access] : accesses)
    first.push_back(access.first);
  SmallDenseMap<std::int64_t, Value*> distances;       // by how far blocks are apart
  MapVector<BasicBlock*, SmallVector<Line, 16>> lines; // in the order of their accesses
  for (const auto& [pointer, access] : accesses) {
    const std::int64_t stride = *strides.of(pointer);
    Value*& distance = distances[stride];
    if (!distance)
      distance = distanceAhead(function, stride, bytesOfBlock(first, loops));
    for (std::int64_t offset = 0; offset < access.bytes; offset += kCacheLineBytes)
      lines[access.first->getParent()].push_back(
          {access.first, pointer, distance, offset, access.stores});
  }
  for (const auto& [block, linesOfBlock] : lines)
    spread(linesOfBlock);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return !accesses.empty() ? preserved : PreservedAnalyses::all();
}

} // namespace heddle::simt
