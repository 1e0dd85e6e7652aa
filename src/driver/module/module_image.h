// The image that a module is loaded from: a fat binary (with or without its wrapper), PTX text, or
// a cubin that ptxas or nvlink of Heddle has made. Reading it gives the PTX sources of the module,
// and native code that was compiled ahead of time.
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
  bool isCubin = false; // has the mark of our cubins, even if it is damaged
};

// Reads the image at an address. CUDA_ERROR_NO_BINARY_FOR_GPU when no code in it is for the device,
// CUDA_ERROR_INVALID_IMAGE when it is none of these forms, or is larger than the memory that can be
// read. Text is PTX if it begins with .version, after comments. Native code is taken from the
// program's executable and libraries, and elsewhere only if this user's installation made it.
CUresult readImage(const void* data, Image& image);
// The same for an image whose size is known, which cannot be a wrapper.
CUresult readFileImage(std::string_view content, Image& image);

bool isElf(std::string_view file);

// Whether CUDA_DISABLE_PTX_JIT forbids compiling PTX text. PTX in fat binaries is compiled all the
// same, since with us it stands for the binary code.
bool jitDisabled();

// The device code of a host object, or of those in an archive, for linking.
CUresult readObjects(std::string_view file, Image& image);

// Parses and links the sources. Diagnostics go to the logs that the options name.
CUresult makeProgram(const Image& image, const JitOptions& options,
                     std::unique_ptr<jit::Program>& program);
CUresult jitResult(const jit::Status& status);
// Links the sources to find errors. They have been checked one by one before, so every error is one
// of linking, for which the API has only CUDA_ERROR_UNKNOWN.
CUresult linkSources(const Image& image, const JitOptions& options);
// Whether the sources are valid. Symbols that they declare only may be missing.
CUresult checkSources(const Image& image, const JitOptions& options);

CUresult readFile(const char* path, std::string& contents);

} // namespace heddle::driver
