package io.birdseye.cli.options;

import io.birdseye.loadtest.program.LabelledFlags;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Budget;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The pools of the strategies, and the limits and JVM flags of the service. */
@OptionGroup.In(OptionGroup.LIMITS)
public final class LimitOptions {

    @Mixin
    private final ThreadOptions threads = new ThreadOptions();

    @Option(names = "--max-in-flight", paramLabel = "N",
            description = "Requests that may be in progress at once; the service refuses more (default: the scenario's, or as"
                    + " many as can meet the deadline).")
    private Optional<Integer> maxInFlight = Optional.empty();

    @Option(names = "--http-threads", paramLabel = "N",
            description = "Worker threads of the HTTP server (default: enough for every strategy).")
    private Optional<Integer> httpThreads = Optional.empty();

    @Mixin
    private final DeadlineOption deadline = new DeadlineOption();

    @Option(names = "--jvm", paramLabel = "FLAGS",
            description = "JVM flags of the service, behind the usual ones (" + Programs.SERVICE_JVM_FLAGS + "), whose collector"
                    + " or heap goes where these name another. compare also takes LABEL=FLAGS several times, such as"
                    + " --jvm g1=-XX:+UseG1GC --jvm zgc=-XX:+UseZGC: a row for each label, its flags behind those without one.")
    private List<String> jvm = List.of();

    /** The limits that are given; an option has precedence over the scenario. */
    public ServiceLimits limits(Optional<Scenario> scenario) {
        Optional<Budget> budget = scenario.map(Scenario::budget);
        return new ServiceLimits(threads.io(), threads.cpu(), maxInFlight, httpThreads).or(budget);
    }

    public Duration deadline(Optional<Scenario> scenario) {
        return deadline.deadline.or(() -> scenario.map(Scenario::deadline)).orElse(Scenario.DEFAULT_DEADLINE);
    }

    public Optional<Duration> givenDeadline() {
        return deadline.deadline;
    }

    /** The JVM flags, for a command that knows no labels. */
    public List<String> jvmFlags(BirdseyeCommand command) {
        LabelledFlags flags = labelled(command);
        if (!flags.byLabel().isEmpty()) {
            throw command.wrong("--jvm takes LABEL=FLAGS with compare only; here give the flags alone");
        }
        return flags.common();
    }

    /** The JVM flags with and without a label. */
    public LabelledFlags labelled(BirdseyeCommand command) {
        return command.check(() -> LabelledFlags.parse(jvm));
    }

    /** How much a strategy may do at once. */
    public static final class ThreadOptions {

        @Option(names = "--io-threads", paramLabel = "N",
                description = "Upstream calls that a strategy may have going at once: threads, or permits where calls hold no"
                        + " thread (default: the scenario's, or what the command needs).")
        private Optional<Integer> io = Optional.empty();

        @Option(names = "--cpu-threads", paramLabel = "N",
                description = "Combinations that it may have going at once (default: the scenario's, or the number of cores).")
        private Optional<Integer> cpu = Optional.empty();

        public Optional<Integer> io() {
            return io;
        }

        public Optional<Integer> cpu() {
            return cpu;
        }
    }

    /** {@code --deadline}: of the service, or of a service of the user's own. */
    static final class DeadlineOption {

        @Option(names = "--deadline", paramLabel = "TIME",
                description = "Time after which the service gives a request up (default: the scenario's, or 5s, or 60s with --published); with --url or --service,"
                        + " after which a request has failed (default: 10s).")
        private Optional<Duration> deadline = Optional.empty();
    }
}
