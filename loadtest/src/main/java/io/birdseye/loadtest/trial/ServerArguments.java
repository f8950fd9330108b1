package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.model.Durations;
import io.birdseye.scenario.MockSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What mock-api and the service are told by their arguments, wherever they run.
 *
 * @param seed of mock-api's random delays and failures
 */
public record ServerArguments(Served served, long seed) {

    /** The largest pools that a request may ask for, unless larger ones are measured. */
    private static final int MAX_POOL = 1_000;

    /** The settings file of mock-api; empty where arguments say all. */
    public Optional<String> mockSettings() {
        return served.work().scenario().map(scenario -> MockSettings.json(scenario, seed));
    }

    /** The scenario file of the service; empty for the main article's tree. */
    public Optional<String> scenario() {
        return served.work().scenario().map(file -> file.text());
    }

    /** @param settings where the file of {@link #mockSettings} is */
    public List<String> mock(int port, String settings) {
        List<String> arguments =
                new ArrayList<>(List.of("--port", Integer.toString(port), "--seed", Long.toString(seed)));
        arguments.addAll(served.work().scenario().isPresent()
                ? List.of("--settings", settings)
                : List.of("--delay", served.work().mockDelays()));
        return arguments;
    }

    /**
     * @param upstream the address of mock-api
     * @param scenario where the file of {@link #scenario} is
     */
    public List<String> service(int port, String upstream, String scenario) {
        ServiceOptions options = served.service();
        String maxInFlight = Integer.toString(options.maxInFlight());
        List<String> arguments = new ArrayList<>(List.of(
                "--port", Integer.toString(port),
                "--upstream", upstream,
                "--http-threads", Integer.toString(options.httpThreads()),
                "--default-max-in-flight", maxInFlight,
                "--http-queue", maxInFlight,
                "--memory-sizes", OverviewRequest.plain(served.work().memoryMegabytes())));
        if (served.work().scenario().isPresent()) {
            arguments.addAll(List.of("--scenario", scenario));
        }
        if (served.budgets() instanceof Budgets.Equal(int io, int cpu)) {
            arguments.addAll(List.of(
                    "--max-io", Integer.toString(Math.max(MAX_POOL, io)),
                    "--max-cpu", Integer.toString(Math.max(MAX_POOL, cpu))));
        }
        options.deadline().ifPresent(time -> arguments.addAll(List.of("--deadline", Durations.format(time))));
        return arguments;
    }
}
