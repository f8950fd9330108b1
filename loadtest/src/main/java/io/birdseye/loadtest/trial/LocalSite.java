package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Tasks on this machine, one at a time, in processes that this one starts or knows. */
public record LocalSite(Programs programs) implements Site {

    @Override
    public Provenance provenance() throws IOException {
        return programs.provenance();
    }

    @Override
    public int injectors() {
        return programs.injectors().count();
    }

    @Override
    public int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    @Override
    public Session open(Path out, long seed) throws IOException {
        return new LocalSession(new TestBed(seed, programs, out), new TrialStore(out));
    }

    private final class LocalSession implements Session {

        private final TestBed testBed;
        private final TrialStore store;
        private final AnswerCheck check = new AnswerCheck();
        private int goes;

        LocalSession(TestBed testBed, TrialStore store) {
            this.testBed = testBed;
            this.store = store;
        }

        @Override
        public <R> R run(Task<R> task, int lane, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
            goes++;
            return task.result().cast(switch (task) {
                case Task.Measure(TrialSettings settings, var slots) ->
                        new Task.Measured(new TrialRun(settings, slots, goes, testBed, store, check, phase).run());
                case Task.FindFloor(TrialSettings settings, Setup setup) ->
                        new FloorRun(settings, setup, testBed, programs.home()).run(phase);
            });
        }

        @Override
        public boolean interrupted() {
            return testBed.interrupted();
        }

        @Override
        public void close() {
            testBed.close();
        }
    }
}
