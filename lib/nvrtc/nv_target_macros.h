// The macros of <nv/target>, which NVRTC has without an include: they choose between code for the
// host and for each architecture. libnvrtc defines for each source what a condition such as
// NV_PROVIDES_SM_80 is, because all architectures share the preamble: a name, __NV_PROVIDES_SM_80,
// which must not be a macro, since libcu++ joins it to names of its own, and by
// __HEDDLE_NV_IS___NV_PROVIDES_SM_80 whether it holds, 0 or 1.
#ifndef HEDDLE_NVRTC_NV_TARGET_MACROS_H
#define HEDDLE_NVRTC_NV_TARGET_MACROS_H

#define NV_IS_DEVICE __NV_IS_DEVICE
#define NV_IS_HOST __NV_IS_HOST
#define NV_ANY_TARGET __NV_ANY_TARGET
#define NV_NO_TARGET __NV_NO_TARGET
#define __HEDDLE_NV_IS___NV_IS_DEVICE 1
#define __HEDDLE_NV_IS___NV_IS_HOST 0
#define __HEDDLE_NV_IS___NV_ANY_TARGET 1
#define __HEDDLE_NV_IS___NV_NO_TARGET 0

// clang-format off
// Code becomes a block. It may come in parentheses, which keep its commas from counting and are
// removed: the name in front of them takes them for its arguments, and vanishes in either case.
#define _NV_BLOCK_EXPAND(...) {__HEDDLE_NV_VANISH(__HEDDLE_NV_, __HEDDLE_NV_TAKE __VA_ARGS__)}
#define __HEDDLE_NV_TAKE(...) __HEDDLE_NV_TAKE __VA_ARGS__
#define __HEDDLE_NV_VANISH(prefix, ...) __HEDDLE_NV_VANISH_NOW(prefix, __VA_ARGS__)
#define __HEDDLE_NV_VANISH_NOW(prefix, ...) prefix##__VA_ARGS__
#define __HEDDLE_NV___HEDDLE_NV_TAKE
#define __HEDDLE_NV_JOIN_NOW(a, b) a##b
#define __HEDDLE_NV_JOIN(a, b) __HEDDLE_NV_JOIN_NOW(a, b)
#define __HEDDLE_NV_IS(condition) __HEDDLE_NV_JOIN(__HEDDLE_NV_IS_, condition)

// The first code for a condition that is 1, the second, or nothing, for one that is 0.
#define __HEDDLE_NV_IF(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_IF_, __HEDDLE_NV_IS(condition))(__VA_ARGS__, (), ())
#define __HEDDLE_NV_IF_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_IF_0(code, otherwise, ...) _NV_BLOCK_EXPAND(otherwise)
#define NV_IF_TARGET(condition, ...) __HEDDLE_NV_IF(condition, __VA_ARGS__)
#define NV_IF_ELSE_TARGET(condition, code, otherwise) __HEDDLE_NV_IF(condition, code, otherwise)

// Pairs of a condition and code, of which the first that holds counts. A macro is not expanded inside
// of itself, so that each pair has macros of its own, which hand those behind it to the next.
#define NV_DISPATCH_TARGET(...) __HEDDLE_NV_PAIR_0(__VA_ARGS__, NV_ANY_TARGET, (), )
#define __HEDDLE_NV_PAIR_0(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_0_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_0_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_0_0(code, ...) __HEDDLE_NV_PAIR_1(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_1(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_1_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_1_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_1_0(code, ...) __HEDDLE_NV_PAIR_2(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_2(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_2_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_2_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_2_0(code, ...) __HEDDLE_NV_PAIR_3(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_3(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_3_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_3_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_3_0(code, ...) __HEDDLE_NV_PAIR_4(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_4(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_4_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_4_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_4_0(code, ...) __HEDDLE_NV_PAIR_5(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_5(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_5_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_5_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_5_0(code, ...) __HEDDLE_NV_PAIR_6(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_6(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_6_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_6_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_6_0(code, ...) __HEDDLE_NV_PAIR_7(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_7(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_7_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_7_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_7_0(code, ...) __HEDDLE_NV_PAIR_8(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_8(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_8_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_8_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_8_0(code, ...) __HEDDLE_NV_PAIR_9(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_9(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_9_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_9_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_9_0(code, ...) __HEDDLE_NV_PAIR_10(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_10(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_10_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_10_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_10_0(code, ...) __HEDDLE_NV_PAIR_11(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_11(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_11_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_11_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_11_0(code, ...) __HEDDLE_NV_PAIR_12(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_12(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_12_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_12_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_12_0(code, ...) __HEDDLE_NV_PAIR_13(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_13(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_13_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_13_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_13_0(code, ...) __HEDDLE_NV_PAIR_14(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_14(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_14_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_14_1(code, ...) _NV_BLOCK_EXPAND(code)
#define __HEDDLE_NV_PAIR_14_0(code, ...) __HEDDLE_NV_PAIR_15(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_15(condition, ...) __HEDDLE_NV_JOIN(__HEDDLE_NV_PAIR_15_, __HEDDLE_NV_IS(condition))(__VA_ARGS__)
#define __HEDDLE_NV_PAIR_15_1(code, ...) _NV_BLOCK_EXPAND(code)
// clang-format on

#endif
