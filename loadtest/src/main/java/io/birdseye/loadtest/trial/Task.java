package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.floor.Calibration;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.report.result.Trial;
import java.util.List;

/** What a {@link Site} runs. It is data, written as it is for the coordinator that runs it in a cluster. */
public sealed interface Task<R> {

    Class<R> result();

    /** Of the trials that it measures, or precedes; of a service of Birdseye that is started for them in a cluster. */
    TrialSettings settings();

    /** How long it takes, roughly, once all programs run. */
    double seconds();

    /** The service of Birdseye; fails for trials of another. */
    default Served served() {
        return settings().served();
    }

    /** The seed of mock-api's random delays and failures. */
    default long seed() {
        return settings().measurement().seed();
    }

    /** Measures one trial, or several in one go; what any program does is their outcome. */
    record Measure(TrialSettings settings, List<TrialSlot> slots) implements Task<Measured> {

        public Measure {
            slots = List.copyOf(slots);
        }

        public static Measure first(TrialSettings settings) {
            return new Measure(settings, List.of(new TrialSlot(1, settings.rows().getFirst(), 1)));
        }

        @Override
        public Class<Measured> result() {
            return Measured.class;
        }

        @Override
        public double seconds() {
            return settings.estimateSeconds() + settings.subject().requestTimeout().toSeconds()
                    + (slots.getFirst().floor() ? Calibration.AGAIN_SECONDS : 0);
        }
    }

    record Measured(List<Trial> trials) {

        public Measured {
            trials = List.copyOf(trials);
        }
    }

    record FindFloor(TrialSettings settings, Setup setup) implements Task<Calibrated> {

        @Override
        public Class<Calibrated> result() {
            return Calibrated.class;
        }

        @Override
        public double seconds() {
            return FloorRun.estimateSeconds(settings);
        }
    }
}
