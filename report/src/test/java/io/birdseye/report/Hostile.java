package io.birdseye.report;

import io.birdseye.model.Load;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial.Outcome;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Results in which every text tries to become markup, script, a table cell or a terminal command. */
public final class Hostile {

    public static final String TEXT = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>\"& | `\n"
            + "\u001b[31m \u2028 <!-- [link](javascript:alert(3)) \0";

    private Hostile() {}

    public static Results results(Path folder) {
        Load load = Load.open(50);
        Trial good = Samples.trial("rx", 1, Samples.pools(false, false, 60), load, 1.05, folder);
        Trial trial = new Trial(TEXT, 1, good.budget(),
                Samples.perCall(false, true, List.of(3, 1, 3, 2), List.of(1, 1)), Outcome.COMPLETED, null,
                Samples.with(good, "errors", 3, "errorsByKind", Map.of(TEXT, 2L, TEXT + "2", 1L), "tasks", good.measured().work().tasks().stream()
                        .map(t -> new TaskTime(TEXT + t.name(), t.kind(), t.queueMs(), t.runMs())).toList()).measured());
        Trial failed = new Trial(TEXT + " failed", 1, good.budget(), good.topology(), Outcome.FAILED, TEXT, null);
        Environment environment = new Environment(TEXT, TEXT, List.of(TEXT), TEXT, 2, TEXT, 1L << 30, TEXT, TEXT);
        Settings settings = new Settings(load, 200, 5, TEXT, TEXT, 62, 20, 30, 42, TEXT, ValidityBounds.DEFAULT, null);
        return new Results(Results.SCHEMA_VERSION, TEXT, environment, settings, Samples.FLOOR, List.of(trial, failed));
    }
}
