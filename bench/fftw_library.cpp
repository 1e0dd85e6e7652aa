#include "fftw_library.h"

#include <cstdlib>
#include <dlfcn.h>

namespace heddle::bench {

namespace {

constexpr unsigned kMeasure = 0; // FFTW_MEASURE
constexpr int kForward = -1;

// The library for one precision, whose functions have names that begin with `prefix`.
class Library {
public:
  Library(const char* file, const char* prefix)
      : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)), prefix_(prefix) {
    if (!handle_)
      return;
    find<int (*)()>("init_threads")();
  }
  bool isThere() const { return handle_ != nullptr; }
  template <class Function> Function find(const std::string& name) const {
    void* const found = dlsym(handle_, (prefix_ + name).c_str());
    if (!found)
      std::abort();
    return reinterpret_cast<Function>(found);
  }

private:
  void* handle_;
  std::string prefix_;
};

const Library& library(bool isDouble) {
  static const Library single("libfftw3f_threads.so.3", "fftwf_");
  static const Library twice("libfftw3_threads.so.3", "fftw_");
  return isDouble ? twice : single;
}

} // namespace

long FftSize::volume() const {
  long product = 1;
  for (const int length : lengths)
    product *= length;
  return product;
}

long FftSize::halfVolume() const {
  return volume() / lengths.back() * (lengths.back() / 2 + 1);
}

FftwPlan::FftwPlan(FftKind kind, bool isDouble, const FftSize& size, int threads, void* in,
                   void* out) {
  const Library& fftw = library(isDouble);
  execute_ = fftw.find<void (*)(void*)>("execute");
  destroy_ = fftw.find<void (*)(void*)>("destroy_plan");
  fftw.find<void (*)(int)>("plan_with_nthreads")(threads);
  const int whole = static_cast<int>(size.volume()), half = static_cast<int>(size.halfVolume());
  const int* const lengths = size.lengths.data();
  using Complex = void* (*)(int, const int*, int, void*, const int*, int, int, void*, const int*,
                            int, int, int, unsigned);
  using Real = void* (*)(int, const int*, int, void*, const int*, int, int, void*, const int*, int,
                         int, unsigned);
  switch (kind) {
  case FftKind::Complex:
    plan_ = fftw.find<Complex>("plan_many_dft")(size.rank(), lengths, size.batch, in, nullptr, 1,
                                                whole, out, nullptr, 1, whole, kForward, kMeasure);
    break;
  case FftKind::RealToComplex:
    plan_ = fftw.find<Real>("plan_many_dft_r2c")(size.rank(), lengths, size.batch, in, nullptr, 1,
                                                 whole, out, nullptr, 1, half, kMeasure);
    break;
  case FftKind::ComplexToReal:
    plan_ = fftw.find<Real>("plan_many_dft_c2r")(size.rank(), lengths, size.batch, in, nullptr, 1,
                                                 half, out, nullptr, 1, whole, kMeasure);
    break;
  }
  if (!plan_)
    std::abort();
}

FftwPlan::~FftwPlan() {
  destroy_(plan_);
}

bool isFftwInstalled() {
  return library(false).isThere() && library(true).isThere();
}

void readWisdom(const std::string& file) {
  for (const bool isDouble : {false, true})
    library(isDouble).find<int (*)(const char*)>("import_wisdom_from_filename")(
        (file + (isDouble ? ".double" : ".single")).c_str());
}

void writeWisdom(const std::string& file) {
  for (const bool isDouble : {false, true})
    library(isDouble).find<int (*)(const char*)>("export_wisdom_to_filename")(
        (file + (isDouble ? ".double" : ".single")).c_str());
}

} // namespace heddle::bench
