// Shows: the difference of the same bits as another type, and of the same number in another type.
// From: X-178 of the guide.
// Try next: __double_as_longlong and __double2ll_rn.
#include "../device_array.h"

struct Values {
  float bitsAsFloat, converted;
  int bitsAsInt, rounded;
};

__global__ void convert(int i, float f, Values* out) {
  *out = {__int_as_float(i), __int2float_rn(i), __float_as_int(f), __float2int_rn(f)};
}

int main() {
  DeviceArray<Values> out(1);
  convert<<<1, 1>>>(static_cast<int>(0xc0000000), 1.0f, out);
  const Values values = out.values()[0];
  std::printf("0xC0000000: as a float %g, as a number %.1f\n", values.bitsAsFloat,
              values.converted);
  EXPECT(values.bitsAsFloat == -2.0f);
  EXPECT(values.converted == -1073741824.0f);
  EXPECT(values.bitsAsInt == 0x3f800000);
  EXPECT(values.rounded == 1);
  return report();
}
