package io.birdseye.scenario;

import java.util.List;

/**
 * The fields of the file, by the object that has them. The parser, its messages and the editor's schema agree on
 * these.
 */
final class Fields {

    static final List<String> SCENARIO =
            List.of("name", "description", "groups", "load", "budget", "deadline", "objective", "strategies");
    static final List<String> GROUP = List.of("name", "calls", "cpu");
    static final List<String> CALL = List.of("name", "like", "latency", "payload", "failureRate");
    static final List<String> LATENCY = List.of("fixed", "uniform", "lognormal");
    static final List<String> UNIFORM = List.of("lower", "upper");
    static final List<String> LOGNORMAL = List.of("median", "sigma");
    static final List<String> CPU = List.of("time", "multiply", "layout");
    static final List<String> LOAD = List.of("rate", "users", "open", "closed", "arrivals");
    static final List<String> OPEN_PHASE = List.of("rate", "from", "to", "steps", "lasting");
    static final List<String> CLOSED_PHASE = List.of("users", "from", "to", "steps", "lasting");
    static final List<String> BUDGET = List.of("io", "cpu", "queue");
    static final List<String> OBJECTIVE = List.of("p99", "rate");

    private Fields() {}
}
