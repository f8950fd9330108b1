package io.birdseye.report.page;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tables with a caption, column heads and row heads, in a box that scrolls where the screen is narrow. */
final class Tables {

    private Tables() {}

    /** A table whose rows all look the same. */
    static <T> void draw(
            Html html, String caption, @Nullable String style, List<TableColumn<T>> columns, List<T> rows) {
        draw(html, caption, style, columns, rows, row -> null);
    }

    /** @param rowStyle CSS classes of a row, or null */
    static <T> void draw(
            Html html,
            String caption,
            @Nullable String style,
            List<TableColumn<T>> columns,
            List<T> rows,
            Function<T, @Nullable String> rowStyle) {
        // The box takes the focus so that it can be scrolled by keyboard.
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
        html.open("table", "class", style).element("caption", caption).open("thead").open("tr");
        for (TableColumn<T> column : columns) {
            html.open("th", "scope", "col", "class", column.style()).text(column.title());
            if (!column.unit().isEmpty()) {
                html.text(" ").element("span", column.unit(), "class", "unit");
            }
            html.close();
        }
        html.close().close().open("tbody");
        for (T row : rows) {
            html.open("tr", "class", rowStyle.apply(row));
            for (TableColumn<T> column : columns) {
                html.open(column.head() ? "th" : "td", "scope", column.head() ? "row" : null, "class", column.style());
                column.cell().accept(html, row);
                html.close();
            }
            html.close();
        }
        html.close().close().close();
    }

    /** A table behind a button, for those who want the numbers of a chart. */
    static <T> void folded(Html html, String caption, List<TableColumn<T>> columns, List<T> rows) {
        html.open("details", "class", "numbers").element("summary", "The numbers");
        draw(html, caption, null, columns, rows);
        html.close();
    }
}
