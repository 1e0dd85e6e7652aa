// FFTW, opened when the program runs: it is only measured, and nothing is linked with it.
#pragma once

#include <string>
#include <vector>

namespace heddle::bench {

enum class FftKind { Complex, RealToComplex, ComplexToReal };

// `batch` transforms of data without gaps, the first dimension outermost.
struct FftSize {
  std::vector<int> lengths;
  int batch = 1;

  int rank() const { return static_cast<int>(lengths.size()); }
  // How many numbers a transform has, and how many of them are stored where they are complex and
  // the others real.
  long volume() const;
  long halfVolume() const;
};

// A plan of FFTW for one size, made by measuring. Real and complex data begin at `in` and `out`.
class FftwPlan {
public:
  FftwPlan(FftKind kind, bool isDouble, const FftSize& size, int threads, void* in, void* out);
  FftwPlan(const FftwPlan&) = delete;
  FftwPlan& operator=(const FftwPlan&) = delete;
  ~FftwPlan();
  void execute() const { execute_(plan_); }

private:
  void* plan_ = nullptr;
  void (*execute_)(void*) = nullptr;
  void (*destroy_)(void*) = nullptr;
};

// Whether FFTW with threads is installed.
bool isFftwInstalled();
// What FFTW has learnt by measuring, so that the next run need not measure again.
void readWisdom(const std::string& file);
void writeWisdom(const std::string& file);

} // namespace heddle::bench
