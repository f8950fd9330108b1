package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.rxtasks.TaskRun.Count;

/** RX-3. */
final class RxMemoryGrows {

    private static final TaskRun RX_FEW = TaskRun.publishedRx(Count.FEW);
    private static final TaskRun RX_MANY = TaskRun.publishedRx(Count.MANY);
    private static final TaskRun COROUTINES_FEW = TaskRun.publishedCoroutines(Count.FEW);
    private static final TaskRun COROUTINES_MANY = TaskRun.publishedCoroutines(Count.MANY);
    private static final TaskRun BOUNDED = new TaskRun(Library.RX_BOUNDED, TaskRun.NO_LIMIT, Count.MANY);
    private static final TaskRun VIRTUAL = new TaskRun(Library.VIRTUAL, 64, Count.MANY);

    private RxMemoryGrows() {}

    static Claim claim() {
        return Claim.of("RX-3", "RxJava's memory grows with the number of tasks, that of coroutines stays flat.",
                        "7,500 tasks: 543 MB against 25 to 41 MB")
                .publishedCause("RxJava makes a thread for each task, and each needs a stack of its own.")
                .test("Peak resident memory of a fresh process with 50 tasks and with many, each way as published, "
                        + "with stacks of 1,040 KB; heap at most 256 MB.",
                        RX_FEW, COROUTINES_FEW, RX_MANY, COROUTINES_MANY, BOUNDED, VIRTUAL)
                .effect("Confirmed if RxJava's peak grows by more than 1.5 times from few to many tasks and more than "
                        + "1.3 times as much as that of coroutines.", RxMemoryGrows::effect)
                .cause("Only the number of threads changes: RxJava on a fixed pool of 64. Confirmed if its peak with "
                        + "many tasks is below 0.8 of that with the unbounded scheduler.", RxMemoryGrows::cause)
                .causeMeans("Threads cost the memory, by the part of their stacks that they touch; the library does "
                        + "not.",
                        "The number of threads alone does not explain the memory here.",
                        "Whether the number of threads explains the memory is not settled here.")
                .build();
    }

    private static Verdict effect(Measurements measured) {
        MeasuredValue rx = measured.ratio("peakRssMb", RX_MANY, RX_FEW);
        double coroutines = measured.ratio("peakRssMb", COROUTINES_MANY, COROUTINES_FEW).value();
        return all(
                above("RxJava: peak memory with many / few tasks", rx, 1.5),
                above("RxJava's growth / that of coroutines", rx.times(1 / coroutines), 1.3));
    }

    private static Verdict cause(Measurements m) {
        return below("peak memory: 64 threads / unbounded", m.ratio("peakRssMb", BOUNDED, RX_MANY), 0.8)
                .beside("threads of the unbounded scheduler", m.value(RX_MANY, "peakThreads"))
                .beside("MB, RxJava unbounded", m.value(RX_MANY, "peakRssMb"))
                .beside("MB, coroutines", m.value(COROUTINES_MANY, "peakRssMb"))
                .beside("MB, virtual threads", m.value(VIRTUAL, "peakRssMb"));
    }
}
