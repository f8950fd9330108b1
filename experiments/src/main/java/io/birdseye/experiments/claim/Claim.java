package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Effort;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One claim of one article: words, variants to measure and rules.
 *
 * <p>The rules are pure functions of the measurements: they compare ratios and orders with their intervals, never
 * absolute times of another machine. They may ask for variants that were not measured; the verdict is then
 * {@code not testable here} with the reason.
 *
 * @param effect does it happen?
 * @param cause is the published explanation right? Asked only where the article gives one.
 * @param chart shows the figures; without any where words say as much
 */
public record Claim(
        Text text, Meaning meaning, Function<Effort, List<? extends Variant>> variants,
        Function<Measurements, Verdict> effect, Function<Measurements, Verdict> cause,
        Function<Measurements, Picture> chart) {

    /**
     * A claim in our words: what the article says happens, with its numbers and its explanation, which is null where
     * it gives none; what is measured here; when the effect counts as confirmed and when as not reproduced, and the
     * same for the cause, where what the experiment changes is only that cause. The id is the article and a number,
     * such as {@code AN-1}.
     */
    public record Text(
            String id, Article article, String claim, String figure, @Nullable String publishedCause, String test,
            String effectRule, String causeRule) {

        /** By article, then by number. */
        public static final Comparator<Text> BY_ID = Comparator.comparing(Text::article)
                .thenComparing(text -> Integer.valueOf(text.id().substring(text.id().indexOf('-') + 1)));

        public Text {
            if (!id.matches(article.name() + "-[1-9][0-9]*")) {
                throw new IllegalArgumentException("claim id " + id + " is not of the form " + article + "-1");
            }
            if (claim.isBlank() || figure.isBlank() || test.isBlank() || effectRule.isBlank() || causeRule.isBlank()) {
                throw new IllegalArgumentException("claim " + id + " has an empty text");
            }
        }
    }

    /** The two verdicts on a claim, and what they mean, in one sentence. */
    public record Judgement(Verdict effect, Verdict cause, String explanation) {}

    private static final Function<Measurements, Verdict> NO_RULE = m -> Verdict.notTestable("it has no rule");

    /** A claim whose rules are still to be given. */
    public Claim(Text text, Meaning meaning, Function<Effort, List<? extends Variant>> variants) {
        this(text, meaning, variants, NO_RULE, NO_RULE, m -> Picture.bars("", ""));
    }

    /** The claim with this id in its article's words, with the same variants with every effort. */
    public static Claim of(String id, Variant... variants) {
        return of(id, effort -> List.of(variants));
    }

    public static Claim of(String id, Stream<? extends Variant> variants) {
        return of(id, variants.toArray(Variant[]::new));
    }

    /** The claim with this id in its article's words, still without rules. */
    public static Claim of(String id, Function<Effort, List<? extends Variant>> variants) {
        ObjectNode words = Article.words(id);
        Meaning meaning = Article.read(words.remove("meaning"), Meaning.class);
        return new Claim(Article.read(words, Text.class), meaning, variants);
    }

    public Claim effect(Function<Measurements, Verdict> rule) {
        return new Claim(text, meaning, variants, rule, cause, chart);
    }

    public Claim cause(Function<Measurements, Verdict> rule) {
        return new Claim(text, meaning, variants, effect, rule, chart);
    }

    public Claim chart(Function<Measurements, Picture> figures) {
        return new Claim(text, meaning, variants, effect, cause, figures);
    }

    /** How the variants are measured; each once. */
    public List<Experiment> experiments(Effort effort) {
        return variants.apply(effort).stream().map(variant -> experiment(variant, effort)).distinct().toList();
    }

    /** Normal effort has the sizes of the quick one, in half as many more JVMs as the thorough one: narrower intervals. */
    private static Experiment experiment(Variant variant, Effort effort) {
        Experiment chosen = variant.experiment(effort);
        int most = effort == Effort.NORMAL ? variant.experiment(Effort.THOROUGH).runs() : chosen.runs();
        return chosen.runs(Math.max(chosen.runs(), (chosen.runs() + most + 1) / 2));
    }

    /** Both verdicts; that on the effect tells how many of the windows were steady, where runs can tell. */
    public Judgement judge(Measurements measured) {
        Verdict judged = Verdict.of(() -> effect.apply(measured));
        Verdict onEffect = measured.steadiness(variants.apply(Effort.THOROUGH).stream()).map(judged::note).orElse(judged);
        Verdict onCause = text.publishedCause() == null
                ? Verdict.notTestable("the article gives no cause")
                : Verdict.of(() -> cause.apply(measured));
        return new Judgement(onEffect, onCause, meaning.of(onEffect.kind(), onCause.kind()));
    }

    /** Empty where the claim has no chart, and where nothing was measured. */
    public Optional<Picture> picture(Measurements measured) {
        return Optional.of(chart.apply(measured)).filter(picture -> !picture.series().isEmpty());
    }

    /**
     * What the two verdicts mean together, in one sentence. The verdict of {@code by} decides which; {@code
     * neitherReproduced} stands in place of {@code notReproduced} where the other verdict is the same, and {@code
     * otherwise} where the sentence that would fit is missing or the verdict settles nothing.
     */
    public record Meaning(
            Half by, @Nullable String confirmed, @Nullable String notReproduced, @Nullable String neitherReproduced,
            String otherwise) {

        public enum Half {
            EFFECT,
            CAUSE
        }

        public String of(Kind effect, Kind cause) {
            String sentence = switch (by == Half.EFFECT ? effect : cause) {
                case CONFIRMED -> confirmed;
                case NOT_REPRODUCED -> neitherReproduced != null && effect == cause ? neitherReproduced : notReproduced;
                case INCONCLUSIVE, NOT_TESTABLE -> null;
            };
            return sentence == null ? otherwise : sentence;
        }
    }
}
