// Arguments of mixed sizes are each aligned as their type demands. Rows L-083, L-035.
#include "check.h"

__global__ void mixed(char a, double b, short c, long long d, bool e, float3 f, unsigned char g,
                      double2 h, int i, uchar3 j, long long* out, float4 k, char l) {
  out[0] = a;
  out[1] = static_cast<long long>(b * 2);
  out[2] = c;
  out[3] = d;
  out[4] = e;
  out[5] = static_cast<long long>(f.x + f.y * 10 + f.z * 100);
  out[6] = g;
  out[7] = static_cast<long long>(h.x + h.y * 10);
  out[8] = i;
  out[9] = j.x + j.y * 10 + j.z * 100;
  out[10] = static_cast<long long>(k.x + k.y * 10 + k.z * 100 + k.w * 1000);
  out[11] = l;
}

int main() {
  Buffer<long long> out(12);
  mixed<<<1, 1>>>(-7, 4.5, -300, 1LL << 60, true, make_float3(1, 2, 3), 250, make_double2(4, 5),
                  -100000, make_uchar3(6, 7, 8), out.device(), make_float4(1, 2, 3, 4), 'z');
  out.download();
  const long long want[] = {
      static_cast<char>(-7), 9, -300, 1LL << 60, 1, 321, 250, 54, -100000, 876, 4321, 'z'};
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ_AT(i, out[i], want[i]);
  return ok();
}
