// The tools of a CUDA toolkit that heddle is under their names.
#include "fatbin/cubin.h"
#include "fatbin/fatbin.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

constexpr const char* kPtx = ".version 8.0\n.target sm_80\n.address_size 64\n"
                             ".global .b32 counter;\n.const .b8 table[16];\n"
                             ".visible .entry first(.param .u64 p) {\n"
                             "  .shared .b8 buffer[64];\n  .reg .b64 %a;\n  mov.u64 %a, buffer;\n  "
                             "st.shared.u8 [%a], 1;\n  ret;\n}\n"
                             ".visible .entry second() { ret; }\n";

class ToolkitTest : public testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("heddle-toolkit-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }
  std::string read(const std::string& name) {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Output and errors of a shell command in the folder, with the tools in the path.
  std::string shell(const std::string& command, int expected = 0) {
    const std::string line =
        "cd '" + folder_.string() + "' && PATH='" HEDDLE_BIN "':$PATH && " + command;
    FILE* pipe = popen(("{ " + line + "; } 2>&1").c_str(), "r");
    std::string text;
    std::array<char, 4096> buffer;
    for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
      text.append(buffer.data(), count);
    const int status = pclose(pipe);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == expected) << command << "\n" << text;
    return text;
  }
  static bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != text.npos;
  }

  fs::path folder_;
};

TEST_F(ToolkitTest, ArraysHoldTheFile) {
  std::string bytes;
  for (int i = 0; i < 300; ++i)
    bytes += static_cast<char>(i * 7);
  write("data.bin", bytes);
  write("check.c",
        "#include <stdio.h>\n#include ARRAY\nint main(void) { fwrite(image, sizeof image, "
        "1, stdout); return imageLength != sizeof image / sizeof image[0]; }\n");
  for (const char* type : {"char", "short", "int", "longlong"}) {
    shell(std::string("bin2c -c -st -n image --length --type ") + type +
          " --padd 0,0x2a data.bin > array.h && " HEDDLE_CC
          " -DARRAY='\"array.h\"' check.c -o check && ./check > out.bin");
    EXPECT_TRUE(read("out.bin").starts_with(bytes + std::string("\0*", 2))) << type;
  }
  EXPECT_TRUE(contains(shell("bin2c -a 16 -s .device data.bin"),
                       "unsigned char __attribute__((section(\".device\"))) "
                       "__attribute__((aligned(16))) imageBytes[] = {\n0x00,0x07,0x0e"));
  EXPECT_TRUE(contains(shell("bin2c --version"), "release 13.0"));
  shell("bin2c", 2);
  shell("bin2c --nonsense data.bin", 2);
  shell("bin2c -p 256 data.bin", 2);
  shell("bin2c none.bin", 1);
}

TEST_F(ToolkitTest, FatBinariesAreMadeOfImages) {
  write("a.ptx", kPtx);
  write("b.cubin", heddle::fatbin::writeCubin({{}, {kPtx}, {}, 86, 0}));
  shell("fatbinary -64 --create=a.fatbin --image3=kind=ptx,sm=80,file=a.ptx "
        "--image=profile=sm_90a,file=b.cubin --image2=kind=elf,file=b.cubin --cmdline=-O3");
  const std::string container = read("a.fatbin");
  const auto images = heddle::fatbin::read(container.data(), container.size());
  ASSERT_TRUE(images) << images.error();
  ASSERT_EQ(images->size(), 3u);
  EXPECT_EQ(*(*images)[0].content(), kPtx);
  EXPECT_EQ((*images)[0].arch, 80u);
  EXPECT_EQ((*images)[0].options, "-O3");
  EXPECT_EQ((*images)[1].arch, 90u);
  EXPECT_TRUE((*images)[1].flags & heddle::fatbin::flagArchSpecific);
  EXPECT_EQ((*images)[2].arch, 86u); // as the cubin says itself
  shell("fatbinary --create=b.fatbin --image3=kind=elf,sm=90,file=a.fatbin");
  shell("fatbinary --create=b.fatbin", 2);
  shell("fatbinary --create=b.fatbin --image3=sm=999,file=a.ptx", 2);
  shell("fatbinary --create=b.fatbin --image3=sm=80,file=none.ptx", 1);
}

TEST_F(ToolkitTest, DumpShowsWhatCubinsHold) {
  write("a.ptx", kPtx);
  write("b.cubin", heddle::fatbin::writeCubin({{}, {kPtx}, {}, 86, 0}));
  shell("fatbinary --create=a.fatbin --image3=sm=80,file=a.ptx --image3=sm=86,file=b.cubin");
  EXPECT_EQ(shell("cuobjdump -lptx -lelf a.fatbin"),
            "PTX file    1: a.1.sm_80.ptx\nELF file    1: a.2.sm_86.cubin\n");
  EXPECT_EQ(shell("cuobjdump --list-ptx -arch sm_86 a.fatbin"), "");
  const std::string symbols = shell("cuobjdump -symbols a.fatbin");
  EXPECT_TRUE(contains(symbols, "STO_ENTRY      first\n")) << symbols;
  EXPECT_TRUE(contains(symbols, "STO_ENTRY      second\n")) << symbols;
  EXPECT_TRUE(contains(symbols, "STO_GLOBAL     counter\n")) << symbols;
  EXPECT_TRUE(contains(symbols, "STO_CONSTANT   table\n")) << symbols;
  const std::string usage = shell("cuobjdump --dump-resource-usage -fun first b.cubin");
  EXPECT_TRUE(contains(usage, "GLOBAL:4\n")) << usage;
  EXPECT_TRUE(contains(usage, "Function first:\n  REG:")) << usage;
  EXPECT_TRUE(contains(usage, "SHARED:64")) << usage;
  EXPECT_FALSE(contains(usage, "second")) << usage;
  EXPECT_TRUE(contains(shell("cuobjdump -elf b.cubin"), ".heddle.ptx"));
  shell("cuobjdump --extract-ptx all --extract-elf=sm_86 a.fatbin");
  EXPECT_EQ(read("a.1.sm_80.ptx"), kPtx);
  EXPECT_EQ(read("a.2.sm_86.cubin"), read("b.cubin"));
  EXPECT_TRUE(contains(shell("cuobjdump -sass b.cubin", 2), "SASS"));
}

// The driver answers the same: ModuleTest.RegistersAndConstants has the same kernel.
TEST_F(ToolkitTest, AllToolsCountTheSameRegisters) {
  std::string ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n"
                    ".reg .u32 %r<40>;\n";
  for (int index = 0; index < 40; ++index)
    ptx += "mov.u32 %r" + std::to_string(index) + ", %clock;\n";
  for (int index = 1; index < 40; ++index)
    ptx += "add.u32 %r0, %r0, %r" + std::to_string(index) + ";\n";
  write("k.ptx", ptx + "ret;\n}\n");
  const std::string checked = shell("heddle ptx -v k.ptx");
  EXPECT_TRUE(contains(checked, "k: 40 registers,")) << checked;
  const std::string compiled = shell("ptxas -v -arch=sm_80 k.ptx -o k.cubin");
  EXPECT_TRUE(contains(compiled, "Used 40 registers,")) << compiled;
  const std::string dumped = shell("cuobjdump --dump-resource-usage k.cubin");
  EXPECT_TRUE(contains(dumped, "Function k:\n  REG:40 ")) << dumped;
  // Rows P-072 and P-073: a limit, and what it spills, which is four bytes a register.
  const std::string limited = shell("ptxas -v -maxrregcount=24 -arch=sm_80 k.ptx -o l.cubin");
  EXPECT_TRUE(contains(limited, "64 bytes spill stores, 64 bytes spill loads")) << limited;
  EXPECT_TRUE(contains(limited, "Used 24 registers,")) << limited;
  EXPECT_TRUE(contains(shell("cuobjdump --dump-resource-usage l.cubin"), "REG:24 "));
}

// A kernel with launch bounds has its own limit.
TEST_F(ToolkitTest, TheLimitOfRegistersIsForKernelsWithoutLaunchBounds) {
  std::string body = ".reg .u32 %r<40>;\n";
  for (int index = 0; index < 40; ++index)
    body += "mov.u32 %r" + std::to_string(index) + ", %clock;\n";
  for (int index = 1; index < 40; ++index)
    body += "add.u32 %r0, %r0, %r" + std::to_string(index) + ";\n";
  write("k.ptx", ".version 8.0\n.target sm_80\n.address_size 64\n"
                 "// .entry comment() {\n"
                 ".visible .entry bounded(.param .u32 n) /* { */ .maxntid 128, 1, 1\n{\n" +
                     body + "ret;\n}\n.visible .entry free() {\n" + body + "ret;\n}\n");
  const std::string text = shell("ptxas -v --maxrregcount 32 -arch=sm_80 k.ptx -o k.cubin");
  EXPECT_TRUE(contains(text, "Function properties for bounded\n    0 bytes stack frame")) << text;
  EXPECT_TRUE(contains(text, "Used 40 registers,")) << text;
  EXPECT_TRUE(contains(text, "Used 32 registers,")) << text;
}

TEST_F(ToolkitTest, PtxasTakesTheOptionsOfNvidias) {
  write("k.ptx", ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }\n");
  shell("ptxas -m64 -O1 --regAllocOptLevel=2 --register-usage-level 5 -sanitize=memcheck "
        "--split-compile=2 --Ofast-compile min -ewp --device-stack-protector true "
        "-arch=sm_80 -c k.ptx -o k.cubin");
  EXPECT_TRUE(contains(shell("ptxas --no-such-option k.ptx", 255), "'--no-such-option'"));
}

// A build tool tells by the ELF header whether a file is still to be linked.
TEST_F(ToolkitTest, PtxasMakesRelocatableFilesWithCompileOnly) {
  write("k.ptx", ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }\n");
  const std::string type = "od -An -tu1 -j16 -N1 k.cubin";
  shell("ptxas -arch=sm_80 -c k.ptx -o k.cubin");
  EXPECT_EQ(shell(type), "   1\n"); // ET_REL
  shell("ptxas -arch=sm_80 k.ptx -o k.cubin");
  EXPECT_EQ(shell(type), "   2\n"); // ET_EXEC
}

TEST_F(ToolkitTest, PtxasReadsOptionsFromFilesAndPtxFromTheCommandLine) {
  write("options", "-arch sm_80\n -o given.cubin");
  shell("ptxas -optf options -ias '.version 8.0 .target sm_80 .entry k() { ret; }'");
  EXPECT_TRUE(contains(shell("cuobjdump -symbols given.cubin"), "k"));
  write("endless", "-optf endless");
  EXPECT_TRUE(contains(shell("ptxas --options-file=endless", 255), "'endless'"));
  const std::string versions = shell("ptxas --list-version");
  EXPECT_TRUE(versions.starts_with("1.0\n") && contains(versions, "\n7.8\n8.0\n")) << versions;
}

TEST_F(ToolkitTest, NamesAsInTheSource) {
  EXPECT_EQ(shell("cu++filt _Z3addPfi"), "add(float*, int)\n");
  EXPECT_EQ(shell("cu++filt -p _ZN12_GLOBAL__N_13addEPf _Z1fIiEvT_ main"),
            "(anonymous namespace)::add\nvoid f<int>\nmain\n");
  EXPECT_EQ(shell("cu++filt -_ __Z3addPf"), "add(float*)\n");
  EXPECT_EQ(shell("echo 'in _Z3addPf: 1' | cu++filt"), "in add(float*): 1\n");
}

} // namespace
