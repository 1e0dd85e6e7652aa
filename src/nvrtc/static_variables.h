// Makes static device variables part of the PTX under the name that they have in the source, even
// when no kernel uses them, since programs look them up by that name.
#pragma once

#include "clang/AST/ASTConsumer.h"

namespace heddle::nvrtc {

class StaticVariables : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
};

} // namespace heddle::nvrtc
