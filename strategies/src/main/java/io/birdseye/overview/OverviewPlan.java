package io.birdseye.overview;

import io.birdseye.fanout.Plan.CallPlan;
import io.birdseye.fanout.Plan.GroupPlan;
import io.birdseye.fanout.Plan;
import java.util.List;

/**
 * The fan-out of the main article. One group fetches {@code posts} and {@code comments} and multiplies the shared ints,
 * the other fetches {@code albums} and {@code photos} and multiplies the shared longs.
 */
public final class OverviewPlan {

    private OverviewPlan() {}

    /** The plan for any API in the shape of JSONPlaceholder. */
    public static Plan plan() {
        return new Plan(List.of(
                new GroupPlan(
                        "posts",
                        List.of(new CallPlan("posts", "/posts"), new CallPlan("comments", "/comments")),
                        (bodies, query) -> new NestedItems(bodies.get(0), "comments", "postId", bodies.get(1))
                                .toJson(query.userId(), query.memory().ints().multiply(query.intFactor()))),
                new GroupPlan(
                        "albums",
                        List.of(new CallPlan("albums", "/albums"), new CallPlan("photos", "/photos")),
                        (bodies, query) -> new NestedItems(bodies.get(0), "photos", "albumId", bodies.get(1))
                                .toJson(query.userId(), query.memory().longs().multiply(query.longFactor())))));
    }
}
