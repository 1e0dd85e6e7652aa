// Variables of the device with internal linkage: the driver finds them by the name they have in the
// source, also when no kernel uses them.
#pragma once

#include "clang/AST/ASTConsumer.h"

namespace heddle::nvrtc {

class StaticVariables : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override;
};

} // namespace heddle::nvrtc
