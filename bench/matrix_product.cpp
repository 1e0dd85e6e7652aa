#include "matrix_product.h"

namespace heddle::bench {
namespace {

constexpr WorkloadEntry kWorkload = {"bf16_product", makeMatrixProduct, 1};

} // namespace

WorkloadTable workloads() {
  return {&kWorkload, 1};
}

} // namespace heddle::bench
