package io.birdseye.loadtest.elsewhere;

import io.birdseye.loadtest.floor.Calibration;
import io.birdseye.loadtest.overload.OfferedLoads;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.FloorRun;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What a coordinator is told: one trial, the search for the floor, or loads without a trial, of servers and injectors that
 * run already.
 *
 * @param slot of the trial; null for the floor and for loads
 * @param loads null for a trial and for the floor
 * @param pools equal ones; null for those of each strategy's article
 * @param scenario its text; null for the main article's tree
 * @param known the strategies that the scenario's text may name
 * @param serviceUrl of the service
 * @param mockUrl of mock-api
 * @param injectors the addresses of their control endpoints
 */
public record TrialOrder(
        @Nullable TrialSlot slot, @Nullable OfferedLoads loads, List<String> strategies, Budgets.@Nullable Equal pools, Duration delay,
        double memoryMegabytes, Layout layout, @Nullable String scenario, List<String> known, List<String> undelayed,
        ServiceOptions service, LoadPlan load, long seed, ValidityBounds validity, String command, String serviceUrl,
        String mockUrl, List<String> injectors) {

    private static final int MOST_BYTES = 1 << 20;

    public TrialOrder {
        strategies = List.copyOf(strategies);
        known = List.copyOf(known);
        undelayed = List.copyOf(undelayed);
        injectors = List.copyOf(injectors);
    }

    /**
     * @param slot empty for the floor
     * @param injectors the addresses of their control endpoints
     */
    public static TrialOrder of(
            TrialSettings settings, Optional<TrialSlot> slot, String serviceUrl, String mockUrl, List<String> injectors) {
        Work work = settings.work();
        List<String> strategies = settings.strategies();
        return new TrialOrder(
                slot.orElse(null), null, strategies,
                settings.served().budgets() instanceof Budgets.Equal equal ? equal : null,
                work.upstreamDelay(), work.memoryMegabytes(), work.layout(),
                work.scenario().map(ScenarioFile::text).orElse(null),
                Stream.concat(strategies.stream(), work.scenario().map(ScenarioFile::scenario).map(Scenario::strategies)
                                .orElse(List.of()).stream())
                        .distinct()
                        .toList(),
                work.undelayed(), settings.served().service(), settings.load(), settings.measurement().seed(),
                settings.measurement().validity(), settings.measurement().command(), serviceUrl, mockUrl, injectors);
    }

    /** To offer loads to the same servers instead. */
    public TrialOrder offering(OfferedLoads offered) {
        return new TrialOrder(
                null, offered, strategies, pools, delay, memoryMegabytes, layout, scenario, known, undelayed, service, load, seed,
                validity, command, serviceUrl, mockUrl, injectors);
    }

    public String json() {
        return ResultsFile.JSON.writeValueAsString(this);
    }

    /** @throws IOException if the file cannot be read, or holds something else */
    static TrialOrder read(Path file) throws IOException {
        try {
            return ResultsFile.JSON.readValue(WholeFile.read(file, MOST_BYTES), TrialOrder.class);
        } catch (JacksonException e) {
            throw new IOException(file + " is no order of a trial: " + e.getOriginalMessage(), e);
        }
    }

    /** How long it takes, roughly, once all programs run. */
    public double seconds() {
        TrialSettings settings = settings(Path.of(""));
        if (loads != null) {
            return loads.seconds();
        }
        return slot == null
                ? FloorRun.estimateSeconds(settings)
                : settings.estimateSeconds() + settings.requestTimeout().toSeconds() + (slot.floor() ? Calibration.AGAIN_SECONDS : 0);
    }

    /** @param out the folder of the results */
    TrialSettings settings(Path out) {
        Work work = new Work(delay, memoryMegabytes, layout, Optional.empty(), undelayed).withScenario(parsed());
        return new TrialSettings(
                new Served(strategies, pools == null ? new Budgets.Published() : pools, work, service),
                load,
                new Measurement(1, seed, validity, out, command));
    }

    private Optional<ScenarioFile> parsed() {
        if (scenario == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(ScenarioFile.parse("scenario", scenario, known));
        } catch (InvalidScenario e) {
            throw new IllegalArgumentException("the scenario of the order is none: " + e.getMessage(), e);
        }
    }
}
