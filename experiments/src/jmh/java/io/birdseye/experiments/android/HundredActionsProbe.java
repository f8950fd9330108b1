package io.birdseye.experiments.android;

import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Lets JMH measure one kind of action with the frameworks, each in a fork of its own, in random order. JMH's own JSON
 * stays in the work folder. Records {@code <framework>Us}, the time of a hundred actions.
 *
 * @param ways {@code ALL}, or {@code IO} for the frameworks with many threads
 * @param iterations of the warm-up, and as many that are measured; one even without a warm-up
 */
public record HundredActionsProbe(Action action, String ways, int iterations, int millis) implements Probe {

    /** All frameworks with one kind of action. */
    static Variant variant(Action action) {
        return Variant.of("an/" + action.label(), effort -> switch (action) {
            // In a fresh fork coroutines on Default took 1.9 to 5.2 ms at first, and 0.1 ms from the sixth 300 ms on.
            case ARITHMETIC -> experiment(effort, action, "ALL", effort.pick(1, 5), effort.pick(200, 400))
                    .takes(effort.pick(24, 100), effort.pick(240, 600));
            case LISTS -> experiment(effort, action, "ALL", effort.pick(1, 5), effort.pick(200, 400))
                    .takes(effort.pick(9, 90), effort.pick(240, 600));
            case STORAGE -> experiment(effort, action, "ALL", effort.pick(1, 3), effort.pick(100, 300))
                    .takes(effort.pick(7, 45), effort.pick(240, 600));
            case MIXED -> experiment(effort, action, "ALL", effort.pick(1, 3), effort.pick(100, 300))
                    .takes(effort.pick(29, 65), effort.pick(240, 600));
            // On one thread a hundred actions take 5 s, and no rule asks for those.
            case NETWORK -> experiment(effort, action, "IO", effort.pick(0, 3), effort.pick(1, 300))
                    .takes(effort.pick(10, 30), 300);
        });
    }

    private static Experiment experiment(Effort effort, Action action, String ways, int iterations, int millis) {
        return Experiment.of(new HundredActionsProbe(action, ways, iterations, millis)).runs(effort.pick(2, 8));
    }

    static String metric(Framework framework) {
        return framework.label() + "Us";
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        List<String> frameworks = Arrays.stream(Framework.values())
                .filter(framework -> ways.equals("ALL") || framework.threads() == Framework.Threads.IO)
                .map(Framework::name)
                .collect(Collectors.toList());
        Collections.shuffle(frameworks);
        var options = new OptionsBuilder()
                .include(HundredActionsBenchmark.class.getSimpleName())
                .param("action", action.name())
                .param("framework", frameworks.toArray(String[]::new))
                .forks(1)
                .warmupIterations(iterations)
                .warmupTime(TimeValue.milliseconds(millis))
                .measurementIterations(Math.max(1, iterations))
                .measurementTime(TimeValue.milliseconds(millis))
                .jvmArgs("--enable-preview", "-Xmx256m", "-XX:+UseParallelGC")
                .shouldFailOnError(false)
                .resultFormat(ResultFormatType.JSON)
                .result(Files.createTempFile(Path.of("").toAbsolutePath(), "jmh-", ".json").toString())
                .build();
        for (RunResult result : new Runner(options).run()) {
            Framework framework = Framework.valueOf(result.getParams().getParam("framework"));
            context.record(metric(framework), result.getPrimaryResult().getScore());
        }
    }
}
