package io.birdseye.strategy.disruptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * The published program on worker pools of Disruptor 3.4.4, and ours on 4.0.0, claim and release alike: each in turn is
 * held to what worker pools are said to do, task by task.
 */
class WorkerPoolTest {

    private static final int REQUESTS = 6;

    @Test
    void thePublishedStagesHaveElevenThreads() {
        assertThat(StageRig.THREADS).containsExactly(3, 1, 3, 2, 1, 1);
        assertThat(IntStream.range(0, StageRig.THREADS.size()).map(StageRig.THREADS::get).sum()).isEqualTo(11);
    }

    @Test
    void aRequestIsReleasedByItselfWhileTheOneBehindItIsHeld() throws Exception {
        for (StageRig.Kind kind : StageRig.Kind.values()) {
            try (StageRig rig = StageRig.of(kind)) {
                rig.publish(2);
                // One thread makes all calls of the second stage, and gets both requests at once.
                rig.end(0, 1);
                rig.end(0, 0);
                rig.end(1, 0);

                rig.awaitRunning(Set.of(new StageRig.Task(2, 0), new StageRig.Task(1, 1)));
            }
        }
    }

    @Test
    void aThreadThatIsHeldHoldsBackNoOtherRequestOfItsStage() throws Exception {
        for (StageRig.Kind kind : StageRig.Kind.values()) {
            try (StageRig rig = StageRig.of(kind)) {
                rig.publish(REQUESTS);
                rig.awaitRunning(Set.of(new StageRig.Task(0, 0), new StageRig.Task(0, 1), new StageRig.Task(0, 2)));

                rig.end(0, 1);
                rig.end(0, 2);
                rig.awaitRunning(Set.of(new StageRig.Task(0, 0), new StageRig.Task(0, 3), new StageRig.Task(0, 4)));
                rig.end(0, 4);

                // The first one is held, and so are all others in the stage behind.
                rig.awaitRunning(Set.of(new StageRig.Task(0, 0), new StageRig.Task(0, 3), new StageRig.Task(0, 5)));
            }
        }
    }

    @RepeatedTest(4)
    void inWhateverOrderTasksEndTheSameTasksRun(RepetitionInfo repetition) throws Exception {
        for (StageRig.Kind kind : StageRig.Kind.values()) {
            RandomGenerator random = new java.util.SplittableRandom(repetition.getCurrentRepetition());
            Expected expected = new Expected();
            try (StageRig rig = StageRig.of(kind)) {
                rig.publish(REQUESTS);
                List<StageRig.Task> running = expected.running();
                while (!running.isEmpty()) {
                    rig.awaitRunning(new HashSet<>(running));
                    StageRig.Task ended = running.get(random.nextInt(running.size()));
                    expected.ended.add(ended);
                    rig.end(ended.stage(), ended.request());
                    running = expected.running();
                }
                rig.awaitRunning(Set.of());
            }
            assertThat(expected.ended).hasSize(StageRig.THREADS.size() * REQUESTS);
        }
    }

    /** Which tasks run, by the rule: a stage claims requests in order, one a thread, and releases them in order. */
    private static final class Expected {

        private final Set<StageRig.Task> ended = new HashSet<>();

        List<StageRig.Task> running() {
            List<StageRig.Task> running = new ArrayList<>();
            int released = REQUESTS;
            for (int stage = 0; stage < StageRig.THREADS.size(); stage++) {
                int free = StageRig.THREADS.get(stage);
                int firstOpen = REQUESTS;
                for (int request = 0; request < REQUESTS && free > 0; request++) {
                    StageRig.Task task = new StageRig.Task(stage, request);
                    if (!ended.contains(task)) {
                        free--; // claimed, and perhaps still held in the stage ahead
                        firstOpen = Math.min(firstOpen, request);
                        if (request < released) {
                            running.add(task);
                        }
                    }
                }
                released = firstOpen;
            }
            Collections.sort(running);
            return running;
        }
    }
}
