#include "nvcc/frontend/recorded_files.h"
#include "toolkit/files.h"

#include <algorithm>

namespace heddle::frontend {

bool areUnchanged(const FileStamps& stamps) {
  return std::ranges::all_of(
      stamps, [](const auto& each) { return toolkit::fileStamp(each.first) == each.second; });
}

std::string toText(const FileStamps& stamps) {
  std::string text;
  for (const auto& [path, stamp] : stamps)
    text.append(path).append(1, '\0').append(stamp).append(1, '\0');
  return text;
}

std::optional<FileStamps> fileStampsFrom(std::string_view text) {
  FileStamps stamps;
  while (!text.empty()) {
    const std::size_t path = text.find('\0');
    const std::size_t stamp = path == text.npos ? text.npos : text.find('\0', path + 1);
    if (stamp == text.npos)
      return std::nullopt;
    stamps.emplace(text.substr(0, path), text.substr(path + 1, stamp - path - 1));
    text.remove_prefix(stamp + 1);
  }
  return stamps;
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFileSystem::status(const llvm::Twine& path) {
  const std::string name = path.str();
  // The stamp is taken first. If the file changes before it is read, the stamp is that of the old
  // content, and the record counts as outdated.
  std::string stamp = toolkit::fileStamp(name);
  llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
  // The times of directories say nothing about the files that are looked for in them.
  if (!status || !status->isDirectory())
    stamps_.emplace(name, std::move(stamp));
  return status;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
RecordingFileSystem::openFileForRead(const llvm::Twine& path) {
  if (const llvm::ErrorOr<llvm::vfs::Status> found = status(path); !found)
    return found.getError();
  return ProxyFileSystem::openFileForRead(path);
}

} // namespace heddle::frontend
