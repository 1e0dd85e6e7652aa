// The memory on the stack that vectors of a gang's lanes live in, for strip_mine_vectors.h. Each
// vector has a place in it, lane by lane; strips of it are loaded and stored where they are used.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>

namespace heddle::simt {

class LaneFrame {
public:
  explicit LaneFrame(llvm::Function& function);

  // The type of one lane in memory. A mask is a vector of 32-bit integers there with the value 0 or
  // -1, as comparisons of 32-bit values leave them in registers.
  static llvm::Type* memoryElement(llvm::Type* element);
  // The type of a strip of lanes, which is a scalar if it is a single lane.
  static llvm::Type* stripType(llvm::Type* element, unsigned lanes) {
    return lanes == 1 ? element : llvm::FixedVectorType::get(element, lanes);
  }

  // Where the lanes of a vector lie, in bytes from the frame's address.
  std::uint64_t placeOf(const llvm::Value* value);
  bool hasPlace(const llvm::Value* value) const { return places_.contains(value); }
  // Lets `value` take the place of `former`, which nobody needs any more.
  void share(const llvm::Value* value, const llvm::Value* former) {
    places_[value] = placeOf(former);
  }
  const llvm::MapVector<const llvm::Value*, std::uint64_t>& places() const { return places_; }

  // The frame is allocated at the start of the function, so its address can be used everywhere.
  llvm::AllocaInst* address() const { return frame_; }
  llvm::Value* addressAt(llvm::IRBuilder<>& builder, std::uint64_t offset) const;
  // Returns the address of one lane of a vector. A lane number that is not constant is taken modulo
  // the number of lanes, since a wrong one must not lead to other memory.
  llvm::Value* laneAddress(llvm::IRBuilder<>& builder, const llvm::Value* vector,
                           llvm::Value* lane);
  llvm::Value* laneAddress(llvm::IRBuilder<>& builder, const llvm::Value* vector, unsigned lane);
  // Returns memory that inactive lanes access in place of their own addresses, which may be
  // invalid.
  llvm::Value* scratch();

  // Loads a strip of `lanes` lanes, which is a scalar if that is one.
  llvm::Value* loadStrip(llvm::IRBuilder<>& builder, llvm::Type* element, unsigned lanes,
                         llvm::Value* address) const;
  void storeStrip(llvm::IRBuilder<>& builder, llvm::Value* strip, llvm::Value* address) const;
  llvm::Value* loadWhole(llvm::IRBuilder<>& builder, llvm::Value* value);
  // Stores a vector to its place, right behind what makes it.
  void storeWhole(llvm::Value* value);

  // Gives the frame its final size.
  void finish();

private:
  std::uint64_t reserve(std::uint64_t bytes);
  llvm::Align alignOf(llvm::Type* strip) const;

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  llvm::AllocaInst* frame_;
  std::uint64_t bytes_ = 0;
  llvm::MapVector<const llvm::Value*, std::uint64_t> places_;
  llvm::Value* scratch_ = nullptr;
};

} // namespace heddle::simt
