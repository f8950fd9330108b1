package io.birdseye.cli.options;

import io.birdseye.planning.calibration.CalibrationRun.CalibrationPoints;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Defaults of commands that differ from those of a shared option; the footer of each says why. {@code BIRDSEYE_DURATION} and
 * {@code BIRDSEYE_WARM_UP} of the environment stand for the two options wherever they are not given.
 */
public final class CommandDefaults implements IDefaultValueProvider {

    private static final Map<String, Map<String, String>> BY_COMMAND = Map.of(
            "compare",
            Map.of("--effort", "quick", "--strategies", StrategyOptions.USUAL),
            "capacity",
            Map.of("--effort", "quick", "--strategies", StrategyOptions.USUAL),
            "run",
            Map.of("--effort", "quick"),
            "advise",
            Map.of("--effort", "quick"),
            "trace",
            Map.of("--strategies", "published"),
            "overload",
            Map.of("--effort", "quick", "--strategies", "adaptive,executor,rx"),
            "sweep",
            Map.of("--strategies", CalibrationPoints.CALIBRATOR));

    private static final Map<String, String> OF_ENVIRONMENT =
            Map.of("--duration", "BIRDSEYE_DURATION", "--warm-up", "BIRDSEYE_WARM_UP");

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        String variable = OF_ENVIRONMENT.get(option.longestName());
        String value = variable == null ? null : System.getenv(variable);
        return value != null ? value : BY_COMMAND.getOrDefault(option.command().name(), Map.of()).get(option.longestName());
    }
}
