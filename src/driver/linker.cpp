#include "driver/linker.h"

#include "driver/tables.h"
#include "fatbin/cubin.h"

#include <iterator>

namespace heddle::driver {

void LinkState::add(Image image) {
  std::move(image.sources.begin(), image.sources.end(), std::back_inserter(image_.sources));
}

CUresult LinkState::complete(void** data, std::size_t* size) {
  std::unique_ptr<jit::Program> program;
  HEDDLE_TRY(makeProgram(image_, options_, program));
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

CUresult addData(LinkState& state, CUjitInputType type, const void* data, std::size_t size) {
  Image image;
  switch (type) {
  case CU_JIT_INPUT_PTX: {
    if (jitDisabled())
      return CUDA_ERROR_JIT_COMPILATION_DISABLED;
    std::string text(static_cast<const char*>(data), size);
    text.resize(text.find_last_not_of('\0') + 1);
    image.sources.push_back(std::move(text));
    break;
  }
  case CU_JIT_INPUT_FATBINARY:
  case CU_JIT_INPUT_CUBIN:
    HEDDLE_TRY(readImage(data, image));
    break;
  case CU_JIT_INPUT_OBJECT:
  case CU_JIT_INPUT_LIBRARY:
    HEDDLE_TRY(readObjects({static_cast<const char*>(data), size}, image));
    break;
  default:
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  state.add(std::move(image));
  return CUDA_SUCCESS;
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
  return addData(*state, type, data, size);
}

CUresult cuLinkAddFile(CUlinkState handle, CUjitInputType type, const char* path, unsigned int,
                       CUjit_option*, void**) {
  LinkState* state;
  HEDDLE_TRY(findLink(handle, state));
  if (!path)
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<char> contents;
  HEDDLE_TRY(readFile(path, contents));
  return addData(*state, type, contents.data(), contents.size());
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
