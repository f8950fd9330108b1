package io.birdseye.report.result;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one comparison, and everything needed to repeat it. This is {@code results.json}; every name carries
 * its unit.
 *
 * @param schemaVersion raised when a field changes its meaning or goes away
 * @param trials in the order in which they were run, failed ones included
 * @param trialsToCome how many trials are missing to those asked for: it goes on, or was interrupted; null for none
 * @param setups each combination of axis values that could be calibrated; environment and floor are those of the first.
 *     Empty where only strategies differ
 */
public record Results(
        int schemaVersion, String createdAt, Environment environment, Settings settings, Floor floor,
        List<Trial> trials,
        @Nullable Integer trialsToCome,
        List<SetupUsed> setups) {

    /** The version that this build writes. */
    public static final int SCHEMA_VERSION = 1;

    public Results {
        trials = List.copyOf(trials);
        if (trialsToCome != null && trialsToCome < 1) {
            throw new IllegalArgumentException("trialsToCome must be above 0 or missing, but is " + trialsToCome);
        }
        setups = List.copyOf(setups);
    }

    public Results with(Settings others) {
        return new Results(schemaVersion, createdAt, environment, others, floor, trials, trialsToCome, setups);
    }

    public int blocks() {
        return trials.stream().mapToInt(Trial::block).max().orElse(0);
    }

    /** The trials of each row by block, the rows in the order in which they were first run. */
    public Map<RowKey, List<Trial>> byRow() {
        return trials.stream().sorted(Comparator.comparingInt(Trial::block))
                .collect(Collectors.groupingBy(Trial::row, LinkedHashMap::new, Collectors.toList()));
    }

    /** What one request takes alone where a row was measured: it differs between layouts, collectors and JDKs. */
    public Floor floor(RowKey row) {
        return setups.stream()
                .filter(setup -> setup.axes().equals(row.axes())).findFirst().map(SetupUsed::floor).orElse(floor);
    }

    /**
     * Where a result was measured.
     *
     * @param commit the commit of Birdseye, with {@code +changes} behind it where the work tree differed
     */
    public record Environment(
            String commit, String jdk, List<String> jvmFlags, String collector, int cores, String cpuModel,
            long memoryBytes, String os, String kernel) {

        public Environment {
            jvmFlags = List.copyOf(jvmFlags);
        }
    }

    /** One combination of axis values, and what was found of it before its trials. */
    public record SetupUsed(
            SortedMap<String, String> axes, String jdk, List<String> jvmFlags, String collector, Floor floor) {

        public SetupUsed {
            axes = RowKey.sorted(axes);
            jvmFlags = List.copyOf(jvmFlags);
        }
    }
}
