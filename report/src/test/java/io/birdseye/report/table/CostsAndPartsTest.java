package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Row;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostsAndPartsTest {

    private static final double EXACT = 1e-9;

    @TempDir
    private Path folder;

    @Test
    void partsAddUpToTheMeanAndTheCompilersHaveTheirShareOfTheWaitForACore() {
        ResponseParts parts = ResponseParts.of(300, 200, 50, 20.0, 5, 0.25, 15);

        assertThat(parts).isEqualTo(new ResponseParts(200, 50, 15.0, 5, 5.0, 15, 10));
        assertThat(parts.totalMs()).isCloseTo(300, within(EXACT));
    }

    @Test
    void whatTheSystemDoesNotTellIsNotKnownAndTheRestAddsUpAllTheSame() {
        assertThat(ResponseParts.of(300, 200, 50, null, 5, 0.25, 35))
                .isEqualTo(new ResponseParts(200, 50, null, 5, null, 35, 10));
        assertThat(ResponseParts.of(300, 200, 50, 20.0, 5, null, 15))
                .isEqualTo(new ResponseParts(200, 50, 20.0, 5, null, 15, 10));
    }

    /** Geometric means of each part would not. */
    @Test
    void partsOfSeveralBlocksAddUpToTheMeanThatTheTableShows() {
        List<Trial> trials = new ArrayList<>();
        double[] means = {320, 250, 400, 290};
        for (int block = 1; block <= means.length; block++) {
            trials.add(trial("rx", block, ResponseParts.of(means[block - 1], 200, 17.0 * block, 9.0, 1, 0.5, 10 / block)));
        }

        Row row = table(trials).rows().getFirst();

        ResponseParts parts = row.figure(Measured::parts);
        assertThat(parts).isNotNull();
        assertThat(row.latency(Measured::response, Latency::meanMs)).isCloseTo(Math.pow(320.0 * 250 * 400 * 290, 0.25), within(EXACT));
        assertThat(parts.totalMs()).isCloseTo(row.latency(Measured::response, Latency::meanMs), within(EXACT));
        assertThat(parts.queueMs()).isCloseTo(17 * 2.5, within(EXACT));
    }

    @Test
    void theDifferenceOfTwoRowsIsExplainedByThePartsThatChangedMost() {
        ComparisonTable table = table(List.of(
                trial("http-async", 1, ResponseParts.of(218, 201, 2, 1.0, 0, 0.0, 12)),
                trial("rx", 1, ResponseParts.of(242, 201, 23, 1.4, 3.1, 0.0, 12))));

        assertThat(table.slowerBecause(table.rows().get(0))).isEmpty();
        assertThat(table.slowerBecause(table.rows().get(1)))
                .contains("24.0 ms slower than http-async: 21.0 ms waiting for a thread or permit and 3.10 ms collecting");
    }

    @Test
    void aPartThatShrankIsToldTooAndASmallDifferenceIsNot() {
        ComparisonTable table = table(List.of(
                trial("http-async", 1, ResponseParts.of(218, 201, 2, 1.0, 0, 0.0, 12)),
                trial("rx", 1, ResponseParts.of(248, 191, 42, 1.0, 0, 0.0, 12)),
                trial("same", 1, ResponseParts.of(219, 201, 3, 1.0, 0, 0.0, 12))));

        assertThat(table.rows()).filteredOn(row -> row.name().equals("rx")).singleElement()
                .satisfies(row -> assertThat(table.slowerBecause(row)).contains(
                        "30.0 ms slower than http-async: 40.0 ms waiting for a thread or permit and 10.0 ms less on the wire"));
        assertThat(table.rows()).filteredOn(row -> row.name().equals("same")).singleElement()
                .satisfies(row -> assertThat(table.slowerBecause(row)).isEmpty());
    }

    private ComparisonTable table(List<Trial> trials) {
        return Samples.table(folder, trials);
    }

    private static Trial trial(String strategy, int block, ResponseParts parts) {
        double mean = parts.totalMs();
        Trial plain = Samples.plain(strategy, block, new Latency(mean, mean, mean, null, mean, null, mean), 50, 20);
        return plain.with(Samples.explained(plain.measured(), parts));
    }

    private static final Latency LATENCY = new Latency(240, 230, 260, null, null, null, 300);

    private static Measured measured(
            double achieved, long answers, Map<String, Long> errors, @Nullable Double requestsPerAnswer) {
        Resources used = new Resources(0.79, 0.1, 0.4, 3.0, 9, 6.0, 120, 900.0, 1.733, 0.3, 0.05);
        return new Measured(
                new Trial.Counts(5, 2_009, achieved, answers, errors.values().stream().mapToLong(count -> count).sum(), errors,
                        requestsPerAnswer),
                LATENCY, LATENCY, new Trial.Work(used, List.of(), 8, 2, 50, null, null),
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
        Trial refusing = new Trial(RowKey.of("adaptive"), 1, Samples.BUDGET, Samples.pools(false, false, 60), Trial.Outcome.COMPLETED,
                null, measured(26.8, 120, REFUSALS, 82.0));
        ComparisonTable comparison = ComparisonTable.of(Samples.results(Load.closed(50), List.of(refusing)), folder);
        Row row = comparison.rows().getFirst();

        assertThat(MarkdownReport.render(comparison)).contains("CPU ms/answer", "≤ 64.8");
        assertThat(row.notes()).contains(
                "CPU per right answer is an upper bound: it includes the CPU of 1,985 refused requests per second.");
    }
}
