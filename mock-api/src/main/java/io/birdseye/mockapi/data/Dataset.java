package io.birdseye.mockapi.data;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Data in the shape and with the relations of JSONPlaceholder: 10 users with 10 posts and 10 albums each, 5 comments
 * to a post, 50 photos to an album. It is made up from a list of words and is the same at every start, whatever the
 * seed of the delays, so that answers of different runs can be compared.
 */
public final class Dataset {

    /** The routes that have data without being told a payload size. */
    public static final List<String> ROUTES = List.of("posts", "comments", "albums", "photos", "users");

    /** 50 to each album. */
    public static final int PHOTOS = 5_000;

    private static final long DATA_SEED = 20_190_401;
    private static final int LONGEST_PAYLOAD_ITEM = 200;

    private final TextGenerator text;

    private Dataset(long seed) {
        text = new TextGenerator(seed);
    }

    /**
     * All items of a route, in the order of their ids, as a JSON array of ASCII characters.
     *
     * @param photos how many photos there are; the number of items of the other routes is fixed
     * @throws IllegalArgumentException if the route is not one of {@link #ROUTES}
     */
    public static String items(String route, int photos) {
        Dataset data = new Dataset(DATA_SEED + ROUTES.indexOf(route));
        return switch (route) {
            case "posts" -> list(100, data::post);
            case "comments" -> list(500, data::comment);
            case "albums" -> list(100, data::album);
            case "photos" -> list(photos, data::photo);
            case "users" -> list(10, data::user);
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
    public static String payload(String route, int bytes) {
        TextGenerator text = new TextGenerator(DATA_SEED + 1 + route.hashCode());
        StringBuilder json = new StringBuilder(bytes).append('[');
        for (int id = 1; json.length() + LONGEST_PAYLOAD_ITEM < bytes; id++) {
            json.append(id > 1 ? "," : "").append(object("id", id, "title", text.title(3, 7)));
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
        return object("userId", parent(id, 10), "id", id, "title", text.title(4, 8), "body", text.paragraph(3));
    }

    private StringBuilder comment(int id) {
        return object(
                "postId", parent(id, 5),
                "id", id,
                "name", text.title(3, 6),
                "email", text.word() + "." + text.word() + "@" + text.host(),
                "body", text.paragraph(3));
    }

    private StringBuilder album(int id) {
        return object("userId", parent(id, 10), "id", id, "title", text.title(4, 8));
    }

    private StringBuilder photo(int id) {
        String colour = text.hex(6);
        return object(
                "albumId", parent(id, 50),
                "id", id,
                "title", text.title(3, 7),
                "url", "https://pictures.example/600/" + colour,
                "thumbnailUrl", "https://pictures.example/150/" + colour);
    }

    private StringBuilder user(int id) {
        String name = text.person(id);
        String host = text.host();
        return object(
                "id", id,
                "name", name,
                "username", text.capitalised() + id,
                "email", name.toLowerCase(Locale.ROOT).replace(' ', '.') + "@" + host,
                "address", object(
                        "street", text.capitalised() + " Lane",
                        "suite", "Apt. " + text.number(1, 900),
                        "city", text.capitalised() + "ton",
                        "zipcode", text.number(10_000, 99_999) + "-" + text.number(1_000, 9_999),
                        "geo", object("lat", text.degrees(90), "lng", text.degrees(180))),
                "phone", "555-01" + text.number(10, 99),
                "website", host,
                "company", object(
                        "name", text.capitalised() + " and " + text.capitalised(),
                        "catchPhrase", text.title(3, 5),
                        "bs", text.title(3, 4)));
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
}
