package io.birdseye.planning.point;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Sizing;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Measures points after a warm-up, each in a folder below {@code out}; one that is kept is read. */
public record PointTrials(
        Duration warmUp, Duration duration, long seed, List<String> jvmFlags, ValidityBounds validity, Path out,
        String command, Runner runner) {

    @FunctionalInterface
    public interface Runner {

        /** @throws TrialFailure if the folder of the trial belongs to other settings */
        Trials.JudgedTrial run(TrialSettings settings, Progress progress)
                throws TrialFailure, IOException, InterruptedException;

        static Runner with(Programs programs) {
            return at(new LocalSite(programs));
        }

        static Runner at(Site site) {
            return (settings, progress) -> Trials.single(settings, site, progress);
        }
    }

    public PointTrials withWarmUp(Duration other) {
        return new PointTrials(other, duration, seed, jvmFlags, validity, out, command, runner);
    }

    public PointTrials withDuration(Duration other) {
        return new PointTrials(warmUp, other, seed, jvmFlags, validity, out, command, runner);
    }

    public PointTrials withValidity(ValidityBounds other) {
        return new PointTrials(warmUp, duration, seed, jvmFlags, other, out, command, runner);
    }

    /** @param folder of the point, within {@link #out} */
    public TrialSettings settings(PointSettings point, String folder) {
        Sizing sizing = point.sizing();
        return new TrialSettings(
                new Served(
                        List.of(point.strategy()), point.limits().budgets(sizing), point.work(),
                        point.limits().service(sizing, point.deadline(), jvmFlags)),
                new LoadPlan(point.load(), WarmUp.of(warmUp), duration),
                new Measurement(1, seed, validity, out.resolve(folder), command));
    }

    public double estimateSeconds(PointSettings point) {
        return settings(point, "estimate").estimateSeconds();
    }

    /** @throws TrialFailure if the folder belongs to other settings; a failure of the trial is part of the outcome */
    public Trials.JudgedTrial measure(PointSettings point, String folder, Progress progress)
            throws TrialFailure, IOException, InterruptedException {
        return runner.run(settings(point, folder), progress);
    }

    /** A sentence about this machine, for results. */
    public static String machine() {
        return "Measured on " + Runtime.getRuntime().availableProcessors() + " cores, JDK " + Runtime.version() + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.version")
                + "; injector, mock and service share them.";
    }
}
