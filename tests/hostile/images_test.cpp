// Damaged images through the whole way to a loaded module, by each of the functions that take one.
// The program neither crashes nor hangs, and what was refused leaves no memory behind. HEDDLE_SOAK
// is the number of images, and HEDDLE_SEED the first of their numbers.
#include "mutation.h"
#include "own_folders.h"

#include "fatbin/fatbin.h"

#include <cuda.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

using heddle::hostile::Mutation;
using heddle::hostile::OwnFolders;

namespace {

constexpr unsigned kSecondsPerImage = 60;
// A leak of the smallest object in every hundredth image is more than this.
constexpr std::size_t kBytesPerHundredImages = 64;
// What tables and caches of the process may grow by, whatever the number of images.
constexpr std::size_t kConstantBytes = 256 << 10;

// The image that is being loaded, for the report of a crash.
volatile std::uint64_t currentNumber = 0;
const char* volatile currentFunction = "";

void reportAndEnd(int signal) {
  char text[160];
  const int length = std::snprintf(text, sizeof text, "signal %d in %s with image %llu\n", signal,
                                   currentFunction, static_cast<unsigned long long>(currentNumber));
  if (write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0)
    _exit(2);
  _exit(1);
}

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A fat binary with both kinds of images.
std::string container(heddle::fatbin::Compression compression) {
  heddle::fatbin::Writer writer;
  heddle::fatbin::Writer::Entry entry;
  entry.fileName = "seed.cu";
  entry.options = "-O3";
  entry.compression = compression;
  entry.arch = 75;
  EXPECT_TRUE(writer.addPtx(contentOf(SEEDS "/seed.ptx"), entry));
  entry.arch = 90;
  writer.addCubin(contentOf(SEEDS "/seed.cubin"), entry);
  const std::vector<char> made = writer.finish();
  return {made.begin(), made.end()};
}

std::vector<std::string> readSeeds() {
  std::vector<std::string> seeds;
  for (const auto& each : std::filesystem::directory_iterator(SEEDS))
    seeds.push_back(contentOf(each.path()));
  using heddle::fatbin::Compression;
  for (Compression each : {Compression::None, Compression::Zstd, Compression::Lz4})
    seeds.push_back(container(each));
  // The order of a folder differs between file systems, and the numbers must not.
  std::ranges::sort(seeds);
  return seeds;
}

// A copy of an image with nothing readable behind it.
class GuardedCopy {
public:
  explicit GuardedCopy(const std::string& image) {
    const auto page = static_cast<std::size_t>(getpagesize());
    const std::size_t whole = (image.size() + page - 1) / page * page;
    bytes_ = whole + page;
    base_ = static_cast<char*>(
        mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + whole, page, PROT_NONE);
    data_ = base_ + (whole - image.size());
    std::memcpy(data_, image.data(), image.size());
  }
  ~GuardedCopy() { munmap(base_, bytes_); }
  GuardedCopy(const GuardedCopy&) = delete;
  GuardedCopy& operator=(const GuardedCopy&) = delete;
  char* data() const { return data_; }

private:
  char *base_, *data_;
  std::size_t bytes_;
};

// How many images each function has taken and refused.
struct Counts {
  std::uint64_t taken = 0, refused = 0;
  void add(CUresult result) { ++(result == CUDA_SUCCESS ? taken : refused); }
};

void lookAt(CUmodule module) {
  unsigned count = 0;
  EXPECT_EQ(cuModuleGetFunctionCount(&count, module), CUDA_SUCCESS);
  std::vector<CUfunction> functions(count);
  if (count)
    EXPECT_EQ(cuModuleEnumerateFunctions(functions.data(), count, module), CUDA_SUCCESS);
  for (CUfunction function : functions) {
    int registers = 0;
    EXPECT_EQ(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function), CUDA_SUCCESS);
  }
}

CUresult loadFile(const std::string& image, const std::string& path) {
  currentFunction = "cuModuleLoad";
  std::ofstream(path, std::ios::binary) << image;
  CUmodule module;
  const CUresult result = cuModuleLoad(&module, path.c_str());
  if (result == CUDA_SUCCESS)
    EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  return result;
}

CUresult loadData(const GuardedCopy& image) {
  currentFunction = "cuModuleLoadData";
  CUmodule module;
  const CUresult result = cuModuleLoadData(&module, image.data());
  if (result != CUDA_SUCCESS)
    return result;
  lookAt(module);
  EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  return result;
}

CUresult loadLibrary(const GuardedCopy& image) {
  currentFunction = "cuLibraryLoadData";
  CUlibrary library;
  CUresult result =
      cuLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (result != CUDA_SUCCESS)
    return result;
  CUmodule module;
  result = cuLibraryGetModule(&module, library);
  EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
  return result;
}

CUresult link(const GuardedCopy& image, std::size_t size) {
  currentFunction = "cuLinkAddData";
  constexpr CUjitInputType kTypes[] = {CU_JIT_INPUT_PTX, CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_FATBINARY,
                                       CU_JIT_INPUT_OBJECT, CU_JIT_INPUT_LIBRARY};
  CUlinkState state;
  EXPECT_EQ(cuLinkCreate(0, nullptr, nullptr, &state), CUDA_SUCCESS);
  CUresult result = CUDA_ERROR_UNKNOWN;
  for (CUjitInputType type : kTypes)
    if (cuLinkAddData(state, type, image.data(), size, "image", 0, nullptr, nullptr) ==
        CUDA_SUCCESS)
      result = CUDA_SUCCESS;
  void* cubin;
  cuLinkComplete(state, &cubin, &size);
  EXPECT_EQ(cuLinkDestroy(state), CUDA_SUCCESS);
  return result;
}

class ImagesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxCreate(&context_, nullptr, 0, 0), CUDA_SUCCESS);
    ASSERT_EQ(seeds_.size(), 9u);
    for (int each : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM})
      std::signal(each, reportAndEnd);
  }
  void TearDown() override {
    alarm(0);
    EXPECT_EQ(cuCtxDestroy(context_), CUDA_SUCCESS);
  }

  void loadAll(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t number = first; number < first + count; ++number) {
      currentNumber = number;
      alarm(kSecondsPerImage);
      load(Mutation(seeds_, number).make());
    }
  }
  void load(const std::string& image) {
    const GuardedCopy copy(image);
    counts_[0].add(loadFile(image, folders_.path() + "/image"));
    counts_[1].add(loadData(copy));
    counts_[2].add(loadLibrary(copy));
    if (!image.empty())
      counts_[3].add(link(copy, image.size()));
  }

  OwnFolders folders_;
  CUcontext context_ = nullptr;
  const std::vector<std::string> seeds_ = readSeeds();
  Counts counts_[4];
};

} // namespace

TEST_F(ImagesTest, SeedsLoad) {
  for (const std::string& seed : seeds_)
    load(seed);
  // Object files and archives are for the linker alone.
  for (const Counts& each : counts_)
    EXPECT_GE(each.taken, seeds_.size() / 2);
}

TEST_F(ImagesTest, DamagedOnesAreTakenOrRefused) {
  const std::uint64_t count = setting("HEDDLE_SOAK", 3000), first = setting("HEDDLE_SEED", 1);
  // The first images also fill what the process keeps.
  loadAll(first, count / 2);
  const std::size_t before = mallinfo2().uordblks;
  loadAll(first + count / 2, count - count / 2);
  const std::size_t after = mallinfo2().uordblks;
  EXPECT_LT(after, before + kConstantBytes + count / 200 * kBytesPerHundredImages);
  for (const Counts& each : counts_) {
    // Neither would there be anything to see if nearly all were refused at the first look.
    EXPECT_GT(each.taken, count / 100);
    EXPECT_GT(each.refused, count / 100);
    std::printf("taken %llu, refused %llu\n", static_cast<unsigned long long>(each.taken),
                static_cast<unsigned long long>(each.refused));
  }
}

TEST_F(ImagesTest, SmallAndWildOnesAreRefused) {
  CUmodule module;
  for (const std::uint32_t magic : {0x466243b1u, 0xba55ed50u, 0x464c457fu})
    for (const std::uint64_t filler :
         {std::uint64_t{0}, std::uint64_t{0x10}, std::uint64_t{0x123456789000}, ~std::uint64_t{0},
          std::uint64_t{0x0000000200000001}})
      for (std::size_t size = 4; size <= 64; size += 4) {
        std::string image(size, '\0');
        for (std::size_t at = 8; at + 8 <= size; at += 8)
          std::memcpy(image.data() + at, &filler, 8);
        for (const char version : {1, 2}) {
          std::memcpy(image.data(), &magic, 4);
          if (size > 4)
            image[4] = version;
          const GuardedCopy copy(image);
          EXPECT_NE(loadData(copy), CUDA_SUCCESS);
          EXPECT_NE(loadFile(image, folders_.path() + "/image"), CUDA_SUCCESS);
          EXPECT_NE(loadLibrary(copy), CUDA_SUCCESS);
          EXPECT_NE(link(copy, size), CUDA_SUCCESS);
        }
      }
  EXPECT_EQ(cuModuleLoadData(&module, reinterpret_cast<void*>(16)), CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(cuModuleLoadData(&module, reinterpret_cast<void*>(~std::uintptr_t{0})),
            CUDA_ERROR_INVALID_IMAGE);
}
