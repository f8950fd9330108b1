package io.birdseye.cli;

import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.planning.advice.Advice;
import io.birdseye.planning.advice.Advisor;
import io.birdseye.planning.advice.CpuCosts;
import io.birdseye.planning.advice.Question;
import io.birdseye.planning.advice.ScenarioQuestion;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code birdseye advise}. */
@Command(
        name = "advise",
        description = "How many threads, and which strategy: from your numbers, with the arithmetic and its sources.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye advise --calls 4 --io 200ms --cpu 22ms --rate 50 --cores 2 --p99 400ms",
            "  ./birdseye advise --scenario checkout-page --verify"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:an answer was given; that an objective cannot be reached is one",
            "1:a measurement failed",
            "2:wrong options or a scenario that is not allowed"
        })
final class AdviseCommand implements Callable<Integer> {

    /** As long as a comparison's: a cold JVM takes half as much CPU again for each request. */
    private static final Duration WARM_UP = Duration.ofSeconds(18);

    /** So many carry a p99, where the time for it is not too long. */
    private static final double REQUESTS = 1_100;
    private static final double LEAST_SECONDS = 12;
    private static final double MOST_SECONDS = 44;
    private static final long SEED = 1;
    private static final List<String> TREE_FLAGS = List.of("--calls", "--io", "--cpu");

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Option(names = "--calls", paramLabel = "N", description = "Upstream calls of a request; they start together.")
    private Optional<Integer> calls = Optional.empty();

    @Option(names = "--io", paramLabel = "TIME", description = "How long each of them takes.")
    private Optional<Duration> io = Optional.empty();

    @Option(names = "--cpu", paramLabel = "TIME", description = "CPU time of a request, all of it.")
    private Optional<Duration> cpu = Optional.empty();

    @Option(names = "--rate", paramLabel = "PER_SECOND",
            description = "Requests per second (default: the scenario's objective, or its load).")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--p99", paramLabel = "TIME",
            description = "What 99 of 100 requests must not exceed (default: the scenario's objective, or none).")
    private Optional<Duration> p99 = Optional.empty();

    @Option(names = "--cores", paramLabel = "N", description = "Cores of the service (default: those of this machine).")
    private Optional<Integer> cores = Optional.empty();

    @Option(names = "--verify",
            description = "Measure the recommendation, half its pool and double, here (three minutes).")
    private boolean verify;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where measurements go (default: a new folder under results/).")
    private Optional<Path> out = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        int machine = Runtime.getRuntime().availableProcessors();
        ScenarioFile file = scenario.load().map(this::fromScenario).orElseGet(this::fromFlags);
        Question question = question(file.scenario(), cores.orElse(machine));
        List<String> names = file.scenario().strategies();
        Shape shape = new Shape(
                file.scenario().groups().stream().map(group -> group.calls().size()).toList());
        CatalogMenu menu = CatalogMenu.of(Strategies.load(), names, shape);
        Advice advice = new Advisor(menu).advise(question);
        PrintWriter screen = spec.commandLine().getOut();
        screen.print(advice.render());
        screen.flush();
        Advice.Recommendation recommendation = advice.recommendation();
        if (!verify) {
            return 0;
        }
        if (recommendation == null) {
            screen.println("\nNothing is recommended, so there is nothing to measure.");
            return 0;
        }
        if (question.cores() != machine) {
            screen.printf(
                    "%nThe advice is for %d cores, and measured is on this machine's %d.%n", question.cores(), machine);
        }
        return verify(file, question, menu, advice, recommendation);
    }

    /** Three trials of at most a minute each. */
    private int verify(
            ScenarioFile file, Question question, CatalogMenu menu, Advice advice, Advice.Recommendation recommendation)
            throws TrialFailure, IOException, InterruptedException {
        Home home = Home.find();
        Programs programs = Programs.builtIn(home.folder(), home.java());
        Path folder = out.orElseGet(() -> Folders.fresh(home, "advise")).toAbsolutePath();
        PrintWriter screen = spec.commandLine().getOut();
        screen.println("\nMeasuring; results go to " + folder);
        screen.flush();
        double seconds = Math.clamp(REQUESTS / question.perSecond(), LEAST_SECONDS, MOST_SECONDS);
        PointSettings base = new PointSettings(
                recommendation.strategy(), Load.open(question.perSecond()), Duration.ZERO, 0, Layout.PRIMITIVE,
                Optional.empty(), Optional.of(recommendation.cpu()), Optional.of(recommendation.maxInFlight()),
                Optional.of(recommendation.httpThreads()), file.scenario().deadline(), Optional.of(file));
        SweepResult measured;
        try (ProgressLine progress = new ProgressLine("verify")) {
            measured = new SweepRun(
                            new SweepPlan(List.of(new SweepAxis("io", Verification.pools(recommendation))), SEED),
                            List.of(recommendation.strategy()), base, WARM_UP,
                            Duration.ofMillis(Math.round(seconds * 1e3)),
                            List.of(Programs.SERVICE_JVM_FLAGS.split(" ")), folder,
                            "./birdseye " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
                            Folders.machine(), "The recommended strategy, half its I/O pool and double.",
                            (settings, heard) -> new SingleTrial(settings, programs, heard).run(), progress)
                    .run();
        }
        double failing = 1 - file.scenario().calls().stream()
                .mapToDouble(call -> 1 - call.failureRate())
                .reduce(1, (a, b) -> a * b);
        Verification verification = new Verification(
                question, recommendation, io -> menu.topology(recommendation.strategy(), io, recommendation.cpu()),
                failing, measured);
        screen.print(verification.text());
        Path page = folder.resolve("advise.html");
        Files.writeString(page, verification.page(advice));
        screen.println("Page: " + page.toUri());
        screen.flush();
        return measured.points().stream().allMatch(point -> point.failure() == null) ? 0 : 1;
    }

    private ScenarioFile fromScenario(ScenarioFile file) {
        ScenarioOption.refuseBeside(spec, TREE_FLAGS);
        return file;
    }

    /** Without any number the question is the main article's. */
    private ScenarioFile fromFlags() {
        if (calls.isEmpty() && io.isEmpty() && cpu.isEmpty()) {
            return ScenarioFile.shipped(Scenarios.OVERVIEW);
        }
        List<String> missing = new ArrayList<>();
        for (String flag : List.of("--calls", "--io", "--cpu", "--rate")) {
            if (!ScenarioOption.given(spec, flag)) {
                missing.add(flag);
            }
        }
        if (!missing.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "without a scenario --calls, --io, --cpu and --rate are needed; missing: "
                            + String.join(", ", missing));
        }
        try {
            return ScenarioFile.parse(
                    "the command line",
                    FlagScenario.yaml(calls.orElseThrow(), io.orElseThrow(), cpu.orElseThrow(), rate.orElseThrow(),
                            p99),
                    List.of());
        } catch (InvalidScenario e) {
            throw new ParameterException(spec.commandLine(), FlagScenario.withoutPlace(e), e);
        }
    }

    private Question question(Scenario asked, int onCores) {
        try {
            if (calls.isPresent()) {
                return Question.ofFlags(
                        calls.orElseThrow(), millis(io.orElseThrow()), millis(cpu.orElseThrow()), rate.orElseThrow(),
                        onCores, p99.map(AdviseCommand::millis).orElse(null));
            }
            return ScenarioQuestion.of(withObjective(asked), CpuCosts.ASSUMED, onCores);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Flags go before the file. */
    private Scenario withObjective(Scenario asked) {
        Scenario.Objective objective = asked.objective();
        var load = asked.load();
        if (rate.isEmpty() && p99.isEmpty()) {
            return asked;
        }
        double perSecond = rate.orElseGet(() -> objective != null
                ? objective.rate()
                : load != null && load.model() == Load.Model.OPEN ? load.peak() : 0);
        Duration wanted = p99.orElseGet(() -> objective != null ? objective.p99() : Duration.ZERO);
        if (perSecond <= 0 || wanted.isZero()) {
            throw new ParameterException(spec.commandLine(), String.format(Locale.ROOT,
                    "the scenario '%s' has no objective, so both --rate and --p99 are needed", asked.name()));
        }
        return new Scenario(
                asked.name(), asked.description(), asked.groups(), load, asked.budget(), asked.deadline(),
                new Scenario.Objective(wanted, perSecond), asked.strategies());
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }
}
