// Shows: every atomic function once, by all threads of a block on one word each.
// From: X-216 of the textbook.
// Try next: the same words in shared memory.
#include "../device_array.h"

struct Words {
  int add, sub, exch, min, max, bitAnd, bitOr, bitXor, cas;
  unsigned inc, dec;
  float floatAdd;
  unsigned long long longAdd, longExch, longCas;
};

__global__ void operate(Words* words) {
  const int i = threadIdx.x;
  atomicAdd(&words->add, i);
  atomicSub(&words->sub, i);
  atomicExch(&words->exch, i);
  atomicMin(&words->min, i);
  atomicMax(&words->max, i);
  atomicInc(&words->inc, 9); // 0, 1, … 9, 0, 1, …
  atomicDec(&words->dec, 9); // 0, 9, 8, … 0, 9, …
  atomicAnd(&words->bitAnd, ~(1 << i % 8));
  atomicOr(&words->bitOr, 1 << i % 8);
  atomicXor(&words->bitXor, i);
  atomicCAS(&words->cas, -1, i); // the first one only
  atomicAdd(&words->floatAdd, 0.5f);
  atomicAdd(&words->longAdd, 1ull << 32);
  atomicExch(&words->longExch, (1ull << 40) + i);
  atomicCAS(&words->longCas, 7ull, 8ull);
}

int main() {
  const unsigned n = 64;
  Words start = {};
  start.min = 100;
  start.bitAnd = 0xfff;
  start.cas = -1;
  start.longCas = 7;
  DeviceArray<Words> device(std::vector<Words>{start});
  operate<<<1, n>>>(device);
  const Words words = device.values()[0];
  EXPECT(words.add == 63 * 64 / 2 && words.sub == -words.add);
  EXPECT(words.exch >= 0 && words.exch < 64);
  EXPECT(words.min == 0 && words.max == 63);
  EXPECT(words.inc == n % 10 && words.dec == (10 - n % 10) % 10);
  EXPECT(words.bitAnd == 0xf00 && words.bitOr == 0xff);
  EXPECT(words.bitXor == 0); // 0 ^ 1 ^ … ^ 63
  EXPECT(words.cas >= 0 && words.cas < 64);
  EXPECT(words.floatAdd == 32);
  EXPECT(words.longAdd == 64ull << 32);
  EXPECT(words.longExch >> 40 == 1 && (words.longExch & 0xffff) < 64);
  EXPECT(words.longCas == 8);
  return report();
}
