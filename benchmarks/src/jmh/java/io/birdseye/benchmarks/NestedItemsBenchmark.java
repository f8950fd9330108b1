package io.birdseye.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.model.Layout;
import io.birdseye.memory.SharedMemory;
import io.birdseye.overview.OverviewPlan;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The two combinations of one request without their multiplications: reads two upstream bodies and writes the user's
 * items into the answer. The bodies have the number of items, the names and about the size of mock-api's: 0.2 MB for
 * posts and comments, 0.9 MB for albums and photos.
 *
 * <p>Run it with {@code java -cp 'benchmarks/target/birdseye-benchmarks.jar:benchmarks/target/lib/*'
 * org.openjdk.jmh.Main NestedItemsBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class NestedItemsBenchmark {

    private static final String TITLE = "a title of about forty characters, maybe";
    private static final String PARAGRAPH = TITLE + ",\\n" + TITLE + ",\\n" + TITLE + ",\\n" + TITLE;

    private final Plan plan = OverviewPlan.plan();
    private final Query query = new Query(3, 7, 11, SharedMemory.ofMegabytes(0, Layout.PRIMITIVE));

    private final List<Body> postsAndComments = List.of(
            body("posts", 100, id -> """
                    {"userId":%d,"id":%d,"title":"%s","body":"%s"}"""
                    .formatted(parent(id, 10), id, TITLE, PARAGRAPH)),
            body("comments", 500, id -> """
                    {"postId":%d,"id":%d,"name":"%s","email":"someone.%d@mail.example","body":"%s"}"""
                    .formatted(parent(id, 5), id, TITLE, id, PARAGRAPH)));

    private final List<Body> albumsAndPhotos = List.of(
            body("albums", 100, id -> """
                    {"userId":%d,"id":%d,"title":"%s"}""".formatted(parent(id, 10), id, TITLE)),
            body("photos", 5_000, id -> """
                    {"albumId":%d,"id":%d,"title":"%s","url":"https://pictures.example/600/%6x",\
                    "thumbnailUrl":"https://pictures.example/150/%6x"}"""
                    .formatted(parent(id, 50), id, TITLE, id, id)));

    @Benchmark
    public byte[] postsWithComments() {
        return plan.groups().get(0).combiner().combine(postsAndComments, query);
    }

    @Benchmark
    public byte[] albumsWithPhotos() {
        return plan.groups().get(1).combiner().combine(albumsAndPhotos, query);
    }

    private static Body body(String upstream, int count, IntFunction<String> item) {
        String items = IntStream.rangeClosed(1, count).mapToObj(item).collect(Collectors.joining(",", "[", "]"));
        return new Body(upstream, items.getBytes(UTF_8));
    }

    private static int parent(int id, int childrenEach) {
        return (id - 1) / childrenEach + 1;
    }
}
