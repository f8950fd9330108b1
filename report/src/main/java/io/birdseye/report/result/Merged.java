package io.birdseye.report.result;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;

/**
 * How the figures of several blocks become that of a row. Those by which rows are compared, latencies and CPU time, are geometric
 * means, since these are what the ranking orders and gives intervals of. A figure that one block lacks is null: that of some
 * blocks would stand beside those of all.
 */
@Retention(RetentionPolicy.RUNTIME)
public @interface Merged {

    Rule value();

    enum Rule {
        /** The geometric one. */
        MEAN,
        MEDIAN,
        MAX,
        SUM,
        /** A record, whose components have rules of their own. */
        EACH;

        public double of(double[] blocks) {
            return switch (this) {
                case MEAN -> blocks.length == 1 ? blocks[0] : Math.exp(Arrays.stream(blocks).map(Math::log).average().orElseThrow());
                case MEDIAN -> Median.withDefaults().evaluate(blocks.clone());
                case MAX -> Arrays.stream(blocks).max().orElseThrow();
                case SUM -> Arrays.stream(blocks).sum();
                case EACH -> throw new IllegalStateException("a record has no number");
            };
        }
    }
}
