// Accesses whose lanes lie at constant places of a little memory, as with every second element of
// an array: the memory around them is loaded in whole registers, and shuffles take the lanes'
// elements out. Stores do so where nobody else can write what lies in between.
#include "simt/gang_builder.h"

#include "ir/kernel_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"

#include <algorithm>

using namespace llvm;

namespace heddle::simt {
namespace {

// What lies between two places that are no further apart is in the page of one of them, so reading
// it does not fault where reading both does not.
constexpr std::int64_t kSmallestPage = 4096;

// The memory of the block is accessed in windows of up to so many registers. That takes as many
// shuffles as a gather takes accesses, but what a thread reads from a register that another one has
// stored whole need not wait for memory, nor come from there where LLVM knows both
// (fused_regions.h).
constexpr std::int64_t kMostRegistersOwned = 16;

// Where an element of a vector comes from.
struct Source {
  unsigned piece = 0;
  unsigned element = 0;
};

// A vector whose elements are found in several others, all of one type, of which each shuffle takes
// two.
Value* assemble(IRBuilder<>& builder, ArrayRef<Value*> pieces, ArrayRef<Source> sources) {
  struct Partial {
    Value* value;
    SmallVector<int, 32> places; // of the elements of the result; negative if it has them not
  };
  SmallVector<Partial, 8> partials;
  for (unsigned piece = 0; piece < pieces.size(); ++piece) {
    Partial partial{pieces[piece], {}};
    for (const Source& source : sources)
      partial.places.push_back(source.piece == piece ? static_cast<int>(source.element) : -1);
    if (any_of(partial.places, [](int place) { return place >= 0; }))
      partials.push_back(std::move(partial));
  }
  const auto merge = [&](const Partial& left, const Partial* right) {
    const unsigned length = cast<FixedVectorType>(left.value->getType())->getNumElements();
    SmallVector<int, 32> mask;
    Partial merged;
    for (unsigned i = 0; i < sources.size(); ++i) {
      int place = left.places[i];
      if (place < 0 && right && right->places[i] >= 0)
        place = right->places[i] + static_cast<int>(length);
      mask.push_back(place);
      merged.places.push_back(place < 0 ? -1 : static_cast<int>(i));
    }
    merged.value = right ? builder.CreateShuffleVector(left.value, right->value, mask)
                         : builder.CreateShuffleVector(left.value, mask);
    return merged;
  };
  do {
    SmallVector<Partial, 8> merged;
    for (unsigned i = 0; i < partials.size(); i += 2)
      merged.push_back(merge(partials[i], i + 1 < partials.size() ? &partials[i + 1] : nullptr));
    partials = std::move(merged);
  } while (partials.size() > 1);
  return partials[0].value;
}

// Whether blocks of a cluster may access each other's shared memory.
bool reachesOtherBlocks(const Module& module) {
  return any_of(module, [](const Function& function) {
    return function.getName().starts_with("heddle.cluster") && !function.use_empty();
  });
}

} // namespace

// The window of an access, if it has no more than `most` times the elements that lanes access.
std::optional<GangBuilder::Window> GangBuilder::findWindow(const LaneAccess& access,
                                                           unsigned most) {
  if (mask_ || !access.fitsWindow)
    return std::nullopt;
  std::int64_t low = 0, high = 0;
  for (unsigned lane = 0; lane < width_; ++lane) {
    const std::int64_t offset = access.shape.offset(lane);
    if (offset % access.bytes != 0)
      return std::nullopt;
    low = std::min(low, offset);
    high = std::max(high, offset);
  }
  high += access.bytes * access.parts;
  const std::int64_t bytes = high - low;
  if (bytes > kSmallestPage)
    return std::nullopt;
  Window window;
  window.start = low;
  window.elements = static_cast<unsigned>(bytes / access.bytes);
  alignWindow(access, window);
  if (bytes > access.bytes * access.parts * width_ * most &&
      (!window.isOwned || bytes > kMostRegistersOwned * target_.registerBits / 8))
    return std::nullopt;
  for (unsigned lane = 0; lane < width_; ++lane)
    for (unsigned part = 0; part < access.parts; ++part)
      window.places.push_back(
          static_cast<unsigned>((access.shape.offset(lane) - window.start) / access.bytes + part));
  return window;
}

// Shared memory begins and ends at a multiple of kSharedAlignment, so a window that is extended to
// a multiple of its size is within it. Accesses to neighbouring elements then have the same window,
// and LLVM loads it once for all of them.
void GangBuilder::alignWindow(const LaneAccess& access, Window& window) {
  auto* base = dyn_cast<Instruction>(getUnderlyingObject(access.pointer));
  const std::uint64_t size = PowerOf2Ceil(window.elements * access.bytes);
  if (!base || threadOp(*base) != ThreadOp::SharedBase || size > kSharedAlignment ||
      access.shape.modulus < size)
    return;
  const auto phase = static_cast<std::int64_t>(access.shape.residue & (size - 1));
  const std::int64_t end = phase + window.start + window.elements * access.bytes;
  if (phase % access.bytes != 0 || phase + window.start < 0 ||
      end > static_cast<std::int64_t>(size))
    return;
  window.start = -phase;
  window.elements = static_cast<unsigned>(size / access.bytes);
  window.isOwned = !reachesOtherBlocks(module_);
}

// How many elements of the window are accessed at once.
unsigned GangBuilder::windowPiece(const LaneAccess& access, const Window& window) const {
  const unsigned most = std::max<unsigned>(target_.registerBits / (8 * access.bytes), 1);
  return std::min(most, static_cast<unsigned>(bit_floor(window.elements)));
}

Value* GangBuilder::windowAddress(const LaneAccess& access, const Window& window,
                                  unsigned element) {
  return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), scalar(access.pointer),
                                     window.start + element * access.bytes);
}

SmallVector<Value*, 4> GangBuilder::loadWindow(const LaneAccess& access, const Window& window,
                                               const LoadInst* load) {
  const unsigned piece = windowPiece(access, window);
  Type* type = FixedVectorType::get(access.element, piece);
  SmallVector<Value*, 16> pieces;
  SmallVector<unsigned, 16> starts; // The last piece overlaps the one before it, if need be.
  for (unsigned first = 0; first < window.elements; first += piece) {
    starts.push_back(std::min(first, window.elements - piece));
    LoadInst* loaded =
        builder_.CreateAlignedLoad(type, windowAddress(access, window, starts.back()),
                                   std::min(access.align, Align(access.bytes)));
    if (load)
      loaded->setAAMetadata(load->getAAMetadata());
    if (MDNode* invariant = load ? load->getMetadata(LLVMContext::MD_invariant_load) : nullptr)
      loaded->setMetadata(LLVMContext::MD_invariant_load, invariant);
    pieces.push_back(loaded);
  }
  const unsigned step =
      std::min(width_, std::max<unsigned>(target_.registerBits / (8 * access.bytes), 1));
  SmallVector<Value*, 4> result;
  for (unsigned part = 0; part < access.parts; ++part) {
    SmallVector<Value*, 16> registers;
    for (unsigned first = 0; first < width_; first += step) {
      SmallVector<Source, 32> sources;
      for (unsigned lane = first; lane < first + step; ++lane) {
        const unsigned place = window.places[lane * access.parts + part];
        sources.push_back({place / piece, place - starts[place / piece]});
      }
      registers.push_back(assemble(builder_, pieces, sources));
    }
    result.push_back(concatenateVectors(builder_, registers));
  }
  return result;
}

// Elements of the window that no lane stores to are written as they were. Nobody sees that: all
// threads of the block run on one host thread.
void GangBuilder::storeWindow(const LaneAccess& access, const Window& window,
                              ArrayRef<Value*> values, const StoreInst* store) {
  const unsigned piece = windowPiece(access, window);
  SmallVector<std::optional<Source>, 64> writers(window.elements);
  for (unsigned lane = 0; lane < width_; ++lane)
    for (unsigned part = 0; part < access.parts; ++part)
      writers[window.places[lane * access.parts + part]] = Source{part, lane};
  const Align align = std::min(access.align, Align(access.bytes));
  for (unsigned first = 0; first < window.elements; first += piece) {
    const auto written = ArrayRef(writers).slice(first, piece);
    if (none_of(written, [](const auto& writer) { return writer.has_value(); }))
      continue;
    Value* address = windowAddress(access, window, first);
    SmallVector<Source, 32> sources;
    SmallVector<int, 32> blend;
    for (unsigned i = 0; i < piece; ++i) {
      sources.push_back(written[i].value_or(Source{static_cast<unsigned>(values.size()), 0}));
      blend.push_back(static_cast<int>(written[i] ? i : piece + i));
    }
    Value* stored = assemble(builder_, values, sources);
    if (any_of(written, [](const auto& writer) { return !writer.has_value(); }))
      stored = builder_.CreateShuffleVector(
          stored, builder_.CreateAlignedLoad(stored->getType(), address, align), blend);
    StoreInst* created = builder_.CreateAlignedStore(stored, address, align);
    if (store)
      created->setAAMetadata(store->getAAMetadata());
  }
}

} // namespace heddle::simt
