package io.birdseye.mockapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.birdseye.model.Latency;

/** A random delay as WireMock's JSON has it; all times are in ms and at most one hour. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DelayDistribution.Uniform.class, name = "uniform"),
    @JsonSubTypes.Type(value = DelayDistribution.Lognormal.class, name = "lognormal")
})
public sealed interface DelayDistribution {

    /** What the delay of each request is drawn from. */
    Latency latency();

    /** Each delay between the two bounds is equally likely; equal bounds are a fixed delay. */
    record Uniform(@JsonProperty(required = true) double lower, @JsonProperty(required = true) double upper)
            implements DelayDistribution {

        public Uniform {
            Limits.require("lower", lower);
            Limits.require("upper", upper);
            if (lower > upper) {
                throw new InvalidSetting("upper", upper, "at least the lower bound, " + lower);
            }
        }

        @Override
        public Latency latency() {
            return lower == upper ? new Latency.Fixed(lower) : new Latency.Uniform(lower, upper);
        }
    }

    /** Half of the delays are below the median, and the tail is long; a sigma of 0 is a fixed delay. */
    record Lognormal(@JsonProperty(required = true) double median, @JsonProperty(required = true) double sigma)
            implements DelayDistribution {

        public Lognormal {
            Limits.require("median", median);
            Limits.require("sigma", sigma);
        }

        @Override
        public Latency latency() {
            return median == 0 || sigma == 0 ? new Latency.Fixed(median) : new Latency.Lognormal(median, sigma);
        }
    }
}
