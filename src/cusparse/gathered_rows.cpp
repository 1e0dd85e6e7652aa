#include "cusparse/gathered_rows.h"

#ifdef __x86_64__

#include <algorithm>
#include <fstream>
#include <immintrin.h>
#include <string>

// Each function that uses the instructions says so, since the rest of the library is compiled for
// all processors.
#define HEDDLE_GATHERS [[gnu::target("avx512f,avx512vl,avx512dq"), gnu::always_inline]] inline

namespace heddle::cusparse {

namespace {

constexpr std::int64_t kEntries = 8; // that are multiplied at once
// How far ahead of the products the matrix is read, in entries. Its indices and values are two
// streams, of which the processor prefetches too little. On a Xeon with AVX-512 this takes 0.7 to
// 0.85 of the time.
constexpr std::int64_t kEntriesAhead = 512;

HEDDLE_GATHERS __m256 products(__m256 sum, __mmask8 mask, __m256i index, const float* values,
                               const float* x) {
  const __m256 factors = _mm256_mmask_i32gather_ps(_mm256_setzero_ps(), mask, index, x, 4);
  return _mm256_mask3_fmadd_ps(factors, _mm256_maskz_loadu_ps(mask, values), sum, mask);
}
HEDDLE_GATHERS __m512d products(__m512d sum, __mmask8 mask, __m256i index, const double* values,
                                const double* x) {
  const __m512d factors = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), mask, index, x, 8);
  return _mm512_mask3_fmadd_pd(factors, _mm512_maskz_loadu_pd(mask, values), sum, mask);
}
HEDDLE_GATHERS float total(__m256 sums) {
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(sums), _mm256_extractf128_ps(sums, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
HEDDLE_GATHERS double total(__m512d sums) {
  return _mm512_reduce_add_pd(sums);
}

template <class T> struct Sums;
template <> struct Sums<float> {
  using Vector = __m256;
};
template <> struct Sums<double> {
  using Vector = __m512d;
};

// Intel's processors that leak what gathers read do them slowly once the system has mitigated it.
bool areGathersMitigated() {
  std::ifstream file("/sys/devices/system/cpu/vulnerabilities/gather_data_sampling");
  std::string state;
  return std::getline(file, state) && !state.starts_with("Not affected") &&
         !state.starts_with("Vulnerable");
}

} // namespace

bool gathersFast() {
  static const bool isFast = __builtin_cpu_supports("avx512f") &&
                             __builtin_cpu_supports("avx512vl") &&
                             __builtin_cpu_supports("avx512dq") && !areGathersMitigated();
  return isFast;
}

template <class T>
[[gnu::target("avx512f,avx512vl,avx512dq")]] bool
sumRows(const CompressedRows<T>& rows, std::int64_t first, std::int64_t end, const T* x, T* sums) {
  // A negative index becomes one that is larger than all others.
  const __m256i base = _mm256_set1_epi32(static_cast<int>(rows.indexBase));
  constexpr std::int64_t kMostColumns = std::int64_t{1} << 31;
  const __m256i columns = _mm256_set1_epi32(static_cast<int>(std::min(rows.columns, kMostColumns)));
  for (std::int64_t row = first; row < end; ++row) {
    std::int64_t entry = rows.offsets[row] - rows.offsetBase;
    // A row whose offsets do not ascend is empty.
    const std::int64_t behind =
        std::max<std::int64_t>(entry, rows.offsets[row + 1] - rows.offsetBase);
    if (entry < 0 || behind > rows.entries)
      return false;
    typename Sums<T>::Vector sum{};
    for (; entry < behind; entry += kEntries) {
      const auto left = static_cast<unsigned>(std::min(behind - entry, kEntries));
      const auto mask = static_cast<__mmask8>((1U << left) - 1);
      __builtin_prefetch(rows.indices + entry + kEntriesAhead);
      __builtin_prefetch(rows.values + entry + kEntriesAhead);
      const __m256i index =
          _mm256_sub_epi32(_mm256_maskz_loadu_epi32(mask, rows.indices + entry), base);
      if (_mm256_mask_cmpge_epu32_mask(mask, index, columns) != 0) [[unlikely]]
        return false;
      sum = products(sum, mask, index, rows.values + entry, x);
    }
    sums[row - first] = total(sum);
  }
  return true;
}

} // namespace heddle::cusparse

#else

namespace heddle::cusparse {

bool gathersFast() {
  return false;
}
template <class T>
bool sumRows(const CompressedRows<T>&, std::int64_t, std::int64_t, const T*, T*) {
  return false;
}

} // namespace heddle::cusparse

#endif

namespace heddle::cusparse {

template bool sumRows(const CompressedRows<float>&, std::int64_t, std::int64_t, const float*,
                      float*);
template bool sumRows(const CompressedRows<double>&, std::int64_t, std::int64_t, const double*,
                      double*);

} // namespace heddle::cusparse
