package io.birdseye.benchmarks;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What was promised of a figure. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Target.AtMost.class, name = "atMost"),
    @JsonSubTypes.Type(value = Target.AtLeast.class, name = "atLeast"),
    @JsonSubTypes.Type(value = Target.None.class, name = "none")
})
public sealed interface Target {

    /** Whether the figure keeps the promise; true where nothing was promised. */
    boolean metBy(double measured);

    /** As it stands in the table. */
    String text(String unit);

    record AtMost(double value) implements Target {
        @Override
        public boolean metBy(double measured) {
            return measured <= value;
        }

        @Override
        public String text(String unit) {
            return "≤ " + Figure.number(value) + unit;
        }
    }

    record AtLeast(double value) implements Target {
        @Override
        public boolean metBy(double measured) {
            return measured >= value;
        }

        @Override
        public String text(String unit) {
            return "≥ " + Figure.number(value) + unit;
        }
    }

    /** The figure explains others. */
    record None() implements Target {
        @Override
        public boolean metBy(double measured) {
            return true;
        }

        @Override
        public String text(String unit) {
            return "";
        }
    }

    static Target atMost(double value) {
        return new AtMost(value);
    }

    static Target atLeast(double value) {
        return new AtLeast(value);
    }

    static Target none() {
        return new None();
    }
}
