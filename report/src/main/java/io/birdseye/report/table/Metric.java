package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.UpstreamCalls;
import io.birdseye.report.result.VirtualThreadUse;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The figures of trials and rows, each declared once: its name with unit for programs, its title and unit for tables, and how it
 * is read, alike from one trial and from the merged blocks of a row. Tables, CSV, JSON, pages, conditions, rankings and diffs
 * take them from here. Less is better but for the rates. A figure is null where it is not known, and a latency
 * also where there is no right answer.
 */
public enum Metric {
    OFFERED("offeredPerSecond", "offered", "/s", Measured::offeredPerSecond),
    ACHIEVED("achievedPerSecond", "achieved", "/s", Measured::achievedPerSecond),
    REQUESTS("requests", "requests", "", Measured::requests),
    ERRORS("errors", "errors", "", Measured::errors),
    MEAN("meanMs", "mean", Latency::meanMs),
    P50("p50Ms", "p50", Latency::p50Ms),
    P90("p90Ms", "p90", Latency::p90Ms),
    P95("p95Ms", "p95", Latency::p95Ms),
    P99("p99Ms", "p99", Latency::p99Ms),
    P999("p999Ms", "p99.9", Latency::p999Ms),
    MAX("maxMs", "max", Latency::maxMs),
    CPU("cpuMsPerAnswer", "CPU", "ms/answer", "ms per answer", Measured::cpuMsPerAnswer),
    /** Without the compilers: their part fades within minutes, and is unlike in each JVM. */
    PROGRAM_CPU("cpuMsWithoutCompilers", "CPU", "without JIT", Metric::programCpu),
    JIT("compilerMsPerAnswer", "JIT", "ms per answer, of that CPU", measured -> measured.perAnswer(Resources::compilerMsPerRequest)),
    ALLOCATION("allocatedMegabytesPerAnswer", "Allocation", "MB per answer", measured -> measured.perAnswer(Resources::allocatedMegabytesPerRequest)),
    GC_PAUSE("gcPauseMsPerSecond", "GC pause", "ms per second", measured -> measured.resources().gcPauseMsPerSecond()),
    SWITCHES("contextSwitchesPerAnswer", "Context switches", "per answer", measured -> measured.perAnswer(Resources::contextSwitchesPerRequest)),
    THREADS("peakThreads", "threads", "peak", "at once, at most", measured -> measured.resources().peakThreads()),
    RSS("peakRssMegabytes", "RSS", "MB", "MB resident, at most", measured -> measured.resources().peakRssMegabytes()),
    CORE_WAIT("serviceWaitMsPerSecond", "Waiting for a core", "ms per second, all threads", disturbance(Disturbance::serviceWaitMsPerSecond)),
    VIRTUAL_THREADS("peakVirtualThreads", "Virtual threads", "could run at once, at most", virtual(VirtualThreadUse::peakLive)),
    CARRIERS("carriers", "Carriers", "at the end", virtual(VirtualThreadUse::carriers)),
    PINNED("pinnedMsPerSecond", "Pinned", "ms per second, all carriers", Metric::pinned),
    NOT_STARTED("virtualThreadsNotStarted", "Not started", "virtual threads", virtual(VirtualThreadUse::submitFailed)),
    POOL_BUSY("poolBusyShare", "Pool", "share of its places, held", pools(UpstreamCalls.Pool::busyShare)),
    POOL_WAIT("poolWaitMs", "Pool wait", "ms per call", pools(UpstreamCalls.Pool::waitMs)),
    POOL_LONGEST("poolLongestWaitMs", "Longest wait", "ms, for the pool", pools(UpstreamCalls.Pool::longestWaitMs)),
    POOL_GAVE_UP("poolGaveUp", "Gave up", "calls without a place", pools(UpstreamCalls.Pool::gaveUp)),
    ATTEMPTS("attemptsPerCall", "Attempts", "per call", calls(UpstreamCalls.Call::attempts)),
    TIMEOUTS("timeoutsPerCall", "Timeouts", "per call", calls(UpstreamCalls.Call::timeoutShare)),
    SERVICE_CORES("serviceCores", "Service", "cores busy", measured -> measured.resources().serviceCores()),
    INJECTOR_CORES("injectorCores", "Injector", "cores busy", measured -> measured.resources().injectorCores()),
    MOCK_CORES("mockCores", "Mock", "cores busy", measured -> measured.resources().mockCores()),
    OTHERS("othersShare", "Other programs", "share of all cores", disturbance(Disturbance::othersShare)),
    PRESSURE("pressureShare", "CPU pressure", "share of the time", disturbance(Disturbance::pressureShare)),
    MEMORY_PASS("memoryMs", "Memory", "CPU ms to read and write 64 MB", disturbance(Disturbance::memoryMs)),
    /** The highest rate at which an objective holds, in a search for it. */
    CAPACITY("capacityPerSecond", "capacity", "/s", measured -> measured.capacity() == null ? null : (Double) measured.capacity().perSecond());

    /** By these rows are compared with the best, each by itself; rows are ordered by the first one. */
    public static final List<Metric> COMPARED = List.of(P50, P95, P99, PROGRAM_CPU);

    /** The first of these that every trial carries is compared. */
    static final List<Metric> TAILS = List.of(P99, P95);

    /** How calls were made; known where a scenario says it. The pool is the one whose places were held most. */
    private static final List<Metric> OF_CALLS = List.of(POOL_BUSY, POOL_WAIT, POOL_LONGEST, POOL_GAVE_UP, ATTEMPTS, TIMEOUTS);

    /** What a strategy costs the service's process, and what else the machine did meanwhile. */
    public static final List<Metric> COSTS = List.of(
            CPU, JIT, ALLOCATION, GC_PAUSE, SWITCHES, THREADS, RSS, CORE_WAIT, VIRTUAL_THREADS, CARRIERS, PINNED, NOT_STARTED,
            POOL_BUSY, POOL_WAIT, POOL_LONGEST, POOL_GAVE_UP, ATTEMPTS, TIMEOUTS, SERVICE_CORES, INJECTOR_CORES, MOCK_CORES, OTHERS, PRESSURE, MEMORY_PASS);

    private final String label;
    private final String title;
    private final String unit;
    private final String longUnit;
    private final Function<Measured, @Nullable Number> value;
    private final @Nullable Function<Latency, @Nullable Double> latency;

    Metric(
            String label, String title, String unit, String longUnit, Function<Measured, @Nullable Number> value,
            @Nullable Function<Latency, @Nullable Double> latency) {
        this.label = label;
        this.title = title;
        this.unit = unit;
        this.longUnit = longUnit;
        this.value = value;
        this.latency = latency;
    }

    Metric(String label, String title, String unit, String longUnit, Function<Measured, @Nullable Number> value) {
        this(label, title, unit, longUnit, value, null);
    }

    Metric(String label, String title, String unit, Function<Measured, @Nullable Number> value) {
        this(label, title, unit, unit, value);
    }

    /** A response time in ms. */
    Metric(String label, String title, Function<Latency, @Nullable Double> latency) {
        this(label, title, "ms", "ms", measured -> measured.requests() == 0 ? null : latency.apply(measured.response()), latency);
    }

    private static Function<Measured, @Nullable Number> disturbance(Function<Disturbance, @Nullable Double> figure) {
        return measured -> figure.apply(measured.instruments().disturbance());
    }

    private static Function<Measured, @Nullable Number> virtual(Function<VirtualThreadUse, @Nullable Number> figure) {
        return measured -> measured.work().virtualThreads() == null ? null : figure.apply(measured.work().virtualThreads());
    }

    private static Function<Measured, @Nullable Number> pools(Function<UpstreamCalls.Pool, Number> figure) {
        return measured -> measured.work().pools().stream()
                .max(Comparator.comparingDouble(UpstreamCalls.Pool::busyShare)).map(figure).orElse(null);
    }

    private static Function<Measured, @Nullable Number> calls(ToDoubleFunction<UpstreamCalls.Call> figure) {
        return measured -> {
            UpstreamCalls made = measured.work().upstreamCalls();
            long all = made == null ? 0 : made.calls().stream().mapToLong(UpstreamCalls.Call::calls).sum();
            return made == null || all == 0 ? null : (Double) (made.calls().stream()
                    .mapToDouble(call -> call.calls() * figure.applyAsDouble(call)).sum() / all);
        };
    }

    private static @Nullable Double pinned(Measured measured) {
        VirtualThreadUse use = measured.work().virtualThreads();
        Double ms = use == null ? null : use.pinnedMs();
        return ms == null ? null : (Double) (ms / measured.counts().seconds());
    }

    private static @Nullable Double programCpu(Measured measured) {
        return measured.perAnswer(used -> used.cpuMsPerRequest() == null ? null : (Double) used.cpuMsWithoutCompilers());
    }

    /** By this rows are ordered, and compared first: what was asked for. */
    static Metric first(Settings settings) {
        return settings.searched() ? CAPACITY : P50;
    }

    /** Those of the costs that have a column: that of what no scenario asked for would be empty. */
    public static List<Metric> costs(ComparisonTable comparison) {
        return COSTS.stream()
                .filter(cost -> !OF_CALLS.contains(cost) || comparison.rows().stream().anyMatch(row -> row.value(cost) != null))
                .toList();
    }

    /** For programs: {@code p50Ms}. */
    public String label() {
        return label;
    }

    /** For the head of a column: {@code p50}. */
    public String title() {
        return title;
    }

    /** For the head of a column: {@code ms}; empty where there is none. */
    public String unit() {
        return unit;
    }

    /** Where there is room: {@code ms per answer}. */
    public String longUnit() {
        return longUnit;
    }

    /** For the head of a column of costs. */
    public String heading() {
        return this == RSS ? "Memory" : Format.capitalised(title);
    }

    public String words() {
        return switch (this) {
            case P50 -> "median response time";
            case PROGRAM_CPU -> "CPU time per answer without the compilers";
            default -> title;
        };
    }

    /** In a sentence or a cell that says that rows are worse: CPU time is more, and not slower. */
    public String worse(String slower) {
        return latency == null ? slower.replaceFirst("^slower", "more") : slower;
    }

    /** Of a trial, or of the merged blocks of a row. */
    public @Nullable Number of(Measured measured) {
        return value.apply(measured);
    }

    /** Of latencies of another kind than response times of right answers. */
    public @Nullable Double of(Latency other) {
        return latency == null ? null : latency.apply(other);
    }

    /** Not a number where it is not known. */
    public double orNaN(Measured measured) {
        Number known = of(measured);
        return known == null ? Double.NaN : known.doubleValue();
    }

    /** More is better of rates: of these the time for a request. */
    double lessIsBetter(Measured measured) {
        return isRate() ? 1 / orNaN(measured) : orNaN(measured);
    }

    /** Requests per second, of which more is better. */
    public boolean isRate() {
        return unit.equals("/s");
    }

    /** What the comparison with the best says, in a cell: CPU time is more, and of a rate there is less. */
    public String words(Ranking.Place place) {
        Interval interval = place.interval();
        return isRate() && place.verdict().shownSlower() && interval != null
                ? Format.percent(1 - 1 / interval.low()).replace(" %", "") + " to " + Format.percent(1 - 1 / interval.high()) + " less"
                : worse(place.words());
    }

    public String text(@Nullable Number number) {
        return number == null ? Format.NONE
                : number instanceof Integer ? number.toString()
                : isRate() ? Format.perSecond(number.doubleValue()) : Format.number(number.doubleValue());
    }
}
