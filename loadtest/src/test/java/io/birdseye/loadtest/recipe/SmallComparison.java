package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.InjectorMain;
import io.birdseye.loadtest.LoadSettings.WarmUp;
import io.birdseye.model.Load;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A comparison of a few seconds, over fake programs and the real injector. */
final class SmallComparison {

    static final double RATE = 60;

    /** Whether a busy machine disturbed a trial is no matter of these tests. */
    private static final ValidityBounds ANY = new ValidityBounds(60_000, 0, 1, 1, 60_000, 1);

    private SmallComparison() {}

    static ComparisonSettings settings(Path out, String... strategies) {
        return settings(out, 1, strategies);
    }

    static ComparisonSettings settings(Path out, long seed, String... strategies) {
        return new ComparisonSettings(
                List.of(strategies),
                Load.open(RATE),
                Duration.ofMillis(20),
                5,
                "boxed",
                new ComparisonSettings.Budgets.Equal(16, 2),
                64,
                64,
                Optional.of(Duration.ofSeconds(2)),
                new WarmUp(Duration.ofMillis(500), 1, Duration.ofMillis(100)),
                Duration.ofSeconds(2),
                1,
                seed,
                List.of("-Xmx128m"),
                out,
                "./birdseye compare")
                .withValidity(ANY);
    }

    static Programs programs() {
        return programs(FakePrograms.Service.class);
    }

    static Programs programs(Class<?> service) {
        return new Programs(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Path.of(""),
                program(FakePrograms.Mock.class),
                program(service),
                program(InjectorMain.class));
    }

    private static Programs.Program program(Class<?> main) {
        return new Programs.Program(main.getName(), System.getProperty("java.class.path"), java.util.List.of());
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
        new Comparison(settings(Path.of(args[0]), strategies), programs(), progress).run();
    }
}
