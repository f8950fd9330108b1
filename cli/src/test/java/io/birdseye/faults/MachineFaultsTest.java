package io.birdseye.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.birdseye.faults.Fault.Needs;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Program;
import io.birdseye.report.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A small comparison meets each fault of the machine. It ends with a right result or says why not, leaves nothing behind, and the
 * same command gives the full table when the fault is over. A try takes a minute; needs Linux and what {@code package} builds,
 * and root for a full disk and a bound of threads. {@code docs/explanation/reliability.md} says how to run it.
 */
@Tag("nightly")
class MachineFaultsTest {

    private static final int TRIES = Integer.getInteger("birdseye.faults.tries", 2);

    /** Of the moments and limits; they also depend on the fault and the number of the try. */
    private static final long SEED = Long.getLong("birdseye.faults.seed", 1);

    private static Results undisturbed;
    private static Needs needs;

    @BeforeAll
    static void theUndisturbedComparisonIsRightAndSaysWhatItNeeds() throws Exception {
        long begin = System.nanoTime();
        int[] most = new int[2];
        List<String> running = new ArrayList<>();
        try (Try undisturbedTry = new Try(emptyFolder("undisturbed"), 0, "")) {
            int exit = Try.awaitExit(undisturbedTry.start("run", ""), () -> {
                Thread.sleep(100);
                int threads = 0;
                try {
                    for (long pid : undisturbedTry.processes().keySet()) {
                        ProcessStatus status = ProcessStatus.of(pid);
                        threads += status.threads();
                        most[0] = Math.max(most[0], status.descriptors());
                    }
                    if (threads > most[1]) {
                        running.addAll(undisturbedTry.leftNow());
                    }
                } catch (IOException e) {
                    // A process has ended since.
                }
                most[1] = Math.max(most[1], threads);
            });
            long millis = (System.nanoTime() - begin) / 1_000_000;
            Path out = undisturbedTry.out();
            RunEnd seen = RunEnd.of(exit, undisturbedTry.log("run"), out);
            assertThat(seen.whole(null, out)).isEmpty();
            assertThat(undisturbedTry.leftBehind()).isEmpty();
            // Or what is left would not be found either.
            assertThat(running).anyMatch(left -> left.contains("process")).anyMatch(left -> left.contains("lock"));
            undisturbed = Objects.requireNonNull(seen.results());
            try (Stream<Path> files = Files.walk(out)) {
                needs = new Needs(millis, files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum(),
                        most[0], most[1]);
            }
        }
    }

    static Stream<Arguments> tries() {
        return IntStream.rangeClosed(1, TRIES).boxed().flatMap(turn ->
                Fault.ALL.stream().map(fault -> Arguments.of(fault.name(), turn, fault)));
    }

    @ParameterizedTest(name = "{0}, try {1}")
    @MethodSource("tries")
    void everyFigureIsRightOrMarkedNothingIsLeftAndTheSameCommandGivesTheFullTable(String name, int turn, Fault fault)
            throws Exception {
        // Mixed once: the first numbers of seeds that follow one another are nearly equal.
        Random random = new Random(new SplittableRandom(31 * (31 * SEED + name.hashCode()) + turn).nextLong());
        double share = fault.amount().from() + (fault.amount().to() - fault.amount().from()) * random.nextDouble();
        long amount = Math.max(fault.amount().least(), Math.round(share * fault.amount().whole().applyAsDouble(needs)));
        Path folder = emptyFolder((name + " " + turn).replaceAll("[^A-Za-z0-9]+", "-"));
        List<String> wrong = new ArrayList<>();
        try (Try here = new Try(folder, amount, fault.lift())) {
            assumeThat(here.inject(fault.before())).as(name + " cannot be injected on this machine").isTrue();
            Program comparison = here.start("run", fault.prefix());
            boolean happened = fault.hit().isEmpty() || here.hit(comparison, fault.hit().get(), amount);
            int exit = Try.awaitExit(comparison, () -> {});
            here.lift();
            assumeThat(happened).as("the comparison was over before the moment").isTrue();
            wrong.addAll(here.leftBehind());
            wrong.addAll(RunEnd.of(exit, here.log("run"), here.out()).disturbed(fault.expected(), undisturbed));
            int again = Try.awaitExit(here.start("resumed", ""), () -> {});
            here.leftBehind().forEach(left -> wrong.add("resumed, " + left));
            RunEnd.of(again, here.log("resumed"), here.out()).whole(undisturbed, here.out())
                    .forEach(each -> wrong.add("resumed, " + each));
        }
        assertThat(wrong).as("with " + amount + ", see " + folder).isEmpty();
        delete(folder);
    }

    /** Its logs stay where something was wrong. */
    private static Path emptyFolder(String name) throws IOException {
        Path folder = Path.of("target/faults").toAbsolutePath().resolve(name);
        delete(folder);
        return Files.createDirectories(folder);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
