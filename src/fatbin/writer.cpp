#include "fatbin/compression.h"
#include "fatbin/container_layout.h"
#include "fatbin/fatbin.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace heddle::fatbin {

namespace {

template <typename T> void appendObject(std::vector<char>& to, const T& value) {
  const char* bytes = reinterpret_cast<const char*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

void append(std::vector<char>& to, std::string_view text) {
  to.insert(to.end(), text.begin(), text.end());
}

void pad(std::vector<char>& to) {
  to.resize((to.size() + kEntryAlignment - 1) / kEntryAlignment * kEntryAlignment);
}

// Strings have a length in the header, but some readers take them for C strings.
void appendString(std::vector<char>& to, std::string_view text) {
  append(to, text);
  to.push_back('\0');
  pad(to);
}

// Reads the number that `text` begins with and removes it from `text`.
bool takeNumber(std::string_view& text, unsigned& number) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc();
}

bool findIsaVersion(std::string_view text, unsigned& major, unsigned& minor) {
  constexpr std::string_view directive = ".version";
  std::size_t at = 0;
  // Comments may come before the directive, and may mention it.
  while (at < text.size()) {
    if (text.substr(at, 2) == "//") {
      at = text.find('\n', at);
    } else if (text.substr(at, 2) == "/*") {
      at = text.find("*/", at);
      at = at == text.npos ? at : at + 2;
    } else if (text.substr(at, directive.size()) == directive) {
      text.remove_prefix(at + directive.size());
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      if (!takeNumber(text, major) || text.empty() || text.front() != '.')
        return false;
      text.remove_prefix(1);
      return takeNumber(text, minor);
    } else {
      ++at;
    }
  }
  return false;
}

} // namespace

bool Writer::addPtx(std::string_view text, const Entry& entry) {
  unsigned major = 0, minor = 0;
  if (!findIsaVersion(text, major, minor))
    return false;
  std::string terminated(text);
  terminated.push_back('\0');
  add(Kind::Ptx, terminated, major, minor, entry);
  return true;
}

void Writer::addCubin(std::string_view object, const Entry& entry) {
  add(Kind::Cubin, object, 1, 0, entry);
}

void Writer::addElf(std::string_view object, const Entry& entry) {
  add(Kind::Elf, object, 1, 8, entry);
}

void Writer::addLtoIr(std::string_view code, const Entry& entry) {
  add(Kind::LtoIr, code, 1, 0, entry);
}

Expected<void> Writer::addImage(const Image& image, Compression compression) {
  const auto content = image.content();
  if (!content)
    return Error{content.error()};
  const Entry entry{image.arch, image.flags & ~(flagLz4 | flagZstd), std::string(image.fileName),
                    std::string(image.options), compression};
  if (image.kind != Kind::Ptx)
    add(image.kind, *content, image.versionMajor, image.versionMinor, entry);
  else if (!addPtx(*content, entry))
    return Error{"PTX without a version"};
  return {};
}

void Writer::add(Kind kind, std::string_view content, unsigned major, unsigned minor,
                 const Entry& entry) {
  std::vector<char> strings;
  EntryHeader header{};
  header.kind = static_cast<std::uint16_t>(kind);
  header.version = kEntryVersion;
  header.major = static_cast<std::uint16_t>(major);
  header.minor = static_cast<std::uint16_t>(minor);
  header.arch = entry.arch;
  header.flags = entry.flags | flag64Bit | flagLinux;
  if (!entry.fileName.empty()) {
    header.nameOffset = sizeof header;
    header.nameLength = static_cast<std::uint32_t>(entry.fileName.size());
    appendString(strings, entry.fileName);
  }
  // A PTX entry needs an options block even if it is empty: NVIDIA's driver follows its offset
  // without checking that it is set.
  if (kind == Kind::Ptx || !entry.options.empty()) {
    header.optionsOffset = static_cast<std::uint32_t>(sizeof header + strings.size());
    appendObject(strings, OptionsHeader{static_cast<std::uint32_t>(header.optionsOffset +
                                                                   sizeof(OptionsHeader)),
                                        static_cast<std::uint32_t>(entry.options.size())});
    appendString(strings, entry.options);
  }
  header.headerSize = static_cast<std::uint32_t>(sizeof header + strings.size());

  std::vector<char> compressed = compress(content, entry.compression);
  std::string_view payload = content;
  if (!compressed.empty()) {
    payload = {compressed.data(), compressed.size()};
    header.compressedSize = static_cast<std::uint32_t>(compressed.size());
    header.uncompressedSize = content.size();
    header.flags |= entry.compression == Compression::Lz4 ? flagLz4 : flagZstd;
  }
  header.payloadSize = (payload.size() + kEntryAlignment - 1) / kEntryAlignment * kEntryAlignment;

  appendObject(body_, header);
  append(body_, std::string_view(strings.data(), strings.size()));
  append(body_, payload);
  pad(body_);
}

std::vector<char> Writer::finish() {
  std::vector<char> container;
  appendObject(container, ContainerHeader{kContainerMagic, kContainerVersion,
                                          sizeof(ContainerHeader), body_.size()});
  container.insert(container.end(), body_.begin(), body_.end());
  body_.clear();
  return container;
}

} // namespace heddle::fatbin
