package io.birdseye.experiments.android;

import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Lets JMH measure one kind of action with every framework, each in a fork of its own, in random order. JMH's own JSON
 * stays in the work folder. Records {@code <framework>Us}, the time of a hundred actions.
 */
public final class HundredActionsProbe implements Probe {

    /** All frameworks with one kind of action. */
    static Variant variant(Action action) {
        return Variant.of("an/" + action.label(), HundredActionsProbe.class, (experiment, effort) -> {
            Experiment all = experiment.with("action", action.name()).with("ways", "ALL").runs(effort.pick(2, 5));
            return switch (action) {
                case ARITHMETIC -> iterations(all, effort.pick(1, 2), effort.pick(200, 300))
                        .takes(seconds(effort.pick(24, 42)), seconds(effort.pick(240, 600)));
                case LISTS -> iterations(all, effort.pick(1, 2), effort.pick(200, 300))
                        .takes(seconds(effort.pick(9, 32)), seconds(effort.pick(240, 600)));
                case STORAGE -> iterations(all, 1, effort.pick(100, 300))
                        .takes(seconds(effort.pick(7, 22)), seconds(effort.pick(240, 600)));
                case MIXED -> iterations(all, 1, effort.pick(100, 300))
                        .takes(seconds(effort.pick(29, 42)), seconds(effort.pick(240, 600)));
                // Sleeping needs no warm-up. On one thread a hundred actions take 5 s, and no rule asks for those.
                case NETWORK -> iterations(all, 0, 1)
                        .with("ways", effort.pick("IO", "ALL"))
                        .takes(seconds(effort.pick(10, 65)), seconds(300));
            };
        });
    }

    private static Experiment iterations(Experiment experiment, int iterations, int millis) {
        return experiment.with("warmups", iterations)
                .with("warmupMs", millis)
                .with("iterations", Math.max(1, iterations))
                .with("iterationMs", millis);
    }

    private static Duration seconds(int count) {
        return Duration.ofSeconds(count);
    }

    static String metric(Framework framework) {
        return framework.label() + "Us";
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        List<String> frameworks = new ArrayList<>();
        for (Framework framework : Framework.values()) {
            if (context.text("ways").equals("ALL") || framework.threads() == Framework.Threads.IO) {
                frameworks.add(framework.name());
            }
        }
        Collections.shuffle(frameworks);
        var options = new OptionsBuilder()
                .include(HundredActionsBenchmark.class.getSimpleName())
                .param("action", context.text("action"))
                .param("framework", frameworks.toArray(String[]::new))
                .forks(1)
                .warmupIterations(context.integer("warmups"))
                .warmupTime(TimeValue.milliseconds(context.integer("warmupMs")))
                .measurementIterations(context.integer("iterations"))
                .measurementTime(TimeValue.milliseconds(context.integer("iterationMs")))
                .jvmArgs("--enable-preview", "-Xmx256m", "-XX:+UseParallelGC")
                .shouldFailOnError(false)
                .resultFormat(ResultFormatType.JSON)
                .result(unusedFile().toString())
                .build();
        for (RunResult result : new Runner(options).run()) {
            Framework framework = Framework.valueOf(result.getParams().getParam("framework"));
            context.record(metric(framework), result.getPrimaryResult().getScore());
        }
    }

    private static Path unusedFile() {
        int number = 1;
        while (Files.exists(Path.of("jmh-" + number + ".json"))) {
            number++;
        }
        return Path.of("jmh-" + number + ".json").toAbsolutePath();
    }
}
