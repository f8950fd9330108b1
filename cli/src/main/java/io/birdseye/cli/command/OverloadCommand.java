package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.ClusterOptions;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.InjectorOptions;
import io.birdseye.cli.options.LimitOptions.ThreadOptions;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.options.TemporaryFolder;
import io.birdseye.cli.options.WorkOptions.ArticleOptions;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Overload;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code birdseye overload}. */
@Command(
        name = "overload",
        description = "Send twice as many requests as the machine can answer: what 'adaptive' still answers and how soon it"
                + " recovers, beside --strategies with an unlimited queue.",
        footer = "%nWithout --strategies there are two: one that waits on threads, and one that composes.",
        exitCodeList = {
            "0:every target was met", "1:one was missed",
            "3:other programs took so much of the machine that the figures are not to be trusted"
        })
public final class OverloadCommand extends BirdseyeCommand {

    /** The service admits every request. */
    private static final int UNLIMITED = 100_000;

    private static final int HTTP_THREADS = 1_000;

    private static final int IO_THREADS = 40;

    /** Beside {@code adaptive}, each with an unlimited queue. */
    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "How long twice the capacity lasts (default: by --effort, 20s, 60s or 3m).")
    private Optional<Duration> overload = Optional.empty();

    @Option(names = "--arrivals", paramLabel = "poisson|constant|bursts", defaultValue = "poisson",
            description = "Requests arrive at random, at equal distances or in bursts (default: ${DEFAULT-VALUE}).")
    private Arrivals arrivals = Arrivals.POISSON;

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Mixin
    private final ArticleOptions work = new ArticleOptions();

    @Mixin
    private final ThreadOptions threads = new ThreadOptions();

    @Mixin
    private final InjectorOptions injectors = new InjectorOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Override
    protected Exit run() throws Exception {
        cluster.require(this);
        Effort level = effort.level();
        List<String> unbounded = strategies.chosen(this, Optional.empty());
        Overload.Plan plan =
                new Overload.Plan(unbounded, overload.orElse(Duration.ofSeconds(level.pick(20, 60, 180))), arrivals);
        Served served = check(() -> new Served(
                unbounded,
                new Budgets.Equal(
                        threads.io().orElse(IO_THREADS), threads.cpu().orElse(cluster.processors())),
                work.work(this),
                new ServiceOptions(
                        UNLIMITED, HTTP_THREADS, Optional.empty(), Programs.serviceJvmFlags())));
        int count = injectors.count();
        if (cluster.dryRun()) {
            printText(cluster.site(this, count).manifests(Overload.calibration(served, count)));
            return Exit.FINE;
        }
        announceTime(plan.span(), "");
        if (!cluster.given()) {
            lookAtMachine();
        }
        Site site = cluster.given()
                ? cluster.site(this, count)
                : new LocalSite(injectors.in(this, strategies.programs(this)));
        return TemporaryFolder.use(this, "overload", folder -> {
            try (Site.Session session = site.open(folder)) {
                return new Overload(served, session, site.injectors(), plan, this::print, cluster.given() ? told() : phase -> {}).run();
            }
        });
    }

    /** Tells of each phase once: pods take their time. */
    private Consumer<String> told() {
        AtomicReference<String> last = new AtomicReference<>("");
        return phase -> {
            if (!phase.equals(last.getAndSet(phase))) {
                announce(phase);
            }
        };
    }
}
