#include "driver/module/linker.h"

#include "driver/api/unsupported.h"
#include "driver/core/handle_tables.h"
#include "driver/device/device_profile.h"
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"
#include "fatbin/lto_ir.h"
#include "fatbin/object_files.h"

#include <algorithm>
#include <ar.h>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace heddle::driver {

CUresult LinkState::addImage(std::string_view data) {
  Image image;
  HEDDLE_TRY(readFileImage(data, image));
  if (const CUresult alone = checkSources(image, options_); alone != CUDA_SUCCESS) {
    // After an invalid input the whole link fails, unless it is the first.
    return image_.sources.empty() ? alone : failure_ = CUDA_ERROR_INVALID_SOURCE;
  }
  std::ranges::move(image.sources, std::back_inserter(image_.sources));
  image_.isText |= image.isText;
  // Each source is valid, but together they may not be.
  if (image_.sources.size() > 1 && checkSources(image_, options_) != CUDA_SUCCESS)
    failure_ = CUDA_ERROR_INVALID_SOURCE;
  return failure_;
}

CUresult LinkState::add(CUjitInputType type, const void* data, std::size_t size) {
  if (completed_)
    return CUDA_ERROR_INVALID_VALUE;
  const std::string_view input(static_cast<const char*>(data), size);
  switch (type) {
  case CU_JIT_INPUT_PTX:
  case CU_JIT_INPUT_FATBINARY:
    return addImage(input);
  case CU_JIT_INPUT_CUBIN:
    failure_ = isElf(input) ? addImage(input) : CUDA_ERROR_INVALID_IMAGE;
    return failure_;
  case CU_JIT_INPUT_OBJECT:
    return isElf(input) ? readObjects(input, image_) : CUDA_ERROR_UNKNOWN;
  case CU_JIT_INPUT_LIBRARY:
    if (input.size() <= SARMAG)
      return CUDA_ERROR_INVALID_IMAGE;
    return fatbin::isArchive(input) ? readObjects(input, image_) : CUDA_ERROR_UNKNOWN;
  case CU_JIT_INPUT_NVVM:
    if (const std::optional<fatbin::LtoIr> code = fatbin::readLtoIr(input))
      return addImage(code->ptx);
    return fatbin::isLtoIr(input) ? unsupported("linking of NVIDIA's LTO-IR (CU_JIT_INPUT_NVVM)")
                                  : CUDA_ERROR_INVALID_SOURCE;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult LinkState::complete(void** data, std::size_t* size) {
  HEDDLE_TRY(failure_);
  if (!data)
    return CUDA_ERROR_INVALID_VALUE;
  if (std::exchange(completed_, true))
    return CUDA_ERROR_INVALID_HANDLE;
  HEDDLE_TRY(failure_ = linkSources(image_, options_));
  linked_ = fatbin::writeCubin({{}, image_.sources, {}, limits().computeCapability});
  *data = linked_.data();
  if (size)
    *size = linked_.size();
  return CUDA_SUCCESS;
}

namespace {

CUresult findLink(CUlinkState handle, LinkState*& state) {
  HEDDLE_TRY(Driver::instance().state());
  state = Driver::instance().tables().links.find(handle);
  return state ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values, CUlinkState* out) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const JitOptions jitOptions(count, options, values);
  if (!out || !jitOptions.valid() || jitOptions.has(CU_JIT_FALLBACK_STRATEGY))
    return CUDA_ERROR_INVALID_VALUE;
  LinkState* state = Driver::instance().tables().links.create(jitOptions);
  if (!state)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUlinkState>(state);
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState handle, CUjitInputType type, void* data, size_t size,
                       const char*, unsigned int count, CUjit_option* options, void** values) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  if (!data || size == 0 || !JitOptions(count, options, values).valid())
    return CUDA_ERROR_INVALID_VALUE;
  return state->add(type, data, size);
}

CUresult cuLinkAddFile(CUlinkState handle, CUjitInputType type, const char* path, unsigned int,
                       CUjit_option*, void**) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  std::string contents;
  HEDDLE_TRY(readFile(path, contents));
  // With its null, so that an empty file has a size.
  return state->add(type, contents.c_str(), contents.size() + 1);
}

CUresult cuLinkComplete(CUlinkState handle, void** cubin, size_t* size) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  return state->complete(cubin, size);
}

CUresult cuLinkDestroy(CUlinkState handle) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  Driver::instance().tables().links.destroy(state);
  return CUDA_SUCCESS;
}
