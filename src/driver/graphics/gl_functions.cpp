#include "driver/graphics/gl_functions.h"

#include "driver/api/unsupported.h"
#include "driver/graphics/loaded_function.h"

#include <map>
#include <mutex>
#include <utility>

namespace heddle::driver {

namespace {

// The libraries that make contexts of OpenGL current. Each has a function that tells the current
// context, and one that looks other functions up.
struct WindowSystem {
  const char *library, *currentContext, *procAddress;
};
constexpr WindowSystem kWindowSystems[] = {
    {"libEGL.so.1", "eglGetCurrentContext", "eglGetProcAddress"},
    {"libGLX.so.0", "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"libGL.so.1", "glXGetCurrentContext", "glXGetProcAddressARB"},
    {"libOSMesa.so.8", "OSMesaGetCurrentContext", "OSMesaGetProcAddress"},
};

using CurrentContext = void* (*)();
using ProcAddress = void* (*)(const char*);

bool hasDirectAccess(const GlFunctions& gl) {
  constexpr int kWanted = 45;
  int major = 0, minor = 0;
  if (!gl.glGetIntegerv)
    return false;
  gl.glGetIntegerv(gl::kMajorVersion, &major);
  gl.glGetIntegerv(gl::kMinorVersion, &minor);
  if (major * 10 + minor < kWanted)
    return false;
#define HEDDLE_GL_PRESENT(Result, name, parameters) &&gl.name
  return true HEDDLE_GL_FUNCTIONS(HEDDLE_GL_PRESENT);
#undef HEDDLE_GL_PRESENT
}

GlFunctions lookUp(ProcAddress procAddress) {
  GlFunctions found;
#define HEDDLE_GL_LOOK_UP(Result, name, parameters)                                                \
  found.name = reinterpret_cast<Result(*) parameters>(procAddress(#name));
  HEDDLE_GL_FUNCTIONS(HEDDLE_GL_LOOK_UP)
#undef HEDDLE_GL_LOOK_UP
  return found;
}

// The parameters of pixel storage, first those for reading, then those for writing, with their
// defaults.
constexpr std::pair<unsigned, int> kPixelStorage[] = {
    {0x0D00, 0}, {0x0D01, 0}, {0x0D02, 0}, {0x0D03, 0}, // GL_PACK_SWAP_BYTES to SKIP_ROWS
    {0x0D04, 0}, {0x0D05, 1}, {0x806B, 0}, {0x806C, 0}, // SKIP_PIXELS to IMAGE_HEIGHT
    {0x0CF0, 0}, {0x0CF1, 0}, {0x0CF2, 0}, {0x0CF3, 0}, // GL_UNPACK_SWAP_BYTES to SKIP_ROWS
    {0x0CF4, 0}, {0x0CF5, 1}, {0x806D, 0}, {0x806E, 0},
};

} // namespace

CUresult currentGl(const GlFunctions*& functions) {
  static std::mutex mutex;
  static auto& known = *new std::map<const WindowSystem*, GlFunctions>;
  for (const WindowSystem& system : kWindowSystems) {
    const auto current = loadedFunction<CurrentContext>(system.library, system.currentContext);
    if (!current || !current())
      continue;
    const auto procAddress = loadedFunction<ProcAddress>(system.library, system.procAddress);
    std::lock_guard lock(mutex);
    auto found = known.find(&system);
    if (found == known.end())
      found = known.emplace(&system, lookUp(procAddress)).first;
    functions = &found->second;
    return hasDirectAccess(*functions) ? CUDA_SUCCESS
                                       : unsupported("a context of OpenGL before 4.5 or of ES");
  }
  return CUDA_ERROR_OPERATING_SYSTEM;
}

PlainTransfers::PlainTransfers(const GlFunctions& gl) : gl_(gl) {
  static_assert(std::size(kPixelStorage) == kSettings);
  gl.glGetIntegerv(gl::kPixelPackBufferBinding, &packBuffer_);
  gl.glGetIntegerv(gl::kPixelUnpackBufferBinding, &unpackBuffer_);
  gl.glBindBuffer(gl::kPixelPackBuffer, 0);
  gl.glBindBuffer(gl::kPixelUnpackBuffer, 0);
  for (unsigned i = 0; i < kSettings; ++i) {
    gl.glGetIntegerv(kPixelStorage[i].first, &settings_[i]);
    gl.glPixelStorei(kPixelStorage[i].first, kPixelStorage[i].second);
  }
}

PlainTransfers::~PlainTransfers() {
  for (unsigned i = 0; i < kSettings; ++i)
    gl_.glPixelStorei(kPixelStorage[i].first, settings_[i]);
  gl_.glBindBuffer(gl::kPixelPackBuffer, static_cast<unsigned>(packBuffer_));
  gl_.glBindBuffer(gl::kPixelUnpackBuffer, static_cast<unsigned>(unpackBuffer_));
}

} // namespace heddle::driver
