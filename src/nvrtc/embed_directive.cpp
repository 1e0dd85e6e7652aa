// Takes #embed away from clang, because NVRTC does not know it: there it is an unrecognised
// directive. Besides, clang 19 crashes at a #embed in a source that is not a file.
#include <clang/Basic/IdentifierTable.h>

// extern "C" is only for the names; the types are those of clang's functions.
#pragma clang diagnostic ignored "-Wreturn-type-c-linkage"

using clang::IdentifierInfo;
using clang::tok::PPKeywordKind;

extern "C" {

PPKeywordKind __real__ZNK5clang14IdentifierInfo14getPPKeywordIDEv(const IdentifierInfo*);
// Which directive an identifier stands for.
PPKeywordKind __wrap__ZNK5clang14IdentifierInfo14getPPKeywordIDEv(const IdentifierInfo* self) {
  const PPKeywordKind keyword = __real__ZNK5clang14IdentifierInfo14getPPKeywordIDEv(self);
  return keyword == clang::tok::pp_embed ? clang::tok::pp_not_keyword : keyword;
}
}
