package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
    public Session open(Path out) {
        return new LocalSession(new TrialStore(out));
    }

    private final class LocalSession implements Session {

        private final TrialStore store;
        private final AnswerCheck check = new AnswerCheck();
        private int goes;
        private volatile @Nullable TestBed started;

        LocalSession(TrialStore store) {
            this.store = store;
        }

        /** All tasks of a session have the same seed. */
        private TestBed testBed(Task<?> task) throws IOException {
            TestBed known = started;
            if (known == null) {
                known = new TestBed(task.seed(), programs, store.out());
                started = known;
            }
            return known;
        }

        @Override
        public <R> R run(Task<R> task, int lane, Consumer<String> phase)
                throws TrialFailure, IOException, InterruptedException {
            TestBed testBed = testBed(task);
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
            TestBed known = started;
            return known != null && known.interrupted();
        }

        @Override
        public void close() {
            TestBed known = started;
            if (known != null) {
                known.close();
            }
        }
    }
}
