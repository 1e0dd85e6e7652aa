#include "cufft/levels.h"

namespace heddle::cufft {

namespace baseline {
extern const Level level;
}

#ifdef __x86_64__
namespace avx2 {
extern const Level level;
}
namespace avx512 {
extern const Level level;
}

Levels levels() {
  static const Level* const all[] = {&avx512::level, &avx2::level, &baseline::level};
  constexpr unsigned kCount = 3;
  static const unsigned unavailable = [] {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
      return 0U;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? 1U : 2U;
  }();
  return {all + unavailable, kCount - unavailable};
}
#else
Levels levels() {
  static const Level* const all[] = {&baseline::level};
  return {all, 1};
}
#endif

} // namespace heddle::cufft
