package io.birdseye.mockapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/**
 * Data in the shape and with the relations of JSONPlaceholder: 10 users with 10 posts and 10 albums each, 5 comments
 * to a post, 50 photos to an album. It is made up from a list of words and is the same at every start, whatever the
 * seed of the delays, so that answers of different runs can be compared.
 */
final class Dataset {

    private static final long DATA_SEED = 20_190_401;
    private static final int MAX_PAYLOAD_ITEM = 200;

    private static final List<String> WORDS = List.of(resource("words.txt").split("\\s"));
    private final SplittableRandom random;

    private Dataset(long seed) {
        random = new SplittableRandom(seed);
    }

    /** All items of a route, in the order of their ids, as a JSON array of ASCII characters. */
    static String items(String route, int photos) {
        Dataset data = new Dataset(DATA_SEED + UpstreamSettings.ROUTES.indexOf(route));
        return switch (route) {
            case "posts" -> list(100, data::post);
            case "comments" -> list(500, data::comment);
            case "albums" -> list(100, data::album);
            case "photos" -> list(photos, data::photo);
            case "users" -> resource("users.json").replace("\n", "");
            default -> throw new IllegalArgumentException("no such route: " + route);
        };
    }

    /**
     * The body of a route that JSONPlaceholder does not have: a JSON array of flat objects with an {@code id}, the same
     * at every start. It is padded with blanks, which JSON allows, to its exact size. Takes time in proportion to the
     * size, about 10 ms for a megabyte in a JVM that is warm.
     *
     * @param bytes at least 2; each character is one byte, because all are ASCII
     */
    static String payload(String route, int bytes) {
        Dataset data = new Dataset(DATA_SEED + 1 + route.hashCode());
        StringBuilder json = new StringBuilder(bytes).append('[');
        for (int id = 1; json.length() + MAX_PAYLOAD_ITEM < bytes; id++) {
            json.append(id > 1 ? "," : "").append(object("id", id, "title", data.title(3, 7)));
        }
        return json.repeat(" ", bytes - 1 - json.length()).append(']').toString();
    }

    private static String list(int count, IntFunction<StringBuilder> item) {
        StringBuilder json = new StringBuilder(1 << 16).append('[');
        for (int id = 1; id <= count; id++) {
            json.append(id > 1 ? "," : "").append(item.apply(id));
        }
        return json.append(']').toString();
    }

    private StringBuilder post(int id) {
        return object("userId", parent(id, 10), "id", id, "title", title(4, 8), "body", paragraph(3));
    }

    private StringBuilder comment(int id) {
        return object(
                "postId", parent(id, 5),
                "id", id,
                "name", title(3, 6),
                "email", word() + "." + word() + "@" + host(),
                "body", paragraph(3));
    }

    private StringBuilder album(int id) {
        return object("userId", parent(id, 10), "id", id, "title", title(4, 8));
    }

    private StringBuilder photo(int id) {
        String colour = HexFormat.of().toHexDigits(random.nextLong(1L << 24), 6);
        return object(
                "albumId", parent(id, 50),
                "id", id,
                "title", title(3, 7),
                "url", "https://pictures.example/600/" + colour,
                "thumbnailUrl", "https://pictures.example/150/" + colour);
    }

    /**
     * A JSON object. Written without a library, because a megabyte of them is made at each start, where the code of a
     * library that the JIT has not yet compiled takes longer than the rest of the start.
     *
     * @param members names and values in turn; a text is quoted and must not need escaping, other values are not quoted
     */
    private static StringBuilder object(Object... members) {
        StringBuilder json = new StringBuilder(128);
        for (int i = 0; i < members.length; i += 2) {
            String quote = members[i + 1] instanceof String ? "\"" : "";
            json.append(i == 0 ? "{\"" : ",\"").append(members[i]).append("\":");
            json.append(quote).append(members[i + 1]).append(quote);
        }
        return json.append('}');
    }

    /** The id of the parent when each parent has the same number of children, in order. */
    private static int parent(int id, int children) {
        return (id - 1) / children + 1;
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Dataset.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** From {@code min} to {@code max} words in small letters. */
    private String title(int min, int max) {
        StringJoiner title = new StringJoiner(" ");
        for (int words = number(min, max); words > 0; words--) {
            title.add(word());
        }
        return title.toString();
    }

    /** Lines of six to ten words; the line ends are escaped as JSON needs them. */
    private String paragraph(int lines) {
        StringJoiner paragraph = new StringJoiner("\\n");
        for (int left = lines; left > 0; left--) {
            paragraph.add(title(6, 10));
        }
        return paragraph.toString();
    }

    /** A host that cannot exist: the top-level domain {@code .example} is reserved (RFC 2606). */
    private String host() {
        return word() + ".example";
    }

    private int number(int min, int max) {
        return random.nextInt(min, max + 1);
    }
}
