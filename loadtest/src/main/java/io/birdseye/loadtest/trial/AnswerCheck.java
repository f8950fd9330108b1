package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.scenario.CpuStage;
import io.birdseye.scenario.Scenario;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges a strategy's answer to a fixed user and factor before anything is timed: against what can be computed without
 * the service, and against the answers of the strategies before, which must be the same byte for byte, unless only some
 * requests make a call.
 */
final class AnswerCheck {

    private static final int USER_ID = 1;
    private static final int FACTOR = 7;
    private static final long PERIOD = 1_000;
    private static final int BYTES_PER_NUMBER = 4;
    private static final long MIN_BODY = 2;

    private byte @Nullable [] reference;

    static OverviewRequest fixed(OverviewRequest request) {
        return request.fixed(USER_ID, FACTOR);
    }

    /** @throws TrialFailure naming what is wrong with the answer */
    void check(String strategy, Work work, Answer answer) throws TrialFailure {
        if (answer.status() != 200) {
            throw new TrialFailure(strategy + " answers with " + answer.statusAndDetail());
        }
        try {
            if (reference != null && !work.variesItsCalls()) {
                require(Arrays.equals(reference, answer.body()), "is not the one that the other strategies give");
                return;
            }
            JsonNode root = JsonMapper.shared().readTree(answer.body());
            require(root.path("userId").asInt(-1) == USER_ID, "is not of user " + USER_ID);
            if (work.scenario().isPresent() && work.scenario().get().articleTree().isEmpty()) {
                checkTree(root, work.scenario().get().scenario());
            } else {
                checkGroup(root, "posts", "comments", "postId", 5, Math.round(work.memoryMegabytes() * 250_000));
                checkGroup(root, "albums", "photos", "albumId", 50, Math.round(work.memoryMegabytes() * 125_000));
            }
            reference = answer.body();
        } catch (WrongAnswer e) {
            throw new TrialFailure("the answer of " + strategy + " " + e.getMessage(), e);
        } catch (JacksonException e) {
            throw new TrialFailure("the answer of " + strategy + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The main article's tree. */
    private static void checkGroup(JsonNode root, String group, String children, String key, int each, long size)
            throws WrongAnswer {
        JsonNode items = root.path(group).path("items");
        require(items.size() == 10, "has not 10 " + group);
        for (JsonNode item : items) {
            require(item.path("userId").asInt(-1) == USER_ID, "has " + group + " of another user");
            JsonNode nested = item.path(children);
            require(nested.size() == each, "has not " + each + " " + children + " for each of " + group);
            for (JsonNode child : nested) {
                require(child.path(key).asInt(-1) == item.path("id").asInt(-2),
                        "has " + children + " that belong elsewhere");
            }
        }
        checkProduct(root, group, size);
    }

    private static void checkProduct(JsonNode root, String group, long size) throws WrongAnswer {
        JsonNode product = root.path(group).path("multiplied");
        require(product.path("factor").asInt(0) == FACTOR, "was not multiplied by " + FACTOR);
        require(product.path("size").asLong(-1) == size, "has not " + size + " products in " + group);
        // The sum of the elements i % 1000 + 1, each times the factor.
        long rest = size % PERIOD;
        long sum = size / PERIOD * (PERIOD * (PERIOD + 1) / 2) + rest * (rest + 1) / 2;
        require(product.path("checksum").asLong(-1) == FACTOR * sum, "has a wrong checksum in " + group);
    }

    /** The tree of a scenario, computed from the scenario and not by the service. */
    private static void checkTree(JsonNode root, Scenario scenario) throws WrongAnswer {
        require(root.size() == scenario.groups().size() + 1, "has other groups than the scenario");
        for (Scenario.Group group : scenario.groups()) {
            JsonNode part = root.path(group.name());
            JsonNode bodies = part.path("bodies");
            List<Scenario.Call> made = group.calls().stream().flatMap(call -> call.chain().stream()
                    .takeWhile(link -> link.policy().probability() == 1 || bodies.has(link.name()))).toList();
            require(bodies.size() == made.size(), "has not the bodies of all calls of " + group.name());
            for (Scenario.Call call : made) {
                long bytes = Math.max(MIN_BODY, call.payload().bytes());
                require(bodies.path(call.name()).path("bytes").asLong(-1) == bytes,
                        "was not made of " + bytes + " bytes of " + call.name());
            }
            switch (group.cpu()) {
                case CpuStage.None() -> require(part.size() == 1, "tells of work in " + group.name());
                case CpuStage.Compute(var time) -> require(
                        part.path("computed").path("micros").asLong(-1) == time.toNanos() / 1_000,
                        "did not compute for " + time.toNanos() / 1_000 + " us in " + group.name());
                case CpuStage.Multiply(var bytes, var layout) ->
                        checkProduct(root, group.name(), bytes.bytes() / BYTES_PER_NUMBER);
            }
        }
    }

    private static void require(boolean condition, String otherwise) throws WrongAnswer {
        if (!condition) {
            throw new WrongAnswer(otherwise);
        }
    }

    private static final class WrongAnswer extends Exception {

        WrongAnswer(String what) {
            super(what);
        }
    }
}
