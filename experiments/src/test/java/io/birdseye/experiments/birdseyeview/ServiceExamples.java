package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_TESTABLE;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_REPRODUCED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.birdseyeview.ServiceTrial.Delayed;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.model.Effort;
import java.util.List;
import java.util.stream.Stream;

/** Made-up trials of the service. */
public final class ServiceExamples {

    private static final int CORES = 2;

    private ServiceExamples() {}

    public static List<Example> all() {
        return Stream.of(rates(), orders(), suspended(), pools(),
                        siblings(LibraryClaims.disruptorDoesNotFit(), "disruptor", "disruptor-diamond"),
                        siblings(LibraryClaims.akkaCannotMatch(), "akka", "akka-pooled"), formulas(), eightAndSixteen(),
                        asynchronous(), toggles())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Example> rates() {
        return List.of(
                rate(20, 20, NOT_REPRODUCED), rate(50, 20, CONFIRMED), rate(20, 50, CONFIRMED));
    }

    private static Example rate(double closed, double open, Kind effect) {
        Made made = new Made();
        perSecond(made, ServiceClaims.CLOSED, closed);
        perSecond(made, ServiceClaims.OPEN, open);
        return new Example(ServiceClaims.takenAtFiftyPerSecond(), made, effect, NOT_TESTABLE);
    }

    private static List<Example> orders() {
        return List.of(
                order(3500, 3500, CONFIRMED), order(3500, 500, CONFIRMED), order(500, 3500, CONFIRMED),
                order(500, 500, NOT_REPRODUCED));
    }

    /** @param akkaOfTwo mean ms of akka where two of four upstreams are delayed, {@code akkaOfFour} where all are */
    private static Example order(double akkaOfTwo, double akkaOfFour, Kind effect) {
        Made made = new Made();
        for (ServiceClaims.PublishedMean row : ServiceClaims.rows(Effort.QUICK)) {
            boolean akka = row.strategy().equals("akka");
            mean(made, row.trial(Delayed.POSTS_AND_ALBUMS), akka ? akkaOfTwo : row.ms());
            mean(made, row.trial(Delayed.ALL), akka ? akkaOfFour : row.ms());
        }
        return new Example(ServiceClaims.publishedOrder(), made, effect, NOT_TESTABLE);
    }

    private static List<Example> suspended() {
        return List.of(suspended(3500, 3500, CONFIRMED, CONFIRMED), suspended(3500, 1800, CONFIRMED, NOT_REPRODUCED),
                suspended(1800, 1800, NOT_REPRODUCED, NOT_REPRODUCED));
    }

    private static Example suspended(double published, double equal, Kind effect, Kind cause) {
        Made made = new Made();
        mean(made, AsyncClaims.BLOCKED, 1800);
        mean(made, AsyncClaims.SUSPENDED, published);
        mean(made, AsyncClaims.EQUAL_BLOCKED, 1800);
        mean(made, AsyncClaims.EQUAL_SUSPENDED, equal);
        return new Example(AsyncClaims.asyncResponseIsSlower(), made, effect, cause);
    }

    private static List<Example> pools() {
        return List.of(pool(2600, 3000, 14, CONFIRMED, CONFIRMED), pool(2600, 3000, 30, CONFIRMED, NOT_REPRODUCED),
                pool(3000, 2600, 30, NOT_REPRODUCED, NOT_REPRODUCED));
    }

    private static Example pool(double sequential, double executor, double of48, Kind effect, Kind cause) {
        Made made = new Made();
        mean(made, PoolClaims.SEQUENTIAL_AT_400, sequential);
        mean(made, PoolClaims.POOL_OF_24, executor);
        perSecond(made, PoolClaims.POOL_OF_24, 15);
        perSecond(made, PoolClaims.POOL_OF_48, of48);
        return new Example(PoolClaims.sequentialWinsAtFourHundred(), made, effect, cause);
    }

    private static List<Example> siblings(Claim claim, String published, String repaired) {
        return List.of(sibling(claim, published, 3000, repaired, 3000, CONFIRMED, CONFIRMED),
                sibling(claim, published, 3000, repaired, 1800, CONFIRMED, NOT_REPRODUCED),
                sibling(claim, published, 1800, repaired, 1800, NOT_REPRODUCED, NOT_REPRODUCED));
    }

    private static Example sibling(Claim claim, String published, double publishedMs, String repaired,
            double repairedMs, Kind effect, Kind cause) {
        Made made = new Made();
        mean(made, ServiceTrial.published("executor"), 1800);
        mean(made, ServiceTrial.published(published), publishedMs);
        mean(made, LibraryClaims.equalPools("executor"), 1800);
        mean(made, LibraryClaims.equalPools(repaired), repairedMs);
        return new Example(claim, made, effect, cause);
    }

    private static List<Example> formulas() {
        return List.of(formula(5, NOT_REPRODUCED), formula(49, CONFIRMED), formula(60, CONFIRMED));
    }

    private static Example formula(double perSecond, Kind effect) {
        Made made = new Made();
        perSecond(made, PoolClaims.pools(8, 2), 10);
        perSecond(made, PoolClaims.pools(16, 2), 20);
        perSecond(made, PoolClaims.LARGEST, 50);
        perSecond(made, PoolClaims.published(CORES), perSecond);
        return new Example(PoolClaims.sizesFollowFromCores(CORES), made, effect, NOT_TESTABLE);
    }

    private static List<Example> eightAndSixteen() {
        return List.of(eightAndSixteen(20, 20, 10, 20, CONFIRMED, CONFIRMED),
                eightAndSixteen(20, 40, 10, 20, NOT_REPRODUCED, CONFIRMED),
                eightAndSixteen(20, 20, 10, 10, NOT_REPRODUCED, NOT_REPRODUCED),
                eightAndSixteen(30, 30, 10, 20, CONFIRMED, NOT_REPRODUCED));
    }

    private static Example eightAndSixteen(
            double eightAt100, double sixteenAt100, double eightAt200, double sixteenAt200, Kind effect, Kind cause) {
        Made made = new Made();
        perSecond(made, PoolClaims.EIGHT_AT_100, eightAt100);
        perSecond(made, PoolClaims.SIXTEEN_AT_100, sixteenAt100);
        perSecond(made, PoolClaims.EIGHT_AT_200, eightAt200);
        perSecond(made, PoolClaims.SIXTEEN_AT_200, sixteenAt200);
        return new Example(PoolClaims.eightThenSixteen(), made, effect, cause);
    }

    /** One of two makes no majority. */
    private static List<Example> asynchronous() {
        return List.of(asynchronous(2, 2, CONFIRMED, CONFIRMED), asynchronous(2, 1, CONFIRMED, NOT_REPRODUCED),
                asynchronous(1, 0, NOT_REPRODUCED, NOT_REPRODUCED));
    }

    private static Example asynchronous(int slowAsPublished, int slowWithEqualBudget, Kind effect, Kind cause) {
        Made made = new Made();
        slow(made, AsyncClaims.PUBLISHED, slowAsPublished);
        slow(made, AsyncClaims.EQUAL, slowWithEqualBudget);
        return new Example(AsyncClaims.asyncLowersPerformance(), made, effect, cause);
    }

    private static void slow(Made made, List<AsyncClaims.Pair> pairs, int slow) {
        for (int i = 0; i < pairs.size(); i++) {
            mean(made, pairs.get(i).blocked(), 1000);
            mean(made, pairs.get(i).suspended(), i < slow ? 2000 : 1000);
        }
    }

    private static List<Example> toggles() {
        return List.of(toggle(250, 40, 20, CONFIRMED, CONFIRMED), toggle(250, 40, 40, CONFIRMED, NOT_REPRODUCED),
                toggle(900, 40, 40, NOT_REPRODUCED, NOT_REPRODUCED), toggle(250, 15, 40, NOT_REPRODUCED, NOT_REPRODUCED));
    }

    /** Sequential takes 850 ms alone, executor gives 20 a second as published, sequential 40 with 200 threads. */
    private static Example toggle(
            double parallelAloneMs, double sequential, double largeParallel, Kind effect, Kind cause) {
        Made made = new Made();
        mean(made, PoolClaims.SEQUENTIAL.users(1), 850);
        mean(made, PoolClaims.parallel(1), parallelAloneMs);
        perSecond(made, PoolClaims.SEQUENTIAL, sequential);
        perSecond(made, PoolClaims.PARALLEL, 20);
        perSecond(made, PoolClaims.LARGE_SEQUENTIAL, 40);
        perSecond(made, PoolClaims.LARGEST, largeParallel);
        return new Example(PoolClaims.sequentialWinsUnderLoad(), made, effect, cause);
    }

    private static void mean(Made made, ServiceTrial trial, double milliseconds) {
        made.with(trial, ServiceTrial.MEAN, milliseconds);
    }

    private static void perSecond(Made made, ServiceTrial trial, double answers) {
        made.with(trial, ServiceTrial.PER_SECOND, answers);
    }
}
