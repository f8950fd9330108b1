package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small bodies in JSONPlaceholder's shape: 20 posts, 60 comments, 20 albums and 80 photos of 10 users. */
public final class Upstreams {

    private Upstreams() {}

    public static Map<String, byte[]> bodies() {
        return Map.of(
                "posts", array(20, i -> "{\"userId\": %d, \"id\": %d, \"title\": \"p\\u00fc \\\"%d\\\"\", \"tags\": [1, {\"id\": 9}]}"
                        .formatted(i % 10 + 1, i + 1, i)),
                "comments", array(60, i -> "{\"postId\": %d, \"id\": %d, \"body\": \"c} %d\"}".formatted(i % 20 + 1, i + 1, i)),
                "albums", array(20, i -> "{\"userId\": %d, \"id\": %d}".formatted(i % 10 + 1, i + 1)),
                "photos", array(80, i -> "{\"albumId\":%d,\"id\":%d,\"url\":\"é/%d\"}".formatted(i % 20 + 1, i + 1, i)));
    }

    private static byte[] array(int size, IntFunction<String> item) {
        return IntStream.range(0, size).mapToObj(item).collect(Collectors.joining(",\n  ", "[\n", "\n]")).getBytes(UTF_8);
    }
}
