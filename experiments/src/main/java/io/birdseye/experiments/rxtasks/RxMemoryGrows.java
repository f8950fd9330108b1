package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.rxtasks.RxExperiment.DEFAULT_LIMIT;
import static io.birdseye.experiments.rxtasks.RxExperiment.NO_LIMIT;
import static io.birdseye.experiments.rxtasks.RxExperiment.name;
import static io.birdseye.experiments.rxtasks.RxExperiment.point;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;

/** RX-3. */
final class RxMemoryGrows implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("RX-3", Article.RX,
                "RxJava's memory grows with the number of tasks, that of coroutines stays flat.",
                "7,500 tasks: 543 MB against 25 to 41 MB",
                "RxJava makes a thread for each task, and each needs a stack of its own.",
                "Peak resident memory of a fresh process with 50 tasks and with many, each way as published, with "
                        + "stacks of 1,040 KB; heap at most 256 MB.",
                "Confirmed if RxJava's peak grows by more than 1.5 times from few to many tasks and more than 1.3 "
                        + "times as much as that of coroutines.",
                "Only the number of threads changes: RxJava on a fixed pool of 64. Confirmed if its peak with many "
                        + "tasks is below 0.8 of that with the unbounded scheduler.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                point(effort, Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.FEW),
                point(effort, Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.FEW),
                point(effort, Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.MANY),
                point(effort, Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.MANY),
                point(effort, Library.RX_BOUNDED, NO_LIMIT, NumberOfTasks.MANY),
                point(effort, Library.VIRTUAL, 64, NumberOfTasks.MANY));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        String few = name(Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.FEW);
        String many = name(Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.MANY);
        double coroutines = measurements.ratio("peakRssMb",
                name(Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.MANY),
                name(Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.FEW)).value();
        return all(
                above("RxJava: peak memory with many / few tasks", measurements.ratio("peakRssMb", many, few), 1.5),
                above("RxJava's growth / that of coroutines",
                        measurements.ratio("peakRssMb", many, few).times(1 / coroutines), 1.3));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        String unbounded = name(Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.MANY);
        return below("peak memory: 64 threads / unbounded", measurements.ratio("peakRssMb",
                        name(Library.RX_BOUNDED, NO_LIMIT, NumberOfTasks.MANY), unbounded), 0.8)
                .beside("threads of the unbounded scheduler", measurements.value(unbounded, "peakThreads"))
                .beside("MB, RxJava unbounded", measurements.value(unbounded, "peakRssMb"))
                .beside("MB, coroutines", measurements.value(
                        name(Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.MANY), "peakRssMb"))
                .beside("MB, virtual threads", measurements.value(
                        name(Library.VIRTUAL, 64, NumberOfTasks.MANY), "peakRssMb"));
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED ->
                    "Threads cost the memory, by the part of their stacks that they touch; the library does not.";
            case REFUTED -> "The number of threads alone does not explain the memory here.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether the number of threads explains the memory is not settled here.";
        };
    }
}
