package io.birdseye.report.result;

import static io.birdseye.report.result.Merged.Rule.EACH;
import static io.birdseye.report.result.Merged.Rule.MAX;
import static io.birdseye.report.result.Merged.Rule.MEAN;
import static io.birdseye.report.result.Merged.Rule.MEDIAN;
import static io.birdseye.report.result.Merged.Rule.SUM;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.model.process.Throttling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One strategy, measured once in a fresh JVM.
 *
 * @param block counts from 1; every strategy is measured once per block
 * @param topology what the strategy makes of its budget
 * @param measured null if the trial failed before anything was
 * @param place where in a cluster it was measured; null for a trial on the machine of its comparison
 * @param floor what one request took alone on the service of this trial, after its window; null where nobody looked: one
 *     trial of each block and combination of axis values tells it
 */
public record Trial(
        @JsonUnwrapped RowKey row,
        int block,
        Budget budget,
        Topology topology,
        @JsonUnwrapped End end,
        @Nullable Measured measured,
        @Nullable Place place,
        @Nullable Floor floor) {

    /** On the machine of its comparison, without a floor. */
    public Trial(
            RowKey row, int block, Budget budget, Topology topology, Outcome outcome, @Nullable String reason,
            @Nullable Measured measured) {
        this(row, block, budget, topology, new End(outcome, reason), measured, null, null);
    }

    /** What was measured in those of the trials that measured anything. */
    public static Stream<Measured> measured(List<Trial> trials) {
        return trials.stream().map(Trial::measured).flatMap(Stream::ofNullable);
    }

    /**
     * One figure for each block of a row: the geometric mean of its trials, of which there are two where it belongs to a pair.
     *
     * @return by block; 0 where a trial has 0, not a number where it is not known of one
     */
    public static SortedMap<Integer, Double> byBlock(List<Trial> trials, ToDoubleFunction<Measured> figure) {
        return trials.stream().collect(Collectors.groupingBy(Trial::block, TreeMap::new, Collectors.collectingAndThen(
                Collectors.averagingDouble(trial -> trial.measured == null ? Double.NaN : Math.log(figure.applyAsDouble(trial.measured))),
                Math::exp)));
    }

    public String strategy() {
        return row.strategy();
    }

    public Outcome outcome() {
        return end.outcome();
    }

    public @Nullable String reason() {
        return end.reason();
    }

    public boolean failed() {
        return end.outcome() == Outcome.FAILED;
    }

    /** The same in another block of another result, where its histogram and its stacks have other paths. */
    public Trial movedTo(int otherBlock, String histogram, String stacks) {
        return new Trial(row, otherBlock, budget, topology, end,
                measured == null ? null : measured.with(measured.course.movedTo(histogram, stacks)), place, floor);
    }

    /** The file with the stacks of its profile, relative to the results; empty if there is none. */
    public Optional<String> stacks() {
        return Optional.ofNullable(measured).map(figures -> figures.course.profile()).map(TrialProfile::stacks);
    }

    public Trial with(Measured other) {
        return new Trial(row, block, budget, topology, end, other, place, floor);
    }

    public Trial at(Place there) {
        return new Trial(row, block, budget, topology, end, measured, there, floor);
    }

    public Trial with(@Nullable Floor alone) {
        return new Trial(row, block, budget, topology, end, measured, place, alone);
    }

    /** How a trial ended; {@code FAILED} if service, mock or injector died or the strategy gave a wrong answer. */
    public enum Outcome { COMPLETED, FAILED }

    public record End(Outcome outcome, @Nullable String reason) {}

    /**
     * Where in a cluster a trial was measured, and what is known of the machine that the service ran on.
     *
     * @param slot of the comparison, counted from 1; all trials of a block are measured in one slot
     * @param kubelet the version of the node's kubelet; null where the command may not look at nodes
     * @param pinned whether the service had processors of its own, as the kubelet's static CPU manager gives them; null
     *     where the system does not tell
     * @param otherPods how many pods that are not Birdseye's were on the node; null where the command may not look
     * @param colocated whether service, mock-api and injectors were allowed to share nodes, without CPU time of their own
     */
    public record Place(
            int slot, String node, List<String> otherNodes, @Nullable String kubelet, @Nullable Boolean pinned,
            @Nullable Integer otherPods, boolean colocated, Overhead overhead) {

        public Place {
            otherNodes = List.copyOf(otherNodes);
        }
    }

    /**
     * What a trial in a cluster took beside warm-up and window.
     *
     * @param startSeconds until its coordinator ran
     * @param leadSeconds of its coordinator: until service, mock-api and injectors were ready, to measure clocks, and to collect
     *     what they left
     * @param endSeconds until its pods were gone
     */
    public record Overhead(double startSeconds, double leadSeconds, double endSeconds) {}

    /**
     * The figures of the measured window.
     *
     * @param response from the intended start of a request to its answer
     * @param service from the real start of a request to its answer
     * @param parts what the mean response time went to; null of a service that is not Birdseye's and without a right answer
     * @param capacity what the window's rate followed from, in a search for the highest one; else null
     */
    public record Measured(
            @JsonUnwrapped Counts counts,
            Latency response,
            Latency service,
            @JsonUnwrapped Work work,
            @JsonUnwrapped Instruments instruments,
            @JsonUnwrapped Course course,
            @Nullable ResponseParts parts,
            @Nullable RateFound capacity) {

        /** The status of a request that the service had no room for. */
        private static final String REFUSED = "503";

        /** At a rate that was asked for. */
        public Measured(
                Counts counts, Latency response, Latency service, Work work, Instruments instruments, Course course,
                @Nullable ResponseParts parts) {
            this(counts, response, service, work, instruments, course, parts, null);
        }

        public Measured with(Course other) {
            return new Measured(counts, response, service, work, instruments, other, parts, capacity);
        }

        /** At a rate that follows from what was found; disturbed as far as the search was. */
        public Measured with(RateFound found, double othersShare, double stolen) {
            return new Measured(counts, response, service, work, instruments.disturbed(othersShare, stolen), course, parts, found);
        }

        public Measured withMemory(@Nullable Double ms) {
            return new Measured(counts, response, service, work, instruments.withMemory(ms), course, parts, capacity);
        }

        public double offeredPerSecond() {
            return counts.offeredPerSecond;
        }

        public double achievedPerSecond() {
            return counts.achievedPerSecond;
        }

        public long requests() {
            return counts.requests;
        }

        public long errors() {
            return counts.errors;
        }

        public Resources resources() {
            return work.resources;
        }

        /**
         * A figure per request, as one per right answer: what requests without one took is part of its price. Null if
         * the figure is not known, or there was no right answer.
         */
        public @Nullable Double perAnswer(Function<Resources, @Nullable Double> perRequest) {
            Double figure = perRequest.apply(work.resources);
            Double requests = counts.requestsPerAnswer;
            return figure == null || requests == null ? null : figure * requests;
        }

        /** CPU time of the service for a right answer, in ms; also that of refusals. Null without a right answer. */
        public @Nullable Double cpuMsPerAnswer() {
            return perAnswer(Resources::cpuMsPerRequest);
        }

        /** Requests that the service refused for lack of room. */
        public double refusedPerSecond() {
            return counts.errorsByKind.getOrDefault(REFUSED, 0L) / counts.seconds;
        }
    }

    /**
     * What was asked and answered.
     *
     * @param offeredPerSecond requests that the injector sent, by real send time
     * @param achievedPerSecond right answers received
     * @param requests how many requests the percentiles stand on
     * @param errorsByKind for example {@code "503"} or {@code "timeout"}; empty if all went well
     * @param requestsPerAnswer how many requests the service brought to an end for each right answer, refusals and
     *     failures included; null without a right answer
     */
    public record Counts(
            @Merged(SUM) double seconds,
            @Merged(MEDIAN) double offeredPerSecond,
            @Merged(MEDIAN) double achievedPerSecond,
            @Merged(SUM) long requests,
            @Merged(SUM) long errors,
            Map<String, Long> errorsByKind,
            @Merged(MEAN) @Nullable Double requestsPerAnswer) {

        public Counts {
            errorsByKind = Map.copyOf(errorsByKind);
        }
    }

    /**
     * What the service did for that.
     *
     * @param tasks where the time of a request went, on average
     * @param ioPeak calls on the wire at once, at most
     * @param cpuPeak combinations at once, at most
     * @param inFlightPeak requests in progress at once, at most; null of a service that is not Birdseye's
     * @param virtualThreads null of a service that is not Birdseye's, and of a strategy that uses none
     * @param upstreamCalls null where every call is made once, at once, and by itself
     */
    public record Work(
            Resources resources,
            List<TaskTime> tasks,
            @Merged(MAX) int ioPeak,
            @Merged(MAX) int cpuPeak,
            @Merged(MAX) @Nullable Integer inFlightPeak,
            @Merged(EACH) @Nullable VirtualThreadUse virtualThreads,
            @Nullable UpstreamCalls upstreamCalls) {

        public Work {
            tasks = List.copyOf(tasks);
        }

        /** The pools of calls; empty where there are none. */
        public List<UpstreamCalls.Pool> pools() {
            return upstreamCalls == null ? List.of() : upstreamCalls.pools();
        }
    }

    /**
     * How exact the instruments were; see {@link ValidityBounds}.
     *
     * @param startLagP99Ms how late the injector started requests
     * @param mockDelayErrorP99Ms how far the upstreams' delays were from what was asked for; null where not known
     * @param stolenShare the share of all cores' time that a hypervisor kept; null where the system does not tell
     */
    public record Instruments(
            @Merged(MAX) double startLagP99Ms,
            @Merged(MAX) @Nullable Double mockDelayErrorP99Ms,
            @Merged(MAX) @Nullable Double stolenShare,
            @Merged(EACH) Disturbance disturbance,
            InjectorsUsed injectors) {

        private Instruments disturbed(double othersShare, double stolen) {
            return new Instruments(
                    startLagP99Ms, mockDelayErrorP99Ms, stolenShare == null ? null : (Double) Math.max(stolenShare, stolen),
                    disturbance.withOthers(othersShare), injectors);
        }

        private Instruments withMemory(@Nullable Double ms) {
            return new Instruments(startLagP99Ms, mockDelayErrorP99Ms, stolenShare, disturbance.withMemory(ms), injectors);
        }
    }

    /**
     * The course of the window.
     *
     * @param histogram the file with the latencies of each second, relative to the results; a hundred times as large as the
     *     results, so it is often not passed on with them
     * @param steadyState whether the window was steady; null without a right answer
     * @param backlogGrowth seconds of response time that each second of an open load added, as the histogram tells; null where
     *     nobody has looked at it, or it is too short
     * @param profile null where none was asked for
     * @param warmUp what came before the window; null where nobody has looked at it
     */
    public record Course(
            String histogram, @Nullable SteadyState steadyState, @Nullable Double backlogGrowth, @Nullable TrialProfile profile,
            @Nullable List<WarmUpPart> warmUp) {

        /** Of merged blocks, which have none. */
        public static final Course NONE = new Course("", null, null, null);

        public Course(String histogram, @Nullable SteadyState steadyState, @Nullable Double backlogGrowth, @Nullable TrialProfile profile) {
            this(histogram, steadyState, backlogGrowth, profile, null);
        }

        public Course with(@Nullable TrialProfile taken) {
            return new Course(histogram, steadyState, backlogGrowth, taken, warmUp);
        }

        public Course with(List<WarmUpPart> before) {
            return new Course(histogram, steadyState, backlogGrowth, profile, before);
        }

        private Course movedTo(String otherHistogram, String stacks) {
            TrialProfile moved = profile == null || profile.stacks() == null
                    ? profile : new TrialProfile(profile.profiler(), stacks, null);
            return new Course(histogram.isBlank() ? histogram : otherHistogram, steadyState, backlogGrowth, moved, warmUp);
        }
    }

    /**
     * The profile of the middle of a trial's window.
     *
     * @param profiler by which it was taken; null if none could be
     * @param stacks the file with the stacks, relative to the results, a line for each: frames, and how often they were seen
     *     or how many bytes they allocated; null if there is none
     * @param missing why there is none; null if there is one
     */
    public record TrialProfile(@Nullable String profiler, @Nullable String stacks, @Nullable String missing) {}

    /**
     * A second or so of the warm-up that had right answers.
     *
     * @param fromSeconds of load before it
     * @param cpuMsPerAnswer with that of the compilers; null where it is not known
     */
    public record WarmUpPart(double fromSeconds, double p50Ms, @Nullable Double cpuMsPerAnswer) {}

    /** Whether the response time kept its level through the measured window. */
    public record SteadyState(Steady verdict, String reason) {

        /** What can be said of a window; {@code UNKNOWN} where it was too short to tell. */
        public enum Steady { STEADY, NOT_STEADY, UNKNOWN }
    }

    /**
     * How programs other than Birdseye's disturbed the window, and how long threads waited for a processor, for
     * whatever reason. Null where the system does not tell.
     *
     * @param othersShare of all cores' time, that other programs took
     * @param pressureShare of the time, in which at least one thread of the machine waited for a processor
     * @param serviceWaitMsPerSecond how long the service's threads together waited for a processor
     * @param injectorWaitMsPerSecond how long those of the injector did
     * @param memoryMs the CPU time of reading and writing 64 MB, the mean of just before and just after the trial
     * @param throttling how often the kernel stopped the service because its container had used up its CPU time; null
     *     also where the container has no bound
     */
    public record Disturbance(
            @Merged(MAX) @Nullable Double othersShare,
            @Merged(MAX) @Nullable Double pressureShare,
            @Merged(MAX) @Nullable Double serviceWaitMsPerSecond,
            @Merged(MAX) @Nullable Double injectorWaitMsPerSecond,
            @Merged(MEDIAN) @Nullable Double memoryMs,
            @Nullable Throttling throttling) {

        /** The same, if other programs took less; where that is known at all. */
        Disturbance withOthers(double share) {
            return othersShare == null || othersShare >= share
                    ? this
                    : new Disturbance(share, pressureShare, serviceWaitMsPerSecond, injectorWaitMsPerSecond, memoryMs, throttling);
        }

        public Disturbance withMemory(@Nullable Double ms) {
            return new Disturbance(
                    othersShare, pressureShare, serviceWaitMsPerSecond, injectorWaitMsPerSecond, ms, throttling);
        }
    }

    /**
     * How the injectors of a load began, which one moment was published to. Clocks are measured against the coordinator's.
     *
     * @param startSpreadMs how far apart two of them may have begun at most: start lags differ, and the offset of a clock
     *     is known to half of its round trip. 0 for a single injector
     * @param each in the order of their shares
     */
    public record InjectorsUsed(double startSpreadMs, List<Injector> each) {

        public InjectorsUsed {
            each = List.copyOf(each);
        }

        /** With the spread that follows from the figures of each. */
        public static InjectorsUsed of(List<Injector> each) {
            double spread = 0;
            for (int i = 0; i < each.size(); i++) {
                for (int j = 0; j < each.size(); j++) {
                    Injector one = each.get(i);
                    Injector other = each.get(j);
                    double apart = one.startLagMs - other.startLagMs + (one.roundTripMs + other.roundTripMs) / 2;
                    spread = Math.max(spread, i == j ? 0 : apart);
                }
            }
            return new InjectorsUsed(spread, each);
        }

        /**
         * One of them.
         *
         * @param roundTripMs of the best question for its clock
         * @param startLagMs how much later than published it began, by its own clock
         * @param requests that it sent in measured windows
         */
        public record Injector(double clockOffsetMs, double roundTripMs, double startLagMs, long requests) {}
    }

    /** Percentiles of one kind of latency. Null where the sample is too small to carry it. */
    public record Latency(
            @Merged(MEAN) double meanMs,
            @Merged(MEAN) double p50Ms,
            @Merged(MEAN) double p90Ms,
            @Merged(MEAN) @Nullable Double p95Ms,
            @Merged(MEAN) @Nullable Double p99Ms,
            @Merged(MEAN) @Nullable Double p999Ms,
            @Merged(MAX) double maxMs) {}

    /**
     * What the service's process used, per request where that makes sense: per request that it brought to an end,
     * whether or not with a right answer. See {@link Measured#perAnswer}. Null where the system does not tell: of a service
     * that is not Birdseye's, little is known from outside.
     *
     * @param cpuMsPerRequest of all its threads, the collector's and the compilers' too
     * @param compilerMsPerRequest what the just-in-time compilers took of it: a young JVM's cost, which fades
     */
    public record Resources(
            @Merged(MEAN) @Nullable Double cpuMsPerRequest,
            @Merged(MEAN) @Nullable Double compilerMsPerRequest,
            @Merged(MEDIAN) @Nullable Double allocatedMegabytesPerRequest,
            @Merged(MEDIAN) @Nullable Double gcPauseMsPerSecond,
            @Merged(SUM) @Nullable Integer gcPauses,
            @Merged(MEDIAN) @Nullable Double contextSwitchesPerRequest,
            @Merged(MAX) @Nullable Integer peakThreads,
            @Merged(MAX) @Nullable Double peakRssMegabytes,
            @Merged(MEDIAN) @Nullable Double serviceCores,
            @Merged(MEDIAN) @Nullable Double injectorCores,
            @Merged(MEDIAN) @Nullable Double mockCores) {

        /**
         * What a request costs once the compilers have come to an end, which takes minutes. Only of a service whose CPU
         * time is known, as Birdseye's own is.
         */
        public double cpuMsWithoutCompilers() {
            return requireNonNull(cpuMsPerRequest, "cpuMsPerRequest") - (compilerMsPerRequest == null ? 0 : compilerMsPerRequest);
        }
    }

    /**
     * The mean time of one task of a request.
     *
     * @param kind {@code io}, {@code combine} or {@code join}
     */
    public record TaskTime(String name, String kind, @Merged(MEDIAN) double queueMs, @Merged(MEDIAN) double runMs) {}
}
