#include "jit/cache_archive.h"

#include "environment/user_key.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::jit {
namespace {

// The file is this, the objects one after the other (size of the name, size of the object, name,
// object), and the SHA-256 of all before. The sizes are in the byte order of the machine, as the
// objects themselves are code for one kind of machine.
constexpr std::string_view kMagic = "heddle cache 1\n";
constexpr std::size_t kDigestBytes = 32;
constexpr std::size_t kLongestName = 128;

std::string digestOf(std::string_view text) {
  const auto digest = llvm::SHA256::hash(
      llvm::ArrayRef(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// A name becomes one of a file in the cache's folder.
bool isName(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
         std::ranges::all_of(name, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_';
         });
}

void appendSize(std::string& text, std::uint64_t size) {
  text.append(reinterpret_cast<const char*>(&size), sizeof size);
}

// Takes what the file has next from the front of `rest`. Nothing when the file is too short.
std::optional<std::string_view> take(std::string_view& rest, std::uint64_t bytes) {
  if (bytes > rest.size())
    return std::nullopt;
  const std::string_view taken = rest.substr(0, bytes);
  rest.remove_prefix(bytes);
  return taken;
}

std::optional<std::uint64_t> takeSize(std::string_view& rest) {
  std::uint64_t size;
  const std::optional<std::string_view> taken = take(rest, sizeof size);
  if (!taken)
    return std::nullopt;
  std::memcpy(&size, taken->data(), sizeof size);
  return size;
}

using Objects = std::vector<std::pair<std::string, std::string_view>>;

// Nothing when the file is damaged.
std::optional<Objects> read(std::string_view file) {
  if (file.size() < kMagic.size() + kDigestBytes || !file.starts_with(kMagic))
    return std::nullopt;
  const std::string_view content = file.substr(0, file.size() - kDigestBytes);
  if (digestOf(content) != file.substr(content.size()))
    return std::nullopt;
  Objects objects;
  for (std::string_view rest = content.substr(kMagic.size()); !rest.empty();) {
    const auto nameBytes = takeSize(rest), bytes = takeSize(rest);
    const auto name = nameBytes ? take(rest, *nameBytes) : std::nullopt;
    const auto object = bytes ? take(rest, *bytes) : std::nullopt;
    if (!name || !object || !isName(*name))
      return std::nullopt;
    objects.emplace_back(*name, *object);
  }
  return objects;
}

} // namespace

ArchiveResult exportCache(const ObjectCache& cache, const std::string& path) {
  ArchiveResult result;
  std::string file(kMagic);
  for (const ObjectCache::Entry& entry : cache.entries()) {
    const std::optional<std::string> object =
        isName(entry.name) ? cache.load(entry.name) : std::nullopt;
    if (!object)
      continue;
    appendSize(file, entry.name.size());
    appendSize(file, object->size());
    file += entry.name + *object;
    ++result.objects;
    result.bytes += object->size();
  }
  file += digestOf(file);
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  if (!out.write(file.data(), static_cast<std::streamsize>(file.size())).flush())
    result.failure = "cannot write " + path;
  return result;
}

ArchiveResult importCache(const ObjectCache& cache, const std::string& path) {
  ArchiveResult result;
  std::ifstream in(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  const std::optional<Objects> objects = in ? read(file) : std::nullopt;
  if (!in)
    result.failure = "cannot read " + path;
  else if (!objects)
    result.failure = path + " is no exported cache, or is damaged";
  else if (!cache.enabled() || !userKey())
    result.failure = "there is no cache to import into";
  if (!result.failure.empty())
    return result;
  for (const auto& [name, object] : *objects) {
    cache.store(name, object);
    ++result.objects;
    result.bytes += object.size();
  }
  return result;
}

} // namespace heddle::jit
