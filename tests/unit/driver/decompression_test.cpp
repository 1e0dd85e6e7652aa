// cuMemBatchDecompressAsync on a device with a decompression engine, with streams that zlib and LZ4
// have made and with Snappy streams made here.
#include "fixture.h"

#include <cstdint>
#include <cstdlib>
#include <lz4.h>
#include <random>
#include <string>
#include <unistd.h>
#include <zlib.h>

using namespace heddle::driver::test;

namespace {

// Before any call of the driver, in a program of its own.
const bool configured = setenv("HEDDLE_PROFILE", "b200", 1) == 0 &&
                        unsetenv("HEDDLE_DEVICES") == 0 && unsetenv("CUDA_VISIBLE_DEVICES") == 0;

constexpr CUmemDecompressAlgorithm kDeflate = CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE,
                                   kSnappy = CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY,
                                   kLz4 = CU_MEM_DECOMPRESS_ALGORITHM_LZ4;
constexpr std::size_t kMaximumLength = 4u << 20;

std::string deflated(const std::string& text, int level = Z_DEFAULT_COMPRESSION) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string lz4Block(const std::string& text) {
  std::string out(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  const int bytes = LZ4_compress_default(text.data(), out.data(), static_cast<int>(text.size()),
                                         static_cast<int>(out.size()));
  EXPECT_GT(bytes, 0);
  out.resize(static_cast<std::size_t>(bytes));
  return out;
}

void appendNumber(std::string& out, std::size_t value, unsigned bytes) {
  for (; bytes--; value >>= 8)
    out += static_cast<char>(value & 0xff);
}

std::string snappyLiteral(const std::string& text) {
  const std::size_t field = text.size() - 1;
  std::string out;
  if (field < 60) {
    appendNumber(out, field << 2, 1);
  } else {
    const unsigned bytes = field < 1u << 8 ? 1 : field < 1u << 16 ? 2 : field < 1u << 24 ? 3 : 4;
    appendNumber(out, (59 + bytes) << 2, 1);
    appendNumber(out, field, bytes);
  }
  return out + text;
}

// A copy of `length` bytes, with the distance in as many bytes as asked for.
std::string snappyCopy(std::size_t distance, std::size_t length, unsigned bytes) {
  std::string out;
  if (bytes == 1) {
    appendNumber(out, 1 | (length - 4) << 2 | (distance >> 8) << 5, 1);
    appendNumber(out, distance & 0xff, 1);
  } else {
    appendNumber(out, (bytes == 2 ? 2 : 3) | (length - 1) << 2, 1);
    appendNumber(out, distance, bytes);
  }
  return out;
}

// The elements of a Snappy stream, without the length at its beginning: whatever has occurred
// before becomes a copy.
std::string snappyElements(const std::string& text) {
  constexpr std::size_t kLongestCopy = 64, kShortestCopy = 4;
  std::string out, literal;
  const auto flush = [&] {
    if (!literal.empty())
      out += snappyLiteral(literal);
    literal.clear();
  };
  std::map<std::string, std::size_t> seen;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = seen.find(text.substr(at, kShortestCopy));
    std::size_t length = 0;
    if (found != seen.end())
      while (length < kLongestCopy && at + length < text.size() &&
             text[found->second + length] == text[at + length])
        ++length;
    if (length < kShortestCopy) {
      seen[text.substr(at, kShortestCopy)] = at;
      literal += text[at++];
      continue;
    }
    flush();
    const std::size_t distance = at - found->second;
    const bool isNear = distance < 1u << 11 && length < 12;
    out += snappyCopy(distance, length, isNear ? 1 : distance < 1u << 16 ? 2 : 4);
    at += length;
  }
  flush();
  return out;
}

std::string compressed(CUmemDecompressAlgorithm algorithm, const std::string& text) {
  return algorithm == kDeflate ? deflated(text)
         : algorithm == kLz4   ? lz4Block(text)
                               : snappyElements(text);
}

// Text of few words, with some letters changed.
std::string someText(std::size_t bytes, unsigned seed) {
  static const std::string words[] = {"warp ", "weft ", "shuttle ", "heddle ", "treadle\n"};
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < bytes)
    text += random() % 16 ? words[random() % 5]
                          : std::string(1 + random() % 40, char('a' + random() % 26));
  text.resize(bytes);
  return text;
}

// A place for a stream and its result in memory of the device. The result has a margin behind it.
class Operation {
public:
  static constexpr unsigned char kUntouched = 0xa5;
  static constexpr cuuint32_t kNotWritten = 0xdeadbeef;

  Operation(CUmemDecompressAlgorithm algorithm, const std::string& stream, std::size_t room)
      : bytes_(room + kMargin) {
    EXPECT_CU(cuMemAlloc(&source_, stream.size() + 1));
    EXPECT_CU(cuMemAlloc(&destination_, bytes_));
    EXPECT_CU(cuMemAlloc(&actual_, sizeof kNotWritten));
    EXPECT_CU(cuMemcpyHtoD(source_, stream.data(), stream.size()));
    EXPECT_CU(cuMemsetD8(destination_, kUntouched, bytes_));
    EXPECT_CU(cuMemcpyHtoD(actual_, &kNotWritten, sizeof kNotWritten));
    params.srcNumBytes = stream.size();
    params.dstNumBytes = room;
    params.dstActBytes = reinterpret_cast<cuuint32_t*>(actual_);
    params.src = reinterpret_cast<const void*>(source_);
    params.dst = reinterpret_cast<void*>(destination_);
    params.algo = algorithm;
  }
  ~Operation() {
    EXPECT_CU(cuMemFree(source_));
    EXPECT_CU(cuMemFree(destination_));
    EXPECT_CU(cuMemFree(actual_));
  }
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  cuuint32_t actual() const {
    cuuint32_t value = 0;
    EXPECT_CU(cuMemcpyDtoH(&value, actual_, sizeof value));
    return value;
  }
  // What has been written, up to the first byte of `tail` bytes that must be as they were.
  std::string result(std::size_t bytes) const {
    std::string all(bytes_, '\0');
    EXPECT_CU(cuMemcpyDtoH(all.data(), destination_, all.size()));
    const std::string untouched(bytes_ - bytes, static_cast<char>(kUntouched));
    EXPECT_EQ(all.substr(bytes), untouched);
    return all.substr(0, bytes);
  }

  CUmemDecompressParams params{};

private:
  static constexpr std::size_t kMargin = 256;
  CUdeviceptr source_ = 0, destination_ = 0, actual_ = 0;
  std::size_t bytes_;
};

struct DecompressionTest : ContextTest {
  CUstream stream = nullptr;
  void SetUp() override {
    ContextTest::SetUp();
    ASSERT_CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  }
  CUresult run(Operation& operation, std::size_t* errorIndex = nullptr) {
    const CUresult result = cuMemBatchDecompressAsync(&operation.params, 1, 0, errorIndex, stream);
    EXPECT_CU(cuStreamSynchronize(stream));
    return result;
  }
  void expectText(CUmemDecompressAlgorithm algorithm, const std::string& compressedText,
                  const std::string& text) {
    Operation operation(algorithm, compressedText, text.size());
    EXPECT_CU(run(operation));
    EXPECT_EQ(operation.actual(), text.size());
    EXPECT_EQ(operation.result(text.size()), text);
  }
  void expectDamaged(CUmemDecompressAlgorithm algorithm, const std::string& compressedText,
                     std::size_t room) {
    Operation operation(algorithm, compressedText, room);
    EXPECT_CU(run(operation));
    EXPECT_EQ(operation.actual(), 0u);
    operation.result(0);
  }
};

TEST_F(DecompressionTest, DeviceHasTheEngine) {
  int mask = 0, longest = 0;
  EXPECT_CU(cuDeviceGetAttribute(&mask, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK, 0));
  EXPECT_EQ(mask, kDeflate | kSnappy | kLz4);
  EXPECT_CU(cuDeviceGetAttribute(&longest, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH, 0));
  EXPECT_EQ(longest, static_cast<int>(kMaximumLength));
}

TEST_F(DecompressionTest, EachFormatGivesItsText) {
  for (const CUmemDecompressAlgorithm algorithm : {kDeflate, kSnappy, kLz4})
    for (const std::size_t bytes : {1u, 5u, 61u, 4096u, 200000u}) {
      const std::string text = someText(bytes, static_cast<unsigned>(bytes));
      expectText(algorithm, compressed(algorithm, text), text);
    }
  expectText(kDeflate, deflated(std::string(1000, 'x'), Z_NO_COMPRESSION), std::string(1000, 'x'));
  expectText(kDeflate, deflated("") + "trailing", "");
}

TEST_F(DecompressionTest, LargestResult) {
  const std::string text = someText(kMaximumLength, 7);
  for (const CUmemDecompressAlgorithm algorithm : {kDeflate, kLz4})
    expectText(algorithm, compressed(algorithm, text), text);
}

TEST_F(DecompressionTest, SnappyElementsOfEachKind) {
  const std::string start = someText(70000, 3);
  expectText(kSnappy, snappyLiteral(start) + snappyCopy(70000, 64, 4) + snappyCopy(60000, 64, 2),
             start + start.substr(0, 64) + start.substr(10064, 64));
  expectText(kSnappy, snappyLiteral("abc") + snappyCopy(3, 11, 1), "abcabcabcabcab");
  expectText(kSnappy, snappyLiteral("z") + snappyCopy(1, 64, 2), std::string(65, 'z'));
  expectDamaged(kSnappy, snappyLiteral("abc") + snappyCopy(4, 4, 1), 100);
  expectDamaged(kSnappy, snappyLiteral("abc") + snappyCopy(0, 4, 2), 100);
  expectDamaged(kSnappy, snappyLiteral(start).substr(0, 200), 70000);
}

TEST_F(DecompressionTest, TruncatedStreamsWriteNothing) {
  const std::string text = someText(3000, 1);
  for (const CUmemDecompressAlgorithm algorithm : {kDeflate, kSnappy, kLz4}) {
    const std::string whole = compressed(algorithm, text);
    Operation operation(algorithm, whole, text.size());
    for (std::size_t bytes = 1; bytes < whole.size(); bytes += 1 + bytes / 16) {
      operation.params.srcNumBytes = bytes;
      EXPECT_CU(run(operation));
      // A Snappy or LZ4 stream may end after any of its elements, and then has a shorter text.
      const cuuint32_t actual = operation.actual();
      if (algorithm == kDeflate)
        EXPECT_EQ(actual, 0u) << bytes;
      ASSERT_LT(actual, text.size()) << bytes;
      if (actual)
        EXPECT_EQ(operation.result(text.size()).substr(0, actual), text.substr(0, actual));
    }
  }
}

// Streams with changed bytes give something or nothing, but never more than there is room for.
TEST_F(DecompressionTest, ChangedStreamsStayInTheirBounds) {
  const std::string text = someText(2000, 2);
  std::mt19937 random(11);
  for (const CUmemDecompressAlgorithm algorithm : {kDeflate, kSnappy, kLz4}) {
    const std::string whole = compressed(algorithm, text);
    for (int round = 0; round < 200; ++round) {
      std::string changed = whole;
      for (unsigned changes = 1 + random() % 4; changes--;)
        changed[random() % changed.size()] = static_cast<char>(random());
      Operation operation(algorithm, changed, text.size());
      EXPECT_CU(run(operation));
      const cuuint32_t actual = operation.actual();
      ASSERT_LE(actual, text.size());
      operation.result(actual);
    }
  }
}

TEST_F(DecompressionTest, RoomIsAsTheProgramSays) {
  const std::string text = someText(1000, 5);
  for (const CUmemDecompressAlgorithm algorithm : {kDeflate, kSnappy, kLz4}) {
    expectDamaged(algorithm, compressed(algorithm, text), text.size() - 1);
    Operation larger(algorithm, compressed(algorithm, text), text.size() + 100);
    EXPECT_CU(run(larger));
    EXPECT_EQ(larger.actual(), text.size());
    EXPECT_EQ(larger.result(text.size()), text);
    // Without an expected size, the text may go up to the end of the allocation.
    Operation unsaid(algorithm, compressed(algorithm, text), text.size());
    unsaid.params.dstNumBytes = 0;
    EXPECT_CU(run(unsaid));
    EXPECT_EQ(unsaid.actual(), text.size());
    EXPECT_EQ(unsaid.result(text.size()), text);
  }
}

TEST_F(DecompressionTest, BatchIsInTheOrderOfItsStream) {
  constexpr unsigned kOperations = 20;
  std::vector<std::unique_ptr<Operation>> operations;
  std::vector<CUmemDecompressParams> batch;
  std::vector<std::string> texts;
  const CUmemDecompressAlgorithm algorithms[] = {kDeflate, kSnappy, kLz4};
  for (unsigned index = 0; index < kOperations; ++index) {
    const CUmemDecompressAlgorithm algorithm = algorithms[index % 3];
    texts.push_back(someText(100 + 977 * index, index));
    operations.push_back(std::make_unique<Operation>(algorithm, compressed(algorithm, texts[index]),
                                                     texts[index].size()));
    batch.push_back(operations[index]->params);
  }
  // The streams arrive after the call, from a copy that a host function holds up.
  const std::string last = compressed(algorithms[(kOperations - 1) % 3], texts.back());
  EXPECT_CU(cuMemsetD8(reinterpret_cast<CUdeviceptr>(batch.back().src), 0xff, last.size()));
  EXPECT_CU(cuLaunchHostFunc(stream, [](void*) { usleep(20000); }, nullptr));
  EXPECT_CU(cuMemcpyHtoDAsync(reinterpret_cast<CUdeviceptr>(batch.back().src), last.data(),
                              last.size(), stream));
  EXPECT_CU(cuMemBatchDecompressAsync(batch.data(), batch.size(), 0, nullptr, stream));
  // The driver has taken the operations over.
  std::fill(batch.begin(), batch.end(), CUmemDecompressParams{});
  EXPECT_CU(cuStreamSynchronize(stream));
  for (unsigned index = 0; index < kOperations; ++index) {
    EXPECT_EQ(operations[index]->actual(), texts[index].size()) << index;
    EXPECT_EQ(operations[index]->result(texts[index].size()), texts[index]) << index;
  }
}

TEST_F(DecompressionTest, BadOperationsAreNamedByTheirIndex) {
  Operation good(kLz4, lz4Block("text"), 4), other(kLz4, lz4Block("text"), 4);
  const auto expectBad = [&](auto change) {
    CUmemDecompressParams batch[] = {good.params, other.params};
    change(batch[1]);
    std::size_t index = 77;
    EXPECT_EQ(cuMemBatchDecompressAsync(batch, 2, 0, &index, stream), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(index, 1u);
    EXPECT_EQ(cuMemBatchDecompressAsync(batch, 2, 0, nullptr, stream), CUDA_ERROR_INVALID_VALUE);
  };
  int local = 0;
  expectBad([](auto& params) { params.algo = CU_MEM_DECOMPRESS_UNSUPPORTED; });
  expectBad([](auto& params) { params.algo = static_cast<CUmemDecompressAlgorithm>(3); });
  expectBad([](auto& params) { params.algo = static_cast<CUmemDecompressAlgorithm>(8); });
  expectBad([](auto& params) { params.src = nullptr; });
  expectBad([](auto& params) { params.dst = nullptr; });
  expectBad([](auto& params) { params.dstActBytes = nullptr; });
  expectBad([&](auto& params) { params.dst = &local; });
  expectBad([](auto& params) { params.srcNumBytes = 0; });
  expectBad([](auto& params) { params.srcNumBytes = std::size_t{1} << 40; });
  expectBad([](auto& params) { params.dstNumBytes = kMaximumLength + 1; });
  expectBad([](auto& params) { params.dstNumBytes = 1u << 20; });
  EXPECT_CU(cuStreamSynchronize(stream));
  EXPECT_EQ(good.actual(), Operation::kNotWritten);
}

TEST_F(DecompressionTest, BadCallsHaveNoIndex) {
  Operation good(kLz4, lz4Block("text"), 4);
  std::size_t index = 0;
  EXPECT_EQ(cuMemBatchDecompressAsync(nullptr, 1, 0, &index, stream), CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(index, SIZE_MAX);
  EXPECT_EQ(cuMemBatchDecompressAsync(&good.params, 0, 0, &index, stream),
            CUDA_ERROR_INVALID_VALUE);
  EXPECT_EQ(cuMemBatchDecompressAsync(&good.params, 1, 1, &index, stream),
            CUDA_ERROR_INVALID_VALUE);
  ASSERT_CU(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  EXPECT_EQ(cuMemBatchDecompressAsync(&good.params, 1, 0, &index, stream),
            CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(index, SIZE_MAX);
  CUgraph graph = nullptr;
  cuStreamEndCapture(stream, &graph);
  if (graph)
    EXPECT_CU(cuGraphDestroy(graph));
}

// Memory of pools and of cuMemCreate must have been made for decompression.
TEST_F(DecompressionTest, CapableMemory) {
  const auto isCapable = [](CUdeviceptr pointer) {
    int value = -1;
    EXPECT_CU(
        cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE, pointer));
    return value;
  };
  CUdeviceptr plain = 0, managed = 0;
  EXPECT_CU(cuMemAlloc(&plain, 4096));
  EXPECT_EQ(isCapable(plain + 100), 1);
  EXPECT_CU(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
  EXPECT_EQ(isCapable(managed), 0);
  for (const bool isForDecompression : {false, true}) {
    CUmemPoolProps pool{};
    pool.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    pool.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    pool.usage = isForDecompression ? CU_MEM_POOL_CREATE_USAGE_HW_DECOMPRESS : 0;
    CUmemoryPool made = nullptr;
    ASSERT_CU(cuMemPoolCreate(&made, &pool));
    CUdeviceptr pooled = 0;
    ASSERT_CU(cuMemAllocFromPoolAsync(&pooled, 4096, made, stream));
    EXPECT_EQ(isCapable(pooled + 100), isForDecompression);
    EXPECT_CU(cuMemFreeAsync(pooled, stream));
    EXPECT_CU(cuMemPoolDestroy(made));

    constexpr std::size_t kBytes = 2u << 20;
    CUmemAllocationProp place{};
    place.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    place.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
    place.allocFlags.usage = isForDecompression ? CU_MEM_CREATE_USAGE_HW_DECOMPRESS : 0;
    CUmemGenericAllocationHandle handle = 0;
    CUdeviceptr mapped = 0;
    ASSERT_CU(cuMemCreate(&handle, kBytes, &place, 0));
    ASSERT_CU(cuMemAddressReserve(&mapped, kBytes, 0, 0, 0));
    ASSERT_CU(cuMemMap(mapped, kBytes, 0, handle, 0));
    const CUmemAccessDesc access{place.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    ASSERT_CU(cuMemSetAccess(mapped, kBytes, &access, 1));
    EXPECT_EQ(isCapable(mapped + 100), isForDecompression);
    Operation operation(kLz4, lz4Block("text"), 4);
    operation.params.dst = reinterpret_cast<void*>(mapped);
    EXPECT_EQ(run(operation), isForDecompression ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
    char text[4] = {};
    EXPECT_CU(cuMemcpyDtoH(text, mapped, sizeof text));
    EXPECT_EQ(std::string(text, sizeof text), isForDecompression ? "text" : std::string(4, '\0'));
    EXPECT_CU(cuMemUnmap(mapped, kBytes));
    EXPECT_CU(cuMemAddressFree(mapped, kBytes));
    EXPECT_CU(cuMemRelease(handle));
  }
}

} // namespace
