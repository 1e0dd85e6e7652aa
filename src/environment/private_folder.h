// Folders whose content only this user can have made.
#pragma once

#include <string>

namespace heddle {

// Opens a folder, and makes it with those above it, for this user alone, where it is not there.
// Returns its descriptor, or -1 where it cannot be trusted: it is no real folder or not this
// user's, others can write to it, or it would have to be made in the folder of another user other
// than root.
int openPrivateFolder(const std::string& path);

// Opens a file of such a folder to read it. Returns its descriptor, or -1 where it is no regular
// file, is not this user's, or others can write to it.
int openPrivateFile(int folder, const std::string& name);

} // namespace heddle
