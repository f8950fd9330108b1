package io.birdseye.report.page;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table over rows of one kind.
 *
 * @param unit behind the title, or empty
 * @param style CSS classes of its cells
 * @param head whether it names the row; one column of a table does
 * @param cell writes a cell's content
 */
record TableColumn<T>(String title, String unit, @Nullable String style, boolean head, BiConsumer<Html, T> cell) {

    /** The column that names the row; it stays in sight where the table is scrolled. */
    static <T> TableColumn<T> head(String title, Function<T, String> text) {
        return head(title, (html, row) -> html.text(text.apply(row)));
    }

    static <T> TableColumn<T> head(String title, BiConsumer<Html, T> cell) {
        return new TableColumn<>(title, "", "sticky", true, cell);
    }

    static <T> TableColumn<T> number(String title, String unit, Function<T, String> text) {
        return drawn(title, unit, "num", (html, row) -> html.text(text.apply(row)));
    }

    static <T> TableColumn<T> text(String title, Function<T, String> text) {
        return drawn(title, "", null, (html, row) -> html.text(text.apply(row)));
    }

    static <T> TableColumn<T> drawn(String title, String unit, @Nullable String style, BiConsumer<Html, T> cell) {
        return new TableColumn<>(title, unit, style, false, cell);
    }
}
