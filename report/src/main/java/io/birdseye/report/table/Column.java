package io.birdseye.report.table;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * One column of a table over rows of one kind: on the terminal, in Markdown and on a page.
 *
 * @param unit empty where the figure has none
 * @param text whether it holds text; numbers stand to the right
 * @param keep which columns stay where the terminal is narrow: the lowest go first; 0 is not shown at all
 */
public record Column<T>(String title, String unit, boolean text, int keep, Function<T, String> cell) {

    /** The columns that no terminal is too narrow for. */
    public static final int ALWAYS = 10;

    /** A column of numbers. */
    public static <T> Column<T> number(String title, Function<T, String> cell) {
        return new Column<>(title, "", false, ALWAYS, cell);
    }

    /** A column of text. */
    public static <T> Column<T> text(String title, Function<T, String> cell) {
        return new Column<>(title, "", true, ALWAYS, cell);
    }

    /** Title and unit in one line. */
    public String heading() {
        return (title + " " + unit).strip();
    }

    /** The cells of a table as text. */
    public record Cells(List<String> titles, List<List<String>> rows) {

        @SafeVarargs
        public static <T> Cells of(List<T> rows, Column<T>... columns) {
            return of(rows, Arrays.asList(columns));
        }

        /** One for each row and column. */
        public static <T> Cells of(List<T> rows, List<Column<T>> columns) {
            return new Cells(
                    columns.stream().map(Column::heading).toList(),
                    rows.stream().map(row -> columns.stream().map(column -> column.cell().apply(row)).toList()).toList());
        }
    }
}
