// Sizes, alignments, members and constructors of the built-in vector types, the same on both
// sides. Rows L-038 to L-064.
#include "check.h"

template <class T> __host__ __device__ int layout() {
  return static_cast<int>(sizeof(T) * 100 + alignof(T));
}

__host__ __device__ inline void layouts(int* out) {
  int i = 0;
  out[i++] = layout<char1>();
  out[i++] = layout<uchar2>();
  out[i++] = layout<char3>();
  out[i++] = layout<uchar4>();
  out[i++] = layout<ushort1>();
  out[i++] = layout<short2>();
  out[i++] = layout<ushort3>();
  out[i++] = layout<short4>();
  out[i++] = layout<int1>();
  out[i++] = layout<uint2>();
  out[i++] = layout<int3>();
  out[i++] = layout<uint4>();
  out[i++] = layout<long1>();
  out[i++] = layout<ulong2>();
  out[i++] = layout<longlong1>();
  out[i++] = layout<ulonglong2>();
  out[i++] = layout<float1>();
  out[i++] = layout<float2>();
  out[i++] = layout<float3>();
  out[i++] = layout<float4>();
  out[i++] = layout<double1>();
  out[i++] = layout<double2>();
  out[i++] = layout<dim3>();
  out[i++] = layout<uint3>();
}
const int count = 24;

__global__ void device(int* out, float4* vectors, int4* more) {
  layouts(out);
  float4 v = vectors[0];
  vectors[1] = make_float4(v.w, v.z, v.y, v.x);
  float2 half = make_float2(v.x + v.y, v.z + v.w);
  vectors[2] = make_float4(half.x, half.y, make_float1(9).x, make_float3(1, 2, 3).z);
  uchar4 bytes = make_uchar4(250, 251, 252, 253);
  char2 small = make_char2(-1, -2);
  longlong2 wide = make_longlong2(1LL << 40, -1);
  more[0] = make_int4(bytes.x + bytes.y, bytes.z - bytes.w, small.x * small.y,
                      static_cast<int>(wide.x >> 38));
  more[1] = make_int4(make_ushort3(1, 2, 65535).z, make_int2(3, 4).y, make_uint1(5).x, wide.y < 0);
}

int main() {
  const int want[count] = {101, 202,  301, 404,  202, 404, 602,  808,  404, 808,  1204, 1616,
                           808, 1616, 808, 1616, 404, 808, 1204, 1616, 808, 1616, 1204, 1204};
  int host[count];
  layouts(host);
  Buffer<int> out(count);
  Buffer<float4> vectors(3);
  Buffer<int4> more(2);
  vectors[0] = make_float4(1, 2, 3, 4);
  vectors.upload();
  device<<<1, 1>>>(out.device(), vectors.device(), more.device());
  out.download();
  vectors.download();
  more.download();
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ_AT(i, host[i], want[i]);
    EXPECT_EQ_AT(i, out[i], want[i]);
  }
  CHECK(vectors[1].x == 4 && vectors[1].y == 3 && vectors[1].z == 2 && vectors[1].w == 1);
  CHECK(vectors[2].x == 3 && vectors[2].y == 7 && vectors[2].z == 9 && vectors[2].w == 3);
  CHECK(more[0].x == 501 && more[0].y == -1 && more[0].z == 2 && more[0].w == 4);
  CHECK(more[1].x == 65535 && more[1].y == 4 && more[1].z == 5 && more[1].w == 1);
  return ok();
}
