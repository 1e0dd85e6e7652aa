// Which launches the checker looks at. HEDDLE_CHECK_KERNELS chooses kernels, by lines: `+` or `-`
// for kernels that are checked or left out, and `name=`, `part=` or `regex=` with what the kernel's
// name has to be, contain or match. A kernel is checked if no line leaves it out, and one of those
// with
// `+`, if there are any, holds. HEDDLE_CHECK_LAUNCHES is two numbers with a comma between them: so
// many launches of these kernels are skipped, and so many checked, 0 for all.
#pragma once

namespace heddle::driver {

// Whether the next launch of this kernel, by its mangled name, is checked. Counts the launch.
bool isNextLaunchChecked(const char* kernel);

} // namespace heddle::driver
