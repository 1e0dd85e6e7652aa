// PTX computes addresses as integers. Where the integer is plainly the address of one known object
// (a local variable, a module variable, the parameter buffer) plus an offset, this writes it as a
// GEP again, so that LLVM's alias analysis and SROA see the object.
#include "ptx/lowering/lowering.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>
#include <optional>

namespace heddle::ptx {
namespace {

// How many nested operations are searched for an object. More cost compile time.
constexpr unsigned kSearchDepth = 12;

// An address as a pointer to an object and an offset in bytes.
struct Decomposed {
  llvm::Value* base = nullptr;
  llvm::Value* offset = nullptr; // null: zero
};

class Recovery {
public:
  explicit Recovery(llvm::Function& function) : function_(function) {}

  bool run() {
    std::vector<llvm::IntToPtrInst*> casts;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(&instruction))
        casts.push_back(cast);
    bool changed = false;
    for (llvm::IntToPtrInst* cast : casts)
      changed |= recover(*cast);
    return changed;
  }

private:
  // Whether the value holds the address of a known object somewhere in its additions.
  bool hasBase(llvm::Value* value, unsigned depth) {
    if (depth == 0)
      return false;
    if (pointerOf(value))
      return true;
    if (auto* op = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
      if (op->getOpcode() == llvm::Instruction::Add)
        return hasBase(op->getOperand(0), depth - 1) || hasBase(op->getOperand(1), depth - 1);
      if (op->getOpcode() == llvm::Instruction::Sub)
        return hasBase(op->getOperand(0), depth - 1);
    }
    if (auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(value))
      if (constant->getOpcode() == llvm::Instruction::Add ||
          constant->getOpcode() == llvm::Instruction::Sub)
        return hasBase(constant->getOperand(0), depth - 1) ||
               hasBase(constant->getOperand(1), depth - 1);
    return false;
  }

  static llvm::Value* pointerOf(llvm::Value* value) {
    // The low half of an address is all of it in shared memory.
    if (auto* low = llvm::dyn_cast<llvm::TruncInst>(value))
      value = low->getOperand(0);
    auto* cast = llvm::dyn_cast<llvm::PtrToIntOperator>(value);
    if (!cast || !(value->getType()->isIntegerTy(64) || value->getType()->isIntegerTy(32)))
      return nullptr;
    llvm::Value* object = cast->getPointerOperand()->stripPointerCasts();
    llvm::Value* root = object;
    while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(root))
      root = gep->getPointerOperand();
    bool known = llvm::isa<llvm::AllocaInst>(root) || llvm::isa<llvm::GlobalVariable>(root) ||
                 llvm::isa<llvm::Argument>(root);
    return known ? object : nullptr;
  }

  std::optional<Decomposed> decompose(llvm::Value* value, llvm::IRBuilder<>& builder,
                                      unsigned depth) {
    if (depth == 0)
      return std::nullopt;
    if (llvm::Value* pointer = pointerOf(value))
      return Decomposed{pointer, nullptr};
    auto* op = llvm::dyn_cast<llvm::Operator>(value);
    if (!op)
      return std::nullopt;
    bool isAdd = op->getOpcode() == llvm::Instruction::Add;
    bool isSub = op->getOpcode() == llvm::Instruction::Sub;
    if (!isAdd && !isSub)
      return std::nullopt;
    llvm::Value *left = op->getOperand(0), *right = op->getOperand(1);
    if (isAdd && !hasBase(left, depth - 1))
      std::swap(left, right);
    // Where both sides have the address of an object, either could be the one that is meant.
    if (!hasBase(left, depth - 1) || hasBase(right, depth - 1))
      return std::nullopt;
    auto parts = decompose(left, builder, depth - 1);
    if (!parts)
      return std::nullopt;
    if (isAdd)
      parts->offset = parts->offset ? builder.CreateAdd(parts->offset, right) : right;
    else
      parts->offset =
          parts->offset ? builder.CreateSub(parts->offset, right) : builder.CreateNeg(right);
    return parts;
  }

  // Recognises 64-bit arithmetic, and zext(address + i) + j with a 32-bit address of shared memory.
  std::optional<Decomposed> recoverWide(llvm::Value* integer, unsigned space,
                                        llvm::IRBuilder<>& builder) {
    if (hasBase(integer, kSearchDepth))
      return decompose(integer, builder, kSearchDepth);
    if (space != kSharedAddressSpace)
      return std::nullopt;
    llvm::Value* further = nullptr;
    if (auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(integer);
        sum && sum->getOpcode() == llvm::Instruction::Add &&
        llvm::isa<llvm::ConstantInt>(sum->getOperand(1))) {
      integer = sum->getOperand(0);
      further = sum->getOperand(1);
    }
    auto* extension = llvm::dyn_cast<llvm::ZExtInst>(integer);
    if (!extension || !extension->getSrcTy()->isIntegerTy(32) ||
        !hasBase(extension->getOperand(0), kSearchDepth))
      return std::nullopt;
    auto parts = decompose(extension->getOperand(0), builder, kSearchDepth);
    if (!parts || parts->base->getType()->getPointerAddressSpace() != kSharedAddressSpace)
      return std::nullopt;
    // Shared memory ends far below 2^31, so that an offset which leads into it is a signed number.
    if (parts->offset)
      parts->offset = builder.CreateSExt(parts->offset, builder.getInt64Ty());
    if (further)
      parts->offset = parts->offset ? builder.CreateAdd(parts->offset, further) : further;
    return parts;
  }

  // Whether a 32-bit number comes from a subtraction, so that it may be below zero.
  static bool mayBeNegative(llvm::Value* value, unsigned depth) {
    auto* op = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!op || depth == 0)
      return false;
    auto* constant = llvm::dyn_cast<llvm::ConstantInt>(op->getOperand(1));
    switch (op->getOpcode()) {
    case llvm::Instruction::Sub:
      return true;
    case llvm::Instruction::Xor:
      return constant && constant->isMinusOne();
    case llvm::Instruction::Add:
      return (constant && constant->isNegative()) || mayBeNegative(op->getOperand(0), depth - 1) ||
             mayBeNegative(op->getOperand(1), depth - 1);
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
      return mayBeNegative(op->getOperand(0), depth - 1);
    default:
      return false;
    }
  }

  // Makes zero extensions in an address of shared memory sign extensions. Such addresses have 32
  // bits on a GPU, even in 64-bit registers, so that `buffer[~i]` with an unsigned i counts
  // downwards. Null when nothing is to be changed.
  static llvm::Value* withSigns(llvm::Value* value, llvm::IRBuilder<>& builder, unsigned depth) {
    if (depth == 0)
      return nullptr;
    if (auto* extension = llvm::dyn_cast<llvm::ZExtInst>(value)) {
      llvm::Value* index = extension->getOperand(0);
      return index->getType()->isIntegerTy(32) && mayBeNegative(index, kSearchDepth)
                 ? builder.CreateSExt(index, value->getType())
                 : nullptr;
    }
    auto* op = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!op)
      return nullptr;
    llvm::Value *left = op->getOperand(0), *right = op->getOperand(1);
    bool isSum =
        op->getOpcode() == llvm::Instruction::Add || op->getOpcode() == llvm::Instruction::Sub;
    bool isMultiple =
        (op->getOpcode() == llvm::Instruction::Mul || op->getOpcode() == llvm::Instruction::Shl) &&
        llvm::isa<llvm::ConstantInt>(right);
    if (!isSum && !isMultiple)
      return nullptr;
    llvm::Value* newLeft = withSigns(left, builder, depth - 1);
    llvm::Value* newRight = isSum ? withSigns(right, builder, depth - 1) : nullptr;
    if (!newLeft && !newRight)
      return nullptr;
    return builder.CreateBinOp(op->getOpcode(), newLeft ? newLeft : left,
                               newRight ? newRight : right);
  }

  bool recover(llvm::IntToPtrInst& cast) {
    llvm::Value* integer = cast.getOperand(0);
    if (!integer->getType()->isIntegerTy(64))
      return false;
    llvm::IRBuilder<> builder(&cast);
    bool changed = false;
    if (cast.getAddressSpace() == kSharedAddressSpace)
      if (llvm::Value* number = withSigns(integer, builder, kSearchDepth)) {
        cast.setOperand(0, number);
        integer = number;
        changed = true;
      }
    auto parts = recoverWide(integer, cast.getAddressSpace(), builder);
    if (!parts || parts->base->getType() != cast.getType())
      return changed;
    llvm::Value* pointer = parts->offset
                               ? builder.CreateGEP(builder.getInt8Ty(), parts->base, parts->offset)
                               : parts->base;
    cast.replaceAllUsesWith(pointer);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&cast);
    return true;
  }

  llvm::Function& function_;
};

} // namespace

bool recoverPointers(llvm::Function& function) {
  return Recovery(function).run();
}

} // namespace heddle::ptx
