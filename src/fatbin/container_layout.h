// The binary layout of a container, in memory and in files. Private to this layer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::fatbin {

struct ContainerHeader {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t headerSize;
  std::uint64_t bodySize;
};
static_assert(sizeof(ContainerHeader) == 16);

struct EntryHeader {
  std::uint16_t kind;
  std::uint16_t version;
  std::uint32_t headerSize;
  std::uint64_t payloadSize;
  std::uint32_t compressedSize;
  std::uint32_t optionsOffset;
  std::uint16_t minor;
  std::uint16_t major;
  std::uint32_t arch;
  std::uint32_t nameOffset;
  std::uint32_t nameLength;
  std::uint64_t flags;
  std::uint64_t reserved;
  std::uint64_t uncompressedSize;
};
static_assert(sizeof(EntryHeader) == 64 && offsetof(EntryHeader, flags) == 40);

struct OptionsHeader {
  std::uint32_t offset; // of the text, from the start of the entry's header
  std::uint32_t length;
};

inline constexpr std::uint16_t kContainerVersion = 1;
inline constexpr std::uint16_t kEntryVersion = 0x0101;
inline constexpr std::size_t kEntryAlignment = 8;

} // namespace heddle::fatbin
