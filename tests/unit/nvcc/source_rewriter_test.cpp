// Launch syntax that clang does not read (row P-013), and all that must be left alone (row P-014).
#include "nvcc/files.h"
#include "nvcc/source_lexer.h"
#include "nvcc/source_remap.h"
#include "nvcc/source_rewriter.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace heddle::nvcc {
namespace {

void expectSame(std::string_view source) {
  auto result = rewriteSource(source);
  EXPECT_FALSE(result) << source << "\nbecame\n" << result.value_or("");
}

void expectChange(std::string_view source, std::string_view expected) {
  auto result = rewriteSource(source);
  ASSERT_TRUE(result) << source;
  EXPECT_EQ(*result, expected);
}

TEST(Rewriter, SplitBrackets) {
  expectChange("k << <1, 2 >> >(x);", "k <<< 1, 2 >>> (x);");
  expectChange("k< << 1, 2> >>(x);", "k<<<  1, 2>>> (x);");
  expectChange("k < < < 1, 2 > > > (x);", "k <<<   1, 2 >>>   (x);");
  expectChange("k<<<1, 2>> >(x);", "k<<<1, 2>>> (x);");
  expectChange("k<< <1, 2>>>(x);", "k<<< 1, 2>>>(x);");
  expectChange("k<int, 3> << <1, 2 >> >();", "k<int, 3> <<< 1, 2 >>> ();");
  expectChange("k<A<int> > << <1, 2 >> >();", "k<A<int> > <<< 1, 2 >>> ();");
}

TEST(Rewriter, OperandsOfInlinePtx) {
  expectChange("asm(\"t\" : \"=r\"(a) : \"r\"(b) \"r\"(c));",
               "asm(\"t\" : \"=r\"(a) : \"r\"(b) , \"r\"(c));");
  expectSame("asm volatile(\"load \" REGISTERS(\"a\") \", [%0];\" : : \"l\"(p));");
}

TEST(Rewriter, MainWithoutResult) {
  expectChange("void main() { if (x) return; f(); }", "int  main() { if (x) return 0; f(); }");
  expectChange("void main(int argc, char** argv);", "int  main(int argc, char** argv);");
  expectSame("void f() { return; } int main() { return 0; }");
  expectSame("struct A { void main() { return; } };");
  expectSame("void maintain() { return; }");
}

TEST(Rewriter, KeepsLinesAndLength) {
  std::string source = "a;\nk << /* why */\n <grid,\n block >> \n > (x);\nb;\n";
  auto result = rewriteSource(source);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->size(), source.size());
  EXPECT_EQ(std::count(result->begin(), result->end(), '\n'),
            std::count(source.begin(), source.end(), '\n'));
  EXPECT_NE(result->find("k <<<"), std::string::npos);
  EXPECT_NE(result->find("block >>>"), std::string::npos);
}

TEST(Rewriter, Braces) {
  expectChange("k<<<{1,2},{4}>>>(x);", "k<<<::dim3{1,2},::dim3{4}>>>(x);");
  expectChange("k << <{1}, 5 >> >(x);", "k <<< ::dim3{1}, 5 >>> (x);");
  expectChange("k<<<g, {n, f(1, 2)}, 0, s>>>();", "k<<<g, ::dim3{n, f(1, 2)}, 0, s>>>();");
  expectChange("k<<<1, 2, {}, {}>>>();", "k<<<1, 2, ::size_t{}, ::cudaStream_t{}>>>();");
  expectSame("k<<<dim3{1,2}, dim3{4}>>>(x);");
  expectSame("k<<<f({1}), g[{2}]>>>(x);");
}

TEST(Rewriter, SeveralInOneSource) {
  expectChange("a << <1,1 >> >(); b<<<1,1>>>(); c<<<{1},1>>>();",
               "a <<< 1,1 >>> (); b<<<1,1>>>(); c<<<::dim3{1},1>>>();");
}

TEST(Rewriter, TemplatesInsideTheConfiguration) {
  expectChange("k << <f<A<int> >(), 2 >> >(x);", "k <<< f<A<int> >(), 2 >>> (x);");
  expectSame("k<<<(a > b), a >> 1>>>(x);");
}

TEST(Rewriter, LeavesGoodCodeAlone) {
  expectSame("k<<<1, 2>>>(x);");
  expectSame("k<<< a, b >>>(x);");
  expectSame("x = a << b << c; y = a >> b >> c; z = a < b;");
  expectSame("std::vector<std::map<int, std::vector<int> > > v;");
  expectSame("A<B<C<int> > > x; f<g<h<int>>>(1);");
  expectSame("std::cout << operator<< <int>(a, b);");
  expectSame("operator << <T>(a);");
  expectSame("template <class T> std::ostream& operator<< <>(std::ostream&, const A<T>&);");
}

TEST(Rewriter, LeavesLiteralsAndCommentsAlone) {
  expectSame("puts(\"k << <1,1 >> >()\");");
  expectSame("puts(\"a \\\" k << <1,1 >> >()\");");
  expectSame("// k << <1,1 >> >()\n/* k << <1,1 >> >() */ int x;");
  expectSame("// continued \\\n k << <1,1 >> >()\nint x;");
  expectSame("puts(R\"x(k << <1,1 >> >() )\" )x\");");
  expectSame("puts(u8R\"(k << <1,1 >> >() \")\");");
  expectSame("char c = '\"'; const char* s = \"<< <\"; char d = '\\'';");
  expectChange("int n = 1'000'000; k << <n, 1 >> >();", "int n = 1'000'000; k <<< n, 1 >>> ();");
  expectChange("int n = 0x1'ff; k << <n, 1 >> >(); char c = 'x';",
               "int n = 0x1'ff; k <<< n, 1 >>> (); char c = 'x';");
}

TEST(Rewriter, UnfinishedLiteralsEndWithTheirLine) {
  expectChange("#error don't do this\nk << <1,1 >> >();",
               "#error don't do this\nk <<< 1,1 >>> ();");
  expectSame("\"never closed");
  expectSame("/* never closed");
  expectSame("R\"x(never closed");
  expectChange("k << <1, 1", "k <<< 1, 1");
  expectSame("'");
  expectSame("");
}

TEST(Rewriter, MacrosAndIncludes) {
  expectChange("#define RUN(k) k << <1, 1 >> >()\n", "#define RUN(k) k <<< 1, 1 >>> ()\n");
  expectSame("#include <a<<b>\n#include <vector>\n");
}

TEST(Rewriter, MacrosForPragmas) {
  expectChange("#define UNROLL #pragma unroll\nint x;",
               "#define UNROLL _Pragma(\"unroll\")\nint x;");
  expectChange("# define U  # pragma unroll 4 // why\n",
               "# define U  _Pragma(\"unroll 4\") // why\n");
  expectSame("#define TEXT(x) #x\n#pragma unroll\n#define NOTHING\n#pragma once\n");
}

TEST(Rewriter, Cyrillic) {
  expectSame("// Запуск << <1>> >\nputs(\"готово << <\"); char32_t c = U'я';\n");
  expectChange("// Запуск\nядро << <1, 1 >> >(nя, \"ядро\");",
               "// Запуск\n_u044f_u0434_u0440_u043e <<< 1, 1 >>> (n_u044f, \"ядро\");");
  expectChange("int 变; int \U0001F600 = 0;", "int _u53d8; int _u1f600 = 0;");
  expectSame("#include \"я.h\"\n#include <я/б.h>\n");
}

TEST(Rewriter, BrokenUtf8IsLeftToClang) {
  expectChange("int a\xff = 1;", "int a\xff = 1;");
  expectChange("int a\xd1", "int a\xd1");
}

TEST(Rewriter, ByteOrderMark) {
  expectSame("\xEF\xBB\xBFint x;\n");
  expectSame("\xEF\xBB\xBF#include <a<<b>\n");
}

TEST(Rewriter, WindowsLineEnds) {
  expectChange("// c\r\nk << <1,\r\n1 >> >();\r\n", "// c\r\nk <<< 1,\r\n1 >>> ();\r\n");
}

TEST(Includes, QuotedAndAngled) {
  std::vector<Include> includes =
      findIncludes(lexSource("#include \"a.h\"\n  # include <b/c.h> // x\n"
                             "// #include \"no.h\"\nputs(\"#include <no>\");\n"
                             "#include MACRO\n#include \"я.h\"\n"));
  ASSERT_EQ(includes.size(), 3u);
  EXPECT_EQ(includes[0].name, "a.h");
  EXPECT_TRUE(includes[0].quoted);
  EXPECT_EQ(includes[1].name, "b/c.h");
  EXPECT_FALSE(includes[1].quoted);
  EXPECT_EQ(includes[2].name, "я.h");
}

TEST(Includes, AFileIsScannedOnceUnderItsFirstName) {
  const WorkDirectory work({});
  const std::filesystem::path folder = work.file("headers");
  std::filesystem::create_directory(folder);
  writeFile(folder / "launch.h", "inline void f() { k << <1, 1 >> >(); }\n");
  writeFile(folder / "plain.h", "#include \"launch.h\"\n#include <alias.h>\n");
  std::filesystem::create_symlink("launch.h", folder / "alias.h");
  const std::vector<std::string> paths = {folder, work.file("missing")};
  IncludeScanner scanner(paths);
  scanner.scanText("#include <plain.h>\n#include <launch.h>\n#include <plain.h>\n", "");
  ASSERT_EQ(scanner.files().size(), 1u);
  EXPECT_EQ(scanner.files()[0].path, folder / "launch.h");
  EXPECT_EQ(scanner.files()[0].text, "inline void f() { k <<< 1, 1 >>> (); }\n");
}

TEST(Lexer, TokensAreInOrderAndInside) {
  std::string source = "int a=1.5e+3f; x->y; L\"w\" u8'c' 0x1p-3 .5 #\\\nline";
  std::size_t end = 0;
  for (const Token& token : lexSource(source)) {
    EXPECT_GE(token.offset, end);
    EXPECT_EQ(source.substr(token.offset, token.text.size()), token.text);
    end = token.offset + token.text.size();
  }
  EXPECT_EQ(end, source.size());
}

} // namespace
} // namespace heddle::nvcc
