#include "exec/copy_task.h"

#include "exec/execution_context.h"
#include "exec/task_order.h"
#include "ir/texture.h"
#include "memory/copy_bytes.h"
#include "memory/protection_keys.h"

#include <algorithm>

namespace heddle::exec {

namespace {

// The size of a piece: small enough that a copy of some megabytes keeps several workers busy, large
// enough that taking a piece costs little beside copying it.
constexpr std::size_t kPieceBytes = 1u << 20;

// How an extent is cut into pieces of about kPieceBytes. A piece consists of several rows, or of a
// part of one row.
struct Pieces {
  std::uint64_t rows, piecesPerRow, rowsPerPiece, count;

  explicit Pieces(const Extent& extent) {
    rows = static_cast<std::uint64_t>(extent.height) * extent.depth;
    piecesPerRow = std::max<std::uint64_t>(1, (extent.width + kPieceBytes - 1) / kPieceBytes);
    rowsPerPiece = piecesPerRow > 1 || extent.width == 0
                       ? 1
                       : std::max<std::uint64_t>(1, kPieceBytes / extent.width);
    count = piecesPerRow * ((rows + rowsPerPiece - 1) / rowsPerPiece);
  }

  // Calls visit(y, z, offset, bytes) for each row that piece `index` covers, wholly or in part.
  template <typename Visit>
  void visit(const Extent& extent, std::uint64_t index, Visit visit) const {
    const std::size_t offset = (index % piecesPerRow) * kPieceBytes;
    const std::size_t bytes =
        piecesPerRow == 1 ? extent.width : std::min(kPieceBytes, extent.width - offset);
    const std::uint64_t first = index / piecesPerRow * rowsPerPiece;
    const std::uint64_t last = std::min(first + rowsPerPiece, rows);
    for (std::uint64_t row = first; row < last; ++row)
      visit(row % extent.height, row / extent.height, offset, bytes);
  }
};

// Bytes of a row that lie next to each other.
struct Run {
  char* start; // null in a tile without memory
  std::size_t bytes;
};
Run runAt(const PitchedMemory& memory, std::size_t y, std::size_t z, std::size_t offset,
          std::size_t bytes) {
  if (!memory.tiles)
    return {memory.row(y, z) + offset, bytes};
  const std::size_t x = memory.x + offset;
  const std::size_t tileBytes = std::size_t{1} << memory.tiles->widthShift;
  return {reinterpret_cast<char*>(tiledAddress(memory.tiles, x, memory.y + y, memory.z + z)),
          std::min(bytes, tileBytes - x % tileBytes)};
}

// Tiles without memory are read as zeros, and what is written there is lost.
void copyRow(const CopyWork& work, std::size_t y, std::size_t z, std::size_t offset,
             std::size_t bytes) {
  while (bytes) {
    const Run destination = runAt(work.destination, y, z, offset, bytes);
    const Run source = runAt(work.source, y, z, offset, destination.bytes);
    if (destination.start && source.start)
      memory::copyBytes(destination.start, source.start, source.bytes);
    else if (destination.start)
      memory::fillBytes(destination.start, source.bytes, 0, 1);
    offset += source.bytes;
    bytes -= source.bytes;
  }
}

// Sparse arrays are left out: kernels reach them by textures and surfaces alone.
void noteRaces(const CopyRaces& races, const CopyWork& work, std::size_t y, std::size_t z,
               std::size_t offset, std::size_t bytes) {
  const char* const source = work.source.tiles ? nullptr : work.source.row(y, z) + offset;
  if (source)
    races.read(source, bytes);
  if (!work.destination.tiles)
    races.write(work.destination.row(y, z) + offset, bytes, source);
}

bool isContiguous(const PitchedMemory& memory, const Extent& extent) {
  if (memory.tiles)
    return false;
  const bool rowsAdjoin = extent.height == 1 || memory.rowPitch == extent.width;
  const bool slicesAdjoin =
      extent.depth == 1 || memory.slicePitch == memory.rowPitch * extent.height;
  return rowsAdjoin && slicesAdjoin;
}

} // namespace

std::size_t PitchedMemory::span(const Extent& extent) const {
  const std::size_t slices = memory::saturatingProduct(extent.depth - 1, slicePitch);
  const std::size_t rows = memory::saturatingProduct(extent.height - 1, rowPitch);
  return memory::saturatingSum(memory::saturatingSum(slices, rows), extent.width);
}

void CopyWork::mergeContiguousRows() {
  if (isContiguous(destination, extent) && isContiguous(source, extent))
    extent = {extent.bytes(), 1, 1};
}

void FillWork::mergeContiguousRows() {
  if (isContiguous(destination, extent))
    extent = {extent.bytes(), 1, 1};
}

void copyNow(const CopyWork& work) {
  memory::allowAllKeys();
  for (std::size_t z = 0; z < work.extent.depth; ++z)
    for (std::size_t y = 0; y < work.extent.height; ++y)
      copyRow(work, y, z, 0, work.extent.width);
}

void fillNow(const FillWork& work) {
  memory::allowAllKeys();
  for (std::size_t z = 0; z < work.extent.depth; ++z)
    for (std::size_t y = 0; y < work.extent.height; ++y)
      memory::fillBytes(work.destination.row(y, z), work.extent.width, work.value,
                        work.elementBytes);
}

CopyTask::CopyTask(ExecutionContext& execution, const CopyWork& work,
                   std::unique_ptr<char[]> staging)
    : Task(execution, Runner::Workers, Pieces(work.extent).count), work_(work),
      staging_(std::move(staging)) {
  if (followsTaskOrder()) [[unlikely]]
    races_.emplace(*this);
}

bool CopyTask::run(std::uint64_t begin, std::uint64_t end, Worker*) {
  if (execution().faulted())
    return true;
  const Pieces pieces(work_.extent);
  for (std::uint64_t index = begin; index < end; ++index)
    pieces.visit(work_.extent, index,
                 [&](std::size_t y, std::size_t z, std::size_t offset, std::size_t bytes) {
                   if (races_) [[unlikely]]
                     noteRaces(*races_, work_, y, z, offset, bytes);
                   copyRow(work_, y, z, offset, bytes);
                 });
  return true;
}

bool CopyTask::complete() {
  if (races_) [[unlikely]]
    races_->end();
  return true;
}

FillTask::FillTask(ExecutionContext& execution, const FillWork& work)
    : Task(execution, Runner::Workers, Pieces(work.extent).count), work_(work) {
  if (followsTaskOrder()) [[unlikely]]
    races_.emplace(*this);
}

bool FillTask::run(std::uint64_t begin, std::uint64_t end, Worker*) {
  if (execution().faulted())
    return true;
  const Pieces pieces(work_.extent);
  for (std::uint64_t index = begin; index < end; ++index)
    pieces.visit(work_.extent, index,
                 [&](std::size_t y, std::size_t z, std::size_t offset, std::size_t bytes) {
                   char* const begin = work_.destination.row(y, z) + offset;
                   if (races_) [[unlikely]]
                     races_->write(begin, bytes, nullptr);
                   memory::fillBytes(begin, bytes, work_.value, work_.elementBytes);
                 });
  return true;
}

bool FillTask::complete() {
  if (races_) [[unlikely]]
    races_->end();
  return true;
}

} // namespace heddle::exec
