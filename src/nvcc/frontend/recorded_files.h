// The files that a compilation has looked for, so that a later one can tell whether it would find
// the same ones.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::frontend {

// Each path as clang asked for it, with the stamp of the file at that time. The stamp is empty
// where there was nothing: a header that appears there later may hide the one that was found
// elsewhere.
using FileStamps = std::map<std::string, std::string>;

bool areUnchanged(const FileStamps& stamps);

// As text, and back. Nothing for a text of another form.
std::string toText(const FileStamps& stamps);
std::optional<FileStamps> fileStampsFrom(std::string_view text);

// The files on disk, and a record of all that were looked for.
class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  explicit RecordingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files)
      : ProxyFileSystem(std::move(files)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;

  const FileStamps& stamps() const { return stamps_; }

private:
  FileStamps stamps_;
};

} // namespace heddle::frontend
