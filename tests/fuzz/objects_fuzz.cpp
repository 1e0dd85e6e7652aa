// Object files, executables and archives: finding the containers in them takes whatever comes.
#include "fatbin/fatbin.h"
#include "fatbin/object_files.h"

#include <cstdlib>
#include <cstring>
#include <memory>

using namespace heddle::fatbin;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy that ends where the allocation ends, so that AddressSanitizer sees an overrun.
  std::unique_ptr<char[]> bytes(new char[size]);
  if (size > 0)
    std::memcpy(bytes.get(), data, size);
  std::string_view file(bytes.get(), size);
  auto isInside = [&](std::string_view part) {
    return part.empty() ||
           (part.data() >= file.data() && part.data() + part.size() <= file.data() + file.size());
  };
  const ElfFile elf(file);
  for (const Section& section : elf.sections())
    if (!isInside(section.name) || !isInside(section.content))
      std::abort();
  for (const Symbol& symbol : elf.globalSymbols())
    if (!isInside(symbol.name))
      std::abort();
  for (const EmbeddedContainer& container : embeddedContainers(file)) {
    if (!isInside(container.content))
      std::abort();
    if (auto images = read(container.content.data(), container.content.size()))
      selectPtx(*images, 90);
  }
  return 0;
}
