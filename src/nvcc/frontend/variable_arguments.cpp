// Device functions with an ellipsis. LLVM can lower them, but clang refuses va_arg in device code.
#include <clang/Sema/Sema.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

// Turns LangOptions::CUDA off while clang builds a va_arg. clang looks at it there for nothing but
// the refusal.
class WithoutCuda {
public:
  explicit WithoutCuda(Sema& sema)
      : options_(const_cast<LangOptions&>(sema.getLangOpts())), cuda_(options_.CUDA) {
    options_.CUDA = false;
  }
  ~WithoutCuda() { options_.CUDA = cuda_; }
  WithoutCuda(const WithoutCuda&) = delete;
  WithoutCuda& operator=(const WithoutCuda&) = delete;

private:
  LangOptions& options_;
  bool cuda_;
};

} // namespace

extern "C" {

ExprResult
__real__ZN5clang4Sema10ActOnVAArgENS_14SourceLocationEPNS_4ExprENS_9OpaquePtrINS_8QualTypeEEES1_(
    Sema*, SourceLocation, Expr*, ParsedType, SourceLocation);
ExprResult
__wrap__ZN5clang4Sema10ActOnVAArgENS_14SourceLocationEPNS_4ExprENS_9OpaquePtrINS_8QualTypeEEES1_(
    Sema* self, SourceLocation builtin, Expr* list, ParsedType type, SourceLocation end) {
  WithoutCuda language(*self);
  return __real__ZN5clang4Sema10ActOnVAArgENS_14SourceLocationEPNS_4ExprENS_9OpaquePtrINS_8QualTypeEEES1_(
      self, builtin, list, type, end);
}

// The same for va_arg in a template that is instantiated.
ExprResult
__real__ZN5clang4Sema14BuildVAArgExprENS_14SourceLocationEPNS_4ExprEPNS_14TypeSourceInfoES1_(
    Sema*, SourceLocation, Expr*, TypeSourceInfo*, SourceLocation);
ExprResult
__wrap__ZN5clang4Sema14BuildVAArgExprENS_14SourceLocationEPNS_4ExprEPNS_14TypeSourceInfoES1_(
    Sema* self, SourceLocation builtin, Expr* list, TypeSourceInfo* type, SourceLocation end) {
  WithoutCuda language(*self);
  return __real__ZN5clang4Sema14BuildVAArgExprENS_14SourceLocationEPNS_4ExprEPNS_14TypeSourceInfoES1_(
      self, builtin, list, type, end);
}
}
