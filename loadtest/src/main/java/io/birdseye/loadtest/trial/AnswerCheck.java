package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.loadtest.client.ServiceClient.Answer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges a strategy's answer to a fixed user and factor before anything is timed: against what can be computed without
 * the service, and against the answers of the strategies before, which must be the same byte for byte.
 */
final class AnswerCheck {

    static final int USER_ID = 1;
    static final int FACTOR = 7;
    private static final long PERIOD = 1_000;

    private final double memoryMegabytes;
    private final @Nullable TreeAnswer tree;
    private byte @Nullable [] reference;

    AnswerCheck(Work work) {
        this.memoryMegabytes = work.memoryMegabytes();
        this.tree = work.scenario()
                .filter(file -> file.articleTree().isEmpty())
                .map(file -> new TreeAnswer(file.scenario()))
                .orElse(null);
    }

    /** The request whose answer is checked. */
    static OverviewRequest fixed(OverviewRequest request) {
        return request.fixed(USER_ID, FACTOR);
    }

    /** @throws TrialFailure naming what is wrong with the answer */
    void check(String strategy, Answer answer) throws TrialFailure {
        if (answer.status() != 200) {
            throw new TrialFailure(strategy + " answers with status " + answer.status());
        }
        byte[] known = reference;
        if (known != null) {
            require(strategy, Arrays.equals(known, answer.body()), "is not the one that the other strategies give");
            return;
        }
        try {
            JsonNode root = JsonMapper.shared().readTree(answer.body());
            require(strategy, root.path("userId").asInt(-1) == USER_ID, "is not of user " + USER_ID);
            if (tree != null) {
                tree.check(strategy, root, FACTOR);
                reference = answer.body();
                return;
            }
            checkGroup(strategy, root, "posts", "comments", "postId", 5, Math.round(memoryMegabytes * 250_000));
            checkGroup(strategy, root, "albums", "photos", "albumId", 50, Math.round(memoryMegabytes * 125_000));
        } catch (JacksonException e) {
            throw new TrialFailure("the answer of " + strategy + " is not JSON: " + e.getOriginalMessage(), e);
        }
        reference = answer.body();
    }

    private static void checkGroup(
            String strategy, JsonNode root, String group, String children, String key, int each, long size)
            throws TrialFailure {
        JsonNode items = root.path(group).path("items");
        require(strategy, items.size() == 10, "has not 10 " + group);
        for (JsonNode item : items) {
            require(strategy, item.path("userId").asInt(-1) == USER_ID, "has " + group + " of another user");
            JsonNode nested = item.path(children);
            require(strategy, nested.size() == each, "has not " + each + " " + children + " for each of " + group);
            for (JsonNode child : nested) {
                require(
                        strategy,
                        child.path(key).asInt(-1) == item.path("id").asInt(-2),
                        "has " + children + " that belong elsewhere");
            }
        }
        JsonNode multiplied = root.path(group).path("multiplied");
        require(strategy, multiplied.path("factor").asInt(0) == FACTOR, "was not multiplied by " + FACTOR);
        require(strategy, multiplied.path("size").asLong(-1) == size, "has not " + size + " products in " + group);
        require(
                strategy,
                multiplied.path("checksum").asLong(-1) == FACTOR * sum(size),
                "has a wrong checksum in " + group);
    }

    /** Of the elements {@code i % 1000 + 1}. */
    static long sum(long size) {
        long rest = size % PERIOD;
        return size / PERIOD * (PERIOD * (PERIOD + 1) / 2) + rest * (rest + 1) / 2;
    }

    static void require(String strategy, boolean condition, String otherwise) throws TrialFailure {
        if (!condition) {
            throw new TrialFailure("the answer of " + strategy + " " + otherwise);
        }
    }
}
