#include "fixture.h"

#include "fatbin/fatbin.h"

#include <ar.h>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>
#include <string>

using namespace heddle::driver::test;

namespace {

struct LinkerTest : ContextTest {};

constexpr const char* kCaller = R"(
.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) twice(.param .b32 x);
.visible .entry k(.param .u64 out, .param .u32 x)
{
  .reg .b32 %r<3>;
  .reg .b64 %d;
  ld.param.u64 %d, [out];
  ld.param.u32 %r0, [x];
  { .param .b32 a; .param .b32 b;
    st.param.b32 [a], %r0;
    call.uni (b), twice, (a);
    ld.param.b32 %r1, [b]; }
  st.global.u32 [%d], %r1;
  ret;
}
)";
constexpr const char* kCallee = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .func (.param .b32 result) twice(.param .b32 x)
{
  .reg .b32 %r<2>;
  ld.param.b32 %r0, [x];
  add.s32 %r1, %r0, %r0;
  st.param.b32 [result], %r1;
  ret;
}
)";

std::string container(const char* ptx) {
  heddle::fatbin::Writer writer;
  heddle::fatbin::Writer::Entry entry;
  entry.arch = 75;
  EXPECT_TRUE(writer.addPtx(ptx, entry));
  std::vector<char> bytes = writer.finish();
  return {bytes.begin(), bytes.end()};
}

// A host object with one section for device code.
std::string hostObject(const std::string& code) {
  std::string names("\0.shstrtab\0__nv_relfatbin\0", 26);
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_type = ET_REL;
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  std::size_t namesAt = sizeof header, codeAt = namesAt + 32;
  header.e_shoff = codeAt + (code.size() + 7) / 8 * 8;
  Elf64_Shdr sections[3]{};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = namesAt;
  sections[1].sh_size = names.size();
  sections[2].sh_name = 11;
  sections[2].sh_type = SHT_PROGBITS;
  sections[2].sh_offset = codeAt;
  sections[2].sh_size = code.size();
  std::string file(header.e_shoff + sizeof sections, '\0');
  std::memcpy(file.data(), &header, sizeof header);
  std::memcpy(file.data() + namesAt, names.data(), names.size());
  std::memcpy(file.data() + codeAt, code.data(), code.size());
  std::memcpy(file.data() + header.e_shoff, sections, sizeof sections);
  return file;
}

std::string archive(const std::string& member) {
  std::string padded = member + (member.size() % 2 ? "\n" : "");
  return ARMAG +
         fmt::format("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", "member.o/", 0, 0, 0, 644,
                     member.size()) +
         padded;
}

// Links `callee`, of some type, with the kernel that calls it, and runs that.
int runLinked(CUjitInputType type, std::string callee) {
  CUlinkState state;
  void* image = nullptr;
  std::size_t size = 0;
  std::string caller = kCaller;
  EXPECT_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT_CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, caller.data(), caller.size() + 1, "caller", 0,
                          nullptr, nullptr));
  EXPECT_CU(
      cuLinkAddData(state, type, callee.data(), callee.size(), "callee", 0, nullptr, nullptr));
  if (cuLinkComplete(state, &image, &size) != CUDA_SUCCESS)
    return -1;
  CUmodule module;
  CUfunction function;
  CUdeviceptr out = 0;
  EXPECT_CU(cuModuleLoadData(&module, image));
  EXPECT_CU(cuLinkDestroy(state));
  EXPECT_CU(cuModuleGetFunction(&function, module, "k"));
  EXPECT_CU(cuMemAlloc(&out, 4));
  EXPECT_CU(launch(function, 1, 1, nullptr, out, 21));
  int value = 0;
  EXPECT_CU(cuMemcpyDtoH(&value, out, 4));
  return value;
}

TEST_F(LinkerTest, PtxContainersObjectsAndArchives) {
  EXPECT_EQ(runLinked(CU_JIT_INPUT_PTX, kCallee), 42);
  EXPECT_EQ(runLinked(CU_JIT_INPUT_FATBINARY, container(kCallee)), 42);
  EXPECT_EQ(runLinked(CU_JIT_INPUT_OBJECT, hostObject(container(kCallee))), 42);
  EXPECT_EQ(runLinked(CU_JIT_INPUT_LIBRARY, archive(hostObject(container(kCallee)))), 42);
}

TEST_F(LinkerTest, LtoIrIsNamed) {
  CUlinkState state;
  char text[] = "BC\xC0\xDE and more";
  ASSERT_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  testing::internal::CaptureStderr();
  EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_NVVM, text, sizeof text, "lto", 0, nullptr, nullptr),
            CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_CU(cuLinkDestroy(state));
  // A container of the form, whose only image is LTO-IR: the first bytes of an entry are its kind.
  std::string lto = container(kCallee);
  lto[16] = static_cast<char>(heddle::fatbin::Kind::LtoIr);
  CUmodule module;
  EXPECT_EQ(cuModuleLoadData(&module, lto.data()), CUDA_ERROR_NOT_SUPPORTED);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("LTO-IR (CU_JIT_INPUT_NVVM)"), said.npos) << said;
  EXPECT_NE(said.find("LTO-IR in a fat binary"), said.npos) << said;
}

TEST_F(LinkerTest, BadInputIsRefused) {
  CUlinkState state;
  std::string junk = "no object at all";
  ASSERT_CU(cuLinkCreate(0, nullptr, nullptr, &state));
  EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_OBJECT, junk.data(), junk.size(), nullptr, 0, nullptr,
                          nullptr),
            CUDA_ERROR_UNKNOWN);
  std::string damaged = hostObject(container(kCallee)).substr(0, 200);
  EXPECT_EQ(cuLinkAddData(state, CU_JIT_INPUT_OBJECT, damaged.data(), damaged.size(), nullptr, 0,
                          nullptr, nullptr),
            CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(cuLinkAddFile(state, CU_JIT_INPUT_PTX, "/nowhere", 0, nullptr, nullptr),
            CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT_CU(cuLinkDestroy(state));
}

TEST_F(LinkerTest, D046_JitCanBeForbidden) {
  setenv("CUDA_DISABLE_PTX_JIT", "1", 1);
  CUmodule module;
  EXPECT_EQ(cuModuleLoadData(&module, kPtx), CUDA_ERROR_JIT_COMPILATION_DISABLED);
  EXPECT_CU(cuModuleLoadData(&module, container(kPtx).data()));
  unsetenv("CUDA_DISABLE_PTX_JIT");
  setenv("CUDA_FORCE_PTX_JIT", "1", 1);
  EXPECT_CU(cuModuleLoadData(&module, container(kPtx).data()));
  unsetenv("CUDA_FORCE_PTX_JIT");
}

TEST_F(LinkerTest, D046_WallTimeIsWritten) {
  CUjit_option options[] = {CU_JIT_WALL_TIME, CU_JIT_MAX_REGISTERS, CU_JIT_OPTIMIZATION_LEVEL};
  void* values[] = {nullptr, reinterpret_cast<void*>(32), reinterpret_cast<void*>(4)};
  CUmodule module;
  EXPECT_CU(cuModuleLoadDataEx(&module, kPtx, 3, options, values));
  float milliseconds = 0;
  std::memcpy(&milliseconds, &values[0], sizeof milliseconds);
  EXPECT_GT(milliseconds, 0);
  EXPECT_LT(milliseconds, 10000);
}

} // namespace
