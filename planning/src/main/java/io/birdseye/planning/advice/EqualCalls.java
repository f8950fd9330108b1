package io.birdseye.planning.advice;

import io.birdseye.model.Durations;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.ScenarioProblem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** A scenario of equal calls, so that an endpoint described by a few numbers is measured like any other scenario. */
public final class EqualCalls {

    private EqualCalls() {}

    /**
     * One group of parallel calls, followed by CPU work.
     *
     * @throws IllegalArgumentException if a number is outside the range of scenario files
     */
    public static ScenarioFile scenario(int calls, Duration io, Duration cpu) {
        List<Map<String, String>> members = IntStream.rangeClosed(1, calls)
                .mapToObj(i -> Map.of("name", "call-" + i, "latency", Durations.format(io), "payload", "1kB"))
                .toList();
        Map<String, Object> group = Map.of(
                "name", "all", "calls", members, "cpu", Map.of("time", Durations.format(cpu)));
        // JSON is YAML: the services that are measured read the scenario as a file.
        String text = JsonMapper.shared().writeValueAsString(Map.of("name", "from-flags", "groups", List.of(group)));
        try {
            return ScenarioFile.parse("the command line", text, List.of());
        } catch (InvalidScenario e) {
            throw new IllegalArgumentException(
                    e.problems().stream().map(ScenarioProblem::message).distinct().collect(Collectors.joining("; ")), e);
        }
    }
}
