package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.generate.Schedule.Step;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads on one strategy, one after the other, on a service that is started and warmed up for them.
 *
 * @param name of the logs, and for the user who waits
 * @param warmUpPerSecond the rate of the second half of the warm-up; that of the first is the half of it
 */
public record OfferedLoads(String name, String strategy, double warmUpPerSecond, List<Offer> offers) {

    public static final Duration WARM_UP = Duration.ofSeconds(12);

    /** After the last request of a load no answer is awaited longer than so. */
    static final Duration TIMEOUT = Duration.ofSeconds(15);

    /**
     * One load.
     *
     * @param steps of the rate of an open load; of a closed one they only have a length
     * @param users of a closed load, who ask whenever their last answer has come; 0 for an open one
     * @param usefulMs within which an answer is of use, counted from when its request was due
     */
    public record Offer(List<Step> steps, int users, double usefulMs) {

        public Offer {
            steps = List.copyOf(steps);
        }

        public static Offer open(List<Step> steps, double usefulMs) {
            return new Offer(steps, 0, usefulMs);
        }

        public static Offer closed(int users, Duration duration) {
            return new Offer(List.of(new Step(true, 0, duration)), users, 0);
        }
    }

    /**
     * What loads brought.
     *
     * @param offers for each of them, the figures of each of its phases
     * @param others the share of the service's machine that programs other than Birdseye's took; null where it is not known
     */
    public record Figures(List<List<PhaseFigures>> offers, @Nullable Double others) {

        public Figures {
            offers = offers.stream().map(List::copyOf).toList();
        }
    }

    public OfferedLoads {
        offers = List.copyOf(offers);
    }

    /**
     * Seconds until all is well, up to the end; one more than there are if that never came.
     *
     * @param well for each second, whether all its answers were right and in time
     */
    public static int recoverySeconds(List<Boolean> well) {
        int recovered = well.lastIndexOf(false) + 1;
        return recovered == well.size() ? recovered + 1 : recovered;
    }

    /** How long they take, at most, once all programs run. */
    public double seconds() {
        return WARM_UP.plus(TIMEOUT).toSeconds()
                + offers.stream()
                        .flatMap(offer -> offer.steps().stream())
                        .mapToDouble(step -> step.duration().plus(step.pause()).toMillis() / 1e3)
                        .sum()
                + TIMEOUT.multipliedBy(offers.size()).toSeconds();
    }
}
