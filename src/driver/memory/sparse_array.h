// The memory of arrays that the program provides piece by piece or as a whole
// (cuMemMapArrayAsync).
#pragma once

#include "driver/core/driver.h"
#include "ir/texture.h"
#include "memory/reservation.h"

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace heddle::driver {

class Device;
class PhysicalMemory;

// What the program maps at a time, in bytes.
constexpr std::size_t kTileBytes = 64u << 10;

// The bytes that an array, or a level of one, takes on a GPU, where rows lie in blocks. Programs
// see this in what arrays with deferred mapping require, and in the size of a mip tail. It is not
// less than what the array takes here.
std::size_t bytesOnDevice(const CUDA_ARRAY3D_DESCRIPTOR& shape);

// The tiles of a sparse array or mipmapped array. Levels that are smaller than a tile in some
// direction share tiles, which are the mip tail. Each layer has a mip tail of its own.
class SparseMemory {
public:
  // Throws std::bad_alloc.
  SparseMemory(const CUDA_ARRAY3D_DESCRIPTOR& shape, unsigned levels, bool isMipmapped);
  ~SparseMemory();
  SparseMemory(const SparseMemory&) = delete;
  SparseMemory& operator=(const SparseMemory&) = delete;

  const CUDA_ARRAY_SPARSE_PROPERTIES& properties() const { return properties_; }
  TileMap& level(unsigned index) { return levels_[index]; }

  // The tiles that a request of the program means. Empty when there are none such.
  std::vector<std::size_t> tilesOf(const CUarrayMapInfo& request) const;
  // Maps tiles to memory from `offset` on, one after the other, or unmaps them where it is null.
  // Each tile has a reference to its memory.
  void map(std::span<const std::size_t> tiles, PhysicalMemory* memory, std::size_t offset);

private:
  // What an entry of a level's map refers to: a tile, or a part of one.
  struct Place {
    std::size_t tile, offset;
    std::uint64_t* entry;
  };

  std::size_t entriesOf(unsigned level) const;
  unsigned levelsBeforeTail() const;
  TileMap& describe(unsigned level, std::uint64_t*& entries);
  void placeLevel(unsigned level, std::uint64_t*& entries);
  void placeTail(std::uint64_t*& entries);
  std::vector<std::size_t> tilesOfLevel(const CUarrayMapInfo& request) const;
  std::vector<std::size_t> tilesOfTail(const CUarrayMapInfo& request) const;

  const CUDA_ARRAY3D_DESCRIPTOR shape_;
  const unsigned count_; // of levels
  const bool isMipmapped_;
  unsigned firstTailLevel_ = 0;
  CUDA_ARRAY_SPARSE_PROPERTIES properties_{};
  memory::Reservation table_; // the maps of the levels and their entries, which kernels read
  std::span<TileMap> levels_;
  std::vector<std::size_t> firstTiles_; // of the levels before the mip tail, and of the mip tail
  std::size_t tailTiles_ = 0;           // of one layer
  std::vector<Place> places_;           // in the order of tiles
  std::mutex mutex_;
  std::vector<PhysicalMemory*> memory_; // of each tile
};

// Addresses for an array whose memory the program provides as a whole.
class DeferredMemory {
public:
  // Throws std::bad_alloc.
  explicit DeferredMemory(std::size_t bytes, Device& device);
  ~DeferredMemory();
  DeferredMemory(const DeferredMemory&) = delete;
  DeferredMemory& operator=(const DeferredMemory&) = delete;

  char* data() const { return addresses_.data(); }
  std::size_t bytes() const { return addresses_.size(); }
  bool isMapped() const { return memory_ != nullptr; }
  // Takes over a reference to the memory, or unmaps where it is null.
  CUresult map(PhysicalMemory* memory, std::size_t offset);

private:
  Device& device_;
  memory::Reservation addresses_;
  PhysicalMemory* memory_ = nullptr;
};

} // namespace heddle::driver
