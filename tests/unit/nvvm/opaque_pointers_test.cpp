#include "nvvm/opaque_pointers.h"

#include <gtest/gtest.h>

using heddle::nvvm::withOpaquePointers;

TEST(OpaquePointers, ReplaceEveryKindOfTypedPointer) {
  const std::pair<const char*, const char*> cases[] = {
      {"load i32, i32* %p", "load i32, ptr %p"},
      {"i8** %p", "ptr %p"},
      {"float addrspace(1)* %p", "ptr addrspace(1) %p"},
      {"i8 addrspace(3)* addrspace(1)* %p", "ptr addrspace(1) %p"},
      {"{ i32, i8* }* %p", "ptr %p"},
      {"<{ i8, i32 }>* %p", "ptr %p"},
      {"[4 x <2 x float>]* %p", "ptr %p"},
      {"%struct.x* %p, %\"a b*\"* %q", "ptr %p, ptr %q"},
      {"!{void (i8*, i32)* @k, !\"kernel\", i32 1}", "!{ptr @k, !\"kernel\", i32 1}"},
      {"i32 (i8*, ...)* @printf", "ptr @printf"},
      {"i8* (i32*)** %f", "ptr %f"},
      {"bitcast i32* %p to float*", "bitcast ptr %p to ptr"},
  };
  for (const auto& [typed, opaque] : cases)
    EXPECT_EQ(withOpaquePointers(typed), opaque);
}

TEST(OpaquePointers, LeaveOtherStarsAlone) {
  for (const char* text : {"; a comment with i32* in it\nret void", "c\"i8* in a string\\22\"",
                           "load ptr, ptr %p ; new", "call void asm \"ld*\", \"r\"()"})
    EXPECT_EQ(withOpaquePointers(text), text);
}

// What is not IR at all does not end in an endless loop or outside of the text.
TEST(OpaquePointers, SurviveAnyText) {
  for (const char* text :
       {"*", "**", ")*", "}*", "(*", "addrspace(*", "\"*", "\"", ")))***", "x(*)*"})
    EXPECT_FALSE(withOpaquePointers(text).empty()) << text;
}
