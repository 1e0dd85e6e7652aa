"""Where the libraries and tools of this package are, and how other programs learn of it."""

import ctypes
import hashlib
import os
import pathlib

_package = pathlib.Path(__file__).resolve().parent
# The installation: bin, include, lib and nvvm, as in a CUDA toolkit.
prefix = _package / "cuda"


def _libraries(folder):
    return sorted(folder.glob("*.so.*"))


def load_libraries():
    """Loads all libraries, so that a later dlopen by name finds them without a search path."""
    for library in _libraries(prefix / "lib") + _libraries(prefix / "nvvm" / "lib64"):
        ctypes.CDLL(str(library))


def _link(place, target):
    """Replaces a link at once: another process may be using it."""
    if place.is_symlink() and os.readlink(place) == str(target):
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary = place.with_name(f".{place.name}.{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(place)


def _link_library_folder(linked, folder):
    for entry in folder.iterdir():
        if entry.suffix != ".so":
            _link(linked / entry.name, entry)
    for library in _libraries(folder):
        _link(linked / (library.name.split(".so.")[0] + ".so"), library)


def linked_prefix():
    """The installation with the names that a wheel cannot hold, since it has no symbolic links.

    Programs open libcuda.so, and look for a folder lib64. A copy of a library under a second name would
    have a state of its own, so the names are links, in a folder of the user's cache. The folders around
    them are as they are here, because the libraries look for their parts relative to themselves. Where
    the cache cannot be written, this is the installation itself.
    """
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    name = "python-" + hashlib.sha256(str(prefix).encode()).hexdigest()[:16]
    root = cache / "heddle" / name
    linked = root / "heddle" / "cuda"
    try:
        for entry in prefix.iterdir():
            if entry.name not in ("lib", "nvvm"):
                _link(linked / entry.name, entry)
        for entry in (prefix / "nvvm").iterdir():
            if entry.name != "lib64":
                _link(linked / "nvvm" / entry.name, entry)
        _link_library_folder(linked / "lib", prefix / "lib")
        _link_library_folder(linked / "nvvm" / "lib64", prefix / "nvvm" / "lib64")
        _link(linked / "lib64", "lib")
        # What auditwheel has put beside the package.
        _link(root / "heddle.libs", _package.parent / "heddle.libs")
    except OSError:
        return prefix
    return linked


def _prepend(environment, name, folders):
    present = [each for each in environment.get(name, "").split(":") if each]
    added = [str(each) for each in folders]
    environment[name] = ":".join(added + [each for each in present if each not in added])


def set_variables(environment):
    """Makes this installation the one that programs with this environment find."""
    root = linked_prefix()
    for name in ("CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"):
        environment[name] = str(root)
    # Triton has two assemblers of its own, of which the second is for compute capability 9.0 and above.
    for name in ("TRITON_PTXAS_PATH", "TRITON_PTXAS_BLACKWELL_PATH"):
        environment[name] = str(root / "bin" / "ptxas")
    environment["TRITON_LIBCUDA_PATH"] = str(root / "lib")
    _prepend(environment, "LD_LIBRARY_PATH", [root / "lib", root / "nvvm" / "lib64"])
    _prepend(environment, "PATH", [root / "bin"])
