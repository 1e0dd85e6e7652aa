// __cluster_dims__: clang 19 has no such attribute and LLVM 19 writes no directive for it. The
// header makes it an annotation; here the PTX that clang writes gets what it says.
#include "annotations.h"
#include "nvcc/frontend/convergence.h"

#include <clang/Basic/CodeGenOptions.h>
#include <clang/CodeGen/BackendUtil.h>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace clang;

namespace {

constexpr const char* kAnnotation = "heddle.cluster_dims";

struct ClusterDims {
  std::string kernel;
  std::array<std::uint64_t, 3> blocks{1, 1, 1};
};

std::vector<ClusterDims> clusterDims(llvm::Module& module) {
  std::vector<ClusterDims> result;
  heddle::frontend::forEachAnnotated(
      module, kAnnotation, [&](llvm::Function& function, const llvm::Constant* values) {
        ClusterDims dims;
        dims.kernel = function.getName().str();
        for (unsigned axis = 0; values && axis < 3; ++axis)
          if (auto* value =
                  llvm::dyn_cast_or_null<llvm::ConstantInt>(values->getAggregateElement(axis)))
            dims.blocks[axis] = value->getZExtValue();
        result.push_back(std::move(dims));
      });
  return result;
}

// The directive stands behind the kernel's parameters.
void addDirective(std::string& ptx, const ClusterDims& dims) {
  std::size_t kernel = ptx.find(".entry " + dims.kernel + "(");
  std::size_t end = kernel == std::string::npos ? kernel : ptx.find(')', kernel);
  if (end == std::string::npos)
    return;
  ptx.insert(end + 1, "\n.explicitcluster\n.reqnctapercluster " + std::to_string(dims.blocks[0]) +
                          ", " + std::to_string(dims.blocks[1]) + ", " +
                          std::to_string(dims.blocks[2]));
}

bool hasClusters(llvm::StringRef ptx) {
  llvm::StringRef target = ptx.split(".target sm_").second.take_while(llvm::isDigit);
  unsigned number = 0;
  return !target.getAsInteger(10, number) && number >= 90;
}

} // namespace

#define EMIT_BACKEND_OUTPUT(prefix)                                                                \
  prefix##_ZN5clang17EmitBackendOutputERNS_17DiagnosticsEngineERKNS_19HeaderSearchOptionsERKNS_14CodeGenOptionsERKNS_13TargetOptionsERKNS_11LangOptionsEN4llvm9StringRefEPNSE_6ModuleENS_13BackendActionENSE_18IntrusiveRefCntPtrINSE_3vfs10FileSystemEEESt10unique_ptrINSE_17raw_pwrite_streamESt14default_deleteISO_EEPNS_15BackendConsumerE

extern "C" {
void EMIT_BACKEND_OUTPUT(__real_)(DiagnosticsEngine&, const HeaderSearchOptions&,
                                  const CodeGenOptions&, const TargetOptions&, const LangOptions&,
                                  StringRef, llvm::Module*, BackendAction,
                                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>,
                                  std::unique_ptr<llvm::raw_pwrite_stream>, BackendConsumer*);
void EMIT_BACKEND_OUTPUT(__wrap_)(DiagnosticsEngine& diagnostics, const HeaderSearchOptions& search,
                                  const CodeGenOptions& options, const TargetOptions& target,
                                  const LangOptions& language, StringRef layout,
                                  llvm::Module* module, BackendAction action,
                                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                  std::unique_ptr<llvm::raw_pwrite_stream> out,
                                  BackendConsumer* consumer) {
  std::vector<ClusterDims> kernels;
  if (language.CUDA)
    heddle::frontend::trapInOtherSide(*module);
  if (language.CUDAIsDevice)
    heddle::frontend::keepPrintsTogether(*module);
  if (llvm::StringRef(module->getTargetTriple()).starts_with("nvptx") && out &&
      action == Backend_EmitAssembly)
    kernels = clusterDims(*module);
  if (kernels.empty())
    return EMIT_BACKEND_OUTPUT(__real_)(diagnostics, search, options, target, language, layout,
                                        module, action, files, std::move(out), consumer);
  llvm::SmallString<0> written;
  EMIT_BACKEND_OUTPUT(__real_)(diagnostics, search, options, target, language, layout, module,
                               action, files, std::make_unique<llvm::raw_svector_ostream>(written),
                               consumer);
  std::string ptx(written.str());
  if (hasClusters(ptx))
    for (const ClusterDims& dims : kernels)
      addDirective(ptx, dims);
  *out << ptx;
}
}
