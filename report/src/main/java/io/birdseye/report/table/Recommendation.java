package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Settings;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which row to take: the simplest against which nothing speaks. {@code docs/how-to/choose-a-strategy.md} has the rule in six lines; it is
 * that of {@code compare}, {@code capacity} and {@code advise}.
 *
 * @param take the name of the row; null where none is better than the others, or none did what was asked
 * @param why one sentence
 * @param passedOver simpler rows, each with what speaks against it
 * @param sure how sure that is, in one sentence
 * @param next the command that would make it surer; null where it is sure
 */
public record Recommendation(@Nullable String take, String why, List<Candidate> passedOver, String sure, @Nullable String next) {

    /** Of a rank that is not known, a difference has to be so many margins. */
    private static final double INDICATED_MARGINS = 2;

    /** So much more CPU time than the least speaks against a row, where that is shown. */
    private static final double MORE_CPU = 0.1;

    /** The same where it is not known how far two processes differ. */
    private static final double MORE_CPU_INDICATED = 1.0 / 3;

    /** Fewer threads than so are not worth a word. */
    private static final double FEWER_THREADS = 1.5;

    private static final int MAX_PASSED_OVER = 3;

    public Recommendation {
        passedOver = List.copyOf(passedOver);
    }

    /**
     * What may be taken.
     *
     * @param against what speaks against it; empty where nothing does
     */
    public record Candidate(String name, String against) {}

    /** Of response times at one rate. */
    static Recommendation of(ComparisonTable comparison, Simplicity simplicity) {
        Settings settings = comparison.results().settings();
        Ranking ranking = comparison.ranking();
        List<Row> kept = comparison.rows().stream().filter(row -> row.standing().isComparable() && row.medianMs() != null).toList();
        if (kept.isEmpty() || comparison.results().trialsToCome() != null || settings.profile() != null) {
            return nothing(comparison.rows().isEmpty() || !kept.isEmpty() ? "" : "Nothing is recommended: no " + settings.compared() + " did what was asked.");
        }
        Against against = new Against(comparison, kept);
        List<Row> fine = kept.stream().filter(row -> against.of(row).isEmpty()).toList();
        String sure = ranking == null ? "One process each: an indication." : "Over " + ranking.blocks() + " blocks, with 95 % confidence.";
        String next = ranking == null ? surer(settings.command()) : null;
        if (fine.isEmpty()) {
            return nothing("Nothing is recommended: something speaks against each that kept up.");
        }
        if (!simplicity.isKnown()) {
            Row best = kept.stream().min(Comparator.comparing(row -> Objects.requireNonNull(row.medianMs()))).orElseThrow();
            return fine.size() > 1
                    ? new Recommendation(null, "None is better: " + fine.size() + " answered about equally fast (" + range(fine) + ").", List.of(), sure, next)
                    : new Recommendation(best.name(), "it answered fastest (" + range(fine) + ").", List.of(), sure, next);
        }
        List<Row> simplest = comparison.rows().stream().filter(row -> row.standing().grade() != LoadOutcome.Grade.INVALID)
                .sorted(Comparator.comparing((Row row) -> row.key().strategy(), simplicity.order())).toList();
        Simplest<Row> choice = Simplest.of(simplest, fine::contains);
        Row taken = Objects.requireNonNull(choice.taken());
        String why = fine.size() == 1
                ? (kept.size() == 1 ? "the only one that kept up" : "nothing simpler answered as well") + " (" + range(fine) + ")."
                : "the simplest of the " + fine.size() + " that answered about equally fast (" + range(List.of(taken)) + threads(taken, fine) + ").";
        return new Recommendation(taken.name(), why, choice.passedOver().stream().map(row -> new Candidate(row.name(), against.of(row))).toList(), sure, next);
    }

    /** Of the rates that rows carry. */
    static Recommendation of(CapacityTable capacity, Simplicity simplicity) {
        Settings settings = capacity.results().settings();
        List<CapacityRow> answered = capacity.rows().stream().filter(CapacityRow::hasAnswer).toList();
        if (answered.isEmpty() || capacity.results().trialsToCome() != null) {
            return nothing("");
        }
        CapacityRow most = answered.stream().max(Comparator.comparingDouble(CapacityRow::perSecond)).orElseThrow();
        Function<CapacityRow, String> against = row -> !row.hasAnswer() ? "no answer"
                : row.place().verdict() == Verdict.SLOWER ? "carries " + CapacityTable.against(row)
                : row.place().verdict() == Verdict.UNRANKED && high(row) < low(most)
                        ? "carries " + Format.rate(row.perSecond()) + " where " + most.name() + " carries " + Format.rate(most.perSecond())
                : "";
        List<CapacityRow> fine = answered.stream().filter(row -> against.apply(row).isEmpty()).toList();
        String sure = capacity.ranking() == null ? "One process each: an indication." : "Over " + capacity.blocks() + " processes each, with 95 % confidence.";
        String next = capacity.ranking() == null && !settings.inOneProcess() ? surer(settings.command()) : null;
        if (!simplicity.isKnown()) {
            return fine.size() > 1
                    ? new Recommendation(null, "None is better: " + fine.size() + " carry about as much.", List.of(), sure, next)
                    : new Recommendation(most.name(), "it carries most.", List.of(), sure, next);
        }
        Simplest<CapacityRow> choice = Simplest.of(
                capacity.rows().stream().sorted(Comparator.comparing((CapacityRow row) -> row.key().strategy(), simplicity.order())).toList(), fine::contains);
        CapacityRow taken = Objects.requireNonNull(choice.taken());
        String carries = " (" + taken.rate() + "/s" + (taken.range().equals(Format.NONE) ? "" : ", " + taken.range()) + ", within " + capacity.objective() + ").";
        String why = answered.size() == 1 ? "the only one that has an answer" + carries
                : fine.size() == 1 ? "nothing simpler carries as much" + carries
                : "the simplest of the " + fine.size() + " that carry about as much" + carries;
        return new Recommendation(taken.name(), why, choice.passedOver().stream().map(row -> new Candidate(row.name(), against.apply(row))).toList(), sure, next);
    }

    /** Processes differ by more than their intervals say, so rows whose intervals meet are not told apart. */
    private static double low(CapacityRow row) {
        return row.interval() == null || row.atLeast() ? row.perSecond() : row.interval().low();
    }

    private static double high(CapacityRow row) {
        return row.atLeast() ? Double.POSITIVE_INFINITY : row.interval() == null ? row.perSecond() : row.interval().high();
    }

    private static Recommendation nothing(String why) {
        return new Recommendation(null, why, List.of(), "", null);
    }

    /** What speaks against rows at one rate. */
    private record Against(ComparisonTable comparison, List<Row> kept) {

        String of(Row row) {
            if (!row.standing().isComparable() || row.medianMs() == null) {
                return row.standing().grade().words();
            }
            return Stream.of(slower(row), tail(row), cpu(row), near(row)).flatMap(Optional::stream).findFirst().orElse("");
        }

        private Optional<String> slower(Row row) {
            Ranking.Place place = row.place();
            if (place.verdict().shownSlower() || place.verdict() == Verdict.BEST || place.verdict() == Verdict.EQUIVALENT) {
                return place.verdict() == Verdict.SLOWER ? Optional.of(place.words()) : Optional.empty();
            }
            double median = Objects.requireNonNull(row.medianMs());
            double lowest = kept.stream().mapToDouble(each -> Objects.requireNonNull(each.medianMs())).min().orElseThrow();
            return median > lowest * (1 + INDICATED_MARGINS * comparison.results().settings().marginOrDefault())
                    ? Optional.of("slower, " + Format.ms(median))
                    : Optional.empty();
        }

        private Optional<String> tail(Row row) {
            return comparison.tail().map(row::place).filter(Objects::nonNull).filter(place -> shown(place, INDICATED_MARGINS * Ranking.MARGIN))
                    .map(place -> comparison.tail().orElseThrow().title() + " " + place.words());
        }

        private static boolean shown(Ranking.Place place, double share) {
            Interval interval = place.interval();
            return place.verdict() == Verdict.SLOWER && interval != null && interval.low() > 1 + share;
        }

        private Optional<String> cpu(Row row) {
            Ranking.Place place = row.place(Metric.PROGRAM_CPU);
            Number cpu = row.value(Metric.PROGRAM_CPU);
            if (place != null && place.verdict() != Verdict.UNRANKED) {
                return shown(place, MORE_CPU) ? Optional.of("CPU: " + Metric.PROGRAM_CPU.worse(place.words())) : Optional.empty();
            }
            double least = kept.stream().map(each -> each.value(Metric.PROGRAM_CPU)).filter(Objects::nonNull).mapToDouble(Number::doubleValue).min().orElse(Double.NaN);
            return cpu != null && cpu.doubleValue() > least * (1 + MORE_CPU_INDICATED)
                    ? Optional.of(Format.ms(cpu.doubleValue()) + " of CPU for each answer, where " + Format.ms(least) + " are enough")
                    : Optional.empty();
        }

        /** Where most are near their limits, that tells of the rate. */
        private Optional<String> near(Row row) {
            long near = kept.stream().filter(each -> each.nearLimit().isPresent()).count();
            return 2 * near > kept.size() ? Optional.empty() : row.nearLimit().map(_ -> "near its limit");
        }
    }

    private static String range(List<Row> rows) {
        double[] medians = rows.stream().mapToDouble(row -> Objects.requireNonNull(row.medianMs())).sorted().toArray();
        return Format.range(medians[0], medians[medians.length - 1], "ms");
    }

    private static String threads(Row taken, List<Row> fine) {
        Number own = taken.value(Metric.THREADS);
        Optional<Row> most = fine.stream().filter(row -> row.value(Metric.THREADS) != null)
                .max(Comparator.comparingInt(row -> Objects.requireNonNull(row.value(Metric.THREADS)).intValue()));
        return own == null || most.isEmpty() || Objects.requireNonNull(most.get().value(Metric.THREADS)).intValue() < FEWER_THREADS * own.intValue()
                ? ""
                : "; " + own + " threads where " + most.get().name() + " has " + most.get().value(Metric.THREADS);
    }

    /** The command with more blocks. */
    private static String surer(String command) {
        return command.replaceAll(" --(effort|blocks|out)[ =]('[^']*'|\\S+)", "") + " --effort normal";
    }

    /** Whether it says anything. */
    public boolean isEmpty() {
        return take == null && why.isEmpty();
    }

    /** What to take and why, what was passed over, and how sure that is. */
    public List<String> sentences() {
        if (isEmpty()) {
            return List.of();
        }
        String simpler = passedOver.stream().limit(MAX_PASSED_OVER).map(each -> each.name() + " (" + each.against() + ")").collect(Collectors.joining(", "));
        return Stream.of(
                        take == null ? why : "Take " + take + ": " + why,
                        simpler.isEmpty() ? "" : "Simpler, but passed over: " + simpler + (passedOver.size() > MAX_PASSED_OVER ? ", and " + (passedOver.size() - MAX_PASSED_OVER) + " more." : "."),
                        next == null ? sure : (sure + " For a ranking: " + next).strip())
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    /** For other programs. */
    public ObjectNode json() {
        ObjectNode json = ResultsFile.JSON.createObjectNode().put("take", take).put("why", why).put("sure", sure).put("next", next);
        json.putPOJO("passedOver", passedOver);
        return json;
    }
}
