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
  void HandleCXXImplicitFunctionInstantiation(clang::FunctionDecl* function) override {
    instantiations_.push_back(function);
  }

  // Declarations of a precompiled header are not loaded: they are the system's, or ones of ours
  // that check-tidy has looked at in another source. What this source instantiates of their
  // templates is new, though, and only to be found here.
  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::SourceManager& sources = context.getSourceManager();
    std::vector<clang::Decl*> own;
    for (clang::Decl* decl : context.getTranslationUnitDecl()->noload_decls())
      if (decl->getLocation().isValid() && !sources.isInSystemHeader(decl->getLocation()))
        own.push_back(decl);
    for (clang::FunctionDecl* function : instantiations_)
      if (const clang::FunctionDecl* pattern = function->getTemplateInstantiationPattern();
          pattern && pattern->isFromASTFile() && function->hasBody() &&
          !sources.isInSystemHeader(function->getLocation()))
        own.push_back(function);
    context.setTraversalScope(own);
  }

private:
  std::vector<clang::FunctionDecl*> instantiations_;
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
