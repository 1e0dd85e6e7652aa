// Lowers a checked module to thread IR (src/ir/thread_ir.md). ModuleLowering owns what the
// functions of one LLVM module share. FunctionLowering lowers one function; its members are in one
// file per family of instructions, as the comments below say.
#pragma once

#include "ir/checker_notes.h"
#include "ir/tensor_map.h"
#include "ir/thread_operations.h"
#include "ptx/device_runtime.h"
#include "ptx/lowering/debug_locations.h"
#include "ptx/lowering/matrix.h"
#include "ptx/module.h"

#include <array>
#include <deque>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::ptx {

// Address spaces of thread IR.
constexpr unsigned kGenericAddressSpace = 0;
constexpr unsigned kSharedAddressSpace = 3;

// Thrown where a function cannot be lowered; lower() makes a diagnostic of it.
struct LoweringError {
  ErrorKind kind;
  Location location;
  std::string message;
};

class ModuleLowering {
public:
  ModuleLowering(const Module& module, llvm::Module& ir, DebugLocations locations)
      : module_(module), ir_(ir), hasNotes_(locations == DebugLocations::LinesAndNotes),
        isUniformSimt_(ptx::isUniformSimt(module)) {
    if (locations != DebugLocations::None)
      locations_.emplace(ir);
  }

  // Lowers `entry` and what it calls.
  void lower(std::uint32_t entry);

  const Module& module() const { return module_; }
  llvm::Module& ir() { return ir_; }
  ModuleDebugLocations* locations() { return locations_ ? &*locations_ : nullptr; }
  bool hasNotes() const { return hasNotes_; }
  llvm::LLVMContext& context() { return ir_.getContext(); }

  llvm::GlobalVariable* variable(std::uint32_t definition);
  // Declares a function; with `called` its body becomes part of the LLVM module too.
  llvm::Function* function(std::uint32_t definition, bool called);
  // The address of a function as device code sees it.
  llvm::Constant* functionAddress(std::uint32_t definition);

  // A heddle.lib.* helper of src/ptx/builtins.
  llvm::Function* helper(llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Type*> parameters);

  llvm::Type* valueType(ScalarType type);
  llvm::FunctionType* functionType(const Signature& signature);

private:
  const Module& module_;
  llvm::Module& ir_;
  bool hasNotes_;
  std::optional<ModuleDebugLocations> locations_;
  std::unordered_map<std::uint32_t, llvm::Function*> functions_;
  std::unordered_map<std::uint32_t, llvm::GlobalVariable*> variables_;
  const bool isUniformSimt_;
  std::uint32_t root_ = 0; // what lower() was asked for
  std::unordered_map<std::uint32_t, bool> queued_;
  std::deque<std::uint32_t> pending_;
};

class FunctionLowering {
public:
  FunctionLowering(ModuleLowering& parent, const Definition& definition, llvm::Function* function);
  void lower();

private:
  using Value = llvm::Value;

  // function_lowering.cpp: frame, operands, dispatch
  void createFrame();
  void createBlocks();
  void lowerGuarded(const Instruction& instruction);
  void lowerInstruction(const Instruction& instruction);
  [[noreturn]] void refuse(const Instruction& instruction) const;
  void finishBlock(llvm::BasicBlock* next);
  llvm::BasicBlock* newBlock(const llvm::Twine& name);
  void emitReturn();

  Value* read(const Operand& operand, ScalarType type);
  void write(const Operand& operand, Value* value, ScalarType type);
  Value* readSpecial(const Operand& operand, ScalarType type);
  Value* readFloatConstant(const Operand& operand, ScalarType type);
  // The address that a name stands for, as an integer: an offset for .shared, else a host address.
  Value* addressValue(const Operand& operand);
  Value* guardValue(const Operand& guard);
  Value* reinterpret(Value* value, llvm::Type* type);

  // Operand i, and the first operand as destination, both with the instruction's type.
  Value* source(const Instruction& instruction, std::size_t i) {
    return read(instruction.operands[i], instruction.type);
  }
  void result(const Instruction& instruction, Value* value) {
    write(instruction.operands[0], value, instruction.type);
  }

  llvm::Type* type(ScalarType t) { return parent_.valueType(t); }
  llvm::ConstantInt* constant(unsigned bits, std::uint64_t value) {
    return b_.getIntN(bits, value);
  }
  Value* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                   llvm::ArrayRef<Value*> arguments);
  Value* threadOp(ThreadOp op, llvm::ArrayRef<Value*> arguments = {}) {
    return callThreadOp(b_, op, arguments);
  }
  Value* helper(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<Value*> arguments);
  // Emits a call that tells the checker of an operation on the memory at `pointer`, which is null
  // if the operation has none. Emits nothing when the kernel is not compiled for the checker.
  void note(CheckerNote kind, Value* pointer, std::uint64_t count = 0);
  void note(CheckerNote kind, Value* pointer, Value* count);

  // integer.cpp
  void lowerInteger(const Instruction& instruction);
  Value* divide(const Instruction& instruction, Value* a, Value* b);
  Value* multiply(const Instruction& instruction, Value* a, Value* b);
  Value* dotProduct(const Instruction& instruction);
  Value* onHalves(Value* a, Value* b, llvm::function_ref<Value*(Value*, Value*)> operation);
  // carry.cpp
  void lowerCarry(const Instruction& instruction);
  Value* addWithCarry(Value* a, Value* b, Value* carryIn, bool writeCarry);
  Value* subtractWithBorrow(Value* a, Value* b, Value* borrowIn, bool writeCarry);
  // bits.cpp
  void lowerBits(const Instruction& instruction);
  // logic.cpp
  void lowerLogic(const Instruction& instruction);
  // The amount of a 32-bit shift, or a position, as .clamp or .wrap limits it.
  Value* limitedAmount(ShiftMode mode, Value* amount);
  Value* funnelShift(const Instruction& instruction, Value* low);
  Value* shiftLeft(Value* value, Value* amount);
  Value* shiftRight(Value* value, Value* amount, bool arithmetic);
  Value* lop3(Value* a, Value* b, Value* c, unsigned table);
  Value* permute(const Instruction& instruction);
  Value* permutedByte(PermuteMode mode, Value* n, unsigned i);
  // float.cpp
  void lowerFloat(const Instruction& instruction);
  Value* floatArithmetic(const Instruction& instruction, ScalarType t,
                         llvm::ArrayRef<Value*> arguments);
  Value* flush(Value* value);
  Value* saturate(Value* value);
  Value* relu(Value* value);
  Value* minMax(const Instruction& instruction, ScalarType t, Value* a, Value* b);
  Value* testProperty(const Instruction& instruction, Value* value);
  // half.cpp
  void lowerHalf(const Instruction& instruction);
  Value* halfLane(const Instruction& instruction, ScalarType t, llvm::ArrayRef<Value*> arguments);
  Value* halfToFloat(Value* bits, ScalarType t);
  Value* floatToHalf(Value* value, ScalarType t);
  Value* flushHalf(Value* bits, ScalarType t);
  // compare.cpp
  void lowerCompare(const Instruction& instruction);
  Value* compare(const Instruction& instruction, ScalarType t, Value* a, Value* b);
  Value* combine(BoolOp op, Value* a, Value* b);
  // convert.cpp
  void lowerConvert(const Instruction& instruction);
  void lowerPack(const Instruction& instruction);
  void lowerNarrowPair(const Instruction& instruction); // narrow_floats.cpp
  void lowerStochastic(const Instruction& instruction);
  Value* convert(const Instruction& instruction, Value* value, ScalarType from, ScalarType to);
  Value* floatToInteger(const Instruction& instruction, Value* value, ScalarType to);
  Value* integerToFloat(Value* value, ScalarType from, ScalarType to, Rounding rounding);
  Value* roundToIntegral(Value* value, IntegerRounding rounding);
  Value* saturateInteger(Value* value, ScalarType from, ScalarType to);
  Value* narrowSingle(const Instruction& instruction, const Operand& operand, ScalarType to);
  Value* saturateFinite(Value* bits, ScalarType type);
  // mov.cpp
  void lowerMove(const Instruction& instruction);
  // memory.cpp
  void lowerMemory(const Instruction& instruction);
  void lowerLoad(const Instruction& instruction);
  void lowerStore(const Instruction& instruction);
  template <typename Access> void setSemantics(const Instruction& instruction, Access* access);
  void orderByFence(const Instruction& instruction);
  // No space is the generic one.
  Value* pointer(const Operand& address, std::optional<SpaceModifier> space, llvm::Align& align);
  Value* pointer(const Operand& address, std::optional<SpaceModifier> space) {
    llvm::Align align(1);
    return pointer(address, space, align);
  }
  Value* addressNumber(const Operand& address);
  Value* isInConstant(Value* address);
  // cp_async.cpp
  void lowerAsyncCopy(const Instruction& instruction);
  void lowerCopyArrival(const Instruction& instruction);
  void noteCopyGroup(const Instruction& instruction, AsyncGroupOp operation);
  // control.cpp
  void lowerControl(const Instruction& instruction);
  // call.cpp
  struct Callee {
    const Signature* signature = nullptr;
    Value* target = nullptr;
    const DeviceRuntimeFunction* deviceRuntime = nullptr; // where it is one of the device runtime
    bool perThread = false; // whether the default stream is the per-thread one
  };
  void lowerCall(const Instruction& instruction);
  Callee directCallee(const Instruction& instruction, const Operand& name);
  Callee indirectCallee(const Instruction& instruction, const Operand& address,
                        const Operand* table);
  Value* parameterMemory(const Instruction& instruction, const Operand& operand,
                         const Parameter& parameter);
  Value* callArgument(const Instruction& instruction, const Operand& operand,
                      const Parameter& parameter);
  void writeCallResults(const Instruction& instruction, std::span<const Operand> results,
                        const Signature& signature, Value* call);
  // mma.cpp
  void lowerMatrix(const Instruction& instruction);
  void lowerMma(const Instruction& instruction);
  void lowerWmma(const Instruction& instruction);
  static bool movesBytes(const Instruction& instruction);
  void lowerMultiply(const Instruction& instruction, MatrixElement a, MatrixElement b,
                     MatrixElement c, MatrixElement d, unsigned fragmentRegisters);
  Value* combineBits(MatrixBitOp op, Value* a, Value* b);
  std::vector<Value*> multiply(const Instruction& instruction, MatrixShape shape, MatrixElement a,
                               MatrixElement b, MatrixElement c, MatrixElement d,
                               llvm::ArrayRef<Value*> registers);
  using WarpBody = llvm::function_ref<std::vector<Value*>(llvm::ArrayRef<Value*>)>;
  std::vector<Value*>
  inWarpFunction(llvm::StringRef spelling, llvm::ArrayRef<Value*> arguments,
                 llvm::ArrayRef<llvm::Type*> results, WarpBody body,
                 llvm::MemoryEffects memory = llvm::MemoryEffects::inaccessibleMemOnly());
  void lowerQuadMultiply(const Instruction& instruction);
  void lowerSparseMultiply(const Instruction& instruction); // mma_sparse.cpp
  // mma_block_scaled.cpp
  BlockScales readScales(const Instruction& instruction, unsigned depth, std::size_t first);
  Value* scaleOf(Value* byte, ScaleType type);
  Value* powerOfTwo(Value* byte);
  Value* scaled(const BlockScales& scales, const BlockScales::Factors& factors, unsigned line,
                unsigned column, Value* element);
  void widenSums(const BlockScales& scales, std::vector<Value*>& sums);
  void narrowSums(const BlockScales& scales, std::vector<Value*>& sums);
  Value* multiplyAccumulate(const Instruction& instruction, MatrixElement element, Value* a,
                            Value* b, Value* sum);
  std::vector<Value*> readFragment(const Operand& operand, unsigned bits, std::size_t count);
  void writeFragment(const Operand& operand, llvm::ArrayRef<Value*> values);
  std::vector<Value*> readAccumulators(const Operand& operand, MatrixElement element,
                                       unsigned count);
  std::vector<Value*> packAccumulators(MatrixElement element, llvm::ArrayRef<Value*> values);
  void writeAccumulators(const Operand& operand, MatrixElement element,
                         llvm::ArrayRef<Value*> values);
  std::vector<Value*> unpackElements(Value* word, MatrixElement element);
  Value* fromLane(Value* value, Value* lane, unsigned control);
  Value* fromLane(Value* value, unsigned lane, unsigned control);
  Value* turnLanes(Value* value);
  Value* laneId();
  // wgmma.cpp
  // A matrix in shared memory as a descriptor gives it: where it begins, two distances between its
  // parts in bytes, and within how many units of 16 bytes these change places.
  struct SharedMatrix {
    Value *start, *leading, *stride, *units = nullptr, *isSwizzled = nullptr;
  };
  void lowerWgmma(const Instruction& instruction);
  std::vector<Value*> multiplyWarpgroup(const Instruction& instruction,
                                        llvm::ArrayRef<Value*> inside);
  SharedMatrix readDescriptor(Value* descriptor);
  Value* swizzledPlace(const SharedMatrix& matrix, Value* offset);
  std::vector<Value*> loadAlongLine(const SharedMatrix& matrix, Value* line, unsigned words);
  std::vector<Value*> loadAcrossLines(const SharedMatrix& matrix, Value* line, unsigned words);
  std::vector<Value*> unpackWords(llvm::ArrayRef<Value*> words, MatrixElement element);
  Value* multiplySparse(const Instruction& instruction, MatrixElement a, unsigned row,
                        llvm::ArrayRef<Value*> left, llvm::ArrayRef<Value*> right,
                        llvm::ArrayRef<Value*> metadata, Value* sum);
  // wmma_memory.cpp
  struct FragmentAccess;
  void lowerFragmentLoad(const Instruction& instruction);
  void lowerFragmentStore(const Instruction& instruction);
  FragmentAccess fragmentAccess(const Instruction& instruction, const Operand& memory);
  void placeLane(FragmentAccess& access);
  Value* elementAddress(const FragmentAccess& access, Value* row, Value* column);
  void loadFragment(const Instruction& instruction, FragmentAccess& access, std::size_t count,
                    llvm::Type* type, llvm::function_ref<std::vector<Value*>()> body);
  Value* loadFactorRegister(const FragmentAccess& access, unsigned o, unsigned q);
  void loadFactor(const Instruction& instruction, FragmentAccess& access);
  Value* sumAddress(const FragmentAccess& access, unsigned number);
  void loadSums(const Instruction& instruction, FragmentAccess& access);
  void storeSums(const Instruction& instruction, FragmentAccess& access);
  // ldmatrix.cpp, ldmatrix_bytes.cpp
  void lowerLoadMatrix(const Instruction& instruction);
  void lowerStoreMatrix(const Instruction& instruction);
  void lowerMoveMatrix(const Instruction& instruction);
  Value* matrixRows(const Instruction& instruction, const Operand& address);
  Value* placeInRow(const Instruction& instruction, Value* row, Value* offset);
  void lowerLoadBytes(const Instruction& instruction);
  void lowerStoreBytes(const Instruction& instruction);
  std::vector<Value*> matrixPlaces(const Instruction& instruction, const Operand& address,
                                   unsigned count);
  // mbarrier.cpp
  void lowerMbarrier(const Instruction& instruction);
  void lowerMbarrierInit(const Instruction& instruction);
  void lowerMbarrierArrive(const Instruction& instruction);
  void lowerMbarrierWait(const Instruction& instruction);
  void lowerTransactions(const Instruction& instruction, Value* bytes);
  Value* updateMbarrier(Value* address, Value* arrivals, Value* dropped, Value* transactions,
                        llvm::AtomicOrdering order);
  void completeTransactions(Value* barrier, Value* bytes);
  // st_async.cpp, cluster_launch_control.cpp
  void lowerAsyncStore(const Instruction& instruction);
  void lowerAsyncReduction(const Instruction& instruction);
  void lowerClusterLaunchControl(const Instruction& instruction);
  // cp_async_bulk.cpp, multimem.cpp
  void lowerBulkCopy(const Instruction& instruction);
  void copyBulk(const Instruction& instruction, Value* target, Value* source, Value* size);
  void lowerBulkStore(const Instruction& instruction);
  void bulkLoop(Value* size, std::uint64_t step, llvm::function_ref<void(Value*)> body);
  void storeMaskedByte(const Operand& mask, Value* offset, Value* byte, Value* address);
  // multimem.cpp
  void lowerMultimem(const Instruction& instruction);
  Value* reduceCopies(const Instruction& instruction, Value* a, Value* b);
  std::vector<Value*> loadCopies(const Instruction& instruction, Value* place, std::size_t count);
  Value* elementOfParts(const Instruction& instruction, Value* const* part);
  // tensor_copy.cpp
  void lowerTensor(const Instruction& instruction);
  void lowerTensorLoad(const Instruction& instruction);
  void lowerTensorMap(const Instruction& instruction);
  void publishTensorMap(const Instruction& instruction);
  void replaceTensorField(const Instruction& instruction);
  Value* copyTensor(const Instruction& instruction, const Operand& tensor, Value* shared,
                    TensorOperation operation, Value* offsets);
  void forEachBlockOf(Value* mask, llvm::function_ref<void(Value*)> body);
  Value* inBlock(Value* shared, Value* rank);
  // texture.cpp, surface.cpp
  void lowerTexture(const Instruction& instruction);
  struct TextureFetch;
  void lowerFetch(const Instruction& instruction);
  void addWords(TextureFetch& fetch, const Operand& operand, std::size_t count);
  std::size_t addMipLevel(TextureFetch& fetch, const Instruction& instruction, std::size_t next);
  void addOffsets(TextureFetch& fetch, const Instruction& instruction, std::size_t first);
  // The four words of a texel.
  using Texel = std::array<Value*, 4>;
  Texel callSampler(const TextureFetch& fetch, const Operand& place);
  Texel fetchTexel(const TextureFetch& fetch, const Operand& place);
  void writeTexel(const Instruction& instruction, const Texel& texel);
  void lowerQuery(const Instruction& instruction);
  void lowerSurface(const Instruction& instruction);
  Value* resource(const Operand& operand); // the address of the description
  // stack.cpp
  void lowerStack(const Instruction& instruction);
  void createStack();
  Value* stackAddress(Value* low);
  // barrier.cpp
  void lowerBarrier(const Instruction& instruction);
  void lowerBlockBarrier(const Instruction& instruction);
  Value* barrierThreads(const Operand& operand, bool arrivesOnly);
  void lowerBarrierReduction(const Instruction& instruction);
  void markAligned(const Instruction& instruction, Value* barrier);
  void lowerClusterBarrier(const Instruction& instruction);
  // fence.cpp
  void lowerFence(const Instruction& instruction);
  llvm::SyncScope::ID blockScope();
  llvm::SyncScope::ID scopeOf(const Instruction& instruction);
  // What the instruction says, or `otherwise` when it says nothing.
  static llvm::AtomicOrdering atomicOrdering(const Instruction& instruction,
                                             llvm::AtomicOrdering otherwise);
  // warp.cpp
  void lowerWarp(const Instruction& instruction);
  void lowerElect(const Instruction& instruction);
  Value* warpMembers(const Instruction& instruction, std::size_t operand);
  void writeWarpPair(const Instruction& instruction, Value* pair);
  // shfl.cpp, vote.cpp, match.cpp, redux.cpp
  void lowerShfl(const Instruction& instruction);
  void lowerVote(const Instruction& instruction);
  void lowerActivemask(const Instruction& instruction);
  void lowerMatch(const Instruction& instruction);
  void lowerRedux(const Instruction& instruction);
  Value* reduceFloats(const Instruction& instruction, Value* value, Value* members);
  // atomic.cpp, vector_atomic.cpp
  void lowerAtomic(const Instruction& instruction);
  void lowerVectorAtomic(const Instruction& instruction, Value* address,
                         llvm::AtomicOrdering order);
  Value* atomicUpdate(const Instruction& instruction, Value* address, Value* operand,
                      llvm::AtomicOrdering order);
  Value* packedAtomic(const Instruction& instruction, Value* address, Value* operand,
                      llvm::AtomicOrdering order);
  Value* combineFloats(const Instruction& instruction, Value* a, Value* b);
  // video.cpp
  void lowerVideo(const Instruction& instruction);
  void lowerVideoMad(const Instruction& instruction);
  void lowerVideoScalar(const Instruction& instruction);
  void lowerVideoLanes(const Instruction& instruction, unsigned lanes);
  Value* videoOperation(const Instruction& instruction, Value* a, Value* b);
  Value* videoPart(const Operand& operand, ScalarType t, llvm::Type* wide);
  Value* read32(const Operand& operand);
  Value* clampTo(Value* value, unsigned bits, bool isSignedRange);

  ModuleLowering& parent_;
  const Module& module_;
  const Unit& unit_;
  const Function& source_;
  const Definition& definition_;
  llvm::Function* function_;
  llvm::IRBuilder<> b_;
  llvm::BasicBlock* entry_ = nullptr;
  std::vector<llvm::AllocaInst*> registers_;
  std::vector<Value*> variables_;
  std::vector<llvm::BasicBlock*> labels_;
  llvm::AllocaInst* carry_ = nullptr;
  // Of the stack for PTX's alloca; null in functions that do not use it.
  llvm::AllocaInst* stackTop_ = nullptr;
  Value* stackBase_ = nullptr;
};

// Whether the type is a pair of floats that have 8 bits or less each.
bool isNarrowPair(ScalarType t);

// Makes SSA values of the registers that need no phi.
void promoteRegisters(llvm::Function& function, const llvm::DominatorTree& dominators);

// Turns integer address arithmetic on allocas, variables and parameters into GEPs. Returns whether
// anything has changed.
bool recoverPointers(llvm::Function& function);

// Removes conversions of shared addresses to generic ones and back.
void foldSharedAddresses(llvm::Module& module);

// Links the bodies of the heddle.lib.* helpers that the module calls and inlines them.
void linkHelpers(llvm::Module& module);
// Removes flushes of values that cannot be subnormal.
void removeRepeatedFlushes(llvm::Module& module);
// Gives NaNs the bits that a GPU gives them, where a program can see the bits.
void showNanBits(llvm::Module& module);

} // namespace heddle::ptx
