// The fat binary: the container in which host objects carry device code. This layer reads NVIDIA's
// containers and ours and writes ours; it knows nothing of what the images mean. Reading is lazy
// (an image is decompressed when its content is asked for) and never trusts the input: whatever is
// wrong with it comes back as an Error with a reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace heddle::fatbin {

struct Error {
  std::string reason;
};

// A value or the reason why there is none.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state_(std::move(value)) {}
  Expected(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() { return std::get<0>(state_); }
  const T& operator*() const { return std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const std::string& error() const { return std::get<1>(state_).reason; }

private:
  std::variant<T, Error> state_;
};

inline constexpr std::uint32_t wrapperMagic = 0x466243b1;
inline constexpr std::uint32_t containerMagic = 0xBA55ED50;

// What a host object hands to __cudaRegisterFatBinary.
struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version; // 1: one container; 2: linked, the separate objects' containers in `extra`
  const void* container;
  const void* extra; // version 2: a null-terminated array of pointers to container headers
};

// Cubin is our own. NVIDIA's driver, which may be given the same executable, takes any Elf for its
// architecture as machine code of a GPU, and passes over what it does not know.
enum class Kind : std::uint16_t { Ptx = 1, Elf = 2, LtoIr = 8, Cubin = 0x48 };

// Bits of Image::flags.
enum Flag : std::uint64_t {
  flag64Bit = 0x1,
  flagDebug = 0x2,
  flagLinux = 0x10,
  flagLz4 = 0x2000,
  flagZstd = 0x8000,
  flagArchSpecific = 0x100000,   // sm_90a
  flagFamilySpecific = 0x200000, // sm_100f
};

// One entry of a container. It points into the memory that was read, which must outlive it.
struct Image {
  Kind kind = Kind::Ptx; // other values are kept as they are, for the caller to ignore
  unsigned arch = 0;     // 75, 90, 100 …
  unsigned versionMajor = 0, versionMinor = 0; // of the PTX ISA, for PTX
  std::uint64_t flags = 0;
  std::string_view fileName;        // of the source; often empty
  std::string_view options;         // for the PTX compiler; often empty
  std::span<const char> payload;    // as stored: exact when compressed, else padded with zeros
  std::size_t uncompressedSize = 0; // 0: the payload is not compressed

  bool isDebug() const { return flags & flagDebug; }
  bool needsExactArch() const { return flags & (flagArchSpecific | flagFamilySpecific); }
  // The content, decompressed; of PTX the text without the zeros behind it.
  Expected<std::string> content() const;
};

enum class Form { Unknown, Wrapper, Container };
// Looks at the first bytes only; `size` 0 means that at least four bytes are known to be there.
Form identify(const void* data, std::size_t size);

// The images of one container. `limit` is how many bytes are there; 0 trusts the container's
// header.
Expected<std::vector<Image>> read(const void* container, std::size_t limit);

// The containers that a wrapper in memory refers to: the one of version 1, or those of the separate
// objects of version 2, whose chosen images are to be linked into one module.
Expected<std::vector<const void*>> containersOf(const Wrapper& wrapper);

// The PTX image to compile for a device of compute capability `arch` (90 for 9.0): the newest that
// is not above it, with exact match for architecture- and family-specific ones. Null: none fits.
const Image* selectPtx(std::span<const Image> images, unsigned arch);

// By the first bytes: bitcode of LLVM, or what nvcc -dlto makes of it.
bool isLtoIr(std::string_view data);

enum class Compression { None, Zstd, ZstdStrong, Lz4 };

class Writer {
public:
  struct Entry {
    unsigned arch = 0;
    std::uint64_t flags = 0; // of Flag, beyond 64-bit, Linux and the compression, which are implied
    std::string fileName;
    std::string options;
    Compression compression = Compression::Zstd;
  };

  // The ISA version is read from the text's .version line. False when the text has none.
  bool addPtx(std::string_view text, const Entry& entry);
  void addCubin(std::string_view object, const Entry& entry);
  // A GPU's machine code, from another container.
  void addElf(std::string_view object, const Entry& entry);
  void addLtoIr(std::string_view code, const Entry& entry);
  // One of another container, as it is there. The reason when it cannot be read.
  std::optional<Error> addImage(const Image& image, Compression compression);
  // The whole container. The writer is empty afterwards.
  std::vector<char> finish();

private:
  void add(Kind kind, std::string_view content, unsigned major, unsigned minor, const Entry& entry);
  std::vector<char> body_;
};

} // namespace heddle::fatbin
