// nvcuda::wmma: matrices spread over the registers of a warp, their loads and stores and the
// product d = a * b + c, through the PTX wmma instructions. The tables at the end list which shapes
// and types there are.
#ifndef HEDDLE_MMA_H
#define HEDDLE_MMA_H

/* The name that programs test for. */
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__)) &&                          \
    (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

// How elements are kept; those below a byte are packed, and filled with copies.
template <class T> struct helper_traits {
  typedef T element_type;
  typedef T storage_element_type;
  typedef T fill_argument_type;
  static __device__ storage_element_type filled(fill_argument_type value) { return value; }
};
#define __HEDDLE_PACKED_ELEMENT(T, Storage, copies)                                                \
  template <> struct helper_traits<T> {                                                            \
    typedef T element_type;                                                                        \
    typedef Storage storage_element_type;                                                          \
    typedef Storage fill_argument_type;                                                            \
    static __device__ storage_element_type filled(fill_argument_type value) {                      \
      (void)value;                                                                                 \
      return (Storage)(copies);                                                                    \
    }                                                                                              \
  };
__HEDDLE_PACKED_ELEMENT(precision::tf32, float, value)
__HEDDLE_PACKED_ELEMENT(experimental::precision::u4, unsigned int, (value & 0xfu) * 0x11111111u)
__HEDDLE_PACKED_ELEMENT(experimental::precision::s4, int, ((unsigned)value & 0xfu) * 0x11111111u)
__HEDDLE_PACKED_ELEMENT(experimental::precision::b1, unsigned int, 0u - (value & 1u))
#undef __HEDDLE_PACKED_ELEMENT

template <class T, int size, int packed_size = size> struct __align__(8) __frag_base {
  enum { num_elements = size };
  enum { num_storage_elements = packed_size };
  typedef T element_type;
  typedef typename helper_traits<T>::storage_element_type storage_element_type;
  storage_element_type x[num_storage_elements];
};

template <class Use, int m, int n, int k, class T, class Layout = void> class fragment;

template <class T, int size, int packed_size>
__HEDDLE_DEVICE__ void fill_fragment(__frag_base<T, size, packed_size>& f,
                                     const typename helper_traits<T>::fill_argument_type& value) {
  for (int i = 0; i < packed_size; ++i)
    f.x[i] = helper_traits<T>::filled(value);
}

__HEDDLE_DEVICE__ float __float_to_tf32(float value) {
  unsigned int result;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(result) : "f"(value));
  return __builtin_bit_cast(float, result);
}

namespace heddle_details {
template <class Layout> struct IsRow {
  static const bool value = false;
};
template <> struct IsRow<row_major> {
  static const bool value = true;
};
// The registers of a fragment, as the instructions count them.
template <class Register, int count> struct Registers {
  Register r[count];
};
template <class Register, int count, class Base>
__HEDDLE_DEVICE__ Registers<Register, count> toRegisters(const Base& fragment) {
  Registers<Register, count> result;
  static_assert(sizeof(result) == sizeof(fragment.x), "a fragment fills its registers");
  __builtin_memcpy(&result, fragment.x, sizeof(result));
  return result;
}
template <class Register, int count, class Base>
__HEDDLE_DEVICE__ void fromRegisters(Base& fragment, const Registers<Register, count>& registers) {
  static_assert(sizeof(registers) == sizeof(fragment.x), "a fragment fills its registers");
  __builtin_memcpy(fragment.x, &registers, sizeof(registers));
}
} // namespace heddle_details

// Lists of 1 to 8 registers of the variable v: as text, as outputs, as inputs.
#define __HEDDLE_TEXT_1(v) "{%[" #v "0]}"
#define __HEDDLE_TEXT_2(v) "{%[" #v "0], %[" #v "1]}"
#define __HEDDLE_TEXT_4(v) "{%[" #v "0], %[" #v "1], %[" #v "2], %[" #v "3]}"
#define __HEDDLE_TEXT_8(v)                                                                         \
  "{%[" #v "0], %[" #v "1], %[" #v "2], %[" #v "3], %[" #v "4], %[" #v "5], %[" #v "6], %[" #v "7" \
  "]"                                                                                              \
  "}"
#define __HEDDLE_LIST_1(v, reg) [v##0] reg(v.r[0])
#define __HEDDLE_LIST_2(v, reg) __HEDDLE_LIST_1(v, reg), [v##1] reg(v.r[1])
#define __HEDDLE_LIST_4(v, reg) __HEDDLE_LIST_2(v, reg), [v##2] reg(v.r[2]), [v##3] reg(v.r[3])
#define __HEDDLE_LIST_8(v, reg)                                                                    \
  __HEDDLE_LIST_4(v, reg), [v##4] reg(v.r[4]), [v##5] reg(v.r[5]), [v##6] reg(v.r[6]),             \
      [v##7] reg(v.r[7])

#define __HEDDLE_REGISTER_r unsigned int
#define __HEDDLE_REGISTER_f float
#define __HEDDLE_REGISTER_d double

#define __HEDDLE_WMMA_LOAD_ASM(matrix, layout, shape, type, count, reg)                            \
  asm volatile("wmma.load." matrix ".sync.aligned." layout "." shape "." type                      \
               " " __HEDDLE_TEXT_##count(v) ", [%[address]], %[stride];"                           \
               : __HEDDLE_LIST_##count(v, "=" #reg)                                                \
               : [address] "l"(address), [stride] "r"(ldm)                                         \
               : "memory")
#define __HEDDLE_WMMA_STORE_ASM(layout, shape, type, count, reg)                                   \
  asm volatile("wmma.store.d.sync.aligned." layout "." shape "." type                              \
               " [%[address]], " __HEDDLE_TEXT_##count(v) ", %[stride];"                           \
               :                                                                                   \
               : [address] "l"(address), [stride] "r"(ldm), __HEDDLE_LIST_##count(v, #reg)         \
               : "memory")

// A factor: its fragment, and its load. For elements below a byte the stride counts elements.
#define __HEDDLE_FACTOR_FRAGMENT(Use, m, n, k, T, Layout, ...)                                     \
  template <> class fragment<Use, m, n, k, T, Layout> : public __frag_base<T, __VA_ARGS__> {};
#define __HEDDLE_FACTOR_LOAD(Use, letter, m, n, k, T, Memory, shape, type, registers, reg)         \
  template <class Layout>                                                                          \
  __HEDDLE_DEVICE__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f,                    \
                                          const Memory* address, unsigned int ldm) {               \
    heddle_details::Registers<__HEDDLE_REGISTER_##reg, registers> v;                               \
    if (heddle_details::IsRow<Layout>::value)                                                      \
      __HEDDLE_WMMA_LOAD_ASM(letter, "row", shape, type, registers, reg);                          \
    else                                                                                           \
      __HEDDLE_WMMA_LOAD_ASM(letter, "col", shape, type, registers, reg);                          \
    heddle_details::fromRegisters(f, v);                                                           \
  }
#define __HEDDLE_FACTOR(Use, letter, m, n, k, T, Memory, shape, type, elements, registers, reg)    \
  __HEDDLE_FACTOR_FRAGMENT(Use, m, n, k, T, row_major, elements)                                   \
  __HEDDLE_FACTOR_FRAGMENT(Use, m, n, k, T, col_major, elements)                                   \
  __HEDDLE_FACTOR_LOAD(Use, letter, m, n, k, T, Memory, shape, type, registers, reg)

#define __HEDDLE_ACCUMULATOR(m, n, k, T, shape, type, elements, registers, reg)                    \
  template <> class fragment<accumulator, m, n, k, T> : public __frag_base<T, elements> {};        \
  __HEDDLE_DEVICE__ void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const T* address,  \
                                          unsigned int ldm, layout_t layout) {                     \
    heddle_details::Registers<__HEDDLE_REGISTER_##reg, registers> v;                               \
    if (layout == mem_row_major)                                                                   \
      __HEDDLE_WMMA_LOAD_ASM("c", "row", shape, type, registers, reg);                             \
    else                                                                                           \
      __HEDDLE_WMMA_LOAD_ASM("c", "col", shape, type, registers, reg);                             \
    heddle_details::fromRegisters(f, v);                                                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void store_matrix_sync(T* address, const fragment<accumulator, m, n, k, T>& f, \
                                           unsigned int ldm, layout_t layout) {                    \
    const heddle_details::Registers<__HEDDLE_REGISTER_##reg, registers> v =                        \
        heddle_details::toRegisters<__HEDDLE_REGISTER_##reg, registers>(f);                        \
    if (layout == mem_row_major)                                                                   \
      __HEDDLE_WMMA_STORE_ASM("row", shape, type, registers, reg);                                 \
    else                                                                                           \
      __HEDDLE_WMMA_STORE_ASM("col", shape, type, registers, reg);                                 \
  }

#define __HEDDLE_WMMA_ASM(operation, layouts, shape, types, dCount, dReg, aCount, bCount, abReg,   \
                          cCount, cReg)                                                            \
  asm volatile("wmma.mma" operation ".sync.aligned." layouts "." shape "." types                   \
               " " __HEDDLE_TEXT_##dCount(vd) ", " __HEDDLE_TEXT_##aCount(                         \
                   va) ", " __HEDDLE_TEXT_##bCount(vb) ", " __HEDDLE_TEXT_##cCount(vc) ";"         \
               : __HEDDLE_LIST_##dCount(vd, "=" #dReg)                                             \
               : __HEDDLE_LIST_##aCount(va, #abReg), __HEDDLE_LIST_##bCount(vb, #abReg),           \
                 __HEDDLE_LIST_##cCount(vc, #cReg))
#define __HEDDLE_WMMA_BY_LAYOUT(shape, types, dCount, dReg, aCount, bCount, abReg, cCount, cReg)   \
  if (heddle_details::IsRow<LayoutA>::value && heddle_details::IsRow<LayoutB>::value)              \
    __HEDDLE_WMMA_ASM("", "row.row", shape, types, dCount, dReg, aCount, bCount, abReg, cCount,    \
                      cReg);                                                                       \
  else if (heddle_details::IsRow<LayoutA>::value)                                                  \
    __HEDDLE_WMMA_ASM("", "row.col", shape, types, dCount, dReg, aCount, bCount, abReg, cCount,    \
                      cReg);                                                                       \
  else if (heddle_details::IsRow<LayoutB>::value)                                                  \
    __HEDDLE_WMMA_ASM("", "col.row", shape, types, dCount, dReg, aCount, bCount, abReg, cCount,    \
                      cReg);                                                                       \
  else                                                                                             \
    __HEDDLE_WMMA_ASM("", "col.col", shape, types, dCount, dReg, aCount, bCount, abReg, cCount,    \
                      cReg)

#define __HEDDLE_WMMA_REGISTERS(dCount, dReg, aCount, bCount, abReg, cCount, cReg)                 \
  heddle_details::Registers<__HEDDLE_REGISTER_##dReg, dCount> vd;                                  \
  const heddle_details::Registers<__HEDDLE_REGISTER_##abReg, aCount> va =                          \
      heddle_details::toRegisters<__HEDDLE_REGISTER_##abReg, aCount>(a);                           \
  const heddle_details::Registers<__HEDDLE_REGISTER_##abReg, bCount> vb =                          \
      heddle_details::toRegisters<__HEDDLE_REGISTER_##abReg, bCount>(b);                           \
  const heddle_details::Registers<__HEDDLE_REGISTER_##cReg, cCount> vc =                           \
      heddle_details::toRegisters<__HEDDLE_REGISTER_##cReg, cCount>(c);

#define __HEDDLE_PRODUCT(m, n, k, T, D, C, shape, types, dCount, dReg, aCount, bCount, abReg,      \
                         cCount, cReg)                                                             \
  template <class LayoutA, class LayoutB>                                                          \
  __HEDDLE_DEVICE__ void mma_sync(fragment<accumulator, m, n, k, D>& d,                            \
                                  const fragment<matrix_a, m, n, k, T, LayoutA>& a,                \
                                  const fragment<matrix_b, m, n, k, T, LayoutB>& b,                \
                                  const fragment<accumulator, m, n, k, C>& c) {                    \
    __HEDDLE_WMMA_REGISTERS(dCount, dReg, aCount, bCount, abReg, cCount, cReg)                     \
    __HEDDLE_WMMA_BY_LAYOUT(shape, types, dCount, dReg, aCount, bCount, abReg, cCount, cReg);      \
    heddle_details::fromRegisters(d, vd);                                                          \
  }
// Integer sums wrap, or saturate when asked to.
#define __HEDDLE_INTEGER_PRODUCT(m, n, k, T, shape, type, cdCount, aCount, bCount)                 \
  template <class LayoutA, class LayoutB>                                                          \
  __HEDDLE_DEVICE__ void mma_sync(                                                                 \
      fragment<accumulator, m, n, k, int>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,    \
      const fragment<matrix_b, m, n, k, T, LayoutB>& b,                                            \
      const fragment<accumulator, m, n, k, int>& c, bool satf = false) {                           \
    __HEDDLE_WMMA_REGISTERS(cdCount, r, aCount, bCount, r, cdCount, r)                             \
    if (satf)                                                                                      \
      __HEDDLE_WMMA_BY_LAYOUT(shape, "s32." type "." type ".s32.satfinite", cdCount, r, aCount,    \
                              bCount, r, cdCount, r);                                              \
    else                                                                                           \
      __HEDDLE_WMMA_BY_LAYOUT(shape, "s32." type "." type ".s32", cdCount, r, aCount, bCount, r,   \
                              cdCount, r);                                                         \
    heddle_details::fromRegisters(d, vd);                                                          \
  }

// Accumulators of the shapes with k = 16, 8 and 4, and of the small integer shapes.
#define __HEDDLE_ACCUMULATORS_K16(m, n, shape)                                                     \
  __HEDDLE_ACCUMULATOR(m, n, 16, __half, shape, "f16", 8, 4, r)                                    \
  __HEDDLE_ACCUMULATOR(m, n, 16, float, shape, "f32", 8, 8, f)                                     \
  __HEDDLE_ACCUMULATOR(m, n, 16, int, shape, "s32", 8, 8, r)
__HEDDLE_ACCUMULATORS_K16(16, 16, "m16n16k16")
__HEDDLE_ACCUMULATORS_K16(32, 8, "m32n8k16")
__HEDDLE_ACCUMULATORS_K16(8, 32, "m8n32k16")
__HEDDLE_ACCUMULATOR(16, 16, 8, float, "m16n16k8", "f32", 8, 8, f)
__HEDDLE_ACCUMULATOR(8, 8, 4, double, "m8n8k4", "f64", 2, 2, d)
__HEDDLE_ACCUMULATOR(8, 8, 32, int, "m8n8k32", "s32", 2, 2, r)
__HEDDLE_ACCUMULATOR(8, 8, 128, int, "m8n8k128", "s32", 2, 2, r)

// Every element of a __half factor is in two threads.
#define __HEDDLE_HALF_SHAPE(m, n, shape)                                                           \
  __HEDDLE_FACTOR(matrix_a, "a", m, n, 16, __half, __half, shape, "f16", 16, 8, r)                 \
  __HEDDLE_FACTOR(matrix_b, "b", m, n, 16, __half, __half, shape, "f16", 16, 8, r)                 \
  __HEDDLE_PRODUCT(m, n, 16, __half, __half, __half, shape, "f16.f16", 4, r, 8, 8, r, 4, r)        \
  __HEDDLE_PRODUCT(m, n, 16, __half, float, __half, shape, "f32.f16", 8, f, 8, 8, r, 4, r)         \
  __HEDDLE_PRODUCT(m, n, 16, __half, __half, float, shape, "f16.f32", 4, r, 8, 8, r, 8, f)         \
  __HEDDLE_PRODUCT(m, n, 16, __half, float, float, shape, "f32.f32", 8, f, 8, 8, r, 8, f)
__HEDDLE_HALF_SHAPE(16, 16, "m16n16k16")
__HEDDLE_HALF_SHAPE(32, 8, "m32n8k16")
__HEDDLE_HALF_SHAPE(8, 32, "m8n32k16")

// The other types: m, n, elements and registers of a, elements and registers of b.
#define __HEDDLE_BYTE_SHAPE(m, n, shape, T, type, aElements, aRegisters, bElements, bRegisters)    \
  __HEDDLE_FACTOR(matrix_a, "a", m, n, 16, T, T, shape, type, aElements, aRegisters, r)            \
  __HEDDLE_FACTOR(matrix_b, "b", m, n, 16, T, T, shape, type, bElements, bRegisters, r)            \
  __HEDDLE_INTEGER_PRODUCT(m, n, 16, T, shape, type, 8, aRegisters, bRegisters)
#define __HEDDLE_BYTE_SHAPES(T, type)                                                              \
  __HEDDLE_BYTE_SHAPE(16, 16, "m16n16k16", T, type, 8, 2, 8, 2)                                    \
  __HEDDLE_BYTE_SHAPE(32, 8, "m32n8k16", T, type, 16, 4, 4, 1)                                     \
  __HEDDLE_BYTE_SHAPE(8, 32, "m8n32k16", T, type, 4, 1, 16, 4)
__HEDDLE_BYTE_SHAPES(signed char, "s8")
__HEDDLE_BYTE_SHAPES(unsigned char, "u8")

#define __HEDDLE_BFLOAT_SHAPE(m, n, shape, aElements, aRegisters, bElements, bRegisters)           \
  __HEDDLE_FACTOR(matrix_a, "a", m, n, 16, __nv_bfloat16, __nv_bfloat16, shape, "bf16", aElements, \
                  aRegisters, r)                                                                   \
  __HEDDLE_FACTOR(matrix_b, "b", m, n, 16, __nv_bfloat16, __nv_bfloat16, shape, "bf16", bElements, \
                  bRegisters, r)                                                                   \
  __HEDDLE_PRODUCT(m, n, 16, __nv_bfloat16, float, float, shape, "f32.bf16.bf16.f32", 8, f,        \
                   aRegisters, bRegisters, r, 8, f)
__HEDDLE_BFLOAT_SHAPE(16, 16, "m16n16k16", 8, 4, 8, 4)
__HEDDLE_BFLOAT_SHAPE(32, 8, "m32n8k16", 16, 8, 4, 2)
__HEDDLE_BFLOAT_SHAPE(8, 32, "m8n32k16", 4, 2, 16, 8)

__HEDDLE_FACTOR(matrix_a, "a", 16, 16, 8, precision::tf32, float, "m16n16k8", "tf32", 4, 4, r)
__HEDDLE_FACTOR(matrix_b, "b", 16, 16, 8, precision::tf32, float, "m16n16k8", "tf32", 4, 4, r)
__HEDDLE_PRODUCT(16, 16, 8, precision::tf32, float, float, "m16n16k8", "f32.tf32.tf32.f32", 8, f, 4,
                 4, r, 8, f)

__HEDDLE_FACTOR(matrix_a, "a", 8, 8, 4, double, double, "m8n8k4", "f64", 1, 1, d)
__HEDDLE_FACTOR(matrix_b, "b", 8, 8, 4, double, double, "m8n8k4", "f64", 1, 1, d)
__HEDDLE_PRODUCT(8, 8, 4, double, double, double, "m8n8k4", "f64.f64.f64.f64.rn", 2, d, 1, 1, d, 2,
                 d)

// Factors below a byte have one layout each.
#define __HEDDLE_BIT_FACTORS(k, T, shape, type, elements)                                          \
  __HEDDLE_FACTOR_FRAGMENT(matrix_a, 8, 8, k, T, row_major, elements, 1)                           \
  __HEDDLE_FACTOR_FRAGMENT(matrix_b, 8, 8, k, T, col_major, elements, 1)                           \
  __HEDDLE_DEVICE__ void load_matrix_sync(fragment<matrix_a, 8, 8, k, T, row_major>& f,            \
                                          const void* address, unsigned int ldm) {                 \
    heddle_details::Registers<unsigned int, 1> v;                                                  \
    __HEDDLE_WMMA_LOAD_ASM("a", "row", shape, type, 1, r);                                         \
    heddle_details::fromRegisters(f, v);                                                           \
  }                                                                                                \
  __HEDDLE_DEVICE__ void load_matrix_sync(fragment<matrix_b, 8, 8, k, T, col_major>& f,            \
                                          const void* address, unsigned int ldm) {                 \
    heddle_details::Registers<unsigned int, 1> v;                                                  \
    __HEDDLE_WMMA_LOAD_ASM("b", "col", shape, type, 1, r);                                         \
    heddle_details::fromRegisters(f, v);                                                           \
  }
#define __HEDDLE_4BIT_PRODUCT(T, type)                                                             \
  __HEDDLE_DEVICE__ void mma_sync(fragment<accumulator, 8, 8, 32, int>& d,                         \
                                  const fragment<matrix_a, 8, 8, 32, T, row_major>& a,             \
                                  const fragment<matrix_b, 8, 8, 32, T, col_major>& b,             \
                                  const fragment<accumulator, 8, 8, 32, int>& c,                   \
                                  bool satf = false) {                                             \
    __HEDDLE_WMMA_REGISTERS(2, r, 1, 1, r, 2, r)                                                   \
    if (satf)                                                                                      \
      __HEDDLE_WMMA_ASM("", "row.col", "m8n8k32", "s32." type "." type ".s32.satfinite", 2, r, 1,  \
                        1, r, 2, r);                                                               \
    else                                                                                           \
      __HEDDLE_WMMA_ASM("", "row.col", "m8n8k32", "s32." type "." type ".s32", 2, r, 1, 1, r, 2,   \
                        r);                                                                        \
    heddle_details::fromRegisters(d, vd);                                                          \
  }
__HEDDLE_BIT_FACTORS(32, experimental::precision::u4, "m8n8k32", "u4", 8)
__HEDDLE_BIT_FACTORS(32, experimental::precision::s4, "m8n8k32", "s4", 8)
__HEDDLE_BIT_FACTORS(128, experimental::precision::b1, "m8n8k128", "b1", 32)
__HEDDLE_4BIT_PRODUCT(experimental::precision::u4, "u4")
__HEDDLE_4BIT_PRODUCT(experimental::precision::s4, "s4")

__HEDDLE_DEVICE__ void
bmma_sync(fragment<accumulator, 8, 8, 128, int>& d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major>& a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major>& b,
          const fragment<accumulator, 8, 8, 128, int>& c,
          experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __HEDDLE_WMMA_REGISTERS(2, r, 1, 1, r, 2, r)
  if (operation == experimental::bmmaBitOpAND)
    __HEDDLE_WMMA_ASM(".and.popc", "row.col", "m8n8k128", "s32.b1.b1.s32", 2, r, 1, 1, r, 2, r);
  else
    __HEDDLE_WMMA_ASM(".xor.popc", "row.col", "m8n8k128", "s32.b1.b1.s32", 2, r, 1, 1, r, 2, r);
  heddle_details::fromRegisters(d, vd);
}

} // namespace wmma
} // namespace nvcuda

#undef __HEDDLE_4BIT_PRODUCT
#undef __HEDDLE_BIT_FACTORS
#undef __HEDDLE_BFLOAT_SHAPE
#undef __HEDDLE_BYTE_SHAPES
#undef __HEDDLE_BYTE_SHAPE
#undef __HEDDLE_HALF_SHAPE
#undef __HEDDLE_ACCUMULATORS_K16
#undef __HEDDLE_INTEGER_PRODUCT
#undef __HEDDLE_PRODUCT
#undef __HEDDLE_WMMA_REGISTERS
#undef __HEDDLE_WMMA_BY_LAYOUT
#undef __HEDDLE_WMMA_ASM
#undef __HEDDLE_ACCUMULATOR
#undef __HEDDLE_FACTOR
#undef __HEDDLE_FACTOR_LOAD
#undef __HEDDLE_FACTOR_FRAGMENT
#undef __HEDDLE_WMMA_STORE_ASM
#undef __HEDDLE_WMMA_LOAD_ASM
#undef __HEDDLE_REGISTER_d
#undef __HEDDLE_REGISTER_f
#undef __HEDDLE_REGISTER_r
#undef __HEDDLE_LIST_8
#undef __HEDDLE_LIST_4
#undef __HEDDLE_LIST_2
#undef __HEDDLE_LIST_1
#undef __HEDDLE_TEXT_8
#undef __HEDDLE_TEXT_4
#undef __HEDDLE_TEXT_2
#undef __HEDDLE_TEXT_1

#endif

#endif
