package io.birdseye.cli.options;

import io.birdseye.planning.calibration.CalibrationPoints;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Defaults of commands that differ from those of a shared option; the footer of each says why. */
public final class CommandDefaults implements IDefaultValueProvider {

    private static final Map<String, Map<String, String>> BY_COMMAND = Map.of(
            "compare",
            Map.of("--effort", "quick", "--strategies", StrategyOptions.USUAL),
            "run",
            Map.of("--effort", "quick"),
            "trace",
            Map.of("--strategies", "published"),
            "overload",
            Map.of("--strategies", "executor,rx"),
            "sweep",
            Map.of("--strategies", CalibrationPoints.CALIBRATOR));

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? BY_COMMAND.getOrDefault(option.command().name(), Map.of()).get(option.longestName())
                : null;
    }
}
