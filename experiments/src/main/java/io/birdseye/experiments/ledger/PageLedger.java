package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Evidence;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.Page;
import io.birdseye.report.page.Templates;
import io.birdseye.report.page.Track;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The ledger as one self-contained page; {@code src/main/jte/ledger.jte} is its markup. */
public final class PageLedger {

    private static final Templates TEMPLATES = new Templates(PageLedger.class);

    /** Room beside the outermost value of an interval's line. */
    private static final double MARGIN = 1.35;

    /** An interval may reach so many times beyond the outermost value; what is farther stands at the edge. */
    private static final double FARTHEST = 4;

    private PageLedger() {}

    /** The whole page. */
    public static String render(Ledger ledger) {
        Page page = new Page("Birdseye: the claims ledger").style(PageLedger.class, "claims.css");
        if (ledger.entries().stream().anyMatch(entry -> entry.picture() != null)) {
            page.withCharts();
        }
        return page.render(TEMPLATES.content("ledger.jte", ledger));
    }

    static List<Kind> effects(Ledger ledger) {
        return ledger.entries().stream().map(entry -> entry.judgement().effect().kind()).toList();
    }

    static List<Kind> causes(Ledger ledger) {
        return ledger.entries().stream()
                .filter(entry -> entry.text().publishedCause() != null)
                .map(entry -> entry.judgement().cause().kind())
                .toList();
    }

    static String style(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
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
