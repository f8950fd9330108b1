package io.birdseye.loadtest.trial;

import io.birdseye.scenario.ScenarioFile;
import java.util.List;
import java.util.Optional;

/** What mock-api and the service are told by their arguments. */
public record ServerArguments(Served served, long seed) {

    public Optional<String> mockSettings() {
        return served.work().mockSettings(seed);
    }

    public Optional<String> scenario() {
        return served.work().scenario().map(ScenarioFile::text);
    }

    public List<String> mock(int port, String settings) {
        return served.work().mockArguments(port, seed, settings);
    }

    public List<String> service(int port, String upstream, String scenario) {
        return served.serviceArguments(port, upstream, scenario);
    }
}
