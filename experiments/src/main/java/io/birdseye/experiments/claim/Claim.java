package io.birdseye.experiments.claim;

import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One claim of one article: text, experiments and rules together.
 *
 * <p>The rules are pure functions of the measurements: they compare ratios and orders with their intervals, never
 * absolute times of another machine. They may ask for variants that were not measured; the verdict is then
 * {@code not testable here} with the reason.
 */
public final class Claim {

    private final ClaimText text;
    private final Function<Effort, List<? extends Variant>> variants;
    private final Function<Measurements, Verdict> effect;
    private final Function<Measurements, Verdict> cause;
    private final Meaning meaning;
    private final Function<Measurements, Optional<Picture>> picture;

    /** What the two verdicts mean together, in one sentence. */
    @FunctionalInterface
    public interface Meaning {
        String of(Kind effect, Kind cause);
    }

    private Claim(Builder from) {
        text = new ClaimText(from.id, Article.of(from.id), from.claim, from.figure, from.publishedCause, from.test,
                from.effectRule, from.causeRule);
        variants = from.variants;
        effect = from.effect;
        cause = from.cause;
        meaning = from.meaning;
        picture = from.picture;
    }

    /**
     * Starts a claim.
     *
     * @param id such as {@code AN-1}
     * @param claim what the article says happens
     * @param figure the article's numbers
     */
    public static Builder of(String id, String claim, String figure) {
        return new Builder(id, claim, figure);
    }

    public ClaimText text() {
        return text;
    }

    /** What has to be measured. */
    public List<Experiment> experiments(Effort effort) {
        return variants.apply(effort).stream().map(variant -> variant.experiment(effort)).toList();
    }

    /** Both verdicts. */
    public Judgement judge(Measurements measured) {
        Verdict onEffect = Verdict.of(() -> effect.apply(measured));
        Verdict onCause = text.publishedCause() == null
                ? Verdict.notTestable("the article gives no cause")
                : Verdict.of(() -> cause.apply(measured));
        return new Judgement(onEffect, onCause, meaning.of(onEffect.kind(), onCause.kind()));
    }

    /** Shows the figures; empty where words say as much, and where nothing was measured. */
    public Optional<Picture> picture(Measurements measured) {
        return picture.apply(measured);
    }

    /** Collects the parts of a claim, in the order in which they are read. */
    public static final class Builder {

        private final String id;
        private final String claim;
        private final String figure;
        private @Nullable String publishedCause;
        private String test = "";
        private Function<Effort, List<? extends Variant>> variants = effort -> List.of();
        private String effectRule = "";
        private Function<Measurements, Verdict> effect = measured -> Verdict.notTestable("the claim has no rule");
        private String causeRule = "";
        private Function<Measurements, Verdict> cause = effect;
        private Meaning meaning = (onEffect, onCause) -> "";
        private Function<Measurements, Optional<Picture>> picture = measured -> Optional.empty();

        private Builder(String id, String claim, String figure) {
            this.id = id;
            this.claim = claim;
            this.figure = figure;
        }

        /** The article's explanation; left out where it gives none. */
        public Builder publishedCause(String explanation) {
            publishedCause = explanation;
            return this;
        }

        /** What is measured here, in words, and the variants: the same with either effort. */
        public Builder test(String words, Variant... all) {
            return test(words, effort -> List.of(all));
        }

        /** What is measured here, in words, and the variants of an effort. */
        public Builder test(String words, Function<Effort, List<? extends Variant>> byEffort) {
            test = words;
            variants = byEffort;
            return this;
        }

        /** Does it happen? The words say when it counts as confirmed and when as refuted. */
        public Builder effect(String words, Function<Measurements, Verdict> rule) {
            effectRule = words;
            effect = rule;
            return this;
        }

        /** Is the published explanation right? What the experiment changes is only that cause. */
        public Builder cause(String words, Function<Measurements, Verdict> rule) {
            causeRule = words;
            cause = rule;
            return this;
        }

        /** In place of a rule for the cause. */
        public Builder noPublishedCause(String words) {
            causeRule = words;
            return this;
        }

        public Builder meaning(Meaning sentences) {
            meaning = sentences;
            return this;
        }

        /** One sentence for each verdict on the effect; the last is for both that settle nothing. */
        public Builder effectMeans(String confirmed, String refuted, String unsettled) {
            return meaning((onEffect, onCause) -> choose(onEffect, confirmed, refuted, unsettled));
        }

        /** One sentence for each verdict on the cause; the last is for both that settle nothing. */
        public Builder causeMeans(String confirmed, String refuted, String unsettled) {
            return meaning((onEffect, onCause) -> choose(onCause, confirmed, refuted, unsettled));
        }

        private static String choose(Kind kind, String confirmed, String refuted, String unsettled) {
            return switch (kind) {
                case CONFIRMED -> confirmed;
                case REFUTED -> refuted;
                case INCONCLUSIVE, NOT_TESTABLE -> unsettled;
            };
        }

        public Builder picture(Function<Measurements, Picture.ChartBuilder> chart) {
            picture = measured -> chart.apply(measured).picture();
            return this;
        }

        /** @throws IllegalArgumentException if a part is missing */
        public Claim build() {
            return new Claim(this);
        }
    }
}
