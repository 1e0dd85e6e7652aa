// Copies and fills of up to three dimensions, cut into pieces that workers do in parallel.
#pragma once

#include "exec/global_race_check.h"
#include "exec/task.h"
#include "memory/saturating_size.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace heddle {
struct TileMap; // ir/texture.h
}

namespace heddle::exec {

struct Extent {
  std::size_t width = 0;  // in bytes
  std::size_t height = 1; // in rows
  std::size_t depth = 1;  // in slices
  std::size_t bytes() const {
    return memory::saturatingProduct(memory::saturatingProduct(width, height), depth);
  }
};

// Memory of up to three dimensions: row y of slice z starts at base + z * slicePitch + y *
// rowPitch.
struct PitchedMemory {
  char* base = nullptr;
  std::size_t rowPitch = 0;
  std::size_t slicePitch = 0;
  // For a sparse array: where its tiles are, and which byte the extent begins with. There is no
  // base then.
  const TileMap* tiles = nullptr;
  std::size_t x = 0, y = 0, z = 0;
  char* row(std::size_t y, std::size_t z) const { return base + z * slicePitch + y * rowPitch; }
  // The bytes from the beginning of the first row to the end of the last. The extent is not empty.
  std::size_t span(const Extent& extent) const;
};

struct CopyWork {
  PitchedMemory destination;
  PitchedMemory source;
  Extent extent;
  // Merges rows that lie next to each other in memory on both sides, so that one memmove copies
  // them all.
  void mergeContiguousRows();
};

struct FillWork {
  PitchedMemory destination;
  Extent extent;
  std::uint32_t value = 0;
  unsigned elementBytes = 1; // 1, 2 or 4
  void mergeContiguousRows();
};

// Do the work at once, on the calling thread.
void copyNow(const CopyWork& work);
void fillNow(const FillWork& work);

class CopyTask : public Task {
public:
  // `staging`, when given, is a buffer with a copy of the source, which the task owns.
  CopyTask(ExecutionContext& execution, const CopyWork& work,
           std::unique_ptr<char[]> staging = nullptr);
  const char* name() const override { return "copy"; }
  bool run(std::uint64_t begin, std::uint64_t end, Worker*) override;

private:
  bool complete() override;

  CopyWork work_;
  std::unique_ptr<char[]> staging_;
  std::optional<CopyRaces> races_; // while races between streams are looked for
};

class FillTask : public Task {
public:
  FillTask(ExecutionContext& execution, const FillWork& work);
  const char* name() const override { return "fill"; }
  bool run(std::uint64_t begin, std::uint64_t end, Worker*) override;

private:
  bool complete() override;

  FillWork work_;
  std::optional<CopyRaces> races_; // while races between streams are looked for
};

} // namespace heddle::exec
