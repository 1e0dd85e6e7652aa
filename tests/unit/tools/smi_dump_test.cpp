// heddle smi and heddle dump, as a user calls them. Rows P-099, P-100.
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

struct Output {
  int status;
  std::string text;
};

Output heddle(const std::string& arguments, const std::string& before = "") {
  Output result{-1, ""};
  FILE* pipe = popen((before + HEDDLE_TOOL " " + arguments + " 2>&1").c_str(), "r");
  if (!pipe)
    return result;
  std::array<char, 4096> buffer;
  for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    result.text.append(buffer.data(), count);
  int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

TEST(Smi, ListsDevices) {
  Output list = heddle("smi -L");
  EXPECT_EQ(list.status, 0);
  EXPECT_TRUE(list.text.starts_with("GPU 0: ")) << list.text;
  EXPECT_NE(list.text.find("(UUID: GPU-"), list.text.npos) << list.text;
}

TEST(Smi, QueriesAsCsv) {
  Output plain = heddle("smi --query-gpu=index,compute_cap,memory.total --format=csv");
  EXPECT_EQ(plain.status, 0);
  EXPECT_TRUE(plain.text.starts_with("index, compute_cap, memory.total [MiB]\n0, 9.0, "))
      << plain.text;
  EXPECT_TRUE(plain.text.ends_with(" MiB\n")) << plain.text;
  Output bare =
      heddle("smi --query-gpu=memory.total --format=csv,noheader,nounits", "HEDDLE_MEMORY=1G ");
  EXPECT_EQ(bare.text, "1024\n");
  EXPECT_EQ(heddle("smi --query-gpu=nonsense --format=csv").status, 2);
  EXPECT_EQ(heddle("smi --query-gpu=name").status, 2);
  EXPECT_EQ(heddle("smi -i 99").status, 6);
}

TEST(Smi, TableAndDetails) {
  EXPECT_NE(heddle("smi").text.find("CUDA Version: 13.0"), std::string::npos);
  Output details = heddle("smi -q");
  EXPECT_EQ(details.status, 0);
  EXPECT_NE(details.text.find("Attached GPUs"), details.text.npos);
}

// The mode is set here, and stays for later processes. The mode of one thread, which CUDA no longer
// has, is refused and changes nothing.
TEST(Smi, SetsComputeModes_R342_R344) {
  const fs::path folder = fs::temp_directory_path() / ("heddle-smi-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::string before = "XDG_RUNTIME_DIR=" + folder.string() + " ";
  const auto mode = [&] {
    return heddle("smi --query-gpu=compute_mode --format=csv,noheader", before).text;
  };
  EXPECT_EQ(mode(), "Default\n");
  EXPECT_EQ(heddle("smi -c EXCLUSIVE_PROCESS", before).status, 0);
  EXPECT_EQ(mode(), "Exclusive_Process\n");
  EXPECT_EQ(heddle("smi -c 2", before).status, 0);
  EXPECT_EQ(mode(), "Prohibited\n");
  for (const char* former : {"1", "EXCLUSIVE_THREAD"}) {
    const Output refused = heddle(std::string("smi -c ") + former, before);
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.text.find("is no compute mode"), refused.text.npos) << refused.text;
  }
  EXPECT_EQ(mode(), "Prohibited\n");
  EXPECT_EQ(heddle("smi --compute-mode 0", before).status, 0);
  EXPECT_EQ(mode(), "Default\n");
  fs::remove_all(folder);
}

TEST(Dump, ListsShowsAndExtractsPtx) {
  fs::path folder = fs::temp_directory_path() / ("heddle-dump-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::string ptx = ".version 8.0\n.target sm_75\n.address_size 64\n";
  heddle::fatbin::Writer writer;
  heddle::fatbin::Writer::Entry entry;
  entry.arch = 75;
  ASSERT_TRUE(writer.addPtx(ptx, entry));
  entry.arch = 90;
  entry.flags = heddle::fatbin::flagArchSpecific;
  ASSERT_TRUE(writer.addPtx(ptx, entry));
  std::vector<char> container = writer.finish();
  std::ofstream(folder / "two.fatbin", std::ios::binary).write(container.data(), container.size());
  const std::string file = (folder / "two.fatbin").string();

  Output list = heddle("dump -lptx " + file);
  EXPECT_EQ(list.status, 0);
  EXPECT_EQ(list.text, "PTX file    1: two.1.sm_75.ptx\nPTX file    2: two.2.sm_90a.ptx\n");
  EXPECT_NE(heddle("dump -ptx " + file).text.find(ptx), std::string::npos);
  EXPECT_NE(heddle("dump " + file).text.find("arch = sm_90a\ncode version = [8,0]"),
            std::string::npos);
  EXPECT_EQ(heddle("dump -xptx sm_75 two.fatbin", "cd " + folder.string() + " && ").status, 0);
  std::ifstream extracted(folder / "two.1.sm_75.ptx");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(extracted), {}), ptx);
  EXPECT_FALSE(fs::exists(folder / "two.2.sm_90a.ptx"));
  EXPECT_EQ(heddle("dump /proc/self/exe").status, 1);
  EXPECT_EQ(heddle("dump /nowhere").status, 1);
  EXPECT_EQ(heddle("dump").status, 2);
  fs::remove_all(folder);
}

} // namespace
