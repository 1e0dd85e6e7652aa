"""Heddle: the CUDA platform for machines without a GPU.

Importing this package makes the CUDA libraries that it holds the ones that other packages find: they
are loaded, so that loading one by its name gives the same library again, and CUDA_PATH and its like
name their folder. `python -m heddle run script.py` does the same for programs that are not changed.
"""

import os

from heddle._paths import load_libraries, prefix, set_variables

__all__ = ["prefix"]

set_variables(os.environ)
load_libraries()
