// nvcc takes `Type<T>::member<n>(argument)` for a call of a member template, although the keyword
// `template` is missing, where clang would compare `member` with n. With a type between the
// brackets both compilers require the keyword. After `typename`, as in
// `typename Type<T>::member<int>`, nothing but a template can be meant, and nvcc requires none.
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Parse/Parser.h>

using namespace clang;

namespace {

// A copy of clang's Parser::TPResult, which is private.
enum class Tentative { True, False, Ambiguous, Error };

// Whether the tokens from the n-th after the parser's own are `<names and numbers>(`.
bool isBracketedCall(Preprocessor& preprocessor, unsigned n) {
  if (!preprocessor.LookAhead(n).is(tok::less))
    return false;
  for (;;) {
    const Token token = preprocessor.LookAhead(++n);
    if (token.is(tok::greater))
      return preprocessor.LookAhead(n + 1).is(tok::l_paren);
    // The parser may have replaced names by annotations.
    if (!token.isOneOf(tok::identifier, tok::annot_non_type, tok::annot_primary_expr,
                       tok::annot_cxxscope, tok::numeric_constant, tok::coloncolon, tok::comma,
                       tok::kw_true, tok::kw_false))
      return false;
  }
}

void setMissingKeyword(Parser& parser, diag::Severity severity) {
  parser.getActions().getDiagnostics().setSeverity(diag::err_missing_dependent_template_keyword,
                                                   severity, SourceLocation());
}

} // namespace

extern "C" {

bool __real__ZN5clang6Parser30ParseOptionalCXXScopeSpecifierERNS_12CXXScopeSpecENS_9OpaquePtrINS_8QualTypeEEEbbPbbPPKNS_14IdentifierInfoEbb(
    Parser*, CXXScopeSpec&, ParsedType, bool, bool, bool*, bool, const IdentifierInfo**, bool,
    bool);
bool __wrap__ZN5clang6Parser30ParseOptionalCXXScopeSpecifierERNS_12CXXScopeSpecENS_9OpaquePtrINS_8QualTypeEEEbbPbbPPKNS_14IdentifierInfoEbb(
    Parser* parser, CXXScopeSpec& scope, ParsedType object, bool objectHasErrors, bool entering,
    bool* mayBePseudoDestructor, bool isTypename, const IdentifierInfo** last, bool onlyNamespace,
    bool inUsingDeclaration) {
  if (parser->getLangOpts().CUDA && isTypename)
    setMissingKeyword(*parser, diag::Severity::Ignored);
  return __real__ZN5clang6Parser30ParseOptionalCXXScopeSpecifierERNS_12CXXScopeSpecENS_9OpaquePtrINS_8QualTypeEEEbbPbbPPKNS_14IdentifierInfoEbb(
      parser, scope, object, objectHasErrors, entering, mayBePseudoDestructor, isTypename, last,
      onlyNamespace, inUsingDeclaration);
}

Tentative __real__ZN5clang6Parser22isTemplateArgumentListEj(Parser*, unsigned);
Tentative __wrap__ZN5clang6Parser22isTemplateArgumentListEj(Parser* parser, unsigned skipped) {
  Tentative answer = __real__ZN5clang6Parser22isTemplateArgumentListEj(parser, skipped);
  if (!parser->getLangOpts().CUDA || skipped == 0)
    return answer;
  bool call =
      answer == Tentative::Ambiguous && isBracketedCall(parser->getPreprocessor(), skipped - 1);
  setMissingKeyword(*parser, call ? diag::Severity::Ignored : diag::Severity::Error);
  return call ? Tentative::True : answer;
}
}
