package io.birdseye.loadtest.trial;

import static io.birdseye.loadtest.trial.AnswerCheck.require;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import tools.jackson.databind.JsonNode;

/** What the answer to a request must be for a scenario's tree, computed from the scenario and not by the service. */
record TreeAnswer(Scenario scenario) {

    private static final int BYTES_PER_NUMBER = 4;
    private static final long LEAST_BODY = 2;

    void check(String strategy, JsonNode root, int factor) throws TrialFailure {
        require(strategy, root.size() == scenario.groups().size() + 1, "has other groups than the scenario");
        for (Scenario.Group group : scenario.groups()) {
            JsonNode part = root.path(group.name());
            require(
                    strategy,
                    part.path("bodies").size() == group.calls().size(),
                    "has not the bodies of all calls of " + group.name());
            for (Scenario.Call call : group.calls()) {
                long bytes = Math.max(LEAST_BODY, call.payload().bytes());
                require(
                        strategy,
                        part.path("bodies").path(call.name()).path("bytes").asLong(-1) == bytes,
                        "was not made of " + bytes + " bytes of " + call.name());
            }
            checkCpu(strategy, group, part, factor);
        }
    }

    private static void checkCpu(String strategy, Scenario.Group group, JsonNode part, int factor)
            throws TrialFailure {
        switch (group.cpu()) {
            case CpuStage.None() -> require(strategy, part.size() == 1, "tells of work in " + group.name());
            case CpuStage.Compute(var time) -> require(
                    strategy,
                    part.path("computed").path("micros").asLong(-1) == time.toNanos() / 1_000,
                    "did not compute for " + time.toNanos() / 1_000 + " us in " + group.name());
            case CpuStage.Multiply(var bytes, var layout) -> {
                long size = bytes.bytes() / BYTES_PER_NUMBER;
                JsonNode product = part.path("multiplied");
                require(strategy, product.path("size").asLong(-1) == size, "has not " + size + " products in "
                        + group.name());
                require(
                        strategy,
                        product.path("checksum").asLong(-1) == factor * AnswerCheck.sum(size),
                        "has a wrong checksum in " + group.name());
            }
        }
    }
}
