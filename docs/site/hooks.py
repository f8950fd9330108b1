"""Links out of the documentation, as to a source file, lead to the repository where its address is known, and are plain text else.

Such a link is checked as all others are: what it names must be there.
"""

import os
import re
from pathlib import Path

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
HOME = os.environ.get("BIRDSEYE_HOME", "").rstrip("/")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_page_markdown(markdown, page, **_):
    folder = (DOCS / page.file.src_uri).parent

    def link(match):
        text, target = match.groups()
        path, _, _ = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return match.group(0)
        file = (folder / path).resolve()
        if not file.exists():
            raise PluginError(f"{page.file.src_uri} links to {target}, which does not exist")
        inside = file.is_relative_to(DOCS) and file.is_file()
        if inside:
            return match.group(0)
        where = file.relative_to(ROOT).as_posix()
        kind = "tree" if file.is_dir() else "blob"
        return f"[{text}]({HOME}/{kind}/main/{where})" if HOME else text

    # Code is shown as it is written.
    parts = re.split(r"(^```.*?^```[^\n]*$)", markdown, flags=re.DOTALL | re.MULTILINE)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def on_page_content(html, page, config, files):
    """docs/site/build draws the page with charts of each result beside its data, once the site is there."""
    return re.sub(r'(href="[^"]+/)results\.json"', r'\1charts.html"', html) if os.environ.get("BIRDSEYE_CHARTS") else html


def on_post_page(output, page, config):
    """The theme would load a script of another host, for its search in a page that is opened from disk. No page of ours does."""
    return without_other_hosts(output)


def on_post_template(output_content, template_name, config):
    return without_other_hosts(output_content)


def without_other_hosts(html):
    return re.sub(r'<script src="?https://[^>]*></script>', "", html)
