package io.birdseye.planning.advice;

import io.birdseye.model.Durations;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.InvalidScenario.ScenarioProblem;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A scenario of equal calls, so that an endpoint described by a few numbers is measured like any other scenario. */
public final class EqualCalls {

    private EqualCalls() {}

    /**
     * One group of parallel calls, followed by CPU work. It is written as a file, because the services that are
     * measured read it as one.
     *
     * @throws IllegalArgumentException if a number is outside the range of scenario files
     */
    public static ScenarioFile scenario(int calls, Duration io, Duration cpu) {
        String members = IntStream.rangeClosed(1, calls)
                .mapToObj(i -> "{ name: call-" + i + ", latency: " + Durations.format(io) + ", payload: 1kB }")
                .collect(Collectors.joining(", "));
        String text = "name: from-flags\ngroups: [{ name: all, calls: [" + members + "], cpu: { time: "
                + Durations.format(cpu) + " } }]\n";
        try {
            return ScenarioFile.parse("the command line", text, List.of());
        } catch (InvalidScenario e) {
            throw new IllegalArgumentException(
                    e.problems().stream().map(ScenarioProblem::message).distinct().collect(Collectors.joining("; ")), e);
        }
    }
}
