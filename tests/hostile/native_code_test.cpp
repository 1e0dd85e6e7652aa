// Machine code in the compute cache and in cubins runs only if this user's installation made it,
// whatever is done to it in between.
#include "native_code.h"
#include "own_folders.h"

#include "fatbin/cubin.h"
#include "jit/sealed_object.h"

#include <cuda.h>
#include <dlfcn.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nvPTXCompiler.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace heddle::hostile;

namespace {

const OwnFolders& folders() {
  static const OwnFolders own;
  return own;
}

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
  chmod(path.c_str(), 0600);
}

constexpr const char* kSealOption = "--seal";

// Seals an object as another user would, with a key of theirs: in a process of its own, since a
// process has one key.
std::string sealOfAnother(const std::string& name, const std::string& object) {
  const std::string file = folders().path() + "/object";
  write(file, object);
  const std::string command = "XDG_STATE_HOME=" + folders().path() + "/another " +
                              fs::read_symlink("/proc/self/exe").string() + " " + kSealOption +
                              " '" + name + "' " + file;
  EXPECT_EQ(std::system(command.c_str()), 0);
  return contentOf(file);
}

struct NativeCodeTest : testing::Test {
  CUcontext context = nullptr;
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
  }
  void TearDown() override { EXPECT_EQ(cuCtxDestroy(context), CUDA_SUCCESS); }
};

// A cache with one entry, that of `honest`.
struct CacheTest : NativeCodeTest {
  const fs::path folder = folders().path() + "/cache/heddle";
  const std::string ptx = storingKernel("honest");
  fs::path entry;
  std::string key, sealed, forged; // the entry as it was made, and the forged object in it

  void SetUp() override {
    NativeCodeTest::SetUp();
    fs::remove_all(folder);
    ASSERT_EQ(storedBy(ptx.c_str(), "honest"), kHonest);
    ASSERT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
    entry = fs::directory_iterator(folder)->path();
    key = entry.filename();
    sealed = contentOf(entry);
    forged = heddle::jit::openSealed(key, sealed).value_or("");
    ASSERT_TRUE(forge(forged));
  }
  std::uint32_t stored() const { return storedBy(ptx.c_str(), "honest"); }
  // The entry with the forged object behind the honest seal.
  std::string forgedBehindSeal() const {
    return sealed.substr(0, sealed.size() - forged.size()) + forged;
  }
};

} // namespace

// Shows that the tests below would notice code that runs.
TEST_F(CacheTest, WhatThisUserHasSealedRuns) {
  write(entry, heddle::jit::seal(key, forged));
  EXPECT_EQ(stored(), kForged);
}

namespace {

struct Tampering;

struct TamperingTest : CacheTest, testing::WithParamInterface<Tampering> {};

// One way of tampering with the cache. It returns false where this user cannot do it. Whatever only
// the place or the owner of an entry should give away carries a valid seal, so that nothing but the
// check in question keeps its code from running.
struct Tampering {
  const char* name;
  bool (*apply)(TamperingTest& test);
};

constexpr uid_t kOtherUser = 65534;

// Puts an entry at the place of the honest one.
bool put(TamperingTest& test, const std::string& content) {
  write(test.entry, content);
  return true;
}
std::string validlySealed(const TamperingTest& test) {
  return heddle::jit::seal(test.key, test.forged);
}

bool changeCode(TamperingTest& test) {
  return put(test, test.forgedBehindSeal());
}
bool cutShort(TamperingTest& test) {
  const std::string sealed = validlySealed(test);
  return put(test, sealed.substr(0, sealed.size() - 1));
}
bool lengthen(TamperingTest& test) {
  return put(test, validlySealed(test) + "more");
}
bool leaveOutSeal(TamperingTest& test) {
  return put(test, test.forged);
}
bool sealWithAnotherKey(TamperingTest& test) {
  return put(test, sealOfAnother(test.key, test.forged));
}
bool changeVersion(TamperingTest& test) {
  std::string older = validlySealed(test);
  older[7] = '2'; // the version in the header
  return put(test, older);
}
// The other entry is honest, and made by this user, but for another kernel.
bool exchangeEntries(TamperingTest& test) {
  const std::string other = storingKernel("honest", kForged);
  EXPECT_EQ(storedBy(other.c_str(), "honest"), kForged);
  for (const fs::directory_entry& each : fs::directory_iterator(test.folder))
    if (each.path() != test.entry)
      fs::copy_file(each.path(), test.entry, fs::copy_options::overwrite_existing);
  EXPECT_NE(contentOf(test.entry), test.sealed);
  return true;
}
bool linkEntry(TamperingTest& test) {
  const fs::path elsewhere = folders().path() + "/elsewhere";
  write(elsewhere, validlySealed(test));
  fs::remove(test.entry);
  fs::create_symlink(elsewhere, test.entry);
  return true;
}
bool linkFolder(TamperingTest& test) {
  const fs::path elsewhere = folders().path() + "/folder";
  put(test, validlySealed(test));
  fs::remove_all(elsewhere);
  fs::rename(test.folder, elsewhere);
  fs::create_directory_symlink(elsewhere, test.folder);
  return true;
}
bool makePipe(TamperingTest& test) {
  fs::remove(test.entry);
  return mkfifo(test.entry.c_str(), 0600) == 0;
}
bool makeFolder(TamperingTest& test) {
  fs::remove(test.entry);
  return fs::create_directory(test.entry);
}
// A device without an end.
bool makeDevice(TamperingTest& test) {
  fs::remove(test.entry);
  return mknod(test.entry.c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0;
}
bool letOthersWriteEntry(TamperingTest& test) {
  return put(test, validlySealed(test)) && chmod(test.entry.c_str(), 0666) == 0;
}
bool letOthersWriteFolder(TamperingTest& test) {
  return put(test, validlySealed(test)) && chmod(test.folder.c_str(), 0777) == 0;
}
bool giveEntryAway(TamperingTest& test) {
  return put(test, validlySealed(test)) && chown(test.entry.c_str(), kOtherUser, kOtherUser) == 0;
}
bool giveFolderAway(TamperingTest& test) {
  return put(test, validlySealed(test)) && chown(test.folder.c_str(), kOtherUser, kOtherUser) == 0;
}

constexpr Tampering kTamperings[] = {
    {"CodeChangedBehindItsSeal", changeCode},
    {"CutShort", cutShort},
    {"Lengthened", lengthen},
    {"WithoutSeal", leaveOutSeal},
    {"SealedWithAnotherKey", sealWithAnotherKey},
    {"SealOfAnotherVersion", changeVersion},
    {"ExchangedWithAnotherEntry", exchangeEntries},
    {"LinkToAFile", linkEntry},
    {"FolderIsALink", linkFolder},
    {"Pipe", makePipe},
    {"FolderInsteadOfAFile", makeFolder},
    {"Device", makeDevice},
    {"OthersCanWriteTheEntry", letOthersWriteEntry},
    {"OthersCanWriteTheFolder", letOthersWriteFolder},
    {"EntryOfAnotherUser", giveEntryAway},
    {"FolderOfAnotherUser", giveFolderAway},
};

// GoogleTest would print addresses, which change from run to run, into the names of the tests.
void PrintTo(const Tampering& tampering, std::ostream* out) {
  *out << tampering.name;
}

std::string nameOf(const testing::TestParamInfo<Tampering>& info) {
  return info.param.name;
}

} // namespace

TEST_P(TamperingTest, ExecutesNothing) {
  if (!GetParam().apply(*this))
    GTEST_SKIP() << "only root can do this";
  EXPECT_EQ(stored(), kHonest);
}

INSTANTIATE_TEST_SUITE_P(Cache, TamperingTest, testing::ValuesIn(kTamperings), nameOf);

TEST_F(CacheTest, ADamagedEntryIsMadeAgain) {
  write(entry, forgedBehindSeal());
  EXPECT_EQ(stored(), kHonest);
  EXPECT_EQ(contentOf(entry), sealed);
}

namespace {

struct CubinTest : NativeCodeTest {
  heddle::fatbin::Cubin cubin;
  std::string key, forged;

  void SetUp() override {
    NativeCodeTest::SetUp();
    const std::string ptx = storingKernel("honest");
    const char* options[] = {"--gpu-name=sm_90"};
    nvPTXCompilerHandle compiler;
    ASSERT_EQ(nvPTXCompilerCreate(&compiler, ptx.size(), ptx.c_str()), NVPTXCOMPILE_SUCCESS);
    ASSERT_EQ(nvPTXCompilerCompile(compiler, 1, options), NVPTXCOMPILE_SUCCESS);
    std::size_t size = 0;
    ASSERT_EQ(nvPTXCompilerGetCompiledProgramSize(compiler, &size), NVPTXCOMPILE_SUCCESS);
    std::string file(size, '\0');
    ASSERT_EQ(nvPTXCompilerGetCompiledProgram(compiler, file.data()), NVPTXCOMPILE_SUCCESS);
    nvPTXCompilerDestroy(&compiler);
    cubin = heddle::fatbin::readCubin(file).value();
    ASSERT_EQ(cubin.objects.size(), 1u);
    key = cubin.objects.begin()->first;
    forged = heddle::jit::openSealed(key, cubin.objects[key]).value_or("");
    ASSERT_TRUE(forge(forged));
    fs::remove_all(folders().path() + "/cache");
  }
  // What the kernel stores with this object in the cubin.
  std::uint32_t storedWith(const std::string& object) {
    cubin.objects[key] = object;
    return storedBy(heddle::fatbin::writeCubin(cubin).data(), "honest");
  }
};

} // namespace

TEST_F(CubinTest, NativeCodeOfThisUserRuns) {
  EXPECT_EQ(storedWith(cubin.objects[key]), kHonest);
  EXPECT_EQ(storedWith(heddle::jit::seal(key, forged)), kForged);
}

TEST_F(CubinTest, NativeCodeOfOthersIsMadeAgainFromThePtx) {
  const std::string sealed = cubin.objects[key];
  EXPECT_EQ(storedWith(sealOfAnother(key, forged)), kHonest);
  EXPECT_EQ(storedWith(heddle::jit::seal("another key", forged)), kHonest);
  EXPECT_EQ(storedWith(sealed.substr(0, sealed.size() - forged.size()) + forged), kHonest);
  EXPECT_EQ(storedWith(forged), kHonest);
  EXPECT_EQ(storedWith(""), kHonest);
}

namespace {

// The image in a library that is loaded now, in a section of the given name.
const void* imageInLibrary(const std::string& image, const std::string& section) {
  const std::string base = folders().path() + "/image" + section;
  write(base + ".bin", image);
  write(base + ".S", ".section " + section + "\n.globl image\n.balign 16\nimage:\n.incbin \"" +
                         base + ".bin\"\n");
  // The assembly does not say that it needs no executable stack. A library that asks for one is
  // refused by the dynamic linker of glibc 2.41.
  const std::string command =
      COMPILER " -shared -nostdlib -Wl,-z,noexecstack -o " + base + ".so " + base + ".S";
  EXPECT_EQ(std::system(command.c_str()), 0);
  void* const library = dlopen((base + ".so").c_str(), RTLD_NOW);
  return library ? dlsym(library, "image") : nullptr;
}

} // namespace

TEST_F(CubinTest, NativeCodeOfLibrariesIsTrustedAsTheyAre) {
  cubin.objects[key] = sealOfAnother(key, forged);
  const std::string image = heddle::fatbin::writeCubin(cubin);
  const void* const constant = imageInLibrary(image, ".rodata");
  const void* const writable = imageInLibrary(image, ".data");
  ASSERT_TRUE(constant && writable);
  EXPECT_EQ(storedBy(constant, "honest"), kForged);
  // Whoever can write to memory of the program can have put it there.
  EXPECT_EQ(storedBy(writable, "honest"), kHonest);
  EXPECT_EQ(storedBy(image.data(), "honest"), kHonest);
}

int main(int count, char** arguments) {
  if (count == 4 && std::string(arguments[1]) == kSealOption) {
    write(arguments[3], heddle::jit::seal(arguments[2], contentOf(arguments[3])));
    return 0;
  }
  testing::InitGoogleTest(&count, arguments);
  folders();
  return RUN_ALL_TESTS();
}
