// What compiled host code calls before main and at exit: the object interface of nvcc and of clang.
#include "runtime/registry.h"
#include "runtime/runtime.h"
#include "runtime/texture_reference.h"

#include <cstdio>

using namespace heddle::runtime;

namespace {

Binary& binaryOf(void** handle) {
  return *reinterpret_cast<Binary*>(handle);
}

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  return reinterpret_cast<void**>(&Registry::instance().addBinary(wrapper));
}

void __cudaRegisterFatBinaryEnd(void** handle) {
  binaryOf(handle).finishRegistration();
}

void __cudaUnregisterFatBinary(void** handle) {
  TextureReferences::instance().remove(binaryOf(handle));
  Registry::instance().removeBinary(binaryOf(handle));
}

void __cudaRegisterFunction(void** handle, const char* hostFunction, char* /*deviceFunction*/,
                            const char* deviceName, int /*threadLimit*/, uint3* /*tid*/,
                            uint3* /*bid*/, dim3* /*blockDim*/, dim3* /*gridDim*/,
                            int* /*warpSize*/) {
  Registry::instance().addKernel(binaryOf(handle), hostFunction, deviceName);
}

void __cudaRegisterVar(void** handle, char* hostVariable, char* /*deviceAddress*/,
                       const char* deviceName, int /*isExtern*/, size_t size, int /*isConstant*/,
                       int /*isGlobal*/) {
  Registry::instance().addVariable(binaryOf(handle), hostVariable, deviceName, size,
                                   Variable::Kind::Device);
}

void __cudaRegisterManagedVar(void** handle, void** hostVariable, char* /*deviceAddress*/,
                              const char* deviceName, int /*isExtern*/, size_t size,
                              int /*isConstant*/, int /*isGlobal*/) {
  Registry::instance().addVariable(binaryOf(handle), hostVariable, deviceName, size,
                                   Variable::Kind::ManagedPointer);
}

void __cudaRegisterHostVar(void**, const char* name, char*, size_t) {
  std::fprintf(stderr, "heddle: host variable %s in device code is not supported\n", name);
}

void __cudaRegisterTexture(void** handle, const textureReference* host, const void** /*device*/,
                           const char* name, int /*dimensions*/, int readsFloats,
                           int /*isExtern*/) {
  TextureReferences::instance().addTexture(binaryOf(handle), host, name, readsFloats != 0);
}

void __cudaRegisterSurface(void** handle, const surfaceReference* host, const void** /*device*/,
                           const char* name, int /*dimensions*/, int /*isExtern*/) {
  TextureReferences::instance().addSurface(binaryOf(handle), host, name);
}

char __cudaInitModule(void** handle) {
  cudaError_t status = inContext(
      [&](const Driver& driver) { return binaryOf(handle).resolveManagedPointers(driver); });
  return status == cudaSuccess;
}

// NVIDIA's compiler registers tables of unified functions for NVIDIA's driver. Programs do not
// depend on them, so this does nothing.
void __cudaRegisterUnifiedTable(void*) {}

cudaError_t __cudaGetProcAddress(const char* symbol, void** function, int version,
                                 unsigned long long flags,
                                 cudaDriverEntryPointQueryResult* status) {
  return cudaGetDriverEntryPointByVersion(symbol, function, static_cast<unsigned>(version), flags,
                                          status);
}

} // extern "C"
