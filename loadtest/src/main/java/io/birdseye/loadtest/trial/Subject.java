package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.Durations;
import io.birdseye.model.Load;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.ValidityBounds;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is measured: Birdseye's service with a strategy, a service of the user's own that Birdseye starts, or one that runs
 * already. All that differs between them is said here, and by the {@link MeasuredService} that {@link TestBed} makes of it
 * for a trial; trials, comparisons and sweeps are the same for all of them.
 */
public sealed interface Subject permits Served, StartedService, RunningService {

    /** What is compared: at least one, and none twice. */
    List<RowKey> rows();

    /** Only the row of this name, as one point of a sweep has it. */
    Subject only(String name);

    Duration requestTimeout();

    /**
     * The combinations of axis values. For each a floor is measured before the trials; where there are none, the floor is at
     * best computed from what the upstreams are configured to take.
     */
    default List<Setup> setups() {
        return List.of();
    }

    /** As it stands in results. */
    Settings described(Load load, Settings.Run run, ValidityBounds validity, Settings.Options options);

    /** Requests of a second that tell how warm a service is. */
    int MIN_WATCHED = 5;

    /** What else trials must share to stand in one table; a record that can be written as JSON. */
    Record conditions();

    /** How long a trial takes, roughly. */
    double trialSeconds(LoadPlan load);

    /** How long so many blocks take, roughly, with what comes before them; floors are not counted. */
    default double seconds(LoadPlan load, int blocks, int trialsOfABlock) {
        return blocks * trialsOfABlock * trialSeconds(load);
    }

    /** How many blocks are measured in one go, by one load on one process; 0 where each trial has a process of its own. */
    default int blocksInOneGo() {
        return 0;
    }

    /** What the injectors send in one trial, or in those that are measured in one go; goes count from 1. */
    default RequestPlan plan(TrialSettings settings, List<Request> requests, List<TrialSlot> slots, int go) {
        LoadPlan load = settings.load();
        long seed = settings.measurement().seedOf(slots.getFirst().block());
        List<Schedule.Step> steps = Schedule.steps(load.load(), load.warmUp(), load.duration(), seed);
        // A profile is that of the first window.
        return new RequestPlan(
                requests, settings.measurement().profile().isEmpty() ? Schedule.watched(steps, MIN_WATCHED) : steps, load.load().users(),
                requestTimeout(), seed);
    }

    /** Asks for an answer before anything is written, where that is possible. */
    default void requireAnswers(long seed, Consumer<String> phase) throws TrialFailure, InterruptedException {}

    static Request request(List<Request> requests, String name) {
        return requests.stream().filter(request -> request.name().equals(name)).findFirst().orElseGet(requests::getFirst);
    }

    /** Of a trial that starts a process: with its start, check and end. */
    static double seconds(LoadPlan load, double overheadSeconds) {
        return Durations.ms(load.span()) / 1e3 + overheadSeconds;
    }
}
