package io.birdseye.cli.options;

import io.birdseye.report.statistics.Ranking;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --margin}. */
public final class MarginOption {

    @Option(names = "--margin", paramLabel = "SHARE",
            description = "Slower than the best by less than this is as good, unless it is shown to be slower by 1%% (default:"
                    + " 5%%). At least 1%%: two builds of the same code may differ by that.")
    private Optional<Percentage> margin = Optional.empty();

    /** Empty where the user gave none. */
    public Optional<Double> given(BirdseyeCommand command) {
        return margin.map(share -> command.check(() -> Ranking.requireMargin(share.value())));
    }
}
