package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.Samples;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.SteadyState;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.LoadOutcome.ExpectedFailures;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ComparisonTest {

    private static final Load RATE = Load.open(50);
    private static final Validity VALIDITY = new Validity(ValidityBounds.DEFAULT, RATE, 2);

    @TempDir
    private Path folder;

    private Trial good;

    private ComparisonTable nine(int blocks) {
        return Samples.table(folder, Samples.nine(folder, RATE, blocks));
    }

    @Test
    void oneBlockGivesNoRanking() {
        ComparisonTable comparison = nine(1);

        assertThat(comparison.ranking()).isNull();
        assertThat(comparison.rows()).allSatisfy(row -> assertThat(row.place().verdict()).isEqualTo(Verdict.UNRANKED));
        assertThat(Samples.row(comparison, "executor").place().reason()).isEqualTo("one block gives no ranking");
        assertThat(Samples.row(comparison, "akka-async").place().reason()).startsWith("failed: the service died");
        assertThat(comparison.orderInWords()).startsWith("A single block: an indication, no ranking.");
        assertThat(Conclusion.of(comparison).headline())
                .startsWith("At 50/s ").contains(" of 9 strategies answer in ", "; the floor is ").endsWith("akka-async fails.");
        assertThat(comparison.recommendation().sure()).isEqualTo("One process each: an indication.");
    }

    @Test
    void rowsThatKeptUpStandFirstAndFailedOnesLast() {
        List<Grade> grades = nine(1).rows().stream().map(row -> row.standing().grade()).toList();

        assertThat(grades).isSorted().startsWith(Grade.KEPT_UP).endsWith(Grade.FAILED);
    }

    @Test
    void aStrategyThatFellBehindIsExplainedByItsTopology() {
        Row disruptor = Samples.row(nine(1), "disruptor");

        assertThat(disruptor.standing().grade()).isEqualTo(Grade.FELL_BEHIND);
        assertThat(disruptor.limit().reason()).isEqualTo("1 thread serves 'comments', 202 ms each");
        assertThat(disruptor.whyBehind().orElseThrow())
                .isEqualTo("That it falls behind is what its topology predicts: X_max is 5.0/s (1 thread serves 'comments', "
                        + "202 ms each); with the task times of the trial it is 5.0/s, 9.9 % of the rate (1 thread serves"
                        + " 'comments', 202 ms each). It answered 4.8/s, as predicted.");
    }

    /** A calibration beside the end of a build: 222 ms, where the trials of the hours after it took 220. */
    @Test
    void trialsThatAreFasterThanARequestAloneTellThatTheFloorWasDisturbed() {
        List<Trial> trials = List.of(
                good,
                Samples.trial("executor", 1, Samples.pools(false, false, 60), RATE, 0.97, folder));

        assertThat(Conclusion.of(Samples.table(folder, trials)).details())
                .anyMatch(sentence -> sentence.startsWith("1 of 2 strategies took less time under load than a request alone (executor: median ")
                        && sentence.contains(", floor 218 ms), so something disturbed the machine while the floor was measured"));
        assertThat(nine(1).disturbedFloor()).isEmpty();
    }

    @Test
    void aBlockWithoutAnAnswerHasNoSayInTheLatencies() {
        Trial answered = good;
        Trial silent = silent(answered, "504");
        List<Trial> trials = List.of(answered, silent.movedTo(2, "", ""), silent.movedTo(3, "", ""));

        Row row = Samples.row(Samples.table(folder, trials), "rx");

        assertThat(row.figures()).isNotNull();
        assertThat(row.figures().response().p50Ms()).isEqualTo(answered.measured().response().p50Ms()).isPositive();
    }

    @Test
    void aFailedTrialKeepsItsReasonAndHasNoFigures() {
        Row akka = Samples.row(nine(1), "akka-async");

        assertThat(akka.figures()).isNull();
        assertThat(akka.excessMs()).isNull();
        assertThat(akka.standing())
                .isEqualTo(new LoadOutcome(Grade.FAILED, "the service died with exit code 137 after 12 s"));
        assertThat(Conclusion.of(nine(1)).details())
                .contains("akka-async failed: the service died with exit code 137 after 12 s.");
    }

    @Test
    void severalBlocksAreRankedAndTheOnesThatFellBehindAreNot() {
        ComparisonTable comparison = nine(4);

        assertThat(comparison.ranking()).isNotNull();
        assertThat(Samples.row(comparison, "executor").place().verdict()).isNotEqualTo(Verdict.UNRANKED);
        assertThat(Samples.row(comparison, "disruptor").place().verdict()).isEqualTo(Verdict.UNRANKED);
        assertThat(Samples.row(comparison, "akka-async").standing().reason()).isEqualTo("in 3 of 3 blocks, 1 left out");
        assertThat(Conclusion.of(comparison).headline()).endsWith("do not keep up. 1 of 4 blocks is left out.");
        assertThat(Conclusion.of(comparison).details().getFirst()).contains("has the lowest median response time in 3 blocks");
        assertThat(Conclusion.of(comparison).details())
                .anyMatch(detail -> detail.contains("block 4 (akka-async failed: the service died with exit code 137 after 12 s)"));
    }

    @Test
    void manyThatAreAsGoodAsTheBestAreCountedAndNotListed() {
        List<Trial> trials = Samples.alike(folder, 4, "a", "b", "c", "d", "e", "f", "g", "h");

        Conclusion conclusion = Conclusion.of(Samples.table(folder, trials));

        assertThat(conclusion.headline()).matches("At 50/s all 8 strategies answer in [\\d.]+( to [\\d.]+)? ms; the floor is about [\\d.]+ ms\\.");
        assertThat(conclusion.details().getFirst())
                .matches("[a-h] has the lowest median response time in 4 blocks; as good as the best \\(less than"
                        + " 5 % slower\\): 7 strategies\\.");
    }

    /** Else `sequential` would add least of all, though it takes four times as long. */
    @Test
    void theFloorIsThatOfTheFastestTopologyOfTheTable() {
        Row sequential = Samples.row(nine(1), "sequential");

        assertThat(Samples.row(nine(1), "executor").floorMs()).isEqualTo(204 + 14);
        assertThat(sequential.floorMs()).isEqualTo(204 + 14);
        assertThat(sequential.excessMs()).isGreaterThan(500);
        assertThat(Conclusion.of(nine(4)).details()).noneMatch(sentence -> sentence.contains("its floor"));
        List<Trial> alone = sequential.trials();
        assertThat(Samples.table(folder, alone).rows().getFirst().floorMs())
                .as("where all make their calls in turn").isEqualTo(201 + 202 + 201 + 204 + 14);
    }

    @Test
    void aGrowingBacklogIsNotKeepingUp() {
        assertThat(LoadOutcome.of(good, RATE, ExpectedFailures.NONE, VALIDITY, OptionalDouble.of(0.009)).keptUp()).isTrue();
        assertThat(LoadOutcome.of(good, RATE, ExpectedFailures.NONE, VALIDITY, OptionalDouble.of(0.02)).reason())
                .startsWith("a backlog grew: each second of load added 20.0 ms of waiting; answered ");
    }

    @Test
    void usingMoreThanTheBudgetIsMarked() {
        Trial greedy = new Trial(RowKey.of("rx"), 1, new Budget(10, 2, 500), good.topology(), good.outcome(), null,
                good.measured());

        ComparisonTable comparison = Samples.table(folder, List.of(greedy));

        assertThat(comparison.rows().getFirst().overBudget()).isPresent();
        assertThat(comparison.rows().getFirst().notes())
                .contains("Over budget: up to 48 calls at once of 10 allowed, 2 combinations of 2.");
    }

    @Test
    void lettingInMoreRequestsThanMayBeInFlightIsMarked() {
        Trial crowded = new Trial(RowKey.of("rx"), 1, new Budget(60, 2, 20), good.topology(), good.outcome(), null,
                Samples.with(good, "inFlightPeak", 21).measured());

        Row row = Samples.table(folder, List.of(crowded)).rows().getFirst();

        assertThat(row.overBudget()).isPresent();
        assertThat(row.notes()).contains(
                "Over budget: up to 48 calls at once of 60 allowed, 2 combinations of 2, 21 requests in flight of 20.");
    }

    @Test
    void histogramsOutsideTheFolderOrMissingAreNotedAndNotRead() {
        for (String file : List.of("nowhere.hlog", "../outside.hlog", "/etc/hostname", "\0")) {
            Row row = Samples.row(Samples.table(folder, List.of(Samples.with(good, "histogram", file))), "rx");
            assertThat(row.profile()).isNull();
            assertThat(row.notes()).anySatisfy(note -> assertThat(note).startsWith("No histogram for block 1: "));
        }
    }

    @Test
    void aTrialThatFailedBeforeItsThreadsWereKnownIsStillARow() {
        Topology unknown = new Topology(false, false, 0, List.of(), 0, List.of(), false);
        Trial dead = new Trial(RowKey.of("akka"), 1, new Budget(0, 0, 0), unknown, Trial.Outcome.FAILED, "did not start", null);

        ComparisonTable comparison = Samples.table(folder, List.of(dead, good));

        assertThat(Samples.row(comparison, "akka").standing()).isEqualTo(new LoadOutcome(Grade.FAILED, "did not start"));
        assertThat(Samples.row(comparison, "akka").limit().reason()).isEqualTo("2 cores, 30 ms of CPU per request");
        assertThat(comparison.equalBudgets()).isTrue();
    }

    @Test
    void withoutAnyRightAnswerThereIsNoLatency() {
        Row row = Samples.row(Samples.table(folder, List.of(silent(good, "503"))), "rx");

        assertThat(row.medianMs()).isNull();
        assertThat(row.excessMs()).isNull();
        assertThat(row.standing().reason()).isEqualTo("answered 0.0/s of 50.0/s, with 600 errors (503)");
    }

    @Test
    void aStrategyThatLacksBlocksIsNotRankedAndTheOthersAre() {
        List<Trial> trials = Samples.alike(folder, 3, "a", "b", "c");
        trials.removeIf(trial -> trial.strategy().equals("c") && trial.block() != 2);

        ComparisonTable comparison = Samples.table(folder, trials);

        assertThat(comparison.ranking()).isNotNull();
        assertThat(comparison.ranking().blocks()).isEqualTo(3);
        assertThat(comparison.ranking().places()).extracting(place -> place.strategy()).containsExactlyInAnyOrder("a", "b");
        assertThat(Samples.row(comparison, "c").place().reason()).startsWith("it was measured in 1 of 3 blocks");
    }

    @Test
    void verdictsAreGivenAsDataToo() {
        JsonNode verdicts = Samples.verdicts(nine(4));

        assertThat(verdicts.path("blocks").asInt()).isEqualTo(3);
        assertThat(verdicts.path("detectableRatio").asDouble()).isBetween(1.01, 1.2);
        assertThat(verdicts.path("rows")).hasSize(9);
        assertThat(verdicts.at("/rows/0/verdict").asString()).isEqualTo("best");
        assertThat(verdicts.at("/rows/0/ratio").asDouble()).isEqualTo(1);
        assertThat(verdicts.path("rows")).filteredOn(row -> row.path("verdict").asString().equals("unranked"))
                .anyMatch(row -> row.path("strategy").asString().equals("disruptor") && row.path("ratio").isNull())
                .allMatch(row -> row.hasNonNull("verdictReason") && row.path("low").isNull() && row.path("high").isNull());
    }

    @Test
    void aGroupThatIsCalledLikeACallIsStillACombination() {
        Trial trial = Samples.with(good, "tasks", measured(good).work().tasks().stream()
                .map(task -> new Trial.TaskTime(task.name().replace("combine-", ""), task.kind(), 0, 1))
                .toList());

        assertThat(Samples.table(folder, List.of(trial)).names().combinations())
                .containsExactly("combine posts", "combine albums");
    }

    @Test
    void resultsWithoutTrialsConcludeNothing() {
        ComparisonTable comparison = Samples.table(folder, List.of());

        assertThat(Conclusion.of(comparison)).isEqualTo(new Conclusion("Nothing was measured.", List.of()));
    }

    @Test
    void aComparisonThatGoesOnSaysHowFarItHasCome() {
        Results partly = Samples.after(2, Samples.results(RATE, Samples.nine(folder, RATE, 1)));

        assertThat(Conclusion.of(ComparisonTable.of(partly, folder)).headline())
                .startsWith("So far, after 2 of 9 trials: At 50/s ").doesNotContain("ranking");
    }

    @Test
    void anInvalidTrialIsShownWithItsReasonAndNeitherAveragedNorRanked() {
        List<Trial> trials = Samples.alike(folder, 3, "rx", "executor", "akka");
        Latency slow = new Latency(9_000, 9_000, 9_000, null, 9_000.0, null, 9_000);
        trials.set(0, Samples.with(trials.getFirst(), "response", slow, "service", slow, "startLagP99Ms", 700));

        ComparisonTable comparison = Samples.table(folder, trials);
        Row rx = Samples.row(comparison, "rx");

        assertThat(rx.standing()).isEqualTo(new LoadOutcome(Grade.INVALID,
                "in 1 of 3 blocks: start lag p99 700 ms, at most 50 ms are allowed"));
        assertThat(rx.place().verdict()).isEqualTo(Verdict.UNRANKED);
        assertThat(rx.place().reason()).startsWith("invalid: in 1 of 3 blocks");
        assertThat(rx.isJudged()).isFalse();
        assertThat(rx.figures()).isNotNull();
        assertThat(rx.figures().response().maxMs()).isLessThan(9_000);
        assertThat(comparison.ranking()).isNotNull();
        assertThat(comparison.ranking().places()).extracting(place -> place.strategy())
                .containsExactlyInAnyOrder("executor", "akka");
        assertThat(Conclusion.of(comparison).details()).anySatisfy(detail -> assertThat(detail)
                .startsWith("rx has too few valid trials: "));
        assertThat(Conclusion.of(comparison).headline()).endsWith(". 1 of 3 had too few valid trials and is not judged.")
                .doesNotContain("did not keep up");
    }

    /** A disturbed machine says nothing of a strategy, so nobody is said to have fallen behind. */
    @Test
    void whereNoTrialIsValidNothingIsConcluded() {
        Trial late = Samples.with(good, "startLagP99Ms", 700);

        assertThat(Conclusion.of(Samples.table(folder, List.of(late))).headline()).isEqualTo(
                "No strategy has enough valid trials, so nothing is concluded: see why below, and measure again.");
    }

    @Test
    void aRowWithoutSteadyStateIsLabelledAndSaysWhy() {
        SteadyState moved = new SteadyState(SteadyState.Steady.NOT_STEADY, "its median moved from 1 ms to 2 ms");

        ComparisonTable comparison = Samples.table(folder, List.of(Samples.with(good, "steadyState", moved)));
        Row row = comparison.rows().getFirst();

        assertThat(row.notSteady()).isPresent();
        assertThat(row.notes()).contains("No steady state: its median moved from 1 ms to 2 ms.");
        assertThat(Conclusion.of(comparison).details())
                .contains("rx: No steady state: its median moved from 1 ms to 2 ms.");
        assertThat(row.standing().keptUp()).as("a label, no verdict").isTrue();
    }

    /** Thirty sentences of the same kind would hide what else the conclusion says. */
    @Test
    void manyRowsWithoutSteadyStateShareAStatementThatSaysWhatMayHelp() {
        List<Trial> trials = Samples.alike(folder, 2, "rx", "executor", "akka", "flow");
        trials = trials.stream()
                .map(trial -> trial.block() == 1 && !trial.strategy().equals("flow") ? becomesFaster(trial) : trial)
                .toList();

        ComparisonTable comparison = Samples.table(folder, trials);
        Conclusion conclusion = Conclusion.of(comparison);

        assertThat(conclusion.statements()).filteredOn(said -> said.sentence().contains("steady state")).singleElement()
                .satisfies(said -> assertThat(said.names()).containsExactlyInAnyOrder("rx", "executor", "akka"))
                .extracting(Conclusion.Statement::sentence).asString()
                .startsWith("3 strategies had no steady state in one block or more, 3 of their 6 in all: ")
                .contains("In 3 of 3 the first third of the window was slower than the rest")
                .contains("--warm-up " + Format.setting(2 * comparison.results().settings().run().warmUpSeconds()) + "s ");
        assertThat(comparison.rows()).filteredOn(row -> row.notSteady().isPresent())
                .allSatisfy(row -> assertThat(row.notes()).anyMatch(note -> note.startsWith("No steady state in 1 of 2 blocks")));
    }

    /** As after a warm-up that was too short. */
    private Trial becomesFaster(Trial trial) {
        Samples.write(folder.resolve(measured(trial).course().histogram()), IntStream.range(0, 12)
                .mapToObj(second -> {
                    Histogram histogram = new Histogram(3);
                    histogram.recordValueWithCount(second < 4 ? 280_000 : 220_000, 50);
                    return histogram;
                })
                .toList());
        return Samples.with(trial, "steadyState", new SteadyState(SteadyState.Steady.NOT_STEADY, "its median fell"));
    }

    @Test
    void whatTheSystemDoesNotTellIsSaid() {
        Row row = Samples.table(folder, List.of(good)).rows().getFirst();

        assertThat(row.standing().keptUp()).isTrue();
        assertThat(row.notes()).contains("Not known, so not judged: delay error of mock-api, stolen time and CPU of other"
                        + " programs.");
    }

    @Test
    void aClosedLoadNamesItsUsers() {
        Load users = Load.closed(50);
        Results results = Samples.results(users,
                List.of(Samples.trial("rx", 1, Samples.pools(false, false, 200), users, 1.05, folder)));

        assertThat(Conclusion.of(ComparisonTable.of(results, folder)).headline()).isEqualTo(
                "With 50 users in a closed loop rx answers in 226 ms, 64.7/s; the floor is about 218 ms.");
    }

    @Test
    void errorsHaveTheirOwnColumnAndOnlyTooManyOfThemTakeARowOutOfTheComparison() {
        List<Trial> trials = Samples.alike(folder, 3, "clean", "few", "many").stream()
                .map(trial -> switch (trial.strategy()) {
                    case "few" -> Samples.with(trial, "requests", 599, "errors", 1, "errorsByKind", Map.of("503", 1));
                    case "many" -> Samples.with(trial, "requests", 597, "errors", 3, "errorsByKind", Map.of("503", 3));
                    default -> trial;
                })
                .toList();

        ComparisonTable comparison = Samples.table(folder, trials);

        assertThat(comparison.ranking().places()).extracting(place -> place.strategy()).containsExactlyInAnyOrder("clean", "few");
        assertThat(Conclusion.of(comparison).headline()).contains("many keeps up, but with too many errors.").doesNotContain("does not keep up");
        assertThat(Conclusion.of(comparison).details()).contains("many kept up, but answered with too many errors: 9 errors in 1,800"
                + " requests, 0.5 %; at most 0.1 % may be for response times to be compared.");
        String table = new TerminalTable(200, true, true).render(comparison);
        assertThat(table).contains("3 (0.17 %)", "9 (0.5 %)!", "! more errors than 0.1 %, so its response times are not compared")
                .doesNotContain(" NO ");
        assertThat(MarkdownReport.render(comparison)).contains("| 3 (0.17 %) |", "too many errors: 9 errors in 1,800 requests");
        assertThat(RowFields.csv(comparison)).contains("many,too many errors,");
        JsonNode line = Samples.verdicts(comparison).path("rows").get(comparison.rows().size() - 1);
        assertThat(line.path("standing").asString()).isEqualTo("too many errors");
        assertThat(line.path("errorShare").asDouble()).isEqualTo(9 / 1_800.0);
    }

    @BeforeEach
    void measure() {
        good = Samples.trial("rx", 1, Samples.pools(false, false, 60), RATE, 1.05, folder);
    }

    private static Trial silent(Trial trial, String error) {
        Latency none = new Latency(0, 0, 0, null, null, null, 0);
        return Samples.with(trial, "achievedPerSecond", 0, "requests", 0, "errors", 600, "errorsByKind", Map.of(error, 600),
                "response", none, "service", none);
    }

    private static Measured measured(Trial trial) {
        return Objects.requireNonNull(trial.measured());
    }
}
