#include "nvrtc/compiler.h"

namespace heddle::nvrtc {

Installation installationAt(const std::filesystem::path& prefix) {
  const std::filesystem::path own = prefix / "lib" / "heddle";
  return {prefix,        prefix / "include", own / "device",
          own / "nvrtc", own / "preambles",  own / "bin" / "nvrtc-compiler"};
}

} // namespace heddle::nvrtc
