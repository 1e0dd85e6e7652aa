// libnvptxcompiler: the API of nvPTXCompiler.h, over the assembler that bin/ptxas uses.
#pragma GCC visibility push(default) // of the functions in this header, and of nothing else
#include "nvPTXCompiler.h"
#pragma GCC visibility pop

#include "ir/api_boundary.h"
#include "ptxas/assembler.h"
#include "toolkit/tool_options.h"
#include "toolkit/version.h"

#include <cstring>
#include <span>

using namespace heddle;

struct nvPTXCompiler {
  std::string ptx;
  ptxas::Assembly assembly;
};

namespace {

template <class Body> nvPTXCompileResult guarded(Body body) {
  return withoutExceptions<nvPTXCompileResult>(
      {NVPTXCOMPILE_ERROR_OUT_OF_MEMORY, NVPTXCOMPILE_ERROR_INTERNAL, NVPTXCOMPILE_ERROR_INTERNAL},
      body);
}

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

nvPTXCompileResult copySize(nvPTXCompilerHandle compiler, std::size_t* size,
                            std::string ptxas::Assembly::* text) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *size = (compiler->assembly.*text).size();
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult copyText(nvPTXCompilerHandle compiler, char* out,
                            std::string ptxas::Assembly::* text) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!out)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  const std::string& log = compiler->assembly.*text;
  std::memcpy(out, log.c_str(), log.size() + 1);
  return NVPTXCOMPILE_SUCCESS;
}

// The options of bin/ptxas. The PTX is in memory already, so a file is as unknown as any other
// word.
ptxas::Options parseOptions(const std::vector<std::string>& words) {
  ptxas::Options options = ptxas::parse(words);
  if (!options.inputs.empty())
    throw toolkit::UsageError("Unknown option '" + options.inputs[0] + "'");
  if (!options.inputStrings.empty())
    throw toolkit::UsageError("Unknown option '--input-as-string'");
  return options;
}

nvPTXCompileResult compile(nvPTXCompiler& compiler, std::span<const char* const> options) {
  compiler.assembly = {};
  std::vector<std::string> words;
  for (const char* option : options)
    words.emplace_back(option ? option : "");
  try {
    compiler.assembly =
        ptxas::assemble({{compiler.ptx, "application ptx input"}}, parseOptions(words));
  } catch (const toolkit::UsageError& error) {
    compiler.assembly.errors = std::string("ptxas fatal   : ") + error.what() + "\n";
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  }
  return resultOf(compiler.assembly.failure);
}

} // namespace

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int* major, unsigned int* minor) {
  if (!major || !minor)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = toolkit::kMajorVersion;
  *minor = toolkit::kMinorVersion;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle* compiler, size_t ptxCodeLen,
                                       const char* ptxCode) {
  if (!compiler || !ptxCode)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  return guarded([&] {
    // Some programs count the terminating zero in the length and some do not.
    *compiler = new nvPTXCompiler{std::string(ptxCode, strnlen(ptxCode, ptxCodeLen)), {}};
    return NVPTXCOMPILE_SUCCESS;
  });
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
  return guarded([&] {
    return compile(*compiler, {compileOptions, static_cast<std::size_t>(numCompileOptions)});
  });
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler,
                                                       size_t* binaryImageSize) {
  if (compiler && compiler->assembly.cubin.empty())
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  return copySize(compiler, binaryImageSize, &ptxas::Assembly::cubin);
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler,
                                                   void* binaryImage) {
  if (!compiler)
    return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  const std::string& cubin = compiler->assembly.cubin;
  if (cubin.empty())
    return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  if (!binaryImage)
    return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  std::memcpy(binaryImage, cubin.data(), cubin.size());
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler,
                                                size_t* errorLogSize) {
  return copySize(compiler, errorLogSize, &ptxas::Assembly::errors);
}

nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler, char* errorLog) {
  return copyText(compiler, errorLog, &ptxas::Assembly::errors);
}

nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler, size_t* infoLogSize) {
  return copySize(compiler, infoLogSize, &ptxas::Assembly::info);
}

nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler, char* infoLog) {
  return copyText(compiler, infoLog, &ptxas::Assembly::info);
}
