"""The anchors of headings, as GitHub makes them: the same links lead to them here and there."""

import re


def github(text, separator):
    kept = re.sub(r"[^\w\- ]", "", text.strip().lower())
    return kept.replace(" ", separator)
