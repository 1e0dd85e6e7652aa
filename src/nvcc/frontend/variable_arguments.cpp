// Functions of the device with an ellipsis: LLVM lowers them, and clang only refuses va_arg.
#include <clang/Sema/Sema.h>

// The functions are clang's; only their names are C's.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

// clang asks the language's options, and for nothing else of CUDA while it builds a va_arg.
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

// Again in each instance of a template.
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
