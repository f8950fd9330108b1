package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_TESTABLE;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_REPRODUCED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.android.Framework.Threads;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Made-up times of a hundred actions. */
public final class AndroidExamples {

    private AndroidExamples() {}

    public static List<Example> all() {
        return List.of(
                new Example(AndroidClaims.directCallIsFastest(),
                        made(Action.ARITHMETIC, one -> switch (one) {
                            case DIRECT -> 3;
                            case FIXED_CPU -> 200;
                            case FIXED_IO -> 210;
                            default -> 400;
                        }, Action.LISTS, one -> one == Framework.DIRECT ? 900 : 1200), CONFIRMED, CONFIRMED),
                new Example(AndroidClaims.directCallIsFastest(),
                        made(Action.ARITHMETIC, one -> one == Framework.DIRECT ? 3 : one == Framework.RX_ONE ? 12 : 100,
                                Action.LISTS, one -> 900), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(AndroidClaims.flowCostsMost(),
                        made(Action.ARITHMETIC, AndroidExamples::flowSlowest), CONFIRMED,
                        NOT_TESTABLE),
                new Example(AndroidClaims.flowCostsMost(),
                        made(Action.ARITHMETIC, one -> 1000 - flowSlowest(one)), NOT_REPRODUCED,
                        NOT_TESTABLE),
                new Example(AndroidClaims.defaultIsNotLimited(), onDefault(150, 0, 64), CONFIRMED, CONFIRMED),
                // The times differ, but of one and the same dispatcher.
                new Example(AndroidClaims.defaultIsNotLimited(), onDefault(150, 1, 4), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(AndroidClaims.defaultIsNotLimited(), onDefault(100, 0, 4), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(AndroidClaims.workStealingWins(),
                        made(Action.LISTS, AndroidExamples::stealingFirst, Action.MIXED, AndroidExamples::stealingFirst)
                                .with("an/arithmetic", "steal-cpuUs", 100)
                                .with("an/arithmetic", "fixed-cpuUs", 100), CONFIRMED, CONFIRMED),
                new Example(AndroidClaims.workStealingWins(),
                        made(Action.LISTS, one -> 1000 - stealingFirst(one), Action.MIXED,
                                AndroidExamples::stealingFirst)
                                .with("an/arithmetic", "steal-cpuUs", 100)
                                .with("an/arithmetic", "fixed-cpuUs", 100), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(AndroidClaims.waitingLevelsFrameworks(),
                        made(Action.STORAGE, AndroidExamples::byThreads, Action.NETWORK, AndroidExamples::byThreads),
                        CONFIRMED, CONFIRMED),
                new Example(AndroidClaims.waitingLevelsFrameworks(),
                        made(Action.STORAGE, one -> 100, Action.NETWORK, one -> one == Framework.RX_IO ? 200 : 100),
                        NOT_REPRODUCED, NOT_REPRODUCED));
    }

    /** @param unlimited the time of arithmetic on Default, where a limit and lists take 100 */
    private static Made onDefault(double unlimited, double sameObject, double atOnce) {
        return made(Action.ARITHMETIC, one -> one == Framework.COROUTINE_CPU ? unlimited : 100, Action.LISTS, one -> 100)
                .with(DefaultConcurrencyProbe.COUNT, DefaultConcurrencyProbe.SAME_OBJECT, sameObject)
                .with(DefaultConcurrencyProbe.COUNT, "atOnceWithoutLimit", atOnce)
                .with(DefaultConcurrencyProbe.COUNT, "allowedByDocumentation", 4);
    }

    private static double flowSlowest(Framework one) {
        return switch (one) {
            case FLOW_ONE, FLOW_CPU, FLOW_IO -> 900;
            case COROUTINE_ONE -> 100;
            case RX_ONE -> 200;
            case RX_CPU, RX_IO -> 300;
            default -> 400;
        };
    }

    private static double stealingFirst(Framework one) {
        return switch (one) {
            case STEAL_CPU, STEAL_IO -> 80;
            case DIRECT -> 150;
            default -> one.threads() == Threads.ONE ? 250 : 120;
        };
    }

    private static double byThreads(Framework one) {
        return switch (one.threads()) {
            case ONE -> 500;
            case CPU -> 50;
            case IO -> 2;
        };
    }

    private static Made made(Action action, ToDoubleFunction<Framework> time) {
        Made made = new Made();
        for (Framework one : Framework.values()) {
            made.with(HundredActionsProbe.variant(action), HundredActionsProbe.metric(one), time.applyAsDouble(one));
        }
        return made;
    }

    private static Made made(
            Action action, ToDoubleFunction<Framework> first, Action other, ToDoubleFunction<Framework> second) {
        Made made = made(action, first);
        for (Framework one : Framework.values()) {
            made.with(HundredActionsProbe.variant(other), HundredActionsProbe.metric(one), second.applyAsDouble(one));
        }
        return made;
    }
}
