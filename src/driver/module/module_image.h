// What cuModuleLoadData and its relatives are given: a fat binary (wrapper or bare container), PTX
// text or a cubin of ours; brought to the PTX sources that make up the module, and to native code
// that was made ahead of time.
#pragma once

#include "driver/api/api.h"
#include "driver/module/jit_options.h"
#include "jit/program.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::driver {

struct Image {
  std::vector<std::string> sources;
  jit::Precompiled code;
  bool isText = false;  // PTX text itself, not a container
  bool isCubin = false; // said to be one of ours, damaged or not
};

// CUDA_ERROR_NO_BINARY_FOR_GPU when nothing in it suits the device, CUDA_ERROR_INVALID_IMAGE when
// it is none of these forms. PTX is text that begins with .version, behind comments.
CUresult readImage(const void* data, Image& image);

bool isElf(std::string_view file);

// Whether CUDA_DISABLE_PTX_JIT forbids compiling PTX that a program hands over. What is embedded in
// containers stands for binary code and is not meant.
bool jitDisabled();

// The device code of a host object, or of those in an archive, for linking.
CUresult readObjects(std::string_view file, Image& image);

// Parses and links the sources; the diagnostics go to the log.
CUresult makeProgram(const Image& image, const JitOptions& options,
                     std::unique_ptr<jit::Program>& program);
CUresult jitResult(const jit::Status& status);
// Links the sources to find what a linker refuses: each was right by itself, so that what is wrong
// has no code of its own.
CUresult linkSources(const Image& image, const JitOptions& options);
// Whether the sources can be part of a module: what they leave to others may be missing.
CUresult checkSources(const Image& image, const JitOptions& options);

CUresult readFile(const char* path, std::vector<char>& contents);

} // namespace heddle::driver
