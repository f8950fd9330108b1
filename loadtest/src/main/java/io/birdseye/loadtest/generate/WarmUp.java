package io.birdseye.loadtest.generate;

import static io.birdseye.loadtest.SettingReader.refusal;
import static io.birdseye.loadtest.SettingReader.requireBetween;

import java.time.Duration;

/**
 * The load before the measured window, in short cycles with pauses that are not counted in the total: on few cores one
 * continuous warm-up takes the CPU time that the JIT compilers need.
 */
public record WarmUp(Duration total, int cycles, Duration pause) {

    public WarmUp {
        requireBetween("birdseye.warmUp", total, Duration.ZERO, Duration.ofHours(1));
        if (cycles < 1 || cycles > 100) {
            throw refusal("birdseye.warmUpCycles", cycles, "between 1 and 100");
        }
        requireBetween("birdseye.warmUpPause", pause, Duration.ZERO, Duration.ofMinutes(1));
    }

    public static WarmUp none() {
        return new WarmUp(Duration.ZERO, 1, Duration.ZERO);
    }

    /** Three cycles, with pauses of a ninth of the whole. */
    public static WarmUp of(Duration total) {
        return new WarmUp(total, 3, total.dividedBy(9));
    }

    public Duration span() {
        return total.isZero() ? Duration.ZERO : total.plus(pause.multipliedBy(cycles));
    }
}
