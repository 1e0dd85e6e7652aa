// Containers that are cut, changed or lie: each gives an error with a reason or a harmless result.
#include "fatbin/container_layout.h"
#include "fatbin/fatbin.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace heddle::fatbin {
namespace {

std::vector<char> sample(Compression compression) {
  Writer writer;
  Writer::Entry entry;
  entry.arch = 75;
  entry.compression = compression;
  entry.fileName = "a.cu";
  entry.options = "-g";
  std::string text = ".version 8.5\n.target sm_75\n.address_size 64\n";
  for (int i = 0; i < 30; ++i)
    text += "// a line that compresses well\n";
  writer.addPtx(text, entry);
  entry.arch = 90;
  writer.addElf(std::string(100, 'e'), entry);
  return writer.finish();
}

EntryHeader* firstEntry(std::vector<char>& container) {
  return reinterpret_cast<EntryHeader*>(container.data() + sizeof(ContainerHeader));
}

// Reads from a copy that ends where the allocation ends, so that the sanitizers see an overrun.
bool readsCleanly(const std::vector<char>& container) {
  std::unique_ptr<char[]> exact(new char[container.size()]);
  std::memcpy(exact.get(), container.data(), container.size());
  auto images = read(exact.get(), container.size());
  if (!images)
    return !images.error().empty();
  for (const Image& image : *images)
    if (auto content = image.content(); !content && content.error().empty())
      return false;
  return true;
}

TEST(Malformed, EveryTruncation) {
  for (Compression compression : {Compression::None, Compression::Zstd, Compression::Lz4}) {
    std::vector<char> whole = sample(compression);
    for (std::size_t size = 1; size < whole.size(); ++size) {
      std::vector<char> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      auto images = read(cut.data(), cut.size());
      EXPECT_FALSE(images) << "cut at " << size;
    }
  }
}

TEST(Malformed, EveryByteChanged) {
  for (Compression compression : {Compression::None, Compression::Zstd, Compression::Lz4}) {
    std::vector<char> whole = sample(compression);
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
        std::vector<char> changed = whole;
        changed[at] = static_cast<char>(value);
        EXPECT_TRUE(readsCleanly(changed)) << "byte " << at << " set to " << value;
      }
  }
}

TEST(Malformed, RandomChanges) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<char> changed = sample(round % 2 ? Compression::Zstd : Compression::Lz4);
    for (int i = 0; i < 8; ++i)
      changed[random() % changed.size()] = static_cast<char>(random());
    EXPECT_TRUE(readsCleanly(changed)) << "round " << round;
  }
}

TEST(Malformed, NoContainerAtAll) {
  EXPECT_FALSE(read(nullptr, 0));
  EXPECT_FALSE(read("abc", 3));
  EXPECT_FALSE(read("this is no container, really", 28));
  EXPECT_EQ(identify("\x50\xED\x55", 3), Form::Unknown);
}

TEST(Malformed, SizesThatOverflow) {
  for (std::uint64_t size : {~std::uint64_t{0}, ~std::uint64_t{0} - 15, std::uint64_t{1} << 63}) {
    std::vector<char> container = sample(Compression::None);
    reinterpret_cast<ContainerHeader*>(container.data())->bodySize = size;
    EXPECT_FALSE(read(container.data(), container.size()));
    container = sample(Compression::None);
    firstEntry(container)->payloadSize = size;
    EXPECT_FALSE(read(container.data(), container.size()));
  }
}

TEST(Malformed, StringsOutsideTheEntry) {
  std::vector<char> container = sample(Compression::Zstd);
  firstEntry(container)->nameOffset = 0x7fffffff;
  EXPECT_FALSE(read(container.data(), container.size()));
  container = sample(Compression::Zstd);
  firstEntry(container)->nameLength = 0xffffffff;
  EXPECT_FALSE(read(container.data(), container.size()));
  container = sample(Compression::Zstd);
  firstEntry(container)->optionsOffset = firstEntry(container)->headerSize - 1;
  EXPECT_FALSE(read(container.data(), container.size()));
}

TEST(Malformed, ClaimedSizesAreNotBelieved) {
  for (Compression compression : {Compression::Zstd, Compression::Lz4}) {
    std::vector<char> container = sample(compression);
    std::uint64_t real = firstEntry(container)->uncompressedSize;
    for (std::uint64_t claim : {real - 1, real + 1, std::uint64_t{1} << 29}) {
      firstEntry(container)->uncompressedSize = claim;
      auto images = read(container.data(), container.size());
      ASSERT_TRUE(images) << images.error();
      auto content = images->front().content();
      EXPECT_FALSE(content) << "claim " << claim;
    }
    firstEntry(container)->uncompressedSize = std::uint64_t{1} << 40;
    EXPECT_FALSE(read(container.data(), container.size()));
  }
}

TEST(Malformed, CompressedFlagWithoutSizes) {
  std::vector<char> container = sample(Compression::None);
  firstEntry(container)->flags |= flagZstd;
  EXPECT_FALSE(read(container.data(), container.size()));
}

} // namespace
} // namespace heddle::fatbin
