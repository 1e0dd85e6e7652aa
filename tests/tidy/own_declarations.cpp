// A plugin of clang, loaded into clang-tidy, that makes it look at our own declarations only.
//
// clang-tidy visits every declaration of a translation unit and afterwards drops what it has found
// in system headers. With the headers of LLVM that is nine tenths of its time.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

namespace {

class OwnDeclarations : public clang::ASTConsumer {
public:
  // Declarations of a precompiled header are not loaded, and are not ours: check-tidy puts only
  // system headers into it.
  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::SourceManager& sources = context.getSourceManager();
    std::vector<clang::Decl*> own;
    for (clang::Decl* decl : context.getTranslationUnitDecl()->noload_decls())
      if (decl->getLocation().isValid() && !sources.isInSystemHeader(decl->getLocation()))
        own.push_back(decl);
    context.setTraversalScope(own);
  }
};

class OwnDeclarationsAction : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                        llvm::StringRef) override {
    return std::make_unique<OwnDeclarations>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override {
    return true;
  }
  // Before clang-tidy, which has no say in this: every plugin of this kind is part of every action.
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<OwnDeclarationsAction>
    registration("own-declarations", "limits what is visited to declarations of this project");

} // namespace
