// Libraries: device code that the program loads itself, with cudaLibraryLoadData.
#include "runtime/runtime.h"

using namespace heddle::runtime;

cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* jitOptions,
                                void** jitOptionsValues, unsigned int numJitOptions,
                                cudaLibraryOption* libraryOptions, void** libraryOptionValues,
                                unsigned int numLibraryOptions) {
  return inDriver([&](const Driver& driver) {
    return driver.cuLibraryLoadData(
        library, code, reinterpret_cast<CUjit_option*>(jitOptions), jitOptionsValues, numJitOptions,
        reinterpret_cast<CUlibraryOption*>(libraryOptions), libraryOptionValues, numLibraryOptions);
  });
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName,
                                    cudaJitOption* jitOptions, void** jitOptionsValues,
                                    unsigned int numJitOptions, cudaLibraryOption* libraryOptions,
                                    void** libraryOptionValues, unsigned int numLibraryOptions) {
  return inDriver([&](const Driver& driver) {
    return driver.cuLibraryLoadFromFile(
        library, fileName, reinterpret_cast<CUjit_option*>(jitOptions), jitOptionsValues,
        numJitOptions, reinterpret_cast<CUlibraryOption*>(libraryOptions), libraryOptionValues,
        numLibraryOptions);
  });
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return inDriver([&](const Driver& driver) { return driver.cuLibraryUnload(library); });
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) {
  return inDriver(
      [&](const Driver& driver) { return driver.cuLibraryGetKernel(pKernel, library, name); });
}

cudaError_t cudaLibraryGetGlobal(void** dptr, size_t* bytes, cudaLibrary_t library,
                                 const char* name) {
  return inContext([&](const Driver& driver) {
    return driver.cuLibraryGetGlobal(reinterpret_cast<CUdeviceptr*>(dptr), bytes, library, name);
  });
}

cudaError_t cudaLibraryGetManaged(void** dptr, size_t* bytes, cudaLibrary_t library,
                                  const char* name) {
  return inContext([&](const Driver& driver) {
    return driver.cuLibraryGetManaged(reinterpret_cast<CUdeviceptr*>(dptr), bytes, library, name);
  });
}

cudaError_t cudaLibraryGetUnifiedFunction(void** fptr, cudaLibrary_t library, const char* symbol) {
  return inDriver([&](const Driver& driver) {
    return driver.cuLibraryGetUnifiedFunction(fptr, library, symbol);
  });
}

cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib) {
  return inDriver([&](const Driver& driver) { return driver.cuLibraryGetKernelCount(count, lib); });
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels,
                                        cudaLibrary_t lib) {
  return inDriver([&](const Driver& driver) {
    return driver.cuLibraryEnumerateKernels(kernels, numKernels, lib);
  });
}
