package io.birdseye.cli;

import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Latency;
import io.birdseye.planning.accuracy.AccuracyTable;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.CalibrationFile;
import io.birdseye.planning.calibration.Predictor.Host;
import io.birdseye.planning.calibration.Predictor;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code birdseye predict}. */
@Command(
        name = "predict",
        description = "What this machine cannot run: simulate every strategy with more cores, other rates, slower"
                + " upstreams. Shown only with its error at points that were measured.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye predict --cores 8 --rate 500 --delay 400ms",
            "  ./birdseye predict --from results/2026-01-01-120000 --rate 80 --slow-tail 0.8",
            "  ./birdseye predict --grid --publish docs"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:predicted", "1:a measurement failed", "2:wrong options"})
final class PredictCommand implements Callable<Integer> {

    @Option(names = "--from", paramLabel = "FILE",
            description = "Calibrate from a comparison's folder or results.json, or take a calibration.json (default:"
                    + " results/prediction/calibration.json; measured in two minutes where there is none).")
    private Optional<Path> from = Optional.empty();

    @Option(names = "--cores", paramLabel = "N",
            description = "Cores of a machine that the service has to itself (default: this one, shared with injector"
                    + " and mock).")
    private Optional<Integer> cores = Optional.empty();

    @Option(names = "--slow-tail", paramLabel = "SIGMA",
            description = "Upstreams with lognormal latency around the delay; 0.5 makes p99 3.2 times the median, 1 ten"
                    + " times.")
    private Optional<Double> slowTail = Optional.empty();

    @Option(names = "--stall", paramLabel = "N=TIME",
            description = "The N-th call of a request always takes so long, such as 4=3s.")
    private Map<Integer, Duration> stalls = new HashMap<>();

    @Option(names = "--strategies", split = ",", paramLabel = "NAME", description = "Which strategies (default: all).")
    private List<String> strategies = List.of();

    @Option(names = "--grid",
            description = "Instead, calibrate anew and measure the validation grid (a quarter of an hour); goes on where an"
                    + " interrupted one stopped.")
    private boolean grid;

    @Option(names = "--publish", paramLabel = "DIR",
            description = "With --grid: write the table into DIR/prediction.md.")
    private Optional<Path> publish = Optional.empty();

    @Mixin
    private final PointOptions options = new PointOptions();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where measurements go and are found again (default: results/prediction).")
    private Optional<Path> out = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PointSettings asked = options.base(spec, ValidationGrid.CALIBRATOR);
        List<List<Latency>> upstreams = upstreams(asked);
        Home home = Home.find();
        Path folder = out.orElseGet(() -> home.folder().resolve("results").resolve("prediction")).toAbsolutePath();
        return grid ? measureGrid(home, folder) : predict(asked, upstreams, calibration(asked, home, folder));
    }

    private int predict(PointSettings asked, List<List<Latency>> upstreams, CalibrationFile file) {
        PrintWriter screen = spec.commandLine().getOut();
        int onCores = cores.orElse(file.cores());
        CalibratedCosts costs = file.calibration().onCores(file.cores(), onCores);
        Sizing sizing = Sizing.of(
                asked.load(),
                upstreams.stream().flatMap(List::stream).map(latency -> Math.max(1, latency.meanMs())).toList(),
                asked.deadline().toMillis(),
                onCores,
                Sizing.DEFAULT_HEADROOM);
        int io = asked.io().orElse(sizing.ioConcurrency());
        int cpu = asked.cpu().orElse(onCores);
        int queue = asked.queue().orElse(sizing.maxInFlight());
        int http = asked.httpThreads().orElse(sizing.httpThreads());
        Host host = new Host(onCores, cores.isEmpty(), http, queue, queue, asked.deadline().toMillis());
        screen.printf(
                Locale.ROOT,
                "Predicted for %s on %d cores%s, pools of %d for calls and %d for combinations,"
                        + " %d requests admitted.%n%n",
                asked.load().describe(),
                onCores,
                cores.isEmpty() ? " that injector and mock share" : "",
                io,
                cpu,
                queue);
        List<StrategyMenu.Option> menu = menu(upstreams).with(io, cpu);
        int width = menu.stream().mapToInt(option -> option.name().length()).max().orElse(0);
        Map<Object, SimulationResult> known = new HashMap<>();
        for (StrategyMenu.Option option : menu) {
            SimulationResult prediction = known.computeIfAbsent(
                    option.topology(),
                    threads -> Predictor.predict(
                            costs, RequestPath.of(option.topology()), upstreams, host, Predictions.traffic(asked.load()),
                            runLength(asked)));
            if (!(prediction.p50Ms().mean() > 0)) {
                screen.printf("%-" + width + "s  answers nothing within the deadline%n", option.name());
                continue;
            }
            screen.printf(
                    Locale.ROOT,
                    "%-" + width + "s  %8.1f/s  p50 %7.0f ms  p99 %7.0f ms  refused %3.0f %%  failed %3.0f %%"
                            + "  cores %3.0f %%%n",
                    option.name(),
                    prediction.achievedPerSecond().mean(),
                    prediction.p50Ms().mean(),
                    prediction.p99Ms().mean(),
                    100 * prediction.refusedShare().mean(),
                    100 * prediction.failedShare().mean(),
                    100 * prediction.usage().cores().mean());
        }
        screen.println();
        screen.println("How far to trust it: " + AccuracyTable.sentence(file.accuracy()));
        screen.println("  " + file.machine());
        if (onCores > file.cores()) {
            screen.println("  That was on " + file.cores() + " cores; that contention does not grow with more of them"
                    + " is an assumption.");
        }
        screen.println("  A layout, a size, a collector or a JDK other than that is not predicted; docs/prediction.md"
                + " says what else is not.");
        screen.flush();
        return 0;
    }

    private RunLength runLength(PointSettings asked) {
        // Enough for a p99 of a slow service, and not more than a busy one needs.
        return Predictions.runLength(options.warmUp(), options.duration());
    }

    private CatalogMenu menu(List<List<Latency>> upstreams) {
        try {
            return CatalogMenu.of(
                    Strategies.load(),
                    StrategyNames.resolve(strategies, Strategies.load(), false),
                    new Shape(upstreams.stream().map(List::size).toList()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private List<List<Latency>> upstreams(PointSettings asked) {
        List<List<Latency>> plain = Predictions.upstreams(asked.scenario(), asked.delay().toNanos() / 1e6);
        List<List<Latency>> changed = new ArrayList<>();
        int number = 0;
        int calls = plain.stream().mapToInt(List::size).sum();
        for (int call : stalls.keySet()) {
            if (call < 1 || call > calls) {
                throw new ParameterException(
                        spec.commandLine(), "--stall names call " + call + ", but a request has " + calls);
            }
        }
        try {
            for (List<Latency> group : plain) {
                List<Latency> members = new ArrayList<>();
                for (Latency latency : group) {
                    Duration stall = stalls.get(++number);
                    members.add(stall != null
                            ? new Latency.Fixed(stall.toNanos() / 1e6)
                            : slowTail.<Latency>map(sigma -> new Latency.Lognormal(Quantiles.quantileMs(latency, 0.5), sigma))
                                    .orElse(latency));
                }
                changed.add(members);
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--slow-tail: " + e.getMessage(), e);
        }
        return changed;
    }

    private CalibrationFile calibration(PointSettings asked, Home home, Path folder)
            throws TrialFailure, IOException, InterruptedException {
        if (from.isPresent()) {
            Path given = from.get();
            CalibrationFile file = given.getFileName().toString().startsWith("calibration")
                    ? CalibrationFile.read(given)
                    : ResultsCalibration.read(given, asked);
            return requireSameWork(asked, file);
        }
        Path kept = folder.resolve("calibration.json");
        if (Files.exists(kept)) {
            CalibrationFile file = CalibrationFile.read(kept);
            if (file.work().equals(CalibrationRun.work(asked))) {
                return file;
            }
        }
        spec.commandLine().getOut().println("Nothing has been calibrated for this work yet; measuring, which takes two"
                + " to three minutes. Measurements go to " + folder);
        spec.commandLine().getOut().flush();
        // Folders by work: trials of other work must not be taken for these.
        Path measurements = folder.resolve("work-" + Integer.toHexString(CalibrationRun.work(asked).hashCode()));
        PointSettings loaded = ValidationGrid.calibration().forWork(asked);
        List<ValidationGrid.Point> checks = ValidationGrid.few().stream()
                .map(point -> point.settings().forWork(asked))
                .map(settings -> new ValidationGrid.Point(ValidationGrid.name(settings), settings))
                .toList();
        CalibrationRun.Outcome outcome = run(home, measurements, loaded, checks);
        outcome.file().write(kept);
        return outcome.file();
    }

    private CalibrationFile requireSameWork(PointSettings asked, CalibrationFile file) {
        boolean leftToTheFile = asked.scenario().isEmpty()
                && !file.work().startsWith("scenario ")
                && !ScenarioOption.given(spec, "--memory")
                && !ScenarioOption.given(spec, "--layout");
        if (!leftToTheFile && !file.work().equals(CalibrationRun.work(asked))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "that was calibrated for " + firstLine(file.work()) + ", but asked for is "
                            + firstLine(CalibrationRun.work(asked))
                            + ": set --memory and --layout, or --scenario, to match");
        }
        return file;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private CalibrationRun.Outcome run(
            Home home, Path folder, PointSettings loaded, List<ValidationGrid.Point> checks)
            throws TrialFailure, IOException, InterruptedException {
        try (ProgressLine progress = new ProgressLine("predict")) {
            return new CalibrationRun(
                            loaded, checks, options.warmUp(), options.duration(), options.seed(), options.jvmFlags(),
                            folder, Programs.builtIn(home.folder(), home.java()), progress)
                    .run();
        }
    }

    private int measureGrid(Home home, Path folder) throws TrialFailure, IOException, InterruptedException {
        PrintWriter screen = spec.commandLine().getOut();
        CalibrationRun.Outcome outcome =
                run(home, folder.resolve("grid"), ValidationGrid.calibration(), ValidationGrid.all());
        CalibrationFile file = outcome.file();
        file.write(folder.resolve("calibration.json"));
        String table = AccuracyTable.markdown(file.accuracy());
        screen.println(table);
        outcome.failures().forEach(failure -> screen.println("not measured: " + failure));
        screen.println(AccuracyTable.sentence(file.accuracy()));
        if (publish.isPresent()) {
            Path page = publish.get().resolve("prediction.md");
            GridSection.publish(page, file, outcome.failures());
            screen.println("Published in " + page);
        }
        screen.flush();
        return outcome.failures().isEmpty() ? 0 : 1;
    }
}
