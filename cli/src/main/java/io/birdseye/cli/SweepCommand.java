package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepFiles;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code birdseye sweep}. */
@Command(
        name = "sweep",
        description = "Measure one or two settings over ranges, in random order, and find where more buys little.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye sweep --axis 'io=8..64 x2' --rate 30",
            "  ./birdseye sweep --axis io=8,16,32 --axis delay=100ms,200ms,400ms --users 40 --strategies executor,rx"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every point was measured", "1:a point failed; the others are in the table", "2:wrong options"
        })
final class SweepCommand implements Callable<Integer> {

    @Option(names = "--axis", required = true, paramLabel = "SETTING=VALUES",
            description = "io, cpu, queue, rate, users, delay, memory or http-threads, and its values: a list such as"
                    + " 8,16,32, a range such as '8..64 by 8' or '8..64 x2'. Once or twice.")
    private List<String> axes = List.of();

    @Option(names = "--strategies", split = ",", paramLabel = "NAME",
            description = "Which strategies (default: the scenario's, or async-executor-split).")
    private List<String> strategies = List.of();

    @Mixin
    private final PointOptions options = new PointOptions();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where results go; a folder with points of the same settings is completed (default: a new one"
                    + " under results/).")
    private Optional<Path> out = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter screen = spec.commandLine().getOut();
        SweepPlan plan = plan();
        List<String> names = names();
        PointSettings base = options.base(spec, names.getFirst());
        try {
            // Said now, not at the first point that meets it.
            for (SweepPlan.GridPoint point : plan.grid()) {
                PointSettings changed = base;
                for (var value : point.values().entrySet()) {
                    changed = changed.with(value.getKey(), value.getValue());
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Home home = Home.find();
        Programs programs = Programs.builtIn(home.folder(), home.java());
        Path folder = out.orElseGet(() -> Folders.fresh(home, "sweep")).toAbsolutePath();
        screen.println("Results go to " + folder);
        plan.axes().forEach(axis -> screen.println("  " + axis.describe()));
        screen.flush();
        SweepResult result;
        try (ProgressLine progress = new ProgressLine("sweep")) {
            result = new SweepRun(
                            plan, names, base, options.warmUp(), options.duration(), options.jvmFlags(), folder,
                            "./birdseye " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
                            Folders.machine(),
                            fixed(base),
                            (settings, heard) -> new SingleTrial(settings, programs, heard).run(),
                            progress)
                    .run();
        }
        screen.println(SweepFiles.text(result));
        screen.println("Page: " + folder.resolve("sweep.html").toUri());
        screen.flush();
        return result.points().stream().allMatch(point -> point.failure() == null) ? 0 : 1;
    }

    private SweepPlan plan() {
        try {
            return new SweepPlan(
                    axes.stream()
                            .map(text -> SweepAxis.parse(text, value -> PointSettings.value(setting(text), value)))
                            .toList(),
                    options.seed());
        } catch (IllegalArgumentException | TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String setting(String axis) {
        String name = axis.substring(0, axis.indexOf('=')).strip();
        if (!PointSettings.SETTINGS.contains(name)) {
            throw new IllegalArgumentException(
                    "there is no setting '" + name + "'; there are " + String.join(", ", PointSettings.SETTINGS));
        }
        return name;
    }

    private List<String> names() {
        List<String> wanted = !strategies.isEmpty()
                ? strategies
                : options.scenario()
                        .map(file -> file.scenario().strategies())
                        .filter(chosen -> !chosen.isEmpty())
                        .orElse(List.of("async-executor-split"));
        try {
            return StrategyNames.resolve(wanted, Strategies.load(), false);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String fixed(PointSettings base) {
        String tree = base.scenario()
                .map(ScenarioFile::scenario)
                .map(scenario -> "scenario " + scenario.name())
                .orElseGet(() -> "upstreams " + base.delay().toMillis() + " ms, memory " + base.memoryMegabytes() + " "
                        + base.layout().label());
        return "Where no axis says otherwise: " + base.load().describe() + ", " + tree + ", each point "
                + options.duration().toSeconds() + " s after " + options.warmUp().toSeconds() + " s of warm-up.";
    }
}
