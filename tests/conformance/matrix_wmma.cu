// nvcuda::wmma: every shape and type with all layouts, from global and shared memory; fragments are
// filled, changed element by element and stored in both layouts.

// nvcc: -arch=sm_90
#include "check.h"
#include <mma.h>

using namespace nvcuda;

template <class T> struct Stored {
  typedef T type;
};
template <> struct Stored<wmma::precision::tf32> {
  typedef float type;
};

template <class Layout> struct IsRow {
  static const bool value = false;
};
template <> struct IsRow<wmma::row_major> {
  static const bool value = true;
};

// d = 2 * (a * b + c) with leading dimensions that are not the matrix's own.
template <int m, int n, int k, class T, class C, class D, class LayoutA, class LayoutB>
__global__ void product(const typename Stored<T>::type* a, const typename Stored<T>::type* b,
                        const C* c, D* rows, D* columns, int lda, int ldb) {
  __shared__ __align__(32) typename Stored<T>::type copy[2048];
  for (int i = threadIdx.x; i < 2048; i += 32)
    copy[i] = b[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
  wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
  wmma::fragment<wmma::accumulator, m, n, k, C> fc;
  wmma::fragment<wmma::accumulator, m, n, k, D> fd;
  wmma::load_matrix_sync(fa, a, lda);
  wmma::load_matrix_sync(fb, copy, ldb);
  wmma::load_matrix_sync(fc, c, n, wmma::mem_row_major);
  wmma::mma_sync(fd, fa, fb, fc);
  for (int i = 0; i < fd.num_elements; ++i)
    fd.x[i] = fd.x[i] + fd.x[i];
  wmma::store_matrix_sync(rows, fd, n, wmma::mem_row_major);
  wmma::store_matrix_sync(columns, fd, m, wmma::mem_col_major);
}

template <int m, int n, int k, class T, class C, class D, class LayoutA, class LayoutB>
void test(int low, int span) {
  typedef typename Stored<T>::type Element;
  const bool rowA = IsRow<LayoutA>::value, rowB = IsRow<LayoutB>::value;
  const int lda = (rowA ? k : m) + 16, ldb = (rowB ? n : k) + 32;
  Buffer<Element> a(2048), b(2048);
  Buffer<C> c(m * n);
  Buffer<D> rows(m * n), columns(m * n);
  unsigned state = 7;
  for (int i = 0; i < 2048; ++i) {
    state = state * 1664525u + 1013904223u;
    a[i] = static_cast<Element>(static_cast<float>(static_cast<int>(state >> 16) % span + low));
    b[i] =
        static_cast<Element>(static_cast<float>(static_cast<int>(state >> 8 & 255) % span + low));
  }
  for (int i = 0; i < m * n; ++i)
    c[i] = static_cast<C>(static_cast<float>(i % 11 - 5));
  a.upload();
  b.upload();
  c.upload();
  product<m, n, k, T, C, D, LayoutA, LayoutB>
      <<<1, 32>>>(a.device(), b.device(), c.device(), rows.device(), columns.device(), lda, ldb);
  rows.download();
  columns.download();
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = static_cast<double>(static_cast<float>(c[i * n + j]));
      for (int l = 0; l < k; ++l)
        sum += static_cast<double>(static_cast<float>(a[rowA ? i * lda + l : l * lda + i])) *
               static_cast<double>(static_cast<float>(b[rowB ? l * ldb + j : j * ldb + l]));
      EXPECT_EQ_AT(i * n + j, static_cast<double>(static_cast<float>(rows[i * n + j])), 2 * sum);
      EXPECT_EQ_AT(i * n + j, static_cast<double>(static_cast<float>(columns[j * m + i])), 2 * sum);
    }
  }
}

template <int m, int n, int k, class T, class C, class D> void layouts(int low, int span) {
  test<m, n, k, T, C, D, wmma::row_major, wmma::col_major>(low, span);
  test<m, n, k, T, C, D, wmma::row_major, wmma::row_major>(low, span);
  test<m, n, k, T, C, D, wmma::col_major, wmma::col_major>(low, span);
  test<m, n, k, T, C, D, wmma::col_major, wmma::row_major>(low, span);
}
// One pair of layouts for what differs from a tested one in its types only.
template <int m, int n, int k, class T, class C, class D> void types(int low, int span) {
  test<m, n, k, T, C, D, wmma::row_major, wmma::col_major>(low, span);
}

__global__ void smallIntegers(const unsigned* a, const unsigned* b, int* out) {
  using namespace wmma;
  {
    fragment<matrix_a, 8, 8, 32, experimental::precision::s4, row_major> fa;
    fragment<matrix_b, 8, 8, 32, experimental::precision::s4, col_major> fb;
    fragment<accumulator, 8, 8, 32, int> fc;
    load_matrix_sync(fa, a, 32);
    load_matrix_sync(fb, b, 32);
    fill_fragment(fc, 3);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(out, fc, 8, mem_row_major);
  }
  {
    fragment<matrix_a, 8, 8, 32, experimental::precision::u4, row_major> fa;
    fragment<matrix_b, 8, 8, 32, experimental::precision::u4, col_major> fb;
    fragment<accumulator, 8, 8, 32, int> fc;
    load_matrix_sync(fa, a, 32);
    fill_fragment(fb, 5u);
    fill_fragment(fc, 0x7fffffff);
    mma_sync(fc, fa, fb, fc, true);
    store_matrix_sync(out + 64, fc, 8, mem_row_major);
  }
  {
    fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> fa;
    fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> fb;
    fragment<accumulator, 8, 8, 128, int> fc, fd;
    load_matrix_sync(fa, a, 128);
    load_matrix_sync(fb, b, 128);
    fill_fragment(fc, -1);
    bmma_sync(fd, fa, fb, fc);
    store_matrix_sync(out + 128, fd, 8, mem_row_major);
    bmma_sync(fd, fa, fb, fc, experimental::bmmaBitOpAND);
    store_matrix_sync(out + 192, fd, 8, mem_row_major);
  }
}

static int nibble(const unsigned* words, int i, int l) {
  const int v = words[i * 4 + l / 8] >> l % 8 * 4 & 15;
  return v >= 8 ? v - 16 : v;
}

int main() {
  layouts<16, 16, 16, half, float, float>(-4, 9);
  types<16, 16, 16, half, half, half>(-2, 5);
  types<16, 16, 16, half, half, float>(-2, 5);
  types<16, 16, 16, half, float, half>(-2, 5);
  test<32, 8, 16, half, float, float, wmma::col_major, wmma::row_major>(-4, 9);
  types<32, 8, 16, half, half, half>(-2, 5);
  types<8, 32, 16, half, half, half>(-2, 5);
  types<8, 32, 16, half, float, float>(-4, 9);
  layouts<16, 16, 16, signed char, int, int>(-128, 256);
  types<32, 8, 16, signed char, int, int>(-128, 256);
  types<8, 32, 16, unsigned char, int, int>(0, 256);
  types<16, 16, 16, unsigned char, int, int>(0, 256);
  types<16, 16, 16, __nv_bfloat16, float, float>(-8, 17);
  types<32, 8, 16, __nv_bfloat16, float, float>(-8, 17);
  types<8, 32, 16, __nv_bfloat16, float, float>(-8, 17);
  test<16, 16, 8, wmma::precision::tf32, float, float, wmma::col_major, wmma::col_major>(-100, 201);
  test<8, 8, 4, double, double, double, wmma::col_major, wmma::row_major>(-100, 201);

  Buffer<unsigned> a(32), b(32);
  Buffer<int> out(256);
  for (int i = 0; i < 32; ++i) {
    a[i] = 0x9e3779b9u * (i + 1);
    b[i] = 0x85ebca6bu * (i + 7);
  }
  a.upload();
  b.upload();
  smallIntegers<<<1, 32>>>(a.device(), b.device(), out.device());
  out.download();
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      int sum = 3;
      for (int l = 0; l < 32; ++l)
        sum += nibble(a.host(), i, l) * nibble(b.host(), j, l);
      EXPECT_EQ_AT(i * 8 + j, out[i * 8 + j], sum);
      EXPECT_EQ_AT(i * 8 + j, out[64 + i * 8 + j], 0x7fffffff);
      int different = -1, common = -1;
      for (int l = 0; l < 4; ++l) {
        different += __builtin_popcount(a[i * 4 + l] ^ b[j * 4 + l]);
        common += __builtin_popcount(a[i * 4 + l] & b[j * 4 + l]);
      }
      EXPECT_EQ_AT(i * 8 + j, out[128 + i * 8 + j], different);
      EXPECT_EQ_AT(i * 8 + j, out[192 + i * 8 + j], common);
    }
  }
  static_assert(wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>::num_elements ==
                    16,
                "every element twice");
  static_assert(sizeof(wmma::fragment<wmma::accumulator, 16, 16, 16, half>) == 16, "packed");
  return ok();
}
