#include "runtime/registry.h"

#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/managed_section.h"
#include "runtime/until_unloaded.h"

#include <algorithm>

namespace heddle::runtime {

cudaError_t Kernel::resolve(const Driver& driver, CUkernel& kernel) {
  CUlibrary library = nullptr;
  if (cudaError_t status = binary_.load(driver, library); status != cudaSuccess)
    return status;
  CUresult result = driver.cuLibraryGetKernel(&kernel, library, name_);
  if (result == CUDA_ERROR_NOT_FOUND)
    return cudaErrorInvalidDeviceFunction;
  if (result == CUDA_SUCCESS) {
    Registry::instance().addHandle(*this, kernel);
    handle_.store(kernel, std::memory_order_release);
  }
  return toError(result);
}

cudaError_t Variable::address(const Driver& driver, CUdeviceptr& address) {
  CUlibrary library = nullptr;
  if (cudaError_t status = binary_.load(driver, library); status != cudaSuccess)
    return status;
  CUresult result = kind_ == Kind::ManagedPointer
                        ? driver.cuLibraryGetManaged(&address, nullptr, library, name_)
                        : driver.cuLibraryGetGlobal(&address, nullptr, library, name_);
  return result == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidSymbol : toError(result);
}

cudaError_t Binary::load(const Driver& driver, CUlibrary& library) {
  library = library_.load(std::memory_order_acquire);
  if (library)
    return cudaSuccess;
  std::lock_guard lock(mutex_);
  if (!library_.load(std::memory_order_relaxed)) {
    if (failure_ != cudaSuccess)
      return failure_;
    if (cudaError_t status = loadLocked(driver); status != cudaSuccess) {
      if (status != cudaErrorMemoryAllocation)
        failure_ = status;
      return status;
    }
  }
  library = library_.load(std::memory_order_relaxed);
  return cudaSuccess;
}

cudaError_t Binary::loadLocked(const Driver& driver) {
  CUlibraryOption options[] = {CU_LIBRARY_BINARY_IS_PRESERVED};
  void* optionValues[] = {reinterpret_cast<void*>(std::uintptr_t{1})};

  // Host code uses these variables in place, so the driver must put them at the addresses that they
  // have in the program.
  std::vector<const char*> names;
  std::vector<void*> addresses;
  for (const auto& variable : variables_)
    if (variable->kind() == Variable::Kind::ManagedInPlace) {
      names.push_back(variable->name());
      addresses.push_back(variable->host());
    }
  CUjit_option jitOptions[] = {CU_JIT_GLOBAL_SYMBOL_NAMES, CU_JIT_GLOBAL_SYMBOL_ADDRESSES,
                               CU_JIT_GLOBAL_SYMBOL_COUNT};
  void* jitValues[] = {names.data(), addresses.data(), reinterpret_cast<void*>(names.size())};
  unsigned jitCount = names.empty() ? 0 : std::size(jitOptions);

  CUlibrary library = nullptr;
  CUresult result = driver.cuLibraryLoadData(&library, wrapper_, jitOptions, jitValues, jitCount,
                                             options, optionValues, std::size(options));
  if (result == CUDA_SUCCESS)
    library_.store(library, std::memory_order_release);
  return toError(result);
}

void Binary::finishRegistration() {
  ManagedSections sections;
  bool managed = false;
  for (const auto& variable : variables_) {
    if (variable->kind() == Variable::Kind::Device && sections.contains(variable->host()))
      variable->setKind(Variable::Kind::ManagedInPlace);
    managed |= variable->kind() == Variable::Kind::ManagedInPlace;
  }
  const Driver* driver = nullptr;
  CUlibrary library = nullptr;
  CUcontext before = nullptr;
  if (managed && requireDriver(driver) == cudaSuccess)
    driver->cuCtxGetCurrent(&before);
  // A failure is remembered and reported by the first call that needs the binary.
  if (managed && driver && requireContext(*driver) == cudaSuccess &&
      load(*driver, library) == cudaSuccess)
    for (const auto& variable : variables_)
      if (CUdeviceptr address = 0; variable->kind() == Variable::Kind::ManagedInPlace)
        variable->address(*driver, address);
  // A program that has not called the API yet must find no current context.
  if (managed && driver && !before)
    driver->cuCtxSetCurrent(nullptr);
}

cudaError_t Binary::resolveManagedPointers(const Driver& driver) {
  for (const auto& variable : variables_) {
    if (variable->kind() != Variable::Kind::ManagedPointer)
      continue;
    CUdeviceptr address = 0;
    if (cudaError_t status = variable->address(driver, address); status != cudaSuccess)
      return status;
    *static_cast<void**>(variable->host()) = reinterpret_cast<void*>(address);
  }
  return cudaSuccess;
}

void Binary::unload() {
  std::lock_guard lock(mutex_);
  failure_ = cudaErrorCudartUnloading;
  CUlibrary library = library_.exchange(nullptr, std::memory_order_acq_rel);
  const Driver* driver = nullptr;
  if (library && driverAlive() && requireDriver(driver) == cudaSuccess)
    driver->cuLibraryUnload(library);
}

Registry& Registry::instance() {
  static UntilUnloaded<Registry> registry;
  return registry.get();
}

Binary& Registry::addBinary(const void* wrapper) {
  std::lock_guard lock(mutex_);
  removed_.clear();
  binaries_.push_back(std::make_unique<Binary>(wrapper));
  return *binaries_.back();
}

void Registry::removeBinary(Binary& binary) {
  {
    std::lock_guard lock(mutex_);
    const auto known = std::ranges::find(binaries_, &binary, &std::unique_ptr<Binary>::get);
    if (known == binaries_.end())
      return;
    removed_.push_back(std::move(*known));
    binaries_.erase(known);
  }
  for (const auto& kernel : binary.kernels_) {
    kernels_.erase(kernel->hostFunction(), kernel.get());
    if (const CUkernel handle = kernel->handle_.load(std::memory_order_acquire))
      kernelsByHandle_.erase(handle, kernel.get());
  }
  for (const auto& variable : binary.variables_)
    variables_.erase(variable->host(), variable.get());
  binary.unload();
}

void Registry::addKernel(Binary& binary, const void* hostFunction, const char* name) {
  binary.kernels_.push_back(std::make_unique<Kernel>(binary, hostFunction, name));
  kernels_.insert(hostFunction, binary.kernels_.back().get());
}

void Registry::addVariable(Binary& binary, void* host, const char* name, std::size_t size,
                           Variable::Kind kind) {
  binary.variables_.push_back(std::make_unique<Variable>(binary, host, name, size, kind));
  variables_.insert(host, binary.variables_.back().get());
}

} // namespace heddle::runtime
