// heddle run: compiles a program with nvcc and runs it. An executable made from one source is kept,
// and used again as long as the source, every header it includes, the options and nvcc have not
// changed.
#include "environment/environment.h"
#include "environment/private_folder.h"
#include "toolkit/files.h"
#include "tools/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <sys/file.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace heddle::tools {
namespace {

namespace fs = std::filesystem;

struct Invocation {
  Arguments compiler; // options and sources
  Arguments program;  // arguments of the program
  std::ptrdiff_t sourceCount = 0;
};

bool isSource(std::string_view word) {
  constexpr std::array<std::string_view, 8> kSuffixes = {".cu", ".cpp", ".cc", ".cxx",
                                                         ".c",  ".ptx", ".o",  ".a"};
  return !word.starts_with('-') && std::ranges::any_of(kSuffixes, [&](std::string_view suffix) {
    return word.ends_with(suffix);
  });
}

Invocation split(const Arguments& words) {
  Invocation invocation;
  auto programBegin = words.end();
  auto compilerEnd = std::ranges::find(words, "--");
  if (compilerEnd != words.end()) {
    programBegin = std::next(compilerEnd);
  } else {
    compilerEnd = std::ranges::find_if(words, isSource);
    while (compilerEnd != words.end() && isSource(*compilerEnd)) {
      ++compilerEnd;
    }
    programBegin = compilerEnd;
  }
  invocation.compiler.assign(words.begin(), compilerEnd);
  invocation.program.assign(programBegin, words.end());
  invocation.sourceCount = std::ranges::count_if(invocation.compiler, isSource);
  return invocation;
}

fs::path cacheDirectory() {
  if (const char* path = environmentVariable("HEDDLE_RUN_CACHE")) {
    return path;
  }
  if (const char* path = environmentVariable("XDG_CACHE_HOME")) {
    return fs::path(path) / "heddle" / "run";
  }
  if (const char* home = environmentVariable("HOME")) {
    return fs::path(home) / ".cache" / "heddle" / "run";
  }
  return {};
}

// A folder for this run alone.
fs::path makeTemporaryDirectory() {
  std::string pattern = (fs::temp_directory_path() / "heddle-run-XXXXXX").string();
  if (!mkdtemp(pattern.data())) {
    throw std::system_error(errno, std::generic_category(), pattern);
  }
  return pattern;
}

// Whether the folder is there, or could be made, and no other user can put a program into it.
bool makePrivateDirectory(const fs::path& path) {
  const int folder = path.empty() ? -1 : openPrivateFolder(path.string());
  if (folder >= 0) {
    close(folder);
  }
  return folder >= 0;
}

// The files that a dependency file in Make's syntax names after its target.
std::vector<fs::path> readDependencies(const fs::path& path) {
  const std::string text = toolkit::readFile(path).value_or("");
  std::vector<fs::path> files;
  std::string word;
  bool targetSeen = false;
  const auto finishWord = [&] {
    if (word.ends_with(':') && !targetSeen) {
      targetSeen = true;
    } else if (!word.empty() && word != ":") {
      files.emplace_back(word);
    }
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == '\\' && (next == ' ' || next == '#')) {
      word += text[++i];
    } else if (text[i] == '\\' && next == '\n') {
      finishWord();
    } else if (text[i] == '$' && next == '$') {
      word += text[++i];
    } else if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t') {
      finishWord();
    } else {
      word += text[i];
    }
  }
  finishWord();
  return targetSeen ? files : std::vector<fs::path>();
}

// Starts a program, by default with this one's standard output.
pid_t start(const Arguments& command, int standardOutput = STDOUT_FILENO) {
  std::vector<char*> argv;
  for (const std::string& word : command) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  if (child == 0) {
    dup2(standardOutput, STDOUT_FILENO);
    execv(argv[0], argv.data());
    fmt::print(stderr, "heddle run: {}: {}\n", command[0], std::strerror(errno));
    _exit(127);
  }
  return child;
}

// The exit code of a program, as a shell gives it.
int waitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// One cached executable. It holds a lock on its directory, since another process may compile the
// same.
class CacheEntry {
public:
  CacheEntry(const fs::path& prefix, const Invocation& invocation)
      : nvcc_(prefix / "bin" / "nvcc"), arguments_(invocation.compiler),
        reusable_(invocation.sourceCount == 1), description_(describe()) {
    const fs::path cache = cacheDirectory();
    directory_ = cache / fmt::format("{:016x}", std::hash<std::string>()(description_));
    if (makePrivateDirectory(cache) && makePrivateDirectory(directory_)) {
      lock_ = open((directory_ / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    }
    // Without a HOME, or where it is read-only or another user's, nothing is kept.
    if (lock_ < 0) {
      temporary_ = true;
      directory_ = makeTemporaryDirectory();
    } else if (flock(lock_, LOCK_EX) != 0) {
      throw std::system_error(errno, std::generic_category(), directory_.string());
    } else {
      fs::permissions(directory_, fs::perms::owner_all);
    }
  }
  ~CacheEntry() {
    unlock();
    std::error_code ignored;
    if (temporary_) {
      fs::remove_all(directory_, ignored);
    }
  }
  CacheEntry(const CacheEntry&) = delete;
  CacheEntry& operator=(const CacheEntry&) = delete;

  fs::path program() const { return directory_ / "program"; }
  // Whether the program is removed with this object, and must have ended by then.
  bool temporary() const { return temporary_; }
  void unlock() {
    if (lock_ >= 0) {
      close(lock_);
    }
    lock_ = -1;
  }

  bool current() const {
    const fs::path start = directory_ / "start";
    std::error_code error;
    const auto made = fs::last_write_time(start, error);
    if (!reusable_ || error || !fs::exists(program()) || toolkit::readFile(start) != description_) {
      return false;
    }
    std::vector<fs::path> inputs = readDependencies(directory_ / "program.d");
    if (inputs.empty()) {
      return false;
    }
    inputs.push_back(nvcc_);
    const fs::path libraries = nvcc_.parent_path().parent_path() / "lib";
    inputs.push_back(libraries / "libcudart_static.a");
    return std::ranges::all_of(inputs, [&](const fs::path& input) {
      const auto changed = fs::last_write_time(input, error);
      return !error && changed < made;
    });
  }

  // nvcc's exit code.
  int compile() const {
    fs::remove(directory_ / "start");
    fs::remove(directory_ / "program.d");
    // The time of this file must be before nvcc reads anything, so that a source which is changed
    // during the compilation counts as newer.
    const fs::path pending = directory_ / "start.new";
    std::ofstream(pending) << description_;

    Arguments command = {nvcc_.string(), "-o", program().string()};
    if (reusable_) {
      command.insert(command.end(), {"-MD", "-MF", (directory_ / "program.d").string()});
    }
    command.insert(command.end(), arguments_.begin(), arguments_.end());
    const int status = waitFor(start(command, STDERR_FILENO)); // standard output is the program's
    if (status == 0) {
      fs::rename(pending, directory_ / "start");
    }
    return status;
  }

private:
  // Everything but the content of files that the executable depends on.
  std::string describe() const {
    std::string text = fmt::format("{}\n{}\n{}\n", nvcc_.string(), fs::current_path().string(),
                                   fmt::join(arguments_, "\n"));
    for (const char* variable :
         {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "CPATH"}) {
      if (const char* value = environmentVariable(variable)) {
        text += fmt::format("{}={}\n", variable, value);
      }
    }
    return text;
  }

  fs::path nvcc_;
  Arguments arguments_;
  bool reusable_;
  std::string description_;
  fs::path directory_;
  bool temporary_ = false;
  int lock_ = -1;
};

// Lets the program find Heddle's libraries.
void addToLibraryPath(const fs::path& libraries) {
  std::string path = libraries.string();
  if (const char* old = environmentVariable("LD_LIBRARY_PATH"); old && *old) {
    path += fmt::format(":{}", old);
  }
  setenv("LD_LIBRARY_PATH", path.c_str(), 1);
}

[[noreturn]] void execute(const fs::path& program, const Arguments& arguments) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& word : arguments) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  throw std::system_error(errno, std::generic_category(), program.string());
}

volatile sig_atomic_t runningProgram = 0;

// Runs the program and waits for it. What ends this process ends the program, and then this process
// goes on to remove it. The terminal sends its signals to both.
int executeAndWait(const fs::path& program, const Arguments& arguments) {
  Arguments command = {program.string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  runningProgram = start(command);
  for (int number : {SIGTERM, SIGHUP}) {
    std::signal(number, [](int received) { kill(runningProgram, received); });
  }
  for (int number : {SIGINT, SIGQUIT}) {
    std::signal(number, SIG_IGN);
  }
  return waitFor(runningProgram);
}

// Handles --trace-api and --trace-file FILE, which come before all other arguments.
Arguments takeTraceOptions(Arguments words) {
  for (;;) {
    if (!words.empty() && words[0] == "--trace-api") {
      setenv("HEDDLE_TRACE", "1", 1);
      words.erase(words.begin());
    } else if (words.size() > 1 && words[0] == "--trace-file") {
      std::error_code ignored;
      fs::remove(words[1], ignored);
      setenv("HEDDLE_TRACE_FILE", fs::absolute(words[1]).c_str(), 1);
      words.erase(words.begin(), words.begin() + 2);
    } else {
      return words;
    }
  }
}

} // namespace

int runCommand(const Arguments& words) {
  const Invocation invocation = split(takeTraceOptions(words));
  if (invocation.sourceCount == 0) {
    fmt::print(stderr, "heddle run: no source file given\n");
    return 2;
  }
  const fs::path prefix = installationPrefix();
  CacheEntry entry(prefix, invocation);
  if (!entry.current()) {
    if (const int status = entry.compile(); status != 0) {
      return status;
    }
  }
  entry.unlock();
  addToLibraryPath(prefix / "lib");
  if (entry.temporary()) {
    return executeAndWait(entry.program(), invocation.program);
  }
  execute(entry.program(), invocation.program);
}

} // namespace heddle::tools
