package io.birdseye.report;

import io.birdseye.model.Budget;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.capacity.TaskNames;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Counts;
import io.birdseye.report.result.Trial.Course;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.InjectorsUsed;
import io.birdseye.report.result.Trial.Instruments;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Outcome;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.Trial.Work;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.result.VirtualThreadUse;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Made-up results that hang together: latencies follow from the topology, and histograms from the latencies. */
public final class Samples {

    /** Of a system that tells nothing of other programs. */
    public static final Disturbance UNDISTURBED = new Disturbance(null, null, null, null, null, null);

    public static final InjectorsUsed ONE_INJECTOR = InjectorsUsed.of(List.of(new InjectorsUsed.Injector(0, 0, 0, 1_500)));

    public static final Floor FLOOR = new Floor(List.of(201.0, 202.0, 201.0, 204.0), List.of(9.0, 14.0), 30);
    public static final Budget BUDGET = new Budget(60, 2, 500);
    public static final TaskNames NAMES = new TaskNames(
            List.of("posts", "comments", "albums", "photos"), List.of("combine-posts", "combine-albums"));

    /** A text that tries to become markup, script, a table cell or a terminal command. */
    public static final String HOSTILE = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"& | `\n"
            + "\u001b[31m \u2028 <!-- [link](javascript:alert(3)) \0";

    private static final int SECONDS = 12;
    private static final double DEADLINE_MS = 10_000;

    private Samples() {}

    public static Environment environment() {
        return new Environment("d4bc6e7", "25.0.1+8-LTS", List.of("-Xmx1g", "-XX:+UseParallelGC"), "Parallel", 2,
                "Some CPU @ 2.50GHz", 8L << 30, "Debian GNU/Linux 12", "6.1.0");
    }

    public static Settings settings(Load load) {
        return settings(load, new Settings.ServiceUsed(200, 5, "boxed", "equal", 62), "./birdseye compare --rate 50");
    }

    private static Settings settings(Load load, Settings.ServiceUsed service, String command) {
        return new Settings(load, service, new Settings.Run(20, SECONDS, 42, command), ValidityBounds.DEFAULT, null, null,
                Settings.Options.NONE);
    }

    public static Results results(Load load, List<Trial> trials) {
        return new Results(Results.SCHEMA_VERSION, "2026-01-02T03:04:05Z", environment(), settings(load), FLOOR,
                trials, null, List.of());
    }

    public static Topology pools(boolean inTurn, boolean blocks, int io) {
        return new Topology(inTurn, blocks, io, List.of(), 2, List.of(), false);
    }

    public static Topology perCall(boolean inTurn, boolean blocks, List<Integer> io, List<Integer> cpu) {
        return new Topology(inTurn, blocks, io.stream().mapToInt(i -> i).sum(), io,
                cpu.stream().mapToInt(i -> i).sum(), cpu, false);
    }

    /** The nine published strategies; the two disruptors fall behind by their topology. */
    public static List<Trial> nine(Path folder, Load load, int blocks) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            trials.add(trial("sequential", block, pools(true, true, 60), load, 1.03, folder));
            trials.add(trial("executor", block, pools(false, true, 60), load, 1.04, folder));
            trials.add(trial("completable-future", block, pools(false, true, 60), load, 1.04, folder));
            trials.add(trial("async-executor", block, new Topology(false, false, 62, List.of(), 62, List.of(), true),
                    load, 1.13, folder));
            trials.add(trial("rx", block, pools(false, false, 60), load, 1.06, folder));
            trials.add(trial("disruptor", block, perCall(true, true, List.of(3, 1, 3, 2), List.of(1, 1)), load, 1.05,
                    folder));
            trials.add(trial("disruptor-async", block, perCall(true, false, List.of(3, 2, 3, 2), List.of(1, 1)), load,
                    1.05, folder));
            trials.add(trial("akka", block, pools(false, true, 60), load, 1.09, folder));
            trials.add(block == blocks
                    ? failed("akka-async", block, "the service died with exit code 137 after 12 s")
                    : trial("akka-async", block, pools(false, false, 60), load, 1.2, folder));
        }
        return trials;
    }

    /** Strategies that hardly differ, at 50/s. */
    public static List<Trial> alike(Path folder, int blocks, String... strategies) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (String strategy : strategies) {
                trials.add(trial(strategy, block, pools(false, false, 60), Load.open(50), 1.05, folder));
            }
        }
        return trials;
    }

    public static ComparisonTable table(Path folder, List<Trial> trials) {
        return ComparisonTable.of(results(Load.open(50), trials), folder);
    }

    public static Row row(ComparisonTable table, String name) {
        return table.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    /** Thirty seconds at 50/s that went well, without a histogram; all answers took so long, or as the latency says. */
    public static Trial plain(String strategy, int block, double ms) {
        return plain(strategy, block, flat(ms), 50, 20);
    }

    public static Trial plain(String strategy, int block, Latency latency, double achieved, double cpuMs) {
        Resources resources = new Resources(cpuMs, 3.0, 40.0, 20.0, 30, 36.0, 80, 400.0, 1.0, 0.1, 0.1);
        return new Trial(RowKey.of(strategy), block, BUDGET, pools(false, false, 60), Outcome.COMPLETED, null,
                measured(30, 50, achieved, 1_500, 0, Map.of(), latency, latency, 1, resources, List.of(), 1, 1, ""));
    }

    /** The trial with so many right answers, and so many errors of a kind. */
    public static Trial with(Trial trial, long requests, long errors, String kind) {
        return with(trial, "requests", requests, "errors", errors, "errorsByKind", errors == 0 ? Map.of() : Map.of(kind, errors),
                "requestsPerAnswer", requests == 0 ? null : (requests + errors) / (double) requests);
    }

    public static Latency flat(double ms) {
        return new Latency(ms, ms, ms, null, null, null, ms);
    }

    public static Trial with(Trial trial, String strategy, Topology topology) {
        return new Trial(RowKey.of(strategy), trial.block(), trial.budget(), topology, trial.outcome(), trial.reason(), trial.measured());
    }

    public static Results after(int trials, Results whole) {
        return new Results(whole.schemaVersion(), whole.createdAt(), whole.environment(), whole.settings(), whole.floor(),
                whole.trials().subList(0, trials), whole.trials().size() - trials, List.of());
    }

    /** Every text of these is {@link #HOSTILE}. */
    public static Results hostile(Path folder) {
        Load load = Load.open(50);
        Trial good = trial("rx", 1, pools(false, false, 60), load, 1.05, folder);
        Trial trial = new Trial(RowKey.of(HOSTILE), 1, good.budget(),
                perCall(false, true, List.of(3, 1, 3, 2), List.of(1, 1)), Outcome.COMPLETED, null,
                with(good, "errors", 3, "errorsByKind", Map.of(HOSTILE, 2L, HOSTILE + "2", 1L), "tasks", good.measured().work().tasks().stream()
                        .map(t -> new TaskTime(HOSTILE + t.name(), t.kind(), t.queueMs(), t.runMs())).toList()).measured());
        Trial failed = new Trial(RowKey.of(HOSTILE + " failed"), 1, good.budget(), good.topology(), Outcome.FAILED, HOSTILE, null);
        Environment environment = new Environment(HOSTILE, HOSTILE, List.of(HOSTILE), HOSTILE, 2, HOSTILE, 1L << 30, HOSTILE, HOSTILE);
        Settings settings = settings(load, new Settings.ServiceUsed(200, 5, HOSTILE, HOSTILE, 62), HOSTILE);
        return new Results(Results.SCHEMA_VERSION, HOSTILE, environment, settings, FLOOR, List.of(trial, failed), null, List.of());
    }

    public static Trial failed(String strategy, int block, String reason) {
        return new Trial(RowKey.of(strategy), block, BUDGET, pools(false, true, 60), Outcome.FAILED, reason, null);
    }

    /** A trial whose median response time is so many floors, and grows if its topology cannot carry the load. */
    public static Trial trial(
            String strategy, int block, Topology topology, Load load, double timesFloor, Path folder) {
        double floor = FLOOR.latencyMs(topology.callsInTurn());
        double most = new Capacity(FLOOR, NAMES, 2, 62, FLOOR.cpuMsPerRequest(), List.of()).bounds(topology, load).getFirst().perSecond();
        double offered = switch (load.model()) {
            case OPEN -> load.ratePerSecond();
            case CLOSED -> Math.min(most, load.users() * 1000 / (floor * timesFloor));
        };
        double achieved = Math.min(offered, most * 0.97);
        Random random = new Random(strategy.hashCode() * 31L + block);
        double jvm = 1 + 0.01 * random.nextGaussian();
        List<Histogram> seconds = new ArrayList<>();
        long errors = 0;
        for (int second = 0; second < SECONDS; second++) {
            Histogram histogram = new Histogram(3);
            double waiting = load.model() == Load.Model.OPEN ? second * 1000 * (offered / achieved - 1) : 0;
            for (int i = 0; i < offered; i++) {
                double tail = random.nextInt(40) == 0 ? random.nextDouble() : 0;
                double noise = Math.exp(0.03 * random.nextGaussian()) + tail;
                double latency = floor * timesFloor * jvm * noise + waiting;
                errors += latency > DEADLINE_MS ? 1 : 0;
                histogram.recordValue((long) (1000 * Math.min(DEADLINE_MS + random.nextInt(9), latency)));
            }
            seconds.add(histogram);
        }
        String file = "histograms/" + strategy + "-" + block + ".hlog";
        write(folder.resolve(file), seconds);
        Measured measured = measured(seconds, offered, achieved, errors, topology, file);
        return new Trial(RowKey.of(strategy), block, BUDGET, topology, Outcome.COMPLETED, null, measured);
    }

    private static Measured measured(
            List<Histogram> seconds, double offered, double achieved, long errors, Topology topology,
            String file) {
        Histogram all = new Histogram(3);
        seconds.forEach(all::add);
        Latency latency = new Latency(all.getMean() / 1000, ms(all, 50), ms(all, 90), ms(all, 95), ms(all, 99), null,
                all.getMaxValue() / 1000.0);
        double queue = Math.max(0, latency.meanMs() - FLOOR.latencyMs(topology.callsInTurn())) / 4;
        List<TaskTime> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(new TaskTime(NAMES.calls().get(i), "io", queue, FLOOR.callMs().get(i)));
        }
        for (int i = 0; i < 2; i++) {
            tasks.add(new TaskTime(NAMES.combinations().get(i), "combine", 1 + queue / 10, FLOOR.combineMs().get(i)));
        }
        tasks.add(new TaskTime("join", "join", 0.01, 0.2));
        Measured measured = measured(SECONDS, offered, achieved, all.getTotalCount(), errors,
                errors == 0 ? Map.of() : Map.of("504", errors), latency, latency, 1.2,
                new Resources(31.2 + queue / 50, 4.5, 88.4, 21.0, 40, 120.5 + queue / 10, 60 + topology.ioThreads(),
                        412.5, 1.2, 0.11, 0.07),
                tasks, Math.min(topology.ioThreads(), 48), 2, file);
        return explained(measured, ResponseParts.of(
                latency.meanMs(), 201, 4 * queue, 3 + queue / 50, 1.5, 0.25, 11 + queue / 100));
    }

    public static Measured explained(Measured m, ResponseParts parts) {
        Work work = m.work();
        return new Measured(m.counts(), m.response(), m.service(),
                new Work(work.resources(), work.tasks(), work.ioPeak(), work.cpuPeak(), work.inFlightPeak(),
                        new VirtualThreadUse(4, 4, 57, 2L, 61.5, 0L), null),
                m.instruments(), m.course(), parts);
    }

    /** The trial with other figures: names of fields of {@code measured}, such as {@code resources.mockCores}, each with its value. */
    public static Trial with(Trial trial, Object... namesAndValues) {
        ObjectNode json = ResultsFile.JSON.valueToTree(trial);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            ObjectNode parent = (ObjectNode) json.path("measured");
            String name = (String) namesAndValues[i];
            if (name.startsWith("resources.")) {
                parent = (ObjectNode) parent.path("resources");
            }
            parent.set(name.substring(name.indexOf('.') + 1), ResultsFile.JSON.valueToTree(namesAndValues[i + 1]));
        }
        return ResultsFile.JSON.treeToValue(json, Trial.class);
    }

    public static JsonNode verdicts(ComparisonTable table) {
        return ResultsFile.JSON.readTree(ResultsFile.JSON.writeValueAsString(Verdicts.of(table, List.of())));
    }

    /** What no system tells is not known, and nobody has judged the window. */
    public static Measured measured(
            double seconds, double offered, double achieved, long requests, long errors, Map<String, Long> errorsByKind,
            Latency response, Latency service, double startLagP99Ms, Resources resources, List<TaskTime> tasks,
            int ioPeak, int cpuPeak, String histogram) {
        return new Measured(
                new Counts(seconds, offered, achieved, requests, errors, errorsByKind,
                        requests == 0 ? null : (Double) ((requests + errors) / (double) requests)),
                response, service, new Work(resources, tasks, ioPeak, cpuPeak, null, null, null),
                new Instruments(startLagP99Ms, null, null, UNDISTURBED, ONE_INJECTOR), new Course(histogram, null, null, null), null);
    }

    private static double ms(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1000.0;
    }

    /** Writes both kinds of latency, in microseconds, one interval per second. */
    public static void write(Path file, List<Histogram> seconds) {
        try {
            Files.createDirectories(file.getParent());
            HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
            long start = 1_767_323_045_000L;
            writer.outputLogFormatVersion();
            writer.outputStartTime(start);
            writer.outputLegend();
            for (int i = 0; i < seconds.size(); i++) {
                for (String tag : List.of("response", "service")) {
                    Histogram histogram = seconds.get(i).copy();
                    histogram.setTag(tag);
                    histogram.setStartTimeStamp(start + i * 1000L);
                    histogram.setEndTimeStamp(start + (i + 1) * 1000L);
                    writer.outputIntervalHistogram(histogram);
                }
            }
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
