#include "memory/copy_bytes.h"

#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace {

using heddle::memory::copyBytes;

constexpr std::size_t kRoom = 20000, kAround = 64;

std::vector<unsigned char> pattern() {
  std::vector<unsigned char> bytes(kRoom + 2 * kAround);
  std::iota(bytes.begin(), bytes.end(), 1);
  return bytes;
}

TEST(CopyBytes, EverySizeAndAlignmentAndNothingAround) {
  const std::vector<unsigned char> source = pattern();
  for (std::size_t bytes : {0u, 1u, 100u, 2047u, 2048u, 2049u, 2111u, 2112u, 2113u, 4096u, 4159u,
                            8191u, 16384u, 16385u, 20000u})
    for (std::size_t to : {0u, 1u, 16u, 63u})
      for (std::size_t from : {0u, 3u, 32u, 63u}) {
        std::vector<unsigned char> destination(source.size(), 0), expected = destination;
        std::memcpy(expected.data() + to, source.data() + from, bytes);
        copyBytes(destination.data() + to, source.data() + from, bytes);
        ASSERT_EQ(destination, expected) << bytes << " bytes from " << from << " to " << to;
      }
}

TEST(CopyBytes, OverlapsAsMemmove) {
  for (std::size_t distance : {1u, 64u, 1000u, 4095u, 4096u})
    for (bool up : {true, false}) {
      std::vector<unsigned char> bytes = pattern(), expected = bytes;
      const std::size_t from = up ? 100 : 100 + distance, to = up ? 100 + distance : 100;
      std::memmove(expected.data() + to, expected.data() + from, 4096);
      copyBytes(bytes.data() + to, bytes.data() + from, 4096);
      ASSERT_EQ(bytes, expected) << distance << (up ? " up" : " down");
    }
}

} // namespace
