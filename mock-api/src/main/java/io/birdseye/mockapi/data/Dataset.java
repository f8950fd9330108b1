package io.birdseye.mockapi.data;

import java.util.List;
import java.util.Locale;

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

    private Dataset() {}

    private interface Item {
        StringBuilder make(TextGenerator text, int id);
    }

    /**
     * All items of a route, in the order of their ids, as a JSON array of ASCII characters.
     *
     * @param photos how many photos there are; the number of items of the other routes is fixed
     * @throws IllegalArgumentException if the route is not one of {@link #ROUTES}
     */
    public static String items(String route, int photos) {
        return switch (route) {
            case "posts" -> list(route, 100, Dataset::post);
            case "comments" -> list(route, 500, Dataset::comment);
            case "albums" -> list(route, 100, Dataset::album);
            case "photos" -> list(route, photos, Dataset::photo);
            case "users" -> list(route, 10, Dataset::user);
            default -> throw new IllegalArgumentException("no such route: " + route);
        };
    }

    private static String list(String route, int count, Item item) {
        TextGenerator text = new TextGenerator(DATA_SEED + ROUTES.indexOf(route));
        StringBuilder json = new StringBuilder(1 << 16).append('[');
        for (int id = 1; id <= count; id++) {
            json.append(id > 1 ? "," : "").append(item.make(text, id));
        }
        return json.append(']').toString();
    }

    private static StringBuilder post(TextGenerator text, int id) {
        return object(
                "userId", parent(id, 10), "id", id, "title", text.title(4, 8), "body", text.paragraph(3));
    }

    private static StringBuilder comment(TextGenerator text, int id) {
        return object(
                "postId", parent(id, 5),
                "id", id,
                "name", text.title(3, 6),
                "email", text.word() + "." + text.word() + "@" + text.host(),
                "body", text.paragraph(3));
    }

    private static StringBuilder album(TextGenerator text, int id) {
        return object("userId", parent(id, 10), "id", id, "title", text.title(4, 8));
    }

    private static StringBuilder photo(TextGenerator text, int id) {
        String colour = text.hex(6);
        return object(
                "albumId", parent(id, 50),
                "id", id,
                "title", text.title(3, 7),
                "url", "https://pictures.example/600/" + colour,
                "thumbnailUrl", "https://pictures.example/150/" + colour);
    }

    private static StringBuilder user(TextGenerator text, int id) {
        String name = text.person(id);
        String host = text.host();
        return object(
                "id", id,
                "name", name,
                "username", text.capitalised() + id,
                "email", name.toLowerCase(Locale.ROOT).replace(' ', '.') + "@" + host,
                "address", address(text),
                "phone", "555-01" + text.number(10, 99),
                "website", host,
                "company", company(text));
    }

    private static StringBuilder address(TextGenerator text) {
        return object(
                "street", text.capitalised() + " Lane",
                "suite", "Apt. " + text.number(1, 900),
                "city", text.capitalised() + "ton",
                "zipcode", text.number(10_000, 99_999) + "-" + text.number(1_000, 9_999),
                "geo", object("lat", degrees(text, 900_000), "lng", degrees(text, 1_800_000)));
    }

    private static String degrees(TextGenerator text, int most) {
        return String.format(Locale.ROOT, "%.4f", text.number(-most, most) / 10_000.0);
    }

    private static StringBuilder company(TextGenerator text) {
        return object(
                "name", text.capitalised() + " and " + text.capitalised(),
                "catchPhrase", text.title(3, 5),
                "bs", text.title(3, 4));
    }

    /**
     * A JSON object. Written without a library, because a megabyte of them is made at each start, where the code of a
     * library that the JIT has not yet compiled takes longer than the rest of the start.
     *
     * @param members names and values in turn; a text is quoted and must not need escaping, other values are not quoted
     */
    static StringBuilder object(Object... members) {
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
