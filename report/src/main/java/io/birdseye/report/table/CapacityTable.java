package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Objective;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.capacity.TaskNames;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.BlockMean;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much each row carries within an objective. The process is the unit: its answer is one number, intervals are Student's on the
 * logarithms over processes, and rows are compared with the best as in any {@link Ranking}, by the time that they need for a request.
 *
 * @param rows that carries most first; those without an answer last
 * @param ranking null where it takes more blocks
 */
public record CapacityTable(Results results, List<CapacityRow> rows, @Nullable Ranking ranking, Simplicity simplicity) {

    /** Of the rate that was found: cores that are so busy bound it. */
    private static final double BUSY = 0.85;

    private static final double GC_MS_PER_SECOND = 100;

    /** With this begins the reason of a trial that found that its objective holds at no rate: an answer, and no failure. */
    public static final String NOWHERE = "it meets ";

    public CapacityTable {
        rows = List.copyOf(rows);
    }

    /**
     * A row.
     *
     * @param trials its valid ones
     * @param perSecond the geometric mean over processes; not a number where there is no answer
     * @param interval of several processes, or what one can tell of itself; null where there is no answer
     * @param atLeast whether no higher rate could be offered, in one process or more, or of a single process a fifth more was
     *     carried as well when the search ended
     * @param figures at four fifths of it; null where there is no answer
     * @param limit what keeps it from carrying more, in words
     * @param bound the predicted X_max; null where it is not known
     * @param reason why there is no answer; else empty
     */
    public record CapacityRow(
            RowKey key, List<Trial> trials, double perSecond, @Nullable Interval interval, boolean atLeast, @Nullable Measured figures,
            Place place, String limit, @Nullable Bound bound, String reason) {

        public CapacityRow {
            trials = List.copyOf(trials);
        }

        public String name() {
            return key.label();
        }

        public boolean hasAnswer() {
            return perSecond > 0;
        }

        /** The same, or it is known that the objective holds at no rate. */
        public boolean isAnswered() {
            return hasAnswer() || meetsNowhere(reason);
        }

        /** For cells: {@code ≥ 2,000} where more could not be offered. */
        public String rate() {
            return hasAnswer() ? (atLeast ? "≥ " : "") + Format.perSecond(perSecond) : isAnswered() ? "none" : Format.NONE;
        }

        /** For cells: {@code 61.0 to 66.2}. */
        public String range() {
            return interval == null || atLeast ? Format.NONE : Format.perSecond(interval.low()) + " to " + Format.perSecond(interval.high());
        }

        /** As {@link RateFound#carried}, of all processes. */
        Interval carried() {
            return atLeast || interval == null ? new Interval(perSecond, atLeast ? Double.POSITIVE_INFINITY : perSecond) : interval;
        }

        public List<RateFound> found() {
            return Trial.measured(trials).map(Measured::capacity).flatMap(Stream::ofNullable).toList();
        }

        private double beyond(ToDoubleBiFunction<RateFound, RateFound.Beyond> figure) {
            return found().stream()
                    .filter(each -> each.beyond() != null)
                    .mapToDouble(each -> figure.applyAsDouble(each, Objects.requireNonNull(each.beyond())))
                    .average().orElse(Double.NaN);
        }

        /** How many times its own capacity was offered then; this and what follows is not a number where more was not offered. */
        public double timesBeyond() {
            return beyond((found, more) -> more.during().ratePerSecond() / found.perSecond());
        }

        /** Of its own capacity, what is still answered in time when more than that is asked. */
        public double keptBeyond() {
            return beyond((found, more) -> more.inTimePerSecond() / found.perSecond());
        }

        /** The percentile of the objective of right answers then, in ms. */
        public double msBeyond() {
            return beyond((_, more) -> more.during().percentileMs());
        }

        /** The longest time after that until all is well, in seconds; infinite if it takes longer than was looked at. */
        public double recoverySeconds() {
            return found().stream()
                    .flatMap(each -> Stream.ofNullable(each.beyond()))
                    .mapToDouble(each -> each.recoverySeconds() == null ? Double.POSITIVE_INFINITY : each.recoverySeconds())
                    .max().orElse(Double.NaN);
        }

        public String recovery() {
            double seconds = recoverySeconds();
            return Double.isNaN(seconds) ? Format.NONE : Double.isInfinite(seconds) ? "longer" : Format.setting(seconds) + " s";
        }

        /** Resident memory beyond that of the idle service for each request in flight, in MB; null where it is not known. */
        public @Nullable Double megabytesPerRequest() {
            Double idle = found().stream().findFirst().map(RateFound::idleMegabytes).orElse(null);
            if (figures == null || idle == null || figures.resources().peakRssMegabytes() == null || figures.work().inFlightPeak() == null) {
                return null;
            }
            return Math.max(0, figures.resources().peakRssMegabytes() - idle) / Math.max(1, figures.work().inFlightPeak());
        }

        public String cell(Metric figure) {
            return figure.text(figures == null ? null : figure.of(figures));
        }

        /** How many such services carry 1,000 requests per second. */
        public String replicas() {
            return hasAnswer() ? Format.text("%,d", (long) Math.ceil(1000 / perSecond)) : Format.NONE;
        }
    }

    public static CapacityTable of(Results results) {
        return of(results, Simplicity.NONE);
    }

    public static CapacityTable of(Results results, Simplicity simplicity) {
        Map<RowKey, List<Trial>> all = results.byRow();
        Validity validity = Validity.of(results);
        Map<RowKey, List<Trial>> valid = new LinkedHashMap<>();
        all.forEach((row, trials) -> valid.put(row, trials.stream()
                .filter(trial -> trial.measured() != null && trial.measured().capacity() != null
                        && validity.broken(trial.measured()).isEmpty())
                .toList()));
        Optional<Ranking> ranking = ranking(results, valid);
        Map<String, BlockMean> means = means(valid);
        List<CapacityRow> rows = all.keySet().stream()
                .map(row -> row(results, row, all.getOrDefault(row, List.of()), valid.getOrDefault(row, List.of()), means.get(row.label()), ranking, validity))
                .sorted(Comparator.comparing((CapacityRow row) -> !row.hasAnswer())
                        .thenComparing(row -> !row.atLeast() || ranking.isEmpty())
                        .thenComparing(row -> row.place().verdict() != Ranking.Verdict.BEST)
                        .thenComparingDouble(row -> -row.perSecond()))
                .toList();
        return new CapacityTable(results, rows, ranking.orElse(null), simplicity);
    }

    public Recommendation recommendation() {
        return Recommendation.of(this, results.settings().target() == null ? simplicity : Simplicity.NONE);
    }

    /** Whether this reason says that an objective holds at no rate. */
    public static boolean meetsNowhere(@Nullable String reason) {
        return reason != null && reason.startsWith(NOWHERE);
    }

    private static boolean found(Trial trial) {
        return Objects.requireNonNull(Objects.requireNonNull(trial.measured()).capacity()).kind() == RateFound.Kind.FOUND;
    }

    /** By block the logarithms of what its process found; of rows that carry more than could be offered, none. */
    private static Map<String, BlockMean> means(Map<RowKey, List<Trial>> valid) {
        SortedMap<String, SortedMap<Integer, Double>> logs = new TreeMap<>();
        valid.forEach((row, trials) -> logs.put(row.label(), trials.stream().allMatch(CapacityTable::found)
                ? new TreeMap<>(trials.stream().collect(Collectors.groupingBy(Trial::block,
                        Collectors.averagingDouble(trial -> Math.log(Metric.CAPACITY.orNaN(Objects.requireNonNull(trial.measured())))))))
                : new TreeMap<>()));
        return BlockMean.of(logs);
    }

    /** Of the rows that have a number in two common blocks or more. */
    private static Optional<Ranking> ranking(Results results, Map<RowKey, List<Trial>> valid) {
        Map<String, SortedMap<Integer, Double>> times = new TreeMap<>();
        valid.forEach((row, trials) -> {
            if (!trials.isEmpty() && trials.stream().allMatch(CapacityTable::found)) {
                times.put(row.label(), BlockFigures.of(trials, measured -> 1 / Metric.CAPACITY.orNaN(measured)));
            }
        });
        int most = times.values().stream().mapToInt(Map::size).max().orElse(0);
        times.values().removeIf(blocks -> !CommonBlocks.enough(blocks.size(), most));
        Set<Integer> common = new TreeSet<>(times.values().stream().flatMap(blocks -> blocks.keySet().stream()).toList());
        times.values().forEach(blocks -> common.retainAll(blocks.keySet()));
        if (times.size() < 2 || common.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(Ranking.of(times.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey,
                row -> common.stream().map(block -> row.getValue().getOrDefault(block, Double.NaN)).toList())),
                results.settings().marginOrDefault()));
    }

    private static CapacityRow row(
            Results results, RowKey key, List<Trial> all, List<Trial> valid, @Nullable BlockMean mean, Optional<Ranking> ranking,
            Validity validity) {
        if (valid.isEmpty()) {
            String reason = all.stream().map(trial -> why(trial, validity)).distinct().collect(Collectors.joining("; "));
            return new CapacityRow(key, valid, Double.NaN, null, false, null, Place.unranked(key.label(), reason), "", null, reason);
        }
        List<Measured> measured = Trial.measured(valid).toList();
        List<RateFound> found = measured.stream().map(Measured::capacity).flatMap(Stream::ofNullable).toList();
        double perSecond = Math.exp(found.stream().mapToDouble(each -> Math.log(each.perSecond())).average().orElseThrow());
        Interval interval = mean != null && mean.hasInterval()
                ? mean.interval(1 - Ranking.CONFIDENCE)
                : new Interval(
                        found.stream().mapToDouble(RateFound::lowPerSecond).min().orElseThrow(),
                        found.stream().mapToDouble(RateFound::highPerSecond).max().orElseThrow());
        Measured figures = MergedBlocks.measured(measured);
        Place place = ranking.stream().flatMap(each -> each.places().stream())
                .filter(each -> each.strategy().equals(key.label()))
                .findFirst()
                .orElse(Place.unranked(key.label(), "a comparison takes two processes or more of two "
                        + results.settings().comparedMany() + " that have an answer in each"));
        boolean unoffered = valid.stream().anyMatch(trial -> !found(trial));
        // A search that a fifth more refuted to its end tells what is carried at least; several processes compare what they found.
        boolean atLeast = unoffered || ranking.isEmpty() && found.stream().anyMatch(RateFound::atLeast);
        Bound bound = bound(results, key, valid.getFirst(), figures);
        return new CapacityRow(key, valid, perSecond, interval, atLeast, figures, place,
                unoffered ? "no higher rate was offered" : limit(results, perSecond, bound, figures), bound, "");
    }

    private static String why(Trial trial, Validity validity) {
        return trial.measured() == null ? Objects.requireNonNullElse(trial.reason(), "no figures")
                : "not valid: " + String.join("; ", validity.broken(trial.measured()));
    }

    private static @Nullable Bound bound(Results results, RowKey row, Trial trial, Measured figures) {
        if (results.settings().target() != null || results.floor(row).callMs().isEmpty()) {
            return null;
        }
        return Capacity.of(results, row, TaskNames.of(results))
                .among(Metric.PROGRAM_CPU.orNaN(figures)).bounds(trial.topology(), Load.open(1)).getFirst();
    }

    /** What is used up at that rate, as far as the window at four fifths of it tells. */
    private static String limit(Results results, double perSecond, @Nullable Bound bound, Measured figures) {
        double service = Metric.SERVICE_CORES.orNaN(figures);
        double beside = Stream.of(Metric.INJECTOR_CORES, Metric.MOCK_CORES).mapToDouble(each -> each.orNaN(figures)).filter(each -> !Double.isNaN(each)).sum();
        double busy = (service + beside) / results.environment().cores() / RateFound.COST_AT;
        double used = bound == null ? 0 : perSecond / bound.perSecond();
        if (busy >= BUSY && busy >= used) {
            return "the cores, " + Format.percent(Math.min(1, busy)) + " busy" + (beside <= 0 ? "" : ", " + Format.percent(beside / (service + beside))
                    + " of that by injector and mock-api");
        }
        if (bound != null && used >= BUSY) {
            return "the " + bound.resource().words + ", " + Format.percent(Math.min(1, used)) + " busy: " + bound.reason();
        }
        Double pause = figures.resources().gcPauseMsPerSecond();
        if (pause != null && pause > GC_MS_PER_SECOND) {
            return "the collector, which pauses " + Format.ms(pause) + " of each second";
        }
        return Double.isNaN(busy) ? "not known" : "nothing that is all used up (cores " + Format.percent(busy) + " busy): requests that come together, or a lock";
    }

    /** Of the rate that a row carries; empty where there are not two processes, or no answer. */
    public Optional<Interval> interval(CapacityRow row, double alpha) {
        Map<RowKey, List<Trial>> valid = new LinkedHashMap<>();
        rows.forEach(each -> valid.put(each.key(), each.trials()));
        return Optional.ofNullable(means(valid).get(row.name())).filter(BlockMean::hasInterval).map(mean -> mean.interval(alpha));
    }

    /** By block the time that a row needs for a request, in seconds. */
    public static SortedMap<Integer, Double> secondsByBlock(CapacityRow row) {
        return BlockFigures.of(row.trials(), measured -> 1 / Metric.CAPACITY.orNaN(measured));
    }

    public Objective objective() {
        return Objects.requireNonNull(results.settings().options().objective(), "of a search");
    }

    public int blocks() {
        return results.blocks();
    }

    public String headline() {
        List<CapacityRow> answered = rows.stream().filter(CapacityRow::hasAnswer).toList();
        if (answered.isEmpty()) {
            return rows.isEmpty() ? "Nothing was measured." : "No " + results.settings().compared() + " has an answer within " + objective() + ": see why below.";
        }
        CapacityRow first = answered.getFirst();
        String said = first.name() + (answered.size() == 1 ? " carries " : " carries most: ") + (first.atLeast() ? "at least " : "")
                + Format.rate(first.perSecond()) + (first.range().equals(Format.NONE) ? "" : " (" + first.range() + ")") + " within " + objective() + ".";
        if (ranking == null) {
            String others = answered.size() == 1 ? "" : " The least is " + answered.getLast().name() + " with " + Format.rate(answered.getLast().perSecond()) + ".";
            return said + others + (answered.size() > 1 && blocks() == 1 ? " An indication: one process each gives no ranking." : "");
        }
        return said + verdict(Ranking.Verdict.EQUIVALENT, " As good: ") + verdict(Ranking.Verdict.SLOWER_WITHIN_MARGIN, " Less, but within the margin: ")
                + verdict(Ranking.Verdict.SLOWER, " Less: ") + verdict(Ranking.Verdict.UNDECIDED, " Not enough processes to tell: ");
    }

    private String verdict(Ranking.Verdict verdict, String words) {
        List<String> names = rows.stream().filter(row -> row.place().verdict() == verdict)
                .map(row -> verdict.shownSlower() ? row.name() + " (" + against(row) + ")" : row.name()).toList();
        return names.isEmpty() ? "" : words + Format.list(names) + ".";
    }

    /** What a row's comparison with the best says, in a cell. */
    public static String against(CapacityRow row) {
        Interval interval = row.place().interval();
        return row.place().verdict().shownSlower() && interval != null
                ? Format.percent(1 - 1 / interval.low()).replace(" %", "") + " to " + Format.percent(1 - 1 / interval.high()) + " less"
                : row.place().words();
    }

    public List<Column<CapacityRow>> columns() {
        return Stream.concat(carried().stream(), costs().stream().skip(1)).toList();
    }

    /** What was offered beyond what each carries: {@code at 120 %}; empty where nothing was. */
    public Optional<String> beyond() {
        return rows.stream().map(CapacityRow::timesBeyond).filter(times -> !Double.isNaN(times)).findFirst().map(times -> "at " + Format.percent(times));
    }

    public List<Column<CapacityRow>> carried() {
        String beyond = beyond().orElse("");
        List<Column<CapacityRow>> columns = new ArrayList<>(List.of(
                name(),
                new Column<>("carries", "/s", false, Column.ALWAYS, CapacityRow::rate),
                new Column<>("95 % interval", "/s", false, 9, CapacityRow::range),
                new Column<>("replicas", "for 1,000/s", false, 6, CapacityRow::replicas),
                new Column<>("in time", beyond, false, 7, row -> Double.isNaN(row.keptBeyond()) ? Format.NONE : Format.percent(row.keptBeyond())),
                new Column<>("p" + objective().percentile() + " ms", beyond, false, 4, row -> Double.isNaN(row.msBeyond()) ? Format.NONE : Format.number(row.msBeyond())),
                new Column<>("well again", "after", false, 7, CapacityRow::recovery),
                new Column<>("X_max", "/s", false, 5, row -> row.bound() == null ? Format.NONE : Format.perSecond(row.bound().perSecond()))));
        if (ranking != null) {
            columns.add(1, new Column<>("against", "the best", true, Column.ALWAYS, CapacityTable::against));
        }
        return columns;
    }

    public List<Column<CapacityRow>> costs() {
        return List.of(
                name(), figure(Metric.PROGRAM_CPU, 8), figure(Metric.ALLOCATION, 3), figure(Metric.THREADS, 5),
                new Column<>("memory", "MB/request", false, 4, row -> Format.number(row.megabytesPerRequest())));
    }

    private Column<CapacityRow> name() {
        return Column.text(results.settings().compared(), CapacityRow::name);
    }

    private static Column<CapacityRow> figure(Metric figure, int keep) {
        return new Column<>(figure.title(), figure == Metric.ALLOCATION ? "MB/answer" : figure == Metric.PROGRAM_CPU ? "ms/answer" : figure.unit(), false, keep, row -> row.cell(figure));
    }

    public String orderInWords() {
        return "The highest rate at which " + objective() + " holds, a failure being too late; " + (results.settings().inOneProcess() ? "one search" : blocks() == 1 ? "one process" : blocks() + " processes") + " each"
                + (results.settings().inOneProcess() ? ", all in one process, in which alone this holds" : "") + (ranking == null ? "" : "; compared with the best over " + ranking.blocks() + " blocks, all statements together with 95 % confidence. "
                        + ComparisonTable.detectableInWords(ranking, results.settings().compared()).replace("is slower by", "carries less by"))
                + ". CPU, memory and threads are those at four fifths of that rate; CPU is without the compilers.";
    }

    public List<String> limits() {
        return rows.stream().filter(CapacityRow::hasAnswer)
                .map(row -> row.name() + ": " + row.limit() + (row.bound() == null ? "" : "; X_max " + Format.rate(row.bound().perSecond())) + ".")
                .toList();
    }

    /** Why a row carries less than its X_max. */
    public static String aboutLimits() {
        return "At X_max one resource would be busy all the time, and requests would wait without end; an objective ends before.";
    }

    public List<String> failures() {
        return rows.stream().filter(row -> !row.hasAnswer()).map(row -> row.name() + ": " + row.reason()).toList();
    }
}
