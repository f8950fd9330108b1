package io.birdseye.experiments.android;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Lets JMH measure one kind of action in every way, each in a fork of its own, in random order. JMH's own JSON stays
 * in the point's work folder. Records {@code <way>Us}, the time of a hundred actions.
 */
public final class HundredActionsProbe implements Probe {

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        String action = settings.text("action");
        List<String> ways = new ArrayList<>();
        for (Way way : Way.values()) {
            if (settings.text("ways").equals("ALL") || way.threads() == Way.Threads.IO) {
                ways.add(way.name());
            }
        }
        Collections.shuffle(ways);
        var options = new OptionsBuilder()
                .include(HundredActionsBenchmark.class.getSimpleName())
                .param("action", action)
                .param("way", ways.toArray(String[]::new))
                .forks(1)
                .warmupIterations(settings.integer("warmups"))
                .warmupTime(TimeValue.milliseconds(settings.integer("warmupMs")))
                .measurementIterations(settings.integer("iterations"))
                .measurementTime(TimeValue.milliseconds(settings.integer("iterationMs")))
                .jvmArgs("--enable-preview", "-Xmx256m", "-XX:+UseParallelGC")
                .shouldFailOnError(false)
                .resultFormat(ResultFormatType.JSON)
                .result(unusedFile().toString())
                .build();
        Collection<RunResult> results = new Runner(options).run();
        for (RunResult result : results) {
            Way way = Way.valueOf(result.getParams().getParam("way"));
            Result<?> score = result.getPrimaryResult();
            recorder.record(metric(way), score.getScore());
        }
    }

    static String metric(Way way) {
        return way.label() + "Us";
    }

    private static Path unusedFile() {
        int number = 1;
        while (Files.exists(Path.of("jmh-" + number + ".json"))) {
            number++;
        }
        return Path.of("jmh-" + number + ".json").toAbsolutePath();
    }
}
