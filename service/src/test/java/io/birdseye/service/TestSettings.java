package io.birdseye.service;

import io.birdseye.model.process.ServiceUse;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.List;

/** Settings as the command line would make them, small enough for tests. */
public final class TestSettings {

    /** The module of another HTTP server runs the same tests over that one. */
    public static final String HOST = System.getProperty("birdseye.http-server", "grizzly");

    private TestSettings() {}

    public static ServiceSettings of(String upstream, String... flags) {
        List<String> all = new ArrayList<>(List.of(
                "--port=0", "--upstream=" + upstream, "--memory-sizes=0,0.5,5,10", "--default-cpu=2",
                "--http-threads=20", "--http-server=" + HOST));
        for (String flag : flags) {
            String name = flag.substring(0, flag.indexOf('=') + 1);
            all.removeIf(other -> other.startsWith(name));
            all.add(flag);
        }
        return ServiceMain.parse(all.toArray(String[]::new));
    }

    /** What a service counts. Its resource over HTTP has it too, but reads a file for each thread of the JVM. */
    public static ServiceUse.Requests requests(Service service) {
        return service.totals.requests();
    }

    /** How many requests to a strategy have ended with a status. */
    public static long ended(Service service, String strategy, int status) {
        return service.metrics.registry()
                .find("http.server.request.duration")
                .tags("strategy", strategy, "http.response.status_code", Integer.toString(status))
                .timers().stream().mapToLong(Timer::count).sum();
    }

    /** What the strategies of a service do now. */
    public static List<ServiceUse.Pool> reached(Service service) {
        return service.pools.reached();
    }
}
