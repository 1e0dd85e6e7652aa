"""python -m heddle: runs Python scripts on Heddle, and the tools of the installation."""

import os
import shlex
import sys

from heddle._paths import prefix, set_variables

USAGE = """\
python -m heddle run SCRIPT.py [arguments]   run a Python script, or
python -m heddle run -m MODULE [arguments]   a module, with Heddle as the CUDA of all packages
python -m heddle exec PROGRAM [arguments]    the same for any other program
python -m heddle env                         print the settings for a shell: eval "$(python -m heddle env)"
python -m heddle prefix                      print the folder of the installation
python -m heddle COMMAND [arguments]         any command of the program heddle, such as info, smi or
                                             run SOURCE.cu; `python -m heddle help` lists them
"""


def execute(program, arguments):
    set_variables(os.environ)
    try:
        os.execvp(program, [program, *arguments])
    except OSError as error:
        sys.exit(f"heddle: {program}: {error.strerror}")


def is_python(arguments):
    return bool(arguments) and (arguments[0] in ("-m", "-c") or arguments[0].endswith(".py"))


def main():
    command, arguments = (sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else ("", [])
    if command in ("", "-h", "--help"):
        print(USAGE, end="")
    elif command == "prefix":
        print(prefix)
    elif command == "env":
        environment = {name: os.environ.get(name, "") for name in ("PATH", "LD_LIBRARY_PATH")}
        set_variables(environment)
        for name, value in sorted(environment.items()):
            print(f"export {name}={shlex.quote(value)}")
    elif command == "run" and is_python(arguments):
        execute(sys.executable, arguments)
    elif command == "exec" and arguments:
        execute(arguments[0], arguments[1:])
    else:
        execute(str(prefix / "bin" / "heddle"), [command, *arguments])


def tool():
    """The entry point of the commands nvcc, ptxas and so on: the tool of that name."""
    name = os.path.basename(sys.argv[0])
    execute(str(prefix / "bin" / name), sys.argv[1:])


if __name__ == "__main__":
    main()
