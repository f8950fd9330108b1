package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;
import static io.birdseye.experiments.claim.Verdict.outside;
import static io.birdseye.experiments.forkjoin.Workers.EXECUTOR;
import static io.birdseye.experiments.forkjoin.Workers.FORK_JOIN;
import static io.birdseye.experiments.forkjoin.Workers.ONE;
import static io.birdseye.experiments.forkjoin.Workers.STREAM;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The claims of the article on fork/join, parallel streams and executors, on a machine with so many cores. */
public record ForkJoinClaims(int cores) {

    /** Half of the published second in 24 that lies between the best stream and the best fork/join. */
    private static final double FASTER = 0.98;

    /** The same difference the other way round. */
    private static final double SLOWER = 1.02;

    /** Half of the published 18 %. */
    private static final double LOSES = 1.09;

    /** Half of the published 7 %. */
    private static final double DEFAULT_LOSES = 1.035;

    public static List<Claim> claims(int cores) {
        return new ForkJoinClaims(cores).all();
    }

    private List<Claim> all() {
        Stream<Variant> cold = Sweep.PARALLEL.stream().flatMap(workers ->
                Stream.of(cores, 2 * cores).map(threads -> Surroundings.COLD.variant(workers, threads)));
        Stream<Variant> fine = Sweep.PARALLEL.stream().map(workers -> PrimeProbe.fine(workers, cores));
        Stream<Variant> around = Stream.of(Surroundings.WARM, Surroundings.BUSY, Surroundings.HALF)
                .flatMap(place -> Sweep.PARALLEL.stream().map(workers -> place.variant(workers, cores)));
        return List.of(
                Claim.of("FJ-1", warm())
                        .effect(m -> scales(indexing(Surroundings.WARM, m)))
                        .cause(m -> handingOverCosts(indexing(Surroundings.WARM, m)))
                        .chart(m -> indexing(Surroundings.WARM, m).chart("Indexing by threads")),
                Claim.of("FJ-2", Stream.concat(warm(), cold))
                        .effect(m -> streamsWin(indexing(Surroundings.WARM, m)))
                        .cause(m -> diskIsWaitedFor(indexing(Surroundings.WARM, m), indexing(Surroundings.COLD, m))),
                Claim.of("FJ-3", Stream.concat(Sweep.variants(cores, PrimeProbe::variant), fine))
                        .effect(m -> primeTimesAreLevel(prime(m)))
                        .cause(m -> Verdict.all(
                                below("100,000 tasks: stream / executor", fine(m, EXECUTOR), 0.95),
                                below("100,000 tasks: stream / fork-join", fine(m, FORK_JOIN), 0.95)))
                        .chart(m -> prime(m).chart("Testing the prime by threads")),
                Claim.of("FJ-4", around)
                        .effect(m -> Verdict.all(
                                below("alone: stream / fork/join", streamOverForkJoin(Surroundings.WARM, m), FASTER),
                                above("beside a busy neighbour: stream / fork/join",
                                        streamOverForkJoin(Surroundings.BUSY, m), LOSES)))
                        .cause(m -> cores < 2
                                ? Verdict.notTestable("half of the cores needs two of them, and there is one")
                                : above("on half of the cores: stream / fork/join",
                                        streamOverForkJoin(Surroundings.HALF, m), LOSES)));
    }

    private Sweep indexing(Surroundings surroundings, Measurements measured) {
        return new Sweep(cores, surroundings::variant, measured);
    }

    private Sweep prime(Measurements measured) {
        return new Sweep(cores, PrimeProbe::variant, measured);
    }

    /** All numbers of threads with the text in the page cache, and an executor of one thread. */
    private Stream<Variant> warm() {
        return Stream.concat(Sweep.variants(cores, Surroundings.WARM::variant),
                Stream.of(Surroundings.WARM.variant(EXECUTOR, 1)));
    }

    private Verdict scales(Sweep times) {
        return Verdict.all(
                above("one thread / best stream", times.gainOfBestStream(), 0.75 * cores),
                below("best stream / best of the others",
                        times.ratio(times.best(STREAM), times.best(EXECUTOR, FORK_JOIN)), FASTER),
                above("slowest stream / slowest of the others",
                        times.ratio(times.worst(STREAM), times.worst(EXECUTOR, FORK_JOIN)), SLOWER));
    }

    private Verdict handingOverCosts(Sweep times) {
        MeasuredValue gain = times.gainOfBestStream();
        MeasuredValue halfOfMissing =
                new MeasuredValue(halfOfMissing(gain.value()), halfOfMissing(gain.high()), halfOfMissing(gain.low()), gain.freedom());
        return above("executor of one thread / plain loop, over half of what is missing",
                times.ratio(EXECUTOR, ONE, 1).over(halfOfMissing), 1);
    }

    /** At which factor handing over costs half of what is missing to the number of cores. */
    private double halfOfMissing(double gain) {
        return 1 + Math.max(0.02, cores / gain - 1) / 2;
    }

    private Verdict streamsWin(Sweep times) {
        int half = Sweep.half(cores);
        return Verdict.all(
                below("best stream / best fork/join", times.ratio(times.best(STREAM), times.best(FORK_JOIN)), FASTER),
                above("stream / fork/join with " + half + " threads", times.ratio(STREAM, FORK_JOIN, half), LOSES),
                above("stream with " + cores + " / " + 2 * cores + " threads", defaultOverTwice(times), DEFAULT_LOSES),
                above("stream with " + 4 * cores + " / " + 2 * cores + " threads",
                        times.ratio(STREAM, 4 * cores, 2 * cores), SLOWER));
    }

    private MeasuredValue defaultOverTwice(Sweep times) {
        return times.ratio(STREAM, cores, 2 * cores);
    }

    private Verdict diskIsWaitedFor(Sweep warm, Sweep cold) {
        double fromDisk = readFromDiskMb(cold);
        if (fromDisk < 1 || fromDisk < 10 * readFromDiskMb(warm)) {
            return Verdict.notTestable("the page cache cannot be emptied here: a dropped text was read from disk only "
                    + "for " + Math.round(fromDisk) + " MB");
        }
        String words = cores + " / " + 2 * cores + " threads";
        return Verdict.all(
                above("from disk: " + words, defaultOverTwice(cold), DEFAULT_LOSES),
                below("cached: " + words, defaultOverTwice(warm), DEFAULT_LOSES));
    }

    private double readFromDiskMb(Sweep times) {
        return times.measurements().value(times.task().with(STREAM, cores), "readFromDiskMb").value();
    }

    private MeasuredValue fine(Measurements measured, Workers other) {
        return new Sweep(cores, PrimeProbe::fine, measured).ratio(STREAM, other, cores);
    }

    private Verdict primeTimesAreLevel(Sweep times) {
        Variant stream = times.best(STREAM);
        List<Verdict> parts = new ArrayList<>();
        parts.add(above("one thread / best stream", times.ratio(times.task().with(ONE, 1), stream), 0.5 * cores));
        parts.add(between("best fork/join / best stream", times.ratio(times.best(FORK_JOIN), stream), 0.95, 1.05));
        parts.add(between("best executor / best stream", times.ratio(times.best(EXECUTOR), stream), 0.95, 1.05));
        for (int threads : Sweep.threads(cores)) {
            for (Workers other : List.of(EXECUTOR, FORK_JOIN)) {
                parts.add(below("stream / " + other.label() + " with " + threads,
                        times.ratio(STREAM, other, threads), FASTER));
            }
        }
        parts.add(outside("fork/join with " + cores + " / " + 2 * cores + " threads",
                times.ratio(FORK_JOIN, cores, 2 * cores), 0.95, 1.05));
        return Verdict.all(parts.toArray(Verdict[]::new));
    }

    private MeasuredValue streamOverForkJoin(Surroundings surroundings, Measurements measured) {
        return indexing(surroundings, measured).ratio(STREAM, FORK_JOIN, cores);
    }

    /**
     * The times of one task with all workers and all numbers of threads. The article took 4, 8, 16 and 32 threads on a
     * machine with eight virtual cores: half as many as cores, as many, twice and four times as many. The rules go by
     * these; the published numbers are measured as well.
     */
    record Sweep(int cores, Task task, Measurements measurements) {

        static final List<Workers> PARALLEL = List.of(EXECUTOR, FORK_JOIN, STREAM);

        /** What the threads share: indexing, or testing a prime. */
        @FunctionalInterface
        interface Task {
            Variant with(Workers workers, int threads);
        }

        static int half(int cores) {
            return Math.max(1, cores / 2);
        }

        static List<Integer> threads(int cores) {
            return List.copyOf(new TreeSet<>(List.of(half(cores), cores, 2 * cores, 4 * cores, 4, 8, 16, 32)));
        }

        /** One thread, and the parallel workers with every number of threads. */
        static Stream<Variant> variants(int cores, Task task) {
            return Stream.concat(Stream.of(task.with(ONE, 1)), PARALLEL.stream().flatMap(workers ->
                    threads(cores).stream().map(threads -> task.with(workers, threads))));
        }

        /** With the number of threads that is best for these workers. */
        Variant best(Workers... any) {
            return variants(any).min(byTime()).orElseThrow();
        }

        /** With the number of threads that is worst for these workers. */
        Variant worst(Workers... any) {
            return variants(any).max(byTime()).orElseThrow();
        }

        private Stream<Variant> variants(Workers... any) {
            return Stream.of(any).flatMap(workers -> threads(cores).stream().map(threads -> task.with(workers, threads)));
        }

        private Comparator<Variant> byTime() {
            return Comparator.comparingDouble(variant -> measurements.value(variant, "totalMs").value());
        }

        MeasuredValue ratio(Variant over, Variant under) {
            return measurements.ratio("totalMs", over, under);
        }

        /** How many times as long one takes as the other with as many threads. */
        MeasuredValue ratio(Workers over, Workers under, int threads) {
            return ratio(task.with(over, threads), task.with(under, threads));
        }

        /** How many times as long it takes with some threads as with others. */
        MeasuredValue ratio(Workers workers, int over, int under) {
            return ratio(task.with(workers, over), task.with(workers, under));
        }

        /** One thread alone against the best parallel stream: how many times as fast the stream is. */
        MeasuredValue gainOfBestStream() {
            return ratio(best(STREAM), task.with(ONE, 1)).inverse();
        }

        /** One curve for each parallel way to use the threads, and one thread alone. */
        Picture chart(String title) {
            Picture chart = Picture.curves(title, "threads", "ms, with 95 % intervals");
            for (Workers workers : PARALLEL) {
                for (int threads : threads(cores)) {
                    chart.point(workers.label(), threads, () -> measurements.value(task.with(workers, threads), "totalMs"));
                }
            }
            return chart.point("one thread", 1, () -> measurements.value(task.with(ONE, 1), "totalMs"));
        }
    }
}
