/* The compiler library for NVVM IR, which is LLVM IR with rules of its own: modules in, PTX out.
   libnvvm holds it. */
#ifndef HEDDLE_NVVM_H
#define HEDDLE_NVVM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NVVM_SUCCESS = 0,
  NVVM_ERROR_OUT_OF_MEMORY = 1,
  NVVM_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVVM_ERROR_IR_VERSION_MISMATCH = 3,
  NVVM_ERROR_INVALID_INPUT = 4,
  NVVM_ERROR_INVALID_PROGRAM = 5,
  NVVM_ERROR_INVALID_IR = 6,
  NVVM_ERROR_INVALID_OPTION = 7,
  NVVM_ERROR_NO_MODULE_IN_PROGRAM = 8,
  NVVM_ERROR_COMPILATION = 9,
  NVVM_ERROR_CANCELLED = 10
} nvvmResult;

typedef struct _nvvmProgram* nvvmProgram;

const char* nvvmGetErrorString(nvvmResult result);
nvvmResult nvvmVersion(int* major, int* minor);
nvvmResult nvvmIRVersion(int* majorIR, int* minorIR, int* majorDbg, int* minorDbg);
nvvmResult nvvmLLVMVersion(const char* arch, int* major);

nvvmResult nvvmCreateProgram(nvvmProgram* program);
nvvmResult nvvmDestroyProgram(nvvmProgram* program);
nvvmResult nvvmAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size,
                                  const char* name);
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram program, const char* buffer, size_t size,
                                      const char* name);
nvvmResult nvvmCompileProgram(nvvmProgram program, int numOptions, const char** options);
nvvmResult nvvmVerifyProgram(nvvmProgram program, int numOptions, const char** options);
nvvmResult nvvmGetCompiledResultSize(nvvmProgram program, size_t* bufferSize);
nvvmResult nvvmGetCompiledResult(nvvmProgram program, char* buffer);
nvvmResult nvvmGetProgramLogSize(nvvmProgram program, size_t* bufferSize);
nvvmResult nvvmGetProgramLog(nvvmProgram program, char* buffer);

#ifdef __cplusplus
}
#endif

#endif
