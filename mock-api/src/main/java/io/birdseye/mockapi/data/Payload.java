package io.birdseye.mockapi.data;

/**
 * The body of a route that JSONPlaceholder does not have: a JSON array of flat objects with an {@code id}, the same at
 * every start. It is padded with blanks, which JSON allows, to its exact size.
 */
public final class Payload {

    private static final int LONGEST_ITEM = 200;
    private static final long DATA_SEED = 20_190_402;

    private Payload() {}

    /**
     * Takes time in proportion to the size, about 10 ms for a megabyte in a JVM that is warm.
     *
     * @param bytes at least 2; each character is one byte, because all are ASCII
     */
    public static String json(String route, int bytes) {
        TextGenerator text = new TextGenerator(DATA_SEED + route.hashCode());
        StringBuilder json = new StringBuilder(bytes).append('[');
        for (int id = 1; json.length() + LONGEST_ITEM < bytes; id++) {
            json.append(id > 1 ? "," : "").append(Dataset.object("id", id, "title", text.title(3, 7)));
        }
        return json.repeat(" ", bytes - 1 - json.length()).append(']').toString();
    }
}
