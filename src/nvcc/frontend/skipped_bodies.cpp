// The pass for the host has no use for what functions of the device do, and the headers are full of
// them: it reads over their bodies. The program's own are still looked at in both passes.
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

using namespace clang;

extern "C" {

bool __real__ZN5clang4Sema19canSkipFunctionBodyEPNS_4DeclE(Sema*, Decl*);
// Asked only where the front end's option to skip bodies is set.
bool __wrap__ZN5clang4Sema19canSkipFunctionBodyEPNS_4DeclE(Sema* self, Decl* declaration) {
  const FunctionDecl* function = declaration->getAsFunction();
  return function && function->hasAttr<CUDADeviceAttr>() && !function->hasAttr<CUDAHostAttr>() &&
         self->getSourceManager().isInSystemHeader(function->getLocation()) &&
         __real__ZN5clang4Sema19canSkipFunctionBodyEPNS_4DeclE(self, declaration);
}
}
