#include "fatbin/compression.h"
#include "fatbin/container_layout.h"
#include "fatbin/fatbin.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace heddle::fatbin {

namespace {

// Containers in files need not be aligned, so headers are copied rather than read in place.
template <typename T> T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

// A string in an entry's header.
Expected<std::string_view> stringAt(std::string_view header, std::uint64_t offset,
                                    std::uint64_t length, std::string_view what) {
  if (offset == 0 || length == 0)
    return std::string_view{};
  if (offset > header.size() || length > header.size() - offset)
    return Error{fmt::format("{} lies outside its entry", what)};
  std::string_view text = header.substr(offset, length);
  return text.substr(0, text.find('\0'));
}

Expected<Image> readEntry(const EntryHeader& entry, std::string_view header,
                          std::span<const char> payload) {
  Image image;
  image.kind = static_cast<Kind>(entry.kind);
  image.arch = entry.arch;
  image.versionMajor = entry.major;
  image.versionMinor = entry.minor;
  image.flags = entry.flags;
  auto name = stringAt(header, entry.nameOffset, entry.nameLength, "a file name");
  if (!name)
    return Error{name.error()};
  image.fileName = *name;
  if (entry.optionsOffset != 0) {
    if (entry.optionsOffset > header.size() ||
        header.size() - entry.optionsOffset < sizeof(OptionsHeader))
      return Error{"an options block lies outside its entry"};
    auto block = load<OptionsHeader>(header.data() + entry.optionsOffset);
    auto options = stringAt(header, block.offset, block.length, "an options text");
    // Entries of other kinds have a record of NVIDIA's own there.
    if (image.kind == Kind::Ptx) {
      if (!options)
        return Error{options.error()};
      image.options = *options;
    }
  }
  if (entry.flags & (flagLz4 | flagZstd)) {
    if (entry.compressedSize == 0 || entry.compressedSize > payload.size())
      return Error{fmt::format("compressed size {} does not fit a payload of {} bytes",
                               entry.compressedSize, payload.size())};
    if (entry.uncompressedSize == 0 || entry.uncompressedSize > kMaxImageSize)
      return Error{fmt::format("uncompressed size {} is not possible", entry.uncompressedSize)};
    image.payload = payload.first(entry.compressedSize);
    image.uncompressedSize = entry.uncompressedSize;
  } else {
    image.payload = payload;
  }
  return image;
}

} // namespace

bool beginsWith(const void* data, std::size_t size, std::string_view magic) {
  const auto* at = static_cast<const char*>(data);
  return data && size >= magic.size() &&
         std::mismatch(magic.begin(), magic.end(), at).first == magic.end();
}

Form identify(const void* data, std::size_t size) {
  const auto begins = [&](const std::uint32_t& magic) {
    return beginsWith(data, size, {reinterpret_cast<const char*>(&magic), sizeof magic});
  };
  if (begins(kWrapperMagic))
    return Form::Wrapper;
  return begins(kContainerMagic) ? Form::Container : Form::Unknown;
}

std::size_t containerSize(const void* data, std::size_t known) {
  if (known < sizeof(ContainerHeader) || identify(data, known) != Form::Container)
    return 0;
  auto header = load<ContainerHeader>(static_cast<const char*>(data));
  std::size_t size;
  return __builtin_add_overflow(header.bodySize, header.headerSize, &size) ? 0 : size;
}

Expected<std::vector<Image>> read(const void* container, std::size_t limit) {
  if (identify(container, limit) != Form::Container)
    return Error{"not a fat binary container"};
  const char* begin = static_cast<const char*>(container);
  if (limit < sizeof(ContainerHeader))
    return Error{"container header is cut short"};
  auto header = load<ContainerHeader>(begin);
  if (header.version != kContainerVersion)
    return Error{fmt::format("container version {} is not known", header.version)};
  if (header.headerSize < sizeof(ContainerHeader))
    return Error{fmt::format("container header size {} is too small", header.headerSize)};
  if (header.headerSize > limit || header.bodySize > limit - header.headerSize)
    return Error{fmt::format("container of {} bytes is cut short at {}",
                             header.bodySize + header.headerSize, limit)};

  std::vector<Image> images;
  std::span<const char> body(begin + header.headerSize, header.bodySize);
  while (!body.empty()) {
    if (body.size() < sizeof(EntryHeader))
      return Error{fmt::format("entry {} is cut short", images.size())};
    auto entry = load<EntryHeader>(body.data());
    if (entry.headerSize < sizeof(EntryHeader) || entry.headerSize > body.size())
      return Error{
          fmt::format("entry {}: header size {} is not possible", images.size(), entry.headerSize)};
    std::string_view entryHeader(body.data(), entry.headerSize);
    body = body.subspan(entry.headerSize);
    if (entry.payloadSize > body.size())
      return Error{fmt::format("entry {}: payload of {} bytes, {} are left", images.size(),
                               entry.payloadSize, body.size())};
    auto image = readEntry(entry, entryHeader, body.first(entry.payloadSize));
    if (!image)
      return Error{fmt::format("entry {}: {}", images.size(), image.error())};
    images.push_back(*image);
    body = body.subspan(entry.payloadSize);
  }
  return images;
}

Expected<std::string> Image::content() const {
  Expected<std::string> content = std::string();
  if (flags & flagZstd)
    content = decompressZstd(payload, uncompressedSize);
  else if (flags & flagLz4)
    content = decompressLz4(payload, uncompressedSize);
  else
    content = std::string(payload.data(), payload.size());
  if (content && kind == Kind::Ptx)
    content->resize(std::min(content->find('\0'), content->size()));
  return content;
}

Expected<std::vector<const void*>> containersOf(const Wrapper& wrapper,
                                                const IsReadable& isReadable) {
  if (wrapper.magic != kWrapperMagic)
    return Error{"not a fat binary wrapper"};
  std::vector<const void*> containers;
  if (wrapper.version == 1) {
    containers.push_back(wrapper.container);
  } else if (wrapper.version == 2) {
    for (auto* list = static_cast<const char*>(wrapper.extra); list; list += sizeof(void*)) {
      if (!isReadable(list, sizeof(void*)))
        return Error{"the list of a fat binary wrapper has no end"};
      const auto* container = load<const void*>(list);
      if (!container)
        break;
      containers.push_back(container);
    }
  } else {
    return Error{fmt::format("fat binary wrapper version {} is not known", wrapper.version)};
  }
  constexpr std::size_t kMagicBytes = sizeof kContainerMagic;
  for (const void* container : containers)
    if (!container || !isReadable(container, kMagicBytes) ||
        identify(container, kMagicBytes) != Form::Container)
      return Error{"a fat binary wrapper refers to something that is no container"};
  return containers;
}

namespace {

const Image* selectNewest(std::span<const Image> images, Kind kind, unsigned arch) {
  const Image* best = nullptr;
  for (const Image& image : images) {
    if (image.kind != kind)
      continue;
    if (image.needsExactArch() ? image.arch != arch : image.arch > arch)
      continue;
    // Of two images for the same architecture, the specific one may use more of the device.
    if (!best || image.arch > best->arch ||
        (image.arch == best->arch && image.needsExactArch() && !best->needsExactArch()))
      best = &image;
  }
  return best;
}

} // namespace

const Image* selectPtx(std::span<const Image> images, unsigned arch) {
  return selectNewest(images, Kind::Ptx, arch);
}
const Image* selectLtoIr(std::span<const Image> images, unsigned arch) {
  return selectNewest(images, Kind::LtoIr, arch);
}

} // namespace heddle::fatbin
