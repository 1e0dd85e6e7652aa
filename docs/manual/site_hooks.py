"""What MkDocs does with the manual's pages beyond Markdown.

- A paragraph that is nothing but a link to a file outside the manual becomes that file's text: programs of
  examples/ are shown as they are, and there is no second copy.
- Pages of docs/ outside the manual are pages of the site as well. Links to them, and to examples, lead to their
  place on the site; links to other files of the repository, which the site does not have, become plain text.
- A comment `<!-- table: NAME -->` becomes a table made from the file that Heddle itself reads.
- `title="NAME"` behind the language of a code block becomes a caption with the name of the file.
"""
import html
import importlib.machinery
import importlib.util
import os
import re
from pathlib import Path

from mkdocs.structure.files import File
from pygments.formatters import HtmlFormatter

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

# Pages of docs/ and where the site has them.
TAKEN_IN = {
    "docs/cluster.md": "howto/cluster.md",
    "docs/architecture.md": "inside/architecture.md",
    "docs/graphics.md": "inside/graphics.md",
    "docs/api.md": "reference/api.md",
    "docs/accuracy.md": "reference/accuracy.md",
}
LANGUAGES = {".cu": "cuda", ".cpp": "cpp", ".h": "cuda", ".py": "python", ".yml": "yaml", ".txt": "cmake"}
FENCE = re.compile(r"^(```+)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s:#]+)(#[^)\s]*)?\)")
WHOLE_LINK = re.compile(rf"^{LINK.pattern}$")
TITLED = re.compile(r'^```(\w+) title="([^"]+)"$')
TABLE = re.compile(r"^<!-- table: ([\w ]+?) -->$")


def load_course():
    """The chapters of the examples, read as examples/make-contents reads them."""
    loader = importlib.machinery.SourceFileLoader("make_contents", str(EXAMPLES / "make-contents"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_contents", loader))
    # A compiled copy would be left beside the script.
    code = compile(loader.get_data(loader.path), loader.path, "exec")
    exec(code, module.__dict__)
    return module


MAKE_CONTENTS = load_course()
CHAPTERS = [(number, title, sources) for number, (title, sources) in enumerate(MAKE_CONTENTS.course().items())
            if title]


def chapter_folder(sources):
    return sources[0].relative_to(EXAMPLES).parts[0]


def chapter_page(source):
    """The page of the site that has the text of this example, with the heading of its program."""
    parts = source.relative_to(EXAMPLES).parts
    return f"programs/{parts[0]}.md" if len(parts) > 1 else None


def code_block(path, caption=True):
    name = path.relative_to(ROOT)
    title = f"<p class=\"file\">{name}</p>\n\n" if caption else ""
    return f"{title}```{LANGUAGES.get(path.suffix, 'text')}\n{path.read_text().rstrip()}\n```"


def anchor(source):
    """The id that the heading of a program gets on the page of its chapter."""
    name = "/".join(source.relative_to(EXAMPLES).parts[1:])
    return re.sub(r"[^\w]+", "", name.lower())


def programs_page(number, title, sources):
    """A page with the text of every program of a chapter."""
    folder = chapter_folder(sources)
    lines = [f"# Programs of chapter {number}: {title}", "",
             f"All programs of `examples/{folder}`, in the order of [the chapter](../course/{folder}.md).", ""]
    for source in sources:
        name = "/".join(source.relative_to(EXAMPLES).parts[1:])
        lines += [f"## {name}", "", code_block(source, caption=False), ""]
    parts = [file for file in sorted((EXAMPLES / folder).rglob("*"))
             if file.suffix in (".h", ".cu", ".cpp", ".txt") and file not in sources]
    for file in parts:
        lines += [f"## {file.relative_to(EXAMPLES / folder)}", "", code_block(file, caption=False), ""]
    return "\n".join(lines)


def programs_table(folder):
    rows = ["| program | shows |", "|---|---|"]
    for _, _, sources in CHAPTERS:
        if chapter_folder(sources) != folder:
            continue
        for source in sources:
            name = "/".join(source.relative_to(EXAMPLES).parts[1:])
            rows.append(f"| [{name}](../programs/{folder}.md#{anchor(source)}) | {MAKE_CONTENTS.shows(source)} |")
    return "\n".join(rows)


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def nvcc_options():
    """nvcc's options, from the table that nvcc reads."""
    text = (ROOT / "src/nvcc/option_table.cpp").read_text()
    titles = dict(re.findall(r'case Group::(\w+):\s+return "([^"]+)";', text))
    row = re.compile(r'^  \{Id::\w+, "([^"]*)", "([^"]*)", K::\w+, "([^"]*)", "[^"]*", \w+, \w+, G::(\w+), '
                     r'"((?:[^"\\]|\\.)*)"\},$', re.MULTILINE)
    groups = {}
    for long_name, short_name, value, group, help_text in row.findall(text):
        long_name = f"--{long_name} {value}".strip()
        groups.setdefault(group, []).append(f"| `{long_name.replace('|', '&#124;')}` | `-{short_name}` | "
                                            f"{escaped(help_text)} |".replace("&#124;", "\\|"))
    if sum(map(len, groups.values())) != len(re.findall(r"^  \{Id::", text, re.MULTILINE)):
        raise ValueError("src/nvcc/option_table.cpp has rows that the manual cannot read")
    parts = [f"## {titles[group]}\n\n| option | short | meaning |\n|---|---|---|\n" + "\n".join(rows)
             for group, rows in groups.items()]
    return "\n\n".join(parts)


def attributes():
    """What the device answers to cuDeviceGetAttribute, from the table that the driver reads."""
    source = (ROOT / "src/driver/device/device.cpp").read_text()
    constants = dict(re.findall(r"constexpr int (k\w+) = ([\d']+);", source)) | {"INT_MAX": str(2**31 - 1)}
    text = source.split("kAttributes[] = {", 1)[1].split("\n};", 1)[0]
    rows = ["| CU_DEVICE_ATTRIBUTE_… | value |", "|---|---|"]
    for name, value in re.findall(r"\{CU_DEVICE_ATTRIBUTE_(\w+), ([^{}]+)\},", text):
        value = constants.get(value, value).replace("'", "")
        if shifted := re.fullmatch(r"(\d+) << (\d+)", value):
            value = str(int(shifted[1]) << int(shifted[2]))
        rows.append(f"| `{name}` | {value} |")
    return "\n".join(rows)


def profiles():
    """The GPUs that devices can answer as, from the table that the driver reads."""
    lines = [line.split("\t") for line in (ROOT / "lib/profiles/devices.tsv").read_text().splitlines()
             if line and not line.startswith("#")]
    columns = ["profile", "name", "capability", "multiprocessors", "memory"]
    places = [lines[0].index(column) for column in columns]
    rows = ["| HEDDLE_PROFILE | name | compute capability | multiprocessors | memory, MiB |", "|---|---|---|---|---|"]
    for line in lines[1:]:
        cells = [line[place] for place in places]
        rows.append(f"| `{cells[0]}` | " + " | ".join(cells[1:]) + " |")
    return "\n".join(rows)


def usage(path, begin, end):
    """The text that a program prints as its help, from its source."""
    text = (ROOT / path).read_text()
    return "```text\n" + text.split(begin, 1)[1].split(end, 1)[0].rstrip() + "\n```"


TABLES = {
    "nvcc options": nvcc_options,
    "attributes": attributes,
    "profiles": profiles,
    "heddle commands": lambda: usage("tools/main.cpp", 'kUsage = R"(', ')"'),
    "setup commands": lambda: usage("heddle", "<<'USAGE'\n", "\nUSAGE"),
}


def table(name):
    if name.startswith("programs "):
        return programs_table(name.removeprefix("programs "))
    return TABLES[name]()


class Page:
    """A page with its place in the repository, which its links are relative to, and on the site."""

    def __init__(self, file):
        taken_from = next((path for path, place in TAKEN_IN.items() if place == file.src_uri), None)
        self.source = ROOT / taken_from if taken_from else Path(file.abs_src_path)
        self.place = file.src_uri
        self.pages = ROOT / "docs/manual/pages"

    def site_link(self, place, hash_part):
        return os.path.relpath(place, os.path.dirname(self.place) or ".") + hash_part

    def rewritten(self, match):
        text, target, hash_part = match[1], match[2], match[3] or ""
        path = Path(os.path.normpath(self.source.parent / target))
        if path.is_relative_to(self.pages):
            return match[0] if self.source.is_relative_to(self.pages) else \
                f"[{text}]({self.site_link(path.relative_to(self.pages).as_posix(), hash_part)})"
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        if name in TAKEN_IN:
            return f"[{text}]({self.site_link(TAKEN_IN[name], hash_part)})"
        if path.is_relative_to(EXAMPLES) and path.is_file() and (page := chapter_page(path)):
            return f"[{text}]({self.site_link(page, '#' + anchor(path))})"
        return text if "`" in text or " " in text else f"`{text}`"

    def line(self, line):
        if found := TABLE.match(line):
            return table(found[1])
        if found := WHOLE_LINK.match(line):
            path = Path(os.path.normpath(self.source.parent / found[2]))
            if path.is_file() and path.suffix in LANGUAGES:
                return code_block(path)
        return LINK.sub(self.rewritten, line)


def on_files(files, config):
    def add(place, source=None):
        file = File(place, config["docs_dir"], config["site_dir"], config["use_directory_urls"])
        if source:
            file.abs_src_path = str(source)
        files.append(file)

    for source, place in TAKEN_IN.items():
        add(place, ROOT / source)
    for _, _, sources in CHAPTERS:
        add(f"programs/{chapter_folder(sources)}.md")
    return files


def on_page_read_source(page, config):
    for number, title, sources in CHAPTERS:
        if page.file.src_uri == f"programs/{chapter_folder(sources)}.md":
            return programs_page(number, title, sources)
    return None


def on_page_markdown(markdown, page, config, files):
    here, lines, fence = Page(page.file), [], None
    if here.place.startswith("programs/"):
        return markdown
    for line in markdown.splitlines():
        if fence:
            fence = None if line.startswith(fence) else fence
        elif titled := TITLED.match(line):
            lines += [f"<p class=\"file\">{titled[2]}</p>", ""]
            line, fence = f"```{titled[1]}", "```"
        elif opened := FENCE.match(line):
            fence = opened[1]
        else:
            line = here.line(line)
        lines.append(line)
    return "\n".join(lines)


# Names up to this many characters stay on one line, which fits beside other columns on a narrow screen.
LONGEST_WHOLE_NAME = 20


def breakable(match):
    """Code in a line of text: short names stay whole, long ones may break where a word of theirs ends."""
    text = match[1]
    if len(html.unescape(text)) <= LONGEST_WHOLE_NAME:
        return f'<code class="whole">{text}</code>'
    if "&" in text:
        return match[0]
    return "<code>" + re.sub(r"(?<=_)(?=[A-Za-z])|(?<=[a-z])(?=[A-Z])", "<wbr>", text) + "</code>"


def on_page_content(content, page, config, files):
    """Wide tables scroll by themselves, so that a page never becomes wider than the screen."""
    content = re.sub(r"(?<!<pre>)(?<!</span>)<code>([^<]+)</code>", breakable, content)
    return content.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")


def on_post_build(config):
    css = HtmlFormatter(style="friendly").get_style_defs(".codehilite")
    (Path(config["site_dir"]) / "highlight.css").write_text(css)
