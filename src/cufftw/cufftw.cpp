// The entry points of libcufftw, in both precisions. They bring FFTW's many ways to describe a
// transform into those of FftwPlan.
#include "cufftw.h"

#include "cufftw/fftw_plan.h"
#include "trace/message.h"

#include <algorithm>
#include <cstdlib>

namespace {

using heddle::cufftw::Dimension;
using heddle::cufftw::FftwPlan;
using heddle::cufftw::Integer;
using heddle::cufftw::kMostDimensions;
using heddle::cufftw::Side;

// The alignment that FFTW gives to memory for its vectors, in bytes.
constexpr std::size_t kAlignment = 64;

// One side of fftw_plan_many_dft.
struct SideArguments {
  const int* embed = nullptr;
  int stride = 1, distance = 0;
};

// How long the rows of an array are that is not described further: real data that are transformed
// in place have them padded to whole complex numbers, and their spectrum has half of the elements.
enum class RowKind : unsigned char { Plain, Halved, Padded };

Integer rowLength(Integer length, RowKind kind) {
  switch (kind) {
  case RowKind::Plain:
    return length;
  case RowKind::Halved:
    return length / 2 + 1;
  case RowKind::Padded:
    return 2 * (length / 2 + 1);
  }
  return length;
}

// The sizes of the array that the data of one side are a part of. Without them FFTW takes the data
// for dense, but for the stride; cuFFT ignores the stride then, so they are given to it.
class Embedding {
public:
  Embedding(int rank, const int* lengths, const SideArguments& side, RowKind kind) {
    for (int index = 0; index < rank; ++index)
      values_[index] = side.embed ? side.embed[index] : lengths[index];
    if (!side.embed)
      values_[rank - 1] = rowLength(lengths[rank - 1], kind);
    side_ = {values_, side.stride, side.distance};
  }
  Embedding(const Embedding&) = delete;
  Embedding& operator=(const Embedding&) = delete;
  const Side& side() const { return side_; }

private:
  Integer values_[kMostDimensions] = {};
  Side side_{};
};

bool isRealToComplex(cufftType type) {
  return type == CUFFT_R2C || type == CUFFT_D2Z;
}
bool isComplexToReal(cufftType type) {
  return type == CUFFT_C2R || type == CUFFT_Z2D;
}

FftwPlan* withData(FftwPlan* plan, void* in, void* out) {
  if (plan)
    plan->setData(in, out);
  return plan;
}

void* planMany(int rank, const int* n, int batch, void* in, const SideArguments& inSide, void* out,
               const SideArguments& outSide, cufftType type, int sign) {
  if (!in || !out || !n || rank < 1 || rank > kMostDimensions)
    return nullptr;
  const RowKind real = in == out ? RowKind::Padded : RowKind::Plain;
  const Embedding from(rank, n, inSide,
                       isRealToComplex(type)   ? real
                       : isComplexToReal(type) ? RowKind::Halved
                                               : RowKind::Plain);
  const Embedding to(rank, n, outSide,
                     isComplexToReal(type)   ? real
                     : isRealToComplex(type) ? RowKind::Halved
                                             : RowKind::Plain);
  Integer lengths[kMostDimensions] = {};
  std::copy_n(n, rank, lengths);
  return withData(FftwPlan::create(rank, lengths, batch, from.side(), to.side(), type, sign), in,
                  out);
}

void* planDense(int rank, const int* n, void* in, void* out, cufftType type, int sign) {
  return planMany(rank, n, 1, in, {}, out, {}, type, sign);
}

template <class Given>
void* planGuru(int rank, const Given* dims, int batchRank, const Given* batchDims, void* in,
               void* out, cufftType type, int sign) {
  if (!in || !out || !dims || rank < 1 || rank > kMostDimensions || batchRank > 1 ||
      (batchRank == 1 && !batchDims))
    return nullptr;
  Dimension dimensions[kMostDimensions], batch{1, 0, 0};
  for (int index = 0; index < rank; ++index)
    dimensions[index] = {dims[index].n, dims[index].is, dims[index].os};
  if (batchRank == 1)
    batch = {batchDims->n, batchDims->is, batchDims->os};
  return withData(FftwPlan::create(rank, dimensions, batchRank, &batch, type, sign), in, out);
}

void* allocate(std::size_t bytes) {
  return std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
}

void execute(void* plan) {
  if (plan)
    static_cast<const FftwPlan*>(plan)->execute();
}
void execute(void* plan, void* in, void* out) {
  if (plan)
    static_cast<const FftwPlan*>(plan)->execute(in, out);
}

} // namespace

// The functions of one precision: `name` makes their names, C and R are the types of numbers, and
// the others are the types of transforms.
#define HEDDLE_FFTW_FUNCTIONS(name, C, R, complex, forward, back)                                  \
  void* name(plan_dft_1d)(int n, C* in, C* out, int sign, unsigned) {                              \
    return planDense(1, &n, in, out, complex, sign);                                               \
  }                                                                                                \
  void* name(plan_dft_2d)(int n0, int n1, C* in, C* out, int sign, unsigned) {                     \
    const int n[] = {n0, n1};                                                                      \
    return planDense(2, n, in, out, complex, sign);                                                \
  }                                                                                                \
  void* name(plan_dft_3d)(int n0, int n1, int n2, C* in, C* out, int sign, unsigned) {             \
    const int n[] = {n0, n1, n2};                                                                  \
    return planDense(3, n, in, out, complex, sign);                                                \
  }                                                                                                \
  void* name(plan_dft)(int rank, const int* n, C* in, C* out, int sign, unsigned) {                \
    return planDense(rank, n, in, out, complex, sign);                                             \
  }                                                                                                \
  void* name(plan_dft_r2c_1d)(int n, R* in, C* out, unsigned) {                                    \
    return planDense(1, &n, in, out, forward, CUFFT_FORWARD);                                      \
  }                                                                                                \
  void* name(plan_dft_r2c_2d)(int n0, int n1, R* in, C* out, unsigned) {                           \
    const int n[] = {n0, n1};                                                                      \
    return planDense(2, n, in, out, forward, CUFFT_FORWARD);                                       \
  }                                                                                                \
  void* name(plan_dft_r2c_3d)(int n0, int n1, int n2, R* in, C* out, unsigned) {                   \
    const int n[] = {n0, n1, n2};                                                                  \
    return planDense(3, n, in, out, forward, CUFFT_FORWARD);                                       \
  }                                                                                                \
  void* name(plan_dft_r2c)(int rank, const int* n, R* in, C* out, unsigned) {                      \
    return planDense(rank, n, in, out, forward, CUFFT_FORWARD);                                    \
  }                                                                                                \
  void* name(plan_dft_c2r_1d)(int n, C* in, R* out, unsigned) {                                    \
    return planDense(1, &n, in, out, back, CUFFT_INVERSE);                                         \
  }                                                                                                \
  void* name(plan_dft_c2r_2d)(int n0, int n1, C* in, R* out, unsigned) {                           \
    const int n[] = {n0, n1};                                                                      \
    return planDense(2, n, in, out, back, CUFFT_INVERSE);                                          \
  }                                                                                                \
  void* name(plan_dft_c2r_3d)(int n0, int n1, int n2, C* in, R* out, unsigned) {                   \
    const int n[] = {n0, n1, n2};                                                                  \
    return planDense(3, n, in, out, back, CUFFT_INVERSE);                                          \
  }                                                                                                \
  void* name(plan_dft_c2r)(int rank, const int* n, C* in, R* out, unsigned) {                      \
    return planDense(rank, n, in, out, back, CUFFT_INVERSE);                                       \
  }                                                                                                \
  void* name(plan_many_dft)(int rank, const int* n, int batch, C* in, const int* inembed,          \
                            int istride, int idist, C* out, const int* onembed, int ostride,       \
                            int odist, int sign, unsigned) {                                       \
    return planMany(rank, n, batch, in, {inembed, istride, idist}, out, {onembed, ostride, odist}, \
                    complex, sign);                                                                \
  }                                                                                                \
  void* name(plan_many_dft_r2c)(int rank, const int* n, int batch, R* in, const int* inembed,      \
                                int istride, int idist, C* out, const int* onembed, int ostride,   \
                                int odist, unsigned) {                                             \
    return planMany(rank, n, batch, in, {inembed, istride, idist}, out, {onembed, ostride, odist}, \
                    forward, CUFFT_FORWARD);                                                       \
  }                                                                                                \
  void* name(plan_many_dft_c2r)(int rank, const int* n, int batch, C* in, const int* inembed,      \
                                int istride, int idist, R* out, const int* onembed, int ostride,   \
                                int odist, unsigned) {                                             \
    return planMany(rank, n, batch, in, {inembed, istride, idist}, out, {onembed, ostride, odist}, \
                    back, CUFFT_INVERSE);                                                          \
  }                                                                                                \
  void* name(plan_guru_dft)(int rank, const fftw_iodim* dims, int batch_rank,                      \
                            const fftw_iodim* batch_dims, C* in, C* out, int sign, unsigned) {     \
    return planGuru(rank, dims, batch_rank, batch_dims, in, out, complex, sign);                   \
  }                                                                                                \
  void* name(plan_guru_dft_r2c)(int rank, const fftw_iodim* dims, int batch_rank,                  \
                                const fftw_iodim* batch_dims, R* in, C* out, unsigned) {           \
    return planGuru(rank, dims, batch_rank, batch_dims, in, out, forward, CUFFT_FORWARD);          \
  }                                                                                                \
  void* name(plan_guru_dft_c2r)(int rank, const fftw_iodim* dims, int batch_rank,                  \
                                const fftw_iodim* batch_dims, C* in, R* out, unsigned) {           \
    return planGuru(rank, dims, batch_rank, batch_dims, in, out, back, CUFFT_INVERSE);             \
  }                                                                                                \
  void* name(plan_guru64_dft)(int rank, const fftw_iodim64* dims, int batch_rank,                  \
                              const fftw_iodim64* batch_dims, C* in, C* out, int sign, unsigned) { \
    return planGuru(rank, dims, batch_rank, batch_dims, in, out, complex, sign);                   \
  }                                                                                                \
  void* name(plan_guru64_dft_r2c)(int rank, const fftw_iodim64* dims, int batch_rank,              \
                                  const fftw_iodim64* batch_dims, R* in, C* out, unsigned) {       \
    return planGuru(rank, dims, batch_rank, batch_dims, in, out, forward, CUFFT_FORWARD);          \
  }                                                                                                \
  void* name(plan_guru64_dft_c2r)(int rank, const fftw_iodim64* dims, int batch_rank,              \
                                  const fftw_iodim64* batch_dims, C* in, R* out, unsigned) {       \
    return planGuru(rank, dims, batch_rank, batch_dims, in, out, back, CUFFT_INVERSE);             \
  }                                                                                                \
  void name(execute)(void* const plan) {                                                           \
    execute(plan);                                                                                 \
  }                                                                                                \
  void name(execute_dft)(void* const plan, C* in, C* out) {                                        \
    execute(plan, in, out);                                                                        \
  }                                                                                                \
  void name(execute_dft_r2c)(void* const plan, R* in, C* out) {                                    \
    execute(plan, in, out);                                                                        \
  }                                                                                                \
  void name(execute_dft_c2r)(void* const plan, C* in, R* out) {                                    \
    execute(plan, in, out);                                                                        \
  }                                                                                                \
  void* name(malloc)(size_t n) {                                                                   \
    return allocate(n);                                                                            \
  }                                                                                                \
  void name(free)(void* pointer) {                                                                 \
    std::free(pointer);                                                                            \
  }                                                                                                \
  void name(destroy_plan)(void* plan) {                                                            \
    delete static_cast<FftwPlan*>(plan);                                                           \
  }                                                                                                \
  void name(cleanup)() {}                                                                          \
  /* Nothing is measured, so there is no wisdom, nor anything to limit. */                         \
  void name(export_wisdom_to_file)(FILE*) {}                                                       \
  int name(import_wisdom_from_file)(FILE*) {                                                       \
    return 1;                                                                                      \
  }                                                                                                \
  void name(set_timelimit)(double) {}                                                              \
  void name(print_plan)(void* const) {                                                             \
    heddle::trace::reportNotSupported("fftw_print_plan");                                          \
  }                                                                                                \
  double name(cost)(void* const) {                                                                 \
    heddle::trace::reportNotSupported("fftw_cost");                                                \
    return 0;                                                                                      \
  }                                                                                                \
  void name(flops)(void* const, double* add, double* mul, double* fma) {                           \
    heddle::trace::reportNotSupported("fftw_flops");                                               \
    *add = *mul = *fma = 0;                                                                        \
  }

#define HEDDLE_FFTW_DOUBLE(name) fftw_##name
#define HEDDLE_FFTW_SINGLE(name) fftwf_##name

extern "C" {
HEDDLE_FFTW_FUNCTIONS(HEDDLE_FFTW_DOUBLE, fftw_complex, double, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D)
HEDDLE_FFTW_FUNCTIONS(HEDDLE_FFTW_SINGLE, fftwf_complex, float, CUFFT_C2C, CUFFT_R2C, CUFFT_C2R)
}
