#include "primitives.h"

#include <iterator>

namespace heddle::bench {
namespace {

constexpr WorkloadEntry kWorkloads[] = {
    {"sort", makeSort, 1},
    {"sort_by_key", makeSortByKey, 1},
    {"inclusive_scan", makeInclusiveScan, 1},
    {"reduce", makeReduce, 1},
    {"reduce_by_key", makeReduceByKey, 1},
    {"select", makeSelect, 1},
    {"unique", makeUnique, 1},
    {"histogram", makePrimitiveHistogram, 1},
};

} // namespace

WorkloadTable workloads() {
  return {kWorkloads, std::size(kWorkloads)};
}

} // namespace heddle::bench
