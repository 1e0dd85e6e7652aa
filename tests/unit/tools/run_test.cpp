// `heddle run`, with a stand-in for nvcc: its "sources" are shell scripts, which it copies to the
// output, and whose `# include FILE` lines it lists as dependencies.
#include "process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace {

namespace fs = std::filesystem;
using heddle::bench::ProcessOutcome;
using heddle::bench::runProcess;

constexpr const char* kStandIn = R"sh(#!/bin/sh
echo "this is on standard output"
echo "$*" >> "$STAND_IN_LOG"
while [ $# -gt 0 ]; do
  case $1 in
    -o) output=$2; shift ;;
    -MF) dependencies=$2; shift ;;
    -bad) exit 3 ;;
    *.cu) source=${source:-$1} ;;
  esac
  shift
done
cp "$source" "$output" && chmod +x "$output"
[ -z "$dependencies" ] ||
  { printf '%s: %s \\\n ' "$output" "$source"; sed -n 's/^# include //p' "$source" | sed 's/ /\\ /g'; } > "$dependencies"
)sh";

constexpr const char* kProgram = "#!/bin/sh\n# include a header.h\n"
                                 "echo \"[$*]\"\nexit $#\n";

class HeddleRun : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "heddle-run-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    fs::create_directories(directory_ / "prefix" / "bin");
    fs::create_directories(directory_ / "prefix" / "lib");
    fs::copy_file(HEDDLE_TOOL, directory_ / "prefix" / "bin" / "heddle");
    write("prefix/bin/nvcc", kStandIn);
    fs::permissions(directory_ / "prefix" / "bin" / "nvcc", fs::perms::owner_all);
    write("prefix/lib/libcudart_static.a", "");
    write("a.cu", kProgram);
    write("b.cu", kProgram);
    write("a header.h", "");
    fs::current_path(directory_);
    for (const char* file :
         {"prefix/bin/nvcc", "prefix/lib/libcudart_static.a", "a.cu", "a header.h"}) {
      age(file);
    }
  }

  void TearDown() override {
    fs::current_path("/");
    fs::remove_all(directory_);
  }

  void write(const char* name, const char* text) { std::ofstream(directory_ / name) << text; }

  static void age(const char* file) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
  }

  ProcessOutcome run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {(directory_ / "prefix/bin/heddle").string(), "run"});
    return runProcess(arguments, {{"HEDDLE_RUN_CACHE", (directory_ / "cache").string()},
                                  {"STAND_IN_LOG", (directory_ / "log").string()}});
  }

  // Runs a.cu with one argument and TMPDIR in the test's folder, and with other settings.
  ProcessOutcome runWith(std::vector<std::string> settings) const {
    const fs::path temporary = directory_ / "temporary";
    fs::create_directories(temporary);
    std::vector<std::string> command = {"/usr/bin/env", "-u", "HEDDLE_RUN_CACHE", "-u",
                                        "HOME",         "-u", "XDG_CACHE_HOME"};
    command.insert(command.end(), settings.begin(), settings.end());
    command.insert(command.end(),
                   {(directory_ / "prefix/bin/heddle").string(), "run", "a.cu", "x"});
    return runProcess(
        command, {{"TMPDIR", temporary.string()}, {"STAND_IN_LOG", (directory_ / "log").string()}});
  }

  // Expects two runs that compile each time and leave nothing behind.
  void expectNothingIsKept(const std::vector<std::string>& settings) const {
    const int before = compilations();
    for (int i = 1; i <= 2; ++i) {
      const ProcessOutcome outcome = runWith(settings);
      EXPECT_EQ(outcome.output, "[x]\n");
      EXPECT_EQ(outcome.exitCode, 1);
      EXPECT_EQ(compilations(), before + i);
      EXPECT_TRUE(fs::is_empty(directory_ / "temporary"));
    }
  }

  int compilations() const {
    std::ifstream log(directory_ / "log");
    int count = 0;
    for (std::string line; std::getline(log, line);) {
      ++count;
    }
    return count;
  }

  fs::path directory_;
};

TEST_F(HeddleRun, PassesArgumentsAndReturnsTheExitCode) {
  const ProcessOutcome outcome = run({"a.cu", "one", "-two"});
  EXPECT_EQ(outcome.output, "[one -two]\n");
  EXPECT_EQ(outcome.exitCode, 2);
}

TEST_F(HeddleRun, TakesOptionsBeforeTheSource) {
  EXPECT_EQ(run({"-O3", "a.cu", "x"}).output, "[x]\n");
  EXPECT_EQ(run({"-O3", "a.cu", "-Idirectory", "--", "x", "--", "y.cu"}).output, "[x -- y.cu]\n");
}

TEST_F(HeddleRun, TakesSeveralSources) {
  EXPECT_EQ(run({"a.cu", "b.cu", "x"}).output, "[x]\n");
  EXPECT_EQ(compilations(), 1);
  run({"a.cu", "b.cu", "x"});
  EXPECT_EQ(compilations(), 2) << "dependencies of several sources are not known";
}

TEST_F(HeddleRun, CompilesOnceWhileNothingChanges) {
  run({"a.cu"});
  run({"a.cu", "other arguments"});
  EXPECT_EQ(compilations(), 1);
  run({"-DX", "a.cu"});
  EXPECT_EQ(compilations(), 2);
}

TEST_F(HeddleRun, CompilesAgainWhenAnInputChanges) {
  for (const char* file :
       {"a.cu", "a header.h", "prefix/bin/nvcc", "prefix/lib/libcudart_static.a"}) {
    run({"a.cu"});
    const int before = compilations();
    fs::last_write_time(file, fs::file_time_type::clock::now());
    run({"a.cu"});
    EXPECT_EQ(compilations(), before + 1) << file;
    age(file);
  }
}

TEST_F(HeddleRun, ReturnsTheCompilersExitCodeAndKeepsNothing) {
  EXPECT_EQ(run({"-bad", "a.cu"}).exitCode, 3);
  EXPECT_EQ(run({"-bad", "a.cu"}).exitCode, 3);
  EXPECT_EQ(compilations(), 2);
}

TEST_F(HeddleRun, WithoutAHomeNothingIsKept) {
  expectNothingIsKept({});
}

TEST_F(HeddleRun, WithAHomeThatCannotBeWrittenNothingIsKept) {
  expectNothingIsKept({"HOME=/proc"});
}

TEST_F(HeddleRun, KeepsProgramsInAPrivateFolderOfHome) {
  const std::string home = "HOME=" + directory_.string();
  EXPECT_EQ(runWith({home}).output, "[x]\n");
  EXPECT_EQ(runWith({home}).output, "[x]\n");
  EXPECT_EQ(compilations(), 1);
  EXPECT_EQ(fs::status(directory_ / ".cache/heddle/run").permissions(), fs::perms::owner_all);
}

TEST_F(HeddleRun, DoesNotRunWhatOthersCanHavePutThere) {
  const std::string home = "HOME=" + directory_.string();
  runWith({home});
  const fs::path cache = directory_ / ".cache/heddle/run";
  const fs::path entry = fs::directory_iterator(cache)->path();
  write((entry / "program").c_str(), "#!/bin/sh\necho foreign\n");
  EXPECT_EQ(runWith({home}).output, "foreign\n") << "the test's program is the one that is run";
  fs::permissions(entry, fs::perms::all);
  expectNothingIsKept({home});
  fs::permissions(entry, fs::perms::owner_all);
  fs::permissions(cache, fs::perms::all);
  expectNothingIsKept({home});
}

TEST_F(HeddleRun, WantsASource) {
  EXPECT_EQ(run({"-O3"}).exitCode, 2);
}

} // namespace
