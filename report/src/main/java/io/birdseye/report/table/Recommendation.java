package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Settings;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.Simplicity.Simplest;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

    /**
     * How rows of a kind are told of.
     *
     * @param did what a row has to do: {@code kept up}
     * @param alike several of them: {@code answered about equally fast}
     * @param best the one: {@code it answered fastest}
     */
    private record Words(String did, String alike, String best) {}

    private static final Words OF_RATE = new Words("kept up", "answered about equally fast", "it answered fastest");
    private static final Words OF_CAPACITY = new Words("has an answer", "carry about as much", "it carries most");

    static Recommendation of(ComparisonTable comparison, Simplicity simplicity) {
        Settings settings = comparison.results().settings();
        Words words = comparison.searched() ? OF_CAPACITY : OF_RATE;
        List<Row> did = comparison.rows().stream().filter(row -> row.standing().isComparable() && row.value(comparison.by()) != null).toList();
        if (comparison.rows().isEmpty() || comparison.results().trialsToCome() != null || settings.options().profile() != null) {
            return nothing("");
        }
        if (did.isEmpty()) {
            return nothing("Nothing is recommended: no " + settings.compared() + " did what was asked.");
        }
        Against against = new Against(comparison, did);
        List<Row> rows = comparison.rows().stream().filter(row -> row.standing().grade() != LoadOutcome.Grade.INVALID).toList();
        List<Row> fine = rows.stream().filter(row -> against.of(row).isEmpty()).toList();
        Ranking ranking = comparison.ranking();
        String sure = ranking == null ? "One process each: an indication."
                : "Over " + ranking.blocks() + (comparison.searched() ? " processes each" : " blocks") + ", with 95 % confidence.";
        String next = ranking == null && !(comparison.searched() && settings.inOneProcess()) ? surer(settings.run().command()) : null;
        if (fine.isEmpty()) {
            return nothing("Nothing is recommended: something speaks against each that " + words.did + ".");
        }
        if (!simplicity.isKnown() && fine.size() > 1) {
            String figures = comparison.searched() ? "within " + settings.objective() : range(fine);
            return new Recommendation(null, "None is better: " + fine.size() + " " + words.alike + " (" + figures + ").", List.of(), sure, next);
        }
        Simplest<Row> choice = Simplest.of(
                rows.stream().sorted(Comparator.comparing((Row row) -> row.key().strategy(), simplicity.order())).toList(), fine::contains);
        Row taken = Objects.requireNonNull(choice.taken());
        String why = did.size() == 1 ? "the only one that " + words.did
                : !simplicity.isKnown() ? words.best
                : fine.size() == 1 ? "nothing simpler did as well"
                : "the simplest of the " + fine.size() + " that " + words.alike;
        Carried carried = taken.carried();
        String figures = carried == null ? range(List.of(taken)) + threads(taken, fine)
                : carried.rate() + "/s" + (carried.atLeast() ? "" : ", " + carried.range()) + ", within " + settings.objective();
        return new Recommendation(
                taken.name(), why + " (" + figures + ").",
                !simplicity.isKnown() ? List.of() : choice.passedOver().stream().map(row -> new Candidate(row.name(), against.of(row))).toList(),
                sure, next);
    }

    private static Recommendation nothing(String why) {
        return new Recommendation(null, why, List.of(), "", null);
    }

    /**
     * What speaks against rows.
     *
     * @param kept those that did what was asked
     */
    private record Against(ComparisonTable comparison, List<Row> kept) {

        String of(Row row) {
            if (comparison.searched()) {
                return row.carried() == null ? "no answer" : carriesLess(row, row.carried());
            }
            if (!row.standing().isComparable() || row.medianMs() == null) {
                return row.standing().grade().words();
            }
            return Stream.of(slower(row), tail(row), cpu(row), near(row)).flatMap(Optional::stream).findFirst().orElse("");
        }

        private String carriesLess(Row row, Carried carried) {
            Row most = kept.stream().max(Comparator.comparingDouble(each -> perSecond(each))).orElseThrow();
            return row.place().verdict() == Verdict.SLOWER ? "carries " + Column.words(row, Metric.CAPACITY)
                    : row.place().verdict() == Verdict.UNRANKED && carried.known().high() < Objects.requireNonNull(most.carried()).known().low()
                            ? "carries " + Format.rate(carried.perSecond()) + " where " + most.name() + " carries " + Format.rate(perSecond(most))
                    : "";
        }

        private static double perSecond(Row row) {
            return Objects.requireNonNull(row.carried(), "it did what was asked").perSecond();
        }

        private Optional<String> slower(Row row) {
            Ranking.Place place = row.place();
            if (place.verdict().shownSlower() || place.verdict() == Verdict.BEST || place.verdict() == Verdict.EQUIVALENT) {
                return place.verdict() == Verdict.SLOWER ? Optional.of(place.words()) : Optional.empty();
            }
            double median = Objects.requireNonNull(row.medianMs());
            double lowest = kept.stream().mapToDouble(each -> Objects.requireNonNull(each.medianMs())).min().orElseThrow();
            return median > lowest * (1 + INDICATED_MARGINS * comparison.results().settings().marginOrDefault())
                    ? Optional.of("slower, " + Format.ms(median)) : Optional.empty();
        }

        private Optional<String> tail(Row row) {
            return comparison.tail().map(row::place).filter(Objects::nonNull).filter(place -> shown(place, INDICATED_MARGINS * Ranking.MARGIN))
                    .map(place -> comparison.tail().orElseThrow().title() + " " + place.words());
        }

        private static boolean shown(Ranking.Place place, double share) {
            Interval interval = place.interval();
            return place.verdict() == Verdict.SLOWER && interval != null && interval.low() > 1 + share;
        }

        /** Beside rows that are as fast: one that calls in turn needs least. A single process tells nothing, as cold JVMs differ by more. */
        private Optional<String> cpu(Row row) {
            Ranking.Place place = row.place(Metric.PROGRAM_CPU);
            double least = kept.stream().filter(each -> slower(each).isEmpty()).map(each -> each.value(Metric.PROGRAM_CPU)).filter(Objects::nonNull)
                    .mapToDouble(Number::doubleValue).min().orElse(Double.NaN);
            Number cpu = row.value(Metric.PROGRAM_CPU);
            return place != null && cpu != null && shown(place, MORE_CPU) && cpu.doubleValue() > (1 + MORE_CPU) * least
                    ? Optional.of("CPU: " + Metric.PROGRAM_CPU.worse(place.words())) : Optional.empty();
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
                ? "" : "; " + own + " threads where " + most.get().name() + " has " + most.get().value(Metric.THREADS);
    }

    /** The command with more blocks. */
    private static String surer(String command) {
        return command.replaceAll(" --(effort|blocks|out)[ =]('[^']*'|\\S+)", "") + " --effort normal";
    }

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
                .filter(sentence -> !sentence.isEmpty()).toList();
    }

    /** Its sentences, and behind them what was found: the first is a heading. */
    public List<String> before(String finding) {
        return Stream.concat(sentences().stream(), Stream.of(finding)).toList();
    }

    public ObjectNode json() {
        ObjectNode json = ResultsFile.JSON.createObjectNode().put("take", take).put("why", why).put("sure", sure).put("next", next);
        json.putPOJO("passedOver", passedOver);
        return json;
    }
}
