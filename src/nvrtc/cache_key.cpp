#include "nvrtc/cache_key.h"
#include "nvrtc/version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/SHA256.h"

namespace heddle::nvrtc {

CacheKey::CacheKey(std::string_view kind) {
  add(kind);
  add(kBuildIdentity);
  add(LLVM_VERSION_STRING);
}

void CacheKey::add(std::string_view part) {
  text_ += std::to_string(part.size());
  text_ += ':';
  text_ += part;
}

std::string CacheKey::digest() const {
  llvm::SHA256 hash;
  hash.update(text_);
  return "nvrtc-" + llvm::toHex(hash.final(), /*LowerCase=*/true);
}

} // namespace heddle::nvrtc
