package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_TESTABLE;
import static io.birdseye.experiments.claim.Verdict.Kind.REFUTED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.android.Way.Threads;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Made-up times of a hundred actions. */
public final class AndroidExamples {

    private AndroidExamples() {}

    public static List<Example> all() {
        return List.of(
                new Example(new DirectCallIsFastest(),
                        made(Action.ARITHMETIC, way -> switch (way) {
                            case DIRECT -> 3;
                            case FIXED_CPU -> 200;
                            case FIXED_IO -> 210;
                            default -> 400;
                        }, Action.LISTS, way -> way == Way.DIRECT ? 900 : 1200), CONFIRMED, CONFIRMED),
                new Example(new DirectCallIsFastest(),
                        made(Action.ARITHMETIC, way -> way == Way.DIRECT ? 3 : way == Way.RX_ONE ? 12 : 100,
                                Action.LISTS, way -> 900), REFUTED, REFUTED),
                new Example(new FlowCostsMost(), made(Action.ARITHMETIC, AndroidExamples::flowSlowest), CONFIRMED,
                        NOT_TESTABLE),
                new Example(new FlowCostsMost(), made(Action.ARITHMETIC, way -> 1000 - flowSlowest(way)), REFUTED,
                        NOT_TESTABLE),
                new Example(new DefaultIsNotLimited(),
                        made(Action.ARITHMETIC, way -> way == Way.COROUTINE_CPU ? 150 : 100, Action.LISTS, way -> 100)
                                .with(DefaultIsNotLimited.COUNT, "atOnceWithoutLimit", 64)
                                .with(DefaultIsNotLimited.COUNT, "allowedByDocumentation", 4), CONFIRMED, CONFIRMED),
                new Example(new DefaultIsNotLimited(),
                        made(Action.ARITHMETIC, way -> 100, Action.LISTS, way -> 100)
                                .with(DefaultIsNotLimited.COUNT, "atOnceWithoutLimit", 4)
                                .with(DefaultIsNotLimited.COUNT, "allowedByDocumentation", 4), REFUTED, REFUTED),
                new Example(new WorkStealingWins(),
                        made(Action.LISTS, AndroidExamples::stealingFirst, Action.MIXED, AndroidExamples::stealingFirst)
                                .with("an/arithmetic", "steal-cpuUs", 100)
                                .with("an/arithmetic", "fixed-cpuUs", 100), CONFIRMED, CONFIRMED),
                new Example(new WorkStealingWins(),
                        made(Action.LISTS, way -> 1000 - stealingFirst(way), Action.MIXED,
                                AndroidExamples::stealingFirst)
                                .with("an/arithmetic", "steal-cpuUs", 100)
                                .with("an/arithmetic", "fixed-cpuUs", 100), REFUTED, REFUTED),
                new Example(new WaitingLevelsFrameworks(),
                        made(Action.STORAGE, AndroidExamples::byThreads, Action.NETWORK, AndroidExamples::byThreads),
                        CONFIRMED, CONFIRMED),
                new Example(new WaitingLevelsFrameworks(),
                        made(Action.STORAGE, way -> 100, Action.NETWORK, way -> way == Way.RX_IO ? 200 : 100),
                        REFUTED, REFUTED));
    }

    private static double flowSlowest(Way way) {
        return switch (way) {
            case FLOW_ONE, FLOW_CPU, FLOW_IO -> 900;
            case COROUTINE_ONE -> 100;
            case RX_ONE -> 200;
            case RX_CPU, RX_IO -> 300;
            default -> 400;
        };
    }

    private static double stealingFirst(Way way) {
        return switch (way) {
            case STEAL_CPU, STEAL_IO -> 80;
            case DIRECT -> 150;
            default -> way.threads() == Threads.ONE ? 250 : 120;
        };
    }

    private static double byThreads(Way way) {
        return switch (way.threads()) {
            case ONE -> 500;
            case CPU -> 50;
            case IO -> 2;
        };
    }

    private static Made made(Action action, ToDoubleFunction<Way> time) {
        Made made = new Made();
        for (Way way : Way.values()) {
            made.with(HundredActionsExperiment.name(action), HundredActionsProbe.metric(way), time.applyAsDouble(way));
        }
        return made;
    }

    private static Made made(
            Action one, ToDoubleFunction<Way> first, Action other, ToDoubleFunction<Way> second) {
        Made made = made(one, first);
        for (Way way : Way.values()) {
            made.with(HundredActionsExperiment.name(other), HundredActionsProbe.metric(way), second.applyAsDouble(way));
        }
        return made;
    }
}
