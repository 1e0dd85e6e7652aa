#include "cusolver/lapack.h"

#include "library/openblas.h"

#include <string>

namespace heddle::cusolver {

namespace {

template <class T> Lapack<T> find(char letter, library::OpenBlas& library) {
  Lapack<T> lapack{};
  const auto find = [&](auto& function, const char* real, const char* complex) {
    library.find(function, letter + std::string(kIsComplex<T> ? complex : real));
  };
#define HEDDLE_LAPACK(member, real, complex) find(lapack.member, real, complex);
#include "cusolver/lapack_functions.def"
#undef HEDDLE_LAPACK
  return lapack;
}

struct Engines {
  Lapack<float> s;
  Lapack<double> d;
  Lapack<std::complex<float>> c;
  Lapack<std::complex<double>> z;
  bool isComplete;

  Engines() {
    library::OpenBlas library("cuSOLVER");
    s = find<float>('s', library);
    d = find<double>('d', library);
    c = find<std::complex<float>>('c', library);
    z = find<std::complex<double>>('z', library);
    isComplete = library.isComplete();
  }
};

const Engines& engines() {
  static const Engines found;
  return found;
}

} // namespace

bool openLapack() {
  return engines().isComplete;
}
template <> const Lapack<float>& lapack<float>() {
  return engines().s;
}
template <> const Lapack<double>& lapack<double>() {
  return engines().d;
}
template <> const Lapack<std::complex<float>>& lapack<std::complex<float>>() {
  return engines().c;
}
template <> const Lapack<std::complex<double>>& lapack<std::complex<double>>() {
  return engines().z;
}

} // namespace heddle::cusolver
