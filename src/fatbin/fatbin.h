// The fat binary: the container in which host objects carry device code. This layer reads the
// containers of NVIDIA and of Heddle and writes those of Heddle. It does not interpret the images.
// An image is decompressed only when its content is asked for. The input is never trusted: whatever
// is wrong with it comes back as an Error with a reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

// A value, or the reason why there is none.
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

// Success, or the reason of the failure.
template <> class [[nodiscard]] Expected<void> {
public:
  Expected() = default;
  Expected(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_; }
  const std::string& error() const { return error_->reason; }

private:
  std::optional<Error> error_;
};

inline constexpr std::uint32_t kWrapperMagic = 0x466243b1;
inline constexpr std::uint32_t kContainerMagic = 0xBA55ED50;

// What a host object passes to __cudaRegisterFatBinary.
struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version; // 1 for one container; 2 after a device link, with those of all objects
  const void* container;
  const void* extra; // for version 2: a null-terminated array of pointers to containers
};

// What an image is. Elf is machine code of a GPU. Cubin is Heddle's own kind: NVIDIA's driver,
// which may get the same executable, ignores kinds that it does not know, while it would take an
// Elf for machine code.
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

// One entry of a container. It points into the container, which must outlive it.
struct Image {
  Kind kind = Kind::Ptx;                       // may be a value that is not in the enumeration
  unsigned arch = 0;                           // 90 for sm_90
  unsigned versionMajor = 0, versionMinor = 0; // of the PTX ISA, for PTX
  std::uint64_t flags = 0;
  std::string_view fileName;        // of the source; often empty
  std::string_view options;         // for the PTX compiler; often empty
  std::span<const char> payload;    // as stored; padded with zeros unless compressed
  std::size_t uncompressedSize = 0; // 0 when the payload is not compressed

  bool isDebug() const { return flags & flagDebug; }
  bool needsExactArch() const { return flags & (flagArchSpecific | flagFamilySpecific); }
  // The decompressed content. For PTX, the text without the zeros behind it.
  Expected<std::string> content() const;
};

// Whether the bytes begin with `magic`. Reads none behind the first that differs, because an image
// comes without its size, and may be a text that ends there.
bool beginsWith(const void* data, std::size_t size, std::string_view magic);

enum class Form { Unknown, Wrapper, Container };
// Reads only as much of the first four bytes as beginsWith().
Form identify(const void* data, std::size_t size);

// The size of the container that begins with these `known` bytes, by its header. 0 when it is none.
// Images are handed over without a size, so the memory need not be that large.
std::size_t containerSize(const void* data, std::size_t known);

// The images of a container. `limit` is the number of bytes that may be read.
Expected<std::vector<Image>> read(const void* container, std::size_t limit);

// The containers that a wrapper in memory refers to. With version 2 there is one for each object;
// the caller links the images that it selects from them into one module. What the wrapper points to
// is only read where `isReadable` says that memory of that size can be.
using IsReadable = std::function<bool(const void* data, std::size_t size)>;
Expected<std::vector<const void*>> containersOf(const Wrapper& wrapper,
                                                const IsReadable& isReadable);

// The PTX image to compile for a device of compute capability `arch` (90 for 9.0): the one with the
// highest architecture that is not above it. An architecture- or family-specific image must match
// exactly. Null when none fits.
const Image* selectPtx(std::span<const Image> images, unsigned arch);
// The LTO-IR to make that PTX of, chosen in the same way.
const Image* selectLtoIr(std::span<const Image> images, unsigned arch);

enum class Compression { None, Zstd, ZstdStrong, Lz4 };

class Writer {
public:
  struct Entry {
    unsigned arch = 0;
    std::uint64_t flags = 0; // flag64Bit, flagLinux and the compression's are added by the writer
    std::string fileName;
    std::string options;
    Compression compression = Compression::Zstd;
  };

  // Reads the ISA version from the text's .version directive. False when it has none.
  bool addPtx(std::string_view text, const Entry& entry);
  void addCubin(std::string_view object, const Entry& entry);
  // Machine code of a GPU, from another container.
  void addElf(std::string_view object, const Entry& entry);
  void addLtoIr(std::string_view code, const Entry& entry);
  // Copies an image of another container. Fails when it cannot be read.
  Expected<void> addImage(const Image& image, Compression compression);
  // Returns the whole container. The writer is empty afterwards.
  std::vector<char> finish();

private:
  void add(Kind kind, std::string_view content, unsigned major, unsigned minor, const Entry& entry);
  std::vector<char> body_;
};

} // namespace heddle::fatbin
