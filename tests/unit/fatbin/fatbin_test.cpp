// Writing containers, reading them back, choosing an image (rows P-004, P-045, P-048).
#include "fatbin/fatbin.h"

#include <cstring>
#include <gtest/gtest.h>

namespace heddle::fatbin {
namespace {

std::string ptxFor(unsigned arch) {
  std::string text =
      "// made by hand\n.version 8.5\n.target sm_" + std::to_string(arch) + "\n.address_size 64\n";
  for (int i = 0; i < 200; ++i)
    text += "// a line that compresses well\n";
  return text;
}

Writer::Entry entryFor(unsigned arch, Compression compression = Compression::Zstd) {
  Writer::Entry entry;
  entry.arch = arch;
  entry.compression = compression;
  return entry;
}

class RoundTrip : public testing::TestWithParam<Compression> {};

TEST_P(RoundTrip, KeepsContentAndAttributes) {
  Writer writer;
  Writer::Entry ptx = entryFor(75, GetParam());
  ptx.fileName = "source.cu";
  ptx.options = "-maxrregcount=32 --generate-line-info";
  ptx.flags = flagDebug;
  ASSERT_TRUE(writer.addPtx(ptxFor(75), ptx));
  std::string object(1000, '\0');
  object[500] = 'x';
  writer.addElf(object, entryFor(90, GetParam()));
  std::vector<char> container = writer.finish();

  auto images = read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  ASSERT_EQ(images->size(), 2u);
  const Image& first = (*images)[0];
  EXPECT_EQ(first.kind, Kind::Ptx);
  EXPECT_EQ(first.arch, 75u);
  EXPECT_EQ(first.versionMajor, 8u);
  EXPECT_EQ(first.versionMinor, 5u);
  EXPECT_EQ(first.fileName, "source.cu");
  EXPECT_EQ(first.options, "-maxrregcount=32 --generate-line-info");
  EXPECT_TRUE(first.isDebug());
  EXPECT_TRUE(first.flags & flag64Bit);
  EXPECT_TRUE(first.flags & flagLinux);
  auto text = first.content();
  ASSERT_TRUE(text) << text.error();
  EXPECT_EQ(*text, ptxFor(75));

  const Image& second = (*images)[1];
  EXPECT_EQ(second.kind, Kind::Elf);
  auto bytes = second.content();
  ASSERT_TRUE(bytes) << bytes.error();
  EXPECT_EQ(*bytes, object);
}

TEST_P(RoundTrip, CompressesAsAsked) {
  Writer writer;
  ASSERT_TRUE(writer.addPtx(ptxFor(75), entryFor(75, GetParam())));
  std::vector<char> container = writer.finish();
  auto images = read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  std::uint64_t flags = images->front().flags;
  bool zstd = GetParam() == Compression::Zstd || GetParam() == Compression::ZstdStrong;
  EXPECT_EQ(bool(flags & flagZstd), zstd);
  EXPECT_EQ(bool(flags & flagLz4), GetParam() == Compression::Lz4);
  if (GetParam() == Compression::None)
    EXPECT_GT(container.size(), ptxFor(75).size());
  else
    EXPECT_LT(container.size(), ptxFor(75).size() / 4);
}

INSTANTIATE_TEST_SUITE_P(Modes, RoundTrip,
                         testing::Values(Compression::None, Compression::Zstd,
                                         Compression::ZstdStrong, Compression::Lz4));

TEST(Container, TrustsItsHeaderWithoutALimit) {
  Writer writer;
  ASSERT_TRUE(writer.addPtx(ptxFor(80), entryFor(80)));
  std::vector<char> container = writer.finish();
  auto images = read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  EXPECT_EQ(images->size(), 1u);
}

TEST(Container, EmptyOneHasNoImages) {
  std::vector<char> container = Writer().finish();
  EXPECT_EQ(container.size(), 16u);
  auto images = read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  EXPECT_TRUE(images->empty());
}

TEST(Container, IsReadAtAnyAddress) {
  Writer writer;
  ASSERT_TRUE(writer.addPtx(ptxFor(80), entryFor(80)));
  std::vector<char> container = writer.finish();
  std::vector<char> shifted(container.size() + 1);
  std::memcpy(shifted.data() + 1, container.data(), container.size());
  auto images = read(shifted.data() + 1, container.size());
  ASSERT_TRUE(images) << images.error();
  EXPECT_EQ(images->front().content().operator*(), ptxFor(80));
}

TEST(Writer, RefusesTextWithoutVersion) {
  Writer writer;
  EXPECT_FALSE(writer.addPtx("// .version 8.5 in a comment only\n.target sm_75\n", entryFor(75)));
  EXPECT_FALSE(writer.addPtx("", entryFor(75)));
  EXPECT_TRUE(writer.addPtx("/* .version 1.0 */ .version 7.8\n", entryFor(75)));
  std::vector<char> container = writer.finish();
  auto images = read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  ASSERT_EQ(images->size(), 1u);
  EXPECT_EQ(images->front().versionMajor, 7u);
  EXPECT_EQ(images->front().versionMinor, 8u);
}

// NVIDIA's driver reads the options of every PTX entry.
TEST(Writer, PtxEntriesHaveAnOptionsBlock) {
  Writer writer;
  ASSERT_TRUE(writer.addPtx(ptxFor(75), entryFor(75)));
  std::vector<char> container = writer.finish();
  auto word = [&](std::size_t offset) {
    std::uint32_t value;
    std::memcpy(&value, container.data() + 16 + offset, sizeof value);
    return value;
  };
  EXPECT_EQ(word(4), 80u);    // header size
  EXPECT_EQ(word(20), 64u);   // options block
  EXPECT_EQ(word(64), 0x48u); // its text
  EXPECT_EQ(word(68), 0u);    // its length
}

bool anything(const void*, std::size_t) {
  return true;
}

TEST(Wrapper, VersionOneHasOneContainer) {
  std::vector<char> container = Writer().finish();
  Wrapper wrapper{kWrapperMagic, 1, container.data(), nullptr};
  EXPECT_EQ(identify(&wrapper, sizeof wrapper), Form::Wrapper);
  auto containers = containersOf(wrapper, anything);
  ASSERT_TRUE(containers) << containers.error();
  EXPECT_EQ(*containers, std::vector<const void*>{container.data()});
}

TEST(Wrapper, VersionTwoListsTheObjects) {
  std::vector<char> empty = Writer().finish(), one = empty, two = empty;
  const void* list[] = {one.data(), two.data(), nullptr};
  Wrapper wrapper{kWrapperMagic, 2, empty.data(), list};
  auto containers = containersOf(wrapper, anything);
  ASSERT_TRUE(containers) << containers.error();
  EXPECT_EQ(*containers, (std::vector<const void*>{one.data(), two.data()}));
}

TEST(Wrapper, RefusesWhatItDoesNotKnow) {
  std::vector<char> container = Writer().finish();
  EXPECT_FALSE(containersOf({0x12345678, 1, container.data(), nullptr}, anything));
  EXPECT_FALSE(containersOf({kWrapperMagic, 3, container.data(), nullptr}, anything));
  EXPECT_FALSE(containersOf({kWrapperMagic, 1, "no container here", nullptr}, anything));
  EXPECT_FALSE(containersOf({kWrapperMagic, 1, nullptr, nullptr}, anything));
}

TEST(Wrapper, ReadsOnlyWhatIsReadable) {
  std::vector<char> container = Writer().finish();
  const void* list[] = {container.data(), container.data(), nullptr};
  const auto nothing = [](const void*, std::size_t) { return false; };
  EXPECT_FALSE(containersOf({kWrapperMagic, 1, container.data(), nullptr}, nothing));
  EXPECT_FALSE(containersOf({kWrapperMagic, 2, nullptr, list}, nothing));
  // A list whose end lies in memory that cannot be read.
  const auto withoutEnd = [&](const void* at, std::size_t) { return at != &list[2]; };
  EXPECT_FALSE(containersOf({kWrapperMagic, 2, nullptr, list}, withoutEnd));
}

TEST(Container, TellsItsSize) {
  std::vector<char> container = Writer().finish();
  EXPECT_EQ(containerSize(container.data(), container.size()), container.size());
  EXPECT_EQ(containerSize(container.data(), 15), 0u);
  std::memset(container.data() + 8, 0xff, 8); // a size that overflows with the header's
  EXPECT_EQ(containerSize(container.data(), container.size()), 0u);
  EXPECT_EQ(containerSize("this is no container", 20), 0u);
}

Image ptxImage(unsigned arch, std::uint64_t flags = 0) {
  Image image;
  image.arch = arch;
  image.flags = flags;
  return image;
}

TEST(Select, TakesTheNewestThatFits) {
  std::vector<Image> images{ptxImage(75), ptxImage(90), ptxImage(80), ptxImage(100)};
  EXPECT_EQ(selectPtx(images, 90), &images[1]);
  EXPECT_EQ(selectPtx(images, 86), &images[2]);
  EXPECT_EQ(selectPtx(images, 120), &images[3]);
  EXPECT_EQ(selectPtx(images, 70), nullptr);
}

TEST(Select, SpecificOnesNeedAnExactMatch) {
  std::vector<Image> images{ptxImage(75), ptxImage(90, flagArchSpecific),
                            ptxImage(100, flagFamilySpecific)};
  EXPECT_EQ(selectPtx(images, 90), &images[1]);
  EXPECT_EQ(selectPtx(images, 91), &images[0]);
  EXPECT_EQ(selectPtx(images, 100), &images[2]);
  EXPECT_EQ(selectPtx(images, 103), &images[0]);
}

TEST(Select, IgnoresOtherKinds) {
  std::vector<Image> images{ptxImage(75), ptxImage(75)};
  images[0].kind = Kind::Elf;
  images[1].kind = Kind::LtoIr;
  EXPECT_EQ(selectPtx(images, 90), nullptr);
}

} // namespace
} // namespace heddle::fatbin
