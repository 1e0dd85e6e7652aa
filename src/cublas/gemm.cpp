#include "cublas/gemm.h"

#include "cublas/engine.h"
#include "cublas/gemm_tile.h"

#include <algorithm>
#include <cstring>

namespace heddle::cublas {

namespace {

// A product with fewer multiplications than this per worker is not worth the start of another one.
constexpr double kSmallestProduct = 128.0 * 128 * 128;
// The rows and columns of a tile whose elements are converted: large enough that the engine spends
// little beside the multiplications, small enough that converted tiles stay in the second cache.
constexpr std::int64_t kConvertedTile = 256;

// How each product of a batch is cut into tiles of the result.
struct Tiling {
  std::int64_t tileRows, tileColumns;
  std::int64_t down, across;

  std::int64_t count() const { return down * across; }
};

Tiling makeTiling(const Gemm& gemm, std::int64_t down, std::int64_t across) {
  const auto step = [](std::int64_t size, std::int64_t parts) {
    return std::max<std::int64_t>(16, ((size + parts - 1) / parts + 15) / 16 * 16);
  };
  const std::int64_t rows = step(gemm.m, down), columns = step(gemm.n, across);
  return {rows, columns, (gemm.m + rows - 1) / rows, (gemm.n + columns - 1) / columns};
}

// One tile for each worker, as square as possible: the engine reads (m + n) k elements for a tile.
Tiling chooseTiling(const Gemm& gemm) {
  const auto rows = static_cast<double>(gemm.m), columns = static_cast<double>(gemm.n);
  // The gradient of a bias is the sum of a whole row of the result, or of a column.
  if (gemm.epilogue && gemm.epilogue->biasGradient == BiasGradient::Result)
    return gemm.epilogue->isTransposed
               ? makeTiling(gemm, 1, (gemm.n + kConvertedTile - 1) / kConvertedTile)
               : makeTiling(gemm, (gemm.m + kConvertedTile - 1) / kConvertedTile, 1);
  if (!isDirect(gemm))
    return makeTiling(gemm, (gemm.m + kConvertedTile - 1) / kConvertedTile,
                      (gemm.n + kConvertedTile - 1) / kConvertedTile);
  const double products = rows * columns * static_cast<double>(gemm.k);
  const auto workers = static_cast<std::int64_t>(library::internals()->workersPerDevice());
  const auto worthwhile = static_cast<std::int64_t>(std::min(products / kSmallestProduct, 1e6));
  const std::int64_t parts =
      std::max<std::int64_t>(1, std::min((workers + gemm.batch - 1) / gemm.batch, worthwhile));
  std::int64_t best = 1;
  double least = -1;
  for (std::int64_t down = 1; down <= parts; ++down) {
    if (parts % down != 0)
      continue;
    const std::int64_t across = parts / down;
    const double border = rows / static_cast<double>(down) + columns / static_cast<double>(across);
    if (least < 0 || border < least) {
      least = border;
      best = down;
    }
  }
  return makeTiling(gemm, best, parts / best);
}

// The products of one call. Items are the tiles of all of them.
class GemmWork {
public:
  explicit GemmWork(const std::vector<Gemm>& gemms) {
    for (const Gemm& gemm : gemms) {
      const Tiling tiling = chooseTiling(gemm);
      items_ += static_cast<std::uint64_t>(tiling.count() * gemm.batch);
      groups_.push_back({gemm, tiling, items_});
    }
  }
  std::uint64_t items() const { return items_; }

  bool operator()(void*, std::uint64_t begin, std::uint64_t end) const {
    for (; begin < end; ++begin)
      if (!runItem(begin))
        return false;
    return true;
  }

private:
  struct Group {
    Gemm gemm;
    Tiling tiling;
    std::uint64_t end; // the number of the item behind the last one of this group
  };

  bool runItem(std::uint64_t item) const {
    const auto group = std::ranges::upper_bound(groups_, item, {}, &Group::end);
    const std::uint64_t begin = group == groups_.begin() ? 0 : std::prev(group)->end;
    const auto index = static_cast<std::int64_t>(item - begin);
    const Tiling& tiling = group->tiling;
    const std::int64_t tile = index % tiling.count();
    const std::int64_t row = tile % tiling.down * tiling.tileRows;
    const std::int64_t column = tile / tiling.down * tiling.tileColumns;
    return runTile(group->gemm, index / tiling.count(),
                   {row, std::min(row + tiling.tileRows, group->gemm.m)},
                   {column, std::min(column + tiling.tileColumns, group->gemm.n)});
  }

  std::vector<Group> groups_;
  std::uint64_t items_ = 0;
};

} // namespace

GemmFactor::GemmFactor(cublasHandle_t handle, const void* pointer, cudaDataType type) {
  if (handle->pointerMode == CUBLAS_POINTER_MODE_DEVICE)
    device = pointer;
  else
    std::memcpy(value, pointer, bytesOf(type));
}

Arguments checkGemm(const Gemm& gemm) {
  const auto rowsOf = [](cublasOperation_t operation, std::int64_t plain, std::int64_t transposed) {
    return atLeastOne(operation == CUBLAS_OP_N ? plain : transposed);
  };
  return check({isOperation(gemm.operationA), isOperation(gemm.operationB), gemm.m >= 0,
                gemm.n >= 0, gemm.k >= 0, gemm.batch >= 0,
                gemm.a.ld >= rowsOf(gemm.operationA, gemm.m, gemm.k),
                gemm.b.ld >= rowsOf(gemm.operationB, gemm.k, gemm.n),
                gemm.c.ld >= atLeastOne(gemm.m), gemm.d.ld >= atLeastOne(gemm.m)}) &
         areInRange({gemm.m, gemm.n, gemm.k, gemm.a.ld, gemm.b.ld, gemm.c.ld, gemm.d.ld});
}

cublasStatus_t launchGemms(cudaStream_t stream, const char* name, std::vector<Gemm> gemms) {
  std::erase_if(gemms,
                [](const Gemm& gemm) { return gemm.m == 0 || gemm.n == 0 || gemm.batch == 0; });
  if (gemms.empty())
    return CUBLAS_STATUS_SUCCESS;
  GemmWork work(gemms);
  const std::uint64_t items = work.items();
  return toStatus(library::launch(stream, name, items, std::move(work)));
}

} // namespace heddle::cublas
