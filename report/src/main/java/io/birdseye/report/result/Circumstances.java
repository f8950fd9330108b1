package io.birdseye.report.result;

import io.birdseye.model.Budget;
import io.birdseye.model.ParentProcess;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.result.Settings.ScenarioUsed;
import io.birdseye.report.result.Settings.TargetUsed;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** What must be equal for two results to be compared. */
public final class Circumstances {

    private Circumstances() {}

    /** Where two results were not measured alike, one sentence each. */
    public static List<String> differences(Results first, Results second) {
        Map<String, Object> before = of(first);
        Map<String, Object> after = of(second);
        Stream<String> settings = before.keySet().stream()
                .filter(what -> !Objects.equals(before.get(what), after.get(what)))
                .map(what -> "The " + what + " differs: " + before.get(what) + ", then " + after.get(what) + ".");
        return Stream.concat(settings, budgets(first, second)).toList();
    }

    /** Of the strategies that both have; with equal budgets it is the same sentence for all of them. */
    private static Stream<String> budgets(Results first, Results second) {
        Map<String, String> before = budgets(first);
        Map<String, String> after = budgets(second);
        return before.entrySet().stream()
                .filter(old -> !old.getValue().equals(after.getOrDefault(old.getKey(), old.getValue())))
                .map(old -> "A budget differs: " + old.getValue() + "; then " + after.get(old.getKey()) + ".")
                .distinct();
    }

    private static Map<String, String> budgets(Results results) {
        return results.trials().stream()
                .filter(trial -> !trial.budget().equals(Budget.NONE))
                .collect(Collectors.toMap(Trial::strategy, trial -> trial.budget().ioConcurrency() + " calls, "
                        + trial.budget().cpuConcurrency() + " combinations and " + trial.budget().maxInFlight()
                        + " requests at once", (one, another) -> one, TreeMap::new));
    }

    private static Map<String, Object> of(Results results) {
        Environment environment = results.environment();
        Settings settings = results.settings();
        ScenarioUsed scenario = settings.scenario();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("number of cores", environment.cores());
        all.put("processor", environment.cpuModel());
        all.put("memory", environment.memoryBytes());
        all.put("operating system", environment.os());
        all.put("kernel", environment.kernel());
        all.put("JDK", environment.jdk());
        all.put("collector", environment.collector());
        all.put("JVM flags", flags(environment.jvmFlags()));
        all.put("scenario", scenario == null ? "none" : scenario.name());
        all.put("checksum of the scenario", checksum(scenario));
        TargetUsed target = settings.target();
        all.put("service", target == null ? "Birdseye's" : target.describe());
        // The file of a service that is started differs where a build or a flag does: that is what a diff compares.
        if (target != null) {
            target.variants().forEach(variant ->
                    all.put("request of " + variant.name(), variant.request().replaceFirst("https?://[^/]*", "")));
        }
        all.put("load", settings.loadInWords());
        all.put("objective", settings.searched() ? settings.objective() : "none");
        all.put("number of injectors", Trial.measured(results.trials())
                .map(measured -> measured.instruments().injectors())
                .mapToInt(used -> used.each().size())
                .max()
                .orElse(1));
        all.put("upstream delay in ms", settings.service().latencyMs());
        all.put("shared memory in MB", settings.service().memoryMegabytes());
        all.put("layout", settings.service().layout());
        all.put("choice of axis values", settings.options().axes().stream().map(AxisUsed::describe).toList());
        results.setups().forEach(setup -> all.put("JVM of " + RowKey.label(setup.axes()), setup.jdk() + " " + flags(setup.jvmFlags())));
        all.put("budgets", settings.service().budgets());
        all.put("number of HTTP threads", settings.service().httpThreads());
        all.put("warm-up in s", settings.run().warmUpSeconds());
        all.put("duration in s", settings.run().durationSeconds());
        all.put("profile", settings.options().profile() == null ? "none" : settings.options().profile());
        return all;
    }

    /** Without the number of the process that started the service: it differs in every run and changes nothing. */
    private static List<String> flags(List<String> flags) {
        return flags.stream().filter(flag -> !flag.startsWith("-D" + ParentProcess.PROPERTY + "=")).toList();
    }

    /** Two scenarios of one name may differ anywhere in a long file. */
    private static String checksum(@Nullable ScenarioUsed scenario) {
        CRC32 checksum = new CRC32();
        checksum.update(scenario == null ? new byte[0] : scenario.text().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(checksum.getValue());
    }
}
