package io.birdseye.report.page;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A table of text, the first column of which names the row. */
record Numbers(List<String> titles, List<List<String>> rows) {

    /** A column of a table over rows of one kind. */
    record Column<T>(String title, Function<T, String> cell) {}

    @SafeVarargs
    static <T> Numbers of(List<T> rows, Column<T>... columns) {
        return of(rows, Arrays.asList(columns));
    }

    static <T> Numbers of(List<T> rows, List<Column<T>> columns) {
        Stream<List<String>> cells =
                rows.stream().map(row -> columns.stream().map(column -> column.cell().apply(row)).toList());
        return new Numbers(columns.stream().map(Column::title).toList(), cells.toList());
    }
}
