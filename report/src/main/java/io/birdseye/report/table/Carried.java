package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.BlockMean;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much a row carries within an objective. The process is the unit: its answer is one number, and intervals are Student's on the
 * logarithms over processes.
 *
 * @param found by each of its processes, of which there is one at least
 * @param interval of several processes, or what one can tell of itself
 * @param atLeast whether no higher rate could be offered, in one process or more, or of a single process a fifth more was
 *     carried as well when the search ended
 * @param limit what keeps it from carrying more, in words
 */
public record Carried(List<RateFound> found, Interval interval, boolean atLeast, String limit) {

    /** Of the rate that was found: cores that are so busy bound it. */
    private static final double BUSY = 0.85;

    private static final double GC_MS_PER_SECOND = 100;

    public Carried {
        found = List.copyOf(found);
    }

    /**
     * As its processes tell by themselves; null where none has an answer.
     *
     * @param merged the figures of their windows at four fifths of it
     */
    static @Nullable Carried of(List<Measured> processes, @Nullable Measured merged, Bound bound, int cores) {
        List<RateFound> found = processes.stream().map(Measured::capacity).flatMap(Stream::ofNullable).toList();
        if (found.isEmpty() || merged == null) {
            return null;
        }
        Interval own = new Interval(
                found.stream().mapToDouble(RateFound::lowPerSecond).min().orElseThrow(),
                found.stream().mapToDouble(RateFound::highPerSecond).max().orElseThrow());
        Carried carried = new Carried(found, own, found.stream().anyMatch(RateFound::atLeast), "no higher rate was offered");
        return carried.isUnbounded() ? carried : new Carried(found, own, carried.atLeast, limit(carried.perSecond(), bound, merged, cores));
    }

    /** The rows with intervals over processes; several processes that are compared compare what they found. */
    static List<Row> overProcesses(List<Row> rows, boolean compared) {
        Map<String, BlockMean> means = means(rows);
        return rows.stream().map(row -> row.carried() == null ? row : row.with(row.carried().over(
                Optional.ofNullable(means.get(row.name())).filter(BlockMean::hasInterval), compared))).toList();
    }

    private Carried over(Optional<BlockMean> mean, boolean compared) {
        return new Carried(found, mean.map(processes -> processes.interval(1 - Ranking.CONFIDENCE)).orElse(interval),
                compared ? isUnbounded() : atLeast, limit);
    }

    /** Of the rate that a row carries; empty where there are not two processes, or no answer. */
    public static Optional<Interval> interval(Row row, List<Row> all, double alpha) {
        return Optional.ofNullable(means(all).get(row.name())).filter(BlockMean::hasInterval).map(mean -> mean.interval(alpha));
    }

    /** Of the logarithms of what the processes of each row found; of rows that carry more than could be offered, none. */
    private static Map<String, BlockMean> means(List<Row> rows) {
        SortedMap<String, SortedMap<Integer, Double>> logs = new TreeMap<>();
        for (Row row : rows) {
            List<Trial> processes = row.carried() == null || row.carried().isUnbounded() ? List.of() : row.counted();
            SortedMap<Integer, Double> found = Trial.byBlock(processes, Metric.CAPACITY::orNaN);
            found.replaceAll((_, perSecond) -> Math.log(perSecond));
            logs.put(row.name(), found);
        }
        return BlockMean.of(logs);
    }

    /** Whether a process held the objective at the highest rate that could be offered, so that nobody knows how much more it carries. */
    boolean isUnbounded() {
        return found.stream().anyMatch(each -> each.kind() == RateFound.Kind.AT_LEAST);
    }

    /** The geometric mean over processes. */
    public double perSecond() {
        return Math.exp(found.stream().mapToDouble(each -> Math.log(each.perSecond())).average().orElseThrow());
    }

    /** For cells: {@code ≥ 2,000} where more could not be offered. */
    public String rate() {
        return (atLeast ? "≥ " : "") + Format.perSecond(perSecond());
    }

    /** For cells: {@code 61.0 to 66.2}. */
    public String range() {
        return atLeast ? Format.NONE : Format.perSecond(interval.low()) + " to " + Format.perSecond(interval.high());
    }

    /** What is known of it: as {@link RateFound#carried}, of all processes. */
    public Interval known() {
        return atLeast ? new Interval(perSecond(), Double.POSITIVE_INFINITY) : interval;
    }

    private double beyond(ToDoubleBiFunction<RateFound, RateFound.Beyond> figure) {
        return found.stream()
                .filter(each -> each.beyond() != null)
                .mapToDouble(each -> figure.applyAsDouble(each, Objects.requireNonNull(each.beyond())))
                .average().orElse(Double.NaN);
    }

    /** How many times its own capacity was offered then; this and what follows is not a number where more was not offered. */
    public double timesBeyond() {
        return beyond((each, more) -> more.during().ratePerSecond() / each.perSecond());
    }

    /** Of its own capacity, what is still answered in time when more than that is asked. */
    public double keptBeyond() {
        return beyond((each, more) -> more.inTimePerSecond() / each.perSecond());
    }

    /** The percentile of the objective of right answers then, in ms. */
    public double msBeyond() {
        return beyond((_, more) -> more.during().percentileMs());
    }

    /** The longest time after that until all is well, in seconds; infinite if it takes longer than was looked at. */
    public double recoverySeconds() {
        return found.stream()
                .flatMap(each -> Stream.ofNullable(each.beyond()))
                .mapToDouble(each -> each.recoverySeconds() == null ? Double.POSITIVE_INFINITY : each.recoverySeconds())
                .max().orElse(Double.NaN);
    }

    public String recovery() {
        double seconds = recoverySeconds();
        return Double.isNaN(seconds) ? Format.NONE : Double.isInfinite(seconds) ? "longer" : Format.setting(seconds) + " s";
    }

    /** How many such services carry 1,000 requests per second. */
    public String replicas() {
        return Format.text("%,d", (long) Math.ceil(1000 / perSecond()));
    }

    /** Resident memory beyond that of the idle service for each request in flight, in MB; null where it is not known. */
    @Nullable Double megabytesPerRequest(Measured figures) {
        Double idle = found.getFirst().idleMegabytes();
        Double peak = figures.resources().peakRssMegabytes();
        Integer inFlight = figures.work().inFlightPeak();
        return idle == null || peak == null || inFlight == null ? null : (Double) (Math.max(0, peak - idle) / Math.max(1, inFlight));
    }

    /** What is used up at that rate, as far as the window at four fifths of it tells. */
    private static String limit(double perSecond, Bound bound, Measured figures, int cores) {
        double service = Metric.SERVICE_CORES.orNaN(figures);
        double beside = Stream.of(Metric.INJECTOR_CORES, Metric.MOCK_CORES)
                .mapToDouble(each -> each.orNaN(figures)).filter(each -> !Double.isNaN(each)).sum();
        double busy = (service + beside) / cores / RateFound.COST_AT;
        double used = perSecond / bound.perSecond();
        if (busy >= BUSY && busy >= used) {
            return "the cores, " + Format.percent(Math.min(1, busy)) + " busy" + (beside <= 0
                    ? "" : ", " + Format.percent(beside / (service + beside)) + " of that by injector and mock-api");
        }
        if (used >= BUSY) {
            return "the " + bound.resource().words + ", " + Format.percent(Math.min(1, used)) + " busy: " + bound.reason();
        }
        Double pause = figures.resources().gcPauseMsPerSecond();
        if (pause != null && pause > GC_MS_PER_SECOND) {
            return "the collector, which pauses " + Format.ms(pause) + " of each second";
        }
        return Double.isNaN(busy) ? "not known" : "nothing that is all used up (cores " + Format.percent(busy)
                + " busy): requests that come together, or a lock";
    }
}
