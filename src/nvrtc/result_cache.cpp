#include "nvrtc/result_cache.h"
#include "jit/object_cache.h"
#include "nvrtc/cache_key.h"

#include <charconv>
#include <fmt/format.h>
#include <sys/stat.h>

namespace heddle::nvrtc {

namespace {

// Identifies the present content of a file by its inode, size and time. Empty when there is none.
std::string stampOf(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return {};
  return fmt::format("{} {} {}.{}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

bool dependsOnTime(std::string_view text) {
  return text.find("__DATE__") != text.npos || text.find("__TIME__") != text.npos ||
         text.find("__TIMESTAMP__") != text.npos;
}

class Packer {
public:
  void add(std::string_view part) {
    text += fmt::format("{}:", part.size());
    text += part;
  }
  std::string text;
};

class Unpacker {
public:
  explicit Unpacker(std::string_view text) : rest_(text) {}

  bool take(std::string& part) {
    std::size_t size = 0;
    auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    std::size_t digits = static_cast<std::size_t>(end - rest_.data());
    if (error != std::errc{} || digits >= rest_.size() || rest_[digits] != ':' ||
        rest_.size() - digits - 1 < size)
      return false;
    part = rest_.substr(digits + 1, size);
    rest_.remove_prefix(digits + 1 + size);
    return true;
  }
  bool take(std::size_t& number) {
    std::string text;
    return take(text) &&
           std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
  }

private:
  std::string_view rest_;
};

} // namespace

ResultCache::ResultCache(const Request& request) {
  const Options& o = request.options;
  bool timed = dependsOnTime(request.source) || !o.timeFile.empty() || !o.timeTraceFile.empty();
  CacheKey key("result");
  key.add(request.source);
  key.add(request.name);
  for (const Header& header : request.headers) {
    key.add(header.name);
    key.add(header.text);
    timed = timed || dependsOnTime(header.text);
  }
  key.add("expressions");
  for (const std::string& expression : request.expressions)
    key.add(expression);
  key.add("options");
  key.add(o.architecture->name);
  key.add(o.standard);
  for (bool flag :
       {o.relocatable, o.debug, o.lineInfo, o.flushToZero, o.preciseSquareRoot, o.preciseDivision,
        o.fusedMultiplyAdd, o.fastMath, o.defaultDevice, o.int128, o.moveForward, o.initializerList,
        o.noSourceInclude, o.noWarnings, o.briefDiagnostics, o.syntaxOnly})
    key.add(flag ? "1" : "0");
  for (const auto* list : {&o.macros, &o.includePaths, &o.preIncludes}) {
    key.add("list");
    for (const std::string& each : *list)
      key.add(each);
  }
  // Include directories may be relative.
  std::error_code error;
  key.add(std::filesystem::current_path(error).string());
  key.add(request.installation.include.string());
  if (!timed && !o.noCache)
    key_ = key.digest();
}

std::optional<Result> ResultCache::load() const {
  if (key_.empty())
    return std::nullopt;
  std::optional<std::string> stored = jit::ObjectCache::global().load(key_);
  if (!stored)
    return std::nullopt;
  Unpacker unpacker(*stored);
  Result result;
  std::size_t names = 0, files = 0;
  if (!unpacker.take(result.ptx) || !unpacker.take(result.log) || !unpacker.take(names))
    return std::nullopt;
  for (std::string name; names > 0; --names) {
    if (!unpacker.take(name))
      return std::nullopt;
    result.loweredNames.push_back(name);
  }
  if (!unpacker.take(files))
    return std::nullopt;
  for (std::string file, stamp; files > 0; --files)
    if (!unpacker.take(file) || !unpacker.take(stamp) || stampOf(file) != stamp)
      return std::nullopt;
  result.status = Status::Success;
  return result;
}

void ResultCache::store(const Result& result) const {
  if (key_.empty() || result.status != Status::Success)
    return;
  Packer packer;
  packer.add(result.ptx);
  packer.add(result.log);
  packer.add(std::to_string(result.loweredNames.size()));
  for (const std::string& name : result.loweredNames)
    packer.add(name);
  packer.add(std::to_string(result.files.size()));
  for (const std::string& file : result.files) {
    packer.add(file);
    packer.add(stampOf(file));
  }
  jit::ObjectCache::global().store(key_, packer.text);
}

} // namespace heddle::nvrtc
