#include "matrix_product.h"

#include <dlfcn.h>
#include <stdexcept>

namespace heddle::bench {
namespace {

// sgemm of BLAS as Fortran calls it: matrices by columns, all arguments by address.
using Sgemm = void(const char* transposeA, const char* transposeB, const int* m, const int* n,
                   const int* k, const float* alpha, const float* a, const int* lda, const float* b,
                   const int* ldb, const float* beta, float* c, const int* ldc);

// Opened at run time like Heddle's own libraries do: the package with the headers is not needed.
Sgemm* findSgemm() {
  void* const library = dlopen("libopenblas.so.0", RTLD_NOW);
  auto* const function = library ? reinterpret_cast<Sgemm*>(dlsym(library, "sgemm_")) : nullptr;
  if (!function) {
    throw std::runtime_error("libopenblas.so.0 cannot be opened");
  }
  return function;
}

// The same product in float: what a program without tensor cores would call.
class MatrixProduct : public Workload {
public:
  void run() override {
    const int n = kMatrixSize;
    const float one = 1, zero = 0;
    // A matrix by rows is the transposed one by columns, and (A B)^T is B^T A^T.
    sgemm_("N", "N", &n, &n, &n, &one, b_.data(), &n, a_.data(), &n, &zero, product_.data(), &n);
  }
  std::vector<float> result() override {
    run();
    return product_;
  }

private:
  Sgemm* sgemm_ = findSgemm();
  std::vector<float> a_ = matrixValues(1), b_ = matrixValues(2);
  std::vector<float> product_ = std::vector<float>(a_.size());
};

} // namespace

std::unique_ptr<Workload> makeMatrixProduct() {
  return std::make_unique<MatrixProduct>();
}

} // namespace heddle::bench
