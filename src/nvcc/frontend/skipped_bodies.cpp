// Skips the bodies of device functions in headers during the host pass, which does not need them.
// The headers have so many that this saves compile time. The program's own are parsed in both
// passes, for their errors.
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

using namespace clang;

extern "C" {

bool __real__ZN5clang4Sema19canSkipFunctionBodyEPNS_4DeclE(Sema*, Decl*);
// clang calls this only with FrontendOptions::SkipFunctionBodies, which main.cpp sets.
bool __wrap__ZN5clang4Sema19canSkipFunctionBodyEPNS_4DeclE(Sema* self, Decl* declaration) {
  const FunctionDecl* function = declaration->getAsFunction();
  return function && function->hasAttr<CUDADeviceAttr>() && !function->hasAttr<CUDAHostAttr>() &&
         self->getSourceManager().isInSystemHeader(function->getLocation()) &&
         __real__ZN5clang4Sema19canSkipFunctionBodyEPNS_4DeclE(self, declaration);
}
}
