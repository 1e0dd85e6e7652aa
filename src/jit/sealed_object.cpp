#include "jit/sealed_object.h"
#include "environment/user_key.h"

#include "llvm-c/blake3.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace heddle::jit {
namespace {

constexpr char kMagic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'c', '3'};
static_assert(sizeof(UserKey) == LLVM_BLAKE3_KEY_LEN);

struct Seal {
  char magic[8];
  std::uint64_t bytes; // of the object
  std::array<std::uint8_t, LLVM_BLAKE3_OUT_LEN> digest;
};

// BLAKE3 with a key is a message authentication code, and LLVM has it. HMAC would be code of our
// own.
Seal sealOf(const UserKey& key, std::string_view name, std::string_view object) {
  Seal seal{};
  std::memcpy(seal.magic, kMagic, sizeof kMagic);
  seal.bytes = object.size();
  const std::uint64_t nameBytes = name.size();
  llvm_blake3_hasher hasher;
  llvm_blake3_hasher_init_keyed(&hasher, key.data());
  // The length tells the end of the name, so that no two pairs give the same text.
  llvm_blake3_hasher_update(&hasher, &nameBytes, sizeof nameBytes);
  llvm_blake3_hasher_update(&hasher, name.data(), name.size());
  llvm_blake3_hasher_update(&hasher, object.data(), object.size());
  llvm_blake3_hasher_finalize(&hasher, seal.digest.data(), seal.digest.size());
  return seal;
}

} // namespace

std::string seal(std::string_view name, std::string_view object) {
  // A key of zeros, where the user has none, makes a seal that only openTrusted() accepts.
  const Seal seal = sealOf(userKey().value_or(UserKey{}), name, object);
  std::string sealed(reinterpret_cast<const char*>(&seal), sizeof seal);
  sealed += object;
  return sealed;
}

std::optional<std::string_view> openSealed(std::string_view name, std::string_view sealed) {
  const std::optional<std::string_view> object = openTrusted(sealed);
  if (!object || !userKey())
    return std::nullopt;
  const Seal expected = sealOf(*userKey(), name, *object);
  return std::memcmp(sealed.data(), &expected, sizeof expected) == 0 ? object : std::nullopt;
}

std::optional<std::string_view> openTrusted(std::string_view sealed) {
  Seal seal;
  if (sealed.size() < sizeof seal)
    return std::nullopt;
  std::memcpy(&seal, sealed.data(), sizeof seal);
  const std::string_view object = sealed.substr(sizeof seal);
  if (std::memcmp(seal.magic, kMagic, sizeof kMagic) != 0 || seal.bytes != object.size())
    return std::nullopt;
  return object;
}

} // namespace heddle::jit
