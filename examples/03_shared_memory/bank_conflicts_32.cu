// Shows: conflicts in 32 banks, which every device since Fermi has, for a whole warp.
// From: X-190 to X-193 of the guide.
// Try next: the columns of float tile[32][32], and of float tile[32][33].
#include "bank_conflicts.h"

// Accesses of the same word are one, wherever in the word they are.
static int degree(const std::vector<unsigned>& addresses) {
  return conflictDegree(addresses, 32, 4);
}

struct Three {
  float x, y, z;
};

int main() {
  EXPECT(degree(addressesOf<char>(1)) == 1); // four neighbours read one word
  for (int stride = 1; stride <= 8; ++stride) {
    const int floats = degree(addressesOf<float>(stride));
    std::printf("floats, stride %d: %d\n", stride, floats);
    EXPECT((floats == 1) == (stride % 2 == 1));
  }

  // A structure of three floats is read member by member, each without conflicts.
  std::vector<unsigned> member = addressesOf<float>(sizeof(Three) / sizeof(float));
  for (int i = 0; i < 3; ++i) {
    EXPECT(degree(member) == 1);
    for (unsigned& address : member)
      address += sizeof(float);
  }

  // Doubles are read by half a warp at a time, two words each: all 32 banks have one.
  const std::vector<unsigned> doubles = addressesOf<double>(1);
  std::vector<unsigned> words;
  for (int i = 0; i < 16; ++i) {
    words.push_back(doubles[i]);
    words.push_back(doubles[i] + 4);
  }
  EXPECT(degree(words) == 1);
  return report();
}
