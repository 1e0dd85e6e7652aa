// Shows: __byte_perm puts any four of eight bytes into a word.
// From: X-177 of the guide.
// Try next: the selector that turns big-endian words around.
#include "../device_array.h"

struct Case {
  unsigned x, y, selector;
};

__global__ void select(const Case* cases, unsigned* out) {
  const Case c = cases[threadIdx.x];
  out[threadIdx.x] = __byte_perm(c.x, c.y, c.selector);
}

// The rule in words: four bits of the selector say which of the bytes 0 to 7 comes to each place.
static unsigned expected(const Case& c) {
  const unsigned long long bytes = static_cast<unsigned long long>(c.y) << 32 | c.x;
  unsigned result = 0;
  for (int place = 0; place < 4; ++place) {
    const unsigned which = c.selector >> 4 * place & 7;
    result |= static_cast<unsigned>(bytes >> 8 * which & 0xff) << 8 * place;
  }
  return result;
}

int main() {
  const unsigned x = 0x33221100, y = 0x77665544;
  std::vector<Case> cases = {{x, y, 0x3210}, {x, y, 0x7654}, {x, y, 0x0123}, {x, y, 0x5140}};
  for (unsigned i = 0; i < 60; ++i)
    cases.push_back({x, y, i * 0x1357u & 0x7777});
  DeviceArray<Case> deviceCases(cases);
  DeviceArray<unsigned> out(cases.size());
  select<<<1, static_cast<unsigned>(cases.size())>>>(deviceCases, out);
  const std::vector<unsigned> seen = out.values();
  EXPECT(seen[0] == x && seen[1] == y);
  EXPECT(seen[2] == 0x00112233);
  EXPECT(seen[3] == 0x55114400);
  for (size_t i = 0; i < cases.size(); ++i)
    EXPECT(seen[i] == expected(cases[i]));
  return report();
}
