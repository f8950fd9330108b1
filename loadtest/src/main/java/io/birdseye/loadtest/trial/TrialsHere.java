package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.axis.Setup;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.util.function.Consumer;

/** Trials on this machine, one at a time, in processes that this one starts. */
public record TrialsHere(Programs programs) implements TrialSite {

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
    public Runner open(TrialSettings settings, TrialStore store) throws IOException {
        TestBed testBed = new TestBed(
                settings.served(), settings.measurement().seed(), programs, settings.measurement().out());
        AnswerCheck check = new AnswerCheck(settings.work());
        return new Runner() {
            @Override
            public Trial run(TrialSlot slot, int lane, Consumer<String> phase) throws IOException, InterruptedException {
                return new TrialRun(settings, store, testBed, check, slot, phase).run();
            }

            @Override
            public Calibrated calibrate(Setup setup, Consumer<String> phase)
                    throws TrialFailure, IOException, InterruptedException {
                return new FloorRun(settings, setup, testBed, store.provenance(), programs.home()).run(phase);
            }

            @Override
            public boolean interrupted() {
                return testBed.interrupted();
            }

            @Override
            public void close() {
                testBed.close();
            }
        };
    }
}
