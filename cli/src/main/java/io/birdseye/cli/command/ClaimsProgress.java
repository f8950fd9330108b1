package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.experiments.ClaimsRun;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Ledger.Entry;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Run;
import io.birdseye.model.Format;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Prints the plan of a run over claims and its progress. The bar moves every second, also while a JVM is measured. */
final class ClaimsProgress implements ClaimsRun.Listener, AutoCloseable {

    private final BirdseyeCommand command;
    private final ProgressLine line;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("claims-progress").factory());

    private double totalSeconds;
    private double doneSeconds;
    private double runSeconds;
    private long runStart;
    private String claim = "";
    private String phase = "";

    ClaimsProgress(BirdseyeCommand command, ProgressLine line) {
        this.command = command;
        this.line = line;
        var _ = clock.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public synchronized void started(int claims, int runs, Duration expected) {
        totalSeconds = seconds(expected);
        command.announce(Format.text("%s for %s to measure, %s",
                Format.count(runs, "JVM"), Format.count(claims, "claim"), TimeNeeded.of(expected)));
    }

    @Override
    public synchronized void claimStarted(Claim.Text text) {
        claim = text.id();
    }

    @Override
    public synchronized void runStarted(Experiment experiment) {
        phase = claim + " " + experiment.name();
        runSeconds = seconds(experiment.expected());
        runStart = System.nanoTime();
        tick();
    }

    @Override
    public synchronized void runFinished(Experiment experiment, Run run) {
        doneSeconds = Math.min(totalSeconds, doneSeconds + seconds(experiment.expected()));
        runSeconds = 0;
        String end = run.ending() == Run.Ending.FINISHED ? "" : " " + run.ending() + " " + run.detail();
        phase = claim + " " + experiment.name() + end;
        tick();
    }

    @Override
    public synchronized void claimFinished(Entry entry) {
        phase = entry.text().id() + " effect " + entry.judgement().effect().kind().label() + ", cause "
                + entry.judgement().cause().kind().label();
        tick();
    }

    private synchronized void tick() {
        double inRun = Math.min(runSeconds, (System.nanoTime() - runStart) / 1e9);
        line.update(phase, doneSeconds + inRun, totalSeconds);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        line.close();
    }
}
