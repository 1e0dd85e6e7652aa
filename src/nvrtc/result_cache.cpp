#include "nvrtc/result_cache.h"
#include "jit/object_cache.h"
#include "nvrtc/cache_key.h"
#include "nvrtc/packing.h"
#include "toolkit/files.h"

namespace heddle::nvrtc {

namespace {

bool dependsOnTime(std::string_view text) {
  return text.find("__DATE__") != text.npos || text.find("__TIME__") != text.npos ||
         text.find("__TIMESTAMP__") != text.npos;
}

} // namespace

ResultCache::ResultCache(const Request& request) {
  const Options& o = request.options;
  bool isTimed = dependsOnTime(request.source) || !o.timeFile.empty() || !o.timeTraceFile.empty();
  for (const Header& header : request.headers)
    isTimed = isTimed || dependsOnTime(header.text);
  if (isTimed || o.noCache)
    return;
  CacheKey key("result");
  key.add(pack(request));
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
  std::string text;
  std::vector<std::string> stamps;
  if (!unpacker.take(text) || !unpacker.take(stamps) || !unpack(text, result) ||
      stamps.size() != result.files.size())
    return std::nullopt;
  for (std::size_t i = 0; i < stamps.size(); ++i)
    if (toolkit::fileStamp(result.files[i]) != stamps[i])
      return std::nullopt;
  return result;
}

void ResultCache::store(const Result& result) const {
  if (key_.empty() || result.status != Status::Success)
    return;
  std::vector<std::string> stamps;
  for (const std::string& file : result.files)
    stamps.push_back(toolkit::fileStamp(file));
  Packer packer;
  packer.add(std::string_view(pack(result)));
  packer.add(stamps);
  jit::ObjectCache::global().store(key_, packer.text);
}

} // namespace heddle::nvrtc
