// Accesses whose lanes lie far from each other, but next to those of the gang below
// (row_strides.h). They are gathers and scatters with a note, on every CPU: where gangs of several
// rows run together, they become accesses to columns (turn_squares.h), and elsewhere LLVM makes of
// them what the CPU has.
#include "simt/gang_builder.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::simt {
namespace {

// Of fewer rows there is little to gain. Of more, a column would be longer than a cache line.
constexpr unsigned kFewestRows = 4;
constexpr unsigned kMostRows = 16;

} // namespace

std::optional<RowsBelow> GangBuilder::findRowsBelow(const LaneAccess& access) {
  if (mask_ || !access.fitsGather || access.parts != 1 || runsLanesInLoops() || width_ == 1 ||
      thread_.hasFnAttribute(kCalledByGangs) || block_.x % width_ != 0)
    return std::nullopt;
  // The largest power of two that divides the block's height.
  const unsigned rows = std::min(block_.y & -block_.y, kMostRows);
  if (rows < kFewestRows)
    return std::nullopt;
  const std::optional<RowStrides::Stride> stride = rowStrides_.of(access.pointer);
  if (!stride || stride->distance != access.bytes)
    return std::nullopt;
  return RowsBelow{.gangsPerRow = block_.x / width_, .rows = rows, .mayWrap = stride->mayWrap};
}

Value* GangBuilder::loadColumns(const LoadInst& load, const LaneAccess& access,
                                const RowsBelow& rows) {
  Type* wide = vectorOf(access.element);
  CallInst* gathered = builder_.CreateMaskedGather(wide, vector(access.pointer), access.align,
                                                   nullptr, PoisonValue::get(wide));
  gathered->setAAMetadata(load.getAAMetadata());
  noteRowsBelow(*gathered, rows);
  return gathered;
}

void GangBuilder::storeColumns(const StoreInst& store, const LaneAccess& access,
                               const RowsBelow& rows, Value* values) {
  CallInst* scattered = builder_.CreateMaskedScatter(values, vector(access.pointer), access.align);
  scattered->setAAMetadata(store.getAAMetadata());
  noteRowsBelow(*scattered, rows);
}

} // namespace heddle::simt
