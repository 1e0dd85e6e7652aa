#include "ptx/lexer.h"

#include <gtest/gtest.h>

namespace heddle::ptx {
namespace {

TEST(Lexer, NamesRegistersAndModifiers) {
  auto tokens = tokenise("add.s32 %r1, $L__BB0_1, _$_str; ld.L2::128B %tid.x");
  ASSERT_EQ(tokens.size(), 13U);
  EXPECT_EQ(tokens[0].text, "add");
  EXPECT_EQ(tokens[1].kind, TokenKind::DotWord);
  EXPECT_EQ(tokens[1].text, "s32");
  EXPECT_EQ(tokens[2].text, "%r1");
  EXPECT_EQ(tokens[4].text, "$L__BB0_1");
  EXPECT_EQ(tokens[6].text, "_$_str");
  EXPECT_EQ(tokens[9].text, "L2::128B");
  EXPECT_EQ(tokens[10].text, "%tid");
  EXPECT_EQ(tokens[11].text, "x");
  EXPECT_EQ(tokens[12].kind, TokenKind::End);
}

TEST(Lexer, Numbers) {
  auto tokens = tokenise("10 0x1F 017 0b101 42U 0f3F800000 0d3FF0000000000000 1.5 2e3");
  EXPECT_EQ(tokens[0].integer, 10U);
  EXPECT_EQ(tokens[1].integer, 31U);
  EXPECT_EQ(tokens[2].integer, 15U);
  EXPECT_EQ(tokens[3].integer, 5U);
  EXPECT_EQ(tokens[4].integer, 42U);
  EXPECT_TRUE(tokens[4].isUnsigned);
  EXPECT_EQ(tokens[5].kind, TokenKind::Float);
  EXPECT_TRUE(tokens[5].isSingle);
  EXPECT_EQ(tokens[5].real, 1.0);
  EXPECT_EQ(tokens[6].real, 1.0);
  EXPECT_FALSE(tokens[6].isSingle);
  EXPECT_EQ(tokens[7].real, 1.5);
  EXPECT_EQ(tokens[8].real, 2000.0);
}

TEST(Lexer, LinesAndColumns) {
  auto tokens = tokenise("a // comment\n  b /* x\n y */ c\n#line 3\nd");
  EXPECT_EQ(tokens[0].location.line, 1U);
  EXPECT_EQ(tokens[1].location.line, 2U);
  EXPECT_EQ(tokens[1].location.column, 3U);
  EXPECT_EQ(tokens[2].location.line, 3U);
  EXPECT_EQ(tokens[2].location.column, 7U);
  EXPECT_EQ(tokens[3].text, "d");
  EXPECT_EQ(tokens[3].location.line, 5U);
}

TEST(Lexer, MalformedPlaces) {
  for (const char* text :
       {"0f3F8", "0d1", "0x", "99999999999999999999", "\"open", "/* open", "12ab", "\x01", "`"})
    EXPECT_EQ(tokenise(text)[0].kind, TokenKind::Invalid) << text;
}

TEST(Lexer, TrailingZerosAreTheEnd) {
  auto tokens = tokenise(std::string_view("ret;\0\0\0", 7));
  EXPECT_EQ(tokens.size(), 3U);
}

} // namespace
} // namespace heddle::ptx
