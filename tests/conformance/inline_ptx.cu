// PTX inside C++: operands of all kinds, predicates, carries, special registers, memory. Row P-002.
#include "check.h"

__global__ void run(unsigned* out, const float* in, unsigned long long wide) {
  unsigned t = threadIdx.x;
  unsigned* o = out + t * 10;
  unsigned tid, nctaid;
  asm("mov.u32 %0, %%tid.x;" : "=r"(tid));
  asm("mov.u32 %0, %%nctaid.x;" : "=r"(nctaid));
  o[0] = tid;
  o[1] = nctaid;
  unsigned low, high;
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %4, 0;"
      : "=r"(low), "=r"(high)
      : "r"(0xfffffff0u), "r"(t), "r"(7u));
  o[2] = low;
  o[3] = high;
  unsigned selected;
  asm("{\n\t.reg .pred p;\n\tsetp.gt.u32 p, %1, 15;\n\tselp.u32 %0, 111, 222, p;\n\t}"
      : "=r"(selected)
      : "r"(t));
  o[4] = selected;
  float f;
  asm("ld.global.f32 %0, [%1];" : "=f"(f) : "l"(in + t));
  asm("fma.rn.f32 %0, %0, 0f40000000, 0f3F800000;" : "+f"(f)); // 2x + 1
  o[5] = static_cast<unsigned>(f);
  unsigned a, b;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(a), "=r"(b) : "l"(wide));
  o[6] = a ^ b;
  unsigned field;
  asm("bfe.u32 %0, %1, 8, 12;" : "=r"(field) : "r"(a));
  o[7] = field;
  asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(o[8]) : "r"(t), "r"(0xffffffffu));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(o[9]) : "r"(a), "r"(b), "r"(t));
}

int main() {
  Buffer<unsigned> out(320);
  Buffer<float> in(32);
  for (int i = 0; i < 32; ++i)
    in[i] = static_cast<float>(i * i);
  in.upload();
  const unsigned long long wide = 0x0123456789abcdefull;
  const unsigned a = 0x89abcdefu, b = 0x01234567u;
  run<<<3, 32>>>(out.device(), in.device(), wide);
  out.download();
  for (unsigned t = 0; t < 32; ++t) {
    const unsigned want[] = {t,
                             3,
                             0xfffffff0u + t,
                             t < 16 ? 7u : 8u,
                             t > 15 ? 111u : 222u,
                             2 * t * t + 1,
                             a ^ b,
                             a >> 8 & 0xfff,
                             0xfffff00fu | t << 4,
                             a ^ b ^ t};
    for (int k = 0; k < 10; ++k)
      EXPECT_EQ_AT(t * 10 + k, out[t * 10 + k], want[k]);
  }
  return ok();
}
