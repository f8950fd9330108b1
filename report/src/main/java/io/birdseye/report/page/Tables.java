package io.birdseye.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Data tables with a caption, column heads and row heads, in a box that scrolls where the screen is narrow. */
final class Tables {

    private Tables() {}

    /** Opens a table; the box takes the focus so that it can be scrolled by keyboard. */
    static void open(Html html, String caption, @Nullable String style) {
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
        html.open("table", "class", style);
        html.element("caption", caption);
    }

    static void close(Html html) {
        html.close().close().line();
    }

    /** A head for plain columns: the first is text, the others are numbers. */
    static void head(Html html, List<String> titles) {
        html.open("thead").open("tr");
        for (int i = 0; i < titles.size(); i++) {
            html.element("th", titles.get(i), "scope", "col", "class", i == 0 ? null : "num");
        }
        html.close().close();
    }

    /** A row of plain columns. */
    static void row(Html html, List<String> cells) {
        html.open("tr").element("th", cells.getFirst(), "scope", "row");
        cells.stream().skip(1).forEach(cell -> html.element("td", cell, "class", "num"));
        html.close();
    }

    /** A table behind a button, for those who want the numbers of a chart. */
    static void folded(Html html, String caption, List<String> titles, List<List<String>> rows) {
        html.open("details", "class", "numbers").element("summary", "The numbers");
        open(html, caption, null);
        head(html, titles);
        html.open("tbody");
        rows.forEach(row -> row(html, row));
        html.close();
        close(html);
        html.close().line();
    }
}
