package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.StartedService;
import io.birdseye.loadtest.trial.Subject;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.ValidityBounds;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** A comparison of a few seconds, over fake programs. */
final class SmallComparison {

    static final double RATE = 60;

    /** Whether a busy machine disturbed a trial is no matter of these tests. */
    static final ValidityBounds ANY = new ValidityBounds(60_000, 0, 1, 1, 60_000, 1, 1.0);

    private SmallComparison() {}

    static TrialSettings settings(Path out, String... strategies) {
        return settings(out, 1, strategies);
    }

    static TrialSettings settings(Path out, long seed, String... strategies) {
        LoadPlan load = new LoadPlan(
                Load.open(RATE), new WarmUp(Duration.ofMillis(200), 1, Duration.ofMillis(50)), Duration.ofSeconds(1));
        return new TrialSettings(served(strategies), load, new Measurement(1, seed, ANY, out, "./birdseye compare"));
    }

    static Served served(String... strategies) {
        return new Served(
                List.of(strategies), new Budgets.Equal(16, 2), Work.article(Duration.ofMillis(20), 5, Layout.BOXED),
                new ServiceOptions(64, 64, Optional.of(Duration.ofSeconds(2)), List.of("-Xmx128m")));
    }

    /** The same load on variants of a service of the user's own, for a site that starts nothing. */
    static TrialSettings settings(Path out, Subject subject) {
        TrialSettings small = settings(out, "steady");
        return new TrialSettings(subject, small.load(), small.measurement());
    }

    static List<Request> variants(String url, String... names) {
        return Stream.of(names)
                .map(name -> new Request(name, "GET", url + "/" + name, List.of(), null, Expectation.OK))
                .toList();
    }

    static StartedService started(String... names) {
        StartedService.StartCommand none = new StartedService.StartCommand(List.of("none"), Path.of(""), Map.of(), List.of(), Optional.empty());
        return new StartedService(
                URI.create("http://127.0.0.1:1"), new StartedService.Readiness(Optional.empty(), Duration.ofSeconds(1)),
                variants("http://127.0.0.1:1", names).stream().map(request -> new StartedService.Variant(request, none)).toList(),
                Optional.empty(), "text of the file", Duration.ofSeconds(1));
    }

    /**
     * Started on its own, it is what a user interrupts: it says what it does. Takes the folder of the results and the
     * strategies.
     */
    public static void main(String[] args) throws Exception {
        AtomicReference<String> told = new AtomicReference<>("");
        Progress progress = (phase, done, total) -> {
            if (!told.getAndSet(phase).equals(phase)) {
                System.out.println(phase);
            }
        };
        String[] strategies = Arrays.copyOfRange(args, 1, args.length);
        new Comparison(settings(Path.of(args[0]), strategies), FakePrograms.all(), progress).run();
    }
}
