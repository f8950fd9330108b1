package io.birdseye.report.profile;

import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The flame graphs of a comparison: one for each row, of all its trials together, and differential ones of two rows.
 * Each takes some hundred kB, so that where there are many rows, each is only held against the one on top.
 */
public record RowFlames(ComparisonTable comparison) {

    private static final String FOLDER = "profiles";
    private static final int ALL_PAIRS = 6;

    /**
     * A file of a row.
     *
     * @param words {@code flame graph}, or {@code against rx}
     */
    public record Link(String words, String href) {}

    /** The files of a row: first its flame graph, then the differential ones; none without a profile. */
    public List<Link> links(Row row) {
        List<Row> profiled = profiled();
        int index = profiled.indexOf(row);
        if (index < 0) {
            return List.of();
        }
        List<Link> links = new ArrayList<>();
        links.add(new Link("flame graph", page(profiled, index)));
        for (int other : bases(profiled, index)) {
            links.add(new Link("against " + profiled.get(other).name(), page(profiled, index, other)));
        }
        return links;
    }

    public void draw(Path folder) throws IOException {
        List<Row> profiled = profiled();
        String event = Optional.ofNullable(comparison.results().settings().options().profile()).orElse("");
        for (int i = 0; i < profiled.size(); i++) {
            List<Path> stacks = stacks(profiled.get(i), folder);
            String title = profiled.get(i).name() + ", " + event;
            FlameGraphs.draw(title, stacks, folder.resolve(page(profiled, i)));
            for (int other : bases(profiled, i)) {
                FlameGraphs.drawDifference(
                        title + ": red is more than " + profiled.get(other).name() + " has, blue less, yellow new",
                        stacks(profiled.get(other), folder), stacks, folder.resolve(page(profiled, i, other)));
            }
        }
    }

    private List<Row> profiled() {
        return comparison.rows().stream().filter(row -> !stacks(row).isEmpty()).toList();
    }

    private List<String> stacks(Row row) {
        return row.trials().stream().map(Trial::stacks).flatMap(Optional::stream).toList();
    }

    /** Those that are there: a folder may have been copied without them. */
    private List<Path> stacks(Row row, Path folder) {
        return stacks(row).stream()
                .map(stacks -> ResultsFile.inside(folder, stacks))
                .flatMap(Optional::stream).filter(Files::isRegularFile).toList();
    }

    private static List<Integer> bases(List<Row> profiled, int index) {
        List<Integer> bases = new ArrayList<>();
        for (int other = 0; other < profiled.size(); other++) {
            if (other != index && (other == 0 || profiled.size() <= ALL_PAIRS)) {
                bases.add(other);
            }
        }
        return bases;
    }

    private static String page(List<Row> profiled, int index) {
        return FOLDER + "/" + name(profiled, index) + ".html";
    }

    private static String page(List<Row> profiled, int index, int base) {
        return FOLDER + "/" + name(profiled, index) + "-against-" + name(profiled, base) + ".html";
    }

    /** Two rows may have names that differ only in what no file name may have. */
    private static String name(List<Row> profiled, int index) {
        return index + 1 + "-" + profiled.get(index).name().replaceAll("[^A-Za-z0-9._-]+", "-");
    }
}
