package io.birdseye.loadtest.campaign;

import io.birdseye.model.Format;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A signal to one process of a comparison.
 *
 * @param signal its name, such as {@code KILL}
 * @param victim the main class of the process; empty for the command itself
 * @param moment from the start of the comparison; if the process does not run then, the fault waits for it
 * @param frozen how long until {@code CONT} follows; zero for never
 */
record SignalFault(String signal, String victim, Duration moment, Duration frozen) implements InjectedFault {

    @Override
    public Optional<String> strike(ComparisonProcess comparison) throws IOException, InterruptedException {
        Optional<Long> pid = victim.isEmpty()
                ? command(comparison)
                : comparison.await(moment, victim).map(MarkedProcess::pid);
        if (pid.isEmpty()) {
            return Optional.empty();
        }
        double seconds = comparison.elapsed().toMillis() / 1e3;
        Shell.signal(signal, pid.get());
        if (!frozen.isZero()) {
            try {
                Thread.sleep(frozen);
            } finally {
                Shell.signal("CONT", pid.get());
            }
        }
        return Optional.of(Format.text("after %.1f s", seconds));
    }

    private Optional<Long> command(ComparisonProcess comparison) throws InterruptedException {
        while (comparison.alive() && comparison.elapsed().compareTo(moment) < 0) {
            Thread.sleep(10);
        }
        return comparison.alive() ? Optional.of(comparison.pid()) : Optional.empty();
    }
}
