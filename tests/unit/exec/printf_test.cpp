// Rows L-344 to L-349, L-351 to L-354.
#include "exec/printf_buffer.h"
#include "exec/printf_format.h"
#include "harness.h"

#include <gtest/gtest.h>

using namespace heddle::exec;

namespace {

// Packs arguments as the compiler does: promoted, each at its natural alignment.
struct Pack {
  alignas(16) char bytes[512] = {};
  std::size_t used = 0;
  template <typename Value> Pack& add(Value value) {
    used = (used + sizeof value - 1) / sizeof value * sizeof value;
    std::memcpy(bytes + used, &value, sizeof value);
    used += sizeof value;
    return *this;
  }
};

constexpr std::size_t kLongest = 1 << 20;

std::string format(const char* text, const Pack& pack, int expectedCount) {
  std::string out;
  EXPECT_EQ(formatPrintf(out, text, pack.bytes, kLongest), expectedCount);
  return out;
}

TEST(Printf, Conversions) {
  EXPECT_EQ(format("plain %% text\n", {}, 0), "plain % text\n");
  EXPECT_EQ(format("%d|%5d|%-5d|%05d|%+d", Pack().add(1).add(2).add(3).add(4).add(5), 5),
            "1|    2|3    |00004|+5");
  EXPECT_EQ(format("%u %x %X %#x %o", Pack().add(~0u).add(255).add(255).add(255).add(8), 5),
            "4294967295 ff FF 0xff 10");
  EXPECT_EQ(format("%d %lld %d", Pack().add(1).add(1LL << 40).add(2), 3), "1 1099511627776 2");
  EXPECT_EQ(format("%ld %zu %hd %hhd", Pack().add(-1L).add(std::size_t(7)).add(65537).add(257), 4),
            "-1 7 1 1");
  EXPECT_EQ(format("%f %.3f %e %g %a", Pack().add(1.5).add(2.0).add(3.0).add(0.25).add(1.0), 5),
            "1.500000 2.000 3.000000e+00 0.25 0x1p+0");
  EXPECT_EQ(format("%c%c", Pack().add(int('h')).add(int('i')), 2), "hi");
  EXPECT_EQ(format("%s-%5s-%.2s", Pack().add("abc").add("d").add("efg"), 3), "abc-    d-ef");
  EXPECT_EQ(format("%s", Pack().add(static_cast<const char*>(nullptr)), 1), "(null)");
  EXPECT_EQ(format("%*d|%.*f", Pack().add(6).add(42).add(1).add(3.14159), 4), "    42|3.1");
  EXPECT_EQ(format("%p", Pack().add(reinterpret_cast<void*>(0x1234)), 1), "0x1234");
  EXPECT_EQ(format("100%", {}, 0), "100%");
}

TEST(Printf, LongText) {
  const std::string text(5000, 'x');
  EXPECT_EQ(format("[%s]", Pack().add(text.c_str()), 1), "[" + text + "]");
}

// The buffer drops a text this long as a whole, so its padding need not be there.
TEST(Printf, HugePaddingIsNotWritten) {
  for (const char* conversion : {"%2147483647d", "%-2147483647d", "%02147483647d", "%.2147483647d",
                                 "%*d", "%2000000d|%2000000d"}) {
    const Pack pack = conversion[1] == '*' ? Pack().add(-2147483647).add(5) : Pack().add(5).add(6);
    std::string out = "before";
    formatPrintf(out, conversion, pack.bytes, kLongest);
    EXPECT_GT(out.size(), kLongest) << conversion;
    EXPECT_LT(out.size(), kLongest + 100) << conversion;
  }
  EXPECT_EQ(format("[%.2147483647s]", Pack().add("abc"), 1), "[abc]");
  EXPECT_EQ(format("%1000000d", Pack().add(7), 1), std::string(999999, ' ') + "7");
  EXPECT_EQ(format("%-*d|", Pack().add(-4).add(7), 2), "7   |");
}

TEST(Printf, NoMoreThan32Arguments) {
  Pack pack;
  std::string conversions;
  for (int i = 0; i < 40; ++i) {
    pack.add(i + 1);
    conversions += "%d ";
  }
  const std::string out = format(conversions.c_str(), pack, 32);
  EXPECT_NE(out.find("32 "), std::string::npos);
  EXPECT_EQ(out.find("33 "), std::string::npos);
}

TEST(Printf, CapacityIsFixedOnceUsed) {
  PrintfBuffer buffer;
  EXPECT_TRUE(buffer.setCapacity(1000));
  buffer.push("");
  EXPECT_FALSE(buffer.setCapacity(2000));
  EXPECT_EQ(buffer.capacity(), 1000u);
}

TEST(Printf, BufferDropsTheOldestWholeEntries) {
  PrintfBuffer buffer;
  EXPECT_TRUE(buffer.setCapacity(10 * (16 + 8)));
  for (int i = 0; i < 25; ++i) {
    char text[9];
    std::snprintf(text, sizeof text, "line%03d\n", i);
    buffer.push(text);
  }
  testing::internal::CaptureStdout();
  buffer.flush();
  const std::string out = testing::internal::GetCapturedStdout();
  EXPECT_EQ(out.substr(0, 8), "line015\n");
  EXPECT_EQ(out.size(), 80u);
  testing::internal::CaptureStdout();
  buffer.flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Printf, KernelOutputAppearsAtFlush) {
  ExecutionContext execution;
  const auto kernel = test::makeKernel([](heddle::BlockContext* context) {
    // On the kernel's stack: a literal is memory of the host, which no kernel may name.
    const char format[] = "block %d\n";
    const int arguments[] = {int(context->ctaid[0])};
    EXPECT_EQ(heddle_vprintf(context, 0, format, arguments), 1);
    EXPECT_EQ(heddle_vprintf(context, 0, nullptr, arguments), -1);
    return heddle::BlockStatus::Done;
  });
  test::launch(execution.legacyStream(), kernel, test::grid(1), 0)->wait();
  testing::internal::CaptureStdout();
  execution.printfBuffer().flush();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "block 0\n");
}

} // namespace
