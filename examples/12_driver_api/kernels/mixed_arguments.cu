// A kernel whose arguments have all kinds of alignment.
extern "C" __global__ void mixed(int i, float4 f4, char c, float f, float* out, float2 f2) {
  out[0] = i;
  out[1] = f4.x + f4.y + f4.z + f4.w;
  out[2] = c;
  out[3] = f;
  out[4] = f2.x * f2.y;
}
