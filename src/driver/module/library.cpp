#include "driver/module/library.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"

#include <algorithm>

namespace heddle::driver {

Library::~Library() {
  auto& tables = Driver::instance().tables();
  for (auto& [name, kernel] : handles_)
    tables.kernels.destroy(kernel);
  for (auto& [contextId, module] : modules_) {
    if (!tables.modules.find(module) || module->context().id() != contextId)
      continue; // the module has ended with its context
    Context& context = module->context();
    context.waitForWork();
    context.execution().printfBuffer().flush();
    tables.modules.destroy(module);
  }
}

CUresult Library::prepare(const JitOptions& options) {
  std::lock_guard lock(mutex_);
  HEDDLE_TRY(loaded_);
  if (prepared_)
    return CUDA_SUCCESS;
  loaded_ = makeProgram(image_, options, ready_);
  HEDDLE_TRY(loaded_);
  kernels_ = ready_->kernels();
  prepared_ = true;
  return CUDA_SUCCESS;
}

CUresult Library::moduleIn(Context& context, Module*& module) {
  HEDDLE_TRY(prepare());
  std::lock_guard lock(mutex_);
  if (auto found = modules_.find(context.id()); found != modules_.end()) {
    module = found->second;
    return CUDA_SUCCESS;
  }
  // Managed variables are shared by all contexts, so only the first module initialises them.
  const bool first = std::none_of(modules_.begin(), modules_.end(), [](const auto& entry) {
    return Driver::instance().tables().modules.find(entry.second) &&
           entry.second->context().id() == entry.first;
  });
  std::unique_ptr<jit::Program> program = std::move(ready_);
  if (!program)
    HEDDLE_TRY(makeProgram(image_, {}, program));
  HEDDLE_TRY(createModule(context, std::move(program), placements_, first, {}, module));
  module->library = this;
  modules_.emplace(context.id(), module);
  return CUDA_SUCCESS;
}

CUresult Library::kernel(std::string_view name, Kernel*& kernel) {
  HEDDLE_TRY(prepare());
  std::lock_guard lock(mutex_);
  if (auto found = handles_.find(name); found != handles_.end() && found->second) {
    kernel = found->second;
    return CUDA_SUCCESS;
  }
  const auto info = std::find_if(kernels_.begin(), kernels_.end(),
                                 [&](const auto& candidate) { return candidate.name == name; });
  if (info == kernels_.end())
    return CUDA_ERROR_NOT_FOUND;
  // If there is no memory for the kernel, the map keeps a null pointer, and the next call tries
  // again.
  Kernel*& handle = handles_[info->name];
  handle = Driver::instance().tables().kernels.createOrThrow(*this, *info);
  kernel = handle;
  return CUDA_SUCCESS;
}

CUresult Kernel::functionIn(Context& context, Function*& function) {
  const Answer* last = last_.load(std::memory_order_acquire);
  if (last && last->contextId.load(std::memory_order_acquire) == context.id()) {
    function = last->function.load(std::memory_order_relaxed);
    return CUDA_SUCCESS;
  }
  Module* module;
  HEDDLE_TRY(library_.moduleIn(context, module));
  function = module->function(info_.name);
  if (!function)
    return CUDA_ERROR_NOT_FOUND;
  std::lock_guard lock(mutex_);
  function->settings = settings;
  Answer& answer = answerFor(context);
  answer.context = context.handle();
  answer.function.store(function, std::memory_order_relaxed);
  answer.contextId.store(context.id(), std::memory_order_release);
  last_.store(&answer, std::memory_order_release);
  return CUDA_SUCCESS;
}

Kernel::Answer& Kernel::answerFor(Context& context) {
  for (const auto& answer : answers_)
    if (answer->contextId == context.id())
      return *answer;
  // The answer of a context that is gone can be overwritten: the ids of contexts are not used
  // again, so no thread takes the answer for its own context's.
  for (const auto& answer : answers_) {
    const Context* live = Context::find(answer->context);
    if (!live || live->id() != answer->contextId)
      return *answer;
  }
  answers_.push_back(std::make_unique<Answer>());
  return *answers_.back();
}

CUresult Kernel::setAttribute(CUfunction_attribute attribute, int value) {
  std::lock_guard lock(mutex_);
  HEDDLE_TRY(setFunctionAttribute(info_, settings, attribute, value));
  Context* context = Context::current();
  for (const auto& answer : answers_)
    if (context && answer->contextId == context->id())
      answer->function.load()->settings = settings;
  return CUDA_SUCCESS;
}

namespace {

CUresult findLibrary(CUlibrary handle, Library*& library) {
  HEDDLE_TRY(Driver::instance().state());
  library = Driver::instance().tables().libraries.find(handle);
  return library ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult findKernel(CUkernel handle, Kernel*& kernel) {
  HEDDLE_TRY(Driver::instance().state());
  kernel = Driver::instance().tables().kernels.find(handle);
  return kernel ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

// Makes a library of an image, which has been read with the given result.
CUresult loadLibrary(CUlibrary* out, CUresult read, Image image, const JitOptions& options) {
  if (read == CUDA_ERROR_INVALID_IMAGE && image.isCubin)
    return read;
  const bool isText = image.isText;
  auto& libraries = Driver::instance().tables().libraries;
  Library* library = libraries.create(std::move(image), read, options.placements());
  if (!library)
    return CUDA_ERROR_OUT_OF_MEMORY;
  // Errors are reported when something of the library is asked for. But text is parsed here, since
  // the log buffers of the program may be gone later.
  if (isText)
    library->prepare(options);
  *out = reinterpret_cast<CUlibrary>(library);
  return CUDA_SUCCESS;
}

// Checks options of cuLibraryLoadData. Both that exist ask for what is done in any case.
CUresult checkOptions(const CUlibraryOption* options, unsigned count) {
  HEDDLE_TRY(Driver::instance().state());
  if (count && !options)
    return CUDA_ERROR_INVALID_VALUE;
  const bool known = std::all_of(options, options + count, [](CUlibraryOption option) {
    return option >= 0 && option < CU_LIBRARY_NUM_OPTIONS;
  });
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult libraryVariable(CUdeviceptr* pointer, size_t* bytes, CUlibrary handle, const char* name,
                         bool managed) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  if (!name || (!pointer && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Module* module;
  HEDDLE_TRY(library->moduleIn(*context, module));
  if (!managed && (!*name || module->function(name)))
    return CUDA_ERROR_INVALID_VALUE;
  const Module::Variable* variable = module->variable(name);
  if (!variable || (managed && variable->space != heddle::jit::VariableSpace::Managed))
    return CUDA_ERROR_NOT_FOUND;
  if (pointer)
    *pointer = reinterpret_cast<CUdeviceptr>(variable->address);
  if (bytes)
    *bytes = variable->size;
  return CUDA_SUCCESS;
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuLibraryLoadData(CUlibrary* out, const void* code, CUjit_option* options, void** values,
                           unsigned int count, CUlibraryOption* libraryOptions, void**,
                           unsigned int libraryOptionCount) {
  HEDDLE_TRY(checkOptions(libraryOptions, libraryOptionCount));
  HEDDLE_TRY(Driver::instance().state());
  const JitOptions jitOptions(count, options, values);
  if (!out || !code || !jitOptions.valid())
    return CUDA_ERROR_INVALID_VALUE;
  Image image;
  const CUresult read = readImage(code, image);
  return loadLibrary(out, read, std::move(image), jitOptions);
}

CUresult cuLibraryLoadFromFile(CUlibrary* out, const char* path, CUjit_option* options,
                               void** values, unsigned int count, CUlibraryOption* libraryOptions,
                               void**, unsigned int libraryOptionCount) {
  HEDDLE_TRY(checkOptions(libraryOptions, libraryOptionCount));
  HEDDLE_TRY(Driver::instance().state());
  if (!out || !path)
    return CUDA_ERROR_INVALID_VALUE;
  std::string contents;
  HEDDLE_TRY(readFile(path, contents));
  if (contents.empty() || contents.front() == '\0')
    return CUDA_ERROR_INVALID_IMAGE;
  const JitOptions jitOptions(count, options, values);
  if (!jitOptions.valid())
    return CUDA_ERROR_INVALID_VALUE;
  Image image;
  const CUresult read = readFileImage(contents, image);
  return loadLibrary(out, read, std::move(image), jitOptions);
}

CUresult cuLibraryUnload(CUlibrary handle) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  Driver::instance().tables().libraries.destroy(library);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel* out, CUlibrary handle, const char* name) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  if (!out || !name)
    return CUDA_ERROR_INVALID_VALUE;
  Kernel* kernel;
  HEDDLE_TRY(library->kernel(name, kernel));
  *out = reinterpret_cast<CUkernel>(kernel);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary handle) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(library->prepare());
  *count = static_cast<unsigned>(library->kernels().size());
  return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int count, CUlibrary handle) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  if (!kernels)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(library->prepare());
  for (const auto& info : library->kernels()) {
    if (count-- == 0)
      break;
    Kernel* kernel;
    HEDDLE_TRY(library->kernel(info.name, kernel));
    *kernels++ = reinterpret_cast<CUkernel>(kernel);
  }
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetModule(CUmodule* out, CUlibrary handle) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Module* module;
  HEDDLE_TRY(library->moduleIn(*context, module));
  *out = reinterpret_cast<CUmodule>(module);
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUlibrary handle,
                            const char* name) {
  return libraryVariable(pointer, bytes, handle, name, false);
}

CUresult cuLibraryGetManaged(CUdeviceptr* pointer, size_t* bytes, CUlibrary handle,
                             const char* name) {
  return libraryVariable(pointer, bytes, handle, name, true);
}

// Neither nvcc of CUDA nor ours makes libraries with unified functions.
CUresult cuLibraryGetUnifiedFunction(void**, CUlibrary handle, const char*) {
  Library* library;
  HEDDLE_TRY(findLibrary(handle, library));
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuKernelGetFunction(CUfunction* out, CUkernel handle) {
  Kernel* kernel;
  HEDDLE_TRY(findKernel(handle, kernel));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  Context* context;
  HEDDLE_TRY(currentContext(context));
  Function* function;
  HEDDLE_TRY(kernel->functionIn(*context, function));
  *out = reinterpret_cast<CUfunction>(function);
  return CUDA_SUCCESS;
}

CUresult cuKernelGetLibrary(CUlibrary* out, CUkernel handle) {
  Kernel* kernel;
  HEDDLE_TRY(findKernel(handle, kernel));
  if (!out)
    return CUDA_ERROR_INVALID_VALUE;
  *out = reinterpret_cast<CUlibrary>(&kernel->library());
  return CUDA_SUCCESS;
}

CUresult cuKernelGetName(const char** name, CUkernel handle) {
  Kernel* kernel;
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  HEDDLE_TRY(findKernel(handle, kernel));
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  *name = kernel->info().name.c_str();
  return CUDA_SUCCESS;
}

CUresult cuKernelGetParamInfo(CUkernel handle, size_t index, size_t* offset, size_t* size) {
  Kernel* kernel;
  HEDDLE_TRY(findKernel(handle, kernel));
  Context* context;
  HEDDLE_TRY(currentContext(context));
  const auto& parameters = kernel->info().parameters;
  if (!offset || index >= parameters.size())
    return CUDA_ERROR_INVALID_VALUE;
  *offset = parameters[index].offset;
  if (size)
    *size = parameters[index].size;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetAttribute(int* value, CUfunction_attribute attribute, CUkernel handle,
                              CUdevice device) {
  Kernel* kernel;
  HEDDLE_TRY(findKernel(handle, kernel));
  Device* found;
  HEDDLE_TRY(findDevice(device, found));
  return value ? functionAttribute(kernel->info(), kernel->settings, attribute, *value)
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value, CUkernel handle,
                              CUdevice device) {
  Kernel* kernel;
  HEDDLE_TRY(findKernel(handle, kernel));
  Device* found;
  HEDDLE_TRY(findDevice(device, found));
  return kernel->setAttribute(attribute, value);
}

CUresult cuKernelSetCacheConfig(CUkernel handle, CUfunc_cache config, CUdevice device) {
  Kernel* kernel;
  HEDDLE_TRY(findKernel(handle, kernel));
  Device* found;
  HEDDLE_TRY(findDevice(device, found));
  if (config > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  kernel->settings.cacheConfig = config;
  return CUDA_SUCCESS;
}
