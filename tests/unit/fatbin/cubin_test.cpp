#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"

#include <gtest/gtest.h>

using namespace heddle::fatbin;

namespace {

Cubin example() {
  return {"processor|version",
          {".version 8.0", "second"},
          {{"key1", "code"}, {"key2", std::string("\0x\0", 3)}},
          90,
          flagArchSpecific};
}

} // namespace

TEST(Cubin, ReadsWhatItWrote) {
  const std::string file = writeCubin(example());
  EXPECT_EQ(cubinSize(file.data(), 64), file.size());
  const auto read = readCubin(file);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->identity, example().identity);
  EXPECT_EQ(read->sources, example().sources);
  EXPECT_EQ(read->objects, example().objects);
  EXPECT_EQ(read->arch, 90u);
  EXPECT_EQ(read->flags, flagArchSpecific);
  // What is behind it does not matter.
  EXPECT_TRUE(readCubin(file + "more"));
}

TEST(Cubin, OthersAreNone) {
  EXPECT_FALSE(readCubin(""));
  EXPECT_FALSE(readCubin("\x7f"
                         "ELF"));
  std::string file = writeCubin(example());
  file[7] = 0; // the kind: an ELF file of the system
  EXPECT_EQ(cubinSize(file.data(), file.size()), 0u);
  EXPECT_FALSE(readCubin(file));
  EXPECT_FALSE(readCubin(writeCubin({"", {}, {}})));
}

TEST(Cubin, DamageIsPassedOver) {
  const std::string whole = writeCubin(example());
  for (std::size_t size = 0; size < whole.size(); ++size)
    readCubin(whole.substr(0, size));
  for (std::size_t at = 16; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    readCubin(damaged);
  }
}
