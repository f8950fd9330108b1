package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.model.Objective;
import io.birdseye.planning.advice.Advice.Outlook;
import io.birdseye.report.table.Carried;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the recommended strategy carries as measured, with the recommended pools, beside the rate that was asked for. */
public record Verification(Question question, Advice.Recommendation recommendation, ComparisonTable measured) {

    /** More CPU time than assumed, by this factor, explains a missed objective. */
    private static final double MORE_CPU = 1.15;

    public static Objective objective(Question question) {
        Double wanted = question.p99Ms();
        return wanted == null ? Objective.OF_FLOOR : new Objective(99, wanted);
    }

    /** First and second choice: the strategy that is recommended, and the next simplest that meets the objective with its pools. */
    public static List<String> choices(Advice advice, Advice.Recommendation recommended) {
        return Stream.concat(
                        Stream.of(recommended.strategy()),
                        advice.strategies().stream().filter(Outlook::meetsObjective).map(Outlook::name).filter(name -> !name.equals(recommended.strategy())).limit(1))
                .toList();
    }

    private @Nullable Row row() {
        return measured.rows().stream().filter(row -> row.key().strategy().equals(recommendation.strategy())).findFirst().orElse(null);
    }

    /** Whether it carries the rate within the objective; empty where it was not measured, or the rate lies in its interval. */
    public Optional<Boolean> confirmed() {
        Row row = row();
        if (row == null || !row.isJudged()) {
            return Optional.empty();
        }
        Carried carried = row.carried();
        double rate = question.perSecond();
        return carried == null || !carried.atLeast() && carried.interval().high() < rate ? Optional.of(false)
                : carried.known().low() >= rate ? Optional.of(true) : Optional.empty();
    }

    /** Whether the measurement confirms the advice, and if not, the probable reason. */
    public String sentence() {
        Row row = row();
        if (row == null || !row.isJudged()) {
            return "The advice is not verified: " + (row == null ? "nothing was measured" : row.standing().reason()) + ".";
        }
        Carried carried = row.carried();
        String carries = row.name() + " carries "
                + (carried == null ? "no rate" : carried.rate() + "/s" + (carried.atLeast() ? "" : " (" + carried.range() + ")"))
                + " within " + measured.results().settings().objective() + " with these pools; asked for are " + Format.rate(question.perSecond());
        return confirmed()
                .map(held -> held ? "The advice holds: " + carries + "." : "The advice does not hold here: " + carries + "." + moreCpu(row))
                .orElse("Not shown either way: " + carries + ". More processes would tell: --effort normal.");
    }

    private String moreCpu(Row row) {
        Number known = row.value(Metric.PROGRAM_CPU);
        double cpu = known == null ? Double.NaN : known.doubleValue();
        return cpu > MORE_CPU * question.work().cpuMs()
                ? " A request took " + Format.ms(cpu) + " of CPU where the advice assumed " + Format.ms(question.work().cpuMs()) + "."
                : " Injector and mock-api share the cores, and pauses of the collector are not predicted.";
    }
}
