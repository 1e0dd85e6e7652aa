// Every texture and surface function of objects becomes a PTX instruction.
// rows: L-260 L-261 L-262 L-263 L-265 L-266 L-267 L-268 L-269 L-270 L-271 L-272 L-305 L-308
// rows: L-309 L-310 L-311 L-312 L-313 L-314 L-315 L-316 L-317
#include <cuda_runtime.h>

__global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, float4* o, char2* c, bool* b) {
  o[0] = tex2D<float4>(t, 1.f, 2.f);
  o[1] = tex2D<float4>(t, 1.f, 2.f, b);
  c[0] = tex1Dfetch<char2>(t, 3);
  o[2].x = tex2DLayered<float>(t, 1.f, 2.f, 3);
  o[3] = texCubemapLayered<float4>(t, 1.f, 2.f, 3.f, 4);
  o[4] = tex2DGrad<float4>(t, 1.f, 2.f, make_float2(1, 2), make_float2(3, 4));
  o[5] = tex2DLod<float4>(t, 1.f, 2.f, 3.f);
  o[6] = tex2Dgather<float4>(t, 1.f, 2.f, 2);
  o[7] = tex2Dgather<float4>(t, 1.f, 2.f, b, 2);
  o[8] = tex3DGrad<float4>(t, 1.f, 2.f, 3.f, make_float4(1, 2, 3, 4), make_float4(3, 4, 5, 6));
  o[9] = texCubemapLod<float4>(t, 1.f, 2.f, 3.f, 4.f);
  o[10] = tex1DLayeredGrad<float4>(t, 1.f, 3, 5.f, 6.f);
  o[11] = tex2DLayeredLod<float4>(t, 1.f, 2.f, 7, 4.f, b);
  o[12] = tex2DLayeredGrad<float4>(t, 1.f, 2.f, 3, make_float2(1, 2), make_float2(3, 4));
  o[13] =
      texCubemapGrad<float4>(t, 1.f, 2.f, 3.f, make_float4(1, 2, 3, 4), make_float4(3, 4, 5, 6));
  o[14] = texCubemapLayeredLod<float4>(t, 1.f, 2.f, 3.f, 4, 5.f);
  o[15] = texCubemapLayeredGrad<float4>(t, 1.f, 2.f, 3.f, 4, make_float4(1, 2, 3, 4),
                                        make_float4(3, 4, 5, 6));
  c[1] = surf2Dread<char2>(s, 1, 2);
  c[2] = surf2DLayeredread<char2>(s, 1, 2, 3, cudaBoundaryModeClamp);
  c[3] = surf3Dread<char2>(s, 1, 2, 3, cudaBoundaryModeZero);
  c[4] = surfCubemapread<char2>(s, 1, 2, 3);
  c[5] = surfCubemapLayeredread<char2>(s, 1, 2, 3);
  o[16] = surf1Dread<float4>(s, 16);
  o[17] = surf1DLayeredread<float4>(s, 16, 2);
  surf2Dwrite(o[16], s, 1, 2);
  surf3Dwrite(c[0], s, 1, 2, 3);
  surf1DLayeredwrite(1LL, s, 3, 4);
  surfCubemapwrite(1.f, s, 1, 2, 3, cudaBoundaryModeZero);
  surf2Dwrite((unsigned char)3, s, 1, 2);
  surf1Dwrite(1, s, 4, cudaBoundaryModeTrap);
  surf1Dwrite(2, s, 4, cudaBoundaryModeClamp);
  surfCubemapLayeredwrite(1.f, s, 1, 2, 15);
  surf2DLayeredwrite(make_longlong2(1, 2), s, 1, 2, 3);
}
