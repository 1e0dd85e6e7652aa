#include "matrix_product.h"

#include <oneapi/dnnl/dnnl.hpp>

namespace heddle::bench {
namespace {

using dnnl::memory;

memory::desc description(memory::data_type type) {
  return {{kMatrixSize, kMatrixSize}, type, memory::format_tag::ab};
}

// oneDNN chooses its kernel here, for the shape and the processor, so this is done once and not in
// each run.
dnnl::matmul::primitive_desc chooseMatmul(const dnnl::engine& engine) try {
  const memory::desc factor = description(memory::data_type::bf16);
  const memory::desc product = description(memory::data_type::f32);
#if DNNL_VERSION_MAJOR >= 3
  return {engine, factor, factor, product};
#else
  return {dnnl::matmul::desc(factor, factor, product), engine};
#endif
} catch (const dnnl::error&) {
  throw Unsupported("oneDNN multiplies no matrices of bfloat16 on this processor");
}

class MatrixProduct : public Workload {
public:
  void run() override {
    matmul_.execute(stream_, {{DNNL_ARG_SRC, on(a_, memory::data_type::bf16)},
                              {DNNL_ARG_WEIGHTS, on(b_, memory::data_type::bf16)},
                              {DNNL_ARG_DST, on(product_, memory::data_type::f32)}});
    stream_.wait();
  }
  std::vector<float> result() override {
    run();
    return product_;
  }

private:
  template <typename T> memory on(std::vector<T>& values, memory::data_type type) {
    return {description(type), engine_, values.data()};
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  dnnl::matmul matmul_{chooseMatmul(engine_)};
  std::vector<BFloat16Bits> a_ = matrixBits(1), b_ = matrixBits(2);
  std::vector<float> product_ = std::vector<float>(a_.size());
};

} // namespace

std::unique_ptr<Workload> makeMatrixProduct() {
  return std::make_unique<MatrixProduct>();
}

} // namespace heddle::bench
