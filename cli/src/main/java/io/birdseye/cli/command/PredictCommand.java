package io.birdseye.cli.command;

import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.PointOptions;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.planning.calibration.CalibrationFile;
import io.birdseye.planning.calibration.CalibrationRun.CalibrationPoints;
import io.birdseye.planning.calibration.CalibrationRun;
import io.birdseye.planning.calibration.ChangedUpstreams;
import io.birdseye.planning.calibration.ReplicaPredictions;
import io.birdseye.planning.calibration.ResultsCalibration;
import io.birdseye.planning.calibration.StrategyPredictions;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.scenario.Scenario.Call;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "predict",
        description = "What this machine cannot run: simulate every strategy with more cores, other rates, slower"
                + " upstreams. Shown only with its error at points that were measured.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye predict --cores 8 --rate 500 --latency 400ms",
            "  ./birdseye predict --from results/2026-01-01-120000 --rate 80 --slow-tail 0.8"
        },
        exitCodeList = {"0:predicted", "3:the measurements to calibrate from are invalid"})
public final class PredictCommand extends JsonCommand {

    @Option(names = "--from", paramLabel = "FILE",
            description = "Calibrate from a comparison's folder or results.json, or take a calibration.json (default:"
                    + " results/prediction/calibration.json; measured in two minutes where there is none).")
    private Optional<Path> from = Optional.empty();

    @Option(names = "--cores", paramLabel = "N",
            description = "Cores of a machine that the service has to itself (default: this one, shared with injector"
                    + " and mock).")
    private Optional<Integer> cores = Optional.empty();

    @Option(names = "--replicas", defaultValue = "1", paramLabel = "N",
            description = "Instances that share the load evenly, each with the cores of --cores; also predicts the others when"
                    + " one is lost (default: ${DEFAULT-VALUE}).")
    private int replicas;

    @Option(names = "--slow-tail", paramLabel = "SIGMA",
            description = "Upstreams with lognormal latency around --latency; 0.5 makes p99 3.2 times the median, 1 ten"
                    + " times.")
    private Optional<Double> slowTail = Optional.empty();

    @Option(names = "--stall", paramLabel = "N=TIME",
            description = "The N-th call of a request always takes so long, such as 4=3s.")
    private Map<Integer, Duration> stalls = new HashMap<>();

    @Mixin
    private final PointOptions options = new PointOptions();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where measurements go and are found again (default: results/prediction).")
    private Optional<Path> out = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        PointSettings asked = options.settings(this);
        List<List<Call>> upstreams = check(() -> new ChangedUpstreams(slowTail, stalls).of(asked.work().upstreams()));
        Path folder = workspace.results(out, "prediction");
        CatalogMenu menu = new CatalogMenu(
                options.strategies().known(this), options.strategies().chosen(this, Optional.empty()),
                new Shape(upstreams.stream().map(List::size).toList()));
        if (replicas > 1 && cores.isEmpty()) {
            throw wrong("--replicas needs --cores, those of each: they are not all on this machine");
        }
        CalibrationFile file = calibration(asked, folder);
        ReplicaPredictions predictions = check(() -> ReplicaPredictions.of(asked, replicas, each -> StrategyPredictions.of(
                file, each, upstreams, cores, RunLength.ofTrial(options.warmUp(), options.duration()), menu)));
        print(predictions.text());
        printJson(() -> predictions.json());
        return Exit.FINE;
    }

    /** From {@code --from}, from an earlier run, or from a measurement. */
    private CalibrationFile calibration(PointSettings asked, Path folder) throws Exception {
        String work = CalibrationFile.work(asked);
        if (from.isPresent()) {
            CalibrationFile file = read(from.get(), asked);
            requireSameWork(file, asked);
            return file;
        }
        Path kept = folder.resolve("calibration.json");
        if (Files.exists(kept)) {
            CalibrationFile file = CalibrationFile.read(kept);
            if (file.work().equals(work)) {
                return file;
            }
        }
        announce("There is no calibration for this work yet, so it is measured. Measurements go to " + folder);
        // One folder for each work: trials of other work must not be taken for these.
        CalibrationFile file = run(
                        folder.resolve("work-" + Integer.toHexString(work.hashCode())),
                        CalibrationPoints.calibration().forWork(asked),
                        CalibrationPoints.few().stream().map(point -> point.forWork(asked)).toList())
                .file();
        file.write(kept);
        return file;
    }

    private static CalibrationFile read(Path file, PointSettings asked) {
        return RefusedInput.unless(() -> file.getFileName().toString().startsWith("calibration")
                ? CalibrationFile.read(file)
                : ResultsCalibration.read(file, asked));
    }

    private void requireSameWork(CalibrationFile file, PointSettings asked) {
        boolean defaultWork = asked.work().scenario().isEmpty()
                && !file.ofScenario()
                && !given("--memory")
                && !given("--layout");
        if (!defaultWork && !file.work().isEmpty() && !file.work().equals(CalibrationFile.work(asked))) {
            throw wrong("the calibration is for " + file.workLine() + ", but asked for is "
                    + CalibrationFile.work(asked).lines().findFirst().orElse("")
                    + ": set --memory and --layout, or --scenario, to match");
        }
    }

    private CalibrationRun.Calibrated run(Path folder, PointSettings loaded, List<PointSettings> checks)
            throws Exception {
        PointTrials trials = options.trials(folder, this);
        CalibrationRun run = new CalibrationRun(
                loaded, checks, CalibrationRun.ENOUGH, trials, options.programs(this));
        announceTime(run.estimate(), "the calibration and " + Format.count(checks.size(), "point"));
        lookAtMachine();
        try (ProgressLine progress = progress("predict")) {
            return run.run(progress);
        }
    }
}
