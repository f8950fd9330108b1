package io.birdseye.cli.options;

import io.birdseye.report.result.ValidityBounds;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Beyond which a trial is invalid: shown with its reason, but neither averaged nor ranked. See docs/explanation/method.md. */
@OptionGroup.In(OptionGroup.VALIDITY)
public final class ValidityOptions {

    @Option(names = "--max-start-lag", defaultValue = "50ms", paramLabel = "TIME",
            description = "A trial is invalid if the injector was later than this, p99 (default: ${DEFAULT-VALUE}).")
    private Duration startLag = Duration.ZERO;

    @Option(names = "--min-sent", defaultValue = "99%", paramLabel = "SHARE",
            description = "... if it sent a smaller share of the rate (default: ${DEFAULT-VALUE}).")
    private Percentage sent = new Percentage(0);

    @Option(names = "--max-injector-cpu", defaultValue = "25%", paramLabel = "SHARE",
            description = "... if it took a larger share of the machine (default: ${DEFAULT-VALUE}).")
    private Percentage injectorCpu = new Percentage(0);

    @Option(names = "--max-mock-cpu", defaultValue = "25%", paramLabel = "SHARE",
            description = "... if mock-api took a larger share of the machine (default: ${DEFAULT-VALUE}).")
    private Percentage mockCpu = new Percentage(0);

    @Option(names = "--max-delay-error", defaultValue = "50ms", paramLabel = "TIME",
            description = "... if mock-api's delays were off by more, p99 (default: ${DEFAULT-VALUE}).")
    private Duration delayError = Duration.ZERO;

    @Option(names = "--max-steal", defaultValue = "2%", paramLabel = "SHARE",
            description = "... if a hypervisor took a larger share of the processors (default: ${DEFAULT-VALUE}).")
    private Percentage steal = new Percentage(0);

    @Option(names = "--max-others", defaultValue = "5%", paramLabel = "SHARE",
            description = "... if other programs took a larger share of the processors (default: ${DEFAULT-VALUE}).")
    private Percentage others = new Percentage(0);

    @Option(names = "--max-start-spread", defaultValue = "5ms", paramLabel = "TIME",
            description = "... if two of its injectors may have begun further apart (default: ${DEFAULT-VALUE}).")
    private Duration startSpread = Duration.ZERO;

    @Option(names = "--max-errors", defaultValue = "0.1%", paramLabel = "SHARE",
            description = "Response times are not compared if a larger share of the requests had no right answer, beyond chance"
                    + " (default: ${DEFAULT-VALUE}).")
    private Percentage errors = new Percentage(0);

    public ValidityBounds bounds() {
        return new ValidityBounds(
                startLag.toNanos() / 1e6, sent.value(), injectorCpu.value(), mockCpu.value(),
                delayError.toNanos() / 1e6, steal.value(), others.value(), startSpread.toNanos() / 1e6, errors.value());
    }
}
