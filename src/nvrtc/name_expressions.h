// Resolves the name expressions that follow a source (clang_arguments.h) to kernels and variables,
// and finds the names that these have in the PTX.
#pragma once

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"

#include <functional>
#include <string>
#include <vector>

namespace heddle::nvrtc {

class NameExpressions : public clang::ASTConsumer {
public:
  NameExpressions(const std::vector<std::string>& expressions, std::vector<std::string>& names,
                  const std::function<bool()>& cancelled, bool& wasCancelled)
      : expressions_(expressions), names_(names), cancelled_(cancelled),
        wasCancelled_(wasCancelled) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;

private:
  void resolve(const clang::FunctionDecl& function);

  const std::vector<std::string>& expressions_;
  std::vector<std::string>& names_;
  const std::function<bool()>& cancelled_;
  bool& wasCancelled_;
};

} // namespace heddle::nvrtc
