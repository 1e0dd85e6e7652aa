#include "driver/linker.h"

#include "driver/tables.h"
#include "fatbin/cubin.h"
#include "fatbin/object_files.h"

#include <algorithm>
#include <ar.h>
#include <iterator>

namespace heddle::driver {

CUresult LinkState::addImage(const char* data) {
  Image image;
  HEDDLE_TRY(readImage(data, image));
  HEDDLE_TRY(checkSources(image, options_));
  std::ranges::move(image.sources, std::back_inserter(image_.sources));
  return CUDA_SUCCESS;
}

CUresult LinkState::add(CUjitInputType type, const void* data, std::size_t size) {
  const std::string copy(static_cast<const char*>(data), size); // has an end, as text must
  switch (type) {
  case CU_JIT_INPUT_PTX:
  case CU_JIT_INPUT_FATBINARY:
    return addImage(copy.c_str());
  case CU_JIT_INPUT_CUBIN:
    failure_ = isElf(copy) ? addImage(copy.c_str()) : CUDA_ERROR_INVALID_IMAGE;
    return failure_;
  case CU_JIT_INPUT_OBJECT:
    return isElf(copy) ? readObjects(copy, image_) : CUDA_ERROR_UNKNOWN;
  case CU_JIT_INPUT_LIBRARY:
    if (copy.size() <= SARMAG)
      return CUDA_ERROR_INVALID_IMAGE;
    return fatbin::isArchive(copy) ? readObjects(copy, image_) : CUDA_ERROR_UNKNOWN;
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult LinkState::complete(void** data, std::size_t* size) {
  HEDDLE_TRY(failure_);
  std::unique_ptr<jit::Program> program;
  // Each source was right by itself; what is wrong now has no code of its own.
  if (makeProgram(image_, options_, program) != CUDA_SUCCESS)
    return CUDA_ERROR_UNKNOWN;
  linked_ = fatbin::writeCubin({{}, image_.sources, {}});
  if (data)
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
  if (!out || !jitOptions.valid())
    return CUDA_ERROR_INVALID_VALUE;
  LinkState* state = Driver::instance().tables().links.create(jitOptions);
  if (!state)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *out = reinterpret_cast<CUlinkState>(state);
  return CUDA_SUCCESS;
}

CUresult cuLinkAddData(CUlinkState handle, CUjitInputType type, void* data, size_t size,
                       const char*, unsigned int, CUjit_option*, void**) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  if (!data || size == 0)
    return CUDA_ERROR_INVALID_VALUE;
  return state->add(type, data, size);
}

CUresult cuLinkAddFile(CUlinkState handle, CUjitInputType type, const char* path, unsigned int,
                       CUjit_option*, void**) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<char> contents;
  HEDDLE_TRY(readFile(path, contents));
  return state->add(type, contents.data(), contents.size());
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
