package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.model.Machine;
import io.birdseye.model.WholeFile;
import io.birdseye.report.json.JsonFile;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.Page;
import io.birdseye.report.page.Templates;
import io.birdseye.report.page.Track;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps the ledger as {@code ledger.json}, {@code claims.md} and a self-contained page, {@code claims.html}; each is
 * replaced whole. The templates in {@code src/main/jte} and {@code jte-text} are their markup.
 */
public record LedgerFiles(Path folder) {

    private static final JsonMapper JSON = JsonFile.mapper().build();
    private static final Templates TEMPLATES = new Templates(LedgerFiles.class);

    /** Room beside the outermost value of an interval's line. */
    private static final double MARGIN = 1.35;

    /** An interval may reach so many times beyond the outermost value; what is farther stands at the edge. */
    private static final double FARTHEST = 4;

    /** The ledger kept here; an empty one of this machine if there is none, or one of another machine. */
    public Ledger load(Machine here) throws IOException {
        Path file = folder.resolve("ledger.json");
        if (!Files.exists(file)) {
            return Ledger.empty(here);
        }
        Ledger kept = read(file);
        return kept.schemaVersion() == Ledger.SCHEMA_VERSION && kept.machine().equals(here) ? kept : Ledger.empty(here);
    }

    /** Reads a ledger from a JSON file; throws an {@code IOException} in one line if it is none. */
    static Ledger read(Path file) throws IOException {
        return JsonFile.read(file, json -> JSON.readValue(json, Ledger.class));
    }

    public void save(Ledger ledger) throws IOException {
        WholeFile.write(folder.resolve("claims.html"), page(ledger));
        WholeFile.write(folder.resolve("ledger.json"), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(ledger) + "\n");
        WholeFile.write(folder.resolve("claims.md"), Templates.plain(LedgerFiles.class, "markdown.jte", ledger));
    }

    static String page(Ledger ledger) {
        Page page = new Page("Birdseye: the claims ledger").style(LedgerFiles.class, "claims.css");
        if (ledger.entries().stream().anyMatch(entry -> entry.picture() != null)) {
            page.withCharts();
        }
        return page.render(TEMPLATES.content("ledger.jte", ledger));
    }

    /** The line on which a figure's interval stands beside its bounds; null for a figure that has none. */
    static @Nullable Track track(Evidence figure) {
        MeasuredValue ours = figure.ours();
        if (figure.bounds().isEmpty() || !(ours.value() > 0) || Double.isInfinite(ours.value())) {
            return null;
        }
        double[] values = DoubleStream.concat(DoubleStream.of(ours.value()),
                        figure.bounds().stream().mapToDouble(Double::doubleValue).filter(bound -> bound > 0))
                .sorted()
                .toArray();
        double low = values[0];
        double high = values[values.length - 1];
        return new Track(Math.clamp(ours.low(), low / FARTHEST, low) / MARGIN,
                Math.clamp(ours.high(), high, high * FARTHEST) * MARGIN);
    }

    static Chart chart(Picture picture) {
        return switch (picture.kind()) {
            case BARS -> Chart.bars(picture.title(), picture.y(),
                    picture.series().stream().flatMap(series -> points(series).stream()).toList());
            case CURVES -> {
                Chart chart = Chart.lines(picture.title(), picture.x(), picture.y());
                picture.series().forEach(series -> chart.measured(series.name(), points(series)));
                yield chart;
            }
        };
    }

    private static List<Chart.Point> points(Picture.Series series) {
        return series.points().stream()
                .map(point -> new Chart.Point(point.label(), point.x(), point.ours().value(), point.ours().low(),
                        point.ours().high()))
                .sorted(Comparator.comparingDouble(Chart.Point::x))
                .toList();
    }
}
