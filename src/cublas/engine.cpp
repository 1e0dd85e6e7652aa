#include "cublas/engine.h"

#include "cublas/lapack.h"
#include "trace/message.h"

#include <dlfcn.h>
#include <string>

namespace heddle::cublas {

namespace {

constexpr const char* kLibrary = "libopenblas.so.0";

// Looks up functions of OpenBLAS. One that is missing makes the whole engine unusable.
class Symbols {
public:
  explicit Symbols(void* library) : library_(library) {}
  template <class Function> void find(Function& function, const std::string& name) {
    void* const address = dlsym(library_, name.c_str());
    isComplete_ &= address != nullptr;
    function = reinterpret_cast<Function>(address);
  }
  bool isComplete() const { return isComplete_; }

private:
  void* library_;
  bool isComplete_ = true;
};

template <class T>
void findSelfAdjoint(Engine<T>& engine, const std::string& prefix, Symbols& symbols) {
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

template <class T> Engine<T> find(char letter, Symbols& symbols) {
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

template <class T> Lapack<T> findLapack(char letter, Symbols& symbols) {
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
  void find(char letter, Symbols& symbols) {
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
    // Where the program has loaded OpenBLAS itself, the number of its threads is the program's.
    const bool isProgramsOwn = dlopen(kLibrary, RTLD_NOW | RTLD_NOLOAD) != nullptr;
    void* const library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      trace::printMessage(std::string("cuBLAS needs ") + kLibrary +
                          ", which is not there (Debian: libopenblas0-pthread)");
      return;
    }
    Symbols symbols(library);
    s.find('s', symbols);
    d.find('d', symbols);
    c.find('c', symbols);
    z.find('z', symbols);
    // The device's workers call the engine at the same time, so each call is to stay on its thread.
    void (*setThreads)(int) = nullptr;
    symbols.find(setThreads, "openblas_set_num_threads");
    isComplete = symbols.isComplete();
    if (isComplete && !isProgramsOwn)
      setThreads(1);
    if (!isComplete)
      trace::printMessage(std::string("cuBLAS cannot use ") + kLibrary +
                          ": a function is missing in it");
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
