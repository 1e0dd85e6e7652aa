// Parses headers and writes the precompiled result to memory, as clang's GeneratePCHAction writes
// it to a file.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Serialization/ASTWriter.h>

namespace heddle::frontend {

class PrecompileAction : public clang::GeneratePCHAction {
public:
  // `path` is the name that the result has in the file system of those who use it. With -isysroot,
  // the paths of headers below that directory are stored relative to it.
  PrecompileAction(std::string path, std::shared_ptr<clang::PCHBuffer> buffer)
      : path_(std::move(path)), buffer_(std::move(buffer)) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        compiler.getPreprocessor(), compiler.getModuleCache(), path_,
        compiler.getHeaderSearchOpts().Sysroot, buffer_,
        compiler.getFrontendOpts().ModuleFileExtensions, /*AllowASTWithErrors=*/false,
        /*IncludeTimestamps=*/false);
  }

private:
  std::string path_;
  std::shared_ptr<clang::PCHBuffer> buffer_;
};

} // namespace heddle::frontend
