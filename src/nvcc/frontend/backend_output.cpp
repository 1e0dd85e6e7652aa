// Changes the LLVM IR that clang has made before LLVM compiles it, and the PTX that LLVM writes.
#include "nvcc/frontend/annotations.h"
#include "nvcc/frontend/cluster_dims.h"
#include "nvcc/frontend/constant_stores.h"
#include "nvcc/frontend/convergence.h"
#include "nvcc/frontend/demote_doubles.h"
#include "nvcc/frontend/inlined_lines.h"
#include "nvcc/frontend/launched_blocks.h"
#include "nvcc/frontend/local_array_loops.h"
#include "nvcc/frontend/narrow_conversions.h"
#include "nvcc/frontend/recorded_bitcode.h"
#include "nvcc/frontend/undefined_values.h"
#include "nvcc/frontend/vector_accesses.h"
#include "toolkit/module_flags.h"

#include <clang/Basic/CodeGenOptions.h>
#include <clang/CodeGen/BackendUtil.h>

#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>

using namespace clang;

#define EMIT_BACKEND_OUTPUT(prefix)                                                                \
  prefix##_ZN5clang17EmitBackendOutputERNS_17DiagnosticsEngineERKNS_19HeaderSearchOptionsERKNS_14CodeGenOptionsERKNS_13TargetOptionsERKNS_11LangOptionsEN4llvm9StringRefEPNSE_6ModuleENS_13BackendActionENSE_18IntrusiveRefCntPtrINSE_3vfs10FileSystemEEESt10unique_ptrINSE_17raw_pwrite_streamESt14default_deleteISO_EEPNS_15BackendConsumerE

extern "C" {
void EMIT_BACKEND_OUTPUT(__real_)(DiagnosticsEngine&, const HeaderSearchOptions&,
                                  const CodeGenOptions&, const TargetOptions&, const LangOptions&,
                                  StringRef, llvm::Module*, BackendAction,
                                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>,
                                  std::unique_ptr<llvm::raw_pwrite_stream>, BackendConsumer*);
void EMIT_BACKEND_OUTPUT(__wrap_)(DiagnosticsEngine& diagnostics, const HeaderSearchOptions& search,
                                  const CodeGenOptions& given, const TargetOptions& target,
                                  const LangOptions& language, StringRef layout,
                                  llvm::Module* module, BackendAction action,
                                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                  std::unique_ptr<llvm::raw_pwrite_stream> out,
                                  BackendConsumer* consumer) {
  std::vector<heddle::frontend::ClusterDims> kernels;
  if (language.CUDA)
    heddle::frontend::defineTraps(*module);
  CodeGenOptions options = given;
  if (language.CUDAIsDevice) {
    heddle::frontend::makePrintfConvergent(*module);
    heddle::frontend::convertThrough32Bits(*module);
    heddle::frontend::demoteDoubles(*module, diagnostics);
    heddle::frontend::trapConstantStores(options, diagnostics);
    heddle::frontend::unrollLocalArrayLoops(options);
    heddle::frontend::copyVectorsWhole(options);
    heddle::frontend::splitMisalignedVectors(options);
    heddle::frontend::addBitcodeRecorder(options);
    heddle::frontend::defineUndefinedValues(options);
    if (action == Backend_EmitBC)
      heddle::toolkit::removeDenormalFlag(*module);
  }
  bool hasLines = false;
  std::string launched;
  if (llvm::StringRef(module->getTargetTriple()).starts_with("nvptx") && out &&
      action == Backend_EmitAssembly) {
    kernels = heddle::frontend::findClusterDims(*module);
    hasLines = heddle::frontend::prepareInlinedLines(*module);
    launched = heddle::frontend::launchedBlockComments(*module);
  }
  if (kernels.empty() && !hasLines && launched.empty())
    return EMIT_BACKEND_OUTPUT(__real_)(diagnostics, search, options, target, language, layout,
                                        module, action, std::move(files), std::move(out), consumer);
  llvm::SmallString<0> written;
  EMIT_BACKEND_OUTPUT(__real_)(diagnostics, search, options, target, language, layout, module,
                               action, std::move(files),
                               std::make_unique<llvm::raw_svector_ostream>(written), consumer);
  std::string ptx(written.str());
  heddle::frontend::addClusterDirectives(ptx, kernels);
  if (hasLines)
    heddle::frontend::addInlinedLines(ptx);
  *out << ptx << launched;
}
}
