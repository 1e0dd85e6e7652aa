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

TEST_F(CacheTest, ChangedEntriesDoNotRun) {
  write(entry, forgedBehindSeal());
  EXPECT_EQ(stored(), kHonest);
  EXPECT_EQ(contentOf(entry), sealed) << "the entry was not made again";
  write(entry, sealed.substr(0, sealed.size() / 2));
  EXPECT_EQ(stored(), kHonest);
  write(entry, "");
  EXPECT_EQ(stored(), kHonest);
  write(entry, sealed + "more");
  EXPECT_EQ(stored(), kHonest);
}

TEST_F(CacheTest, EntriesSealedWithAnotherKeyDoNotRun) {
  write(entry, sealOfAnother(key, forged));
  EXPECT_EQ(stored(), kHonest);
}

TEST_F(CacheTest, EntriesOfAnotherFormatDoNotRun) {
  std::string older = heddle::jit::seal(key, forged);
  older[7] = '2'; // the version in the header
  write(entry, older);
  EXPECT_EQ(stored(), kHonest);
  write(entry, forged); // no seal at all
  EXPECT_EQ(stored(), kHonest);
}

TEST_F(CacheTest, ExchangedEntriesDoNotRun) {
  const std::string other = storingKernel("honest", kForged);
  ASSERT_EQ(storedBy(other.c_str(), "honest"), kForged);
  for (const fs::directory_entry& each : fs::directory_iterator(folder))
    if (each.path() != entry)
      fs::copy_file(each.path(), entry, fs::copy_options::overwrite_existing);
  ASSERT_NE(contentOf(entry), sealed);
  EXPECT_EQ(stored(), kHonest);
}

TEST_F(CacheTest, LinksPipesAndDevicesAreNotRead) {
  const fs::path elsewhere = folders().path() + "/elsewhere";
  write(elsewhere, forgedBehindSeal());
  fs::remove(entry);
  fs::create_symlink(elsewhere, entry);
  EXPECT_EQ(stored(), kHonest);
  fs::remove(entry);
  fs::create_hard_link(elsewhere, entry);
  EXPECT_EQ(stored(), kHonest);
  fs::remove(entry);
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  EXPECT_EQ(stored(), kHonest);
  fs::remove(entry);
  fs::create_directory(entry);
  EXPECT_EQ(stored(), kHonest);
  fs::remove(entry);
  // As root alone: a device without an end.
  if (mknod(entry.c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0)
    EXPECT_EQ(stored(), kHonest);
}

TEST_F(CacheTest, EntriesAndFoldersThatOthersCanWriteAreNotUsed) {
  write(entry, forgedBehindSeal());
  ASSERT_EQ(chmod(entry.c_str(), 0666), 0);
  EXPECT_EQ(stored(), kHonest);
  write(entry, forgedBehindSeal());
  ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
  EXPECT_EQ(stored(), kHonest);
}

TEST_F(CacheTest, ALinkedFolderIsNotUsed) {
  const fs::path elsewhere = folders().path() + "/folder";
  write(entry, forgedBehindSeal());
  fs::rename(folder, elsewhere);
  fs::create_directory_symlink(elsewhere, folder);
  EXPECT_EQ(stored(), kHonest);
  fs::remove(folder);
}

TEST_F(CacheTest, WhatBelongsToAnotherUserIsNotUsed) {
  constexpr uid_t kOtherUser = 65534;
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  write(entry, forgedBehindSeal());
  ASSERT_EQ(chown(entry.c_str(), kOtherUser, kOtherUser), 0);
  EXPECT_EQ(stored(), kHonest);
  write(entry, forgedBehindSeal());
  ASSERT_EQ(chown(folder.c_str(), kOtherUser, kOtherUser), 0);
  EXPECT_EQ(stored(), kHonest);
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
