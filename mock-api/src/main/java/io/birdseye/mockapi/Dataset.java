package io.birdseye.mockapi;

import java.util.List;
import java.util.Locale;

/**
 * Data in the shape and with the relations of JSONPlaceholder: 10 users with 10 posts and 10 albums each, 5 comments
 * to a post, 50 photos to an album. It is made up from words of our own and is the same at every start, whatever the
 * seed of the delays, so that answers of different runs can be compared.
 */
final class Dataset {

    static final List<String> ROUTES = List.of("posts", "comments", "albums", "photos", "users");

    /** 50 to each album. */
    static final int PHOTOS = 5_000;

    private static final long DATA_SEED = 20_190_401;

    private Dataset() {}

    /** @throws InvalidSetting if there is no such route */
    static void requireRoute(String field, String route) {
        if (!ROUTES.contains(route)) {
            throw new InvalidSetting(field, route, "one of the routes " + String.join(", ", ROUTES));
        }
    }

    private interface Item {
        void write(JsonText json, Words words, int id);
    }

    /**
     * All items of a route, in the order of their ids, as a JSON array.
     *
     * @param photos how many there are; all other routes have as many items as ever
     */
    static String items(String route, int photos) {
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
        Words words = new Words(DATA_SEED + ROUTES.indexOf(route));
        JsonText json = new JsonText().beginArray();
        for (int id = 1; id <= count; id++) {
            json.beginObject();
            item.write(json, words, id);
            json.endObject();
        }
        return json.endArray().toString();
    }

    private static void post(JsonText json, Words words, int id) {
        json.put("userId", owner(id, 10))
                .put("id", id)
                .put("title", words.title(4, 8))
                .put("body", words.paragraph(3));
    }

    private static void comment(JsonText json, Words words, int id) {
        json.put("postId", owner(id, 5))
                .put("id", id)
                .put("name", words.title(3, 6))
                .put("email", words.word() + "." + words.word() + "@" + words.host())
                .put("body", words.paragraph(3));
    }

    private static void album(JsonText json, Words words, int id) {
        json.put("userId", owner(id, 10)).put("id", id).put("title", words.title(4, 8));
    }

    private static void photo(JsonText json, Words words, int id) {
        String colour = words.hex(6);
        json.put("albumId", owner(id, 50))
                .put("id", id)
                .put("title", words.title(3, 7))
                .put("url", "https://pictures.example/600/" + colour)
                .put("thumbnailUrl", "https://pictures.example/150/" + colour);
    }

    private static void user(JsonText json, Words words, int id) {
        String name = words.person(id);
        String host = words.host();
        json.put("id", id)
                .put("name", name)
                .put("username", words.capitalised() + id)
                .put("email", name.toLowerCase(Locale.ROOT).replace(' ', '.') + "@" + host)
                .beginObject("address");
        address(json, words);
        json.endObject()
                .put("phone", "555-01" + words.number(10, 99))
                .put("website", host)
                .beginObject("company");
        company(json, words);
        json.endObject();
    }

    private static void address(JsonText json, Words words) {
        json.put("street", words.capitalised() + " Lane")
                .put("suite", "Apt. " + words.number(1, 900))
                .put("city", words.capitalised() + "ton")
                .put("zipcode", words.number(10_000, 99_999) + "-" + words.number(1_000, 9_999))
                .beginObject("geo")
                .put("lat", degrees(words.number(-900_000, 900_000)))
                .put("lng", degrees(words.number(-1_800_000, 1_800_000)))
                .endObject();
    }

    private static String degrees(int tenThousandths) {
        return String.format(Locale.ROOT, "%.4f", tenThousandths / 10_000.0);
    }

    private static void company(JsonText json, Words words) {
        json.put("name", words.capitalised() + " and " + words.capitalised())
                .put("catchPhrase", words.title(3, 5))
                .put("bs", words.title(3, 4));
    }

    /** The id of the parent when every parent has so many children, in order. */
    private static int owner(int id, int childrenEach) {
        return (id - 1) / childrenEach + 1;
    }
}
