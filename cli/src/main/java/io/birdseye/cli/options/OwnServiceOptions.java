package io.birdseye.cli.options;

import io.birdseye.cli.options.LimitOptions.ThreadOptions;
import io.birdseye.cli.options.StrategyOptions.PluginOption;
import io.birdseye.cli.options.WorkOptions.ArticleOptions;
import io.birdseye.cli.options.WorkOptions.ScenarioOption;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.AllowedHosts;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestTemplate;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.ServiceFile;
import io.birdseye.loadtest.trial.StartedService;
import io.birdseye.loadtest.trial.Subject;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Durations;
import io.birdseye.model.Effort;
import io.birdseye.model.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A service of the user's own in place of Birdseye's: one that runs, or one that Birdseye starts. */
@OptionGroup.In(OptionGroup.OWN_SERVICE)
public final class OwnServiceOptions {

    private static final Duration SLICE = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final Duration SHORT_WARM_UP = Duration.ofSeconds(9);

    /** What belongs to Birdseye's own service, its strategies and its mock. */
    private static final Set<Class<?>> OF_BIRDSEYE = Set.of(
            StrategyOptions.class, PluginOption.class, ScenarioOption.class, ArticleOptions.class, ThreadOptions.class,
            LimitOptions.class, AxisOptions.class);

    @Option(names = "--url", paramLabel = "URL",
            description = "Measure a service of your own that runs at this address. Braces make variants, as in curl:"
                    + " 'http://127.0.0.1:8081/basket?strategy={blocking,virtual}'. $${1..10} draws a number for each"
                    + " request. One process serves all variants, in short slices in random order, so the verdict holds in this process;"
                    + " --service starts one for each trial.")
    private Optional<String> url = Optional.empty();

    @Option(names = "--service", paramLabel = "FILE",
            description = "Measure a service of your own that Birdseye starts anew for each trial: a YAML file says how, and"
                    + " what the variants are.")
    private Optional<Path> service = Optional.empty();

    @Mixin
    private final UrlOptions request = new UrlOptions();

    @Option(names = "--allow-host", split = ",", paramLabel = "HOST",
            description = "A host other than this machine on which you may put load.")
    private List<String> allowed = new ArrayList<>();

    /** What belongs to {@code --url}; a service file says it otherwise. */
    static final class UrlOptions {

        @Option(names = "--header", paramLabel = "'NAME: VALUE'",
                description = "With --url: a header of every request; braces make variants. More than once for several.")
        private List<String> headers = new ArrayList<>();

        @Option(names = "--method", paramLabel = "METHOD",
                description = "With --url: the method (default: GET; with --body-file POST).")
        private Optional<String> method = Optional.empty();

        @Option(names = "--body-file", paramLabel = "FILE",
                description = "With --url: the file with the body of every request, in which $${1..10} draws numbers; braces in"
                        + " its name make variants.")
        private Optional<String> bodyFile = Optional.empty();

        @Option(names = "--expect-status", paramLabel = "STATUS", defaultValue = "200",
                description = "With --url: the status of a right answer (default: ${DEFAULT-VALUE}). Redirects are not followed.")
        private int status;

        @Option(names = "--expect", paramLabel = "REGEX",
                description = "With --url: what some part of the body of a right answer matches. A wrong answer is an error, and"
                        + " no latency.")
        private Optional<String> matches = Optional.empty();

        @Option(names = "--slice", paramLabel = "TIME",
                description = "With --url: measured time of a variant before the next one has its turn (default: 5s; 30s for a"
                        + " single variant).")
        private Optional<Duration> slice = Optional.empty();
    }

    public boolean given() {
        return url.isPresent() || service.isPresent();
    }

    /** What a command has beside these options; its load is told that of the service file. */
    public record CommandSettings(
            Function<Optional<Load>, Load> load, Extent extent, Optional<Duration> deadline, Effort effort,
            IntFunction<Measurement> measurement) {}

    /** How long and how often is measured; what is empty follows from the effort and the service. */
    public record Extent(Optional<Duration> warmUp, Optional<Duration> duration, Optional<Integer> blocks) {}

    /** The settings of a measurement of that service. */
    public TrialSettings settings(BirdseyeCommand command, CommandSettings beside) {
        String why = "belongs to Birdseye's own service, and not to --url or --service";
        command.refuse(OF_BIRDSEYE, why);
        if (command.given("--published")) {
            throw command.wrong("--published " + why);
        }
        if (url.isPresent() && service.isPresent()) {
            throw command.wrong("--url names a service that runs, and --service one that Birdseye starts: give one of them");
        }
        return url.isPresent() ? running(command, beside) : started(command, beside);
    }

    /** Without --url and --service, the options beside them mean nothing. */
    public void refuseAlone(BirdseyeCommand command) {
        command.refuse(Set.of(UrlOptions.class), "needs --url");
        command.refuse(Set.of(OwnServiceOptions.class), "needs --url or --service");
    }

    private TrialSettings running(BirdseyeCommand command, CommandSettings beside) {
        Extent extent = beside.extent();
        return command.check(() -> {
            List<Request> requests = new RequestTemplate(
                            url.orElseThrow(), request.method, request.headers, request.bodyFile,
                            new Expectation(request.status, request.matches.orElse(null)))
                    .variants();
            requests.forEach(request -> new AllowedHosts(allowed).require(request.origin()));
            boolean single = requests.size() == 1;
            if (request.slice.isPresent() && command.given("--duration")) {
                throw new IllegalArgumentException("--slice and --duration say the same of a running service: give one of them");
            }
            return settings(
                    new RunningService(requests, beside.deadline().orElse(ServiceFile.TIMEOUT)),
                    beside.load().apply(Optional.empty()),
                    extent.warmUp().orElse(beside.effort() == Effort.QUICK ? SHORT_WARM_UP : beside.effort().warmUp()),
                    request.slice.or(extent::duration).orElse(single ? WINDOW : SLICE),
                    beside.measurement().apply(extent.blocks().orElse(single ? 1 : beside.effort().pick(10, 20, 30))));
        });
    }

    private TrialSettings started(BirdseyeCommand command, CommandSettings beside) {
        command.refuse(Set.of(UrlOptions.class), "is said by the service file; change it there");
        ServiceFile file = RefusedInput.unless(() -> ServiceFile.load(service.orElseThrow()));
        return command.check(() -> {
            StartedService started = file.service();
            started.requests().forEach(request -> new AllowedHosts(allowed).require(request.origin()));
            return settings(
                    beside.deadline().map(started::withTimeout).orElse(started), beside.load().apply(file.load()),
                    beside.extent().warmUp().orElse(beside.effort().warmUp()),
                    beside.extent().duration().orElse(beside.effort().window()),
                    beside.measurement().apply(beside.extent().blocks().orElse(beside.effort().blocks())));
        });
    }

    private static TrialSettings settings(
            Subject subject, Load load, Duration warmUp, Duration window, Measurement measurement) {
        if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(Duration.ofHours(24)) > 0) {
            throw new IllegalArgumentException(
                    "the measured time must be between 1s and 24h, but is " + Durations.format(window));
        }
        if (warmUp.isNegative() || warmUp.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("the warm-up must be between 0s and 1h, but is " + Durations.format(warmUp));
        }
        return new TrialSettings(subject, new LoadPlan(load, WarmUp.of(warmUp), window), measurement);
    }
}
