// The macros of <nv/target>, which NVRTC has without an include: they choose between code for the
// host and for each architecture. What a condition such as __NV_PROVIDES_SM_80 is, 0 or 1, libnvrtc
// defines for each source, because all architectures share the preamble.
#ifndef HEDDLE_NVRTC_NV_TARGET_MACROS_H
#define HEDDLE_NVRTC_NV_TARGET_MACROS_H

#define NV_IS_DEVICE __NV_IS_DEVICE
#define NV_IS_HOST __NV_IS_HOST
#define NV_ANY_TARGET __NV_ANY_TARGET
#define NV_NO_TARGET __NV_NO_TARGET
#define __NV_IS_DEVICE 1
#define __NV_IS_HOST 0
#define __NV_ANY_TARGET 1
#define __NV_NO_TARGET 0

// clang-format off
// Code comes in parentheses, so that its commas do not count, and becomes a block.
#define _NV_BLOCK_EXPAND(...) {__VA_ARGS__}
#define __HEDDLE_NV_JOIN_NOW(a, b) a##b
#define __HEDDLE_NV_JOIN(a, b) __HEDDLE_NV_JOIN_NOW(a, b)

// The first code for a condition that is 1, the second, or nothing, for one that is 0.
#define __HEDDLE_NV_IF(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_IF_, condition)(__VA_ARGS__, (), ())
#define __HEDDLE_NV_IF_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_IF_0(code, otherwise, ...) _NV_BLOCK_EXPAND otherwise
#define NV_IF_TARGET(condition, ...) __HEDDLE_NV_IF(condition, __VA_ARGS__)
#define NV_IF_ELSE_TARGET(condition, code, otherwise) __HEDDLE_NV_IF(condition, code, otherwise)

// Pairs of a condition and code, of which the first that holds counts. A macro is not expanded inside
// of itself, so that each pair has macros of its own, which hand those behind it to the next.
#define NV_DISPATCH_TARGET(...) __HEDDLE_NV_PAIR_0(__VA_ARGS__, NV_ANY_TARGET, (), )
#define __HEDDLE_NV_PAIR_0(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_0_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_0_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_0_0(code, ...) __HEDDLE_NV_PAIR_1(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_1(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_1_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_1_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_1_0(code, ...) __HEDDLE_NV_PAIR_2(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_2(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_2_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_2_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_2_0(code, ...) __HEDDLE_NV_PAIR_3(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_3(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_3_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_3_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_3_0(code, ...) __HEDDLE_NV_PAIR_4(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_4(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_4_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_4_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_4_0(code, ...) __HEDDLE_NV_PAIR_5(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_5(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_5_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_5_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_5_0(code, ...) __HEDDLE_NV_PAIR_6(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_6(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_6_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_6_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_6_0(code, ...) __HEDDLE_NV_PAIR_7(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_7(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_7_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_7_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_7_0(code, ...) __HEDDLE_NV_PAIR_8(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_8(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_8_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_8_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_8_0(code, ...) __HEDDLE_NV_PAIR_9(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_9(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_9_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_9_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_9_0(code, ...) __HEDDLE_NV_PAIR_10(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_10(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_10_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_10_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_10_0(code, ...) __HEDDLE_NV_PAIR_11(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_11(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_11_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_11_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_11_0(code, ...) __HEDDLE_NV_PAIR_12(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_12(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_12_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_12_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_12_0(code, ...) __HEDDLE_NV_PAIR_13(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_13(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_13_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_13_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_13_0(code, ...) __HEDDLE_NV_PAIR_14(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_14(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_14_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_14_1(code, ...) _NV_BLOCK_EXPAND code
#define __HEDDLE_NV_PAIR_14_0(code, ...) __HEDDLE_NV_PAIR_15(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_15(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_15_, condition)(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_15_1(code, ...) _NV_BLOCK_EXPAND code
// clang-format on

#endif
