// What programs register before main: fat binaries with their kernels and variables. A binary is
// handed to the driver at the first use of anything in it, a kernel is looked up once per process.
#pragma once

#include "runtime/driver.h"
#include "runtime/pointer_map.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace heddle::runtime {

class Binary;

// A __global__ function, known by the address of its host stub.
class Kernel {
public:
  Kernel(Binary& binary, const void* hostFunction, const char* name)
      : binary_(binary), hostFunction_(hostFunction), name_(name) {}

  const void* hostFunction() const { return hostFunction_; }
  const char* name() const { return name_; }

  cudaError_t handle(const Driver& driver, CUkernel& kernel) {
    kernel = handle_.load(std::memory_order_acquire);
    return kernel ? cudaSuccess : resolve(driver, kernel);
  }

private:
  friend class Registry;

  cudaError_t resolve(const Driver& driver, CUkernel& kernel);

  Binary& binary_;
  const void* hostFunction_;
  const char* name_;
  std::atomic<CUkernel> handle_ = nullptr;
};

// A __device__, __constant__ or __managed__ variable, known by the address of its host shadow.
class Variable {
public:
  // How the program's host code sees the variable.
  enum class Kind {
    Device,         // only through the API
    ManagedPointer, // through a pointer that the runtime fills in
    ManagedInPlace, // as a plain object: the shadow is the variable
  };

  Variable(Binary& binary, void* host, const char* name, std::size_t size, Kind kind)
      : binary_(binary), host_(host), name_(name), size_(size), kind_(kind) {}

  void* host() const { return host_; }
  const char* name() const { return name_; }
  std::size_t size() const { return size_; }
  Kind kind() const { return kind_; }
  void setKind(Kind kind) { kind_ = kind; }

  // The address in the current context.
  cudaError_t address(const Driver& driver, CUdeviceptr& address);

private:
  Binary& binary_;
  void* host_;
  const char* name_;
  std::size_t size_;
  Kind kind_;
};

class Binary {
public:
  explicit Binary(const void* wrapper) : wrapper_(wrapper) {}
  Binary(const Binary&) = delete;
  Binary& operator=(const Binary&) = delete;

  // Loads the binary unless it is loaded already. A failure is final, except for lack of memory.
  cudaError_t load(const Driver& driver, CUlibrary& library);

  // Called when all kernels and variables are registered. A binary with managed variables is loaded
  // here, because host code may read them before its first call of the API.
  void finishRegistration();

  // Gives every ManagedPointer variable its address.
  cudaError_t resolveManagedPointers(const Driver& driver);

  void unload();

private:
  friend class Registry;

  cudaError_t loadLocked(const Driver& driver);

  const void* wrapper_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::vector<std::unique_ptr<Variable>> variables_;
  std::mutex mutex_;
  std::atomic<CUlibrary> library_ = nullptr;
  cudaError_t failure_ = cudaSuccess;
};

class Registry {
public:
  static Registry& instance();

  Binary& addBinary(const void* wrapper);
  void removeBinary(Binary& binary);
  void addKernel(Binary& binary, const void* hostFunction, const char* name);
  void addVariable(Binary& binary, void* host, const char* name, std::size_t size,
                   Variable::Kind kind);

  Kernel* findKernel(const void* hostFunction) const { return kernels_.find(hostFunction); }
  // The kernel that has this handle of the driver's. Null unless it is a kernel of the program that
  // has been used.
  Kernel* findKernelByHandle(CUkernel handle) const { return kernelsByHandle_.find(handle); }
  void addHandle(Kernel& kernel, CUkernel handle) { kernelsByHandle_.insert(handle, &kernel); }
  Variable* findVariable(const void* host) const { return variables_.find(host); }

private:
  PointerMap<Kernel> kernels_;
  PointerMap<Kernel> kernelsByHandle_;
  PointerMap<Variable> variables_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Binary>> binaries_;
  // Kept until the next binary is added: while the process exits, other threads may still launch
  // kernels of a binary that was unregistered.
  std::vector<std::unique_ptr<Binary>> removed_;
};

} // namespace heddle::runtime
