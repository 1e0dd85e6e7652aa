#include "simt/prefetch_next_blocks.h"

#include "ir/kernel_abi.h"
#include "simt/execution_form.h"
#include "simt/function_attributes.h"
#include "simt/region_functions.h"
#include "simt/vector_target.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
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
// A basic block that only streams through memory accesses at most so many lines, and has at most so
// many instructions for each of them.
// saxpy on a Sapphire Rapids takes 6.4 ms with prefetches and 8.9 ms without them, but
// Black-Scholes and a convolution with them a twentieth more (2026-11).
constexpr std::size_t kMostStreamed = 8, kFewInstructions = 8;
constexpr std::int64_t kLeastBytes = 16; // of an access of a gang; single values share lines
constexpr unsigned kDeepestExpression = 32;
constexpr std::int64_t kLineBytes = kCacheLineBytes;

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

// A line of memory that a block after this one will access.
struct Line {
  Instruction* access; // by which this block comes to its own line of the same place
  Value* base;         // a part of its address
  std::int64_t offset; // from the base
  std::int64_t stride; // by how much the base grows from one block to the next
  bool loads, stores;
};

// Whether the instruction is in a loop that comes from the kernel. A block function of several
// gangs has one more loop around the kernel's code, which runs the gangs one after the other; that
// loop does not count.
bool isInLoopOfGang(const Instruction& instruction, const LoopInfo& loops) {
  const Function& function = *instruction.getFunction();
  const bool isOneGang =
      function.hasFnAttribute(kRegion) || blockDim(function).threads() <= gangWidth(function);
  return loops.getLoopDepth(instruction.getParent()) > (isOneGang ? 0u : 1u);
}

// Finds the lines that gangs access. Accesses that are constants apart from each other may share a
// line, which is then fetched once. Where lines begin is not known, so the addresses without the
// constants count as beginnings of lines.
class LinesOfGangs {
public:
  LinesOfGangs(Function& function, const LoopInfo& loops, const DominatorTree& dominators)
      : layout_(function.getParent()->getDataLayout()), dominators_(dominators),
        strides_(function) {
    for (Instruction& instruction : instructions(function))
      if (getLoadStorePointerOperand(&instruction) && !isInLoopOfGang(instruction, loops))
        add(instruction);
  }

  SmallVector<Line, 16> take() { return std::move(lines_); }

private:
  void add(Instruction& access) {
    Value* pointer = getLoadStorePointerOperand(&access);
    const auto bytes = static_cast<std::int64_t>(
        layout_.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
    APInt constants(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    Value* base = pointer->stripAndAccumulateConstantOffsets(layout_, constants, true);
    const std::int64_t stride = strides_.of(base).value_or(0);
    if (bytes < kLeastBytes || stride <= 0 || stride > kFarthestBlock)
      return;
    const std::int64_t begin = constants.getSExtValue(), end = begin + bytes;
    for (std::int64_t at = begin & -kLineBytes; at < end; at += kLineBytes) {
      Line& line = lineAt(base, at, stride, access);
      line.loads |= isa<LoadInst>(access);
      line.stores |= isa<StoreInst>(access);
    }
  }

  // The same line, if it is accessed before in any case, or a new one.
  Line& lineAt(Value* base, std::int64_t offset, std::int64_t stride, Instruction& access) {
    SmallVector<std::size_t, 2>& known = known_[{base, offset}];
    for (const std::size_t index : known)
      if (dominators_.dominates(lines_[index].access->getParent(), access.getParent()))
        return lines_[index];
    known.push_back(lines_.size());
    return lines_.emplace_back(Line{&access, base, offset, stride, false, false});
  }

  const DataLayout& layout_;
  const DominatorTree& dominators_;
  BlockStrides strides_;
  SmallVector<Line, 16> lines_;
  DenseMap<std::pair<Value*, std::int64_t>, SmallVector<std::size_t, 2>> known_;
};

// Does a worker wait at the end of each block, or of each region of it?
bool endInBarriers(const Function& function) {
  return function.hasFnAttribute(kHasBarriers) || function.hasFnAttribute(kRegion);
}

// Whether a prefetch of the line saves time. On a Neoverse V1, hardware fetches what is loaded
// early enough, and the reduction that a Xeon runs in two thirds of the time takes an eighth more.
// What is only stored does not hold up a block without barriers, and may go around the caches
// (stream_stores.h).
bool isWorthFetching(const Line& line, const Function& function) {
  const bool isX86 = Triple(function.getParent()->getTargetTriple()).isX86();
  return (line.loads && isX86) || (line.stores && endInBarriers(function));
}

// Does the basic block do little else than to access these lines? Where there are no barriers, CPUs
// overlap blocks that compute more by themselves, and where a block accesses many lines, most of
// them are still in a cache from blocks before it, as the rows of a stencil are.
bool onlyStreams(const BasicBlock& block, ArrayRef<Line> lines) {
  return lines.size() <= kMostStreamed && block.size() <= lines.size() * kFewInstructions;
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

// How much of the lines' memory a block comes to, in bytes. A region is run once for each gang, as
// is the body of a loop.
std::int64_t bytesOfBlock(ArrayRef<Line> lines, const LoopInfo& loops) {
  std::int64_t bytes = 0;
  for (const Line& line : lines) {
    const Function& function = *line.access->getFunction();
    auto* vector = dyn_cast<FixedVectorType>(getLoadStoreType(line.access));
    const unsigned lanes = vector ? vector->getNumElements() : 1;
    const bool isEachGang =
        function.hasFnAttribute(kRegion) || loops.getLoopDepth(line.access->getParent()) > 0;
    bytes += kLineBytes *
             (isEachGang ? divideCeil(blockDim(function).threads(), lanes) : std::uint64_t{1});
  }
  return bytes;
}

void prefetch(const Line& line, Value* distance, Instruction& before) {
  constexpr unsigned kKeepInAllCaches = 3, kData = 1;
  IRBuilder<> builder(&before);
  Value* offset = builder.CreateAdd(distance, builder.getInt64(line.offset));
  Value* ahead = builder.CreateGEP(builder.getInt8Ty(), line.base, offset);
  builder.CreateIntrinsic(Intrinsic::prefetch, {ahead->getType()},
                          {ahead, builder.getInt32(line.stores), builder.getInt32(kKeepInAllCaches),
                           builder.getInt32(kData)});
}

// Puts the prefetches of a basic block at equal distances between its first access and its end,
// but none before its own access, where its address might not be known. A core waits for about
// twelve lines at a time, so prefetches that follow each other closely hold up the loads behind
// them, and the arithmetic after the last one has no memory to overlap with.
void spread(ArrayRef<Line> lines, const DenseMap<std::int64_t, Value*>& distances) {
  SmallVector<Instruction*, 0> places;
  DenseMap<const Instruction*, std::size_t> placeOfAccess;
  Instruction* first = lines.front().access;
  for (Instruction& place : make_range(first->getIterator(), first->getParent()->end())) {
    placeOfAccess[&place] = places.size();
    places.push_back(&place);
  }
  for (const auto& [i, line] : enumerate(lines)) {
    const std::size_t place = i * (places.size() - 1) / lines.size();
    prefetch(line, distances.at(line.stride),
             *places[std::max(place, placeOfAccess.at(line.access))]);
  }
}

} // namespace

PreservedAnalyses PrefetchNextBlocksPass::run(Function& function,
                                              FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<Line, 16> lines =
      LinesOfGangs(function, loops, analyses.getResult<DominatorTreeAnalysis>(function)).take();
  erase_if(lines, [&](const Line& line) { return !isWorthFetching(line, function); });
  DenseMap<std::int64_t, Value*> distances;              // by how far blocks are apart
  MapVector<BasicBlock*, SmallVector<Line, 16>> ofBlock; // in the order of their accesses
  for (const Line& line : lines) {
    Value*& distance = distances[line.stride];
    if (!distance)
      distance = distanceAhead(function, line.stride, bytesOfBlock(lines, loops));
    ofBlock[line.access->getParent()].push_back(line);
  }
  for (const auto& [block, linesOfBlock] : ofBlock)
    if (endInBarriers(function) || onlyStreams(*block, linesOfBlock))
      spread(linesOfBlock, distances);
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return lines.empty() ? PreservedAnalyses::all() : preserved;
}

} // namespace heddle::simt
