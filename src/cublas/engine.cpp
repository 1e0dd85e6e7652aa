#include "cublas/engine.h"

#include "cublas/lapack.h"
#include "library/openblas.h"

#include <string>

namespace heddle::cublas {

namespace {

using library::OpenBlas;

template <class T>
void findSelfAdjoint(Engine<T>& engine, const std::string& prefix, OpenBlas& symbols) {
  const bool isHermitian = kIsComplex<T>;
  const auto name = [&](const char* real, const char* complex) {
    return prefix + (isHermitian ? complex : real);
  };
  symbols.find(engine.geru, name("ger", "geru"));
  symbols.find(engine.gerc, name("ger", "gerc"));
  symbols.find(engine.hemv, name("symv", "hemv"));
  symbols.find(engine.hbmv, name("sbmv", "hbmv"));
  symbols.find(engine.hpmv, name("spmv", "hpmv"));
  symbols.find(engine.her, name("syr", "her"));
  symbols.find(engine.hpr, name("spr", "hpr"));
  symbols.find(engine.her2, name("syr2", "her2"));
  symbols.find(engine.hpr2, name("spr2", "hpr2"));
  if (isHermitian) {
    symbols.find(engine.hemm, prefix + "hemm");
    symbols.find(engine.herk, prefix + "herk");
    symbols.find(engine.her2k, prefix + "her2k");
  }
}

template <class T> Engine<T> find(char letter, OpenBlas& symbols) {
  Engine<T> engine{};
  const std::string prefix = std::string("cblas_") + letter;
  symbols.find(engine.gemv, prefix + "gemv");
  symbols.find(engine.gbmv, prefix + "gbmv");
  symbols.find(engine.trmv, prefix + "trmv");
  symbols.find(engine.trsv, prefix + "trsv");
  symbols.find(engine.tbmv, prefix + "tbmv");
  symbols.find(engine.tbsv, prefix + "tbsv");
  symbols.find(engine.tpmv, prefix + "tpmv");
  symbols.find(engine.tpsv, prefix + "tpsv");
  symbols.find(engine.gemm, prefix + "gemm");
  symbols.find(engine.symm, prefix + "symm");
  symbols.find(engine.syrk, prefix + "syrk");
  symbols.find(engine.syr2k, prefix + "syr2k");
  symbols.find(engine.trmm, prefix + "trmm");
  symbols.find(engine.trsm, prefix + "trsm");
  findSelfAdjoint(engine, prefix, symbols);
  return engine;
}

template <class T> Lapack<T> findLapack(char letter, OpenBlas& symbols) {
  Lapack<T> lapack{};
  const std::string prefix(1, letter);
  symbols.find(lapack.getrf, prefix + "getrf_");
  symbols.find(lapack.getrs, prefix + "getrs_");
  symbols.find(lapack.getri, prefix + "getri_");
  symbols.find(lapack.geqrf, prefix + "geqrf_");
  symbols.find(lapack.gels, prefix + "gels_");
  return lapack;
}

// Both for one type.
template <class T> struct Functions {
  Engine<T> engine;
  Lapack<T> lapack;
  void find(char letter, OpenBlas& symbols) {
    engine = cublas::find<T>(letter, symbols);
    lapack = findLapack<T>(letter, symbols);
  }
};

struct Engines {
  Functions<float> s;
  Functions<double> d;
  Functions<std::complex<float>> c;
  Functions<std::complex<double>> z;
  bool isComplete = false;

  Engines() {
    OpenBlas symbols("cuBLAS");
    s.find('s', symbols);
    d.find('d', symbols);
    c.find('c', symbols);
    z.find('z', symbols);
    isComplete = symbols.isComplete();
  }
};

const Engines& engines() {
  static const Engines found;
  return found;
}

} // namespace

bool openEngine() {
  return engines().isComplete;
}
template <> const Engine<float>& engine<float>() {
  return engines().s.engine;
}
template <> const Lapack<float>& lapack<float>() {
  return engines().s.lapack;
}
template <> const Engine<double>& engine<double>() {
  return engines().d.engine;
}
template <> const Lapack<double>& lapack<double>() {
  return engines().d.lapack;
}
template <> const Engine<std::complex<float>>& engine<std::complex<float>>() {
  return engines().c.engine;
}
template <> const Lapack<std::complex<float>>& lapack<std::complex<float>>() {
  return engines().c.lapack;
}
template <> const Engine<std::complex<double>>& engine<std::complex<double>>() {
  return engines().z.engine;
}
template <> const Lapack<std::complex<double>>& lapack<std::complex<double>>() {
  return engines().z.lapack;
}

} // namespace heddle::cublas
