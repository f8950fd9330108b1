package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;
import java.util.stream.Stream;

/** BV-12. */
final class SequentialWinsUnderLoad {

    static final ServiceTrial SEQUENTIAL = ServiceTrial.published("sequential");
    static final ServiceTrial PARALLEL = ServiceTrial.published("executor");
    static final ServiceTrial LARGE_SEQUENTIAL = SEQUENTIAL.pools(PoolFormulas.ALL_CALLS, 2);
    static final ServiceTrial LARGE_PARALLEL = PARALLEL.pools(PoolFormulas.ALL_CALLS, 2);

    private SequentialWinsUnderLoad() {}

    static Claim claim() {
        return Claim.of("BV-12", "With many concurrent requests sequential beats parallel; keep a toggle and decide by "
                        + "metrics.", "no figure")
                .publishedCause("Context switching.")
                .test("sequential and executor as published with one user and with 50 (with full effort also 15: where "
                        + "do the curves cross?); then both with 200 threads, enough for all calls of 50 users, so "
                        + "that there are more threads to switch between and none is waited for.",
                        SequentialWinsUnderLoad::trials)
                .effect("Confirmed if executor is faster with one user and sequential gives more answers a second with "
                        + "50; refuted if either is the other way round.", m -> Verdict.all(
                                below("one user: executor / sequential, mean",
                                        parallel(1).timesAsLongAs(SEQUENTIAL.users(1), m), 1),
                                above("50 users: sequential / executor, answers a second",
                                        SEQUENTIAL.timesAsManyAs(PARALLEL, m), 1)))
                .cause("Only the capacity of the pool changes, to no bound at all. Confirmed if executor with 200 "
                        + "threads still gives less than 0.9 times as many answers a second as sequential; refuted if "
                        + "more.", SequentialWinsUnderLoad::cause)
                .causeMeans("With threads for every call parallel still falls behind: they cost more than they bring.",
                        "With threads for every call parallel is level or ahead: where sequential wins, it is against "
                                + "a pool that is too small, since it brings the HTTP threads of all users to the "
                                + "calls.",
                        "Whether switching or the size of the pool decides is not settled here.")
                .picture(SequentialWinsUnderLoad::chart)
                .build();
    }

    private static List<ServiceTrial> trials(Effort effort) {
        Stream<ServiceTrial> curve = users(effort).stream()
                .flatMap(users -> Stream.of(SEQUENTIAL.users(users), parallel(users)));
        return Stream.concat(curve, Stream.of(LARGE_SEQUENTIAL, LARGE_PARALLEL)).toList();
    }

    private static List<Integer> users(Effort effort) {
        return effort.pick(List.of(1, ServiceTrial.USERS), List.of(1, 15, ServiceTrial.USERS));
    }

    /** The threads of the published pool; what few users get of them is shared with the claim on asynchronous code. */
    static ServiceTrial parallel(int users) {
        return users == ServiceTrial.USERS ? PARALLEL : PARALLEL.pools(16, 2).users(users);
    }

    private static Verdict cause(Measurements m) {
        return below("50 users, 200 threads: executor / sequential, answers a second",
                LARGE_PARALLEL.timesAsManyAs(LARGE_SEQUENTIAL, m), 0.9)
                .besideIfMeasured("executor with 16 threads: context switches per request", () -> PARALLEL.switches(m))
                .besideIfMeasured("executor with 200 threads: context switches per request",
                        () -> LARGE_PARALLEL.switches(m))
                .besideIfMeasured("sequential with 200 threads: context switches per request",
                        () -> LARGE_SEQUENTIAL.switches(m));
    }

    private static ChartBuilder chart(Measurements m) {
        ChartBuilder chart =
                Picture.curves("From one user to fifty", "users", "answers a second, with 95 % intervals");
        for (int users : users(Effort.FULL)) {
            chart.point("sequential", users, () -> SEQUENTIAL.users(users).perSecond(m));
            chart.point("executor, 16 threads", users, () -> parallel(users).perSecond(m));
        }
        return chart.point("sequential, 200 threads", ServiceTrial.USERS, () -> LARGE_SEQUENTIAL.perSecond(m))
                .point("executor, 200 threads", ServiceTrial.USERS, () -> LARGE_PARALLEL.perSecond(m));
    }
}
