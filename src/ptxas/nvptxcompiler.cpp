// libnvptxcompiler over the assembler.
#pragma GCC visibility push(default) // nothing but the API is visible
#include "nvPTXCompiler.h"
#pragma GCC visibility pop

#include "ptxas/assembler.h"

#include <cstring>

using namespace heddle;

struct nvPTXCompiler {
  std::string ptx;
  ptxas::Assembly made;
};

namespace {

nvPTXCompileResult resultOf(jit::Failure failure) {
  switch (failure) {
  case jit::Failure::None:
    return NVPTXCOMPILE_SUCCESS;
  case jit::Failure::UnsupportedPtxVersion:
    return NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION;
  default:
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  }
}

nvPTXCompileResult giveSize(nvPTXCompilerHandle compiler, std::size_t* size,
                            std::string ptxas::Assembly::* text) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *size = (compiler->made.*text).size();
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult giveText(nvPTXCompilerHandle compiler, char* out,
                            std::string ptxas::Assembly::* text) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!out)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  const std::string& log = compiler->made.*text;
  std::memcpy(out, log.c_str(), log.size() + 1);
  return NVPTXCOMPILE_SUCCESS;
}

} // namespace

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int* major, unsigned int* minor) {
  if (!major || !minor)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle* compiler, size_t ptxCodeLen,
                                       const char* ptxCode) {
  if (!compiler || !ptxCode)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  // The text ends at its length, or at the zero that some count.
  *compiler = new nvPTXCompiler{std::string(ptxCode, strnlen(ptxCode, ptxCodeLen)), {}};
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle* compiler) {
  if (!compiler || !*compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  delete *compiler;
  *compiler = nullptr;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler, int numCompileOptions,
                                        const char* const* compileOptions) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (numCompileOptions < 0 || (numCompileOptions && !compileOptions))
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  compiler->made = {};
  std::vector<std::string> words;
  for (int at = 0; at < numCompileOptions; ++at)
    words.emplace_back(compileOptions[at] ? compileOptions[at] : "");
  ptxas::Options options;
  std::string wrong = ptxas::parse(words, options);
  if (wrong.empty() && !options.inputs.empty())
    wrong = "Unknown option '" + options.inputs[0] + "'";
  if (!wrong.empty()) {
    compiler->made.errors = "ptxas fatal   : " + wrong + "\n";
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  }
  compiler->made = ptxas::assemble({{compiler->ptx, "application ptx input"}}, options);
  return resultOf(compiler->made.failure);
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler,
                                                       size_t* binaryImageSize) {
  if (compiler && compiler->made.cubin.empty())
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  return giveSize(compiler, binaryImageSize, &ptxas::Assembly::cubin);
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler,
                                                   void* binaryImage) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  const std::string& cubin = compiler->made.cubin;
  if (cubin.empty())
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  if (!binaryImage)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  std::memcpy(binaryImage, cubin.data(), cubin.size());
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler,
                                                size_t* errorLogSize) {
  return giveSize(compiler, errorLogSize, &ptxas::Assembly::errors);
}

nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler, char* errorLog) {
  return giveText(compiler, errorLog, &ptxas::Assembly::errors);
}

nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler, size_t* infoLogSize) {
  return giveSize(compiler, infoLogSize, &ptxas::Assembly::info);
}

nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler, char* infoLog) {
  return giveText(compiler, infoLog, &ptxas::Assembly::info);
}
