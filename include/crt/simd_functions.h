// SIMD within a word: functions on two 16-bit or four 8-bit numbers in an unsigned int. The name
// says what the numbers are: s signed, u unsigned, ss and us saturated results.
#ifndef HEDDLE_CRT_SIMD_FUNCTIONS_H
#define HEDDLE_CRT_SIMD_FUNCTIONS_H

#include "crt/device_macros.h"

namespace heddle {
namespace device {
__HEDDLE_HOST_DEVICE__ int clampLane(int x, int low, int high) {
  return x < low ? low : (x > high ? high : x);
}
__HEDDLE_HOST_DEVICE__ int absoluteLane(int x) {
  return x < 0 ? -x : x;
}
} // namespace device
} // namespace heddle

// Applies `expression` in x and y, lane by lane; `T` is how a lane is read.
#define __HEDDLE_LANES2(name, bits, T, expression)                                                 \
  __HEDDLE_HOST_DEVICE__ unsigned int name(unsigned int a, unsigned int b) {                       \
    unsigned int result = 0;                                                                       \
    for (int lane = 0; lane < 32; lane += bits) {                                                  \
      const int x = (T)(a >> lane), y = (T)(b >> lane);                                            \
      result |= ((unsigned int)(expression) & ((1u << bits) - 1u)) << lane;                        \
    }                                                                                              \
    return result;                                                                                 \
  }
#define __HEDDLE_LANES1(name, bits, T, expression)                                                 \
  __HEDDLE_HOST_DEVICE__ unsigned int name(unsigned int a) {                                       \
    unsigned int result = 0;                                                                       \
    for (int lane = 0; lane < 32; lane += bits) {                                                  \
      const int x = (T)(a >> lane);                                                                \
      result |= ((unsigned int)(expression) & ((1u << bits) - 1u)) << lane;                        \
    }                                                                                              \
    return result;                                                                                 \
  }
#define __HEDDLE_LANE_SUM(name, bits, T, expression)                                               \
  __HEDDLE_HOST_DEVICE__ unsigned int name(unsigned int a, unsigned int b) {                       \
    unsigned int result = 0;                                                                       \
    for (int lane = 0; lane < 32; lane += bits) {                                                  \
      const int x = (T)(a >> lane), y = (T)(b >> lane);                                            \
      result += (unsigned int)(expression);                                                        \
    }                                                                                              \
    return result;                                                                                 \
  }
// Comparisons give all ones (vcmp) or one (vset).
#define __HEDDLE_LANE_COMPARE(suffix, bits, T, n, condition)                                       \
  __HEDDLE_LANES2(__vcmp##suffix##n, bits, T, (condition) ? -1 : 0)                                \
  __HEDDLE_LANES2(__vset##suffix##n, bits, T, (condition) ? 1 : 0)

#define __HEDDLE_SIMD(n, bits, S, U)                                                               \
  __HEDDLE_LANES1(__vabs##n, bits, S, heddle::device::absoluteLane(x))                             \
  __HEDDLE_LANES1(                                                                                 \
      __vabsss##n, bits, S,                                                                        \
      heddle::device::clampLane(heddle::device::absoluteLane(x), 0, (1 << (bits - 1)) - 1))        \
  __HEDDLE_LANES1(__vneg##n, bits, S, -x)                                                          \
  __HEDDLE_LANES1(__vnegss##n, bits, S,                                                            \
                  heddle::device::clampLane(-x, -(1 << (bits - 1)), (1 << (bits - 1)) - 1))        \
  __HEDDLE_LANES2(__vadd##n, bits, U, x + y)                                                       \
  __HEDDLE_LANES2(__vaddss##n, bits, S,                                                            \
                  heddle::device::clampLane(x + y, -(1 << (bits - 1)), (1 << (bits - 1)) - 1))     \
  __HEDDLE_LANES2(__vaddus##n, bits, U, heddle::device::clampLane(x + y, 0, (1 << bits) - 1))      \
  __HEDDLE_LANES2(__vsub##n, bits, U, x - y)                                                       \
  __HEDDLE_LANES2(__vsubss##n, bits, S,                                                            \
                  heddle::device::clampLane(x - y, -(1 << (bits - 1)), (1 << (bits - 1)) - 1))     \
  __HEDDLE_LANES2(__vsubus##n, bits, U, heddle::device::clampLane(x - y, 0, (1 << bits) - 1))      \
  __HEDDLE_LANES2(__vavgs##n, bits, S, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)                        \
  __HEDDLE_LANES2(__vavgu##n, bits, U, (x + y + 1) >> 1)                                           \
  __HEDDLE_LANES2(__vhaddu##n, bits, U, (x + y) >> 1)                                              \
  __HEDDLE_LANES2(__vmaxs##n, bits, S, x > y ? x : y)                                              \
  __HEDDLE_LANES2(__vmaxu##n, bits, U, x > y ? x : y)                                              \
  __HEDDLE_LANES2(__vmins##n, bits, S, x < y ? x : y)                                              \
  __HEDDLE_LANES2(__vminu##n, bits, U, x < y ? x : y)                                              \
  __HEDDLE_LANES2(__vabsdiffs##n, bits, S, heddle::device::absoluteLane(x - y))                    \
  __HEDDLE_LANES2(__vabsdiffu##n, bits, U, heddle::device::absoluteLane(x - y))                    \
  __HEDDLE_LANE_SUM(__vsads##n, bits, S, heddle::device::absoluteLane(x - y))                      \
  __HEDDLE_LANE_SUM(__vsadu##n, bits, U, heddle::device::absoluteLane(x - y))                      \
  __HEDDLE_LANE_COMPARE(eq, bits, U, n, x == y)                                                    \
  __HEDDLE_LANE_COMPARE(ne, bits, U, n, x != y)                                                    \
  __HEDDLE_LANE_COMPARE(ges, bits, S, n, x >= y)                                                   \
  __HEDDLE_LANE_COMPARE(geu, bits, U, n, x >= y)                                                   \
  __HEDDLE_LANE_COMPARE(gts, bits, S, n, x > y)                                                    \
  __HEDDLE_LANE_COMPARE(gtu, bits, U, n, x > y)                                                    \
  __HEDDLE_LANE_COMPARE(les, bits, S, n, x <= y)                                                   \
  __HEDDLE_LANE_COMPARE(leu, bits, U, n, x <= y)                                                   \
  __HEDDLE_LANE_COMPARE(lts, bits, S, n, x < y)                                                    \
  __HEDDLE_LANE_COMPARE(ltu, bits, U, n, x < y)

__HEDDLE_SIMD(2, 16, short, unsigned short)
__HEDDLE_SIMD(4, 8, signed char, unsigned char)

#undef __HEDDLE_SIMD
#undef __HEDDLE_LANE_COMPARE
#undef __HEDDLE_LANE_SUM
#undef __HEDDLE_LANES1
#undef __HEDDLE_LANES2

#endif
