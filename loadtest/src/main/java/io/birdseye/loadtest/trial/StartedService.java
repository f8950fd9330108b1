package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.plan.Request;
import io.birdseye.model.Load;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Settings.ServiceUsed;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.ScenarioFile;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A service of the user's own, started anew for each trial beside mock-api. Results hold the text of its file. */
public record StartedService(
        URI url, Readiness ready, List<Variant> variants, Optional<Upstreams> upstreams, String text,
        Duration requestTimeout) implements Subject {

    private static final double OVERHEAD_SECONDS = 10;

    /** @param address that answers with status 200 when the process is ready; empty where an open port is enough */
    public record Readiness(Optional<URI> address, Duration within) {}

    public record Variant(Request request, StartCommand start) {}

    /**
     * How a process is started. JVM flags stand behind a program that is {@code java}, else in
     * {@code JAVA_TOOL_OPTIONS}; java is a version or a JDK's folder, empty for that of the path; the environment is what is
     * added to Birdseye's.
     */
    public record StartCommand(
            List<String> command, Path folder, Map<String, String> environment, List<String> jvmFlags,
            Optional<String> java) {

        public StartCommand {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            jvmFlags = List.copyOf(jvmFlags);
        }
    }

    /** The services behind the one that is measured: mock-api answers each call of the scenario at {@code /<its name>}. */
    public record Upstreams(ScenarioFile scenario, int port) {

        /** What one request takes when it is alone, at least: the slowest of the calls, if it makes all of them. */
        Floor floor() {
            return Work.of(scenario).calls().floor();
        }
    }

    public StartedService {
        variants = List.copyOf(variants);
        RunningService.requireDistinct(variants.stream().map(Variant::request).toList());
    }

    public List<Request> requests() {
        return variants.stream().map(Variant::request).toList();
    }

    Variant variant(String name) {
        return variants.stream().filter(variant -> variant.request().name().equals(name)).findFirst().orElseThrow();
    }

    public StartedService withTimeout(Duration other) {
        return new StartedService(url, ready, variants, upstreams, text, other);
    }

    @Override
    public List<RowKey> rows() {
        return variants.stream().map(variant -> RowKey.of(variant.request().name())).toList();
    }

    @Override
    public StartedService only(String name) {
        return new StartedService(url, ready, List.of(variant(name)), upstreams, text, requestTimeout);
    }

    /** Of the requests, that fail because mock-api lets their calls fail, if each makes all of them once. */
    double failingShare() {
        return upstreams.map(played -> played.scenario().failingShare()).orElse(0.0);
    }

    @Override
    public Settings described(Load load, Settings.Run run, ValidityBounds validity, Settings.Options options) {
        return new Settings(load, ServiceUsed.NONE, run, validity, null, new Settings.TargetUsed(
                Request.origins(requests()), true, upstreams.isPresent(), RunningService.used(requests()), text,
                failingShare()), options);
    }

    @Override
    public Record conditions() {
        return new RunningService.Conditions(requestTimeout.toMillis());
    }

    @Override
    public double trialSeconds(LoadPlan load) {
        return Subject.seconds(load, OVERHEAD_SECONDS);
    }
}
