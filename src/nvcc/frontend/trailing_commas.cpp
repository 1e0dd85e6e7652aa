// nvcc takes `Type<int,>` for `Type<int>` where the next parameter of the class template is a pack,
// as generated code writes it when the pack is empty. clang's parser does not say of which template
// a list of arguments is, so that the comma is skipped at the end of every list.
#include <clang/Parse/Parser.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using namespace clang;

namespace {

void skipTrailingComma(Parser& parser) {
  if (parser.getLangOpts().CUDA && parser.getCurToken().is(tok::comma) &&
      parser.getPreprocessor().LookAhead(0).isOneOf(tok::greater, tok::greatergreater,
                                                    tok::greatergreatergreater))
    parser.ConsumeToken();
}

// A copy of clang's Parser::TypeCastState, which is private.
enum TypeCast { NotTypeCast, MaybeTypeCast, IsTypeCast };

} // namespace

extern "C" {

TypeResult
__real__ZN5clang6Parser13ParseTypeNameEPNS_11SourceRangeENS_17DeclaratorContextENS_15AccessSpecifierEPPNS_4DeclEPNS_16ParsedAttributesE(
    Parser*, SourceRange*, DeclaratorContext, AccessSpecifier, Decl**, ParsedAttributes*);
TypeResult
__wrap__ZN5clang6Parser13ParseTypeNameEPNS_11SourceRangeENS_17DeclaratorContextENS_15AccessSpecifierEPPNS_4DeclEPNS_16ParsedAttributesE(
    Parser* parser, SourceRange* range, DeclaratorContext context, AccessSpecifier access,
    Decl** owned, ParsedAttributes* attributes) {
  TypeResult type =
      __real__ZN5clang6Parser13ParseTypeNameEPNS_11SourceRangeENS_17DeclaratorContextENS_15AccessSpecifierEPPNS_4DeclEPNS_16ParsedAttributesE(
          parser, range, context, access, owned, attributes);
  if (context == DeclaratorContext::TemplateArg)
    skipTrailingComma(*parser);
  return type;
}

// Of the callers only the one that parses template arguments asks whether the expression may be a
// cast.
ExprResult
__real__ZN5clang6Parser40ParseConstantExpressionInExprEvalContextENS0_13TypeCastStateE(Parser*,
                                                                                       TypeCast);
ExprResult __wrap__ZN5clang6Parser40ParseConstantExpressionInExprEvalContextENS0_13TypeCastStateE(
    Parser* parser, TypeCast cast) {
  ExprResult value =
      __real__ZN5clang6Parser40ParseConstantExpressionInExprEvalContextENS0_13TypeCastStateE(parser,
                                                                                             cast);
  if (cast == MaybeTypeCast)
    skipTrailingComma(*parser);
  return value;
}
}
