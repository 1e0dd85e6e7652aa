// Fat binaries: the reader and the decompression of images take whatever comes.
#include "fatbin/fatbin.h"

#include <cstring>
#include <memory>

using namespace heddle::fatbin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  // A copy that ends where the allocation ends, so that AddressSanitizer sees an overrun.
  std::unique_ptr<char[]> bytes(new char[size]);
  std::memcpy(bytes.get(), data, size);
  identify(bytes.get(), size);
  auto images = read(bytes.get(), size);
  if (!images)
    return 0;
  for (const Image& image : *images)
    (void)image.content();
  selectPtx(*images, 90);
  return 0;
}
