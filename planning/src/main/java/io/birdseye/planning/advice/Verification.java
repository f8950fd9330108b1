package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.model.Objective;
import io.birdseye.planning.advice.Advice.Outlook;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import io.birdseye.report.table.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the recommended strategy carries as measured, with the recommended pools, beside the rate that was asked for. */
public record Verification(Question question, Advice.Recommendation recommendation, CapacityTable measured) {

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

    private @Nullable CapacityRow row() {
        return measured.rows().stream().filter(row -> row.key().strategy().equals(recommendation.strategy())).findFirst().orElse(null);
    }

    /** Whether it carries the rate within the objective; empty where it was not measured, or the rate lies in its interval. */
    public Optional<Boolean> confirmed() {
        CapacityRow row = row();
        if (row == null || !row.isAnswered()) {
            return Optional.empty();
        }
        if (!row.hasAnswer()) {
            return Optional.of(false);
        }
        double rate = question.perSecond();
        double low = row.interval() == null ? row.perSecond() : row.interval().low();
        double high = row.interval() == null || row.atLeast() ? row.perSecond() : row.interval().high();
        return low >= rate || row.atLeast() && row.perSecond() >= rate ? Optional.of(true) : high < rate ? Optional.of(false) : Optional.empty();
    }

    /** Whether the measurement confirms the advice, and if not, the probable reason. */
    public String sentence() {
        CapacityRow row = row();
        if (row == null || !row.isAnswered()) {
            return "The advice is not verified: " + (row == null ? "nothing was measured" : row.reason()) + ".";
        }
        String carries = row.name() + " carries " + (row.hasAnswer() ? row.rate() + "/s" + (row.range().equals(Format.NONE) ? "" : " (" + row.range() + ")") : "no rate")
                + " within " + measured.objective() + " with these pools; asked for are " + Format.rate(question.perSecond());
        return confirmed()
                .map(held -> held ? "The advice holds: " + carries + "." : "The advice does not hold here: " + carries + "." + moreCpu(row))
                .orElse("Not shown either way: " + carries + ". More processes would tell: --effort normal.");
    }

    private String moreCpu(CapacityRow row) {
        Measured figures = row.figures();
        double cpu = figures == null ? Double.NaN : Metric.PROGRAM_CPU.orNaN(figures);
        return cpu > MORE_CPU * question.work().cpuMs()
                ? " A request took " + Format.ms(cpu) + " of CPU where the advice assumed " + Format.ms(question.work().cpuMs()) + "."
                : " Injector and mock-api share the cores, and pauses of the collector are not predicted.";
    }
}
