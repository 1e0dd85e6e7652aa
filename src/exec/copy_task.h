// Copies and fills of up to three dimensions, in pieces that workers share.
#pragma once

#include "exec/task.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace heddle::exec {

// Rows of `width` bytes; a row of slice z and line y starts at base + z*slicePitch + y*rowPitch.
struct Extent {
  std::size_t width = 0;
  std::size_t height = 1;
  std::size_t depth = 1;
  std::size_t bytes() const { return width * height * depth; }
};

struct Pitched {
  char* base = nullptr;
  std::size_t rowPitch = 0;
  std::size_t slicePitch = 0;
  char* row(std::size_t y, std::size_t z) const { return base + z * slicePitch + y * rowPitch; }
};

struct CopyWork {
  Pitched destination;
  Pitched source;
  Extent extent;
  // Makes one row of what is contiguous.
  void flatten();
};

struct FillWork {
  Pitched destination;
  Extent extent;
  std::uint32_t value = 0;
  unsigned elementBytes = 1; // 1, 2 or 4
  void flatten();
};

// On the calling thread.
void copyNow(const CopyWork& work);
void fillNow(const FillWork& work);

class CopyTask : public Task {
public:
  // `staging`, when given, holds the source and is freed with the task.
  CopyTask(Domain& domain, const CopyWork& work, std::unique_ptr<char[]> staging = nullptr);
  const char* name() const override { return "copy"; }
  bool run(std::uint64_t begin, std::uint64_t end, Worker*) override;

private:
  CopyWork work_;
  std::unique_ptr<char[]> staging_;
};

class FillTask : public Task {
public:
  FillTask(Domain& domain, const FillWork& work);
  const char* name() const override { return "fill"; }
  bool run(std::uint64_t begin, std::uint64_t end, Worker*) override;

private:
  FillWork work_;
};

} // namespace heddle::exec
