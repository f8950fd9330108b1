package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.Setup;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Results.SetupUsed;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a subject beside its trials: the floor of each combination of axis values, since the CPU time of a
 * request that is alone differs between layouts, collectors and JDKs. Where a combination cannot be calibrated, its trials
 * fail with that reason; the others go on.
 */
final class Calibrations {

    private final Trials trials;
    private final Map<SortedMap<String, String>, Calibrated> done = new LinkedHashMap<>();
    private final Map<SortedMap<String, String>, String> failed = new LinkedHashMap<>();

    private Calibrations(Trials trials) {
        this.trials = trials;
    }

    /**
     * Calibrates what is not kept.
     *
     * @throws TrialFailure if none can be calibrated
     */
    static Calibrations of(List<Setup> setups, Trials trials, Consumer<String> phase, Runnable next)
            throws TrialFailure, IOException, InterruptedException {
        Calibrations calibrations = new Calibrations(trials);
        for (Setup setup : setups) {
            try {
                calibrations.done.put(setup.axes(), trials.calibrated(setup, phase));
            } catch (TrialFailure e) {
                boolean none = setup == setups.getLast() && calibrations.done.isEmpty();
                if (none || trials.interrupted()) {
                    throw e;
                }
                calibrations.failed.put(setup.axes(), "no floor could be measured: " + e.reason());
            }
            next.run();
        }
        trials.within(calibrations.measuredFloor());
        return calibrations;
    }

    TrialSettings settings() {
        return trials.settings();
    }

    /** Of the first combination. What runs a service of the user's own is not known: it need not even be a JVM. */
    Environment environment() {
        if (!done.isEmpty()) {
            return done.values().iterator().next().environment();
        }
        Provenance by = trials.provenance();
        Machine machine = by.machine();
        return new Environment(
                by.commit(), "", List.of(), "", machine.cores(), machine.cpuModel(), machine.memoryBytes(), machine.os(),
                machine.kernel());
    }

    /** Of the first combination; without calls where none was calibrated. */
    Floor measuredFloor() {
        return done.isEmpty() ? Trials.UNKNOWN_FLOOR : done.values().iterator().next().floor();
    }

    /** The same; where none was calibrated, what follows from the configured upstreams. */
    Floor floor(List<Trial> measured) throws IOException {
        return done.isEmpty() ? trials.configuredFloor(measured) : measuredFloor();
    }

    /** Why a row cannot be measured; null if it can. */
    @Nullable String failure(RowKey row) {
        return failed.get(row.axes());
    }

    /** The slot, and with it the floor where its trial is the one of its block and axis values that tells it. */
    TrialSlot withFloor(TrialSlot slot) {
        Calibrated of = done.get(slot.row().axes());
        return of != null && of.strategy().equals(slot.strategy()) && slot.turn() == 1 ? slot.withFloor() : slot;
    }

    /** As results have them: empty where only strategies differ. */
    List<SetupUsed> used() {
        return done.entrySet().stream()
                .filter(each -> !each.getKey().isEmpty())
                .map(each -> new SetupUsed(
                        each.getKey(), each.getValue().environment().jdk(), each.getValue().environment().jvmFlags(),
                        each.getValue().environment().collector(), each.getValue().floor()))
                .toList();
    }
}
