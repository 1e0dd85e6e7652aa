// Products of the rows of a matrix in compressed form with a vector, by the masks and gathers of
// AVX-512: a row of any length takes no branches beyond those for each eight entries.
#pragma once

#include <cstdint>

namespace heddle::cusparse {

template <class T> struct CompressedRows {
  const std::int32_t* offsets;
  std::int64_t offsetBase;
  const std::int32_t* indices;
  std::int64_t indexBase;
  const T* values;
  std::int64_t entries, columns;
};

// Whether this processor has what sumRows() needs, and does it fast.
bool gathersFast();

// Writes the sums of the rows [first, end) to `sums`. False where an index is outside of the
// matrix. Only where gathersFast() is true.
template <class T>
bool sumRows(const CompressedRows<T>& rows, std::int64_t first, std::int64_t end, const T* x,
             T* sums);

} // namespace heddle::cusparse
