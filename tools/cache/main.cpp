// heddle cache: shows, prunes, exports and imports the compute cache. It is a program of its own,
// because seals need LLVM, which `heddle` does not load.
#include "jit/cache_archive.h"
#include "jit/object_cache.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using heddle::jit::ArchiveResult;
using heddle::jit::ObjectCache;

constexpr std::string_view kUsage =
    "usage: heddle cache show | prune [BYTES] | export FILE | import FILE\n";
constexpr int kUsageStatus = 2;

std::uint64_t totalBytes(const std::vector<ObjectCache::Entry>& entries) {
  std::uint64_t total = 0;
  for (const ObjectCache::Entry& entry : entries)
    total += entry.bytes;
  return total;
}

int show(const ObjectCache& cache) {
  if (!cache.enabled()) {
    fmt::print("the cache is disabled\n");
    return 0;
  }
  const std::vector<ObjectCache::Entry> entries = cache.entries();
  fmt::print("folder    {}\n", cache.folder());
  fmt::print("objects   {}\n", entries.size());
  fmt::print("bytes     {} of at most {}\n", totalBytes(entries), cache.maxBytes());
  if (!entries.empty())
    fmt::print("used      from {:%Y-%m-%d %H:%M} to {:%Y-%m-%d %H:%M}\n",
               fmt::localtime(entries.front().lastUse.tv_sec),
               fmt::localtime(entries.back().lastUse.tv_sec));
  return 0;
}

std::optional<std::uint64_t> numberOf(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isNumber = error == std::errc() && end == text.data() + text.size();
  return isNumber ? std::optional(number) : std::nullopt;
}

int prune(const ObjectCache& cache, std::uint64_t bytes) {
  const std::size_t before = cache.entries().size();
  cache.shrink(bytes);
  const std::vector<ObjectCache::Entry> left = cache.entries();
  fmt::print("{} objects removed, {} left of {} bytes\n", before - left.size(), left.size(),
             totalBytes(left));
  return 0;
}

int report(const ArchiveResult& result, std::string_view done) {
  if (!result.failure.empty()) {
    fmt::print(stderr, "heddle cache: {}\n", result.failure);
    return 1;
  }
  fmt::print("{} objects of {} bytes {}\n", result.objects, result.bytes, done);
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  const ObjectCache cache;
  const std::string command = arguments.empty() ? std::string() : arguments[0];
  if (command == "show" && arguments.size() == 1)
    return show(cache);
  if (command == "prune" && arguments.size() == 1)
    return prune(cache, 0);
  if (command == "prune" && arguments.size() == 2)
    if (const std::optional<std::uint64_t> bytes = numberOf(arguments[1]))
      return prune(cache, *bytes);
  if (command == "export" && arguments.size() == 2)
    return report(exportCache(cache, arguments[1]), "exported");
  if (command == "import" && arguments.size() == 2)
    return report(importCache(cache, arguments[1]), "imported");
  fmt::print(stderr, "{}", kUsage);
  return kUsageStatus;
}

} // namespace

int main(int argc, char** argv) {
  return run({argv + 1, argv + argc});
}
