"""A plugin of pytest that runs a fixed part of a large suite.

    PYTHONPATH=tests/clients python -m pytest -p sampled_tests --sample 300 FOLDER

Tests are chosen by the hash of their names, so that every machine with the same versions of the
packages runs the same ones, in whichever order it finds them.
"""

import hashlib


def pytest_addoption(parser):
    parser.addoption("--sample", type=int, help="how many tests to run; by default all")


def pytest_collection_modifyitems(config, items):
    count = config.getoption("--sample")
    if count is None or count >= len(items):
        return

    def rank(item):
        return hashlib.sha256(item.nodeid.encode()).digest()

    chosen = {item.nodeid for item in sorted(items, key=rank)[:count]}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
    items[:] = [item for item in items if item.nodeid in chosen]
