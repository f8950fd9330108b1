package io.birdseye.cli;

import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.Problem;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A scenario of equal calls from a handful of flags, so that flags and files are measured in the same way. */
final class FlagScenario {

    private FlagScenario() {}

    static String yaml(int calls, Duration io, Duration cpu, double rate, Optional<Duration> p99) {
        StringBuilder yaml = new StringBuilder("name: from-flags\ngroups:\n  - name: all\n    calls:\n");
        for (int i = 1; i <= calls; i++) {
            yaml.append("      - name: call-").append(i).append('\n');
            yaml.append("        latency: ").append(micros(io)).append('\n');
            yaml.append("        payload: 1kB\n");
        }
        if (calls < 1) {
            yaml.append("      []\n");
        }
        yaml.append("    cpu: { time: ").append(micros(cpu)).append(" }\n");
        yaml.append("load:\n  rate: ").append(number(rate)).append("\n  arrivals: poisson\n");
        p99.ifPresent(time -> yaml.append("objective: { p99: ").append(micros(time)).append(", rate: ")
                .append(number(rate)).append(" }\n"));
        return yaml.toString();
    }

    /** What is wrong, without lines of a file that nobody has seen. */
    static String withoutPlace(InvalidScenario refused) {
        return refused.problems().stream().map(Problem::message).distinct().collect(Collectors.joining("; "));
    }

    private static String micros(Duration time) {
        return time.toNanos() / 1_000 + "us";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }
}
