package io.birdseye.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of a closed run in which {@code adaptive} refused nearly all that 50 users asked for, five seconds long. */
class PerAnswerTest {

    private static final Latency LATENCY = new Latency(240, 230, 260, null, null, null, 300);

    @TempDir
    private Path folder;

    private static Measured measured(
            double achieved, long answers, Map<String, Long> errors, @Nullable Double requestsPerAnswer) {
        Resources used = new Resources(0.79, 0.1, 0.4, 3.0, 9, 6.0, 120, 900.0, 1.733, 0.3, 0.05);
        return new Measured(
                new Trial.Counts(5, 2_009, achieved, answers, errors.values().stream().mapToLong(count -> count).sum(), errors,
                        requestsPerAnswer),
                LATENCY, LATENCY, new Trial.Work(used, List.of(), 8, 2, 50, null),
                new Trial.Instruments(0, 1.0, 0.0, Samples.UNDISTURBED, Samples.ONE_INJECTOR), Trial.Course.NONE, null);
    }

    private static final Map<String, Long> REFUSALS = Map.of("503", 9_924L);

    @Test
    void whatRefusalsTookIsPartOfThePriceOfARightAnswer() {
        Measured measured = measured(26.8, 120, REFUSALS, 82.0);

        assertThat(measured.cpuMsPerAnswer()).isCloseTo(64.78, within(1e-9));
        assertThat(measured.perAnswer(Resources::contextSwitchesPerRequest)).isCloseTo(492, within(1e-9));
        assertThat(measured.refusedPerSecond()).isCloseTo(1_984.8, within(1e-9));
    }

    @Test
    void whereAllIsAnsweredRightItIsThatOfARequest() {
        assertThat(measured(26.8, 134, Map.of(), 1.0).cpuMsPerAnswer()).isEqualTo(0.79);
    }

    @Test
    void withoutARightAnswerThereIsNone() {
        assertThat(measured(0, 0, REFUSALS, null).cpuMsPerAnswer()).isNull();
    }

    @Test
    void theTableMarksItAsAnUpperBoundAndTheRowSaysWhy() {
        Trial refusing = new Trial("adaptive", 1, Samples.BUDGET, Samples.pools(false, false, 60), Trial.Outcome.COMPLETED,
                null, measured(26.8, 120, REFUSALS, 82.0));
        ComparisonTable comparison = ComparisonTable.of(Samples.results(Load.closed(50), List.of(refusing)), folder);
        Row row = comparison.rows().getFirst();

        assertThat(MarkdownReport.render(comparison)).contains("CPU ms/answer", "≤ 64.8");
        assertThat(row.notes()).contains(
                "CPU per right answer is an upper bound: it includes the CPU of 1,985 refused requests per second.");
    }
}
