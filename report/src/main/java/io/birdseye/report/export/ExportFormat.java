package io.birdseye.report.export;

import io.birdseye.model.Format;
import io.birdseye.model.WholeFile;
import io.birdseye.report.export.ExportFormat.Exported.Figure;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.BlockMean;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A file that a tracker of benchmarks reads. */
public enum ExportFormat {

    /** Bencher Metric Format: measures with the interval as lower and upper value (bencher.dev/docs/reference/bencher-metric-format). */
    BENCHER {
        @Override
        String text(Exported exported, String before) {
            ObjectNode all = ResultsFile.JSON.createObjectNode();
            exported.byRow().forEach((row, figures) -> {
                ObjectNode measures = all.putObject(row);
                figures.forEach(figure -> {
                    ObjectNode measure = measures.putObject(figure.slug()).put("value", figure.value());
                    figure.interval().ifPresent(interval -> measure.put("lower_value", interval.low()).put("upper_value", interval.high()));
                });
            });
            return all.toPrettyString() + "\n";
        }
    },

    /** A list for the action github-action-benchmark, of its tool {@code customSmallerIsBetter}: rates become the time for a request. */
    GITHUB_ACTION_BENCHMARK {
        @Override
        String text(Exported exported, String before) {
            ArrayNode all = ResultsFile.JSON.createArrayNode();
            for (Figure figure : exported.figures()) {
                double each = figure.metric().isRate() ? 1_000 / figure.value() : figure.value();
                ObjectNode line = all.addObject()
                        .put("name", figure.row() + ": " + (figure.metric().isRate() ? "ms for a request, from " : "") + figure.metric().label())
                        .put("unit", "ms").put("value", each);
                figure.interval().ifPresent(interval -> line.put("range", "± " + Format.percent(Math.sqrt(interval.high() / interval.low()) - 1)));
                line.put("extra", figure.verdict());
            }
            return all.toPrettyString() + "\n";
        }
    },

    /** CSV for Apache Otava: a line for each block, a column for each figure of each row. Lines are added to a file with the same columns. */
    OTAVA {
        @Override
        String text(Exported exported, String before) {
            String head = Stream.concat(Stream.of("time", "commit", "block"), exported.figures().stream().map(ExportFormat::column))
                    .collect(Collectors.joining(",")) + "\n";
            TreeSet<Integer> blocks = new TreeSet<>(exported.figures().stream().flatMap(figure -> figure.byBlock().keySet().stream()).toList());
            // A second apart, so that their order stays.
            Instant end = Instant.parse(exported.createdAt()).truncatedTo(ChronoUnit.SECONDS);
            String lines = blocks.stream().map(block -> end.plusSeconds(block) + "," + exported.commit() + "," + block
                            + exported.figures().stream().map(figure -> "," + cell(figure.byBlock().get(block))).collect(Collectors.joining()) + "\n")
                    .collect(Collectors.joining());
            if (!before.isEmpty() && !before.startsWith(head)) {
                throw new IllegalArgumentException("it has other columns: give a new file, or the same rows as before");
            }
            return (before.isEmpty() ? head : before) + lines;
        }
    },

    /** Text for OpenMetrics: a gauge for each figure, with the ends of its interval. */
    OPENMETRICS {
        @Override
        String text(Exported exported, String before) {
            List<Metric> metrics = exported.figures().stream().map(Figure::metric).distinct().sorted().toList();
            StringBuilder text = new StringBuilder();
            for (Metric metric : metrics) {
                List<Figure> figures = exported.figures().stream().filter(figure -> figure.metric() == metric).toList();
                String name = "birdseye_" + figures.getFirst().slug().replace('-', '_');
                text.append("# TYPE ").append(name).append(" gauge\n# HELP ").append(name).append(' ').append(metric.words()).append(", ")
                        .append(metric.longUnit()).append("\n");
                for (Figure figure : figures) {
                    text.append(sample(name, figure.row(), "", figure.value()));
                    figure.interval().ifPresent(interval -> text.append(sample(name, figure.row(), ",bound=\"lower\"", interval.low()))
                            .append(sample(name, figure.row(), ",bound=\"upper\"", interval.high())));
                }
            }
            return text + "# EOF\n";
        }
    };

    /** As users write it: {@code github-action-benchmark}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public void write(Exported exported, Path file) throws IOException {
        String before = this == OTAVA && Files.exists(file) ? Files.readString(file) : "";
        try {
            WholeFile.write(file, text(exported, before));
        } catch (IllegalArgumentException e) {
            throw new IOException("--export " + this + "=" + file + ": " + e.getMessage(), e);
        }
    }

    /** @param before what the file holds */
    abstract String text(Exported exported, String before);

    private static String column(Figure figure) {
        return (figure.row() + "." + figure.metric().label()).replaceAll("[^A-Za-z0-9._-]+", "_");
    }

    private static String cell(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.4f", value);
    }

    private static String sample(String name, String row, String bound, double value) {
        return name + "{row=\"" + row.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"" + bound + "} " + value + "\n";
    }

    /**
     * What trackers get of a result: the figures that decide, of the rows that are compared.
     *
     * @param createdAt an ISO 8601 instant
     */
    public record Exported(String createdAt, String commit, List<Figure> figures) {

        private static final List<Metric> OF_COMPARISON = List.of(Metric.P50, Metric.P95, Metric.P99, Metric.PROGRAM_CPU, Metric.ACHIEVED);
        private static final List<Metric> OF_SEARCH = List.of(Metric.CAPACITY, Metric.PROGRAM_CPU);

        /**
         * One figure of a row.
         *
         * @param interval empty where there is one block
         * @param verdict of its row, for people
         */
        public record Figure(String row, Metric metric, double value, Optional<Interval> interval, String verdict, SortedMap<Integer, Double> byBlock) {

            private static Stream<Figure> of(Row row, Metric metric, String verdict) {
                SortedMap<Integer, Double> byBlock = Trial.byBlock(row.counted(), metric::orNaN);
                if (byBlock.isEmpty() || byBlock.values().stream().anyMatch(value -> !(value > 0))) {
                    return Stream.empty();
                }
                SortedMap<Integer, Double> logs = new TreeMap<>();
                byBlock.forEach((block, value) -> logs.put(block, Math.log(value)));
                BlockMean mean = BlockMean.of(new TreeMap<>(Map.of(row.name(), logs))).values().iterator().next();
                return Stream.of(new Figure(row.name(), metric, Math.exp(mean.log()),
                        mean.hasInterval() ? Optional.of(mean.interval(1 - Ranking.CONFIDENCE)) : Optional.empty(), verdict, byBlock));
            }

            /** For names that take letters, digits and hyphens: {@code p50-ms}. */
            String slug() {
                return metric.label().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
            }
        }

        public Exported {
            figures = List.copyOf(figures);
        }

        public static Exported of(ComparisonTable comparison) {
            List<Metric> metrics = comparison.searched() ? OF_SEARCH : OF_COMPARISON;
            return new Exported(comparison.results().createdAt(), comparison.results().environment().commit(), comparison.rows().stream()
                    .filter(row -> row.standing().isComparable())
                    .flatMap(row -> metrics.stream().flatMap(metric -> Figure.of(row, metric, Column.words(row, comparison.by())))).toList());
        }

        /** By the name of the row, in the order of the table. */
        Map<String, List<Figure>> byRow() {
            return figures.stream().collect(Collectors.groupingBy(Figure::row, LinkedHashMap::new, Collectors.toList()));
        }
    }
}
