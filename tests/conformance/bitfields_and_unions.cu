// Bit-fields and unions have the host's layout. Row L-395.
#include "check.h"

struct Fields {
  unsigned a : 3;
  int b : 5;
  unsigned c : 17;
  unsigned long long d : 40;
  signed char e : 4;
  bool f : 1;
};

union Word {
  unsigned bits;
  float value;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
};

__global__ void run(Fields* fields, Word* words) {
  int i = threadIdx.x;
  Fields f = fields[i];
  f.a += 1;
  f.b = f.b - 3;
  f.c ^= 0x1ffff;
  f.d = f.d * 3 + f.a;
  f.e = static_cast<signed char>(-f.b);
  f.f = !f.f;
  fields[i] = f;
  Word w = words[i];
  w.value *= 2;
  w.bytes[0] ^= 0xff;
  w.halves.high += 1;
  words[i] = w;
}

int main() {
  EXPECT_EQ(sizeof(Fields), 16u);
  Buffer<Fields> fields(40);
  Buffer<Word> words(40);
  for (int i = 0; i < 40; ++i) {
    fields[i].a = i & 7;
    fields[i].b = i % 16 - 8;
    fields[i].c = i * 3000 & 0x1ffff;
    fields[i].d = (1ull << 38) + i;
    fields[i].e = 1;
    fields[i].f = i % 3 == 0;
    words[i].value = i * 1.5f;
  }
  fields.upload();
  words.upload();
  run<<<1, 40>>>(fields.device(), words.device());
  fields.download();
  words.download();
  for (int i = 0; i < 40; ++i) {
    unsigned a = (i + 1) & 7;
    // b wraps at five bits, e at four.
    int b = i % 16 - 8 - 3;
    int e = -b & 15;
    if (e > 7)
      e -= 16;
    EXPECT_EQ_AT(i, static_cast<unsigned>(fields[i].a), a);
    EXPECT_EQ_AT(i, static_cast<int>(fields[i].b), b);
    EXPECT_EQ_AT(i, static_cast<unsigned>(fields[i].c), (i * 3000 & 0x1ffff) ^ 0x1ffff);
    EXPECT_EQ_AT(i, static_cast<unsigned long long>(fields[i].d),
                 (((1ull << 38) + i) * 3 + a) & ((1ull << 40) - 1));
    EXPECT_EQ_AT(i, static_cast<int>(fields[i].e), e);
    EXPECT_EQ_AT(i, static_cast<bool>(fields[i].f), i % 3 != 0);
    Word w;
    w.value = i * 1.5f * 2;
    w.bytes[0] ^= 0xff;
    w.halves.high = static_cast<unsigned short>(w.halves.high + 1);
    EXPECT_EQ_AT(i, words[i].bits, w.bits);
  }
  return ok();
}
