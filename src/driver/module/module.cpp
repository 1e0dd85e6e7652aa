#include "driver/module/module.h"

#include "driver/core/handle_tables.h"
#include "driver/device/device.h"
#include "memory/access_bounds.h"
#include "memory/initialised_bytes.h"
#include "memory/kernel_access.h"
#include "memory/protection_keys.h"

#include <algorithm>
#include <cstring>

namespace heddle::driver {

namespace {

// All modules, by where their kernels are described: the address of a kernel in device code is that
// of its description.
class KernelAddresses {
public:
  // Never destroyed, since modules may end during the exit of the process.
  static KernelAddresses& instance() {
    static auto* const addresses = new KernelAddresses;
    return *addresses;
  }

  void add(Module& module) {
    std::lock_guard lock(mutex_);
    modules_.emplace(module.kernels().data(), &module);
  }
  void remove(const Module& module) {
    std::lock_guard lock(mutex_);
    modules_.erase(module.kernels().data());
  }
  // The module of a kernel, or null.
  Module* find(const jit::KernelInfo* kernel) {
    std::lock_guard lock(mutex_);
    const auto after = modules_.upper_bound(kernel);
    if (after == modules_.begin())
      return nullptr;
    Module& module = *std::prev(after)->second;
    const bool isThere = std::ranges::any_of(
        module.kernels(), [&](const jit::KernelInfo& info) { return &info == kernel; });
    return isThere ? &module : nullptr;
  }

private:
  std::mutex mutex_;
  std::map<const jit::KernelInfo*, Module*> modules_; // by the first kernel
};

} // namespace

Function* kernelAt(Context& context, const void* address) {
  const auto* const info = static_cast<const jit::KernelInfo*>(address);
  Module* const module = KernelAddresses::instance().find(info);
  if (!module || &module->context() != &context)
    return nullptr;
  if (!module->library)
    return module->function(info->name);
  // Programs set attributes on the CUkernel, which gives them to its functions.
  Kernel* kernel;
  Function* function;
  return module->library->kernel(info->name, kernel) == CUDA_SUCCESS &&
                 kernel->functionIn(context, function) == CUDA_SUCCESS
             ? function
             : nullptr;
}

Module::Module(Context& context, std::unique_ptr<jit::Program> program)
    : context_(context), program_(std::move(program)) {
  if (!kernels().empty())
    KernelAddresses::instance().add(*this);
}

Module::~Module() {
  if (!kernels().empty())
    KernelAddresses::instance().remove(*this);
  for (auto& [name, function] : functions_)
    Driver::instance().tables().functions.destroy(function);
  for (auto& [name, reference] : textureReferences_)
    Driver::instance().tables().textureReferences.destroy(reference);
  for (auto& [name, reference] : surfaceReferences_)
    Driver::instance().tables().surfaceReferences.destroy(reference);
  for (auto& [name, variable] : variables_)
    if (variable.owned)
      Driver::instance().memory().release(variable.address,
                                          {memory::Kind::Device, memory::Kind::Managed});
}

CUresult Module::load(const Placements& placements, bool initialisePlaced,
                      const JitOptions& options) {
  mostRegisters_ = options.mostRegisters();
  for (const jit::VariableInfo& info : program_->variables()) {
    if (auto placed = placements.find(info.name); placed != placements.end()) {
      variables_.emplace(info.name, Variable{static_cast<char*>(placed->second), info.size,
                                             jit::VariableSpace::Managed, false});
      memory::lendToKernels(placed->second, info.size);
      memory::noteKernelMemory(placed->second, info.size);
      if (auto* bounds = memory::AccessBounds::active())
        bounds->addOutside(placed->second, info.size);
      continue;
    }
    const auto kind =
        info.space == jit::VariableSpace::Managed ? memory::Kind::Managed : memory::Kind::Device;
    void* address = Driver::instance().memory().allocate(
        std::max<std::uint64_t>(info.size, 1), kind, 0, &context_, context_.device().index());
    if (!address)
      return CUDA_ERROR_OUT_OF_MEMORY;
    variables_.emplace(info.name, Variable{static_cast<char*>(address), info.size, info.space, true,
                                           info.reference});
  }
  program_->bindVariables([&](const std::string& name) -> void* {
    const Variable* found = variable(name);
    return found ? found->address : nullptr;
  });
  for (const jit::VariableInfo& info : program_->variables())
    if (initialisePlaced || variable(info.name)->owned)
      HEDDLE_TRY(initialise(info, options));
  return CUDA_SUCCESS;
}

CUresult Module::initialise(const jit::VariableInfo& info, const JitOptions& options) {
  char* base = variable(info.name)->address;
  const std::size_t given = std::min<std::size_t>(info.initialiser.size(), info.size);
  if (given)
    std::memcpy(base, info.initialiser.data(), given);
  std::memset(base + given, 0, info.size - given);
  memory::markInitialised(base, info.size);
  for (const jit::Relocation& relocation : info.relocations) {
    if (relocation.offset + sizeof(void*) > info.size)
      return CUDA_ERROR_INVALID_PTX;
    void* target = nullptr;
    if (const Variable* symbol = variable(relocation.symbol)) {
      target = symbol->address;
    } else {
      const jit::Status status = program_->functionAddress(relocation.symbol, target);
      if (!status) {
        options.report(status, {});
        return jitResult(status);
      }
    }
    const char* value = static_cast<char*>(target) + relocation.addend;
    std::memcpy(base + relocation.offset, &value, sizeof value);
  }
  return CUDA_SUCCESS;
}

TextureReference* Module::textureReference(std::string_view name) {
  return reference(name, jit::Reference::Texture, textureReferences_,
                   Driver::instance().tables().textureReferences);
}

SurfaceReference* Module::surfaceReference(std::string_view name) {
  return reference(name, jit::Reference::Surface, surfaceReferences_,
                   Driver::instance().tables().surfaceReferences);
}

template <typename Object>
Object* Module::reference(std::string_view name, jit::Reference kind,
                          std::map<std::string, Object*, std::less<>>& known,
                          HandleTable<Object>& table) {
  const Variable* found = variable(name);
  if (!found || found->reference != kind)
    return nullptr;
  std::lock_guard lock(mutex_);
  Object*& object = known[std::string(name)];
  if (!object)
    object = table.createOrThrow(context_, reinterpret_cast<Texture*>(found->address));
  return object;
}

Function* Module::function(std::string_view name) {
  std::lock_guard lock(mutex_);
  if (auto found = functions_.find(name); found != functions_.end() && found->second)
    return found->second;
  const auto& kernels = program_->kernels();
  const auto info = std::find_if(kernels.begin(), kernels.end(),
                                 [&](const auto& kernel) { return kernel.name == name; });
  if (info == kernels.end())
    return nullptr;
  // If there is no memory for the function, the map keeps a null pointer, and the next call tries
  // again.
  Function*& function = functions_[info->name];
  function = Driver::instance().tables().functions.createOrThrow(*this, *info, *program_);
  function->settings.mostRegisters = mostRegisters_;
  return function;
}

const Module::Variable* Module::variable(std::string_view name) const {
  auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

CUresult createModule(Context& context, std::unique_ptr<jit::Program> program,
                      const Placements& placements, bool initialisePlaced,
                      const JitOptions& options, Module*& module) {
  auto& modules = Driver::instance().tables().modules;
  module = modules.create(context, std::move(program));
  if (!module)
    return CUDA_ERROR_OUT_OF_MEMORY;
  if (const CUresult result = module->load(placements, initialisePlaced, options);
      result != CUDA_SUCCESS) {
    modules.destroy(module);
    module = nullptr;
    return result;
  }
  context.adopt(*module, modules);
  context.execution().printfBuffer().flush();
  return CUDA_SUCCESS;
}

namespace {

CUresult findModule(CUmodule handle, Module*& module) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  module = Driver::instance().tables().modules.find(handle);
  return module ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

// Reports that an image is neither PTX nor a binary, in the words of a GPU's driver.
void reportUnknownFormat(const JitOptions& options) {
  options.report({jit::Failure::InvalidPtx,
                  {{0, 0, "error   : Binary format for key='0', ident='' is not recognized"}}},
                 {});
}

// Makes a module of an image, which has been read with the given result.
CUresult loadModule(CUmodule* out, Context& context, CUresult read, const Image& image,
                    const JitOptions& options) {
  if (read == CUDA_ERROR_INVALID_IMAGE)
    reportUnknownFormat(options);
  HEDDLE_TRY(read);
  std::unique_ptr<jit::Program> program;
  HEDDLE_TRY(makeProgram(image, options, program));
  HEDDLE_TRY(options.checkTarget(program->target()));
  Module* module;
  HEDDLE_TRY(
      createModule(context, std::move(program), options.placements(), true, options, module));
  *out = reinterpret_cast<CUmodule>(module);
  return CUDA_SUCCESS;
}

CUresult loadModule(CUmodule* out, const void* data, const JitOptions& options) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !data || !options.valid())
    return CUDA_ERROR_INVALID_VALUE;
  Image image;
  const CUresult read = readImage(data, image);
  return loadModule(out, *context, read, image, options);
}

} // namespace
} // namespace heddle::driver

using namespace heddle::driver;

CUresult cuModuleLoadData(CUmodule* out, const void* data) {
  return loadModule(out, data, {});
}

CUresult cuModuleLoadDataEx(CUmodule* out, const void* data, unsigned int count,
                            CUjit_option* options, void** values) {
  return loadModule(out, data, JitOptions(count, options, values));
}

CUresult cuModuleLoadFatBinary(CUmodule* out, const void* data) {
  return loadModule(out, data, {});
}

CUresult cuModuleLoad(CUmodule* out, const char* path) {
  Context* context;
  HEDDLE_TRY(currentContext(context));
  if (!out || !path)
    return CUDA_ERROR_INVALID_VALUE;
  std::string contents;
  HEDDLE_TRY(readFile(path, contents));
  Image image;
  const CUresult read = readFileImage(contents, image);
  return loadModule(out, *context, read, image, {});
}

CUresult cuModuleUnload(CUmodule handle) {
  Module* module;
  HEDDLE_TRY(findModule(handle, module));
  if (module->library)
    return CUDA_ERROR_NOT_PERMITTED;
  Context& context = module->context();
  context.waitForWork();
  context.execution().printfBuffer().flush();
  Driver::instance().tables().modules.destroy(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* out, CUmodule handle, const char* name) {
  Module* module;
  HEDDLE_TRY(findModule(handle, module));
  if (!out || !name || !*name)
    return CUDA_ERROR_INVALID_VALUE;
  Function* function = module->function(name);
  if (!function)
    return CUDA_ERROR_NOT_FOUND;
  *out = reinterpret_cast<CUfunction>(function);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule handle) {
  Module* module;
  HEDDLE_TRY(findModule(handle, module));
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = static_cast<unsigned>(module->kernels().size());
  return CUDA_SUCCESS;
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int count, CUmodule handle) {
  Module* module;
  HEDDLE_TRY(findModule(handle, module));
  if (!functions)
    return CUDA_ERROR_INVALID_VALUE;
  for (const auto& info : module->kernels()) {
    if (count-- == 0)
      break;
    *functions++ = reinterpret_cast<CUfunction>(module->function(info.name));
  }
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* bytes, CUmodule handle, const char* name) {
  Module* module;
  HEDDLE_TRY(findModule(handle, module));
  if (!name || !*name || (!pointer && !bytes))
    return CUDA_ERROR_INVALID_VALUE;
  const Module::Variable* variable = module->variable(name);
  if (!variable)
    return module->function(name) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_FOUND;
  if (pointer)
    *pointer = reinterpret_cast<CUdeviceptr>(variable->address);
  if (bytes)
    *bytes = variable->size;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  HEDDLE_TRY(Driver::instance().state());
  if (!mode)
    return CUDA_ERROR_INVALID_VALUE;
  *mode = CU_MODULE_LAZY_LOADING;
  return CUDA_SUCCESS;
}
