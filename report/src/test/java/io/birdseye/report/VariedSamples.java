package io.birdseye.report;

import io.birdseye.model.Load;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.SetupUsed;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.result.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Made-up results of two strategies with two collectors and two layouts: the collector matters most. */
public final class VariedSamples {

    public static final Load LOAD = Load.open(50);
    private static final List<String> STRATEGIES = List.of("executor", "rx");

    private VariedSamples() {}

    public static Results results(Path folder, int blocks) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            for (String strategy : STRATEGIES) {
                for (SortedMap<String, String> axes : combinations()) {
                    trials.add(trial(new RowKey(strategy, axes), block, folder));
                }
            }
        }
        return results(trials);
    }

    public static Results results(List<Trial> trials) {
        return new Results(
                Results.SCHEMA_VERSION, "2026-01-02T03:04:05Z", Samples.environment(),
                Samples.settings(LOAD).with(Settings.Options.NONE.varying(List.of(
                        new AxisUsed("jvm", List.of(
                                new AxisUsed.ValueUsed("g1", "-XX:+UseG1GC"), new AxisUsed.ValueUsed("zgc", "-XX:+UseZGC"))),
                        new AxisUsed("layout", List.of(
                                new AxisUsed.ValueUsed("boxed", "boxed"), new AxisUsed.ValueUsed("primitive", "primitive")))))),
                Samples.FLOOR, trials, null,
                combinations().stream()
                        .map(axes -> new SetupUsed(
                                axes, "25.0.1+8-LTS", List.of("-XX:+Use" + axes.get("jvm")), String.valueOf(axes.get("jvm")),
                                floor(axes)))
                        .toList());
    }

    public static List<SortedMap<String, String>> combinations() {
        List<SortedMap<String, String>> all = new ArrayList<>();
        for (String jvm : List.of("g1", "zgc")) {
            for (String layout : List.of("boxed", "primitive")) {
                all.add(new TreeMap<>(Map.of("jvm", jvm, "layout", layout)));
            }
        }
        return all;
    }

    /** Primitive lists take half of the CPU time. */
    public static Floor floor(SortedMap<String, String> axes) {
        double part = "primitive".equals(axes.get("layout")) ? 0.5 : 1;
        return new Floor(
                Samples.FLOOR.callMs(), Samples.FLOOR.combineMs().stream().map(ms -> ms * part).toList(),
                Samples.FLOOR.cpuMsPerRequest() * part);
    }

    public static Trial trial(RowKey row, int block, Path folder) {
        double timesFloor = ("zgc".equals(row.axes().get("jvm")) ? 1.6 : 1.05)
                * ("boxed".equals(row.axes().get("layout")) ? 1.1 : 1) * (row.strategy().equals("rx") ? 1.02 : 1);
        // The name differs by row, so that the noise does.
        Trial one = Samples.trial(row.fileName(), block, Samples.pools(false, true, 60), LOAD, timesFloor, folder);
        return new Trial(row, block, one.budget(), one.topology(), one.outcome(), one.reason(), one.measured());
    }
}
